//! The built screens, compiled in.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

static SCREENS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../../ui/dist");

const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// A file of the screens; any other path is the page, whose router reads it.
pub(super) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let (path, file) = match SCREENS.get_file(path) {
        Some(file) => (path, file),
        None if path.starts_with("assets/") || path.starts_with("api/") => {
            return StatusCode::NOT_FOUND.into_response();
        }
        None => match SCREENS.get_file("index.html") {
            Some(page) => ("index.html", page),
            None => return (StatusCode::NOT_FOUND, "the screens were not built\n").into_response(),
        },
    };
    let caching =
        if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [
        (header::CONTENT_TYPE, kind_of(path)),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, caching),
    ];
    (headers, file.contents()).into_response()
}

fn kind_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "webmanifest" => "application/json",
        _ => "application/octet-stream",
    }
}
