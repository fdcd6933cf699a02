//! Store of files (a folder or a bucket), and the limits on work on its pictures.

use std::{
    fs,
    hash::{BuildHasher, RandomState},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
};

use bytes::Bytes;
use futures_util::{TryStreamExt, stream::BoxStream};
use object_store::{
    GetOptions, GetResult, ObjectStore, ObjectStoreExt, PutPayload, PutResult, WriteMultipart, path::Path as Key,
    prefix::PrefixStore,
};
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};
use url::Url;

use crate::{
    config,
    error::{Error, Result},
    format,
};

/// Folder of resized pictures.
pub(super) const RESIZED: &str = "resized";

/// Folder of backups, for the owner alone: they are not files of the shop, and no backup contains them.
pub(super) const BACKUPS: &str = "backups";

/// Maximum number of pictures decoded at once for showing, and for uploads, whatever the number of cores. Each takes up
/// to `pictures::MAX_DECODED` bytes of memory.
const MOST_SHOWN: usize = 4;
const MOST_UPLOADED: usize = 2;

/// Number of locks over which the pictures to be resized are distributed by hash.
const TURNS: usize = 64;

/// Number of hexadecimal digits of a file's SHA-256 in its name.
pub(super) const HASH_DIGITS: usize = 12;

/// The store of files by key, such as `products/klorofil-mint-1-3f2a9c81b0d4.webp`.
#[derive(Clone)]
pub struct Storage {
    pub(super) files: Arc<dyn ObjectStore>,
    /// Local folder of the files; `None` for a bucket.
    folder: Option<PathBuf>,
    pub(super) picture_limits: Arc<PictureLimits>,
}

/// Content of a file, in chunks.
pub type Chunks = BoxStream<'static, object_store::Result<Bytes>>;

/// Result of looking up a key in the store.
pub(super) enum Found {
    File(GetResult),
    /// The caller already has this version (`If-None-Match`).
    Unchanged,
    Nothing,
}

impl Storage {
    /// Opens `file://FOLDER` (created if it does not exist; relative to the working folder) or `s3://BUCKET/PREFIX`.
    ///
    /// # Errors
    /// The URL cannot be used; returned as a message for the operator.
    pub fn open(url: &str) -> Result<Self, String> {
        let picture_limits = Arc::default();
        if let Some(folder) = url.strip_prefix("file://") {
            std::fs::create_dir_all(folder).map_err(|error| format!("STORAGE_URL: cannot make {folder}: {error}"))?;
            let store = object_store::local::LocalFileSystem::new_with_prefix(folder)
                .map_err(|error| format!("STORAGE_URL: cannot use {folder}: {error}"))?
                .with_automatic_cleanup(true);
            return Ok(Self { files: Arc::new(store), folder: Some(folder.into()), picture_limits });
        }
        let parsed = Url::parse(url).map_err(|error| format!("STORAGE_URL: {error}"))?;
        let mut secrets = Vec::new();
        for name in ["AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"] {
            secrets.extend(config::secret(name)?.map(|secret| (name.to_lowercase(), secret)));
        }
        let environment = std::env::vars().map(|(name, value)| (name.to_lowercase(), value)).chain(secrets);
        let (store, prefix) =
            object_store::parse_url_opts(&parsed, environment).map_err(|error| format!("STORAGE_URL: {error}"))?;
        Ok(Self { files: Arc::new(PrefixStore::new(store, prefix)), folder: None, picture_limits })
    }

    /// Stores a file as `FOLDER/NAME-HASH.EXTENSION` and returns this key. `name` consists of `a-z`, `0-9` and `-`.
    ///
    /// The same file under the same name has the same key. A file that will be deleted therefore needs a unique name,
    /// such as a random one: otherwise its deletion would also delete the same file of another user.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn store(&self, folder: &str, name: &str, extension: &str, bytes: impl Into<Bytes>) -> Result<String> {
        let bytes = bytes.into();
        let mut hash = format::hex(&Sha256::digest(&bytes));
        hash.truncate(HASH_DIGITS);
        let key = format!("{folder}/{name}-{hash}.{extension}");
        self.put(&Key::from(key.as_str()), bytes).await?;
        Ok(key)
    }

    /// Deletes the file under `key`, if it exists, and all pictures made from it.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn delete(&self, key: &str) -> Result<()> {
        let key = Key::from(key);
        // The original is deleted first: a concurrent resize checks afterwards whether it still exists.
        self.delete_one(&key).await?;
        let made: Vec<_> = self.files.list(Some(&folder_of(&key))).try_collect().await?;
        for file in made {
            self.delete_one(&file.location).await?;
        }
        Ok(())
    }

    /// Returns the keys of all files of the shop, sorted as text, without resized pictures and backups.
    ///
    /// # Errors
    /// The store cannot be read; returned as a message for the operator.
    pub async fn keys(&self) -> Result<Vec<String>, String> {
        let found: Vec<_> = self.files.list(None).try_collect().await.map_err(unusable)?;
        let own = |key: &Key| key.parts().next().is_none_or(|folder| ![RESIZED, BACKUPS].contains(&folder.as_ref()));
        let mut keys: Vec<String> =
            found.into_iter().filter(|file| own(&file.location)).map(|file| file.location.to_string()).collect();
        keys.sort_unstable();
        Ok(keys)
    }

    /// Returns the content of the file under `key`; `None` if there is none.
    ///
    /// # Errors
    /// The store cannot be read; returned as a message for the operator.
    pub async fn read(&self, key: &str) -> Result<Option<Bytes>, String> {
        match self.files.get(&Key::parse(key).map_err(unusable)?).await {
            Ok(found) => found.bytes().await.map(Some).map_err(unusable),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(unusable(error)),
        }
    }

    /// Stores a file under the key that it had before.
    ///
    /// # Errors
    /// The store cannot be written; returned as a message for the operator.
    pub async fn restore(&self, key: &str, bytes: impl Into<Bytes>) -> Result<(), String> {
        let key = Key::parse(key).map_err(unusable)?;
        self.put(&key, bytes.into()).await.map(drop).map_err(unusable)
    }

    /// Lists the backups: the name and the size in bytes of each, in no particular order.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn backups(&self) -> Result<Vec<(String, u64)>> {
        let found: Vec<_> = self.files.list(Some(&Key::from(BACKUPS))).try_collect().await?;
        let name = |key: &Key| key.filename().unwrap_or_default().to_owned();
        Ok(found.into_iter().map(|file| (name(&file.location), file.size)).collect())
    }

    /// Begins a backup, which appears under its name once it is complete; remains of unfinished backups are removed.
    ///
    /// # Errors
    /// The store cannot be written; returned as a message for the operator.
    pub async fn begin_backup(&self, name: &str) -> Result<WriteMultipart, String> {
        if let Some(folder) = &self.folder {
            make_private(&folder.join(BACKUPS)).map_err(unusable)?;
        }
        let upload = self.files.put_multipart(&backup_key(name)).await.map_err(unusable)?;
        Ok(WriteMultipart::new(upload))
    }

    /// Returns a backup's size in bytes and its content, in chunks; `None` if there is none of this name.
    ///
    /// # Errors
    /// The store cannot be read; returned as a message for the operator.
    pub async fn backup(&self, name: &str) -> Result<Option<(u64, Chunks)>, String> {
        match self.files.get(&backup_key(name)).await {
            Ok(found) => Ok(Some((found.meta.size, found.into_stream()))),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(unusable(error)),
        }
    }

    /// Removes a backup, if there is one of this name.
    ///
    /// # Errors
    /// The store cannot be written.
    pub async fn delete_backup(&self, name: &str) -> Result<()> {
        self.delete_one(&backup_key(name)).await
    }

    pub(super) async fn put(&self, key: &Key, bytes: Bytes) -> object_store::Result<PutResult> {
        self.files.put(key, PutPayload::from_bytes(bytes)).await
    }

    pub(super) async fn delete_one(&self, key: &Key) -> Result<()> {
        match self.files.delete(key).await {
            Err(object_store::Error::NotFound { .. }) | Ok(()) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    pub(super) async fn find(&self, key: &Key, if_none_match: Option<&str>) -> Result<Found> {
        let options = GetOptions { if_none_match: if_none_match.map(str::to_owned), ..GetOptions::default() };
        match self.files.get_opts(key, options).await {
            Ok(found) => Ok(Found::File(found)),
            Err(object_store::Error::NotModified { .. }) => Ok(Found::Unchanged),
            Err(object_store::Error::NotFound { .. }) => Ok(Found::Nothing),
            Err(error) => Err(error.into()),
        }
    }
}

fn backup_key(name: &str) -> Key {
    Key::from(BACKUPS).join(name)
}

/// Creates a folder that only its owner may read, and removes the remains of unfinished uploads: files whose name ends
/// with `#` and a number, which the store hides.
fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    for found in fs::read_dir(folder)? {
        let path = found?.path();
        let is_left =
            path.to_str().and_then(|path| path.rsplit_once('#')).is_some_and(|(_, end)| end.parse::<u32>().is_ok());
        if is_left {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn unusable(error: impl std::fmt::Display) -> String {
    format!("STORAGE_URL: {error}")
}

pub(super) fn not_found() -> Error {
    Error::not_found("Berkas tidak ditemukan.")
}

/// Refuses a picture key that no upload into `folder` can have returned.
///
/// # Errors
/// 422: the key is not one of an uploaded picture.
pub fn check_key(folder: &str, picture: &str) -> Result<()> {
    let file = picture.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).unwrap_or_default();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    if file.is_empty() || file.starts_with('.') || !file.bytes().all(plain) || picture.len() > 200 {
        return Err(Error::invalid("Unggah gambarnya lebih dulu."));
    }
    Ok(())
}

/// Limits on concurrent picture work.
pub(super) struct PictureLimits {
    /// Permits for resizing pictures, which any visitor may request.
    pub(super) resizing: Arc<Semaphore>,
    /// Permits for uploaded pictures, separate so that uploads never wait for pictures that are only shown.
    pub(super) uploads: Arc<Semaphore>,
    /// Locks by which a picture that several callers request at once is made only once; occasionally two pictures share
    /// a lock.
    turns: Vec<Arc<Mutex<()>>>,
    hasher: RandomState,
}

impl Default for PictureLimits {
    /// Creates limits that leave one core free for other work while nothing is uploaded.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let places = |most| Arc::new(Semaphore::new(cores.saturating_sub(1).clamp(1, most)));
        Self {
            resizing: places(MOST_SHOWN),
            uploads: places(MOST_UPLOADED),
            turns: (0..TURNS).map(|_| Arc::default()).collect(),
            hasher: RandomState::new(),
        }
    }
}

impl PictureLimits {
    pub(super) async fn turn(&self, key: &Key) -> OwnedMutexGuard<()> {
        let number = self.hasher.hash_one(key) % TURNS as u64;
        let turn = usize::try_from(number).unwrap_or_default();
        Arc::clone(&self.turns[turn]).lock_owned().await
    }
}

/// Acquires a permit for work on a picture; waits until one is free.
pub(super) async fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit> {
    Arc::clone(places).acquire_owned().await.map_err(Error::internal)
}

/// Returns the folder of everything that was made from the file under `key`.
pub(super) fn folder_of(key: &Key) -> Key {
    key.parts().fold(Key::from(RESIZED), Key::join)
}
