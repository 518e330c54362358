//! The packs in `roles/`.

use std::path::PathBuf;

use domain::pack::{SHIPPED_PACKS, TrustStore, check, verify};
use host::pack_dir;

use super::root;

/// The folders of `roles/` that hold a pack.
fn packs() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("roles")).unwrap().map(|entry| entry.unwrap().path());
    let mut packs: Vec<PathBuf> = entries.filter(|path| path.join("pack.json").exists()).collect();
    packs.sort();
    packs
}

#[test]
fn pk_20_the_shipped_packs_are_without_fault_and_state_every_tool_list() {
    for dir in packs() {
        let report = check(&pack_dir::read(&dir).unwrap());
        let told: Vec<String> =
            report.diagnostics.iter().map(|fault| format!("{fault} [{}]", fault.code)).collect();
        assert!(told.is_empty(), "{}:\n{}", dir.display(), told.join("\n"));
        assert!(report.roles.iter().all(|role| role.header.tools_allowed.is_some()));
        assert_eq!((report.valid, report.roles.len()), (report.found, report.found));
    }
}

#[test]
fn pk_20_the_shipped_packs_verify_with_the_compiled_in_key() {
    let trust = TrustStore::shipped().unwrap();
    for dir in packs() {
        let verified = verify(&pack_dir::read(&dir).unwrap(), &trust);
        let pack = verified.unwrap_or_else(|refused| {
            let details = refused.details().join("\n");
            panic!(
                "{}: {refused}\n{details}\nSign it anew: bailiwick pack sign DIR --key FILE",
                dir.display()
            )
        });
        assert!(SHIPPED_PACKS.contains(&pack.id.as_str()));
    }
}
