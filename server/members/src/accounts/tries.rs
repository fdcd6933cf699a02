//! Rate limits for failed attempts at passwords and links.
//!
//! Failures are counted by account and IP address together, so that guessing at an account locks out no one else.
//! Attempts at one account from many IP addresses are counted too; they lock out everyone except the devices on which
//! the account's member has logged in before.
//!
//! An attempt is counted before its password is checked, and the count is undone if the password is right. So
//! simultaneous attempts count like successive ones.

use std::net::IpAddr;

use axum::http::StatusCode;
use ksmart_foundation::{
    config::RateLimits,
    db::{Conn, Db},
    error::{Code, Error, Result},
    limits::network_of,
};
use ksmart_identity::sessions::Device;
use sqlx::{query, query_scalar};

/// Failed logins within [`FAILURE_WINDOW_MS`] after which an account rejects an IP address, or a device that it knows.
const OWN_FAILURES: i64 = 10;

/// Failed logins within [`FAILURE_WINDOW_MS`], from any address, after which an account rejects devices that it does
/// not know.
const ACCOUNT_FAILURES: i64 = 100;

/// Failed attempts within [`FAILURE_WINDOW_MS`] after which an IP address is rejected.
const ADDRESS_FAILURES: i64 = 60;

/// Links that an IP address may request within [`FAILURE_WINDOW_MS`]; several, because guests of a meeting share one IP
/// address.
const ADDRESS_LINK_REQUESTS: i64 = 20;

/// Time for which failed logins are remembered, in milliseconds.
const FAILURE_WINDOW_MS: i64 = 10 * 60 * 1000;

/// Subjects whose attempts are counted, each with its limit and whether a correct attempt clears all those before it.
pub struct Tries(Vec<(String, i64, bool)>);

impl Tries {
    pub(super) fn of_login(email: &str, device: &Device, is_known: bool) -> Self {
        if let (true, Some(token)) = (is_known, &device.token) {
            return Self(vec![(format!("device:{}:{email}", token.digest()), OWN_FAILURES, true)]);
        }
        let network = network_of(device.address);
        Self(vec![
            (own_subject(email, device.address), OWN_FAILURES, true),
            (format!("account:{email}"), ACCOUNT_FAILURES, false),
            (format!("address:{network}"), ADDRESS_FAILURES, false),
        ])
    }

    /// Returns the counter of a logged-in member's attempts at the password of their own account.
    pub fn of_session(email: &str) -> Self {
        Self(vec![(format!("own:{email}"), OWN_FAILURES, true)])
    }

    /// Returns the counter of an IP address's attempts without reference to an account.
    pub fn of_address(address: IpAddr) -> Self {
        Self(vec![(format!("address:{}", network_of(address)), ADDRESS_FAILURES, false)])
    }

    /// Returns the counter of links requested from an IP address.
    pub(super) fn of_link_requests(address: IpAddr) -> Self {
        Self(vec![(format!("wishes:{}", network_of(address)), ADDRESS_LINK_REQUESTS, false)])
    }

    /// Counts an attempt before it is known whether it is correct.
    ///
    /// # Errors
    /// 429: there were too many attempts, and this one is not counted.
    pub async fn take(&self, db: &Db, limits: RateLimits, now_ms: i64) -> Result<()> {
        if limits == RateLimits::Off {
            return Ok(());
        }
        // Rejected attempts write nothing, however many there are.
        let mut conn = db.read().await?;
        for (subject, limit, _) in &self.0 {
            if failures(&mut conn, subject, now_ms).await? >= *limit {
                return Err(too_many());
            }
        }
        drop(conn);
        let mut tx = db.write().await?;
        for (subject, limit, _) in &self.0 {
            if count(&mut tx, subject, now_ms).await? > *limit {
                return Err(too_many());
            }
        }
        Ok(tx.commit().await?)
    }

    /// Undoes the count of a correct attempt.
    pub async fn undo_attempt(&self, db: &Db, limits: RateLimits) -> Result<()> {
        if limits == RateLimits::Off {
            return Ok(());
        }
        let mut tx = db.write().await?;
        for (subject, _, is_forgotten) in &self.0 {
            if *is_forgotten {
                delete_failures(&mut tx, subject).await?;
            } else {
                subtract_failure(&mut tx, subject).await?;
            }
        }
        Ok(tx.commit().await?)
    }
}

fn own_subject(email: &str, address: IpAddr) -> String {
    format!("login:{}:{email}", network_of(address))
}

fn too_many() -> Error {
    let message = "Terlalu banyak percobaan login. Coba lagi nanti.";
    Error::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, message)
}

/// Deletes the failures of an account with a new password: those from the address where it was chosen, and those of the
/// account as a whole.
pub(super) async fn delete_account_failures(conn: &mut Conn, email: &str, address: IpAddr) -> sqlx::Result<()> {
    delete_failures(conn, &own_subject(email, address)).await?;
    delete_failures(conn, &format!("account:{email}")).await
}

/// Deletes the failed attempts of a logged-in member at their own password, and those of the account as a whole; others
/// expire in minutes.
pub(super) async fn delete_session_failures(conn: &mut Conn, email: &str) -> sqlx::Result<()> {
    for subject in Tries::of_session(email).0.into_iter().map(|(subject, ..)| subject) {
        delete_failures(conn, &subject).await?;
    }
    delete_failures(conn, &format!("account:{email}")).await
}

async fn failures(conn: &mut Conn, subject: &str, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "SELECT failures FROM login_failures WHERE subject = $1 AND since_ms > $2";
    let found: Option<i64> =
        query_scalar(sql).bind(subject).bind(now_ms - FAILURE_WINDOW_MS).fetch_optional(conn).await?;
    Ok(found.unwrap_or(0))
}

/// Counts an attempt; returns the number of attempts.
async fn count(conn: &mut Conn, subject: &str, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "INSERT INTO login_failures (subject, failures, since_ms) VALUES ($1, 1, $2)
               ON CONFLICT (subject) DO UPDATE SET
                 failures = CASE WHEN login_failures.since_ms > $3 THEN login_failures.failures + 1 ELSE 1 END,
                 since_ms = CASE WHEN login_failures.since_ms > $3 THEN login_failures.since_ms ELSE $2 END
               RETURNING failures";
    query_scalar(sql).bind(subject).bind(now_ms).bind(now_ms - FAILURE_WINDOW_MS).fetch_one(conn).await
}

async fn subtract_failure(conn: &mut Conn, subject: &str) -> sqlx::Result<()> {
    let sql = "UPDATE login_failures SET failures = failures - 1 WHERE subject = $1 AND failures > 0";
    query(sql).bind(subject).execute(&mut *conn).await?;
    query("DELETE FROM login_failures WHERE subject = $1 AND failures <= 0").bind(subject).execute(conn).await?;
    Ok(())
}

async fn delete_failures(conn: &mut Conn, subject: &str) -> sqlx::Result<()> {
    query("DELETE FROM login_failures WHERE subject = $1").bind(subject).execute(conn).await?;
    Ok(())
}

/// Deletes the failures that no longer count.
pub async fn delete_old_failures(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM login_failures WHERE since_ms <= $1").bind(now_ms - FAILURE_WINDOW_MS).execute(conn).await?;
    Ok(())
}
