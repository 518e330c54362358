//! `bailiwick serve`: the same screens in a browser on this machine.
//!
//! Loopback only. The printed address holds a one-time token in its fragment, which no server log sees; the
//! page exchanges it for a cookie. Host and Origin are checked before a body is read.

mod assets;
mod guard;
mod session;

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event as Sse, KeepAlive, Sse as SseStream};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use futures::{Stream, StreamExt as _};
use serde::Deserialize;
use tokio::net::TcpListener;
use wire::{Envelope, Failure, FailureCode, Kind};

use crate::client::Client;
use session::Sessions;

/// A request is at most this long. *Units:* bytes.
const MAX_BODY: usize = 8 * 1024 * 1024;

/// The browser's front, bound and not yet running.
pub struct Front {
    listener: TcpListener,
    state: Arc<Shared>,
    address: SocketAddr,
}

struct Shared {
    client: Client,
    data: PathBuf,
    sessions: Sessions,
    port: u16,
}

impl Front {
    /// Binds a port on the loopback address; a free one where `port` is 0.
    ///
    /// *Errors:* the port is in use.
    pub async fn bind(client: Client, data: &Path, port: u16) -> Result<Self, Failure> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(|error| {
            Failure::unavailable(format!("port {port} cannot be used: {error}"))
                .hint("choose another with --port, or leave it out for a free one")
        })?;
        let address = listener.local_addr().map_err(|error| Failure::unavailable(error.to_string()))?;
        let state = Arc::new(Shared {
            client,
            data: data.to_owned(),
            sessions: Sessions::new(),
            port: address.port(),
        });
        Ok(Self { listener, state, address })
    }

    /// The address to open, with the one-time token in its fragment.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.address.port(), self.state.sessions.token())
    }

    /// Serves until the host ends.
    pub async fn run(self) -> Result<(), Failure> {
        let state = self.state;
        let api = Router::new()
            .route("/read", post(read))
            .route("/act", post(act))
            .route("/watch", get(watch))
            .layer(middleware::from_fn_with_state(Arc::clone(&state), guard::session))
            .route("/session", post(open_session))
            .layer(DefaultBodyLimit::max(MAX_BODY));
        let app = Router::new()
            .nest("/api", api)
            .fallback(assets::serve)
            .layer(middleware::from_fn_with_state(Arc::clone(&state), guard::origin))
            .with_state(state);
        axum::serve(self.listener, app).await.map_err(|error| Failure::unavailable(error.to_string()))
    }
}

async fn read(State(shared): State<Arc<Shared>>, Json(envelope): Json<Envelope>) -> Response {
    pass_on(&shared, envelope, Kind::Read).await
}

async fn act(State(shared): State<Arc<Shared>>, Json(envelope): Json<Envelope>) -> Response {
    pass_on(&shared, envelope, Kind::Act).await
}

async fn pass_on(shared: &Shared, envelope: Envelope, kind: Kind) -> Response {
    if envelope.request.kind() != kind {
        return failure(&Failure::invalid("this request goes to the other address"));
    }
    match shared.client.request(envelope).await {
        Ok(reply) => ([(header::CONTENT_TYPE, "application/json")], reply.get().to_owned()).into_response(),
        Err(refused) => failure(&refused),
    }
}

fn failure(failure: &Failure) -> Response {
    let status = match failure.code {
        FailureCode::Refused => StatusCode::FORBIDDEN,
        FailureCode::Invalid => StatusCode::BAD_REQUEST,
        FailureCode::Unavailable | FailureCode::Gone => StatusCode::SERVICE_UNAVAILABLE,
        FailureCode::Confirm => StatusCode::CONFLICT,
    };
    (status, Json(failure)).into_response()
}

#[derive(Deserialize)]
struct Since {
    since: u64,
}

async fn watch(State(shared): State<Arc<Shared>>, Query(since): Query<Since>) -> Response {
    match shared.client.watch(&shared.data, since.since).await {
        Ok(events) => SseStream::new(lines(events)).keep_alive(KeepAlive::default()).into_response(),
        Err(refused) => failure(&refused),
    }
}

fn lines(events: crate::client::EventStream) -> impl Stream<Item = Result<Sse, Infallible>> {
    events.filter_map(|event| async move { Sse::default().json_data(&event).ok().map(Ok) })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Token {
    token: String,
}

async fn open_session(State(shared): State<Arc<Shared>>, Json(token): Json<Token>) -> Response {
    match shared.sessions.exchange(&token.token) {
        Some(cookie) => {
            let cookie =
                format!("{}={cookie}; HttpOnly; SameSite=Strict; Path=/api", guard::cookie_name(shared.port));
            (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response()
        }
        None => failure(
            &Failure::refused("this address was used before")
                .hint("open the address that bailiwick serve prints, or start it again"),
        ),
    }
}

fn header_text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}
