//! The shop's texts: those that it came with, and what the shop has written over them.

use std::sync::LazyLock;

use axum::{
    Json,
    extract::{FromRef, State},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::{Conn, Db},
        document::routes,
        error::{Error, Result},
        extract::{Body, Path},
        form::Refusals,
        time::{Clock, rfc3339},
    },
    identity::{
        audit::{self, Change, Subject},
        roles::{Admin, CATALOGUE},
        sessions::Sessions,
    },
};

/// The longest text, in characters.
const MAX_BODY: usize = 50_000;

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(read))
        .routes(routes!(list))
        .routes(routes!(show, change))
        .routes(routes!(reset))
}

/// A text of the shop.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PageText {
    /// Its path without the slash.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Markdown: headings, lists, bold, italics and links.
    pub body: String,
}

/// The texts that the shop came with: those of the app, so that both say the same.
pub static DEFAULTS: LazyLock<Vec<PageText>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../web/src/features/content/pages.json"))
        .expect("the texts can be read")
});

fn default(slug: &str) -> Result<&'static PageText> {
    let found = DEFAULTS.iter().find(|text| text.slug == slug);
    found.ok_or_else(|| Error::not_found("Halaman tidak ditemukan."))
}

/// A text that the shop has written.
#[derive(FromRow)]
struct Row {
    title: String,
    body: String,
    version: i64,
    updated_ms: i64,
}

async fn written(conn: &mut Conn, slug: &str) -> sqlx::Result<Option<Row>> {
    let sql = "SELECT title, body, version, updated_ms FROM pages WHERE slug = $1";
    query_as(sql).bind(slug).fetch_optional(conn).await
}

/// A text as visitors read it.
///
/// # Errors
/// There is none of this name, or the database fails.
pub async fn text(conn: &mut Conn, slug: &str) -> Result<PageText> {
    let default = default(slug)?;
    Ok(match written(conn, slug).await? {
        Some(row) => PageText { slug: default.slug.clone(), title: row.title, body: row.body },
        None => default.clone(),
    })
}

/// When texts were written by the shop: name and UTC milliseconds.
///
/// # Errors
/// The database fails.
pub async fn updates(conn: &mut Conn) -> sqlx::Result<Vec<(String, i64)>> {
    query_as("SELECT slug, updated_ms FROM pages ORDER BY slug").fetch_all(conn).await
}

/// A text of the shop.
#[utoipa::path(get, path = "/api/pages/{slug}", operation_id = "getPage", responses((status = 200, body = PageText)))]
async fn read(State(db): State<Db>, Path(slug): Path<String>) -> Result<Json<PageText>> {
    Ok(Json(text(&mut *db.read().await?, &slug).await?))
}

/// A text as the administrators' list shows it.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPageEntry {
    slug: String,
    title: String,
    /// When the shop wrote it; null while it is the one that the shop came with.
    updated_at: Option<String>,
}

/// The texts, in the order of the footer's table.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPages {
    pages: Vec<AdminPageEntry>,
}

/// A text with the one that the shop came with.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPage {
    slug: String,
    title: String,
    /// Markdown.
    body: String,
    /// The title that the shop came with.
    default_title: String,
    /// The text that the shop came with.
    default_body: String,
    /// When the shop wrote it; null while it is the one that the shop came with.
    updated_at: Option<String>,
    /// Which text was read; 0 for the one that the shop came with. An edit names the one that it was made on.
    version: i64,
}

/// A text as it is typed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"title": "Tentang kami", "body": "Kami menjual teh dan kopi.", "version": 1})))]
struct PageForm {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    title: String,
    /// Markdown, up to 50,000 characters.
    #[schema(min_length = 1, max_length = 50_000, pattern = r"\S")]
    body: String,
    /// The version that was edited.
    version: i64,
}

/// The text that is to go.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"version": 1})))]
struct PageVersion {
    version: i64,
}

async fn find(conn: &mut Conn, slug: &str) -> Result<AdminPage> {
    let default = default(slug)?;
    let row = written(conn, slug).await?;
    let (title, body, version, updated_at) = match row {
        Some(row) => (row.title, row.body, row.version, Some(rfc3339(row.updated_ms))),
        None => (default.title.clone(), default.body.clone(), 0, None),
    };
    Ok(AdminPage {
        slug: default.slug.clone(),
        title,
        body,
        default_title: default.title.clone(),
        default_body: default.body.clone(),
        updated_at,
        version,
    })
}

fn logged(page: &AdminPage) -> Value {
    json!({"title": page.title, "body": page.body, "default": page.version == 0})
}

/// The texts of the shop.
#[utoipa::path(get, path = "/api/admin/pages", operation_id = "listAdminPages",
    responses((status = 200, body = AdminPages)))]
async fn list(State(db): State<Db>, _: Admin<CATALOGUE>) -> Result<Json<AdminPages>> {
    let mut conn = db.read().await?;
    let mut pages = Vec::new();
    for text in DEFAULTS.iter() {
        let AdminPage { slug, title, updated_at, .. } = find(&mut conn, &text.slug).await?;
        pages.push(AdminPageEntry { slug, title, updated_at });
    }
    Ok(Json(AdminPages { pages }))
}

/// A text of the shop, to be edited.
#[utoipa::path(get, path = "/api/admin/pages/{slug}", operation_id = "getAdminPage",
    responses((status = 200, body = AdminPage)))]
async fn show(State(db): State<Db>, _: Admin<CATALOGUE>, Path(slug): Path<String>) -> Result<Json<AdminPage>> {
    Ok(Json(find(&mut *db.read().await?, &slug).await?))
}

/// Writes a text of the shop.
#[utoipa::path(put, path = "/api/admin/pages/{slug}", operation_id = "updatePage", request_body = PageForm,
    responses((status = 200, body = AdminPage), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(slug): Path<String>,
    Body(form): Body<PageForm>,
) -> Result<Json<AdminPage>> {
    default(&slug)?;
    let mut refusals = Refusals::default();
    let title = refusals.line("title", "Judul", &form.title, 100);
    let body = form.body.replace("\r\n", "\n").trim().to_owned();
    if body.is_empty() {
        refusals.add("body", "required", "Isi halaman wajib diisi.");
    } else if body.chars().count() > MAX_BODY {
        refusals.add("body", "too_long", "Isi halaman maksimal 50.000 karakter.");
    } else if body.chars().any(|each| each.is_control() && each != '\n' && each != '\t') {
        refusals.add("body", "characters", "Isi halaman berisi karakter yang tidak diperbolehkan.");
    }
    refusals.done()?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, &slug).await?;
    // A first version is a moment: of a text that was written, put back and written again, none has the number of another.
    let sql = if form.version == 0 {
        "INSERT INTO pages (slug, title, body, version, updated_ms)
         SELECT $1, $2, $3, $5 + $4, $5 WHERE $4 = 0 ON CONFLICT (slug) DO NOTHING"
    } else {
        "UPDATE pages SET title = $2, body = $3, version = version + 1, updated_ms = $5
         WHERE slug = $1 AND version = $4"
    };
    let query = query(sql).bind(&slug).bind(title).bind(body).bind(form.version).bind(now_ms);
    if query.execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(Error::edit_conflict(find(&mut tx, &slug).await?));
    }
    let after = find(&mut tx, &slug).await?;
    let change = Change::new("update", Subject::Page, &slug, logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// Puts back the text that the shop came with.
#[utoipa::path(post, path = "/api/admin/pages/{slug}/reset", operation_id = "resetPage", request_body = PageVersion,
    responses((status = 200, body = AdminPage), (status = 409)))]
async fn reset(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(slug): Path<String>,
    Body(read): Body<PageVersion>,
) -> Result<Json<AdminPage>> {
    let mut tx = db.write().await?;
    let before = find(&mut tx, &slug).await?;
    let gone = query("DELETE FROM pages WHERE slug = $1 AND version = $2").bind(&slug).bind(read.version);
    if gone.execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(Error::edit_conflict(before));
    }
    let after = find(&mut tx, &slug).await?;
    let change = Change::new("reset", Subject::Page, &slug, logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    tx.commit().await?;
    Ok(Json(after))
}
