//! The host's end of the socket.

use std::path::Path;
use std::sync::Arc;

use futures::{SinkExt, StreamExt};
use serde::Serialize;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::mpsc;
use tokio_util::codec::{Framed, LinesCodec};
use wire::{Failure, Kind};

use super::{Ask, Hello, MAX_LINE, Said, What, peer};
use crate::gate::{Caller, Channel};
use crate::host::Host;

/// How long a host that ends goes on answering.
const LAST_ANSWERS_WITHIN: std::time::Duration = std::time::Duration::from_millis(500);

/// Takes connections until the host ends.
pub(crate) fn serve(host: &Arc<Host>, socket: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(socket) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(socket)?;
    std::fs::set_permissions(socket, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    let host = Arc::clone(host);
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = host.ended() => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, _)) => drop(tokio::spawn(connection(Arc::clone(&host), stream))),
                    Err(error) => {
                        tracing::warn!(%error, "a connection could not be taken");
                        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                    }
                },
            }
        }
    });
    Ok(())
}

/// Whom a connection speaks for. Only the first line and the socket's peer decide it.
enum Speaker {
    Operator { may_act: bool },
    Employee(Caller),
}

async fn connection(host: Arc<Host>, stream: UnixStream) {
    let Ok(peer) = peer::of(&stream) else { return };
    if !peer.same_user {
        return;
    }
    let (mut sink, mut lines) = Framed::new(stream, LinesCodec::new_with_max_length(MAX_LINE)).split();
    let (out, mut said) = mpsc::unbounded_channel::<Said>();
    let writer = tokio::spawn(async move {
        while let Some(said) = said.recv().await {
            let line = serde_json::to_string(&said).unwrap_or_default();
            if sink.send(line).await.is_err() {
                break;
            }
        }
    });
    let Some(hello) = lines.next().await.and_then(Result::ok) else { return };
    let hello = serde_json::from_str(&hello).map_err(|_| unknown_hello());
    match match hello {
        Ok(hello) => speaker(&host, hello, peer).await,
        Err(failure) => Err(failure),
    } {
        Ok(speaker) => {
            let employee = match &speaker {
                Speaker::Employee(caller) => Some(caller.employee.clone()),
                Speaker::Operator { .. } => None,
            };
            drop(out.send(Said::Welcome(employee)));
            converse(&host, Arc::new(speaker), &mut lines, &out).await;
        }
        Err(failure) => drop(out.send(Said::Failed { n: 0, failure })),
    }
    drop(out);
    let abort = writer.abort_handle();
    if tokio::time::timeout(std::time::Duration::from_secs(1), writer).await.is_err() {
        abort.abort();
    }
}

async fn speaker(host: &Arc<Host>, hello: Hello, peer: peer::Peer) -> Result<Speaker, Failure> {
    match hello {
        Hello::Operator => {
            let started = host.started_processes();
            let may_act = !peer.pid.is_none_or(|pid| peer::descends_from(pid, &started));
            Ok(Speaker::Operator { may_act })
        }
        Hello::Gateway { company, employee, client } => {
            let (company, employee) = host.find_employee(company.as_deref(), &employee).await?;
            Ok(Speaker::Employee(Caller {
                company,
                employee,
                channel: Channel::Gateway,
                client,
                run: None,
                operation: None,
                delegation: Vec::new(),
            }))
        }
    }
}

async fn converse(
    host: &Arc<Host>,
    speaker: Arc<Speaker>,
    lines: &mut (impl futures::Stream<Item = Result<String, tokio_util::codec::LinesCodecError>> + Unpin),
    out: &mpsc::UnboundedSender<Said>,
) {
    let mut tasks = tokio::task::JoinSet::new();
    let mut telling = None;
    if let Speaker::Employee(caller) = speaker.as_ref() {
        let tell = tell_of_changes(Arc::clone(host), caller.company.clone(), out.clone());
        telling = Some(tokio::spawn(tell));
    }
    loop {
        let line = tokio::select! {
            () = host.ended() => { last_answers(&mut tasks).await; drop(out.send(Said::Bye)); break }
            line = lines.next() => line,
        };
        let Some(Ok(line)) = line else { break };
        match serde_json::from_str::<Ask>(&line) {
            Ok(ask) => {
                let (host, speaker, out) = (Arc::clone(host), Arc::clone(&speaker), out.clone());
                tasks.spawn(async move { answer(&host, &speaker, ask, &out).await });
            }
            Err(error) => drop(out.send(Said::Failed {
                n: serde_json::from_str::<Numbered>(&line).map_or(0, |ask| ask.n),
                failure: Failure::invalid(format!("the request cannot be read: {error}")),
            })),
        }
    }
    // What was asked goes on: an acting request is not undone because its asker went away, and a call that
    // waits for a person is left to its deadline.
    tasks.detach_all();
    if let Some(telling) = telling {
        telling.abort();
    }
}

/// What was asked before the end is answered before it, unless it waits for a person or for events.
async fn last_answers(tasks: &mut tokio::task::JoinSet<()>) {
    let all = async { while tasks.join_next().await.is_some() {} };
    drop(tokio::time::timeout(LAST_ANSWERS_WITHIN, all).await);
}

#[derive(serde::Deserialize)]
struct Numbered {
    n: u64,
}

async fn answer(host: &Arc<Host>, speaker: &Speaker, ask: Ask, out: &mpsc::UnboundedSender<Said>) {
    let n = ask.n;
    let answer = match (speaker, ask.what) {
        (Speaker::Operator { may_act }, What::Request(envelope)) => {
            if envelope.request.kind() == Kind::Act && !may_act {
                host.refuse_descendant(envelope.request.name()).await
            } else {
                host.answer(envelope).await
            }
        }
        (Speaker::Operator { .. }, What::Watch(since)) => {
            let mut events = host.watch(since);
            while let Some(event) = events.recv().await {
                if out.send(Said::Event(Box::new(event))).is_err() {
                    break;
                }
            }
            return;
        }
        (Speaker::Operator { may_act: true }, What::RaiseWindow) => {
            host.raise_window();
            raw(&())
        }
        (Speaker::Operator { may_act: false }, What::RaiseWindow) => {
            host.refuse_descendant("window.raise").await
        }
        (Speaker::Employee(caller), What::Tools) => {
            host.gate().list(caller).await.and_then(|list| raw(&list))
        }
        (Speaker::Employee(caller), What::Call { alias, arguments }) => {
            let (waits, mut reasons) = mpsc::unbounded_channel();
            let out = out.clone();
            tokio::spawn(async move {
                while let Some(reason) = reasons.recv().await {
                    drop(out.send(Said::Waits { n, reason }));
                }
            });
            let outcome = host.gate().call_alias(caller, &alias, arguments, Some(waits)).await;
            raw(&outcome)
        }
        (Speaker::Employee(_), What::Request(_) | What::Watch(_) | What::RaiseWindow) => {
            Err(Failure::refused("a gateway connection can list and call tools, nothing else"))
        }
        (Speaker::Operator { .. }, What::Tools | What::Call { .. }) => {
            Err(Failure::invalid("tools are listed and called by a gateway connection"))
        }
    };
    drop(out.send(match answer {
        Ok(reply) => Said::Answer { n, reply },
        Err(failure) => Said::Failed { n, failure },
    }));
}

async fn tell_of_changes(host: Arc<Host>, company: domain::ids::CompanyId, out: mpsc::UnboundedSender<Said>) {
    let mut changes = host.policy_changes();
    while changes.changed_in(&company).await {
        if out.send(Said::ToolsChanged).is_err() {
            return;
        }
    }
}

fn raw(value: &impl Serialize) -> Result<Box<serde_json::value::RawValue>, Failure> {
    serde_json::value::to_raw_value(value)
        .map_err(|error| Failure::unavailable(format!("the answer cannot be written: {error}")))
}

fn unknown_hello() -> Failure {
    Failure::invalid("the first line of a connection must say who connects")
        .hint("both processes must be of the same version of Bailiwick")
}
