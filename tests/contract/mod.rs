//! The generated TypeScript equals what the Rust types say.

use std::path::Path;

#[test]
fn the_generated_contract_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui/src/generated/contract.ts");
    let wanted = wire::typescript::contract();
    if std::env::var_os("BAILIWICK_WRITE_CONTRACT").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &wanted).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == wanted,
        "ui/src/generated/contract.ts differs from the Rust types.\n\
         Write it anew: BAILIWICK_WRITE_CONTRACT=1 cargo test --workspace contract"
    );
}
