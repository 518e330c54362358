//! What ships inside the program: the signed packs, verified like any other before they are used.

use domain::pack::PackFile;
use include_dir::{Dir, include_dir};

static COMPANY: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../../roles/company");
static CASTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../../roles/casts");

/// The packs that are installed when the data folder is first opened, or was opened by an older version.
pub fn packs() -> [Vec<PackFile>; 2] {
    [files(&CASTS), files(&COMPANY)]
}

/// Every file of the folder, sorted by the bytes of its path, as a walk of the same folder on disk gives.
fn files(folder: &Dir<'_>) -> Vec<PackFile> {
    let mut files = Vec::new();
    collect(folder, &mut files);
    files.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
    files
}

fn collect(folder: &Dir<'_>, files: &mut Vec<PackFile>) {
    let of = |file: &include_dir::File<'_>| {
        let path = file.path().to_str()?.replace('\\', "/");
        Some(PackFile { path, bytes: file.contents().to_owned() })
    };
    files.extend(folder.files().filter_map(of));
    for inner in folder.dirs() {
        collect(inner, files);
    }
}
