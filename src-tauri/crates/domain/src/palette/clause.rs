//! The one block of a prompt that says what may be asked for. It tells; the runtime decides.

use std::fmt::Write as _;

use crate::ids::RoleName;

const OPEN: &str = "<!-- bailiwick:delegation -->";
const CLOSE: &str = "<!-- /bailiwick:delegation -->";

/// What the block says.
#[derive(Debug, Clone, Copy)]
pub struct ClauseInput<'a> {
    /// Whether more may be asked for.
    pub may_spawn: bool,
    /// Who takes part.
    pub assignees: &'a [RoleName],
    /// Whether a role from outside may be recruited.
    pub may_expand: bool,
    /// New roles that are left as of this turn.
    pub remaining_new_roles: u32,
    /// Spawns that are left as of this turn.
    pub remaining_spawns: u32,
}

/// The prompt with its one block: an earlier one is replaced. A prompt whose block is not closed is left alone.
pub fn with_clause(prompt: &str, input: &ClauseInput<'_>) -> String {
    let block = format!("{OPEN}\n{}\n{CLOSE}", text(input));
    let Some((before, rest)) = prompt.split_once(OPEN) else {
        return format!("{}\n\n{block}\n", prompt.trim_end());
    };
    match rest.split_once(CLOSE) {
        Some((_, after)) => format!("{before}{block}{after}"),
        None => prompt.to_owned(),
    }
}

fn text(input: &ClauseInput<'_>) -> String {
    if !input.may_spawn {
        return "You cannot create work for others in this run. You may hand in your results and escalate."
            .to_owned();
    }
    let mut names: Vec<String> = input.assignees.iter().map(ToString::to_string).collect();
    names.sort();
    names.dedup();
    let mut text = String::from("You may ask for more work to be done in this run.\n");
    let _ = writeln!(text, "- Who can be asked: {}; without a name it is your own role.", names.join(", "));
    if input.may_expand {
        let _ = writeln!(
            text,
            "- You may recruit a role of casts that does not take part yet; {} can still be recruited.",
            input.remaining_new_roles
        );
    } else {
        text.push_str("- Recruiting a role that does not take part is not available to you.\n");
    }
    let _ =
        writeln!(text, "- {} spawns are left as of this turn; the runtime counts.", input.remaining_spawns);
    text.push_str("- A request that is refused stands in the run's ledger with its reason.");
    text
}
