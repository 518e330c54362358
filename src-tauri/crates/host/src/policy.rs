//! The rules of each company, compiled and published as one value.
//!
//! Whoever asks gets the snapshot of this moment; a change is compiled from the store and put in its place at
//! once. What cannot be read makes every decision of that company `policy_unavailable`.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use arc_swap::ArcSwap;
use domain::authority::{
    CatalogueEntry, EmployeePolicy, ListEntry, Policy, RoleLists, Rule, RuleId, Scope, Snapshot, Source,
    ToolState,
};
use domain::ids::CompanyId;
use domain::pack::{Entry, Role};
use domain::tool::Tool;
use domain::tool::alias::Aliases;
use serde_json::value::RawValue;
use tokio::sync::broadcast;
use wire::Failure;

use crate::builtin;
use crate::packs::Packs;
use crate::store::Store;
use crate::store::employee::Employee;
use crate::store::rule::StoredRule;

/// What holds in one company now.
pub(crate) struct CompanyPolicy {
    /// The compiled rules.
    pub snapshot: Snapshot,
    /// The names that models see, for every tool there is: a denied one is looked up like any other.
    pub aliases: Aliases,
    /// What each tool's server says of it.
    definitions: HashMap<Tool, Box<RawValue>>,
}

impl CompanyPolicy {
    pub(crate) fn definition(&self, tool: &Tool) -> Option<&RawValue> {
        self.definitions.get(tool).map(AsRef::as_ref)
    }
}

/// The policies of all companies.
pub(crate) struct Policies {
    store: Store,
    packs: Arc<Packs>,
    current: RwLock<HashMap<CompanyId, Arc<ArcSwap<CompanyPolicy>>>>,
    changes: broadcast::Sender<CompanyId>,
}

impl Policies {
    pub(crate) fn new(store: Store, packs: Arc<Packs>) -> Self {
        Self { store, packs, current: RwLock::default(), changes: broadcast::channel(256).0 }
    }

    /// The policy of this moment.
    pub(crate) async fn of(&self, company: &CompanyId) -> Result<Arc<CompanyPolicy>, Failure> {
        let published = self.current.read().unwrap_or_else(PoisonError::into_inner).get(company).cloned();
        match published {
            Some(published) => Ok(published.load_full()),
            None => self.reload(company).await,
        }
    }

    /// Compiles the company's rules anew and publishes them. Called after each change has committed.
    pub(crate) async fn reload(&self, company: &CompanyId) -> Result<Arc<CompanyPolicy>, Failure> {
        let previous = self.published(company).map(|published| published.load_full());
        let compiled = self.compile(company, previous.as_deref()).await;
        let (policy, answer) = match compiled {
            Ok(policy) => {
                let policy = Arc::new(policy);
                (Arc::clone(&policy), Ok(policy))
            }
            Err(failure) => (Arc::new(unavailable(previous.as_deref())), Err(failure)),
        };
        {
            let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
            match current.get(company) {
                Some(published) => published.store(policy),
                None => drop(current.insert(company.clone(), Arc::new(ArcSwap::new(policy)))),
            }
        }
        drop(self.changes.send(company.clone()));
        answer
    }

    /// Tells of every company whose policy was published anew.
    pub(crate) fn changes(&self) -> PolicyChanges {
        PolicyChanges(self.changes.subscribe())
    }

    fn published(&self, company: &CompanyId) -> Option<Arc<ArcSwap<CompanyPolicy>>> {
        self.current.read().unwrap_or_else(PoisonError::into_inner).get(company).cloned()
    }
}

/// A policy that refuses everything. Its revisions go on, so that no permit from before is taken for fresh.
fn unavailable(previous: Option<&CompanyPolicy>) -> CompanyPolicy {
    let snapshot = previous.map_or_else(Snapshot::unavailable, |previous| previous.snapshot.withdrawn());
    CompanyPolicy { snapshot, aliases: Aliases::default(), definitions: HashMap::new() }
}

/// A subscription to published policies.
pub(crate) struct PolicyChanges(broadcast::Receiver<CompanyId>);

impl PolicyChanges {
    /// Waits for the next change of this company; false when the host ends.
    pub(crate) async fn changed_in(&mut self, company: &CompanyId) -> bool {
        loop {
            match self.0.recv().await {
                Ok(changed) if changed == *company => return true,
                Ok(_) => {}
                // Too many at once: one of them may have been this company's.
                Err(broadcast::error::RecvError::Lagged(_)) => return true,
                Err(broadcast::error::RecvError::Closed) => return false,
            }
        }
    }
}

impl Policies {
    /// The rules that people wrote for the whole company.
    pub(crate) async fn company_rules(&self, company: &CompanyId) -> Result<Vec<Rule>, Failure> {
        let stored = self.store.rules(company).await?;
        stored.iter().filter(|stored| stored.employee_id.is_none()).map(rule).collect()
    }

    /// What would hold with one more rule. Publishes nothing.
    pub(crate) async fn draft(&self, company: &CompanyId, more: &StoredRule) -> Result<Snapshot, Failure> {
        let mut policy = self.policy(company).await?;
        policy.rules.push(rule(more)?);
        let (catalogue, _) = self.catalogue(company).await?;
        Ok(Snapshot::compile(catalogue, &policy, None))
    }

    async fn compile(
        &self,
        company: &CompanyId,
        previous: Option<&CompanyPolicy>,
    ) -> Result<CompanyPolicy, Failure> {
        let policy = self.policy(company).await?;
        let (catalogue, definitions) = self.catalogue(company).await?;
        let aliases = Aliases::new(catalogue.iter().map(|entry| &entry.tool));
        let snapshot = Snapshot::compile(catalogue, &policy, previous.map(|previous| &previous.snapshot));
        Ok(CompanyPolicy { snapshot, aliases, definitions })
    }

    async fn policy(&self, company: &CompanyId) -> Result<Policy, Failure> {
        let row = self.store.companies().await?.into_iter().find(|row| row.id == *company);
        let row = row.ok_or_else(|| Failure::invalid("there is no such company"))?;
        Ok(Policy {
            unlisted: row.unlisted.parse().map_err(unreadable)?,
            rules: self.store.rules(company).await?.iter().map(rule).collect::<Result<_, _>>()?,
            employees: self
                .store
                .employees(company)
                .await?
                .iter()
                .filter_map(|employee| self.employee(employee))
                .collect(),
        })
    }

    async fn catalogue(
        &self,
        company: &CompanyId,
    ) -> Result<(Vec<CatalogueEntry>, HashMap<Tool, Box<RawValue>>), Failure> {
        let mut catalogue = Vec::new();
        let mut definitions = HashMap::new();
        for built_in in builtin::tools() {
            definitions.insert(built_in.tool.clone(), built_in.definition);
            catalogue.push(CatalogueEntry {
                tool: built_in.tool,
                pin: built_in.pin,
                state: ToolState::Ready,
            });
        }
        for stored in self.store.tools(company).await? {
            let tool = Tool::new(stored.server_id.clone(), &stored.name);
            let state = match stored.quarantine() {
                Some(reason) => ToolState::Quarantined(reason.to_owned()),
                None => ToolState::Ready,
            };
            definitions.insert(tool.clone(), RawValue::from_string(stored.definition).map_err(unreadable)?);
            catalogue.push(CatalogueEntry { tool, pin: stored.pin, state });
        }
        Ok((catalogue, definitions))
    }

    /// What is known of an employee; nothing for a human, who calls no tool. One whose pack is no longer what
    /// was signed, or cannot be found, is suspended.
    fn employee(&self, employee: &Employee) -> Option<EmployeePolicy> {
        let role = employee.role.as_ref()?;
        let pack = self.packs.pinned(&role.name, &role.version);
        let found = pack.as_ref().and_then(|pack| pack.role(&role.name.role));
        let suspended = found.is_none() || !employee.is_active();
        Some(EmployeePolicy {
            id: employee.id.clone(),
            lists: found.map(lists).unwrap_or_default(),
            suspended,
        })
    }
}

/// The three lists of a role, with the places of their entries.
pub(crate) fn lists(role: &Role) -> RoleLists {
    let entries = |list: &Option<Vec<Entry>>| {
        let entry = |entry: &Entry| ListEntry {
            pattern: entry.pattern.clone(),
            source: Source::Pack {
                pack: role.name.pack.to_string(),
                version: role.pack_version.to_string(),
                file: role.file.clone(),
                line: entry.line,
            },
        };
        list.as_ref().map(|list| list.iter().map(entry).collect())
    };
    RoleLists {
        name: role.versioned(),
        allowed: entries(&role.header.tools_allowed),
        ask: entries(&role.header.tools_ask),
        denied: entries(&role.header.tools_denied),
    }
}

/// A stored rule. One that cannot be read closes its company until a person removes it.
fn rule(stored: &StoredRule) -> Result<Rule, Failure> {
    Ok(Rule {
        id: RuleId::new(&stored.id),
        layer: stored.layer.parse().map_err(unreadable)?,
        scope: match &stored.employee_id {
            Some(employee) => Scope::Employee(employee.clone()),
            None => Scope::Company,
        },
        effect: stored.effect.parse().map_err(unreadable)?,
        pattern: stored.pattern.parse().map_err(unreadable)?,
        source: Source::Person {
            who: stored.granted_by.clone(),
            at: stored.granted_at,
            note: stored.note.clone(),
        },
    })
}

fn unreadable(error: impl std::fmt::Display) -> Failure {
    Failure::unavailable(format!("the rules of this company cannot be read: {error}"))
        .hint("bailiwick doctor names the rule; revoke it")
}
