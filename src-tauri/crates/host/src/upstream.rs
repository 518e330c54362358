//! What lies behind the gate: the servers of each company, built-in and added.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError, RwLock, Weak};

use domain::authority::Permit;
use domain::ids::{CompanyId, ServerId};
use serde_json::value::RawValue;
use tokio::sync::broadcast;

use crate::builtin::{self, workspace};
use crate::gate::Caller;
use crate::host::Host;
use crate::mcp::{CallError, CallOutcome, Definition, Servers, Status};
use crate::organization;
use crate::store::{Store, StoreError};

/// The servers of all companies.
pub(crate) struct Upstreams {
    store: Store,
    supervisor: PathBuf,
    companies: RwLock<HashMap<CompanyId, Arc<Servers>>>,
    host: OnceLock<Weak<Host>>,
}

/// Why an allowed call came to no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UpstreamError {
    /// The server says why.
    #[error(transparent)]
    Server(#[from] CallError),
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The host ends.
    #[error("the host is ending")]
    Ending,
}

impl Upstreams {
    pub(crate) fn new(store: Store) -> Self {
        Self { store, supervisor: supervisor(), companies: RwLock::default(), host: OnceLock::new() }
    }

    /// Whose servers these are. Said once, when the host stands.
    pub(crate) fn serve(&self, host: &Arc<Host>) {
        drop(self.host.set(Arc::downgrade(host)));
    }

    /// Carries out one call. The permit is used up.
    pub(crate) async fn call(
        &self,
        caller: &Caller,
        permit: Permit,
        arguments: Box<RawValue>,
    ) -> Result<CallOutcome, UpstreamError> {
        let tool = permit.tool().clone();
        match tool.server.as_str() {
            "workspace" => {
                let host = self.host()?;
                let folder = organization::folder(&host, &caller.company).await?;
                let work = move || match serde_json::from_str(arguments.get()) {
                    Ok(arguments) => workspace::call(&folder, &tool.name, &arguments),
                    Err(error) => builtin::text(&error.to_string(), true),
                };
                tokio::task::spawn_blocking(work).await.map_err(|_| UpstreamError::Ending)
            }
            "org" => {
                let host = self.host()?;
                match serde_json::from_str(arguments.get()) {
                    Ok(arguments) => Ok(organization::call(&host, caller, &tool.name, &arguments).await),
                    Err(error) => Ok(builtin::text(&error.to_string(), true)),
                }
            }
            _ => Ok(self.of(&caller.company).await?.call(permit, arguments).await?),
        }
    }

    /// The added servers of a company, defined as the store has them.
    pub(crate) async fn of(&self, company: &CompanyId) -> Result<Arc<Servers>, StoreError> {
        if let Some(servers) = self.known(company) {
            return Ok(servers);
        }
        let servers = Arc::new(Servers::new(self.supervisor.clone()));
        for server in self.store.servers(company).await? {
            servers.define(definition(server));
        }
        let servers = {
            let mut companies = self.companies.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(companies.entry(company.clone()).or_insert(servers))
        };
        if let Some(host) = self.host.get() {
            tokio::spawn(follow(Weak::clone(host), company.clone(), servers.changes()));
        }
        Ok(servers)
    }

    /// The processes that were started for servers.
    pub(crate) fn processes(&self) -> HashSet<u32> {
        let companies = self.companies.read().unwrap_or_else(PoisonError::into_inner);
        companies.values().flat_map(|servers| servers.processes()).collect()
    }

    /// Ends every server.
    pub(crate) async fn shutdown(&self) {
        let all: Vec<_> =
            self.companies.write().unwrap_or_else(PoisonError::into_inner).drain().map(|(_, s)| s).collect();
        for servers in all {
            servers.shutdown().await;
        }
    }

    fn known(&self, company: &CompanyId) -> Option<Arc<Servers>> {
        self.companies.read().unwrap_or_else(PoisonError::into_inner).get(company).cloned()
    }

    fn host(&self) -> Result<Arc<Host>, UpstreamError> {
        self.host.get().and_then(Weak::upgrade).ok_or(UpstreamError::Ending)
    }
}

/// A server of the store, as it is started.
pub(crate) fn definition(server: crate::store::server::Server) -> Definition {
    Definition { id: server.id, command: server.command, env: server.env }
}

/// Keeps the store in step with what a company's servers report.
async fn follow(host: Weak<Host>, company: CompanyId, mut changes: broadcast::Receiver<ServerId>) {
    loop {
        let ids = match changes.recv().await {
            Ok(id) => vec![id],
            Err(broadcast::error::RecvError::Lagged(_)) => Vec::new(),
            Err(broadcast::error::RecvError::Closed) => return,
        };
        let Some(host) = host.upgrade() else { return };
        for id in ids {
            note(&host, &company, &id).await;
        }
    }
}

async fn note(host: &Arc<Host>, company: &CompanyId, id: &ServerId) {
    let Some(status) = host.upstreams.known(company).and_then(|servers| servers.status(id)) else { return };
    if let Err(error) = organization::keep_reported(host, company, id, &status).await {
        tracing::warn!(%error, server = %id, "what a server reports could not be kept");
    }
}

/// The program that starts servers: the command, which lies beside whatever program hosts.
fn supervisor() -> PathBuf {
    let this = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("bailiwick"));
    let beside = this.with_file_name("bailiwick");
    if beside.exists() { beside } else { this }
}

/// Whether a status has a list to keep.
pub(crate) fn has_list(status: &Status) -> bool {
    status.state == crate::mcp::State::Ready
}
