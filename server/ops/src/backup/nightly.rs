//! Backups that the shop makes automatically: each night, and when its owner requests one.
//!
//! Backups are stored below `backups/`, each named after its start time. An internal value records the attempt that was
//! begun, and its outcome. A backup is valid only after it was read back and that is recorded. The next server that
//! checks removes the remains of an interrupted attempt.

use std::io::{self, Read};

use bytes::{Buf, Bytes};
use chrono::{DateTime, NaiveDateTime};
use futures_util::TryStreamExt;
use ksmart_foundation::{
    config::Recipient,
    db::{Conn, Db},
    error::{Error, Result},
    leases,
    storage::Storage,
    time::{Clock, DAY_MS, JAKARTA_MS},
};
use ksmart_identity::{
    internal_values,
    settings::{self, privacy::PrivacySettings},
};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use crate::{
    backup::{
        file::{Amount, BackupEncryption, Reader},
        writing::{Target, write},
    },
    integrity,
};

/// Name of the internal value with the state of the backups.
const STATE: &str = "backups";

/// Time after midnight in Jakarta at which a night's backup is due, in milliseconds.
const NIGHT_MS: i64 = 2 * 60 * 60 * 1000;

/// Wait after a failed backup before the next attempt, in milliseconds.
const PAUSE_MS: i64 = 60 * 60 * 1000;

/// Format of the time in a backup's name.
const NAME: &str = "%Y-%m-%dT%H-%M-%SZ";

/// Ending of an encrypted backup's name.
const ENCRYPTED: &str = ".gz.age";

/// Ending of an unencrypted backup's name.
const PLAIN: &str = ".gz";

/// Service that makes, checks and lists backups.
#[derive(Clone)]
pub struct Backups {
    /// The database.
    pub db: Db,
    /// Storage of the files and the backups.
    pub storage: Storage,
    /// The time.
    pub clock: Clock,
    /// Recipient for whose key backups are encrypted; `None`: no encryption.
    pub recipient: Option<Recipient>,
}

/// Stage at which a backup failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BackupStage {
    /// Writing the backup failed.
    Writing,
    /// Reading the backup back failed, or showed damage.
    Checking,
    /// Server stopped during the backup.
    Interrupted,
}

/// A complete backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    pub name: String,
    pub begun_ms: i64,
    pub checked_ms: i64,
    pub rows: u64,
    pub files: u64,
}

/// A backup that is being made, or has failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnfinishedBackup {
    pub name: String,
    pub begun_ms: i64,
    /// Time and stage of the failure.
    pub failed: Option<(i64, BackupStage)>,
}

/// Recorded state of the backups; all times are UTC milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Time of the first check by a server; the first nightly backup is made in the night after it.
    since_ms: i64,
    /// Time of the owner's request for a backup that has not begun yet.
    pub asked_ms: Option<i64>,
    /// Newest complete backup.
    pub made: Option<Made>,
    /// Running or failed attempt after the newest complete backup.
    pub begun: Option<UnfinishedBackup>,
}

impl State {
    /// Reads the state written last.
    pub async fn read(conn: &mut Conn) -> sqlx::Result<Self> {
        let Some(json) = internal_values::get(conn, STATE).await? else { return Ok(Self::default()) };
        serde_json::from_str(&json)
            .map_err(|error| sqlx::Error::Decode(format!("internal_values: {STATE} is invalid: {error}").into()))
    }

    /// Reads the recorded state, and locks it until the transaction ends.
    pub(super) async fn take(conn: &mut Conn) -> sqlx::Result<Self> {
        leases::lock(conn, STATE).await?;
        Self::read(conn).await
    }

    pub(super) async fn put(&self, conn: &mut Conn) -> sqlx::Result<()> {
        let json = serde_json::to_string(self).map_err(|error| sqlx::Error::Encode(error.into()))?;
        internal_values::put(conn, STATE, &json).await
    }

    /// Whether a backup is being made, or will begin at once.
    pub fn is_under_way(&self) -> bool {
        self.asked_ms.is_some() || self.begun.as_ref().is_some_and(|begun| begun.failed.is_none())
    }

    /// Whether a nightly backup is due.
    fn is_due(&self, now_ms: i64) -> bool {
        let night_ms = now_ms - (now_ms + JAKARTA_MS - NIGHT_MS).rem_euclid(DAY_MS);
        let failed_ms = self.begun.as_ref().and_then(|begun| begun.failed).map_or(i64::MIN, |(at_ms, _)| at_ms);
        self.since_ms < night_ms
            && self.made.as_ref().is_none_or(|made| made.begun_ms < night_ms)
            && failed_ms < now_ms - PAUSE_MS
    }

    /// Updates the state by the schedule; returns the backup to begin now, if there is one. The caller must hold the
    /// lock.
    fn advance(&mut self, kept: i64, is_encrypted: bool, now_ms: i64) -> Option<UnfinishedBackup> {
        if self.since_ms == 0 {
            self.since_ms = now_ms;
        }
        // One server at a time makes backups, one after the other: an earlier attempt without an outcome was
        // interrupted.
        if let Some(begun) = &mut self.begun {
            begun.failed.get_or_insert((now_ms, BackupStage::Interrupted));
        }
        if self.asked_ms.is_none() && !(kept > 0 && self.is_due(now_ms)) {
            return None;
        }
        let made_ms = self.made.as_ref().map_or(0, |made| made.begun_ms);
        let last_ms = self.begun.as_ref().map_or(made_ms, |begun| begun.begun_ms);
        // Names contain the time in seconds, and must differ.
        let begun_ms = now_ms.max(last_ms + 1000);
        let begun = UnfinishedBackup { name: name(begun_ms, is_encrypted), begun_ms, failed: None };
        self.asked_ms = None;
        self.begun = Some(begun.clone());
        Some(begun)
    }
}

fn name(begun_ms: i64, is_encrypted: bool) -> String {
    let begun = DateTime::from_timestamp_millis(begun_ms).unwrap_or_default().format(NAME);
    format!("{begun}{}", if is_encrypted { ENCRYPTED } else { PLAIN })
}

/// Returns the time at which the backup of this name was begun, UTC milliseconds, and whether it is encrypted; `None`
/// if it is not a backup's name.
pub fn read_name(name: &str) -> Option<(i64, bool)> {
    let stem = name.strip_suffix(ENCRYPTED).or_else(|| name.strip_suffix(PLAIN))?;
    let begun = NaiveDateTime::parse_from_str(stem, NAME).ok()?.and_utc().timestamp_millis();
    let is_encrypted = name.ends_with(ENCRYPTED);
    (self::name(begun, is_encrypted) == name).then_some((begun, is_encrypted))
}

/// Clears a running attempt and a request: in a restored shop, the attempt is the backup that was restored.
pub async fn clear_begun(conn: &mut Conn) -> sqlx::Result<()> {
    let state = State::read(conn).await?;
    if !state.is_under_way() {
        return Ok(());
    }
    State { asked_ms: None, begun: None, ..state }.put(conn).await
}

/// A backup in the storage.
#[derive(Debug, PartialEq, Eq)]
pub struct StoredBackup {
    pub name: String,
    pub begun_ms: i64,
    pub bytes: u64,
    pub is_encrypted: bool,
}

impl Backups {
    /// Lists the complete backups, newest first.
    ///
    /// # Errors
    /// Fails if the storage cannot be read.
    pub async fn list(&self, state: &State) -> Result<Vec<StoredBackup>> {
        let begun = state.begun.as_ref().map(|begun| begun.name.as_str());
        let found = self.storage.backups().await?;
        let kept = found.into_iter().filter(|(name, _)| Some(name.as_str()) != begun).filter_map(|(name, bytes)| {
            let (begun_ms, is_encrypted) = read_name(&name)?;
            Some(StoredBackup { name, begun_ms, bytes, is_encrypted })
        });
        let mut kept: Vec<StoredBackup> = kept.collect();
        kept.sort_unstable_by(|one, other| other.name.cmp(&one.name));
        Ok(kept)
    }

    /// Makes a backup if one is due or the owner has requested one, checks it, and removes the oldest. One server does
    /// this at a time.
    ///
    /// # Errors
    /// Fails if the backup failed, which is recorded too.
    pub async fn make_due(&self) -> Result<()> {
        let Some(begun) = self.begin().await? else { return Ok(()) };
        let made = match self.make(&begun).await {
            Ok(amount) => self.end(&begun, Ok(amount)).await?,
            Err((stage, why)) => {
                // If the deletion fails, the file is not listed, and the next attempt deletes it.
                let _ = self.storage.delete_backup(&begun.name).await;
                self.end(&begun, Err(stage)).await?;
                return Err(Error::internal(why));
            }
        };
        if !made {
            self.storage.delete_backup(&begun.name).await?;
            return Err(Error::internal("another server makes backups, this one was too slow"));
        }
        self.remove_old().await
    }

    /// Records the backup that begins now, and removes the remains of an earlier failed one.
    async fn begin(&self) -> Result<Option<UnfinishedBackup>> {
        let (now_ms, is_encrypted) = (self.clock.now_ms(), self.recipient.is_some());
        let looked = {
            let mut conn = self.db.read().await?;
            (State::read(&mut conn).await?, settings::read::<PrivacySettings>(&mut conn).await?.values.backups_kept)
        };
        let (before, kept) = looked;
        let mut next = before.clone();
        next.advance(kept, is_encrypted, now_ms);
        if next == before {
            return Ok(None);
        }
        let mut tx = self.db.write().await?;
        let mut state = State::take(&mut tx).await?;
        let left = state.begun.as_ref().map(|begun| begun.name.clone());
        let begun = state.advance(kept, is_encrypted, now_ms);
        state.put(&mut tx).await?;
        tx.commit().await?;
        if let Some(name) = left {
            self.storage.delete_backup(&name).await?;
        }
        Ok(begun)
    }

    async fn make(&self, begun: &UnfinishedBackup) -> std::result::Result<Amount, (BackupStage, String)> {
        let seal = BackupEncryption::of(self.recipient.clone());
        let written = async {
            // Another program may have migrated the database in the meantime.
            integrity::right_version(&self.db).await?;
            let upload = self.storage.begin_backup(&begun.name).await?;
            write(&self.db, &self.storage, Target::Storage(upload), &seal).await
        };
        written.await.map_err(|why| (BackupStage::Writing, why))?;
        self.check(&begun.name, seal).await.map_err(|why| (BackupStage::Checking, why))
    }

    /// Reads a backup to its end, as a restore does before it writes anything; returns the number of its rows and
    /// files.
    async fn check(&self, name: &str, seal: BackupEncryption) -> std::result::Result<Amount, String> {
        let unreadable = |why: &dyn std::fmt::Display| format!("the backup {name} cannot be read: {why}");
        let found = self.storage.backup(name).await.map_err(|error| unreadable(&error))?;
        let (_, mut chunks) = found.ok_or_else(|| unreadable(&"it is not there"))?;
        let (sender, receiver) = mpsc::channel(4);
        let reading = tokio::task::spawn_blocking(move || {
            let (reader, _) = Reader::open(Chunks { receiver, chunk: Bytes::new() }, &seal.keys())?;
            reader.finish()
        });
        while let Some(chunk) = chunks.try_next().await.map_err(|error| unreadable(&error))? {
            // The reader has stopped because of damage; its error is returned below.
            if sender.send(chunk).await.is_err() {
                break;
            }
        }
        drop(sender);
        let read = reading.await.map_err(|error| unreadable(&error))?;
        read.map_err(|error| unreadable(&error))
    }

    /// Records the outcome of a backup; returns false if another server has taken over in the meantime.
    async fn end(&self, begun: &UnfinishedBackup, outcome: std::result::Result<Amount, BackupStage>) -> Result<bool> {
        let now_ms = self.clock.now_ms();
        let mut tx = self.db.write().await?;
        let state = State::take(&mut tx).await?;
        if state.begun.as_ref() != Some(begun) {
            return Ok(false);
        }
        let state = match outcome {
            Ok(Amount { rows, files }) => {
                let UnfinishedBackup { name, begun_ms, .. } = begun.clone();
                let made = Made { name, begun_ms, checked_ms: now_ms, rows, files };
                State { made: Some(made), begun: None, ..state }
            }
            Err(stage) => {
                State { begun: Some(UnfinishedBackup { failed: Some((now_ms, stage)), ..begun.clone() }), ..state }
            }
        };
        state.put(&mut tx).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Deletes the oldest backups beyond the number to retain; none if automatic backups are off.
    async fn remove_old(&self) -> Result<()> {
        let (state, kept) = {
            let mut conn = self.db.read().await?;
            (State::read(&mut conn).await?, settings::read::<PrivacySettings>(&mut conn).await?.values.backups_kept)
        };
        let Some(kept) = usize::try_from(kept).ok().filter(|kept| *kept > 0) else { return Ok(()) };
        for old in self.list(&state).await?.into_iter().skip(kept) {
            self.storage.delete_backup(&old.name).await?;
        }
        Ok(())
    }
}

/// Reader of bytes from the storage, from the beginning to the end.
struct Chunks {
    receiver: mpsc::Receiver<Bytes>,
    chunk: Bytes,
}

impl Read for Chunks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.chunk.is_empty() {
            match self.receiver.blocking_recv() {
                Some(chunk) => self.chunk = chunk,
                None => return Ok(0),
            }
        }
        let length = self.chunk.len().min(buffer.len());
        self.chunk.copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ksmart_foundation::time::jakarta_midnight;

    #[test]
    fn backup_names_contain_time_and_encryption() {
        let ms = jakarta_midnight("2026-11-24").unwrap() + NIGHT_MS;
        assert_eq!(name(ms, false), "2026-11-23T19-00-00Z.gz");
        assert_eq!(read_name("2026-11-23T19-00-00Z.gz"), Some((ms, false)));
        assert_eq!(read_name(&name(ms, true)), Some((ms, true)));
        for wrong in ["", ".gz", "2026-11-23.gz", "2026-11-23T19-00-00Z", "../2026-11-23T19-00-00Z.gz", "x.gz.age"] {
            assert_eq!(read_name(wrong), None, "{wrong}");
        }
        assert_eq!(read_name("2026-11-23T19-00-00Z.gz#1"), None);
        assert_eq!(read_name("2026-1-23T19-0-00Z.gz"), None, "each has one name");
    }

    #[test]
    fn each_night_has_one_backup() {
        let hour = 60 * 60 * 1000;
        let midnight = jakarta_midnight("2026-11-24").unwrap();
        let mut state = State::default();
        assert_eq!(state.advance(7, false, midnight), None, "a new shop waits for its first night");
        assert_eq!(state.advance(7, false, midnight + 2 * hour - 1), None);
        assert_eq!(state.clone().advance(0, false, midnight + 2 * hour), None, "it is off");
        let begun = state.advance(7, false, midnight + 2 * hour).expect("it is two o'clock");
        assert!(state.is_under_way());
        // A killed server leaves this state; the next attempt is an hour later.
        assert_eq!(state.advance(7, false, midnight + 3 * hour), None);
        assert_eq!(state.begun.as_ref().unwrap().failed, Some((midnight + 3 * hour, BackupStage::Interrupted)));
        assert_eq!(state.advance(7, false, midnight + 4 * hour), None);
        let again = state.advance(7, false, midnight + 4 * hour + 1).expect("an hour is over");
        assert_ne!(again.name, begun.name);
        let UnfinishedBackup { name, begun_ms, .. } = again;
        state = State { made: Some(Made { name, begun_ms, checked_ms: 0, rows: 0, files: 0 }), begun: None, ..state };
        assert_eq!(state.advance(7, false, midnight + 26 * hour - 1), None);
        // A request is fulfilled at any time, also if automatic backups are off.
        state.asked_ms = Some(1);
        assert!(state.clone().advance(0, true, midnight + 5 * hour).unwrap().name.ends_with(ENCRYPTED));
        assert_ne!(state.clone().advance(7, false, begun_ms).unwrap().name, state.made.clone().unwrap().name);
        state.asked_ms = None;
        assert!(state.advance(7, false, midnight + 26 * hour).is_some(), "the next night");
    }
}
