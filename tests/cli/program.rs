//! Runs the built `bailiwick` with a data folder of its own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// The built program, of the profile of this test's own.
///
/// It lies beside the test's folder, unless Cargo was told to keep what it finishes apart from what it builds.
pub fn bailiwick() -> PathBuf {
    let this = std::env::current_exe().unwrap();
    let beside = this.parent().unwrap().parent().unwrap();
    let finished = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = finished.map(|target| target.join(beside.file_name().unwrap()));
    let program = folder.unwrap_or_else(|| beside.to_owned()).join("bailiwick");
    assert!(program.exists(), "{} is missing: cargo build --workspace makes it", program.display());
    program
}

/// A scripted MCP server of `tests/fakes`.
pub fn fake(name: &str) -> String {
    root().join("tests/fakes").join(name).to_str().unwrap().to_owned()
}

/// An installation that is gone when the test ends.
pub struct Installation {
    folder: tempfile::TempDir,
}

/// What a command printed and how it ended.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("no JSON ({error}): {}\n{}", self.out, self.err))
    }

    /// The JSON of a command that must have gone well.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.code, 0, "out: {}\nerr: {}", self.out, self.err);
        self.json()
    }

    /// What a command that must have been refused wrote on standard error.
    #[track_caller]
    pub fn refused(&self, code: i32) -> &str {
        assert_eq!(self.code, code, "out: {}\nerr: {}", self.out, self.err);
        &self.err
    }
}

impl Installation {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn with_company() -> Self {
        let installation = Self::new();
        installation.run(&["company", "found", "Acme", "--starter", "company"]).ok();
        installation
    }

    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = self.program(bailiwick().to_str().unwrap());
        command.args(words);
        command
    }

    /// Another program that finds this installation.
    pub fn program(&self, name: &str) -> Command {
        let mut command = Command::new(name);
        command.env("BAILIWICK_DATA", self.data()).env("XDG_RUNTIME_DIR", self.folder.path());
        command
    }

    /// Starts a command and lets it go on.
    pub fn start(&self, words: &[&str]) -> Child {
        self.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Runs a command with `--json`.
    pub fn run(&self, words: &[&str]) -> Said {
        // Everything after `--` belongs to another program.
        let at = words.iter().position(|word| *word == "--").unwrap_or(words.len());
        let (own, rest) = words.split_at(at);
        let words: Vec<&str> = own.iter().chain(&["--json"]).chain(rest).copied().collect();
        said(self.command(&words).output().unwrap())
    }

    /// Runs a command as a person would, without `--json`.
    pub fn text(&self, words: &[&str]) -> Said {
        said(self.command(words).output().unwrap())
    }

    pub fn add_fake(&self, id: &str, file: &str) {
        self.run(&["server", "add", id, "--", "node", &fake(file)]).ok();
        self.run(&["server", "approve", id]).ok();
    }

    pub fn gateway(&self, employee: &str) -> Gateway {
        Gateway::start(self.command(&["gateway", "stdio", "--employee", employee]))
    }
}

fn said(output: Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// An outside agent: speaks MCP over the gateway's standard input and output.
pub struct Gateway {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    next: u64,
}

impl Gateway {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut gateway = Self { child, input, output, next: 1 };
        gateway.ask(
            "initialize",
            json!({
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "1" },
            }),
        );
        gateway.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        gateway
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{message}").unwrap();
        input.flush().unwrap();
    }

    /// Sends a request and waits for its answer, passing over notifications.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read().expect("the gateway ended before it answered");
            if message["id"] == json!(id) {
                return message;
            }
        }
    }

    pub fn read(&mut self) -> Option<Value> {
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(serde_json::from_str(&line).unwrap()),
        }
    }

    pub fn tools(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        let mut cursor = Value::Null;
        loop {
            let params = if cursor.is_null() { json!({}) } else { json!({ "cursor": cursor }) };
            let answer = self.ask("tools/list", params);
            let page = answer["result"]["tools"].as_array().unwrap().clone();
            names.extend(page.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()));
            cursor = answer["result"]["nextCursor"].clone();
            if cursor.is_null() {
                names.sort();
                return names;
            }
        }
    }

    pub fn call(&mut self, name: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": name, "arguments": arguments }))
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        // A client that ends closes the input; the gateway then ends by itself.
        drop(self.input.take());
        for _ in 0..100 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Whether a process runs.
pub fn alive(pid: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = status.rsplit_once(')').map(|(_, rest)| rest.trim_start().chars().next());
    !matches!(state, None | Some(Some('Z') | None))
}
