//! Chapter PK: role packs.

mod content;
mod shipped;
mod signature;
mod trials;

use std::path::{Path, PathBuf};

use domain::pack::{Pack, PackFile, Refused, Report, TrustStore, Verified, VerifierKey, check, sign, verify};
use ed25519_dalek::SigningKey;

/// A role's header without its fences, as good as one can be short.
const HEADER: &str = "id: support-agent\n\
                      name: Support agent\n\
                      version: \"1.0.0\"\n\
                      level: ic\n\
                      tools_allowed: [orders/get_order]\n\
                      tools_denied: [\"*/delete_*\"]\n";

const MANIFEST: &str = r#"{"id": "care", "name": "Care", "version": "1.2.0", "publisher": "acme"}"#;

fn file(path: &str, text: impl AsRef<[u8]>) -> PackFile {
    PackFile { path: path.into(), bytes: text.as_ref().into() }
}

fn role(header: &str) -> String {
    format!("---\n{header}---\n\nYou answer customers of {{{{company.name}}}}.\n")
}

/// A header with one key put in, or replaced.
fn with(line: &str) -> String {
    let key = line.split(':').next().unwrap_or_default();
    let kept = HEADER.lines().filter(|old| old.split(':').next() != Some(key));
    kept.chain([line, ""]).collect::<Vec<_>>().join("\n")
}

/// A small pack: one role, one mode, an overlay, a hidden file.
fn files() -> Vec<PackFile> {
    vec![
        file(".gitattributes", "* -text\n"),
        file("modes/calm.md", "---\nid: calm\nname: Calm\n---\nTake your time.\n"),
        file("overlay.json", r#"{"roles": {"support-agent": {"default_modes": ["calm"]}}}"#),
        file("pack.json", MANIFEST),
        file("roles/ic/support-agent/ROLE.md", role(HEADER)),
    ]
}

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn trust() -> TrustStore {
    let mut trust = TrustStore::empty();
    trust.add(VerifierKey::of("acme".parse().unwrap(), &key()).unwrap()).unwrap();
    trust
}

fn signed(mut files: Vec<PackFile>) -> Vec<PackFile> {
    let at = "2026-11-01T10:00:00Z".parse().unwrap();
    let note = sign(&files, &key(), at).unwrap_or_else(|report| panic!("{:?}", report.diagnostics));
    files.push(file("pack.sig", note));
    files
}

fn opened(files: &[PackFile]) -> Result<Verified<Pack>, Refused> {
    verify(files, &trust())
}

/// What a check says of one role file.
fn told(text: impl AsRef<[u8]>) -> Report {
    check(&[file("ROLE.md", text)])
}

/// `code line` of each error.
fn errors(report: &Report) -> Vec<String> {
    let errors = report.diagnostics.iter().filter(|fault| fault.is_error());
    errors.map(|fault| format!("{} {}", fault.code, fault.line)).collect()
}

fn fixture(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path);
    std::fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Material beside the checkout, where it is there.
fn shared(path: &str) -> Option<PathBuf> {
    Some(root().join("../shared").join(path)).filter(|path| path.exists())
}
