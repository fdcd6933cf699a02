//! Agreements between the shop and its members: documents in versions that never change, and records of acceptance by
//! member, version and time.
//!
//! The version in force of a document is the newest one that has begun. A new member accepts the versions in force at
//! registration. Members are notified of a new version when it is published, and the app asks them to accept it when it
//! begins. Acceptance is not enforced: a login token keeps all its permissions.

mod admin;
mod messages;
mod versions;

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use sqlx::{query, query_as, query_scalar};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use self::versions::{AgreementVersion, Row, current, entries, has_begun, moment, versions};
pub use self::{messages::notify_published, versions::Document};
use ksmart_foundation::{
    db::{Conn, Db, Text, TextEnum},
    document::routes,
    error::{Error, Result},
    extract::{Body, Path, Query},
    form::refuse,
    ids::MemberId,
    time::{Clock, rfc3339},
};
use ksmart_identity::tokens::Member;

use crate::MembersState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(read)).routes(routes!(own, accept)).merge(admin::router())
}

/// Whether a member has yet to accept the version in force of any document.
pub async fn is_asked(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<bool> {
    let sql = "SELECT v.version FROM agreement_versions v
               LEFT JOIN agreement_acceptances a
                 ON a.member_id = $1 AND a.document = v.document AND a.version = v.version
               WHERE v.effective_ms <= $2 AND a.member_id IS NULL
                 AND NOT EXISTS (SELECT n.version FROM agreement_versions n
                                 WHERE n.document = v.document AND n.version > v.version AND n.effective_ms <= $2)
               LIMIT 1";
    let found: Option<i64> = query_scalar(sql).bind(member).bind(now_ms).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Records that a member accepts a version; a repeated acceptance leaves the first one unchanged.
async fn record_acceptance(
    conn: &mut Conn,
    member: MemberId,
    document: Document,
    version: i64,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO agreement_acceptances (member_id, document, version, accepted_ms)
               VALUES ($1, $2, $3, $4) ON CONFLICT (member_id, document, version) DO NOTHING";
    query(sql).bind(member).bind(Text(document)).bind(version).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Version of each document that was shown at registration; the current one if none is given.
#[derive(Debug, Clone, Copy, Default)]
pub struct ShownVersions([Option<i64>; Document::ALL.len()]);

impl ShownVersions {
    /// Reads the versions that a registration form names; `field` returns the text of a form field by its name.
    ///
    /// # Errors
    /// 422 for a version that does not exist or has not begun.
    pub async fn read(conn: &mut Conn, field: impl Fn(&str) -> String, now_ms: i64) -> Result<Self> {
        let mut shown = Self::default();
        for (place, document) in Document::ALL.into_iter().enumerate() {
            let name = match document {
                Document::CodeOfEthics => "code_of_ethics_version",
                Document::Terms => "terms_version",
            };
            let typed = field(name);
            if typed.is_empty() {
                continue;
            }
            let version = typed.parse().unwrap_or(0);
            if !has_begun(conn, document, version, now_ms).await? {
                return Err(no_version(name, document));
            }
            shown.0[place] = Some(version);
        }
        Ok(shown)
    }

    /// Records that a new member accepts the versions shown.
    pub async fn accept(self, conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<()> {
        for (document, shown) in Document::ALL.into_iter().zip(self.0) {
            let version = match shown {
                Some(version) => version,
                None => current(conn, document, now_ms).await?.version,
            };
            record_acceptance(conn, member, document, version, now_ms).await?;
        }
        Ok(())
    }
}

fn no_version(field: &'static str, document: Document) -> Error {
    let message = format!("Versi {} ini tidak ada atau belum berlaku. Muat ulang halaman.", document.title());
    refuse(field, "version", message)
}

/// Version in force of a document.
#[derive(Debug, Serialize, ToSchema)]
struct CurrentAgreement {
    /// Name of the document in URLs.
    slug: Document,
    title: &'static str,
    version: i64,
}

/// Lists the documents that a new member accepts, with the versions in force.
#[utoipa::path(get, path = "/api/agreements", operation_id = "listAgreements",
    responses((status = 200, body = [CurrentAgreement])))]
async fn list(State(db): State<Db>, State(clock): State<Clock>) -> Result<Json<Vec<CurrentAgreement>>> {
    let mut conn = db.read().await?;
    let mut all = Vec::new();
    for slug in Document::ALL {
        let version = current(&mut conn, slug, clock.now_ms()).await?.version;
        all.push(CurrentAgreement { slug, title: slug.title(), version });
    }
    Ok(Json(all))
}

/// Requested version of a document.
#[derive(Debug, Deserialize, IntoParams)]
struct RequestedVersion {
    /// Number of the version; without it, the version in force is returned.
    version: Option<i64>,
}

/// A version of a document, with its text.
#[derive(Debug, Serialize, ToSchema)]
struct Agreement {
    /// Name of the document in URLs.
    slug: Document,
    title: &'static str,
    /// Number of this version.
    version: i64,
    /// Markdown: headings, lists, bold, italics and links.
    body: String,
    /// All versions, newest first, including those that have not begun.
    versions: Vec<AgreementVersion>,
}

/// Returns the version in force of a document, or a requested version.
#[utoipa::path(get, path = "/api/agreements/{slug}", operation_id = "getAgreement",
    responses((status = 200, body = Agreement)))]
async fn read(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Path(slug): Path<String>,
    Query(wanted): Query<RequestedVersion>,
) -> Result<Json<Agreement>> {
    let (document, now_ms) = (Document::find(&slug)?, clock.now_ms());
    let rows = versions(&mut *db.read().await?, document).await?;
    let found = rows.iter().find(|row| match wanted.version {
        Some(version) => row.version == version,
        None => row.effective_ms <= now_ms,
    });
    let Row { version, body, .. } = found.cloned().ok_or_else(|| Error::not_found("Versi ini tidak ditemukan."))?;
    Ok(Json(Agreement { slug: document, title: document.title(), version, body, versions: entries(rows, now_ms) }))
}

/// Record of an accepted version.
#[derive(Debug, Serialize, ToSchema)]
struct Acceptance {
    version: i64,
    accepted_at: String,
}

/// Document with the caller's acceptances.
#[derive(Debug, Serialize, ToSchema)]
struct OwnAgreement {
    /// Name of the document in URLs.
    slug: Document,
    title: &'static str,
    /// Version in force.
    version: i64,
    /// Changes from the previous version to the version in force; empty for the first.
    changes: String,
    /// Time from which the version is in force, RFC 3339; null for the initial version, whose time is unknown.
    effective_at: Option<String>,
    /// Whether the caller has not accepted the version in force.
    is_asked: bool,
    /// Versions that the caller has accepted, newest first.
    accepted: Vec<Acceptance>,
}

/// Documents, with a member's acceptances.
#[derive(Debug, Serialize, ToSchema)]
struct OwnAgreements {
    agreements: Vec<OwnAgreement>,
}

async fn standing(conn: &mut Conn, member: MemberId, now_ms: i64) -> Result<OwnAgreements> {
    let mut agreements = Vec::new();
    for slug in Document::ALL {
        let Row { version, changes, effective_ms, .. } = current(conn, slug, now_ms).await?;
        let sql = "SELECT version, accepted_ms FROM agreement_acceptances
                   WHERE member_id = $1 AND document = $2 ORDER BY version DESC";
        let rows: Vec<(i64, i64)> = query_as(sql).bind(member).bind(Text(slug)).fetch_all(&mut *conn).await?;
        let is_asked = rows.iter().all(|(accepted, _)| *accepted != version);
        let accepted = rows.into_iter().map(|(version, ms)| Acceptance { version, accepted_at: rfc3339(ms) }).collect();
        let effective_at = moment(effective_ms);
        agreements.push(OwnAgreement { slug, title: slug.title(), version, changes, effective_at, is_asked, accepted });
    }
    Ok(OwnAgreements { agreements })
}

/// Lists the documents with their versions in force, the caller's acceptances and their times, and whether a version is
/// still to be accepted.
#[utoipa::path(get, path = "/api/me/agreements", operation_id = "listOwnAgreements",
    responses((status = 200, body = OwnAgreements)))]
async fn own(State(db): State<Db>, State(clock): State<Clock>, member: Member) -> Result<Json<OwnAgreements>> {
    Ok(Json(standing(&mut *db.read().await?, member.id, clock.now_ms()).await?))
}

/// Accepted version of a document.
#[derive(Debug, Deserialize, ToSchema)]
struct AcceptedVersion {
    slug: Document,
    version: i64,
}

/// Accepted versions: those that were shown to the member.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"accepted": [{"slug": "terms", "version": 1}]})))]
struct AcceptanceForm {
    #[schema(min_items = 1, max_items = 2)]
    accepted: Vec<AcceptedVersion>,
}

/// Accepts versions of the documents; an earlier acceptance of a version stays unchanged. 422 for a version that has
/// not begun.
#[utoipa::path(post, path = "/api/me/agreements", operation_id = "acceptAgreements", request_body = AcceptanceForm,
    responses((status = 200, body = OwnAgreements), (status = 422)))]
async fn accept(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Body(mut form): Body<AcceptanceForm>,
) -> Result<Json<OwnAgreements>> {
    let now_ms = clock.now_ms();
    if form.accepted.is_empty() || form.accepted.len() > Document::ALL.len() {
        return Err(refuse("accepted", "required", "Pilih dokumen yang Anda setujui."));
    }
    // In a fixed order: simultaneous requests wait for each other without a deadlock.
    form.accepted.sort_by_key(|each| each.slug.text());
    let mut tx = db.write().await?;
    for AcceptedVersion { slug, version } in form.accepted {
        if !has_begun(&mut tx, slug, version, now_ms).await? {
            return Err(no_version("accepted", slug));
        }
        record_acceptance(&mut tx, member.id, slug, version, now_ms).await?;
    }
    let after = standing(&mut tx, member.id, now_ms).await?;
    tx.commit().await?;
    Ok(Json(after))
}
