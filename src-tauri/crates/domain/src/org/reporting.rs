//! Who an employee reports to.

use crate::ids::EmployeeId;
use crate::org::Level;

/// The place that is to be filled.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a> {
    /// The level of its role.
    pub level: Level,
    /// What the role's `reports_to` says: role ids, `board`, `human`; nothing where it is unset.
    pub reports_to: Option<&'a [String]>,
}

/// Somebody who could manage.
#[derive(Debug, Clone)]
pub struct Candidate<'a> {
    /// Who.
    pub id: EmployeeId,
    /// The name, for sentences.
    pub name: &'a str,
    /// The level.
    pub level: Level,
    /// The role's id without its pack; nothing for a human.
    pub role: Option<&'a str>,
    /// Whether the candidate is active.
    pub active: bool,
}

/// Why somebody cannot manage.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Forbidden {
    /// Suspended, proposed or released.
    #[error("{0} is not active")]
    NotActive(String),
    /// Manager inversion.
    #[error("{manager} has the level {manager_level}, which is below {level}")]
    LowerLevel {
        /// Whose level is too low.
        manager: String,
        /// That level.
        manager_level: Level,
        /// The level of the place.
        level: Level,
    },
}

/// Why no manager could be chosen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ManagerError {
    /// Nobody active stands in `reports_to`.
    #[error("nobody active has a role that this one reports to ({wanted})")]
    Nobody {
        /// What `reports_to` says.
        wanted: String,
    },
    /// More than one does.
    #[error("several could manage: {}", names.join(", "))]
    Several {
        /// Their names.
        names: Vec<String>,
    },
}

impl Candidate<'_> {
    /// Whether the role's `reports_to` names this one: by role id, or `board` and `human` for a human.
    pub fn is_named_in(&self, reports_to: &[String]) -> bool {
        reports_to.iter().any(|named| match self.role {
            Some(role) => named == role,
            None => named == "human" || named == self.level.as_str(),
        })
    }
}

/// Why the rules forbid this manager, if they do.
pub fn forbids(position: Position<'_>, candidate: &Candidate<'_>) -> Option<Forbidden> {
    if !candidate.active {
        return Some(Forbidden::NotActive(candidate.name.to_owned()));
    }
    if !candidate.level.may_manage(position.level) {
        return Some(Forbidden::LowerLevel {
            manager: candidate.name.to_owned(),
            manager_level: candidate.level,
            level: position.level,
        });
    }
    None
}

/// The one candidate that `reports_to` names and the rules allow. An unset `reports_to` means a human.
///
/// *Errors:* nobody, or several.
pub fn choose_manager<'c>(
    position: Position<'_>,
    candidates: &'c [Candidate<'c>],
) -> Result<&'c Candidate<'c>, ManagerError> {
    let human = ["human".to_owned()];
    let wanted = position.reports_to.unwrap_or(&human);
    let mut suited = candidates.iter().filter(|c| c.is_named_in(wanted) && forbids(position, c).is_none());
    match (suited.next(), suited.next()) {
        (Some(one), None) => Ok(one),
        (None, _) => Err(ManagerError::Nobody { wanted: wanted.join(", ") }),
        (Some(first), Some(second)) => {
            let names = [first, second].into_iter().chain(suited).map(|c| c.name.to_owned()).collect();
            Err(ManagerError::Several { names })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate<'a>(name: &'a str, level: Level, role: Option<&'a str>) -> Candidate<'a> {
        Candidate { id: name.parse().unwrap(), name, level, role, active: true }
    }

    fn position(level: Level, reports_to: &[String]) -> Position<'_> {
        Position { level, reports_to: Some(reports_to) }
    }

    #[test]
    fn or_3_the_one_active_employee_whose_role_is_named_manages() {
        let wanted = ["engineering-manager".to_owned()];
        let boss = candidate("boss", Level::Management, Some("engineering-manager"));
        let other = candidate("other", Level::Officer, Some("chief-executive-officer"));
        let chosen = |candidates: &[Candidate<'_>]| {
            choose_manager(position(Level::Ic, &wanted), candidates).map(|c| c.name.to_owned())
        };
        assert_eq!(chosen(&[boss.clone(), other.clone()]), Ok("boss".to_owned()));
        assert!(matches!(chosen(&[other]), Err(ManagerError::Nobody { .. })));
        let second = candidate("second", Level::Management, Some("engineering-manager"));
        assert!(
            matches!(chosen(&[boss.clone(), second]), Err(ManagerError::Several { names }) if names.len() == 2)
        );
        let away = Candidate { active: false, ..boss };
        assert!(matches!(chosen(&[away]), Err(ManagerError::Nobody { .. })));
    }

    #[test]
    fn or_4_a_human_satisfies_board_and_human() {
        let operator = candidate("operator", Level::Board, None);
        for word in ["board", "human"] {
            assert!(operator.is_named_in(&[word.to_owned()]), "{word}");
        }
        assert!(!operator.is_named_in(&["chief-executive-officer".to_owned()]));
        let unset = Position { level: Level::Officer, reports_to: None };
        assert_eq!(choose_manager(unset, &[operator]).map(|c| c.name), Ok("operator"));
    }

    #[test]
    fn or_2_inversion_is_forbidden_even_where_the_role_is_named() {
        let wanted = ["clerk".to_owned()];
        let clerk = candidate("clerk", Level::Ic, Some("clerk"));
        assert!(matches!(
            forbids(position(Level::Lead, &wanted), &clerk),
            Some(Forbidden::LowerLevel { .. })
        ));
        assert!(choose_manager(position(Level::Lead, &wanted), &[clerk]).is_err());
    }
}
