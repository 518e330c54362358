//! Identifiers. Each is a type of its own, so that an employee never stands where a run is meant.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why a text is not an identifier of the kind asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a {kind}: {rule}")]
pub struct IdError {
    /// What was expected, in the glossary's word.
    pub kind: &'static str,
    /// The text as given, cut at 80 characters.
    pub text: String,
    /// The rule that it breaks.
    pub rule: &'static str,
}

impl IdError {
    fn new(kind: &'static str, text: &str, rule: &'static str) -> Self {
        Self { kind, text: text.chars().take(80).collect(), rule }
    }
}

const HANDLE_RULE: &str = "1 to 64 characters of a-z, A-Z, 0-9, - and _";
const SERVER_RULE: &str = "1 to 63 characters of a-z, 0-9 and -, beginning with a letter or digit";
const KEBAB_RULE: &str =
    "1 to 63 characters of a-z, 0-9 and single hyphens between them, beginning with a letter";

fn is_handle(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

fn is_server(text: &str) -> bool {
    (1..=63).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !text.starts_with('-')
}

fn is_kebab(text: &str) -> bool {
    (1..=63).contains(&text.len())
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && !text.ends_with('-')
        && !text.contains("--")
}

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident, $kind:literal, $check:ident, $rule:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
        #[serde(try_from = "String", into = "String")]
        #[ts(type = "string")]
        pub struct $name(std::sync::Arc<str>);

        impl $name {
            /// The identifier as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = IdError;
            fn from_str(text: &str) -> Result<Self, IdError> {
                if $check(text) { Ok(Self(text.into())) } else { Err(IdError::new($kind, text, $rule)) }
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.as_ref().to_owned()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

text_id!(/// A company.
    CompanyId, "company id", is_handle, HANDLE_RULE);
text_id!(/// A hired instance of a role, or a human.
    EmployeeId, "employee id", is_handle, HANDLE_RULE);
text_id!(/// One play at work.
    RunId, "run id", is_handle, HANDLE_RULE);
text_id!(/// One node in a run's graph.
    OperationId, "operation id", is_handle, HANDLE_RULE);
text_id!(/// A question that waits for a person.
    ApprovalId, "approval id", is_handle, HANDLE_RULE);
text_id!(/// A recorded attempt that was refused.
    ViolationId, "violation id", is_handle, HANDLE_RULE);
text_id!(/// An acting request, answered once.
    RequestId, "request id", is_handle, HANDLE_RULE);
text_id!(/// A server as the operator named it. *Source:* `[a-z0-9][a-z0-9-]{0,62}`.
    ServerId, "server id", is_server, SERVER_RULE);
text_id!(/// A role pack.
    PackId, "pack id", is_kebab, KEBAB_RULE);
text_id!(/// A role within its pack. Never used as a path.
    RoleId, "role id", is_kebab, KEBAB_RULE);
text_id!(/// A way of working.
    ModeId, "mode id", is_kebab, KEBAB_RULE);

/// A role's full name, `pack/role`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct RoleName {
    /// The pack that defines the role.
    pub pack: PackId,
    /// The role within it.
    pub role: RoleId,
}

impl FromStr for RoleName {
    type Err = IdError;
    fn from_str(text: &str) -> Result<Self, IdError> {
        let (pack, role) = text
            .split_once('/')
            .ok_or_else(|| IdError::new("role name", text, "a full name is written pack/role"))?;
        Ok(Self { pack: pack.parse()?, role: role.parse()? })
    }
}

impl TryFrom<String> for RoleName {
    type Error = IdError;
    fn try_from(text: String) -> Result<Self, IdError> {
        text.parse()
    }
}

impl From<RoleName> for String {
    fn from(name: RoleName) -> String {
        name.to_string()
    }
}

impl fmt::Display for RoleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.pack, self.role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_keep_their_alphabet() {
        assert!("orders-2".parse::<ServerId>().is_ok());
        assert!("-orders".parse::<ServerId>().is_err());
        assert!("Orders".parse::<ServerId>().is_err());
        assert!("support-agent".parse::<RoleId>().is_ok());
        for bad in ["../x", "/abs", "con ", "a--b", "a-", "", "C#", "rôle"] {
            assert!(bad.parse::<RoleId>().is_err(), "{bad:?}");
        }
        assert_eq!("casts/critic".parse::<RoleName>().map(|n| n.to_string()), Ok("casts/critic".to_owned()));
        assert!("critic".parse::<RoleName>().is_err());
    }
}
