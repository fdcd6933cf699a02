//! Hashing passwords, a few at a time.

use std::sync::Arc;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use axum::http::StatusCode;
use ksmart_foundation::error::{Code, Error, Result};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Maximum number of hashes that wait for their turn: the response to any further one would come too late for the
/// client.
const HASHES_WAITING: usize = 64;

/// Maximum number of hashes of new registrations that wait, counted separately: a flood of registrations does not
/// prevent logins.
const REGISTRATIONS_WAITING: usize = 16;

/// Maximum length of a text that can be a password, in bytes.
const IMPLAUSIBLE: usize = 1024;

/// Limits on password hashing, which takes a core for a tenth of a second each time.
#[derive(Clone)]
pub struct Hashing {
    /// Permits for hashes in progress: one per core except one, which is left for everything else.
    at_once: Arc<Semaphore>,
    /// Permits for hashes in progress and waiting, except those of new registrations.
    places: Arc<Semaphore>,
    /// Permits for hashes of new registrations, in progress and waiting.
    registrations: Arc<Semaphore>,
}

impl Default for Hashing {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let at_once = cores.saturating_sub(1).max(1);
        Self {
            at_once: Arc::new(Semaphore::new(at_once)),
            places: Arc::new(Semaphore::new(at_once + HASHES_WAITING)),
            registrations: Arc::new(Semaphore::new(REGISTRATIONS_WAITING)),
        }
    }
}

impl Hashing {
    /// Hashes a password with Argon2id (19 MiB, 2 passes) and a random salt.
    ///
    /// # Errors
    /// 503 if too many hashes are already waiting; 500 if hashing fails.
    pub async fn hash(&self, password: String) -> Result<String> {
        self.run(&self.places, move || hashed(&password)).await?
    }

    /// Hashes the password of a new registration. Registrations have a separate limit of waiting hashes, so that many
    /// of them do not prevent logins.
    ///
    /// # Errors
    /// 503 if too many registrations are already waiting; 500 if hashing fails.
    pub async fn hash_registration(&self, password: String) -> Result<String> {
        self.run(&self.registrations, move || hashed(&password)).await?
    }

    /// Whether `password` matches `hash`. Without a hash, the call takes as long and returns false. A text longer than
    /// any password is not hashed.
    ///
    /// # Errors
    /// 503 if too many hashes are already waiting; 500 if hashing fails.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool> {
        if password.len() > IMPLAUSIBLE {
            return Ok(false);
        }
        self.run(&self.places, move || {
            let Some(hash) = hash else {
                // An unknown account takes as long to refuse as a wrong password.
                return Argon2::default().hash_password(password.as_bytes()).is_err();
            };
            PasswordHash::new(&hash)
                .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
        })
        .await
    }

    /// Runs a hash outside the request threads, a few at a time: a flood of logins must not slow the shop.
    ///
    /// # Errors
    /// 503 if too many are already waiting.
    async fn run<T: Send + 'static>(&self, places: &Semaphore, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _place = places.try_acquire().map_err(|_| {
            let message = "Server sedang sibuk. Silakan coba lagi sebentar lagi.";
            Error::new(StatusCode::SERVICE_UNAVAILABLE, Code::TooManyRequests, message)
        })?;
        let _turn = self.at_once.acquire().await.map_err(Error::internal)?;
        tokio::task::spawn_blocking(work).await.map_err(Error::internal)
    }

    /// Blocks all hashing until the returned permit is dropped; for tests of a flood.
    ///
    /// # Errors
    /// The places are closed.
    pub async fn block(&self) -> Result<SemaphorePermit<'_>> {
        let all = u32::try_from(self.at_once.available_permits()).map_err(Error::internal)?;
        self.at_once.acquire_many(all).await.map_err(Error::internal)
    }
}

fn hashed(password: &str) -> Result<String> {
    Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()).map_err(Error::internal)
}
