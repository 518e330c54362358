//! Deciding, listing and granting, beside cedar-policy and a plain scan of the rules.
//!
//! 977 rules, 200 employees, 1,200 tools. Every answer of a peer is compared before anything is timed. Run with
//! `cargo bench` in this folder; compare only figures of one run.

use std::hint::black_box;
use std::str::FromStr as _;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use cedar_policy::{Authorizer, Context, Decision, Entities, EntityUid, PolicySet, Request};
use divan::Bencher;
use domain::authority::{
    CatalogueEntry, Effect, EmployeePolicy, Layer, ListEntry, Policy, RoleLists, Rule, RuleId, Scope,
    Snapshot, Source, ToolState, Unlisted, Verdict, verdict_of,
};
use domain::ids::EmployeeId;
use domain::tool::{Pattern, Tool};

const VERBS: [&str; 8] = ["get", "list", "search", "create", "update", "delete", "run", "export"];
const NOUNS: [&str; 5] = ["issue", "file", "page", "user", "report"];
const HARD_DENIES: [&str; 5] =
    ["*/delete_user", "srv07/run_*", "srv13/export_report", "*/run_file", "srv29/delete_*"];

/// A rule as the world draws it: for a role, an extension, the company, an employee or the platform.
struct Drawn {
    layer: Layer,
    subject: String,
    deny: bool,
    pattern: String,
}

struct Employee {
    name: String,
    role: String,
    extension: String,
}

struct World {
    tools: Vec<String>,
    employees: Vec<Employee>,
    rules: Vec<Drawn>,
    /// Employees and tools that are asked about, by number.
    questions: Vec<(usize, usize)>,
}

/// Xorshift: the same world in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn pattern(&mut self, tools: &[String]) -> String {
        match self.below(4) {
            0 => format!("srv{:02}/*", self.below(30)),
            1 => format!("*/{}_*", VERBS[self.below(8)]),
            2 => format!("srv{:02}/{}_*", self.below(30), VERBS[self.below(8)]),
            _ => tools[self.below(1200)].clone(),
        }
    }
}

fn world() -> World {
    let mut tools = Vec::new();
    for server in 0..30 {
        tools.extend(VERBS.iter().flat_map(|v| NOUNS.iter().map(move |n| format!("srv{server:02}/{v}_{n}"))));
    }
    let mut dice = Dice(0x1234_5678_9ABC_DEF1);
    let mut rules = Vec::new();
    let mut keep = |layer, subject: &str, deny, pattern| {
        rules.push(Drawn { layer, subject: subject.to_owned(), deny, pattern });
    };
    for role in 0..57 {
        (0..8).for_each(|k| keep(Layer::Role, &format!("role{role}"), k >= 6, dice.pattern(&tools)));
    }
    for extension in 0..20 {
        (0..4).for_each(|k| keep(Layer::Extension, &format!("ext{extension}"), k == 3, dice.pattern(&tools)));
    }
    (0..12).for_each(|k| keep(Layer::Company, "company", k % 2 == 0, dice.pattern(&tools)));
    let mut employees = Vec::new();
    for number in 0..200 {
        let name = format!("emp{number}");
        for _ in 0..dice.below(5) {
            let pattern = dice.pattern(&tools);
            keep(Layer::Employee, &name, dice.below(3) == 0, pattern);
        }
        let (role, extension) = (format!("role{}", dice.below(57)), format!("ext{}", dice.below(20)));
        employees.push(Employee { name, role, extension });
    }
    let hard = |pattern: &&str| Drawn {
        layer: Layer::Platform,
        subject: "platform".to_owned(),
        deny: true,
        pattern: (*pattern).to_owned(),
    };
    rules.extend(HARD_DENIES.iter().map(hard));
    let mut dice = Dice(99);
    let questions = (0..4096).map(|_| (dice.below(200), dice.below(1200))).collect();
    World { tools, employees, rules, questions }
}

impl Drawn {
    fn is_for(&self, employee: &Employee) -> bool {
        match self.layer {
            Layer::Role => self.subject == employee.role,
            Layer::Extension => self.subject == employee.extension,
            Layer::Employee => self.subject == employee.name,
            Layer::Company | Layer::Platform => true,
        }
    }

    fn effect(&self) -> Effect {
        if self.deny { Effect::Deny } else { Effect::Allow }
    }
}

struct Ours {
    snapshot: Snapshot,
    employees: Vec<EmployeePolicy>,
    own: Vec<Vec<Rule>>,
    ids: Vec<EmployeeId>,
    tools: Vec<Tool>,
}

impl Ours {
    fn new(world: &World) -> Self {
        let tools: Vec<Tool> = world.tools.iter().map(|text| text.parse().unwrap()).collect();
        let entry =
            |tool: &Tool| CatalogueEntry { tool: tool.clone(), pin: String::new(), state: ToolState::Ready };
        let employees: Vec<EmployeePolicy> =
            world.employees.iter().map(|one| policy_of(world, one)).collect();
        let own: Vec<Vec<Rule>> = world.employees.iter().map(|one| own_rules(world, one)).collect();
        let everybody = world
            .rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| rule.layer == Layer::Company || rule.layer == Layer::Platform);
        let mut rules: Vec<Rule> = everybody.map(|(at, drawn)| rule(at, drawn, Scope::Company)).collect();
        rules.extend(own.iter().flatten().cloned());
        let policy = Policy { unlisted: Unlisted::Deny, rules, employees: employees.clone() };
        let snapshot = Snapshot::compile(tools.iter().map(entry).collect(), &policy, None);
        let ids = employees.iter().map(|one| one.id.clone()).collect();
        Self { snapshot, employees, own, ids, tools }
    }

    fn is_allowed(&self, employee: usize, tool: usize) -> bool {
        verdict_of(&self.snapshot, &self.ids[employee], &self.tools[tool]).0 == Verdict::Allow
    }
}

fn policy_of(world: &World, employee: &Employee) -> EmployeePolicy {
    let entries = |deny: bool| {
        let of_role = world.rules.iter().filter(|rule| rule.layer == Layer::Role && rule.is_for(employee));
        let entry =
            |rule: &Drawn| ListEntry { pattern: rule.pattern.parse().unwrap(), source: Source::World {} };
        Some(of_role.filter(|rule| rule.deny == deny).map(entry).collect())
    };
    let lists =
        RoleLists { name: employee.role.clone(), allowed: entries(false), ask: None, denied: entries(true) };
    EmployeePolicy { id: employee.name.parse().unwrap(), lists, suspended: false }
}

fn own_rules(world: &World, employee: &Employee) -> Vec<Rule> {
    let own = |rule: &&(usize, &Drawn)| {
        matches!(rule.1.layer, Layer::Extension | Layer::Employee) && rule.1.is_for(employee)
    };
    let scope = || Scope::Employee(employee.name.parse().unwrap());
    world
        .rules
        .iter()
        .enumerate()
        .filter(|rule| own(&rule))
        .map(|(at, drawn)| rule(at, drawn, scope()))
        .collect()
}

fn rule(at: usize, drawn: &Drawn, scope: Scope) -> Rule {
    Rule {
        id: RuleId::new(&format!("rule-{at:04}")),
        layer: drawn.layer,
        scope,
        effect: drawn.effect(),
        pattern: drawn.pattern.parse().unwrap(),
        source: Source::World {},
    }
}

/// What an honest simple resolver does: the employee's rules, strictest first, until one matches.
struct Scan(Vec<Vec<(bool, Pattern)>>);

impl Scan {
    fn new(world: &World) -> Self {
        let of = |employee: &Employee| {
            let mut rules: Vec<&Drawn> = world.rules.iter().filter(|rule| rule.is_for(employee)).collect();
            rules.sort_by_key(|rule| std::cmp::Reverse((rule.layer, rule.deny)));
            rules.into_iter().map(|rule| (rule.deny, rule.pattern.parse().unwrap())).collect()
        };
        Self(world.employees.iter().map(of).collect())
    }

    fn is_allowed(&self, employee: usize, tool: &Tool) -> bool {
        self.0[employee].iter().find(|(_, pattern)| pattern.allows(tool)).is_some_and(|(deny, _)| !deny)
    }
}

/// One policy set for each layer of an employee's own slice, asked from the top layer down.
struct Cedar {
    authorizer: Authorizer,
    entities: Entities,
    action: EntityUid,
    employees: Vec<EntityUid>,
    tools: Vec<EntityUid>,
    slices: Vec<[PolicySet; 5]>,
    sources: Vec<[String; 5]>,
}

impl Cedar {
    fn new(world: &World) -> Self {
        let uid = |kind: &str, id: &str| format!("{kind}::\"{id}\"").parse::<EntityUid>().unwrap();
        let sources: Vec<[String; 5]> = world.employees.iter().map(|one| sources(world, one)).collect();
        Self {
            authorizer: Authorizer::new(),
            entities: Entities::from_json_str(&entities(world), None).unwrap(),
            action: uid("Action", "call"),
            employees: world.employees.iter().map(|one| uid("Emp", &one.name)).collect(),
            tools: world.tools.iter().map(|tool| uid("Tool", tool)).collect(),
            slices: sources.iter().map(parsed).collect(),
            sources,
        }
    }

    /// Whether it is allowed, and how many policies are the reason.
    fn decide(&self, employee: usize, tool: usize) -> (bool, usize) {
        let (principal, resource) = (self.employees[employee].clone(), self.tools[tool].clone());
        let request = Request::new(principal, self.action.clone(), resource, Context::empty(), None).unwrap();
        for policies in self.slices[employee].iter().rev() {
            let answer = self.authorizer.is_authorized(&request, policies, &self.entities);
            let reasons = answer.diagnostics().reason().count();
            if reasons > 0 {
                return (answer.decision() == Decision::Allow, reasons);
            }
        }
        (false, 0)
    }
}

fn sources(world: &World, employee: &Employee) -> [String; 5] {
    let mut sources: [String; 5] = Default::default();
    for rule in world.rules.iter().filter(|rule| rule.is_for(employee)) {
        let head = match rule.layer {
            Layer::Role => format!("principal in Role::\"{}\"", rule.subject),
            Layer::Extension => format!("principal in Ext::\"{}\"", rule.subject),
            Layer::Employee => format!("principal == Emp::\"{}\"", rule.subject),
            Layer::Company | Layer::Platform => "principal".to_owned(),
        };
        let effect = if rule.deny { "forbid" } else { "permit" };
        sources[rule.layer as usize] += &format!(
            "{effect}({head}, action == Action::\"call\", resource) when {{ resource.name like \"{}\" }};",
            rule.pattern
        );
    }
    sources
}

fn parsed(sources: &[String; 5]) -> [PolicySet; 5] {
    sources.each_ref().map(|source| PolicySet::from_str(source).unwrap())
}

fn entities(world: &World) -> String {
    let group = |kind: &str, id: String| {
        format!(r#"{{"uid":{{"type":"{kind}","id":"{id}"}},"attrs":{{}},"parents":[]}}"#)
    };
    let mut all: Vec<String> = (0..57).map(|role| group("Role", format!("role{role}"))).collect();
    all.extend((0..20).map(|extension| group("Ext", format!("ext{extension}"))));
    all.extend(world.employees.iter().map(|one| {
        format!(
            r#"{{"uid":{{"type":"Emp","id":"{}"}},"attrs":{{}},"parents":[{{"type":"Role","id":"{}"}},{{"type":"Ext","id":"{}"}}]}}"#,
            one.name, one.role, one.extension
        )
    }));
    let tool = |tool: &String| {
        format!(r#"{{"uid":{{"type":"Tool","id":"{tool}"}},"attrs":{{"name":"{tool}"}},"parents":[]}}"#)
    };
    all.extend(world.tools.iter().map(tool));
    format!("[{}]", all.join(","))
}

static WORLD: LazyLock<World> = LazyLock::new(world);
static OURS: LazyLock<Ours> = LazyLock::new(|| Ours::new(&WORLD));
static SCAN: LazyLock<Scan> = LazyLock::new(|| Scan::new(&WORLD));
static CEDAR: LazyLock<Cedar> = LazyLock::new(|| Cedar::new(&WORLD));

/// Questions one after another, the same for everybody.
fn next_question(asked: &AtomicUsize) -> (usize, usize) {
    WORLD.questions[asked.fetch_add(1, Ordering::Relaxed) % WORLD.questions.len()]
}

mod one_decision_with_its_rule {
    use super::*;

    #[divan::bench(sample_size = 4096)]
    fn bailiwick(bencher: Bencher) {
        let ours = &*OURS;
        let asked = AtomicUsize::new(0);
        bencher.with_inputs(|| next_question(&asked)).bench_values(|(employee, tool)| {
            verdict_of(&ours.snapshot, &ours.ids[employee], &ours.tools[tool])
        });
    }

    #[divan::bench(sample_size = 200)]
    fn plain_scan(bencher: Bencher) {
        let asked = AtomicUsize::new(0);
        bencher
            .with_inputs(|| next_question(&asked))
            .bench_values(|(employee, tool)| SCAN.is_allowed(employee, &OURS.tools[tool]));
    }

    #[divan::bench(sample_size = 200)]
    fn cedar_sliced_per_employee(bencher: Bencher) {
        let asked = AtomicUsize::new(0);
        bencher
            .with_inputs(|| next_question(&asked))
            .bench_values(|(employee, tool)| CEDAR.decide(employee, tool));
    }
}

mod tool_list_of_1200 {
    use super::*;

    #[divan::bench(sample_size = 200)]
    fn bailiwick(bencher: Bencher) {
        let ours = &*OURS;
        let asked = AtomicUsize::new(0);
        let mut listed: Vec<&Tool> = Vec::with_capacity(1200);
        bencher.with_inputs(|| next_question(&asked).0).bench_local_values(|employee| {
            listed.clear();
            listed.extend(ours.snapshot.tools(&ours.ids[employee]).map(|(tool, _)| tool));
            black_box(listed.len())
        });
    }

    #[divan::bench]
    fn plain_scan(bencher: Bencher) {
        let asked = AtomicUsize::new(0);
        bencher.with_inputs(|| next_question(&asked).0).bench_values(|employee| {
            OURS.tools.iter().filter(|tool| SCAN.is_allowed(employee, tool)).count()
        });
    }
}

/// After a grant of a pattern that some rule has already.
mod recompile_one_employee {
    use super::*;

    const GRANTED: &str = "srv01/*";

    #[divan::bench(sample_size = 8, sample_count = 1000)]
    fn bailiwick(bencher: Bencher) {
        let asked = AtomicUsize::new(0);
        let drawn = Drawn {
            layer: Layer::Employee,
            subject: String::new(),
            deny: false,
            pattern: GRANTED.to_owned(),
        };
        let granted = |employee: usize| {
            let mut own = OURS.own[employee].clone();
            own.push(rule(5000, &drawn, Scope::Employee(OURS.ids[employee].clone())));
            (employee, own)
        };
        bencher
            .with_inputs(|| granted(next_question(&asked).0))
            .bench_refs(|(employee, own)| OURS.snapshot.with_employee(&OURS.employees[*employee], own));
    }

    #[divan::bench]
    fn cedar(bencher: Bencher) {
        let asked = AtomicUsize::new(0);
        let granted = |employee: usize| {
            let mut sources = CEDAR.sources[employee].clone();
            sources[Layer::Employee as usize] +=
                &format!("permit(principal, action, resource) when {{ resource.name like \"{GRANTED}\" }};");
            sources
        };
        bencher.with_inputs(|| granted(next_question(&asked).0)).bench_refs(|sources| parsed(sources));
    }
}

#[divan::bench]
fn compile_the_whole_company() -> Snapshot {
    Ours::new(&WORLD).snapshot
}

fn main() {
    assert_eq!(WORLD.rules.len(), 977);
    for (asked, (employee, tool)) in WORLD.questions.iter().copied().enumerate() {
        let ours = OURS.is_allowed(employee, tool);
        assert_eq!(SCAN.is_allowed(employee, &OURS.tools[tool]), ours);
        if asked < 1000 {
            assert_eq!(CEDAR.decide(employee, tool).0, ours);
        }
    }
    divan::main();
}
