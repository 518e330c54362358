//! Files of worlds.

use std::path::Path;

use domain::authority::world::{self, WorldError};

#[test]
fn au_20_all_worlds_come_out_as_the_cases_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = root.join("fixtures/cases/authority-worlds.json");
    let outside = root.join("../../shared/cases/authority-worlds.json");
    for file in [own, outside].iter().filter(|file| file.exists()) {
        let worlds = world::parse(&std::fs::read_to_string(file).unwrap()).unwrap();
        let report = world::run(&worlds);
        assert_eq!(report.failures, [], "{} of {} differ", report.failed, report.passed + report.failed);
        assert!(report.passed > 200);
    }
}

const WORLD: &str = r#"{ "version": 1, "worlds": [
  { "name": "one", "catalogue": [{ "server": "a", "tool": "x" }],
    "role": { "tools_allowed": ["a/x"] },
    "rules": [{ "id": "r1", "layer": "company", "effect": "deny", "pattern": "a/y" }],
    "expect": [{ "tool": "a/x", "verdict": "allow", "code": "allowed", "layer": "role" }] }
] }"#;

#[test]
fn au_20_what_differs_is_reported_and_the_rest_passes() {
    let report = world::run(&world::parse(WORLD).unwrap());
    assert_eq!((report.passed, report.failed), (1, 0));
    let report =
        world::run(&world::parse(&WORLD.replace(r#""layer": "role""#, r#""layer": "employee""#)).unwrap());
    assert_eq!((report.passed, report.failed), (0, 1));
    let failed = &report.failures[0];
    assert_eq!((failed.world.as_str(), failed.tool.as_str()), ("one", "a/x"));
    assert_eq!(
        (failed.expected.as_str(), failed.got.as_str()),
        ("allow allowed (employee)", "allow allowed (role)")
    );
}

#[test]
fn au_20_a_file_is_read_strictly_and_a_fault_has_its_place() {
    let twice = r#"[{ "server": "a", "tool": "x" }, { "server": "a", "tool": "x" }]"#;
    for (from, to, message, line) in [
        (r#""version": 1"#, r#""version": 2"#, "version 2", 1),
        (r#""name": "one","#, r#""name": "one", "nickname": "I","#, "unknown field `nickname`", 2),
        (r#""id": "r1","#, r#""id": "r1", "when": {},"#, "unknown field `when`", 4),
        (r#""pattern": "a/y""#, r#""pattern": " a/y""#, "blank", 4),
        (r#""layer": "company""#, r#""layer": "role""#, "the role's rules are its lists", 2),
        (r#""layer": "role""#, r#""layer": "board""#, "unknown variant `board`", 5),
        (r#""code": "allowed""#, r#""code": "fine""#, "unknown variant `fine`", 5),
        (r#""server": "a""#, r#""server": "A""#, "not a server id", 2),
        (r#"[{ "server": "a", "tool": "x" }]"#, twice, "stands twice", 2),
        (r#""name": "one","#, r#""name": "one", "name": "two","#, "duplicate field `name`", 2),
        ("] }", "] } {}", "trailing", 6),
        ("] }", "]", "EOF", 6),
    ] {
        let text = if to.starts_with("] }") || to == "]" {
            format!("{}{to}", WORLD.strip_suffix(from).unwrap())
        } else {
            WORLD.replacen(from, to, 1)
        };
        let WorldError { message: got, line: at, column } = world::parse(&text).unwrap_err();
        assert!(got.contains(message), "{to}: {got}");
        assert_eq!(at, line, "{to}: {got}");
        assert!(column >= 1);
    }
}
