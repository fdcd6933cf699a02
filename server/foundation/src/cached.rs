//! Cache of rarely changed data that every page needs; it reads them again once they are a second old.

use std::{
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::future::BoxFuture;
use tokio::sync::Mutex;

use crate::db::{Conn, Db};

/// Maximum age of cached data: a change by another process takes effect within this time.
const AGE: Duration = Duration::from_secs(1);

/// Function that reads the data.
pub type Read<T> = for<'conn> fn(&'conn mut Conn) -> BoxFuture<'conn, sqlx::Result<T>>;

/// Data read last, with the time of the read.
type CachedValue<T> = (Instant, Arc<T>);

/// Cached data of the database, current or read shortly before.
pub struct Cached<T>(Arc<Inner<T>>);

struct Inner<T> {
    db: Db,
    read: Read<T>,
    last: RwLock<Option<CachedValue<T>>>,
    /// Time of the last failed read.
    failed: RwLock<Option<Instant>>,
    changed: AtomicBool,
    reading: Mutex<()>,
}

impl<T> Clone for Cached<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: Default> Cached<T> {
    /// Creates a cache of the data that `read` finds in `db`.
    pub fn new(db: Db, read: Read<T>) -> Self {
        Self(Arc::new(Inner {
            db,
            read,
            last: RwLock::default(),
            failed: RwLock::default(),
            changed: AtomicBool::default(),
            reading: Mutex::default(),
        }))
    }

    /// Marks the data as changed, so that the next access reads them again.
    pub fn mark_changed(&self) {
        self.0.changed.store(true, Ordering::Release);
    }

    fn last(&self) -> Option<CachedValue<T>> {
        self.0.last.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fresh(&self) -> Option<Arc<T>> {
        if self.0.changed.load(Ordering::Acquire) {
            return None;
        }
        self.last().filter(|(read, _)| read.elapsed() < AGE).map(|(_, value)| value)
    }

    /// Returns the data, current or read shortly before.
    pub async fn now(&self) -> sqlx::Result<Arc<T>> {
        if let Some(value) = self.fresh() {
            return Ok(value);
        }
        let _reading = self.0.reading.lock().await;
        match self.fresh() {
            Some(value) => Ok(value),
            None => self.load().await,
        }
    }

    /// Returns the data, current or read shortly before. If the database cannot be read, these are the data read last,
    /// or the default value.
    ///
    /// In that case only one caller a second waits for the database.
    pub async fn known(&self) -> Arc<T> {
        if let Some(value) = self.fresh() {
            return value;
        }
        let _reading = self.0.reading.lock().await;
        if let Some(value) = self.fresh() {
            return value;
        }
        let failed = *self.0.failed.read().unwrap_or_else(PoisonError::into_inner);
        if failed.is_none_or(|failed| failed.elapsed() > AGE)
            && let Ok(value) = self.load().await
        {
            return value;
        }
        self.last().map_or_else(Arc::default, |(_, value)| value)
    }

    async fn load(&self) -> sqlx::Result<Arc<T>> {
        // Cleared before reading, so that a change during the read causes another read.
        self.0.changed.store(false, Ordering::Release);
        let began = Instant::now();
        let found = match self.0.db.read().await {
            Ok(mut conn) => (self.0.read)(&mut conn).await,
            Err(error) => Err(error),
        };
        match found {
            Ok(value) => {
                let value = Arc::new(value);
                *self.0.last.write().unwrap_or_else(PoisonError::into_inner) = Some((began, Arc::clone(&value)));
                Ok(value)
            }
            Err(error) => {
                self.mark_changed();
                *self.0.failed.write().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
                Err(error)
            }
        }
    }
}
