//! The scripted model: which line of a rehearsal an operation follows.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::ids::RoleName;
use domain::palette::{Act, Provision, Script};

/// A script with what is left of it.
pub(super) struct Scripted {
    script: Script,
    left: Mutex<Vec<u32>>,
}

impl Scripted {
    pub(super) fn new(script: Script) -> Self {
        let left = script.operations.iter().map(|line| line.repeat).collect();
        Self { script, left: Mutex::new(left) }
    }

    /// What an operation does: the first line that fits and is not used up, else what is otherwise done.
    pub(super) fn act(&self, role: &RoleName, instruction: &str) -> Act {
        self.line(role, instruction).unwrap_or_else(|| self.script.otherwise.clone())
    }

    /// The same, and nothing where no line fits.
    pub(super) fn line(&self, role: &RoleName, instruction: &str) -> Option<Act> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let fitting = self.script.operations.iter().zip(left.iter_mut()).find(|(line, left)| {
            **left > 0
                && means(&line.role, role)
                && line.task.as_ref().is_none_or(|task| instruction.contains(task.as_str()))
        });
        let (line, left) = fitting?;
        *left -= 1;
        Some(line.act.clone())
    }

    /// How the provisioning of a role goes.
    pub(super) fn provision(&self, role: &RoleName) -> Provision {
        let scripted = self.script.provision.iter().find(|(written, _)| means(written, role));
        scripted.map(|(_, provision)| provision.clone()).unwrap_or_default()
    }

    /// The lines that no operation met, for the author of the script.
    pub(super) fn unmet(&self) -> Vec<String> {
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let unmet =
            self.script.operations.iter().zip(left.iter()).filter(|(line, left)| **left == line.repeat);
        unmet.map(|(line, _)| format!("line {} ({})", line.line, line.role)).collect()
    }
}

/// Whether a written name means the role: a bare one is of `casts`.
fn means(written: &str, role: &RoleName) -> bool {
    match written.split_once('/') {
        Some(_) => written == role.to_string(),
        None => role.pack.as_str() == "casts" && written == role.role.as_str(),
    }
}

/// Waits as the script says, or for ever.
pub(super) async fn pause(takes: Duration, hang: bool) {
    if hang {
        std::future::pending::<()>().await;
    }
    tokio::time::sleep(takes).await;
}
