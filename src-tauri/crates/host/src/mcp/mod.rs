//! temporary
use domain::ids::ServerId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::path::PathBuf;
#[derive(Debug, Clone)]
pub struct Definition {
    pub id: ServerId,
    pub command: Vec<String>,
    pub env: BTreeMap<String, String>,
    pub cwd: Option<PathBuf>,
}
#[derive(Debug, Clone)]
pub struct ReportedTool {
    pub name: String,
    pub definition: Box<RawValue>,
    pub pin: String,
    pub fault: Option<String>,
}
pub fn pin(definition: &serde_json::Value) -> Result<String, domain::audit::NotCanonical> {
    use sha2::Digest as _;
    Ok(hex::encode(sha2::Sha256::digest(domain::audit::canonical(definition)?)))
}
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Stopped,
    Starting,
    Ready,
    Failed,
}
impl State {
    pub fn as_str(self) -> &'static str {
        match self {
            State::Stopped => "stopped",
            State::Starting => "starting",
            State::Ready => "ready",
            State::Failed => "failed",
        }
    }
}
#[derive(Debug, Clone)]
pub struct Status {
    pub state: State,
    pub reason: Option<String>,
    pub log: Vec<String>,
    pub tools: Vec<ReportedTool>,
    pub pid: Option<u32>,
}
pub struct Servers {
    changes: tokio::sync::broadcast::Sender<ServerId>,
}
impl Servers {
    pub fn new(_supervisor: PathBuf) -> Self {
        Self { changes: tokio::sync::broadcast::channel(16).0 }
    }
    pub fn define(&self, _definition: Definition) {}
    pub async fn start(&self, _id: &ServerId) -> Status {
        Status { state: State::Failed, reason: None, log: vec![], tools: vec![], pid: None }
    }
    pub async fn stop(&self, _id: &ServerId) -> Status {
        self.start(_id).await
    }
    pub fn status(&self, _id: &ServerId) -> Option<Status> {
        None
    }
    pub fn changes(&self) -> tokio::sync::broadcast::Receiver<ServerId> {
        self.changes.subscribe()
    }
    pub async fn call(
        &self,
        _permit: domain::authority::Permit,
        _arguments: Box<RawValue>,
    ) -> Result<CallOutcome, CallError> {
        Err(CallError::Gone)
    }
    pub fn processes(&self) -> Vec<u32> {
        Vec::new()
    }
    pub async fn shutdown(&self) {}
}
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CallOutcome {
    pub result: Box<RawValue>,
    pub is_error: bool,
}
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    #[error("gone")]
    Gone,
}
pub mod supervise {
    pub fn main(_args: Vec<std::ffi::OsString>) -> std::process::ExitCode {
        std::process::ExitCode::FAILURE
    }
}
