//! Servers and a client that others wrote.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::program::{Installation, bailiwick, root};

/// A program of the packages that `./test` installs.
pub fn installed(path: &str) -> String {
    let path: PathBuf = root().join("tests/node_modules").join(path);
    assert!(path.exists(), "{} is missing: ./test installs it", path.display());
    path.to_str().unwrap().to_owned()
}

/// What the Inspector's command line prints for a request to one employee's gateway.
pub fn inspect(installation: &Installation, employee: &str, words: &[&str]) -> Value {
    let program = bailiwick();
    let output = installation
        .program("node")
        .arg(installed("@modelcontextprotocol/inspector/cli/build/cli.js"))
        .args(["--cli", program.to_str().unwrap(), "gateway", "stdio", "--employee", employee])
        .args(words)
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!(
            "{error}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

/// The names of a tool list.
pub fn names(list: &Value) -> Vec<String> {
    let tools = list["tools"].as_array().unwrap();
    tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_inspector_sees_the_role_s_part_of_a_real_server_and_meets_its_deny() {
    let installation = Installation::with_company();
    let folder = installation.path("files");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("a.txt"), "hello").unwrap();
    let server = installed("@modelcontextprotocol/server-filesystem/dist/index.js");
    let folder = folder.canonicalize().unwrap();
    installation.run(&["server", "add", "files", "--", "node", &server, folder.to_str().unwrap()]).ok();
    let before = inspect(&installation, "Bruno", &["--method", "tools/list"]);
    assert!(names(&before).iter().all(|name| !name.starts_with("files__")), "nothing before it is approved");
    let all = installation.run(&["server", "approve", "files"]).ok();
    let listed = names(&inspect(&installation, "Bruno", &["--method", "tools/list"]));
    let files = listed.iter().filter(|name| name.starts_with("files__")).count();
    assert!(files > 0 && files < all.as_array().unwrap().len(), "the list shrinks to the role's: {listed:?}");
    assert!(!listed.contains(&"files__move_file".to_owned()));

    let path = folder.join("a.txt");
    let path = path.to_str().unwrap();
    let read = ["--method", "tools/call", "--tool-name", "files__read_text_file", "--tool-arg"];
    let argument = format!("path={path}");
    let answer = inspect(&installation, "Bruno", &[&read[..], &[argument.as_str()]].concat());
    assert_eq!(answer["content"][0]["text"], "hello");

    let moved = ["--method", "tools/call", "--tool-name", "files__move_file", "--tool-arg"];
    let (from, to) = (format!("source={path}"), format!("destination={path}.moved"));
    let answer = inspect(&installation, "Bruno", &[&moved[..], &[from.as_str(), to.as_str()]].concat());
    assert_eq!(answer["isError"], true);
    assert!(folder.join("a.txt").exists());
    let violations = installation.run(&["violations", "list"]).ok();
    assert_eq!(violations[0]["tool_name"], "move_file");
    assert_eq!(violations[0]["decision"]["deciding_rule"]["pattern"], "files/move_file");
    assert_eq!(violations[0]["decision"]["layer"], "role");
}

#[test]
fn every_tool_of_server_everything_is_listed_and_echo_answers() {
    let installation = Installation::with_company();
    let server = installed("@modelcontextprotocol/server-everything/dist/index.js");
    let row = installation.run(&["server", "add", "everything", "--", "node", &server, "stdio"]).ok();
    assert!(row["tools"].as_u64().unwrap() >= 8, "{row}");
    installation.run(&["server", "approve", "everything"]).ok();
    installation.run(&["authority", "grant", "Bruno", "allow", "everything/echo"]).ok();
    let mut bruno = installation.gateway("Bruno");
    let answer = bruno.call("everything__echo", json!({ "message": "ahoy" }));
    assert!(answer["result"]["content"][0]["text"].as_str().unwrap().contains("ahoy"), "{answer}");
}
