//! Generates what the window's program needs to know of its configuration.

fn main() {
    let commands = tauri_build::AppManifest::new().commands(&["read", "act", "watch"]);
    if let Err(error) = tauri_build::try_build(tauri_build::Attributes::new().app_manifest(commands)) {
        println!("cargo::error={error:#}");
    }
}
