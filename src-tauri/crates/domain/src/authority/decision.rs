//! A decision: the verdict with its story, the same on every screen, in every command and in the record.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Effect, Layer, RuleId, Source, Verdict};
use crate::ids::ApprovalId;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident $text:literal,)+) => {
        /// Why the verdict is what it is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
        #[serde(rename_all = "snake_case")]
        pub enum Code {
            $($(#[$doc])* $variant,)+
        }

        impl Code {
            /// As it is stored and shown.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $text,)+ }
            }
        }

        impl std::str::FromStr for Code {
            type Err = ();
            fn from_str(text: &str) -> Result<Self, ()> {
                match text { $($text => Ok(Code::$variant),)+ _ => Err(()) }
            }
        }
    };
}

codes! {
    /// A rule or the company's setting allows it.
    Allowed "allowed",
    /// A person decides this call.
    NeedsApproval "needs_approval",
    /// A deny of role, extension, company or employee decides.
    DeniedByRule "denied_by_rule",
    /// Nobody spoke, and what is not listed is denied.
    NotListed "not_listed",
    /// A platform deny.
    HardDenied "hard_denied",
    /// The tool waits for a person to look at it.
    Quarantined "quarantined",
    /// No server offers the tool by this exact name.
    UnknownTool "unknown_tool",
    /// Only a bare entry means it, and that one means tools of several servers.
    AmbiguousEntry "ambiguous_entry",
    /// The employee is suspended, or its pack is no longer what was signed.
    EmployeeSuspended "employee_suspended",
    /// A person declined this call.
    ApprovalDeclined "approval_declined",
    /// Nobody answered in time.
    ApprovalExpired "approval_expired",
    /// The rules, the store or the record cannot be read or written.
    PolicyUnavailable "policy_unavailable",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Which layer decided; `unlisted` where nobody spoke.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DecidingLayer {
    /// The role's lists.
    Role,
    /// A server preset or a skill.
    Extension,
    /// Company policy.
    Company,
    /// A grant.
    Employee,
    /// A hard deny, a quarantine or a suspension.
    Platform,
    /// The company's setting for tools that no rule speaks of.
    Unlisted,
}

impl DecidingLayer {
    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            DecidingLayer::Role => "role",
            DecidingLayer::Extension => "extension",
            DecidingLayer::Company => "company",
            DecidingLayer::Employee => "employee",
            DecidingLayer::Platform => "platform",
            DecidingLayer::Unlisted => "unlisted",
        }
    }
}

impl From<Layer> for DecidingLayer {
    fn from(layer: Layer) -> Self {
        match layer {
            Layer::Role => DecidingLayer::Role,
            Layer::Extension => DecidingLayer::Extension,
            Layer::Company => DecidingLayer::Company,
            Layer::Employee => DecidingLayer::Employee,
            Layer::Platform => DecidingLayer::Platform,
        }
    }
}

impl fmt::Display for DecidingLayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A rule, with where it was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RuleRef {
    /// Its id.
    pub id: RuleId,
    /// Its layer.
    pub layer: Layer,
    /// What it says.
    pub effect: Effect,
    /// As it was written.
    pub pattern: String,
    /// Where it was written.
    pub source: Source,
    /// Whether it met the tool's name by case or look-alike only.
    pub look_alike: bool,
}

impl RuleRef {
    /// Where it was written, in words.
    pub fn origin(&self) -> String {
        self.source.to_string()
    }
}

/// What one layer says of the tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TraceStep {
    /// The layer.
    pub layer: DecidingLayer,
    /// What it would answer, were no other above it; nothing if it does not speak.
    pub verdict: Option<Verdict>,
    /// Its rules that meet the tool, the deciding effect first.
    pub rules: Vec<RuleRef>,
}

/// A verdict with its story.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Decision {
    /// The answer.
    pub verdict: Verdict,
    /// Why.
    pub code: Code,
    /// The rule that decided; nothing where a setting or a state did.
    pub deciding_rule: Option<RuleRef>,
    /// The layer that decided; nothing for an unknown tool.
    pub layer: Option<DecidingLayer>,
    /// Rules of the same layer and effect, which would have decided the same.
    pub beside: Vec<RuleRef>,
    /// Rules of another effect that lost.
    pub overruled: Vec<RuleRef>,
    /// Every layer, highest precedence first.
    pub trace: Vec<TraceStep>,
    /// The revision of the employee's rules.
    pub policy_revision: u64,
    /// SHA-256 of the tool's definition, hex; nothing for an unknown tool.
    pub tool_pin: Option<String>,
    /// The person's answer that let an `ask` through.
    pub approval: Option<ApprovalId>,
}

impl Decision {
    /// A refusal that no rule made.
    pub(super) fn bare(code: Code, policy_revision: u64) -> Self {
        Self {
            verdict: Verdict::Deny,
            code,
            deciding_rule: None,
            layer: None,
            beside: Vec::new(),
            overruled: Vec::new(),
            trace: Vec::new(),
            policy_revision,
            tool_pin: None,
            approval: None,
        }
    }

    /// The refusal where rules, store or record cannot be read or written.
    pub fn unavailable() -> Self {
        Self::bare(Code::PolicyUnavailable, 0)
    }

    /// The refusal of a spawn or a delegation that the role may not ask for: no rule about tools made it.
    pub fn may_not_delegate() -> Self {
        Self { layer: Some(DecidingLayer::Platform), ..Self::bare(Code::DeniedByRule, 0) }
    }

    /// The refusal after a person declined, or nobody answered: the story of the `ask` stays.
    #[must_use]
    pub fn refused_as(mut self, code: Code) -> Self {
        self.verdict = Verdict::Deny;
        self.code = code;
        self
    }

    /// What the rules alone would answer, were the tool neither quarantined nor the employee suspended.
    fn without_state(&self) -> Option<Verdict> {
        let by_rules = |step: &&TraceStep| step.layer != DecidingLayer::Platform || !step.rules.is_empty();
        self.trace.iter().filter(by_rules).find_map(|step| step.verdict)
    }

    /// What the agent is told: the class, whether a retry can help, how to ask for access. Never a list, and
    /// the same words for a tool that is not granted and one that does not exist.
    pub fn told(&self) -> Told {
        let (class, retry, hint) = match self.code {
            Code::Allowed => (Class::Allowed, false, "this call is allowed"),
            Code::NeedsApproval => {
                (Class::NeedsApproval, true, "a person has to approve this call; call again and wait")
            }
            Code::DeniedByRule
            | Code::NotListed
            | Code::HardDenied
            | Code::UnknownTool
            | Code::AmbiguousEntry
            | Code::EmployeeSuspended => (
                Class::Policy,
                false,
                "this tool is not available to you; trying again changes nothing. If your work needs it, ask your \
                 manager through org/escalate",
            ),
            // Only somebody who would otherwise have the tool hears that it is there.
            Code::Quarantined if self.without_state() == Some(Verdict::Deny) => {
                return Self::bare(Code::NotListed, 0).told();
            }
            Code::Quarantined => (
                Class::Quarantined,
                false,
                "this tool waits for a person to look at it; go on without it or escalate",
            ),
            Code::ApprovalDeclined => {
                (Class::DeclinedNow, false, "a person declined this call; go on without it or escalate")
            }
            Code::ApprovalExpired => {
                (Class::DeclinedNow, true, "nobody answered in time; call again if it is still needed")
            }
            Code::PolicyUnavailable => {
                (Class::Unavailable, true, "calls cannot be judged or recorded now; nothing was run")
            }
        };
        Told { class, retry, hint: hint.to_owned() }
    }

    /// The decision in one sentence.
    pub fn sentence(&self) -> String {
        let by = |rule: &RuleRef| {
            let alike = if rule.look_alike { ", which its name resembles" } else { "" };
            format!("{} {} ({}){alike}", rule.effect, rule.pattern, rule.origin())
        };
        let layer = self.layer.map_or("", DecidingLayer::as_str);
        let overruled = match self.overruled.len() {
            0 => String::new(),
            1 => "; it overrules 1 rule".to_owned(),
            n => format!("; it overrules {n} rules"),
        };
        match (self.code, &self.deciding_rule) {
            (Code::UnknownTool, _) => "denied: no server offers a tool of exactly this name".to_owned(),
            (Code::PolicyUnavailable, _) => "denied: the rules cannot be read".to_owned(),
            (Code::EmployeeSuspended, _) => "denied: the employee is suspended".to_owned(),
            (Code::Quarantined, _) => "denied: the tool waits for a person to approve it".to_owned(),
            (Code::NotListed, _) => {
                "denied: no rule speaks of it, and what is not listed is denied".to_owned()
            }
            (Code::AmbiguousEntry, _) => {
                "denied: a bare entry means tools of several servers and so grants none; write server/tool"
                    .to_owned()
            }
            (Code::ApprovalDeclined, _) => "denied: a person declined this call".to_owned(),
            (Code::ApprovalExpired, _) => "denied: nobody answered before the deadline".to_owned(),
            (Code::Allowed, Some(rule)) if self.approval.is_some() => {
                format!("allowed once by a person; the {layer} layer asks: {}", by(rule))
            }
            (Code::Allowed, None) if self.approval.is_some() => {
                "allowed once by a person; unlisted tools are asked".to_owned()
            }
            (Code::Allowed, Some(rule)) => format!("allowed by the {layer} layer: {}{overruled}", by(rule)),
            (Code::Allowed, None) => {
                "allowed: no rule speaks of it, and unlisted tools are allowed".to_owned()
            }
            (Code::NeedsApproval, Some(rule)) => {
                format!("a person is asked, by the {layer} layer: {}{overruled}", by(rule))
            }
            (Code::NeedsApproval, None) => "a person is asked: unlisted tools are".to_owned(),
            (Code::DeniedByRule | Code::HardDenied, Some(rule)) => {
                format!("denied by the {layer} layer: {}{overruled}", by(rule))
            }
            (Code::DeniedByRule | Code::HardDenied, None) => format!("denied by the {layer} layer"),
        }
    }
}

/// What an agent is told of a refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Told {
    /// What kind of no.
    pub class: Class,
    /// Whether calling again can help.
    pub retry: bool,
    /// How to go on.
    pub hint: String,
}

/// The kinds of no that an agent can tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// It is no refusal.
    Allowed,
    /// The rules say no, until a person changes them.
    Policy,
    /// A person decides.
    NeedsApproval,
    /// The tool waits for a person.
    Quarantined,
    /// Not this time.
    DeclinedNow,
    /// Nothing can be judged now.
    Unavailable,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Allowed => "allowed",
            Class::Policy => "permanent policy",
            Class::NeedsApproval => "needs approval",
            Class::Quarantined => "quarantined",
            Class::DeclinedNow => "declined now",
            Class::Unavailable => "unavailable",
        })
    }
}
