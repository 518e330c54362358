//! Everything that can be said about a pack's files without asking who signed them.

mod graph;
mod ids;
mod secrets;
mod tools;

use std::collections::BTreeSet;

use super::body;
use super::diagnostic::{Diagnostic, Span};
use super::file::{PackFile, inspect};
use super::header::RoleHeader;
use super::manifest::{MANIFEST_FILE, Manifest};
use super::mode::Mode;
use super::overlay::{self, OVERLAY_FILE};
use super::role::Role;
use super::yaml::{Document, Node, read_role};
use crate::ids::{ModeId, PackId, RoleName};

/// What a check found.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// Role files found.
    pub found: usize,
    /// Those without an error.
    pub valid: usize,
    /// Everything there is to say, in the order of files and lines.
    pub diagnostics: Vec<Diagnostic>,
    /// The roles without an error, by file.
    pub roles: Vec<Role>,
}

impl Report {
    /// Whether anything keeps the files from being a pack.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Checks a pack, or role files without a manifest.
///
/// A file with an error gives no role; the others are checked all the same.
pub fn check(files: &[PackFile]) -> Report {
    read(files).report
}

/// The pack that loose role files are shown under.
const LOOSE: &str = "loose";

/// A pack's files, read.
pub(super) struct Reading {
    pub report: Report,
    pub manifest: Option<Manifest>,
    pub modes: Vec<Mode>,
    pub overlay: overlay::Overlay,
}

/// A role file that could be read, with its header's tree for the places.
struct Sheet {
    file: String,
    header: RoleHeader,
    tree: Node,
    body: String,
}

impl Sheet {
    /// The place of an entry of one of the header's lists.
    fn entry(&self, key: &str, index: usize) -> Span {
        self.tree.get(key).map_or(self.tree.span, |list| list.item(index).map_or(list.span, |item| item.span))
    }
}

pub(super) fn read(files: &[PackFile]) -> Reading {
    let mut faults = inspect(files);
    let at = |path: &str| files.iter().find(|file| file.path == path);
    let manifest = keep(&mut faults, at(MANIFEST_FILE).map(|file| Manifest::read(&file.bytes)));
    let loose = at(MANIFEST_FILE).is_none();
    if loose {
        let note = Diagnostic::warning(
            "loose",
            MANIFEST_FILE,
            Span::START,
            "there is no pack.json: these are loose role files",
        );
        faults.push(note.with_help("a pack needs one with id, name, version and publisher"));
    }
    let modes = modes(files, &mut faults);
    let placed = keep(&mut faults, at(OVERLAY_FILE).map(|file| overlay::read(&file.bytes)));
    let (paths, ignored) = role_files(files, loose);
    faults.extend(ignored);
    if paths.is_empty() {
        let fault = Diagnostic::error("no-roles", "roles", Span::START, "no role file was found");
        faults.push(fault.with_help("put each role in roles/<any>/<role>/ROLE.md"));
    }
    let sheets: Vec<Sheet> = paths.iter().filter_map(|file| sheet(file, &mut faults)).collect();
    ids::check(&sheets, &mut faults);
    graph::check(&sheets, loose, &mut faults);
    tools::check(&sheets, manifest.as_ref().map(|manifest| &manifest.requires), &mut faults);
    role_modes(&sheets, &modes, &mut faults);
    if let Some(placed) = &placed {
        overlaid(placed, &sheets, &modes, &mut faults);
    }
    let report = report(&paths, sheets, faults, manifest.as_ref());
    Reading { report, manifest, modes, overlay: placed.map(|placed| placed.overlay).unwrap_or_default() }
}

fn keep<T>(faults: &mut Vec<Diagnostic>, read: Option<Result<T, Vec<Diagnostic>>>) -> Option<T> {
    read?.map_err(|told| faults.extend(told)).ok()
}

/// The role files, and a word on what lies beside them.
fn role_files(files: &[PackFile], loose: bool) -> (Vec<&PackFile>, Vec<Diagnostic>) {
    let elsewhere = |path: &str| path.starts_with("modes/") || path.starts_with("skills/");
    let inside = |file: &&PackFile| {
        if loose {
            is_markdown(&file.path) && !elsewhere(&file.path)
        } else {
            file.path.starts_with("roles/")
        }
    };
    let is_role = |file: &&PackFile| {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        is_markdown(name) && !name.eq_ignore_ascii_case("readme.md") && !name.starts_with('.')
    };
    let (roles, others): (Vec<&PackFile>, Vec<&PackFile>) = files.iter().filter(inside).partition(is_role);
    let ignored = others.into_iter().map(|file| {
        Diagnostic::warning("ignored", &file.path, Span::START, "this is no role file and is not read")
            .with_help("role files end in .md")
    });
    (roles, ignored.collect())
}

/// The ending counts exactly: what one system takes for a role file, another must too.
fn is_markdown(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending == "md")
}

fn sheet(file: &PackFile, faults: &mut Vec<Diagnostic>) -> Option<Sheet> {
    faults.extend(secrets::find(file));
    let document = read_role(&file.path, &file.bytes).map_err(|told| faults.extend(told)).ok()?;
    let Document { header: tree, body, body_line, warnings } = document;
    faults.extend(warnings);
    let header = RoleHeader::read(&file.path, &tree).map_err(|told| faults.extend(told));
    faults.extend(body::check(&file.path, &body, body_line));
    Some(Sheet { file: file.path.clone(), header: header.ok()?, tree, body })
}

fn modes(files: &[PackFile], faults: &mut Vec<Diagnostic>) -> Vec<Mode> {
    let is_mode = |file: &&PackFile| file.path.starts_with("modes/") && is_markdown(&file.path);
    let mut modes: Vec<Mode> = Vec::new();
    for file in files.iter().filter(is_mode) {
        match Mode::read(&file.path, &file.bytes) {
            Ok((mode, warnings)) => {
                faults.extend(warnings);
                if let Some(twin) = modes.iter().find(|other| other.id == mode.id) {
                    let message = format!("the mode `{}` is defined in {} too", mode.id, twin.file);
                    faults.push(Diagnostic::error("duplicate-id", &mode.file, Span::START, message));
                }
                modes.push(mode);
            }
            Err(told) => faults.extend(told),
        }
    }
    for mode in &modes {
        let unknown = mode.conflicts.iter().filter(|other| !modes.iter().any(|mode| mode.id == **other));
        faults.extend(unknown.map(|other| unknown_mode(&mode.file, Span::START, other)));
    }
    modes
}

fn unknown_mode(file: &str, at: Span, mode: &ModeId) -> Diagnostic {
    Diagnostic::error("unknown-mode", file, at, format!("the pack has no mode `{mode}`"))
}

fn role_modes(sheets: &[Sheet], modes: &[Mode], faults: &mut Vec<Diagnostic>) {
    let known: BTreeSet<&ModeId> = modes.iter().map(|mode| &mode.id).collect();
    for sheet in sheets {
        for (index, mode) in sheet.header.modes.iter().flatten().enumerate() {
            if !known.contains(mode) {
                faults.push(unknown_mode(&sheet.file, sheet.entry("modes", index), mode));
            }
        }
    }
}

fn overlaid(placed: &overlay::Placed, sheets: &[Sheet], modes: &[Mode], faults: &mut Vec<Diagnostic>) {
    for (role, entry) in &placed.overlay {
        let at = placed.places.get(role).copied().unwrap_or(Span::START);
        if !sheets.iter().any(|sheet| sheet.header.id == *role) {
            let message = format!("the pack has no role `{role}`");
            faults.push(Diagnostic::error("unknown-role", OVERLAY_FILE, at, message));
        }
        let defaults = entry.default_modes.iter().flatten();
        for mode in defaults.clone().chain(entry.modes_allow.iter().flatten()) {
            if !modes.iter().any(|known| known.id == *mode) {
                faults.push(unknown_mode(OVERLAY_FILE, at, mode));
            }
        }
        let taken: Vec<&Mode> = defaults.filter_map(|id| modes.iter().find(|mode| mode.id == *id)).collect();
        let clash =
            taken.iter().flat_map(|a| taken.iter().map(move |b| (a, b))).find(|(a, b)| a.conflicts_with(b));
        if let Some((a, b)) = clash {
            let message = format!("the default modes `{}` and `{}` cannot be taken together", a.id, b.id);
            faults.push(Diagnostic::error("mode-conflict", OVERLAY_FILE, at, message));
        }
    }
}

fn report(
    paths: &[&PackFile],
    sheets: Vec<Sheet>,
    mut faults: Vec<Diagnostic>,
    manifest: Option<&Manifest>,
) -> Report {
    faults.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
    let broken: BTreeSet<&str> = faults.iter().filter(|f| f.is_error()).map(|f| f.file.as_str()).collect();
    let valid = paths.iter().filter(|file| !broken.contains(file.path.as_str())).count();
    let pack = manifest.map(|manifest| manifest.id.clone()).or_else(|| LOOSE.parse::<PackId>().ok());
    let pack_version = manifest.map_or(semver::Version::new(0, 0, 0), |manifest| manifest.version.clone());
    let roles =
        sheets.into_iter().filter(|sheet| !broken.contains(sheet.file.as_str())).filter_map(|sheet| {
            let name = RoleName { pack: pack.clone()?, role: sheet.header.id.clone() };
            let Sheet { file, header, body, .. } = sheet;
            Some(Role { name, pack_version: pack_version.clone(), header, body, file })
        });
    let roles = roles.collect();
    Report { found: paths.len(), valid, diagnostics: faults, roles }
}
