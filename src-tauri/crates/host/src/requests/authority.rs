//! Explaining, granting, taking back.

use std::collections::HashMap;
use std::sync::Arc;

use domain::audit::Kind;
use domain::authority::{Effect, Question, Snapshot, Verdict, resolve, verdict_of};
use domain::event::Fact;
use domain::ids::EmployeeId;
use domain::tool::{Pattern, Tool};
use serde_json::json;
use wire::authority::{AuthorityExplain, AuthorityGrant, AuthorityGrants, AuthorityRevoke, Explained, Grant};
use wire::{Failure, FailureCode};

use super::lookup::{self, actor};
use crate::host::Host;
use crate::store::NewRecord;
use crate::store::rule::{self, StoredRule};

pub(super) async fn explain(host: &Arc<Host>, asked: AuthorityExplain) -> Result<Explained, Failure> {
    let (company, one) = lookup::of_company(host, asked.company.as_deref(), &asked.employee).await?;
    if one.is_human() {
        return Err(Failure::invalid(format!("{} is a person and calls no tool", one.name)));
    }
    let tool: Tool = asked.tool.parse().map_err(|error| Failure::invalid(format!("{error}")))?;
    if asked.arguments.as_ref().is_some_and(|arguments| !arguments.is_object()) {
        return Err(Failure::invalid("arguments are a JSON object"));
    }
    let policy = host.policies.of(&company.id).await?;
    let question = Question { employee: &one.id, tool: &tool, arguments_digest: None, approval: None };
    let decision = resolve(&policy.snapshot, &question).decision;
    let sentence = decision.sentence();
    Ok(Explained { decision, sentence })
}

pub(super) async fn grants(host: &Arc<Host>, asked: AuthorityGrants) -> Result<Vec<Grant>, Failure> {
    let company = lookup::company(host, asked.company.as_deref()).await?;
    let wanted = match &asked.employee {
        Some(named) => Some(lookup::employee(host, &company.id, named).await?.id),
        None => None,
    };
    let rules = host.store.rules(&company.id).await?;
    let fits = |rule: &&StoredRule| wanted.is_none() || rule.employee_id == wanted;
    Ok(rules.iter().filter(fits).map(|rule| row(rule, Vec::new())).collect())
}

pub(super) async fn grant(host: &Arc<Host>, asked: AuthorityGrant) -> Result<Grant, Failure> {
    let (company, one) = lookup::of_company(host, asked.company.as_deref(), &asked.employee).await?;
    if one.is_human() {
        return Err(Failure::invalid(format!("{} is a person and calls no tool", one.name)));
    }
    let effect: Effect = asked.effect.parse().map_err(|error| Failure::invalid(format!("{error}")))?;
    let pattern: Pattern = asked
        .pattern
        .parse()
        .map_err(|error| Failure::invalid(format!("{:?} is no pattern: {error}", asked.pattern)))?;
    let written = StoredRule {
        id: uuid::Uuid::now_v7().to_string(),
        company_id: company.id.clone(),
        layer: "employee".to_owned(),
        employee_id: Some(one.id.clone()),
        effect: effect.to_string(),
        pattern: pattern.to_string(),
        note: asked.note.trim().to_owned(),
        granted_at: host.clock.now(),
        granted_by: host.operator.clone(),
        revoked_at: None,
    };
    let before = host.policies.of(&company.id).await?;
    let after = host.policies.draft(&company.id, &written).await?;
    let opened = overturned(&before.snapshot, &after, &one.id);
    if !asked.confirm && !opened.is_empty() {
        return Err(Failure::new(
            FailureCode::Confirm,
            format!("this grant overturns denies: {} tools would open", opened.len()),
        )
        .details(opened)
        .hint("grant it with --confirm if that is meant"));
    }
    let changes = changed(&before.snapshot, &after, &one.id);
    write(host, Kind::GrantAdded, &written, json!({ "changes": changes })).await?;
    host.policies.reload(&company.id).await?;
    Ok(row(&written, changes))
}

pub(super) async fn revoke(host: &Arc<Host>, asked: AuthorityRevoke) -> Result<Grant, Failure> {
    let found = host.store.rule(&asked.grant).await?;
    let mut rule = found.ok_or_else(|| {
        Failure::invalid(format!("there is no grant {:?}", asked.grant))
            .hint("bailiwick authority grants shows them")
    })?;
    if let Some(named) = &asked.company
        && lookup::company(host, Some(named)).await?.id != rule.company_id
    {
        return Err(Failure::invalid(format!("{named} has no grant {:?}", asked.grant)));
    }
    rule.revoked_at = Some(host.clock.now());
    write(host, Kind::GrantRevoked, &rule, json!({})).await?;
    host.policies.reload(&rule.company_id).await?;
    Ok(row(&rule, Vec::new()))
}

/// Writes a grant, or takes it back, with its record.
async fn write(
    host: &Arc<Host>,
    kind: Kind,
    rule: &StoredRule,
    more: serde_json::Value,
) -> Result<(), Failure> {
    let subject = rule.employee_id.as_ref().map_or(rule.company_id.as_str(), EmployeeId::as_str).to_owned();
    let body = json!({
        "rule": rule.id,
        "layer": rule.layer,
        "effect": rule.effect,
        "pattern": rule.pattern,
        "note": rule.note,
        "more": more,
    });
    let record = NewRecord::new(kind, Some(rule.company_id.clone()), &actor(host), &subject, body);
    let rule = rule.clone();
    host.store
        .write(move |tx| {
            Box::pin(async move {
                match rule.revoked_at {
                    None => rule::insert(tx, &rule).await?,
                    Some(at) => rule::revoke(tx, &rule.id, at).await?,
                }
                let seq = tx.audit(record).await?;
                let fact = Fact::PolicyChanged { employee_id: rule.employee_id };
                tx.publish(Some(&rule.company_id), Some(seq), fact);
                Ok(())
            })
        })
        .await
        .map_err(Failure::from)
}

/// Tools whose verdict or decider differs.
fn changed(before: &Snapshot, after: &Snapshot, employee: &EmployeeId) -> Vec<String> {
    let verdicts: HashMap<&Tool, Verdict> = before
        .catalogue()
        .iter()
        .map(|entry| (&entry.tool, verdict_of(before, employee, &entry.tool).0))
        .collect();
    after
        .catalogue()
        .iter()
        .filter(|entry| verdicts.get(&entry.tool) != Some(&verdict_of(after, employee, &entry.tool).0))
        .map(|entry| entry.tool.to_string())
        .collect()
}

/// Tools that a rule denies now and that would be denied no longer.
fn overturned(before: &Snapshot, after: &Snapshot, employee: &EmployeeId) -> Vec<String> {
    let denied = |tool: &Tool| {
        let (verdict, _, rule) = verdict_of(before, employee, tool);
        verdict == Verdict::Deny && rule.is_some()
    };
    after
        .catalogue()
        .iter()
        .filter(|entry| denied(&entry.tool) && verdict_of(after, employee, &entry.tool).0 != Verdict::Deny)
        .map(|entry| entry.tool.to_string())
        .collect()
}

fn row(rule: &StoredRule, changes: Vec<String>) -> Grant {
    Grant {
        id: rule.id.clone(),
        layer: rule.layer.clone(),
        employee_id: rule.employee_id.as_ref().map(ToString::to_string),
        effect: rule.effect.clone(),
        pattern: rule.pattern.clone(),
        note: rule.note.clone(),
        granted_at: rule.granted_at.to_string(),
        granted_by: rule.granted_by.clone(),
        revoked: rule.revoked_at.is_some(),
        changes,
    }
}
