//! What a server writes beside the protocol.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::AsyncRead;

use super::lines::{Length, Lines};

/// Lines that are kept.
const KEPT: usize = 200;
/// A kept line is at most this long. *Units:* characters.
const MAX_LINE: usize = 2000;

/// The last lines.
#[derive(Debug, Clone, Default)]
pub(super) struct Log(Arc<Mutex<VecDeque<String>>>);

impl Log {
    pub(super) fn line(&self, line: &str) {
        let kept: String = line.trim_end().chars().take(MAX_LINE).collect();
        if kept.is_empty() {
            return;
        }
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT {
            lines.pop_front();
        }
        lines.push_back(kept);
    }

    pub(super) fn tail(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Keeps every line of a stream until it ends.
    pub(super) async fn keep(self, stream: impl AsyncRead + Unpin) {
        // A character has at most four bytes.
        let mut lines = Lines::new(stream, MAX_LINE * 4);
        while let Ok(Length::Whole | Length::Cut) = lines.next().await {
            self.line(&String::from_utf8_lossy(&lines.line));
        }
    }
}
