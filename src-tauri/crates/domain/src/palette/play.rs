//! A play file, read strictly: all faults together, nothing created.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::ids::ModeId;
use crate::pack::Diagnostic;
use crate::pack::yaml::{Fields, Located, Node, read_yaml};

/// Whether a role may ask for more. The play's alone, never a pack's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Disposition {
    /// It may not.
    #[default]
    Terminal,
    /// It may.
    EmissionCapable,
}

impl Disposition {
    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Disposition::Terminal => "terminal",
            Disposition::EmissionCapable => "emission_capable",
        }
    }
}

/// A play as it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What is asked for, with `{{inputs}}`.
    pub objective: String,
    /// What has to be put in.
    pub inputs: Vec<Input>,
    /// The role that sits in the orchestrator seat, as it is written.
    pub orchestrator: Located<String>,
    /// Who may take part.
    pub palette: Palette,
    /// How much there may be of it.
    pub limits: Limits,
    /// The script of the rehearsal, beside the play.
    pub rehearsal: Option<String>,
}

/// Something that has to be put in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub id: String,
    /// Whether the play cannot run without it.
    pub required: bool,
}

/// Who may take part.
#[derive(Debug, Clone, PartialEq)]
pub struct Palette {
    /// The roles that are there from the start.
    pub roles: Vec<PaletteRole>,
    /// Whether the roster may grow.
    pub expansion: Expansion,
}

/// A role that is there from the start.
#[derive(Debug, Clone, PartialEq)]
pub struct PaletteRole {
    /// As it is written, trimmed; a bare name means `casts`.
    pub role: Located<String>,
    /// Whether it may ask for more.
    pub disposition: Disposition,
    /// The ways of working that are named; none means the pack's defaults.
    pub modes: Vec<Located<ModeId>>,
    /// The employee on staff who takes it.
    pub employee: Option<String>,
}

/// Whether the roster may grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expansion {
    /// Roles that may be recruited.
    pub max_new_roles: u32,
    /// Whether the seat may recruit.
    pub orchestrator_may_expand: bool,
}

/// How much there may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Spawns in a run.
    pub max_spawn: u32,
    /// Generations of spawned operations.
    pub max_depth: u32,
    /// Spawns in any minute.
    pub max_spawn_per_minute: u32,
    /// Operations at once.
    pub max_concurrent: u32,
    /// Money for paid models.
    pub money: Option<f64>,
    /// Tokens.
    pub tokens: Option<u64>,
    /// Time by the clock on the wall.
    pub wall: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_spawn: 50,
            max_depth: 3,
            max_spawn_per_minute: 30,
            max_concurrent: 5,
            money: None,
            tokens: None,
            wall: None,
        }
    }
}

impl Play {
    /// The objective with what was put in. A value is put in as text and once.
    ///
    /// *Errors:* a required input is missing, or one is given that the play does not know.
    pub fn objective_with(&self, given: &BTreeMap<String, String>) -> Result<String, String> {
        if let Some(unknown) = given.keys().find(|key| !self.inputs.iter().any(|input| input.id == **key)) {
            return Err(format!("the play {} has no input {unknown:?}", self.id));
        }
        if let Some(missing) =
            self.inputs.iter().find(|input| input.required && !given.contains_key(&input.id))
        {
            return Err(format!("the play {} needs the input {:?}", self.id, missing.id));
        }
        let mut objective = String::new();
        let mut rest = self.objective.as_str();
        while let Some((before, after)) = rest.split_once("{{") {
            objective.push_str(before);
            match after.split_once("}}") {
                Some((name, after)) => {
                    objective.push_str(given.get(name.trim()).map_or("", String::as_str));
                    rest = after;
                }
                None => {
                    objective.push_str("{{");
                    rest = after;
                }
            }
        }
        objective.push_str(rest);
        Ok(objective)
    }
}

/// Reads a play file.
///
/// *Errors:* every fault, with its place.
pub fn read_play(file: &str, bytes: &[u8]) -> Result<Play, Vec<Diagnostic>> {
    match read(file, bytes) {
        (Some(play), faults) if faults.is_empty() => Ok(play),
        (_, faults) => Err(faults),
    }
}

/// What can be read of a play, and every fault: what is wrong in one place keeps nobody from looking at others.
pub(super) fn read(file: &str, bytes: &[u8]) -> (Option<Play>, Vec<Diagnostic>) {
    let plain = match read_yaml(file, bytes) {
        Ok(plain) => plain,
        Err(faults) => return (None, faults),
    };
    let mut fields = Fields::new(file, &plain.root);
    for key in ["version", "id", "title", "objective", "palette"] {
        fields.require(key);
    }
    fields.integer("version", 1..=1);
    let text = |text: Option<Located<String>>| text.map(|text| text.value);
    let id = text(fields.text("id"));
    let title = text(fields.text("title"));
    let objective = text(fields.text("objective"));
    let inputs = inputs(file, &mut fields);
    let orchestrator = fields
        .text("orchestrator")
        .map(trimmed)
        .unwrap_or(Located { value: "casts/orchestrator".to_owned(), span: fields.span() });
    let palette = fields.node("palette").map(|node| palette(file, node, &mut fields));
    let limits = match fields.node("limits") {
        Some(node) => limits(file, node, &mut fields),
        None => Limits::default(),
    };
    let rehearsal = fields.text("rehearsal").filter(|name| {
        let beside = !name.value.contains(['/', '\\']) && name.value != "..";
        if !beside {
            fields.report(
                "rehearsal",
                name.span,
                "the rehearsal lies beside the play",
                "write its file's name",
            );
        }
        beside
    });
    let faults = fields.finish();
    let play = palette.map(|palette| Play {
        id: id.unwrap_or_default(),
        title: title.unwrap_or_default(),
        objective: objective.unwrap_or_default(),
        inputs,
        orchestrator,
        palette,
        limits,
        rehearsal: text(rehearsal),
    });
    (play, faults)
}

fn trimmed(mut text: Located<String>) -> Located<String> {
    text.value = text.value.trim().to_owned();
    text
}

fn inputs<'a>(file: &'a str, outer: &mut Fields<'a>) -> Vec<Input> {
    let mut inputs = Vec::new();
    for node in outer.list("inputs").unwrap_or_default() {
        let mut fields = Fields::new(file, node);
        fields.require("id");
        let id = fields.text("id");
        let required = fields.flag("required").unwrap_or(false);
        outer.absorb(fields.finish());
        if let Some(id) = id {
            inputs.push(Input { id: id.value, required });
        }
    }
    inputs
}

fn palette<'a>(file: &'a str, node: &'a Node, outer: &mut Fields<'a>) -> Palette {
    let mut fields = Fields::new(file, node);
    fields.require("roles");
    let at = fields.place("roles");
    let nodes = fields.list("roles");
    if nodes.is_some_and(<[Node]>::is_empty) {
        fields.report("no-role", at, "a palette has at least one role", "name one that takes part");
    }
    let mut roles = Vec::new();
    for node in nodes.unwrap_or_default() {
        roles.extend(palette_role(file, node, &mut fields));
    }
    let expansion = match fields.node("expansion") {
        Some(node) => expansion(file, node, &mut fields),
        None => Expansion { max_new_roles: 0, orchestrator_may_expand: true },
    };
    outer.absorb(fields.finish());
    Palette { roles, expansion }
}

fn palette_role<'a>(file: &'a str, node: &'a Node, outer: &mut Fields<'a>) -> Option<PaletteRole> {
    let mut fields = Fields::new(file, node);
    fields.require("role");
    let role = fields.text("role").map(trimmed);
    let words = [("terminal", Disposition::Terminal), ("emission_capable", Disposition::EmissionCapable)];
    let disposition = fields.choice("disposition", &words).unwrap_or_default();
    let modes = fields.parsed_list::<ModeId>("modes").unwrap_or_default();
    let employee = fields.text("employee").map(|text| text.value);
    outer.absorb(fields.finish());
    Some(PaletteRole { role: role?, disposition, modes, employee })
}

fn expansion<'a>(file: &'a str, node: &'a Node, outer: &mut Fields<'a>) -> Expansion {
    let mut fields = Fields::new(file, node);
    let max_new_roles = fields.integer("max_new_roles", 0..=1000).and_then(|n| u32::try_from(n).ok());
    let may_expand = fields.flag("orchestrator_may_expand");
    fields.choice("catalog", &[("casts", ())]);
    outer.absorb(fields.finish());
    Expansion {
        max_new_roles: max_new_roles.unwrap_or(0),
        orchestrator_may_expand: may_expand.unwrap_or(true),
    }
}

fn limits<'a>(file: &'a str, node: &'a Node, outer: &mut Fields<'a>) -> Limits {
    let mut fields = Fields::new(file, node);
    let usual = Limits::default();
    let mut number = |key: &'a str, least: i64, usual: u32| {
        fields.integer(key, least..=1_000_000).and_then(|n| u32::try_from(n).ok()).unwrap_or(usual)
    };
    let max_spawn = number("max_spawn", 0, usual.max_spawn);
    let max_depth = number("max_depth", 0, usual.max_depth);
    let max_spawn_per_minute = number("max_spawn_per_minute", 0, usual.max_spawn_per_minute);
    let max_concurrent = number("max_concurrent", 1, usual.max_concurrent);
    let money = fields.decimal("money", 0.0..=1e9);
    let tokens = fields.integer("tokens", 0..=i64::MAX).and_then(|n| u64::try_from(n).ok());
    let wall = duration(&mut fields, "wall");
    outer.absorb(fields.finish());
    Limits { max_spawn, max_depth, max_spawn_per_minute, max_concurrent, money, tokens, wall }
}

/// A time such as `40ms`, `2s`, `30m` or `1h`.
pub(super) fn duration<'a>(fields: &mut Fields<'a>, key: &'a str) -> Option<Duration> {
    let text = fields.text(key)?;
    let cut = text.value.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.value.len());
    let (number, unit) = text.value.split_at(cut);
    let millis = match unit {
        "ms" => Some(1),
        "s" => Some(1000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    let number = number.parse::<u64>().ok();
    let time = number.zip(millis).and_then(|(number, millis)| number.checked_mul(millis));
    if time.is_none() {
        let message = format!("`{key}` is no time");
        fields.report("time", text.span, &message, "write it like 40ms, 2s, 30m or 1h");
    }
    time.map(Duration::from_millis)
}
