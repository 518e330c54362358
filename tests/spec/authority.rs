//! Who may call which tool.

use std::path::Path;

use domain::authority::world;

#[test]
fn au_all_worlds_come_out_as_the_cases_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = root.join("fixtures/cases/authority-worlds.json");
    let outside = root.join("../../shared/cases/authority-worlds.json");
    for file in [own, outside].iter().filter(|file| file.exists()) {
        let worlds = world::parse(&std::fs::read_to_string(file).unwrap()).unwrap();
        let report = world::run(&worlds);
        assert_eq!(report.failures, [], "{} of {} differ", report.failed, report.passed + report.failed);
    }
}
