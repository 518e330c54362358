//! The one door through which this chapter's tables are checked: a small company, and what comes out of it.

use domain::authority::{
    CatalogueEntry, Decision, Effect, EmployeePolicy, Layer, ListEntry, Policy, Question, RoleLists, Rule,
    RuleId, Scope, Snapshot, Source, ToolState, Unlisted, resolve,
};
use domain::ids::EmployeeId;
use domain::tool::Tool;

/// A company with one employee, as plain text.
#[derive(Debug, Clone)]
pub(super) struct Company {
    pub tools: Vec<String>,
    pub quarantined: Vec<String>,
    pub unlisted: Unlisted,
    pub suspended: bool,
    pub allowed: Option<Vec<String>>,
    pub ask: Option<Vec<String>>,
    pub denied: Option<Vec<String>>,
    pub rules: Vec<Written>,
}

/// A rule that a person wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Written {
    pub id: String,
    pub layer: Layer,
    pub effect: Effect,
    pub pattern: String,
}

pub(super) fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

pub(super) fn company(tools: &[&str]) -> Company {
    Company {
        tools: texts(tools),
        quarantined: Vec::new(),
        unlisted: Unlisted::Deny,
        suspended: false,
        allowed: None,
        ask: None,
        denied: None,
        rules: Vec::new(),
    }
}

pub(super) fn somebody() -> EmployeeId {
    "somebody".parse().unwrap()
}

pub(super) fn tool(text: &str) -> Tool {
    text.parse().unwrap()
}

impl Company {
    pub(super) fn unlisted(mut self, unlisted: Unlisted) -> Self {
        self.unlisted = unlisted;
        self
    }

    pub(super) fn allowed(mut self, list: &[&str]) -> Self {
        self.allowed = Some(texts(list));
        self
    }

    pub(super) fn ask(mut self, list: &[&str]) -> Self {
        self.ask = Some(texts(list));
        self
    }

    pub(super) fn denied(mut self, list: &[&str]) -> Self {
        self.denied = Some(texts(list));
        self
    }

    pub(super) fn rule(self, layer: Layer, effect: Effect, pattern: &str) -> Self {
        let id = format!("r{}", self.rules.len() + 1);
        self.with(Written { id, layer, effect, pattern: pattern.to_owned() })
    }

    pub(super) fn with(mut self, rule: Written) -> Self {
        self.rules.push(rule);
        self
    }

    pub(super) fn catalogue(&self) -> Vec<CatalogueEntry> {
        let entry = |text: &String| CatalogueEntry {
            tool: tool(text),
            pin: format!("pin of {text}"),
            state: if self.quarantined.contains(text) {
                ToolState::Quarantined("new".to_owned())
            } else {
                ToolState::Ready
            },
        };
        self.tools.iter().map(entry).collect()
    }

    pub(super) fn rules(&self) -> Vec<Rule> {
        let rule = |written: &Written| Rule {
            id: RuleId::new(&written.id),
            layer: written.layer,
            scope: if written.layer == Layer::Employee {
                Scope::Employee(somebody())
            } else {
                Scope::Company
            },
            effect: written.effect,
            pattern: written.pattern.parse().unwrap(),
            source: Source::World {},
        };
        self.rules.iter().map(rule).collect()
    }

    pub(super) fn employee(&self) -> EmployeePolicy {
        let lists = RoleLists {
            name: "acme/role@1.0.0".to_owned(),
            allowed: entries("allowed", self.allowed.as_ref()),
            ask: entries("ask", self.ask.as_ref()),
            denied: entries("denied", self.denied.as_ref()),
        };
        EmployeePolicy { id: somebody(), lists, suspended: self.suspended }
    }

    pub(super) fn policy(&self) -> Policy {
        Policy { unlisted: self.unlisted, rules: self.rules(), employees: vec![self.employee()] }
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot::compile(self.catalogue(), &self.policy(), None)
    }

    pub(super) fn decide(&self, text: &str) -> Decision {
        decide(&self.snapshot(), text)
    }

    /// `verdict code layer`, layer where there is one.
    #[track_caller]
    pub(super) fn check(&self, expected: &[(&str, &str)]) -> &Self {
        let snapshot = self.snapshot();
        for (text, wanted) in expected {
            assert_eq!(shown(&decide(&snapshot, text)), *wanted, "{text} in {self:?}");
        }
        self
    }
}

fn entries(list: &str, patterns: Option<&Vec<String>>) -> Option<Vec<ListEntry>> {
    let entry = |(index, pattern): (usize, &String)| ListEntry {
        pattern: pattern.parse().unwrap(),
        source: Source::Pack {
            pack: "acme".to_owned(),
            version: "1.0.0".to_owned(),
            file: format!("roles/role/{list}.md"),
            line: u32::try_from(index).unwrap() + 1,
        },
    };
    Some(patterns?.iter().enumerate().map(entry).collect())
}

pub(super) fn decide(snapshot: &Snapshot, text: &str) -> Decision {
    let (employee, tool) = (somebody(), tool(text));
    let question = Question { employee: &employee, tool: &tool, arguments_digest: None, approval: None };
    resolve(snapshot, &question).decision
}

pub(super) fn shown(decision: &Decision) -> String {
    let layer = decision.layer.map_or(String::new(), |layer| format!(" {layer}"));
    format!("{} {}{layer}", decision.verdict, decision.code)
}
