//! Stored versions of the documents that members accept; the newest version that has begun is in force.

use ksmart_foundation::{
    db::{Conn, Text, TextEnum},
    error::{Error, Result},
    text_enum,
    time::rfc3339,
};
use ksmart_identity::outbox::Kind;
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query_as, query_scalar};
use utoipa::ToSchema;

/// A document that members accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Document {
    /// Rules of conduct for members towards customers and each other.
    CodeOfEthics,
    /// Terms between the shop and its members.
    Terms,
}

text_enum!(Document { CodeOfEthics => "code-of-ethics", Terms => "terms" });

impl Document {
    /// All documents, in display order.
    pub const ALL: [Self; 2] = [Self::CodeOfEthics, Self::Terms];

    /// Returns its public title.
    pub fn title(self) -> &'static str {
        match self {
            Self::CodeOfEthics => "Kode Etik",
            Self::Terms => "Syarat dan Ketentuan",
        }
    }

    /// Returns the kind of message that announces its next version.
    pub(super) fn news(self) -> Kind {
        match self {
            Self::CodeOfEthics => Kind::CodeOfEthicsPublished,
            Self::Terms => Kind::TermsPublished,
        }
    }

    /// Returns the document named by the last part of a URL path.
    ///
    /// # Errors
    /// 404 if there is no such document.
    pub fn find(slug: &str) -> Result<Self> {
        Self::from_text(slug).ok_or_else(|| Error::not_found("Dokumen tidak ditemukan."))
    }
}

/// A version of a document.
#[derive(Debug, Clone, FromRow)]
pub(super) struct Row {
    pub(super) version: i64,
    pub(super) body: String,
    pub(super) changes: String,
    pub(super) effective_ms: i64,
    published_ms: i64,
}

/// Returns the version in force of a document.
pub(super) async fn current(conn: &mut Conn, document: Document, now_ms: i64) -> sqlx::Result<Row> {
    let sql = "SELECT version, body, changes, effective_ms, published_ms FROM agreement_versions
               WHERE document = $1 AND effective_ms <= $2 ORDER BY version DESC LIMIT 1";
    query_as(sql).bind(Text(document)).bind(now_ms).fetch_one(conn).await
}

/// Returns a version of a document.
pub(super) async fn version(conn: &mut Conn, document: Document, version: i64) -> sqlx::Result<Row> {
    let sql = "SELECT version, body, changes, effective_ms, published_ms FROM agreement_versions
               WHERE document = $1 AND version = $2";
    query_as(sql).bind(Text(document)).bind(version).fetch_one(conn).await
}

/// Returns all versions of a document, newest first.
pub(super) async fn versions(conn: &mut Conn, document: Document) -> sqlx::Result<Vec<Row>> {
    let sql = "SELECT version, body, changes, effective_ms, published_ms FROM agreement_versions
               WHERE document = $1 ORDER BY version DESC";
    query_as(sql).bind(Text(document)).fetch_all(conn).await
}

/// Whether a version of a document has begun.
pub(super) async fn has_begun(conn: &mut Conn, document: Document, version: i64, now_ms: i64) -> sqlx::Result<bool> {
    let sql = "SELECT effective_ms FROM agreement_versions WHERE document = $1 AND version = $2";
    let begins: Option<i64> = query_scalar(sql).bind(Text(document)).bind(version).fetch_optional(conn).await?;
    Ok(begins.is_some_and(|ms| ms <= now_ms))
}

/// Formats a time as RFC 3339; returns `None` for 0, the unknown time of an initial version.
pub(super) fn moment(ms: i64) -> Option<String> {
    (ms > 0).then(|| rfc3339(ms))
}

/// Entry for a version in the list of a document's versions.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AgreementVersion {
    version: i64,
    /// Changes from the previous version; empty for the first.
    changes: String,
    /// Time from which the version is in force, RFC 3339; null for the initial version.
    effective_at: Option<String>,
    /// Time of publication, RFC 3339; null for the initial version.
    published_at: Option<String>,
    /// Whether it is the version in force.
    is_current: bool,
}

/// Lists all versions, and marks the one in force at `now_ms`.
pub(super) fn entries(rows: Vec<Row>, now_ms: i64) -> Vec<AgreementVersion> {
    let holds = rows.iter().find(|row| row.effective_ms <= now_ms).map(|row| row.version);
    let entry = |row: Row| AgreementVersion {
        version: row.version,
        changes: row.changes,
        effective_at: moment(row.effective_ms),
        published_at: moment(row.published_ms),
        is_current: holds == Some(row.version),
    };
    rows.into_iter().map(entry).collect()
}
