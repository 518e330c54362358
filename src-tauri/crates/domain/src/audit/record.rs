//! One record and its hash.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Hash, leaf_hash};

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident $text:literal,)+) => {
        /// What a record tells of.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Kind {
            $($(#[$doc])* #[serde(rename = $text)] $variant,)+
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &[Kind] = &[$(Kind::$variant,)+];

            /// As it is stored.
            pub fn as_str(self) -> &'static str {
                match self { $(Kind::$variant => $text,)+ }
            }
        }
    };
}

kinds! {
    /// A company was founded.
    CompanyFounded "company.founded",
    /// Somebody was hired.
    EmployeeHired "employee.hired",
    /// An agent asked for somebody to be hired.
    EmployeeProposed "employee.proposed",
    /// Somebody was suspended.
    EmployeeSuspended "employee.suspended",
    /// A suspension ended.
    EmployeeResumed "employee.resumed",
    /// A contractor joined a run.
    ContractorJoined "contractor.joined",
    /// A contractor left with its run.
    ContractorLeft "contractor.left",
    /// A pack was installed.
    PackInstalled "pack.installed",
    /// A pack was refused.
    PackRefused "pack.refused",
    /// An installed pack is no longer what was signed.
    PackBroken "pack.broken",
    /// A publisher's key is trusted.
    TrustAdded "trust.added",
    /// A rule was written.
    GrantAdded "grant.added",
    /// A rule was taken back.
    GrantRevoked "grant.revoked",
    /// A server was added.
    ServerAdded "server.added",
    /// A server's list of tools was approved.
    ServerApproved "server.approved",
    /// A server was started by a person.
    ServerStarted "server.started",
    /// A server was stopped by a person.
    ServerStopped "server.stopped",
    /// A server's tools differ from what was approved.
    ServerDrifted "server.drifted",
    /// A call was judged.
    CallDecided "call.decided",
    /// What came of a call that was allowed.
    CallClosed "call.closed",
    /// A refused call was tried again.
    ViolationRepeated "violation.repeated",
    /// A person is asked.
    ApprovalAsked "approval.asked",
    /// A person answered.
    ApprovalAnswered "approval.answered",
    /// Nobody answered in time.
    ApprovalExpired "approval.expired",
    /// A play began.
    RunStarted "run.started",
    /// A play ended.
    RunEnded "run.ended",
    /// A spawn was asked for.
    LedgerEntry "ledger.entry",
    /// An employee wrote to a colleague.
    MessageSent "message.sent",
    /// An employee gave a result.
    ResultReported "result.reported",
    /// An employee passed something up.
    Escalated "escalated",
    /// An employee kept a note.
    JournalWritten "journal.written",
    /// A process that we started tried to act for a person.
    ActRefused "act.refused",
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::str::FromStr for Kind {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Kind::ALL.iter().copied().find(|kind| kind.as_str() == text).ok_or(())
    }
}

/// Everything of a record that its hash covers. The body is covered through its commitment, so that it can
/// be redacted and every proof still holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// When it was committed.
    pub at: Timestamp,
    /// What it tells of, as stored: a log may hold kinds of a newer version.
    pub kind: String,
    /// The company; nothing in the installation's log.
    pub company_id: Option<String>,
    /// Who did it.
    pub actor: String,
    /// To whom or what.
    pub subject: String,
    /// The run that it belongs to.
    pub run_id: Option<String>,
    /// The operation that it belongs to.
    pub operation_id: Option<String>,
    /// Who asked whom, from the person down.
    pub delegation: Vec<String>,
    /// SHA-256 of salt and body, hex.
    pub body_commitment: String,
    /// The hash of the record before, hex.
    pub prev: String,
}

/// A record with its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// What the hash covers.
    pub head: Head,
    /// RFC 6962 leaf hash of the canonical head.
    pub hash: Hash,
}

/// A value that has no canonical form.
#[derive(Debug, thiserror::Error)]
#[error("a value has no canonical form: {0}")]
pub struct NotCanonical(String);

/// The canonical bytes of a value. *Source:* RFC 8785.
///
/// *Errors:* numbers that are not finite, keys that are no text.
pub fn canonical(value: &impl Serialize) -> Result<Vec<u8>, NotCanonical> {
    serde_json_canonicalizer::to_vec(value).map_err(|error| NotCanonical(error.to_string()))
}

/// What a head holds of a body: SHA-256 of 16 bytes of salt and the canonical body, hex.
pub fn commitment(salt: &[u8; 16], body: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(salt);
    hash.update(body);
    hex::encode(hash.finalize())
}

/// A head with its hash.
pub fn seal(head: Head) -> Result<Record, NotCanonical> {
    let hash = leaf_hash(&canonical(&head)?);
    Ok(Record { head, hash })
}
