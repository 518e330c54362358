//! Packs, roles and trusted keys.

use std::path::Path;
use std::sync::Arc;

use domain::audit::Kind;
use domain::event::Fact;
use domain::pack::{self, FIELDS, Pack, PackFile, Publisher as PublisherName, Role, VerifierKey};
use serde_json::json;
use wire::Failure;
use wire::pack::{
    FieldRow, PackCheck, PackInstall, PackReport, PackRow, PackTrust, PackVerified, PackVerify, Publisher,
    RoleRow, RoleShow, RoleView,
};

use super::lookup::actor;
use crate::host::Host;
use crate::pack_dir;
use crate::packs::{Loaded, refusal};
use crate::store::NewRecord;
use crate::store::pack::{self as rows, InstalledPack, TrustedKey};

pub(super) async fn list(host: &Arc<Host>) -> Result<Vec<PackRow>, Failure> {
    let installed = host.store.packs().await?;
    Ok(installed.iter().map(|installed| row(host, installed)).collect())
}

fn row(host: &Host, installed: &InstalledPack) -> PackRow {
    let loaded = host.packs.version(&installed.id, &installed.version);
    let (roles, stated, broken) = match loaded {
        Some(Loaded::Whole(pack)) => {
            let stated = pack.roles.iter().filter(|role| role.header.tools_allowed.is_some()).count();
            (pack.roles.len(), stated, None)
        }
        Some(Loaded::Broken(why)) => (0, 0, Some(why)),
        None => (0, 0, Some("its files are gone".to_owned())),
    };
    PackRow {
        id: installed.id.to_string(),
        version: installed.version.to_string(),
        name: installed.name.clone(),
        publisher: installed.publisher.clone(),
        fingerprint: installed.fingerprint.clone(),
        published: installed.published.to_string(),
        installed_at: installed.installed_at.to_string(),
        roles: u32::try_from(roles).unwrap_or(u32::MAX),
        roles_with_tools: u32::try_from(stated).unwrap_or(u32::MAX),
        current: installed.current,
        broken,
    }
}

pub(super) fn check(asked: &PackCheck) -> Result<PackReport, Failure> {
    let report = pack::check(&read(&asked.path)?);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(PackReport {
        found: count(report.found),
        valid: count(report.valid),
        roles: report.roles.iter().map(view).collect(),
        diagnostics: report.diagnostics,
    })
}

pub(super) async fn verify(host: &Arc<Host>, asked: &PackVerify) -> Result<PackVerified, Failure> {
    let files = read(&asked.path)?;
    let signed =
        pack::verify_signature(&files, &host.packs.trust().await?).map_err(|error| refusal(&error))?;
    Ok(PackVerified {
        id: signed.id.to_string(),
        version: signed.version.to_string(),
        publisher: signed.publisher.to_string(),
        fingerprint: signed.fingerprint,
        published: signed.published.to_string(),
        files: u32::try_from(signed.files).unwrap_or(u32::MAX),
        caveat: signed.caveat.map(str::to_owned),
    })
}

pub(super) async fn install(host: &Arc<Host>, asked: &PackInstall) -> Result<PackRow, Failure> {
    let files = read(&asked.path)?;
    match install_files(host, &files, &actor(host)).await {
        Ok(installed) => Ok(row(host, &installed)),
        Err(failure) => {
            let body = json!({ "path": asked.path, "why": failure.message, "details": failure.details });
            let record = NewRecord::new(Kind::PackRefused, None, &actor(host), &asked.path, body);
            host.store.write(move |tx| Box::pin(async move { tx.audit(record).await })).await?;
            Err(failure)
        }
    }
}

/// Verifies files and installs them, whole or not at all.
pub(super) async fn install_files(
    host: &Arc<Host>,
    files: &[PackFile],
    actor: &str,
) -> Result<InstalledPack, Failure> {
    let trust = host.packs.trust().await?;
    let verified = pack::verify(files, &trust).map_err(|error| refusal(&error))?;
    let before = host.store.packs().await?;
    let newest = before.iter().filter(|row| row.id == verified.id).map(|row| &row.version).max();
    if let Some(newest) = newest.filter(|newest| **newest >= verified.version) {
        let message = if *newest == verified.version {
            format!("{} {newest} is installed already", verified.id)
        } else {
            format!("{} {} is older than {newest}, which was installed before", verified.id, verified.version)
        };
        return Err(Failure::refused(message).hint("ask the publisher for a newer version"));
    }
    let installed = InstalledPack {
        id: verified.id.clone(),
        version: verified.version.clone(),
        name: verified.name.clone(),
        publisher: verified.signed().publisher.to_string(),
        fingerprint: verified.signed().fingerprint.clone(),
        published: verified.signed().published,
        installed_at: host.clock.now(),
        current: true,
    };
    let pack = verified.into_inner();
    host.packs
        .unpack(&pack, files)
        .map_err(|error| Failure::unavailable(format!("the pack's files cannot be kept: {error}")))?;
    commit(host, &installed, &pack, actor).await?;
    host.packs.remember(pack.id.clone(), pack.version.clone(), Loaded::Whole(Arc::new(pack)));
    Ok(installed)
}

async fn commit(
    host: &Arc<Host>,
    installed: &InstalledPack,
    pack: &Pack,
    actor: &str,
) -> Result<(), Failure> {
    let body = json!({
        "version": installed.version.to_string(),
        "publisher": installed.publisher,
        "fingerprint": installed.fingerprint,
        "roles": pack.roles.len(),
    });
    let record = NewRecord::new(Kind::PackInstalled, None, actor, installed.id.as_str(), body);
    let written = installed.clone();
    host.store
        .write(move |tx| {
            Box::pin(async move {
                rows::insert(tx, &written).await?;
                let seq = tx.audit(record).await?;
                tx.publish(None, Some(seq), Fact::PackChanged {});
                Ok(())
            })
        })
        .await
        .map_err(Failure::from)
}

pub(super) async fn publishers(host: &Arc<Host>) -> Result<Vec<Publisher>, Failure> {
    let added = host.store.trusted_keys().await?;
    let trust = host.packs.trust().await?;
    let of = |key: &VerifierKey| Publisher {
        name: key.publisher().to_string(),
        fingerprint: key.fingerprint(),
        added_at: added
            .iter()
            .find(|row| row.fingerprint == key.fingerprint())
            .map(|row| row.added_at.to_string()),
    };
    Ok(trust.keys().iter().map(of).collect())
}

pub(super) async fn trust(host: &Arc<Host>, asked: PackTrust) -> Result<Publisher, Failure> {
    let name: PublisherName = asked.name.parse().map_err(|error| Failure::invalid(format!("{error}")))?;
    let key = VerifierKey::from_pem(name, &asked.pem).map_err(|error| Failure::invalid(error.to_string()))?;
    let mut trust = host.packs.trust().await?;
    trust.add(key.clone()).map_err(|error| Failure::refused(error.to_string()))?;
    let row = TrustedKey {
        fingerprint: key.fingerprint(),
        name: key.publisher().to_string(),
        pem: asked.pem,
        added_at: host.clock.now(),
    };
    let answer = Publisher {
        name: row.name.clone(),
        fingerprint: row.fingerprint.clone(),
        added_at: Some(row.added_at.to_string()),
    };
    let body = json!({ "fingerprint": row.fingerprint });
    let record = NewRecord::new(Kind::TrustAdded, None, &actor(host), &row.name, body);
    host.store
        .write(move |tx| {
            Box::pin(async move {
                rows::trust(tx, &row).await?;
                let seq = tx.audit(record).await?;
                tx.publish(None, Some(seq), Fact::PackChanged {});
                Ok(())
            })
        })
        .await?;
    Ok(answer)
}

pub(super) async fn roles(host: &Arc<Host>) -> Result<Vec<RoleRow>, Failure> {
    let mut all = Vec::new();
    for (installed, pack) in host.packs.current().await? {
        all.extend(pack.roles.iter().map(|role| RoleRow {
            id: role.name.to_string(),
            pack_version: installed.version.to_string(),
            name: role.header.name.clone(),
            level: role.header.level.to_string(),
            department: role.header.department.clone().unwrap_or_default(),
            summary: role.header.summary.clone().unwrap_or_default(),
            states_tools: role.header.tools_allowed.is_some(),
        }));
    }
    Ok(all)
}

pub(super) async fn role(host: &Arc<Host>, asked: &RoleShow) -> Result<RoleView, Failure> {
    let (_, pack, id) = host.packs.role(&asked.role).await?;
    pack.role(&id).map(view).ok_or_else(|| Failure::invalid(format!("there is no role {:?}", asked.role)))
}

/// A role with every field, what it says and what is done with it.
fn view(role: &Role) -> RoleView {
    let fields = FIELDS
        .iter()
        .map(|field| FieldRow {
            field: field.name.to_owned(),
            status: field.status.as_str().to_owned(),
            meaning: field.meaning.to_owned(),
            value: role.header.value(field.name),
        })
        .collect();
    RoleView {
        id: role.name.to_string(),
        version: role.header.version.to_string(),
        name: role.header.name.clone(),
        level: role.header.level.to_string(),
        department: role.header.department.clone().unwrap_or_default(),
        summary: role.header.summary.clone().unwrap_or_default(),
        file: role.file.clone(),
        fields,
        body: role.body.clone(),
    }
}

fn read(path: &str) -> Result<Vec<PackFile>, Failure> {
    pack_dir::read(Path::new(path)).map_err(|error| Failure::invalid(error.to_string()))
}
