//! A page that a test can drive: the window under a display of its own, or Chromium over `serve`.

use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::cli::program::{Installation, bailiwick};

/// How long something may take to appear. What is promised to users is a second; the machine may be busy.
pub(super) const APPEARS_WITHIN: Duration = Duration::from_mins(1);

/// A page and the programs behind it.
pub struct Page {
    client: Client,
    /// Ended in this order.
    programs: Vec<Child>,
    /// Chromium's own folder, kept until Chromium has ended.
    profile: Option<tempfile::TempDir>,
}

impl Page {
    /// The real window.
    pub async fn window(installation: &Installation) -> Self {
        let program = bailiwick().with_file_name("bailiwick-app");
        assert!(program.exists(), "{} is missing: cargo build --workspace makes it", program.display());
        let port = free_port();
        let mut driver = installation.program("xvfb-run");
        driver
            .args(["-a", "-s", "-screen 0 1280x800x24", "dbus-run-session", "--", "WebKitWebDriver"])
            .arg(format!("--port={port}"))
            // What a web view keeps between starts belongs to this test alone.
            .env("XDG_DATA_HOME", installation.path("web-data"))
            .env("XDG_CACHE_HOME", installation.path("web-cache"))
            .env("TAURI_AUTOMATION", "true")
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .env("WEBKIT_DISABLE_DMABUF_RENDERER", "1");
        let options =
            json!({ "browserName": "wry", "webkitgtk:browserOptions": { "binary": program, "args": [] } });
        let programs = vec![start(driver)];
        Self::open(port, options, programs, None).await
    }

    /// Chromium on the address that `serve` prints.
    pub async fn browser(installation: &Installation) -> Self {
        let (serve, address) = serve(installation);
        let port = free_port();
        let mut driver = installation.program("chromedriver");
        driver.arg(format!("--port={port}"));
        let profile = tempfile::tempdir().unwrap();
        let arguments = [
            "--headless".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-quic".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--window-size=1280,800".to_owned(),
            format!("--user-data-dir={}", profile.path().display()),
        ];
        let options = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "binary": "/usr/bin/chromium", "args": arguments },
        });
        let programs = vec![start(driver), serve];
        let mut page = Self::open(port, options, programs, Some(&address)).await;
        page.profile = Some(profile);
        page
    }

    async fn open(port: u16, options: Value, programs: Vec<Child>, address: Option<&str>) -> Self {
        let until = Instant::now() + APPEARS_WITHIN;
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < until, "the driver did not open its port");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let Value::Object(capabilities) = options else { panic!("capabilities are a map") };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .unwrap();
        if let Some(address) = address {
            client.goto(address).await.unwrap();
        }
        Self { client, programs, profile: None }
    }

    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Whether this is Chromium, not the window.
    pub(super) fn in_browser(&self) -> bool {
        self.profile.is_some()
    }

    /// Goes to a screen, as a link within the page does: nothing is loaded anew.
    pub async fn go(&self, place: &str) {
        self.client.execute("location.hash = arguments[0]", vec![json!(place)]).await.unwrap();
    }

    /// Notes something in the page that a reload would lose.
    pub async fn mark(&self) {
        self.client.execute("window.__mark = 'kept'", vec![]).await.unwrap();
    }

    /// Whether the page is still the one that was marked.
    pub async fn is_marked(&self) -> bool {
        self.client.execute("return window.__mark === 'kept'", vec![]).await.unwrap() == json!(true)
    }

    /// Waits until the page shows a text.
    #[track_caller]
    pub fn shows<'a>(&'a self, text: &'a str) -> impl Future<Output = ()> + 'a {
        let place = std::panic::Location::caller();
        async move {
            let until = Instant::now() + APPEARS_WITHIN;
            loop {
                let shown = self.text().await;
                if shown.contains(text) {
                    return;
                }
                assert!(Instant::now() < until, "{place}: {text:?} did not appear in:\n{shown}");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Everything that the page says now.
    pub async fn text(&self) -> String {
        let text = self.client.execute("return document.body ? document.body.innerText : ''", vec![]).await;
        text.ok().and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// Ends the page and the programs behind it.
    pub async fn close(self) {
        drop(self.client.clone().close().await);
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        for program in &mut self.programs {
            end(program);
        }
        drop(self.profile.take());
    }
}

/// `bailiwick serve`, and the address that it printed.
pub(super) fn serve(installation: &Installation) -> (Child, String) {
    let mut serve = installation.command(&["serve", "--json"]);
    serve.stdout(Stdio::piped());
    let mut serve = start(serve);
    let mut printed = String::new();
    let mut lines = BufReader::new(serve.stdout.take().unwrap());
    while !printed.trim_end().ends_with('}') {
        assert!(lines.read_line(&mut printed).unwrap() > 0, "serve ended: {printed}");
    }
    let printed: Value = serde_json::from_str(&printed).unwrap();
    (serve, printed["address"].as_str().unwrap().to_owned())
}

/// Starts a program with a group of its own, so that all that it starts can be ended.
fn start(mut command: Command) -> Child {
    command.process_group(0).stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap_or_else(|error| {
        panic!("{}: {error}; ./test installs it", command.get_program().to_string_lossy())
    })
}

fn end(program: &mut Child) {
    let group = format!("-{}", program.id());
    drop(Command::new("kill").args(["-TERM", "--", &group]).stderr(Stdio::null()).status());
    for _ in 0..60 {
        if matches!(program.try_wait(), Ok(Some(_))) {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status());
    drop(program.wait());
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
