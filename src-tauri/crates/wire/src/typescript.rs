//! The contract in TypeScript, written from the same list.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use ts_rs::{Config, TS, TypeVisitor};

use crate::contract::{Kind, METHODS};

/// The text of `ui/src/generated/contract.ts`.
pub fn contract() -> String {
    let mut declarations = Declarations::new();
    let failure = declarations.of::<crate::Failure>();
    let event = declarations.of::<domain::event::Event>();
    let mut map = String::new();
    for method in METHODS {
        let (params, reply) = (method.describe)(&mut declarations);
        let _ = writeln!(map, "  {:?}: {{ params: {params}; reply: {reply} }};", method.name);
    }
    format!(
        "// Written from the Rust types of the crate `wire`; BAILIWICK_WRITE_CONTRACT=1 cargo test --workspace contract.\n\n\
         {types}\n/** Every request: its parameters and its reply. */\nexport interface Methods {{\n{map}}}\n\n\
         /** The requests that only look. */\nexport const readMethods = {reads} as const;\n\n\
         /** The requests that act: each carries a request id and leaves a record. */\n\
         export const actMethods = {acts} as const;\n\n\
         export type ReadMethod = (typeof readMethods)[number];\nexport type ActMethod = (typeof actMethods)[number];\n\
         /** What is sent when a request fails. */\nexport type WireFailure = {failure};\n\
         /** What is published after a commit. */\nexport type WireEvent = {event};\n",
        types = declarations.text(),
        reads = names(Kind::Read),
        acts = names(Kind::Act),
    )
}

fn names(kind: Kind) -> String {
    let names: Vec<_> =
        METHODS.iter().filter(|m| m.kind == kind).map(|m| format!("  {:?},", m.name)).collect();
    format!("[\n{}\n]", names.join("\n"))
}

/// Types met so far, each declared once.
pub struct Declarations {
    config: Config,
    seen: HashSet<TypeId>,
    texts: BTreeMap<String, String>,
}

impl Declarations {
    fn new() -> Self {
        Self { config: Config::new().with_large_int("number"), seen: HashSet::new(), texts: BTreeMap::new() }
    }

    /// The name of a type, which is declared with all that it is made of.
    pub(crate) fn of<T: TS + 'static + ?Sized>(&mut self) -> String {
        self.visit::<T>();
        T::name(&self.config)
    }

    fn text(&self) -> String {
        self.texts.values().fold(String::new(), |mut text, declaration| {
            let _ = writeln!(text, "export {declaration}\n");
            text
        })
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            self.texts.insert(T::ident(&self.config), T::decl(&self.config));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}
