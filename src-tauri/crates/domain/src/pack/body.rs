//! The text that a model is told, and the names that are put into it.

use super::diagnostic::{Diagnostic, Span};

/// What can be put into a body.
///
/// Values are inserted as text and once: what a value holds is never read as a variable again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "each field is the variable of its name")]
pub struct Values<'a> {
    pub company_name: &'a str,
    pub company_mission: &'a str,
    pub company_values: &'a str,
    pub employee_name: &'a str,
    pub employee_title: &'a str,
    pub team_manager: &'a str,
    pub team_reports: &'a str,
    pub today: &'a str,
    pub cwd: &'a str,
}

/// The variables as they are written between double braces.
pub const VARIABLES: [&str; 9] = [
    "company.name",
    "company.mission",
    "company.values",
    "employee.name",
    "employee.title",
    "team.manager",
    "team.reports",
    "today",
    "cwd",
];

impl<'a> Values<'a> {
    fn of(&self, variable: &str) -> Option<&'a str> {
        match variable {
            "company.name" => Some(self.company_name),
            "company.mission" => Some(self.company_mission),
            "company.values" => Some(self.company_values),
            "employee.name" => Some(self.employee_name),
            "employee.title" => Some(self.employee_title),
            "team.manager" => Some(self.team_manager),
            "team.reports" => Some(self.team_reports),
            "today" => Some(self.today),
            "cwd" => Some(self.cwd),
            _ => None,
        }
    }
}

/// The body with every variable replaced by its value, in one pass.
pub fn render(body: &str, values: &Values<'_>) -> String {
    let mut told = String::with_capacity(body.len());
    for piece in pieces(body) {
        match piece {
            Piece::Text(text) => told.push_str(text),
            Piece::Variable { name, whole } => told.push_str(values.of(name).unwrap_or(whole)),
            Piece::Open(braces) => told.push_str(braces),
        }
    }
    told
}

/// Variables that do not exist and braces that open none, with their places.
pub(super) fn check(file: &str, body: &str, body_line: u32) -> Vec<Diagnostic> {
    let (mut line, mut column) = (body_line, 1u32);
    let mut faults = Vec::new();
    for piece in pieces(body) {
        let text = piece.text();
        let at = Span { line, column, length: count(text.chars()) };
        match piece {
            Piece::Variable { name, .. } if !VARIABLES.contains(&name) => {
                let fault =
                    Diagnostic::error("unknown-variable", file, at, format!("`{name}` is no known variable"));
                faults.push(fault.with_help(format!("use one of {}", VARIABLES.join(", "))));
            }
            Piece::Open(_) => {
                let fault = Diagnostic::error("open-variable", file, at, "`{{` opens no variable here");
                faults.push(fault.with_help("write a variable as {{company.name}}, or a single brace"));
            }
            Piece::Text(_) | Piece::Variable { .. } => {}
        }
        match text.rsplit_once('\n') {
            Some((before, last)) => {
                line += 1 + count(before.chars().filter(|c| *c == '\n'));
                column = 1 + count(last.chars());
            }
            None => column += at.length,
        }
    }
    faults
}

fn count(characters: impl Iterator<Item = char>) -> u32 {
    u32::try_from(characters.count()).unwrap_or(u32::MAX)
}

#[derive(Clone, Copy)]
enum Piece<'b> {
    Text(&'b str),
    Variable { name: &'b str, whole: &'b str },
    Open(&'b str),
}

impl<'b> Piece<'b> {
    fn text(self) -> &'b str {
        match self {
            Piece::Text(text) | Piece::Open(text) | Piece::Variable { whole: text, .. } => text,
        }
    }
}

/// Cuts a body into text and variables. Joined again, the pieces are the body.
fn pieces(body: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = body;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, after) = match rest.find("{{") {
            Some(0) => braces(rest),
            Some(start) => {
                let (text, after) = rest.split_at(start);
                (Piece::Text(text), after)
            }
            None => (Piece::Text(rest), ""),
        };
        rest = after;
        Some(piece)
    })
}

fn braces(rest: &str) -> (Piece<'_>, &str) {
    let (open, inside) = rest.split_at(2);
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | ' ');
    let length = inside.find(|c| !is_part(c)).unwrap_or(inside.len());
    let (name, after) = inside.split_at(length);
    match after.strip_prefix("}}") {
        Some(after) if !name.trim().is_empty() => {
            let (whole, _) = rest.split_at(rest.len() - after.len());
            (Piece::Variable { name: name.trim(), whole }, after)
        }
        _ => (Piece::Open(open), inside),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pk_6_values_are_inserted_as_text_and_once() {
        let values = Values {
            employee_name: "{{company.mission}}",
            company_mission: "one\n---\ntools_allowed: [\"*\"]",
            ..Values::default()
        };
        let told = render("{{employee.name}} {{ company.mission }} {{today}}${HOME} {% x %}", &values);
        assert_eq!(told, "{{company.mission}} one\n---\ntools_allowed: [\"*\"] ${HOME} {% x %}");
    }

    #[test]
    fn pk_6_an_unknown_variable_is_an_error_with_its_place() {
        let faults = check("f", "Hi\n{{today}} {{today.date}} {{ x\ny {{cwd}} {{}}", 10);
        let told: Vec<_> = faults.iter().map(|f| (f.code.as_str(), f.line, f.column, f.length)).collect();
        assert_eq!(
            told,
            [("unknown-variable", 11, 11, 14), ("open-variable", 11, 26, 2), ("open-variable", 12, 11, 2)]
        );
    }
}
