//! Plays: palettes, routing, both budgets, admission, the clause.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use domain::ids::{OperationId, RoleName};
use domain::pack::{Pack, PackFile, TrustStore, verify};
use domain::palette::{
    Admission, Candidate, Catalogue, CheckedPlay, ClauseInput, Disposition, Emitter, Limits, OperationKind,
    Reason, Request, Reservation, Route, Router, Step, examine, read_script, with_clause,
};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

static PACKS: LazyLock<Vec<Pack>> =
    LazyLock::new(|| ["casts", "company"].iter().map(|id| shipped(id)).collect());

fn roles() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../roles")
}

fn shipped(id: &str) -> Pack {
    let files: Vec<PackFile> = host::pack_dir::read(&roles().join(id)).unwrap();
    verify(&files, &TrustStore::shipped().unwrap()).unwrap().into_inner()
}

fn catalogue() -> Catalogue<'static> {
    Catalogue { packs: PACKS.iter().collect() }
}

/// A play with this palette, as YAML.
fn play(palette: &str) -> Result<CheckedPlay, Vec<String>> {
    let text = format!("version: 1\nid: p\ntitle: P\nobjective: o\npalette:\n{palette}\n");
    examine("play.yaml", text.as_bytes(), &catalogue())
        .map_err(|faults| faults.iter().map(|fault| format!("{} {fault}", fault.code)).collect())
}

fn roster(roles: &str, max_new_roles: u32) -> CheckedPlay {
    play(&format!("  roles: [{roles}]\n  expansion: {{ max_new_roles: {max_new_roles} }}")).unwrap()
}

#[track_caller]
fn refused(palette: &str, code: &str) {
    let faults = play(palette).expect_err("the palette is refused");
    assert!(faults.iter().any(|fault| fault.starts_with(code)), "{code}: {faults:?}");
}

fn request(assignee: Option<&str>) -> Request {
    Request {
        assignee: assignee.map(str::to_owned),
        instruction: "do it".to_owned(),
        reason: None,
        scope: None,
        independent: false,
        operation: OperationKind::Operate,
    }
}

struct Bench {
    play: CheckedPlay,
    router: Router,
}

impl Bench {
    fn new(roles: &str, max_new_roles: u32) -> Self {
        let play = roster(roles, max_new_roles);
        let router = Router::new(&play);
        Self { play, router }
    }

    fn seat(&mut self, assignee: &str) -> Step {
        let seat = self.play.seat.clone();
        let emitter = Emitter { operation: None, route: Some(&seat), seat: true };
        self.router.route(&request(Some(assignee)), &emitter, &catalogue())
    }

    fn worker(&mut self, role: &str, assignee: Option<&str>) -> Step {
        let route = self.router.routes().find(|route| route.role.to_string() == role).unwrap().clone();
        let emitter = Emitter { operation: None, route: Some(&route), seat: false };
        self.router.route(&request(assignee), &emitter, &catalogue())
    }

    fn counts(&self) -> (u32, u32) {
        let count = self.router.count();
        (count.consumed, count.reserved)
    }
}

#[track_caller]
fn reason(step: &Step) -> Reason {
    match step {
        Step::Refused(refusal) => refusal.reason,
        other => panic!("not refused: {other:?}"),
    }
}

#[track_caller]
fn held(step: Step) -> Reservation {
    match step {
        Step::Provision(reservation) => reservation,
        other => panic!("nothing to provision: {other:?}"),
    }
}

#[track_caller]
fn existing(step: Step) -> Route {
    match step {
        Step::Existing(route) => route,
        other => panic!("no route: {other:?}"),
    }
}

#[test]
fn pl_1_d1_01_d1_02_a_palette_names_at_least_one_role_and_none_is_blank() {
    refused("  roles: []", "no-role");
    refused("  roles: [{ role: '  ' }]", "");
}

#[test]
fn pl_2_d1_05_d1_07_d1_08_names_are_exact_and_bare_ones_mean_casts() {
    refused("  roles: [{ role: Critic }]", "unknown-role");
    refused("  roles: [{ role: ghost }]", "unknown-role");
    refused("  roles: [{ role: backend_developer }]", "unknown-role");
    refused("  roles: [{ role: critic }, { role: ' critic ' }]", "duplicate-role");
    let checked = roster("{ role: company/backend-developer }, { role: ' critic ' }", 0);
    let names: Vec<String> = checked.initial.iter().map(|route| route.role.to_string()).collect();
    assert_eq!(names, ["company/backend-developer", "casts/critic"]);
}

#[test]
fn pl_3_d1_11_d1_12_d1_13_d1_14_modes_are_known_allowed_distinct_and_go_together() {
    refused("  roles: [{ role: critic, modes: [not-a-mode] }]", "unknown-mode");
    refused("  roles: [{ role: analyst, modes: [adversarial] }]", "mode-not-allowed");
    refused("  roles: [{ role: writer, modes: [evidential, evidential] }]", "duplicate-mode");
    refused("  roles: [{ role: writer, modes: [slow, fast] }]", "conflicting-modes");
    refused("  roles: [{ role: writer, modes: [fast, slow] }]", "conflicting-modes");
    play("  roles: [{ role: analyst, modes: [probabilistic] }, { role: writer, modes: [adversarial] }]")
        .unwrap();
}

#[test]
fn pl_4_d1_16_d1_18_d1_19_d1_20_numbers_are_numbers_and_the_rest_has_defaults() {
    for bad in ["-1", "true", "1.5", "'2'"] {
        refused(&format!("  roles: [{{ role: critic }}]\n  expansion: {{ max_new_roles: {bad} }}"), "");
    }
    for bad in ["profiles", "./casts", "lionagi.casts"] {
        refused(
            &format!("  roles: [{{ role: critic }}]\n  expansion: {{ catalog: {bad} }}"),
            "unknown-value",
        );
    }
    refused("  roles: [{ role: critic, disposition: leader }]", "unknown-value");
    refused("  roles: [{ role: critic, leader: true }]", "unknown-key");
    let checked = play("  roles: [{ role: writer }]").unwrap();
    let expansion = checked.play.palette.expansion;
    assert_eq!((expansion.max_new_roles, expansion.orchestrator_may_expand), (0, true));
    assert_eq!(checked.initial[0].disposition, Disposition::Terminal);
    assert_eq!(checked.play.limits, Limits::default());
    assert_eq!(checked.seat.role.to_string(), "casts/orchestrator");
}

#[test]
fn pl_5_all_faults_of_a_play_come_together_with_their_places() {
    let faults = play(
        "  roles: [{ role: ghost }, { role: critic, modes: [nope] }]\n  expansion: { max_new_roles: x }",
    )
    .unwrap_err();
    assert!(faults.len() >= 3, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.contains("play.yaml:")), "{faults:?}");
}

#[test]
fn pl_6_d2_01_the_planner_is_told_whom_it_may_name_and_whom_recruit() {
    let planning = roster("{ role: researcher }, { role: critic }", 2).planning(&catalogue());
    assert_eq!(planning.assignable_roles.len(), 2);
    assert_eq!(planning.expansion_only_roles.len(), 38);
    assert!(planning.expansion_only_roles.iter().all(|role| role.pack.as_str() == "casts"));
    // Nothing is listed without a budget.
    assert!(roster("{ role: critic }", 0).planning(&catalogue()).expansion_only_roles.is_empty());
}

#[test]
fn pl_7_d2_04_d2_05_d2_06_a_plan_spends_the_same_units() {
    let mut bench = Bench::new("{ role: writer }", 1);
    let reservation = held(bench.router.planned("auditor", &catalogue()));
    bench.router.published(reservation);
    existing(bench.router.planned("auditor", &catalogue()));
    existing(bench.router.planned("writer", &catalogue()));
    assert_eq!(reason(&bench.router.planned("analyst", &catalogue())), Reason::PaletteBudgetExhausted);
    assert_eq!(bench.counts(), (1, 0));
}

#[test]
fn d2_11_what_a_plan_spent_is_gone_for_the_running_play() {
    let mut bench = Bench::new("{ role: writer }", 1);
    let reservation = held(bench.router.planned("auditor", &catalogue()));
    bench.router.published(reservation);
    assert_eq!(reason(&bench.seat("analyst")), Reason::PaletteBudgetExhausted);
}

#[test]
fn d2_14_d4_01_d3_31_a_request_has_no_field_for_who_asks_and_knows_four_operations() {
    let forged = serde_json::json!({ "instruction": "x", "requester_role": "orchestrator" });
    assert!(serde_json::from_value::<Request>(forged).is_err());
    let custom = serde_json::json!({ "instruction": "x", "operation": "shell" });
    assert!(serde_json::from_value::<Request>(custom).is_err());
    let plain: Request = serde_json::from_value(serde_json::json!({ "instruction": "x" })).unwrap();
    assert_eq!(plain.operation, OperationKind::Operate);
}

#[test]
fn pl_8_d3_01_d3_03_d4_02_a_worker_reaches_who_is_there_and_recruits_nobody() {
    let mut bench = Bench::new("{ role: writer, disposition: emission_capable }, { role: critic }", 5);
    assert_eq!(existing(bench.worker("casts/writer", Some("critic"))).role.to_string(), "casts/critic");
    assert_eq!(reason(&bench.worker("casts/writer", Some("auditor"))), Reason::RequesterNotAuthorized);
    assert_eq!(reason(&bench.worker("casts/writer", Some("ghost"))), Reason::UnknownCatalogRole);
    assert_eq!(
        reason(&bench.worker("casts/writer", Some("company/support-agent"))),
        Reason::UnknownCatalogRole,
        "a profile is never recruited"
    );
    assert_eq!(bench.counts(), (0, 0));
}

#[test]
fn pl_9_d3_26_a_blank_assignee_is_the_asker_s_own_route() {
    let mut bench = Bench::new("{ role: writer, disposition: emission_capable }", 5);
    for blank in [None, Some(""), Some("  ")] {
        assert_eq!(existing(bench.worker("casts/writer", blank)).role.to_string(), "casts/writer");
    }
}

#[test]
fn d3_05_d2_08_where_the_palette_lets_nobody_recruit_the_seat_may_not_either() {
    let checked = play(
        "  roles: [{ role: writer }]\n  expansion: { max_new_roles: 3, orchestrator_may_expand: false }",
    )
    .unwrap();
    let mut bench = Bench { router: Router::new(&checked), play: checked };
    assert_eq!(reason(&bench.seat("auditor")), Reason::RequesterNotAuthorized);
    assert_eq!(reason(&bench.router.planned("auditor", &catalogue())), Reason::RequesterNotAuthorized);
}

#[test]
fn pl_10_d3_06_d3_24_a_unit_is_held_then_spent_and_the_role_is_there_for_all() {
    let mut bench = Bench::new("{ role: writer, disposition: emission_capable }", 1);
    let reservation = held(bench.seat("auditor"));
    assert_eq!(bench.counts(), (0, 1));
    assert_eq!(bench.router.routes().count(), 1, "no route yet");
    bench.router.published(reservation);
    assert_eq!(bench.counts(), (1, 0));
    existing(bench.worker("casts/writer", Some("auditor")));
    assert_eq!(bench.counts(), (1, 0));
}

#[test]
fn d3_07_d3_10_a_role_that_is_under_way_is_waited_for_and_another_gets_its_answer_at_once() {
    let mut bench = Bench::new("{ role: writer }", 1);
    let _reservation = held(bench.seat("auditor"));
    assert!(matches!(bench.seat("auditor"), Step::Wait(role) if role.to_string() == "casts/auditor"));
    assert_eq!(reason(&bench.seat("analyst")), Reason::PaletteBudgetExhausted);
}

#[test]
fn d3_13_d3_14_a_failure_frees_the_unit_and_a_new_attempt_can_be_made() {
    let mut bench = Bench::new("{ role: writer }", 1);
    let reservation = held(bench.seat("auditor"));
    let refusal = bench.router.failed(reservation, "no model");
    assert_eq!((refusal.reason, bench.counts()), (Reason::RoleProvisionFailed, (0, 0)));
    let reservation = held(bench.seat("auditor"));
    bench.router.published(reservation);
    assert_eq!(bench.counts(), (1, 0));
}

#[test]
fn pl_11_d4_03_d4_06_d4_21_who_asks_is_what_the_graph_stamped_and_the_seat_is_a_place() {
    let mut bench = Bench::new("{ role: writer }", 1);
    let nobody = Emitter { operation: None, route: None, seat: false };
    assert_eq!(
        reason(&bench.router.route(&request(Some("auditor")), &nobody, &catalogue())),
        Reason::RequesterNotAuthorized
    );
    existing(bench.router.route(&request(Some("writer")), &nobody, &catalogue()));
    // A child that runs on the seat's role does not sit in the seat.
    let seat = bench.play.seat.clone();
    let child = Emitter { operation: None, route: Some(&seat), seat: false };
    assert_eq!(
        reason(&bench.router.route(&request(Some("auditor")), &child, &catalogue())),
        Reason::RequesterNotAuthorized
    );
}

#[test]
fn pl_12_a_terminal_role_may_not_spawn_and_still_hands_in_its_results() {
    let mut bench = Bench::new("{ role: reviewer }, { role: writer }", 1);
    assert_eq!(reason(&bench.worker("casts/reviewer", Some("writer"))), Reason::NotEmissionCapable);
    let reviewer = bench.play.initial[0].clone();
    assert!(reviewer.emits.may_emit("Verdict") && reviewer.emits.may_emit("EscalationRequest"), "case D4-18");
    assert!(!reviewer.emits.may_emit("DesignSpec") && !reviewer.emits.may_spawn());
}

fn operation(number: usize) -> OperationId {
    format!("op-{number}").parse().unwrap()
}

fn child(number: usize, emitter: Option<usize>) -> Candidate {
    Candidate {
        id: operation(number),
        emitter: emitter.map(operation),
        independent: false,
        before: Vec::new(),
        repeats: false,
    }
}

fn limits(max_spawn: u32, max_depth: u32, per_minute: u32) -> Limits {
    Limits { max_spawn, max_depth, max_spawn_per_minute: per_minute, ..Limits::default() }
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_secs(seconds)
}

#[test]
fn pl_13_ad_01_ad_02_exactly_so_many_spawns_are_admitted() {
    for max in [0, 5] {
        let mut admission = Admission::new(&limits(max, 100, 1000));
        admission.plan(operation(0), &[]);
        let admitted = (1..=max as usize + 2).map(|n| admission.admit(&child(n, Some(0)), at(0)));
        let reasons: Vec<_> = admitted.filter_map(Result::err).map(|refusal| refusal.reason).collect();
        assert_eq!(reasons, [Reason::MaxSpawnExceeded; 2]);
        assert_eq!(admission.count().used, max);
    }
}

#[test]
fn ad_03_ad_10_ad_11_a_duplicate_is_told_before_the_limit_and_costs_nothing() {
    let mut admission = Admission::new(&limits(1, 100, 1000));
    admission.admit(&child(1, None), at(0)).unwrap();
    let again = admission.admit(&child(1, None), at(0)).unwrap_err();
    assert_eq!(again.reason, Reason::Duplicate);
    let repeat = Candidate { repeats: true, ..child(2, None) };
    assert_eq!(admission.admit(&repeat, at(0)).unwrap_err().reason, Reason::Duplicate);
    assert_eq!(admission.count().used, 1);
}

#[test]
fn pl_14_depth_and_velocity_are_bounded() {
    let mut admission = Admission::new(&limits(100, 2, 3));
    admission.plan(operation(0), &[]);
    admission.admit(&child(1, Some(0)), at(0)).unwrap();
    admission.admit(&child(2, Some(1)), at(0)).unwrap();
    assert_eq!(admission.admit(&child(3, Some(2)), at(0)).unwrap_err().reason, Reason::MaxDepthExceeded);
    admission.admit(&child(4, Some(0)), at(30)).unwrap();
    assert_eq!(admission.admit(&child(5, Some(0)), at(59)).unwrap_err().reason, Reason::VelocityExceeded);
    admission.admit(&child(5, Some(0)), at(60)).unwrap();
}

#[test]
fn ad_09_d4_10_a_child_that_would_close_a_cycle_is_taken_back() {
    let mut admission = Admission::new(&limits(100, 10, 1000));
    admission.plan(operation(0), &[]);
    admission.admit(&child(1, Some(0)), at(0)).unwrap();
    let before = serde_json::to_value(&admission).unwrap();
    let closing = Candidate { before: vec![operation(0)], ..child(2, Some(1)) };
    assert_eq!(admission.admit(&closing, at(0)).unwrap_err().reason, Reason::Cycle);
    assert_eq!(serde_json::to_value(&admission).unwrap(), before, "the graph is as before");
    admission.admit(&child(2, Some(1)), at(0)).unwrap();
}

#[test]
fn ad_06_d4_15_a_detail_holds_500_characters_no_secret_and_no_absolute_path() {
    let long = domain::palette::detail(&"x".repeat(900));
    assert_eq!(long.chars().count(), 500);
    let secret = format!("sk-{}", "a1".repeat(12));
    let told = domain::palette::detail(&format!("cannot open /etc/passwd with {secret}"));
    assert!(!told.contains("/etc") && !told.contains(&secret), "{told}");
}

fn clause(may_spawn: bool, may_expand: bool, new_roles: u32, spawns: u32) -> String {
    let assignees: Vec<RoleName> = vec!["casts/writer".parse().unwrap(), "casts/critic".parse().unwrap()];
    let input = ClauseInput {
        may_spawn,
        assignees: &assignees,
        may_expand,
        remaining_new_roles: new_roles,
        remaining_spawns: spawns,
    };
    with_clause("You write.\n", &input)
}

#[test]
fn pl_15_d5_01_d5_02_d5_08_d5_14_one_block_says_what_may_be_asked_for() {
    let leaf = clause(false, false, 0, 0);
    assert!(leaf.contains("cannot create work") && leaf.contains("escalate"));
    let seat = clause(true, true, 2, 7);
    for told in ["casts/critic, casts/writer", "2 can still be recruited", "7 spawns", "ledger"] {
        assert!(seat.contains(told), "{told}: {seat}");
    }
    assert!(clause(true, false, 2, 7).contains("not available to you"));
    assert_eq!(seat, clause(true, true, 2, 7), "the same bytes");
}

#[test]
fn d5_03_d5_04_a_later_grant_replaces_the_block() {
    let input = |may_spawn| ClauseInput {
        may_spawn,
        assignees: &[],
        may_expand: false,
        remaining_new_roles: 0,
        remaining_spawns: 1,
    };
    let leaf = with_clause("You write.", &input(false));
    let granted = with_clause(&leaf, &input(true));
    assert!(!granted.contains("cannot create work"));
    assert_eq!(granted.matches("<!-- bailiwick:delegation -->").count(), 1);
    assert_eq!(with_clause(&granted, &input(true)), granted);
    let open = "Text <!-- bailiwick:delegation --> without an end";
    assert_eq!(with_clause(open, &input(true)), open);
}

#[test]
fn pl_16_the_shipped_play_and_its_script_have_no_fault() {
    let folder = roles().join("company/rehearsals");
    let play = std::fs::read(folder.join("launch-page.yaml")).unwrap();
    let checked = examine("launch-page.yaml", &play, &catalogue()).unwrap();
    assert_eq!(checked.initial.len(), 4);
    let script = std::fs::read(folder.join("launch-page.rehearsal.yaml")).unwrap();
    assert!(read_script("launch-page.rehearsal.yaml", &script).unwrap().operations.len() > 5);
    assert!(checked.play.objective_with(&BTreeMap::from([("odd".to_owned(), "x".to_owned())])).is_err());
}

#[test]
fn p_01_p_10_p_11_casts_has_forty_roles_each_escalates_once_and_none_spawns() {
    let casts = &PACKS[0];
    assert_eq!((casts.roles.len(), casts.modes.len()), (40, 14));
    for role in &casts.roles {
        let route = roster(&format!("{{ role: {} }}", role.header.id), 0).initial[0].clone();
        let names = route.emits.names();
        assert_eq!(names.iter().filter(|name| **name == "EscalationRequest").count(), 1, "{}", role.name);
        assert!(!names.contains(&"SpawnRequest"), "{}", role.name);
    }
}

proptest! {
    /// Case D3-36: whatever comes in whatever order, the numbers agree with the sets.
    #[test]
    fn d3_36_units_are_exact_after_every_step(max in 0_u32..4, steps in prop::collection::vec((0_usize..4, 0_usize..5), 0..40)) {
        let names = ["auditor", "analyst", "tester", "planner", "writer"];
        let mut bench = Bench::new("{ role: writer }", max);
        let mut under_way: Vec<Reservation> = Vec::new();
        for (what, which) in steps {
            match what {
                0 | 1 => if let Step::Provision(reservation) = bench.seat(names[which]) {
                    under_way.push(reservation);
                },
                2 => if let Some(reservation) = under_way.pop() {
                    bench.router.published(reservation);
                },
                _ => if let Some(reservation) = under_way.pop() {
                    bench.router.failed(reservation, "no");
                },
            }
            let count = bench.router.count();
            prop_assert_eq!(count.reserved as usize, under_way.len());
            prop_assert!(count.consumed + count.reserved <= max);
            prop_assert_eq!(bench.router.routes().count(), 1 + count.consumed as usize);
        }
    }
}
