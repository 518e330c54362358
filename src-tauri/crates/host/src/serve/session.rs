//! One-time tokens and the cookies that they are exchanged for.

use std::sync::{Mutex, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::RngCore as _;
use sha2::{Digest as _, Sha256};

/// The sessions of one front. Only hashes of cookies are kept.
pub(super) struct Sessions {
    token: Mutex<Option<String>>,
    cookies: Mutex<Vec<[u8; 32]>>,
}

impl Sessions {
    pub(super) fn new() -> Self {
        Self { token: Mutex::new(Some(secret())), cookies: Mutex::new(Vec::new()) }
    }

    /// The token that the printed address holds.
    pub(super) fn token(&self) -> String {
        self.token.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default()
    }

    /// Gives a cookie for the token, once.
    pub(super) fn exchange(&self, token: &str) -> Option<String> {
        let mut held = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if held.as_deref().map(digest) != Some(digest(token)) {
            return None;
        }
        *held = None;
        let cookie = secret();
        self.cookies.lock().unwrap_or_else(PoisonError::into_inner).push(digest(&cookie));
        Some(cookie)
    }

    pub(super) fn knows(&self, cookie: &str) -> bool {
        let given = digest(cookie);
        self.cookies.lock().unwrap_or_else(PoisonError::into_inner).contains(&given)
    }
}

/// Digests are compared, so that the time of a comparison says nothing about the secret.
fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

fn secret() -> String {
    let mut bytes = [0; 32];
    rand::rngs::OsRng.fill_bytes(&mut bytes);
    URL_SAFE_NO_PAD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_exchanged_once() {
        let sessions = Sessions::new();
        let token = sessions.token();
        assert!(sessions.exchange("guess").is_none());
        let cookie = sessions.exchange(&token).unwrap();
        assert!(sessions.knows(&cookie));
        assert!(!sessions.knows(&token));
        assert!(sessions.exchange(&token).is_none());
        assert!(sessions.exchange("").is_none());
    }
}
