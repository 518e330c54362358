//! Who may speak to the loopback address.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Shared, header_text};

/// Another page, or a name that somebody pointed at this address, gets nothing, not even the screens.
pub(super) async fn origin(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let own = [format!("127.0.0.1:{}", shared.port), format!("localhost:{}", shared.port)];
    let host = header_text(request.headers(), &header::HOST).unwrap_or_default();
    let origin = header_text(request.headers(), &header::ORIGIN);
    let foreign = |origin: &str| !own.iter().any(|host| origin == format!("http://{host}"));
    if !own.iter().any(|own| own == host) || origin.is_some_and(foreign) {
        return (StatusCode::FORBIDDEN, "this address serves its own pages only\n").into_response();
    }
    let acts = request.method() != Method::GET && request.method() != Method::HEAD;
    if acts && !is_json(&request) {
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, "requests are JSON\n").into_response();
    }
    next.run(request).await
}

/// Requests carry the cookie that a one-time token was exchanged for.
pub(super) async fn session(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let name = cookie_name(shared.port);
    let cookies = header_text(request.headers(), &header::COOKIE).unwrap_or_default();
    let given = cookies.split(';').find_map(|cookie| cookie.trim().strip_prefix(&name)?.strip_prefix('='));
    if given.is_some_and(|cookie| shared.sessions.knows(cookie)) {
        next.run(request).await
    } else {
        (StatusCode::UNAUTHORIZED, "open the address that bailiwick serve prints\n").into_response()
    }
}

/// Cookies do not keep ports apart, so that the port stands in the name.
pub(super) fn cookie_name(port: u16) -> String {
    format!("bailiwick-{port}")
}

fn is_json(request: &Request) -> bool {
    header_text(request.headers(), &header::CONTENT_TYPE)
        .is_some_and(|kind| kind.split(';').next().is_some_and(|kind| kind.trim() == "application/json"))
}
