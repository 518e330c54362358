//! Keys, signatures, installing.

use std::fs;
use std::path::{Path, PathBuf};

use super::program::{Installation, root};

const ROLE: &str = "---\nid: night-librarian\nname: Night librarian\nversion: \"1.0.0\"\n\
    summary: Sorts returned items.\nlevel: ic\ntools_allowed: [workspace/read]\n---\n# Night librarian\nYou sort.\n";

/// A small pack of another publisher, signed, and its publisher's public key.
fn signed(installation: &Installation) -> (PathBuf, PathBuf) {
    let pack = installation.path("library");
    write(
        &pack.join("pack.json"),
        r#"{"id":"library","name":"Library","version":"1.0.0","publisher":"acme","license":"MIT","description":"A small pack."}"#,
    );
    write(&pack.join("roles/ic/night-librarian/ROLE.md"), ROLE);
    write(
        &pack.join("roles/ic/second/ROLE.md"),
        &ROLE.replace("night-librarian", "second").replace("Night librarian", "Second"),
    );
    let key = installation.path("acme.pem");
    installation.run(&["pack", "keygen", key.to_str().unwrap()]).ok();
    installation.run(&["pack", "sign", pack.to_str().unwrap(), "--key", key.to_str().unwrap()]).ok();
    (pack, installation.path("acme.pem.pub.pem"))
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn an_unknown_key_is_refused_and_a_trusted_one_installs_whole() {
    let installation = Installation::new();
    let (pack, public) = signed(&installation);
    let pack = pack.to_str().unwrap();
    installation.run(&["pack", "install", pack]).refused(1);
    let public = fs::read_dir(installation.path(""))
        .unwrap()
        .map(|e| e.unwrap().path())
        .find(|p| p.to_str().unwrap().ends_with(".pub.pem"))
        .unwrap_or(public);
    installation.run(&["pack", "trust", "add", public.to_str().unwrap()]).ok();
    installation.run(&["pack", "verify", pack]).ok();
    let row = installation.run(&["pack", "install", pack]).ok();
    assert_eq!(row["roles"], 2);
    let packs = installation.run(&["pack", "list"]).ok();
    assert!(packs.as_array().unwrap().iter().any(|p| p["id"] == "library"));
}

#[test]
fn trial_e01_e04_each_differing_file_is_named_and_nothing_is_installed() {
    let installation = Installation::new();
    let (pack, _) = signed(&installation);
    let public = fs::read_dir(installation.path(""))
        .unwrap()
        .map(|e| e.unwrap().path())
        .find(|p| p.to_str().unwrap().ends_with(".pub.pem"))
        .unwrap();
    installation.run(&["pack", "trust", "add", public.to_str().unwrap()]).ok();
    write(&pack.join("roles/ic/extra/ROLE.md"), ROLE);
    write(&pack.join(".hidden"), "x");
    fs::remove_file(pack.join("roles/ic/second/ROLE.md")).unwrap();
    let mut changed = ROLE.to_owned();
    changed.push(' ');
    write(&pack.join("roles/ic/night-librarian/ROLE.md"), &changed);
    for command in ["verify", "install"] {
        let said = installation.run(&["pack", command, pack.to_str().unwrap()]);
        let text = said.refused(1);
        for file in [
            "roles/ic/extra/ROLE.md",
            ".hidden",
            "roles/ic/second/ROLE.md",
            "roles/ic/night-librarian/ROLE.md",
        ] {
            assert!(text.contains(file), "{command} does not name {file}: {text}");
        }
    }
    let packs = installation.run(&["pack", "list"]).ok();
    assert!(packs.as_array().unwrap().iter().all(|p| p["id"] != "library"));
}

#[test]
fn trial_a01_a_role_that_cannot_be_read_has_a_place_and_the_others_are_checked() {
    let installation = Installation::new();
    let (pack, _) = signed(&installation);
    write(
        &pack.join("roles/ic/second/ROLE.md"),
        "---\nid: second\nname: Second\nsummary: Takes a request: ticket swaps\nlevel: ic\n---\nText\n",
    );
    let said = installation.run(&["pack", "check", pack.to_str().unwrap()]);
    assert_eq!(said.code, 1);
    let report = said.json();
    assert_eq!((report["found"].as_u64(), report["valid"].as_u64()), (Some(2), Some(1)));
    let fault = &report["diagnostics"][0];
    assert_eq!(fault["file"], "roles/ic/second/ROLE.md");
    assert_eq!(fault["line"], 4);
    for key in ["code", "severity", "file", "line", "column", "length", "message", "help"] {
        assert!(fault.get(key).is_some(), "{key}");
    }
    let text = installation.text(&["pack", "check", pack.to_str().unwrap()]);
    assert!(text.out.contains("2 found, 1 valid"), "{}", text.out);
}

#[test]
fn the_shipped_packs_check_and_verify() {
    let installation = Installation::new();
    for pack in ["company", "casts"] {
        let path = root().join("roles").join(pack);
        let report = installation.run(&["pack", "check", path.to_str().unwrap()]).ok();
        assert_eq!(report["found"], report["valid"]);
        let verified = installation.run(&["pack", "verify", path.to_str().unwrap()]).ok();
        assert_eq!(verified["publisher"], "bailiwick-release");
    }
}

#[test]
fn the_pack_of_others_verifies_by_its_own_rule_once_its_key_is_trusted() {
    let peers = root().join("../shared/peers");
    if !peers.exists() {
        return;
    }
    let installation = Installation::new();
    let pack = peers.join("team-x-pack");
    installation.run(&["pack", "verify", pack.to_str().unwrap()]).refused(1);
    let key = peers.join("team-x-public-key.pem");
    installation.run(&["pack", "trust", "add", key.to_str().unwrap()]).ok();
    let verified = installation.run(&["pack", "verify", pack.to_str().unwrap()]).ok();
    assert!(verified["caveat"].as_str().unwrap().contains("node_modules"));
}
