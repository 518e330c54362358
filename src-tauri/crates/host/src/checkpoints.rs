//! Signs the heads of the logs and keeps the notes outside the database too, so that a tail that is cut off
//! and a log that is swapped for another are seen.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use domain::audit::{Checkpoint, Outcome, origin};
use domain::pack::VerifierKey;
use ed25519_dalek::SigningKey;
use tokio::sync::{Mutex, Notify, watch};

use crate::pack_dir::{self, KeyFileError};
use crate::store::audit::Verified;
use crate::store::{INSTALLATION, Store, StoreError, checkpoint};

/// Records after which a head is signed.
const RECORDS: u64 = 1000;
/// The time after which a head is signed, if anything was appended.
const WAIT: Duration = Duration::from_mins(1);
/// Lines of a note after its origin: size, root, an empty one, the signature, an empty one between notes.
const LINES: usize = 5;

/// Why no head was signed.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointFault {
    /// The key cannot be made or read.
    #[error("the audit key cannot be used: {0}")]
    Key(#[from] KeyFileError),
    /// The log cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file outside the database cannot be written.
    #[error("the checkpoint cannot be written beside the database: {0}")]
    File(#[from] io::Error),
    /// The log has a name that cannot be signed.
    #[error("the log {0:?} has a name that cannot be signed")]
    Name(String),
}

impl From<CheckpointFault> for wire::Failure {
    fn from(fault: CheckpointFault) -> Self {
        wire::Failure::unavailable(fault.to_string())
    }
}

/// The checkpoints of an installation's logs.
#[derive(Debug)]
pub struct Checkpoints {
    store: Store,
    key: SigningKey,
    folder: PathBuf,
    signing: Mutex<()>,
    closing: Notify,
}

impl Checkpoints {
    /// Reads the audit key, or makes one where there is none: `audit.key.pem`, for its owner alone.
    pub fn open(data: &Path, store: Store) -> Result<Arc<Self>, CheckpointFault> {
        let path = data.join("audit.key.pem");
        if !path.exists() {
            pack_dir::keygen(&path)?;
        }
        let key = pack_dir::load_key(&path)?;
        let (signing, closing) = (Mutex::new(()), Notify::new());
        Ok(Arc::new(Self { store, key, folder: data.join("checkpoints"), signing, closing }))
    }

    /// Signs from now on: first what a process before this one left, then whenever enough was appended or
    /// enough time has passed.
    pub fn keep(self: &Arc<Self>) {
        let checkpoints = Arc::clone(self);
        tokio::spawn(async move {
            let mut appended = checkpoints.store.appended();
            loop {
                let until = *appended.borrow();
                if let Err(fault) = checkpoints.sign().await {
                    tracing::warn!(%fault, "no checkpoint was signed");
                }
                if !checkpoints.wait(&mut appended, until + RECORDS).await {
                    return;
                }
            }
        });
    }

    /// Waits until heads should be signed. False once no more will be.
    async fn wait(&self, appended: &mut watch::Receiver<u64>, enough: u64) -> bool {
        tokio::select! {
            () = self.closing.notified() => false,
            () = tokio::time::sleep(WAIT) => true,
            going = appended.wait_for(|count| *count >= enough) => going.is_ok(),
        }
    }

    /// Signs what is left and ends.
    pub async fn close(&self) {
        self.closing.notify_one();
        if let Err(fault) = self.sign().await {
            tracing::warn!(%fault, "no checkpoint was signed");
        }
    }

    /// Signs the head of every log that has grown.
    pub async fn sign(&self) -> Result<(), CheckpointFault> {
        let _one_at_a_time = self.signing.lock().await;
        self.sign_log(INSTALLATION).await?;
        for company in self.store.companies().await? {
            self.sign_log(company.id.as_str()).await?;
        }
        Ok(())
    }

    async fn sign_log(&self, log: &str) -> Result<(), CheckpointFault> {
        let mut tree = self.store.tree_at_checkpoint(log).await?;
        let before = tree.size();
        self.store.grow(log, &mut tree).await?;
        if tree.size() == before {
            return Ok(());
        }
        let origin = origin(log).map_err(|_| CheckpointFault::Name(log.to_owned()))?;
        let note = Checkpoint { size: tree.size(), root: tree.hash() }.sign(&origin, &self.key);
        // The records have to outlast a power cut before anything promises them.
        self.store.sync().await?;
        self.append(log, &note)?;
        let log = log.to_owned();
        let kept = self
            .store
            .write(move |tx| Box::pin(async move { checkpoint::insert(tx, &log, &tree, &note).await }));
        Ok(kept.await?)
    }

    fn append(&self, log: &str, note: &str) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(log);
        let mut file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
        let separator = if is_torn(&mut file)? { "\n" } else { "" };
        file.write_all(format!("{separator}{note}\n").as_bytes())?;
        file.sync_data()
    }

    /// Reads a log from its beginning and says whether it is whole.
    pub async fn verify(&self, log: &str) -> Result<Verified, StoreError> {
        let (promises, unreadable) = self.promises(log).await?;
        let mut verified = self.store.verify(log, promises).await?;
        if let (Outcome::Verified, Some(why)) = (&verified.outcome, unreadable) {
            verified.outcome = Outcome::NotCheckable(why);
        }
        Ok(verified)
    }

    /// What the checkpoints in the file and in the database promise, and why one of them promises nothing.
    async fn promises(&self, log: &str) -> Result<(Vec<Checkpoint>, Option<String>), StoreError> {
        let key = origin(log).ok().and_then(|origin| VerifierKey::of(origin, &self.key).ok());
        let Some(key) = key else { return Ok((Vec::new(), Some("no key fits the log".to_owned()))) };
        let (mut notes, mut unreadable) = match fs::read_to_string(self.folder.join(log)) {
            Ok(text) => (whole_notes(&text, key.publisher().as_str()), None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Vec::new(), None),
            Err(error) => (Vec::new(), Some(format!("its file of checkpoints cannot be read: {error}"))),
        };
        notes.extend(self.store.checkpoints(log).await?);
        let mut promises = Vec::with_capacity(notes.len());
        for note in notes {
            match Checkpoint::open(note.as_bytes(), &key) {
                Ok(promise) => promises.push(promise),
                Err(error) => unreadable = Some(format!("a checkpoint cannot be believed: {error}")),
            }
        }
        Ok((promises, unreadable))
    }
}

/// Whether a write was cut off by the end of its process.
fn is_torn(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}

/// The notes of a file, without any whose writing was cut off.
fn whole_notes(text: &str, origin: &str) -> Vec<String> {
    let head = format!("{origin}\n");
    text.split(&head)
        .skip(1)
        .filter(|rest| rest.ends_with("\n\n") && rest.lines().count() == LINES)
        .filter_map(|rest| Some(format!("{head}{}", rest.strip_suffix('\n')?)))
        .collect()
}
