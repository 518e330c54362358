//! Who signed a pack, and whether it is still what was signed.

use domain::pack::{
    Differences, NoteError, PackFile, Refused, TeamXError, TrustError, TrustStore, VerifierKey, sign, verify,
    verify_signature,
};
use ed25519_dalek::SigningKey;
use host::pack_dir;
use proptest::prelude::*;

use super::{HEADER, MANIFEST, file, files, key, opened, role, shared, signed, trust};

#[test]
fn pk_12_a_signed_pack_is_verified_whole() {
    let pack = opened(&signed(files())).unwrap();
    assert_eq!((pack.id.as_str(), pack.version.to_string().as_str()), ("care", "1.2.0"));
    assert_eq!((pack.publisher.as_str(), pack.signed().files), ("acme", 5));
    assert_eq!(pack.published.to_string(), "2026-11-01T10:00:00Z");
    assert_eq!(pack.roles[0].versioned(), "care/support-agent@1.2.0");
    let note = String::from_utf8(signed(files()).pop().unwrap().bytes).unwrap();
    assert!(note.starts_with(
        "bailiwick-role-pack/v1\nid care\nversion 1.2.0\npublished 2026-11-01T10:00:00Z\nfiles 5\n"
    ));
    assert!(note.contains("  .gitattributes\n"));
}

#[test]
fn pk_12_every_single_byte_change_is_refused() {
    let pack = signed(files());
    for (index, original) in pack.iter().enumerate() {
        for at in 0..original.bytes.len() {
            for flip in [0x01, 0x20, 0x80] {
                let mut changed = pack.clone();
                changed[index].bytes[at] ^= flip;
                assert!(opened(&changed).is_err(), "{} byte {at} flip {flip:#x}", original.path);
            }
        }
    }
}

proptest! {
    #[test]
    fn pk_12_no_edit_of_any_file_passes(index in 0usize..6, at in any::<prop::sample::Index>(), put in any::<Vec<u8>>(), cut in 0usize..4) {
        let pack = signed(files());
        let mut changed = pack.clone();
        let bytes = &mut changed[index].bytes;
        let from = at.index(bytes.len());
        let to = (from + cut).min(bytes.len());
        bytes.splice(from..to, put);
        prop_assert_eq!(opened(&changed).is_ok(), changed == pack);
    }

    #[test]
    fn pk_1_no_bytes_make_the_door_fall(bytes in prop::collection::vec(any::<u8>(), 0..200), text in "[-a-z:\\[\\]{}&*!|>'\"#%@,\n\t 0-9.]{0,80}") {
        let _ = domain::pack::yaml::read_role("f", &bytes);
        let _ = domain::pack::yaml::read_yaml("f", text.as_bytes());
        let _ = domain::pack::yaml::read_role("f", format!("---\n{text}\n---\n").as_bytes());
    }

    #[test]
    fn pk_12_no_bytes_make_the_signature_reader_fall(note in any::<Vec<u8>>(), text in "[ a-z+/=\n\u{2014}]{0,120}") {
        for signature in [note, text.into_bytes()] {
            let mut pack = files();
            pack.push(file("pack.sig", signature));
            prop_assert!(opened(&pack).is_err());
        }
    }
}

fn differences(files: &[PackFile]) -> Differences {
    match opened(files) {
        Err(Refused::Differs(differences)) => differences,
        other => panic!("{other:?}"),
    }
}

#[test]
fn pk_12_every_differing_file_is_named() {
    let mut pack = signed(files());
    pack[1].bytes.extend(b"more");
    let crlf = String::from_utf8(pack[4].bytes.clone()).unwrap().replace('\n', "\r\n");
    pack[4].bytes = crlf.into_bytes();
    pack.remove(0);
    pack.push(file("roles/ic/extra.md", role(HEADER)));
    let found = differences(&pack);
    assert_eq!(found.changed, ["modes/calm.md"]);
    assert_eq!(found.line_ends, ["roles/ic/support-agent/ROLE.md"]);
    assert_eq!(found.missing, [".gitattributes"]);
    assert_eq!(found.extra, ["roles/ic/extra.md"]);
    assert_eq!(found.lines().len(), 4);
}

#[test]
fn trial_e01_a_file_added_after_signing_is_named_and_nothing_loads() {
    let mut pack = signed(files());
    pack.push(file("notes.txt", super::fixture("trials/E01/notes.txt")));
    pack.push(file("roles/ic/extra/ROLE.md", super::fixture("trials/E01/roles/ic/extra/ROLE.md")));
    assert_eq!(differences(&pack).extra, ["notes.txt", "roles/ic/extra/ROLE.md"]);
}

#[test]
fn trial_e04_a_missing_file_is_named() {
    let dir = written(&signed(files()));
    let role = dir.path().join("roles/ic/support-agent/ROLE.md");
    std::fs::remove_file(&role).unwrap();
    assert_eq!(differences(&pack_dir::read(dir.path()).unwrap()).missing, ["roles/ic/support-agent/ROLE.md"]);
    std::fs::create_dir(&role).unwrap();
    assert_eq!(differences(&pack_dir::read(dir.path()).unwrap()).missing, ["roles/ic/support-agent/ROLE.md"]);
}

#[test]
fn pk_13_nobody_unknown_is_believed() {
    let pack = signed(files());
    assert!(matches!(opened(&files()), Err(Refused::Unsigned)));
    assert!(matches!(verify(&pack, &TrustStore::empty()), Err(Refused::Note(NoteError::UnknownKey(_)))));
    let stranger = SigningKey::from_bytes(&[8; 32]);
    let mut forged = files();
    forged
        .push(file("pack.sig", sign(&files(), &stranger, "2026-11-01T10:00:00Z".parse().unwrap()).unwrap()));
    assert!(matches!(opened(&forged), Err(Refused::Note(NoteError::UnknownKey(_)))));
    let inside = "-----BEGIN PUBLIC KEY-----\n".to_owned();
    forged.push(file("trusted.pub.pem", inside));
    assert!(opened(&forged).is_err());
}

#[test]
fn pk_13_a_pack_stays_with_the_publisher_who_brought_it() {
    let mut trust = trust();
    trust.bind("care".parse().unwrap(), "other".parse().unwrap());
    assert!(matches!(verify(&signed(files()), &trust), Err(Refused::Owner { .. })));
    for id in domain::pack::SHIPPED_PACKS {
        let mut trust = TrustStore::shipped().unwrap();
        trust.add(VerifierKey::of("acme".parse().unwrap(), &key()).unwrap()).unwrap();
        let mut pack = files();
        pack[3] = file("pack.json", MANIFEST.replace("care", id));
        assert!(matches!(verify(&signed(pack), &trust), Err(Refused::Owner { .. })), "{id}");
    }
}

#[test]
fn pk_13_the_compiled_in_name_takes_no_second_key() {
    let mut trust = TrustStore::shipped().unwrap();
    let impostor = VerifierKey::of("bailiwick-release".parse().unwrap(), &key()).unwrap();
    assert_eq!(trust.add(impostor), Err(TrustError::Reserved));
    assert_eq!(trust.keys()[0].fingerprint().len(), 64);
}

#[test]
fn pk_13_the_manifest_must_say_what_the_signature_says() {
    let mut pack = files();
    pack[3] = file("pack.json", MANIFEST.replace("acme", "somebody"));
    let note = sign(&pack, &key(), "2026-11-01T10:00:00Z".parse().unwrap()).unwrap();
    pack.push(file("pack.sig", note.replace("\u{2014} somebody", "\u{2014} acme")));
    assert!(opened(&pack).is_err());
}

#[test]
fn trial_a27_a_pack_with_an_error_is_neither_signed_nor_installed() {
    let mut pack = files();
    pack[4].bytes = super::fixture("trials/A27/ROLE.md");
    let report = sign(&pack, &key(), "2026-11-01T10:00:00Z".parse().unwrap()).unwrap_err();
    let said: Vec<&str> = report.diagnostics.iter().map(|fault| fault.message.as_str()).collect();
    assert!(said.contains(&"`model` stands twice: in line 5 and in line 7"), "{said:?}");
    assert!(said.contains(&"`tools_denied` stands twice: in line 6 and in line 8"), "{said:?}");
    let dir = written(&pack);
    assert!(matches!(
        pack_dir::sign(dir.path(), &key(), jiff::Timestamp::UNIX_EPOCH),
        Err(pack_dir::SignError::Invalid(_))
    ));
    assert!(!dir.path().join("pack.sig").exists());
}

#[test]
fn pk_17_the_walk_sees_every_file_and_refuses_what_is_none() {
    let dir = written(&files());
    pack_dir::sign(dir.path(), &key(), jiff::Timestamp::UNIX_EPOCH).unwrap();
    let read = pack_dir::read(dir.path()).unwrap();
    let paths: Vec<&str> = read.iter().map(|file| file.path.as_str()).collect();
    let all = [
        ".gitattributes",
        "modes/calm.md",
        "overlay.json",
        "pack.json",
        "pack.sig",
        "roles/ic/support-agent/ROLE.md",
    ];
    assert_eq!(paths, all);
    assert!(opened(&read).is_ok());
    std::os::unix::fs::symlink("/", dir.path().join("roles/away")).unwrap();
    let said = pack_dir::read(dir.path()).unwrap_err().to_string();
    assert!(said.contains("roles/away is a link"), "{said}");
    assert!(matches!(pack_dir::read(&dir.path().join("none")), Err(pack_dir::ReadError::Missing(_))));
}

#[test]
fn trial_e09_names_that_differ_in_case_are_refused() {
    let mut pack = files();
    pack.push(file("roles/ic/support-agent/role.md", role(HEADER)));
    assert!(sign(&pack, &key(), jiff::Timestamp::UNIX_EPOCH).is_err());
    let mut pack = signed(files());
    pack.push(file("roles/IC/other.md", role(HEADER)));
    assert!(matches!(opened(&pack), Err(Refused::Files(_))));
}

#[test]
fn pk_18_a_key_is_written_once_and_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("acme.key.pem");
    let made = pack_dir::keygen(&path).unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(matches!(pack_dir::keygen(&path), Err(pack_dir::KeyFileError::Exists(_))));
    let public = std::fs::read_to_string(dir.path().join("acme.pub.pem")).unwrap();
    assert_eq!(VerifierKey::from_pem("acme".parse().unwrap(), &public).unwrap(), made.key);
    let signing = pack_dir::load_key(&path).unwrap();
    assert_eq!(VerifierKey::of("acme".parse().unwrap(), &signing).unwrap(), made.key);
    let private = std::fs::read_to_string(&path).unwrap();
    assert!(!format!("{made:?}").contains(private.lines().nth(1).unwrap()));
    std::fs::write(dir.path().join("bad.pem"), "no key").unwrap();
    assert!(matches!(pack_dir::load_key(&dir.path().join("bad.pem")), Err(pack_dir::KeyFileError::Form(_))));
}

#[test]
fn pk_19_a_team_x_pack_verifies_by_its_own_rule_and_is_not_installed() {
    let (Some(dir), Some(pem)) = (shared("peers/team-x-pack"), shared("peers/team-x-public-key.pem")) else {
        return;
    };
    let mut files = pack_dir::read(&dir).unwrap();
    let key = VerifierKey::from_pem("strategia-x".parse().unwrap(), &std::fs::read_to_string(pem).unwrap())
        .unwrap();
    let unknown = verify_signature(&files, &trust());
    assert!(matches!(unknown, Err(Refused::TeamX(TeamXError::UnknownKey(_)))), "{unknown:?}");
    let mut trust = TrustStore::shipped().unwrap();
    trust.add(key).unwrap();
    let signed = verify_signature(&files, &trust).unwrap();
    assert_eq!(
        (signed.id.as_str(), signed.version.to_string().as_str(), signed.files),
        ("strategia-official", "1.1.0", 59)
    );
    assert!(signed.caveat.unwrap().starts_with("legacy signature: hidden files"));
    assert!(matches!(verify(&files, &trust), Err(Refused::Legacy)));
    files.push(file("roles/node_modules/x.md", "not covered"));
    assert!(verify_signature(&files, &trust).is_ok());
    files.push(file("roles/x.md", "covered"));
    assert!(matches!(verify_signature(&files, &trust), Err(Refused::TeamX(TeamXError::Tree))));
}

fn written(files: &[PackFile]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for file in files {
        let path = dir.path().join(&file.path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &file.bytes).unwrap();
    }
    dir
}
