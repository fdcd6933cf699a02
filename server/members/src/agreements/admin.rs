//! Administration of the documents that members accept: an owner lists them and publishes new versions.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::text;
use ksmart_foundation::{
    db::{Conn, Db, Text, TextEnum},
    document::routes,
    error::Result,
    extract::{Body, Path},
    form::Refusals,
    time::{Clock, DAY_MS, jakarta_date, jakarta_midnight},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    outbox::batches,
    roles::{Admin, Confirmed, OWNER},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{query, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::versions::{AgreementVersion, Document, Row, current, entries, versions};
use crate::MembersState;

/// Maximum length of the text, in characters.
const MAX_BODY: usize = 50_000;

/// Maximum time until a version begins, in days.
const MOST_DAYS_AHEAD: i64 = 366;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show, publish))
}

/// A document with its versions.
#[derive(Debug, Serialize, ToSchema)]
struct AdminAgreement {
    /// Name of the document in URLs.
    slug: Document,
    title: &'static str,
    /// The text of the newest version, Markdown.
    body: String,
    /// Number of the newest version; a publication states the version on which it is based.
    version: i64,
    /// All versions, newest first.
    versions: Vec<AgreementVersion>,
}

/// Document with the number of members who have accepted the version in force.
#[derive(Debug, Serialize, ToSchema)]
struct CountedAgreement {
    #[serde(flatten)]
    agreement: AdminAgreement,
    /// Number of members who have accepted the version in force.
    accepted: i64,
}

/// The documents.
#[derive(Debug, Serialize, ToSchema)]
struct AdminAgreements {
    agreements: Vec<CountedAgreement>,
    /// Number of members who can accept the documents.
    members: i64,
}

/// New version, as typed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({
    "body": "Kode etik ini berlaku bagi semua anggota.", "changes": "Bagian tentang ulasan ditambah.",
    "effective_on": "2026-12-01", "version": 1
})))]
struct AgreementForm {
    /// Markdown, up to 50,000 characters.
    #[schema(min_length = 1, max_length = 50_000, pattern = r"\S")]
    body: String,
    /// Changes from the previous version, in a sentence.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    changes: String,
    /// Day in Jakarta from which it is in force, `YYYY-MM-DD`: today or later, at most a year ahead.
    #[schema(format = Date)]
    effective_on: String,
    /// Number of the version on which this one is based; it must still be the newest.
    version: i64,
}

async fn find(conn: &mut Conn, slug: Document, now_ms: i64) -> Result<AdminAgreement> {
    let rows = versions(conn, slug).await?;
    let Row { body, version, .. } = rows.first().cloned().ok_or(sqlx::Error::RowNotFound)?;
    Ok(AdminAgreement { slug, title: slug.title(), body, version, versions: entries(rows, now_ms) })
}

/// Counts the members; administrators, who act for the shop, and members whose account is erased are left out.
async fn count_members(conn: &mut Conn) -> sqlx::Result<i64> {
    let sql = "SELECT (SELECT COUNT(*) FROM members)
                    - (SELECT COUNT(*) FROM members WHERE role <> 'member')
                    - (SELECT COUNT(*) FROM members WHERE erased_ms IS NOT NULL AND role = 'member')";
    query_scalar(sql).fetch_one(conn).await
}

/// Counts the members, as in [`count_members`], who have accepted a version. Acceptances by administrators and erased
/// members are few; subtracting them avoids looking up a member for each acceptance.
async fn count_accepted(conn: &mut Conn, document: Document, version: i64) -> sqlx::Result<i64> {
    let sql = "SELECT (SELECT COUNT(*) FROM agreement_acceptances WHERE document = $1 AND version = $2)
                    - (SELECT COUNT(*) FROM members m JOIN agreement_acceptances a ON a.member_id = m.id
                       WHERE m.role <> 'member' AND a.document = $1 AND a.version = $2)
                    - (SELECT COUNT(*) FROM members m JOIN agreement_acceptances a ON a.member_id = m.id
                       WHERE m.erased_ms IS NOT NULL AND m.role = 'member' AND a.document = $1 AND a.version = $2)";
    query_scalar(sql).bind(Text(document)).bind(version).fetch_one(conn).await
}

/// Lists the documents that members accept, with their versions and the number of members who have accepted the version
/// in force.
#[utoipa::path(get, path = "/api/admin/agreements", operation_id = "listAdminAgreements",
    responses((status = 200, body = AdminAgreements)))]
async fn list(State(db): State<Db>, State(clock): State<Clock>, _: Admin<OWNER>) -> Result<Json<AdminAgreements>> {
    let (mut conn, now_ms) = (db.read().await?, clock.now_ms());
    let mut agreements = Vec::new();
    for document in Document::ALL {
        let holds = current(&mut conn, document, now_ms).await?.version;
        let accepted = count_accepted(&mut conn, document, holds).await?;
        agreements.push(CountedAgreement { agreement: find(&mut conn, document, now_ms).await?, accepted });
    }
    Ok(Json(AdminAgreements { agreements, members: count_members(&mut conn).await? }))
}

/// Returns a document with its versions, for writing the next one.
#[utoipa::path(get, path = "/api/admin/agreements/{slug}", operation_id = "getAdminAgreement",
    responses((status = 200, body = AdminAgreement)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<OWNER>,
    Path(slug): Path<String>,
) -> Result<Json<AdminAgreement>> {
    Ok(Json(find(&mut *db.read().await?, Document::find(&slug)?, clock.now_ms()).await?))
}

/// Checked version, which may be published.
struct Checked {
    body: String,
    changes: String,
    effective_ms: i64,
}

/// Refuses an invalid text, and a day in the past or before the start of an already published version.
fn check(form: &AgreementForm, newest: &Row, now_ms: i64) -> Result<Checked> {
    let mut refusals = Refusals::default();
    let body = text::tidy(&form.body);
    if body.is_empty() {
        refusals.add("body", "required", "Isi dokumen wajib diisi.");
    } else if body.chars().count() > MAX_BODY {
        refusals.add("body", "too_long", "Isi dokumen maksimal 50.000 karakter.");
    } else if body.chars().any(|each| each.is_control() && each != '\n' && each != '\t') {
        refusals.add("body", "characters", "Isi dokumen berisi karakter yang tidak diperbolehkan.");
    } else if body == newest.body {
        refusals.add("body", "unchanged", "Isinya masih sama dengan versi terakhir.");
    }
    let changes = refusals.line("changes", "Yang berubah", &form.changes, 300);
    let effective_ms = jakarta_midnight(form.effective_on.trim());
    let today_ms = jakarta_midnight(&jakarta_date(now_ms)).unwrap_or(now_ms);
    match effective_ms {
        None => refusals.add("effective_on", "required", "Tanggal berlaku wajib diisi."),
        Some(ms) if ms < today_ms => {
            refusals.add("effective_on", "past", "Tanggal berlaku paling awal hari ini.");
        }
        Some(ms) if ms > today_ms + MOST_DAYS_AHEAD * DAY_MS => {
            refusals.add("effective_on", "far", "Tanggal berlaku paling lambat setahun dari sekarang.");
        }
        Some(ms) if ms < newest.effective_ms => {
            let message = "Tanggal berlaku tidak boleh mendahului versi sebelumnya, yang sudah diterbitkan untuk tanggal sesudahnya.";
            refusals.add("effective_on", "order", message);
        }
        Some(_) => {}
    }
    refusals.done()?;
    Ok(Checked { body, changes, effective_ms: effective_ms.unwrap_or(today_ms) })
}

fn logged(version: i64, checked: &Checked) -> Value {
    let Checked { body, changes, effective_ms } = checked;
    json!({"version": version, "changes": changes, "effective_on": jakarta_date(*effective_ms), "body": body})
}

/// Stores a version; returns whether its number was unused.
async fn insert(
    conn: &mut Conn,
    document: Document,
    version: i64,
    checked: &Checked,
    now_ms: i64,
) -> sqlx::Result<bool> {
    let sql = "INSERT INTO agreement_versions (document, version, body, changes, effective_ms, published_ms)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (document, version) DO NOTHING";
    let query = query(sql).bind(Text(document)).bind(version).bind(&checked.body).bind(&checked.changes);
    Ok(query.bind(checked.effective_ms).bind(now_ms).execute(conn).await?.rows_affected() > 0)
}

/// Publishes the next version of a document and notifies all members; the version can no longer be changed or deleted.
/// 409 if another version was published after the one on which this is based.
#[utoipa::path(post, path = "/api/admin/agreements/{slug}", operation_id = "publishAgreement",
    request_body = AgreementForm, responses((status = 201, body = AdminAgreement), (status = 409), (status = 422)))]
async fn publish(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<OWNER>,
    Path(slug): Path<String>,
    Body(form): Body<AgreementForm>,
) -> Result<(StatusCode, Json<AdminAgreement>)> {
    let (document, now_ms) = (Document::find(&slug)?, clock.now_ms());
    let mut tx = db.write().await?;
    let newest = versions(&mut tx, document).await?.into_iter().next().ok_or(sqlx::Error::RowNotFound)?;
    // If someone else published first, the typed text is not checked against their version.
    let checked = (form.version == newest.version).then(|| check(&form, &newest, now_ms)).transpose()?;
    let version = newest.version + 1;
    let is_kept = match &checked {
        Some(checked) => insert(&mut tx, document, version, checked, now_ms).await?,
        None => false,
    };
    let after = find(&mut tx, document, now_ms).await?;
    let Some(checked) = checked.filter(|_| is_kept) else {
        return Err(audit::conflict(after, &mut tx, Subject::Agreement, document.text()).await);
    };
    let change = Change::new("publish", Subject::Agreement, document.text(), Value::Null, logged(version, &checked));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    batches::begin(&mut tx, document.news(), version).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(after)))
}
