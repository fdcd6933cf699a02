//! The shop's texts: the default ones, and those that the shop has written to replace them.

use std::{collections::BTreeMap, sync::LazyLock};

use axum::{Json, extract::State};
use ksmart_core::text;
use ksmart_foundation::{
    cached::Cached,
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    extract::{Body, Path},
    form::Refusals,
    time::{Clock, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, CATALOGUE},
    settings::{self, CachedSettings, ShopSettings},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{ShopState, content::drafts};

/// Titles of the texts that the shop has written, by slug.
pub type Titles = BTreeMap<String, String>;

/// Cached titles, which every page needs.
pub type CachedTitles = Cached<Titles>;

/// Returns a cache of the titles in `db`.
pub fn cached(db: Db) -> CachedTitles {
    Cached::new(db, |conn| Box::pin(titles(conn)))
}

async fn titles(conn: &mut Conn) -> sqlx::Result<Titles> {
    let rows: Vec<(String, String)> = query_as("SELECT slug, title FROM pages").fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}

/// Maximum length of a text, characters.
const MAX_BODY: usize = 50_000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new()
        .routes(routes!(read))
        .routes(routes!(list))
        .routes(routes!(show, change))
        .routes(routes!(reset))
}

/// A text of the shop.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct PageText {
    /// Path of its page without the leading slash.
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Markdown: headings, lists, bold, italics and links.
    pub body: String,
}

/// Texts built into the program, written for the demo shop; the app uses the same file, so that both show the same. A
/// new shop uses their titles, but has its own drafts.
pub static BUILT_IN: LazyLock<Vec<PageText>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../web/src/features/content/pages.json"))
        .expect("the texts can be read")
});

/// Text that visitors see in place of a draft.
const IN_PREPARATION: &str = "Halaman ini sedang disiapkan.";

/// Returns a built-in text with the names of the shop and its company inserted.
fn named(text: &str, settings: &ShopSettings) -> String {
    let shop = &settings.contact.name;
    let company = settings.brand.company_of(shop);
    // Part by part, so that the shop's new name is never changed by the second replacement.
    text.split("K-Smart").map(|part| part.replace("K-Link", company)).collect::<Vec<_>>().join(shop)
}

/// Returns the default text for a slug; in a new shop, its draft.
fn default(slug: &str, settings: &ShopSettings) -> Result<PageText> {
    let found = BUILT_IN.iter().find(|text| text.slug == slug);
    let found = found.ok_or_else(|| Error::not_found("Halaman tidak ditemukan."))?;
    let draft = if settings.has_built_in_words { None } else { drafts::draft(slug, settings) };
    let body = draft.unwrap_or_else(|| named(&found.body, settings));
    Ok(PageText { slug: found.slug.clone(), title: named(&found.title, settings), body })
}

/// Returns the titles of the texts that visitors can read, by slug.
pub fn published(settings: &ShopSettings, written: &Titles) -> Titles {
    let title = |text: &PageText| match written.get(&text.slug) {
        Some(title) => Some(title.clone()),
        None => settings.has_built_in_words.then(|| named(&text.title, settings)),
    };
    BUILT_IN.iter().filter_map(|text| Some((text.slug.clone(), title(text)?))).collect()
}

/// Returns slug and title of the texts that visitors cannot read yet, because the owner of a new shop has not published
/// them, in the order of [`BUILT_IN`].
pub async fn drafts(conn: &mut Conn, settings: &ShopSettings) -> sqlx::Result<Vec<(String, String)>> {
    let published = published(settings, &titles(conn).await?);
    let drafts = BUILT_IN.iter().filter(|text| !published.contains_key(&text.slug));
    Ok(drafts.map(|text| (text.slug.clone(), named(&text.title, settings))).collect())
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

/// Returns a text as visitors read it, and whether it is published; of a draft, visitors see only the title.
///
/// # Errors
/// 404 if no text has this slug.
pub async fn text(conn: &mut Conn, settings: &ShopSettings, slug: &str) -> Result<(PageText, bool)> {
    let default = default(slug, settings)?;
    Ok(match written(conn, slug).await? {
        Some(row) => (PageText { title: row.title, body: row.body, ..default }, true),
        None if settings.has_built_in_words => (default, true),
        None => (PageText { body: IN_PREPARATION.to_owned(), ..default }, false),
    })
}

/// Returns slug and time of writing, UTC milliseconds, of the texts that the shop has written, ordered by slug.
pub async fn updates(conn: &mut Conn) -> sqlx::Result<Vec<(String, i64)>> {
    query_as("SELECT slug, updated_ms FROM pages ORDER BY slug").fetch_all(conn).await
}

/// Returns a text of the shop.
#[utoipa::path(get, path = "/api/pages/{slug}", operation_id = "getPage", responses((status = 200, body = PageText)))]
async fn read(
    State(db): State<Db>,
    State(settings): State<CachedSettings>,
    Path(slug): Path<String>,
) -> Result<Json<PageText>> {
    let settings = settings.now().await?;
    Ok(Json(text(&mut *db.read().await?, &settings, &slug).await?.0))
}

/// A text in the administrators' list.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPageEntry {
    slug: String,
    title: String,
    /// Time at which the shop wrote it; null for the default text.
    updated_at: Option<String>,
    /// Whether it is a draft, which visitors cannot read yet; a new shop publishes a text by writing it.
    draft: bool,
}

/// The texts, in the order of the built-in texts.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPages {
    pages: Vec<AdminPageEntry>,
}

/// A text together with its default text.
#[derive(Debug, Serialize, ToSchema)]
struct AdminPage {
    slug: String,
    title: String,
    /// Markdown.
    body: String,
    /// The default title.
    default_title: String,
    /// The default text.
    default_body: String,
    /// Time at which the shop wrote it; null for the default text.
    updated_at: Option<String>,
    /// Whether it is a draft, which visitors cannot read yet; a new shop publishes a text by writing it.
    draft: bool,
    /// Version of the text that was read; 0 for the default text. An edit names the version that it is based on.
    version: i64,
}

/// A text as a form sends it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"title": "Tentang kami", "body": "Kami menjual teh dan kopi.", "version": 1})))]
struct PageForm {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    title: String,
    /// Markdown, up to 50,000 characters.
    #[schema(min_length = 1, max_length = 50_000, pattern = r"\S")]
    body: String,
    /// Version of the text that was edited, for optimistic locking; 0 for the default text.
    version: i64,
}

/// Version of the text to be removed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"version": 1})))]
struct PageVersion {
    version: i64,
}

async fn find(conn: &mut Conn, slug: &str) -> Result<AdminPage> {
    let settings = settings::read_all(conn).await?;
    let default = default(slug, &settings)?;
    let row = written(conn, slug).await?;
    let draft = row.is_none() && !settings.has_built_in_words;
    let (title, body, version, updated_at) = match row {
        Some(row) => (row.title, row.body, row.version, Some(rfc3339(row.updated_ms))),
        None => (default.title.clone(), default.body.clone(), 0, None),
    };
    Ok(AdminPage {
        slug: default.slug,
        title,
        body,
        default_title: default.title,
        default_body: default.body,
        updated_at,
        draft,
        version,
    })
}

fn logged(page: &AdminPage) -> Value {
    json!({"title": page.title, "body": page.body, "default": page.version == 0})
}

/// Lists the texts of the shop.
#[utoipa::path(get, path = "/api/admin/pages", operation_id = "listAdminPages",
    responses((status = 200, body = AdminPages)))]
async fn list(State(db): State<Db>, _: Admin<CATALOGUE>) -> Result<Json<AdminPages>> {
    let mut conn = db.read().await?;
    let mut pages = Vec::new();
    for text in BUILT_IN.iter() {
        let AdminPage { slug, title, updated_at, draft, .. } = find(&mut conn, &text.slug).await?;
        pages.push(AdminPageEntry { slug, title, updated_at, draft });
    }
    Ok(Json(AdminPages { pages }))
}

/// Returns a text of the shop for editing.
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
    State(titles): State<CachedTitles>,
    admin: Admin<CATALOGUE>,
    Path(slug): Path<String>,
    Body(form): Body<PageForm>,
) -> Result<Json<AdminPage>> {
    if BUILT_IN.iter().all(|text| text.slug != slug) {
        return Err(Error::not_found("Halaman tidak ditemukan."));
    }
    let mut refusals = Refusals::default();
    let title = refusals.line("title", "Judul", &form.title, 100);
    let body = text::tidy(&form.body);
    if body.is_empty() {
        refusals.add("body", "required", "Isi halaman wajib diisi.");
    } else if body.chars().count() > MAX_BODY {
        refusals.add("body", "too_long", "Isi halaman maksimal 50.000 karakter.");
    } else if body.chars().any(|each| each.is_control() && each != '\n' && each != '\t') {
        refusals.add("body", "characters", "Isi halaman berisi karakter yang tidak diperbolehkan.");
    } else if let Some((_, rest)) = body.split_once(drafts::MARK) {
        let what = rest.split(']').next().unwrap_or_default().trim();
        let message = format!("Masih ada yang perlu Anda isi: {what}. Ganti setiap tanda {} …]].", drafts::MARK);
        refusals.add("body", "mark", message);
    }
    refusals.done()?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, &slug).await?;
    // The first version number is the current time, so that a text written again after a reset never repeats a number.
    let sql = if form.version == 0 {
        "INSERT INTO pages (slug, title, body, version, updated_ms)
         SELECT $1, $2, $3, $5 + $4, $5 WHERE $4 = 0 ON CONFLICT (slug) DO NOTHING"
    } else {
        "UPDATE pages SET title = $2, body = $3, version = version + 1, updated_ms = $5
         WHERE slug = $1 AND version = $4"
    };
    let query = query(sql).bind(&slug).bind(title).bind(body).bind(form.version).bind(now_ms);
    if query.execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(audit::conflict(find(&mut tx, &slug).await?, &mut tx, Subject::Page, &slug).await);
    }
    let after = find(&mut tx, &slug).await?;
    let change = Change::new("update", Subject::Page, &slug, logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    tx.commit().await?;
    titles.mark_changed();
    Ok(Json(after))
}

/// Restores the default text; in a new shop, it becomes a draft again.
#[utoipa::path(post, path = "/api/admin/pages/{slug}/reset", operation_id = "resetPage", request_body = PageVersion,
    responses((status = 200, body = AdminPage), (status = 409)))]
async fn reset(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(titles): State<CachedTitles>,
    admin: Admin<CATALOGUE>,
    Path(slug): Path<String>,
    Body(read): Body<PageVersion>,
) -> Result<Json<AdminPage>> {
    let mut tx = db.write().await?;
    let before = find(&mut tx, &slug).await?;
    let gone = query("DELETE FROM pages WHERE slug = $1 AND version = $2").bind(&slug).bind(read.version);
    if gone.execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(audit::conflict(before, &mut tx, Subject::Page, &slug).await);
    }
    let after = find(&mut tx, &slug).await?;
    let change = Change::new("reset", Subject::Page, &slug, logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    tx.commit().await?;
    titles.mark_changed();
    Ok(Json(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_a_draft() {
        let settings = ShopSettings::default();
        let without = BUILT_IN.iter().filter(|text| drafts::draft(&text.slug, &settings).is_none());
        assert_eq!(without.map(|text| text.slug.as_str()).collect::<Vec<_>>(), [""; 0]);
    }
}
