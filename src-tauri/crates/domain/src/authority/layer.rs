//! The words of a rule.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A text that is none of the words of its kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no {kind}: use {words}")]
pub struct WordError {
    kind: &'static str,
    text: String,
    words: &'static str,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident, $kind:literal, $list:literal, $($(#[$inner:meta])* $variant:ident $word:literal,)+) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$inner])* $variant,)+
        }

        impl $name {
            /// The word, as it is written and stored.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word,)+ }
            }
        }

        impl FromStr for $name {
            type Err = WordError;
            fn from_str(text: &str) -> Result<Self, WordError> {
                match text {
                    $($word => Ok($name::$variant),)+
                    _ => Err(WordError { kind: $kind, text: text.chars().take(80).collect(), words: $list }),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

words! {
    /// Where a rule was written. A greater one has precedence.
    Layer, "layer", "role, extension, company, employee or platform",
    /// The signed role pack.
    Role "role",
    /// Suggested grants of a server preset or a skill, accepted by the operator.
    Extension "extension",
    /// Company policy.
    Company "company",
    /// A grant to one employee.
    Employee "employee",
    /// Hard denies only.
    Platform "platform",
}

impl Layer {
    /// Every layer, lowest precedence first.
    pub const ALL: [Layer; 5] =
        [Layer::Role, Layer::Extension, Layer::Company, Layer::Employee, Layer::Platform];
}

words! {
    /// What a rule says. A greater one is stricter.
    Effect, "effect", "allow, ask or deny",
    /// The call may happen.
    Allow "allow",
    /// A person decides each call.
    Ask "ask",
    /// The call may not happen.
    Deny "deny",
}

words! {
    /// What resolving answers. A greater one is stricter.
    Verdict, "verdict", "allow, ask or deny",
    /// The call may happen.
    Allow "allow",
    /// A person decides this call.
    Ask "ask",
    /// The call may not happen.
    Deny "deny",
}

impl From<Effect> for Verdict {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Allow => Verdict::Allow,
            Effect::Ask => Verdict::Ask,
            Effect::Deny => Verdict::Deny,
        }
    }
}

words! {
    /// What holds for a tool that no rule speaks of.
    Unlisted, "setting for unlisted tools", "deny, ask or allow",
    /// Nothing goes that was not allowed.
    Deny "deny",
    /// A person decides each call.
    Ask "ask",
    /// Everything goes that was not denied.
    Allow "allow",
}

impl From<Unlisted> for Verdict {
    fn from(unlisted: Unlisted) -> Self {
        match unlisted {
            Unlisted::Deny => Verdict::Deny,
            Unlisted::Ask => Verdict::Ask,
            Unlisted::Allow => Verdict::Allow,
        }
    }
}
