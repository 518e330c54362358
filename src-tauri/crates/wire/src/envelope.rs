//! How a request travels, and how a no looks.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::contract::Request;

/// One request on its way to the host.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Envelope {
    /// Names an acting request, which the host answers once: the same id gets the same reply and acts no
    /// second time. Reading requests carry none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<domain::ids::RequestId>,
    /// What is asked.
    #[serde(flatten)]
    pub request: Request,
}

/// What a front does differently for a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FailureCode {
    /// A rule, a signature or a person said no. The command line exits with 1.
    Refused,
    /// The request names something that is not there or is not well formed. Exits with 2.
    Invalid,
    /// The host, its store or a server cannot answer now. Exits with 2; asking again may help.
    Unavailable,
    /// The process that hosted the data folder has ended. The same request can be asked of the next one.
    Gone,
    /// What would be done is more than was asked for; the same request with `confirm` does it.
    Confirm,
}

/// A typed no: what happened, in the user's words, and what to do next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What a front does differently.
    pub code: FailureCode,
    /// One line, lower case.
    pub message: String,
    /// The next step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hint: Option<String>,
    /// Further lines: files that differ, choices, places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
}

impl Failure {
    /// A no of this kind.
    pub fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), hint: None, details: Vec::new() }
    }

    /// A rule, a signature or a person said no.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(FailureCode::Refused, message)
    }

    /// The request names something that is not there, or is not well formed.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(FailureCode::Invalid, message)
    }

    /// Nothing can be answered now.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(FailureCode::Unavailable, message)
    }

    /// The same, with the next step.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same, with further lines.
    #[must_use]
    pub fn details(mut self, details: Vec<String>) -> Self {
        self.details = details;
        self
    }
}
