//! The host: one process that owns a data folder.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;

use domain::event::{Event, Fact};
use domain::ids::{CompanyId, EmployeeId, RequestId};
use serde_json::value::RawValue;
use tokio::sync::{Mutex, OwnedMutexGuard, mpsc, watch};
use wire::{Envelope, Failure, Kind};

use crate::approvals::Approvals;
use crate::bus::Published;
use crate::checkpoints::Checkpoints;
use crate::clock::Clock;
use crate::gate::Gate;
use crate::lock::{FolderLock, Taken};
use crate::packs::Packs;
use crate::policy::{Policies, PolicyChanges};
use crate::recruit::Runs;
use crate::store::Store;
use crate::upstream::Upstreams;
use crate::{control, requests};

/// How a host works.
#[derive(Debug, Clone)]
pub struct Options {
    /// Whether servers are started at once. A command that only asks starts them when a call needs one.
    pub start_servers: bool,
    /// How long a question waits for a person.
    pub approval_deadline: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self { start_servers: false, approval_deadline: Duration::from_mins(10) }
    }
}

impl Options {
    /// For a window or a browser front, which stay.
    pub fn at_work() -> Self {
        Self { start_servers: true, ..Self::default() }
    }
}

/// One process's hold on a data folder.
pub struct Host {
    pub(crate) data: PathBuf,
    pub(crate) operator: String,
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) checkpoints: Arc<Checkpoints>,
    pub(crate) policies: Arc<Policies>,
    pub(crate) upstreams: Arc<Upstreams>,
    pub(crate) approvals: Arc<Approvals>,
    pub(crate) packs: Arc<Packs>,
    pub(crate) acting: Acting,
    pub(crate) runs: Runs,
    gate: Arc<Gate>,
    ended: watch::Sender<bool>,
    under_way: watch::Sender<u32>,
    socket: PathBuf,
    lock: Mutex<Option<FolderLock>>,
}

impl Host {
    /// Takes the data folder; nothing if another process has it.
    ///
    /// *Errors:* the folder cannot be made, the database cannot be opened, the socket cannot be bound.
    pub async fn open(data: &Path, options: Options) -> Result<Option<Arc<Self>>, Failure> {
        make_private(data)?;
        let lock = match FolderLock::take(data) {
            Ok(Taken::Here(lock)) => lock,
            Ok(Taken::Elsewhere(_)) => return Ok(None),
            Err(error) => {
                return Err(Failure::unavailable(format!("{} cannot be locked: {error}", data.display())));
            }
        };
        let clock = Clock::system();
        let store = Store::open(&data.join("bailiwick.db"), clock.clone()).await.map_err(|error| {
            Failure::unavailable(error.to_string())
                .hint(error.hint())
                .details(vec![data.display().to_string()])
        })?;
        let checkpoints = Checkpoints::open(data, store.clone())?;
        checkpoints.keep();
        let packs = Arc::new(Packs::open(data, store.clone()).await?);
        let upstreams = Arc::new(Upstreams::new(store.clone()));
        let policies = Arc::new(Policies::new(store.clone(), Arc::clone(&packs)));
        let approvals = Arc::new(Approvals::new(options.approval_deadline));
        let gate = Arc::new(Gate::new(
            store.clone(),
            Arc::clone(&policies),
            Arc::clone(&upstreams),
            Arc::clone(&approvals),
        ));
        let socket = control::socket_path(data)
            .map_err(|error| Failure::unavailable(format!("the control socket cannot be made: {error}")))?;
        let host = Arc::new(Self {
            data: data.to_owned(),
            operator: operator(),
            store,
            clock,
            checkpoints,
            policies,
            upstreams,
            approvals,
            packs,
            acting: Acting::default(),
            runs: Runs::default(),
            gate,
            ended: watch::channel(false).0,
            under_way: watch::channel(0).0,
            socket,
            lock: Mutex::new(Some(lock)),
        });
        host.upstreams.serve(&host);
        requests::prepare(&host).await?;
        control::serve(&host, &host.socket)
            .map_err(|error| Failure::unavailable(format!("the control socket cannot be bound: {error}")))?;
        if options.start_servers {
            requests::start_servers(&host).await?;
        }
        Ok(Some(host))
    }

    /// Waits until everything that was asked is answered, within reason.
    async fn settle(&self) {
        let mut under_way = self.under_way.subscribe();
        let none = under_way.wait_for(|count| *count == 0);
        drop(tokio::time::timeout(SETTLES_WITHIN, none).await);
    }

    /// Answers a request; an acting one with an id that was answered before gets the same reply.
    pub async fn answer(self: &Arc<Self>, envelope: Envelope) -> Result<Box<RawValue>, Failure> {
        let _counted = UnderWay::enter(&self.under_way);
        match (envelope.request.kind(), envelope.request_id) {
            (Kind::Read, _) => requests::answer(self, envelope.request).await,
            (Kind::Act, None) => Err(Failure::invalid("an acting request carries an id")),
            (Kind::Act, Some(id)) => requests::act_once(self, id, envelope.request).await,
        }
    }

    /// All events after `since`, and those to come.
    pub fn watch(&self, since: u64) -> mpsc::Receiver<Event> {
        self.store.bus().watch(since)
    }

    /// Tells the window that shows this data folder to come forward.
    pub(crate) fn raise_window(&self) {
        let fact = Fact::WindowRaise {};
        self.store.bus().publish(vec![Published { seq: None, at: self.clock.now(), company_id: None, fact }]);
    }

    /// The only way to a tool.
    pub fn gate(&self) -> &Arc<Gate> {
        &self.gate
    }

    /// Stops servers and runs, writes what is left and lets the data folder go.
    pub async fn close(&self) {
        if self.ended.send_replace(true) {
            return;
        }
        self.settle().await;
        self.runs.stop_all().await;
        self.upstreams.shutdown().await;
        self.checkpoints.close().await;
        self.store.close().await;
        drop(std::fs::remove_file(&self.socket));
        drop(self.lock.lock().await.take());
    }

    /// Waits for the end.
    pub(crate) async fn ended(&self) {
        drop(self.ended.subscribe().wait_for(|ended| *ended).await);
    }

    pub(crate) fn policy_changes(&self) -> PolicyChanges {
        self.policies.changes()
    }

    /// The processes of ours from which nobody may act.
    pub(crate) fn started_processes(&self) -> HashSet<u32> {
        self.upstreams.processes()
    }

    /// An employee by id or unique name, in the company that is meant.
    pub(crate) async fn find_employee(
        &self,
        company: Option<&str>,
        employee: &str,
    ) -> Result<(CompanyId, EmployeeId), Failure> {
        let company = requests::find_company(self, company).await?;
        let row = requests::find_employee(self, &company.id, employee).await?;
        Ok((company.id, row.id))
    }

    /// Records that a process that we started tried to act.
    pub(crate) async fn refuse_descendant(&self, request: &str) -> Result<Box<RawValue>, Failure> {
        requests::record_refused_descendant(self, request).await?;
        Err(Failure::refused("a server, an engine or a gateway cannot act for a person")
            .hint("the attempt was recorded"))
    }
}

/// How long a host that ends waits for what is being answered.
const SETTLES_WITHIN: Duration = Duration::from_secs(5);

/// Counts a request until it is answered.
struct UnderWay<'h>(&'h watch::Sender<u32>);

impl<'h> UnderWay<'h> {
    fn enter(count: &'h watch::Sender<u32>) -> Self {
        count.send_modify(|count| *count += 1);
        Self(count)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count = count.saturating_sub(1));
    }
}

/// Acting requests that are being answered: one with the same id waits for the first.
#[derive(Default)]
pub(crate) struct Acting(std::sync::Mutex<HashMap<RequestId, Weak<Mutex<()>>>>);

impl Acting {
    /// Holds an id until the guard is dropped.
    pub(crate) async fn hold(&self, id: &RequestId) -> OwnedMutexGuard<()> {
        let one = {
            let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            held.retain(|_, one| one.strong_count() > 0);
            match held.get(id).and_then(Weak::upgrade) {
                Some(one) => one,
                None => {
                    let one = Arc::new(Mutex::new(()));
                    held.insert(id.clone(), Arc::downgrade(&one));
                    one
                }
            }
        };
        one.lock_owned().await
    }
}

/// The name of the person at this machine, as the system knows it.
fn operator() -> String {
    ["USER", "LOGNAME", "USERNAME"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|name| !name.trim().is_empty())
        .unwrap_or_else(|| "operator".to_owned())
}

/// Other users of the machine have no business in the data folder.
fn make_private(data: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::DirBuilderExt as _;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(data).map_err(|error| {
        Failure::unavailable(format!("the data folder {} cannot be made: {error}", data.display()))
            .hint("name another with --data DIR")
    })
}
