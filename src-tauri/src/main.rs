//! The window: three commands, one for what looks, one for what acts, one for what happens.

mod commands;

use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::process::ExitCode;

use host::lock::{FolderLock, Taken};
use tauri::Manager as _;
use wire::Failure;

use commands::Front;

fn main() -> ExitCode {
    if let Err(sentence) = ready() {
        complain(&sentence);
        return ExitCode::from(2);
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            complain(&sentence);
            ExitCode::from(2)
        }
    }
}

/// What would end in a crash of the toolkit is said in a sentence first.
fn ready() -> Result<(), String> {
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !has("DISPLAY") && !has("WAYLAND_DISPLAY") {
        return Err(
            "there is no display to open a window on; next: bailiwick serve shows the same screens in a \
                    browser"
                .to_owned(),
        );
    }
    Ok(())
}

fn run() -> Result<(), String> {
    let data = host::data_folder(std::env::var_os("BAILIWICK_DATA").map(std::path::PathBuf::from).as_deref())
        .map_err(|failure| failure.to_string())?;
    let front = tauri::async_runtime::block_on(Front::open(data.clone())).map_err(in_words)?;
    let Some(_window) = only_window(&data, &front)? else { return Ok(()) };
    let app = build(front)?;
    let window = app.handle().clone();
    tauri::async_runtime::spawn(async move {
        host::interrupted().await;
        window.exit(0);
    });
    app.run(|app, event| {
        if let tauri::RunEvent::Exit = event {
            let front = app.state::<Front>();
            tauri::async_runtime::block_on(front.close());
        }
    });
    Ok(())
}

/// The toolkit panics where it cannot use the display; that is said in a sentence, too.
fn build(front: Front) -> Result<tauri::App, String> {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let built = std::panic::catch_unwind(AssertUnwindSafe(|| {
        tauri::Builder::default()
            .manage(front)
            .invoke_handler(tauri::generate_handler![commands::read, commands::act, commands::watch])
            .build(tauri::generate_context!())
    }));
    std::panic::set_hook(loud);
    match built {
        Ok(Ok(app)) => Ok(app),
        Ok(Err(error)) => Err(format!("the window cannot be opened: {error}")),
        Err(_) => {
            Err("the display cannot be used; next: look at DISPLAY, or use bailiwick serve, which shows \
                       the same screens in a browser"
                .to_owned())
        }
    }
}

/// Holds the place of the folder's one window; where another window has it, that one comes forward instead.
fn only_window(data: &Path, front: &Front) -> Result<Option<FolderLock>, String> {
    match FolderLock::take_window(data) {
        Ok(Taken::Here(place)) => Ok(Some(place)),
        Ok(Taken::Elsewhere(_)) => {
            let raised = async { front.client().await?.raise_window().await };
            let raised = tauri::async_runtime::block_on(raised).map_err(in_words);
            tauri::async_runtime::block_on(front.close());
            raised.map(|()| {
                complain("the window of this data folder is open already, and comes forward");
                None
            })
        }
        Err(error) => Err(format!("{}: {error}", data.display())),
    }
}

fn in_words(failure: Failure) -> String {
    let hint = failure.hint.map(|hint| format!("; next: {hint}")).unwrap_or_default();
    format!("{}{hint}", failure.message)
}

#[expect(clippy::print_stderr, reason = "without a window there is no other place to say it")]
fn complain(sentence: &str) {
    eprintln!("bailiwick: {sentence}");
}
