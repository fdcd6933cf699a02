//! Errors in web pages: browsers report the error and its place, never the visitor; the owner reads the reports.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    extract::Body,
    format::hex,
    time::{Clock, DAY_MS, rfc3339},
};
use ksmart_identity::roles::{Admin, OWNER};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Maximum number of different faults stored.
const MOST: i64 = 200;

/// Age at which a fault that does not recur is deleted.
const AGE_MS: i64 = 30 * DAY_MS;

/// Maximum number of script positions reported with a fault.
const MOST_FRAMES: usize = 8;

/// Maximum length of a stored message, characters.
const MAX_MESSAGE: usize = 200;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(report)).routes(routes!(list))
}

/// A fault as reported by a browser.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"name": "TypeError", "message": "Cannot read properties of undefined", "place": "/checkout",
    "build": "index-a1b2c3d.js", "frames": ["CheckoutPage-e4f5a6b.js:1:2345"]}))]
struct PageFault {
    /// Name of the error, such as `TypeError`.
    #[schema(max_length = 40, pattern = "^[A-Za-z]+$")]
    name: String,
    /// Message of the error. Numbers, addresses and quoted text are not stored.
    #[schema(max_length = 1000)]
    message: String,
    /// First segment of the page's path; for the office also the second.
    #[schema(max_length = 60, pattern = "^/([a-z-]*|admin/[a-z-]+)$")]
    place: String,
    /// Script with which the page was loaded.
    #[schema(max_length = 60, pattern = r"^[\w-]+\.js$")]
    build: String,
    /// Places in the app's scripts, innermost first: file, line and column.
    #[schema(max_items = 8)]
    frames: Vec<String>,
}

impl PageFault {
    /// Whether it has the form of a report from a page of the shop.
    fn is_a_pages(&self) -> bool {
        let letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        let mut parts = self.place.split('/').skip(1);
        let is_place = self.place.starts_with('/')
            && self.place.len() <= 60
            && parts.next().is_some_and(|top| {
                letters(top) && parts.next().is_none_or(|room| top == "admin" && !room.is_empty() && letters(room))
            })
            && parts.next().is_none();
        (1..=40).contains(&self.name.len())
            && self.name.bytes().all(|byte| byte.is_ascii_alphabetic())
            && self.message.chars().count() <= 1000
            && is_place
            && is_script(&self.build)
            && self.frames.len() <= MOST_FRAMES
            && self.frames.iter().all(|frame| is_frame(frame))
    }
}

/// Whether a text names a script of the app, such as `index-a1b2c3d.js`.
fn is_script(text: &str) -> bool {
    text.len() <= 60
        && text.strip_suffix(".js").is_some_and(|name| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        })
}

/// Whether a text is a position in a script, such as `index-a1b2c3d.js:1:2345`.
fn is_frame(text: &str) -> bool {
    let is_count = |text: Option<&str>| text.is_some_and(|text| text.len() <= 9 && text.parse::<u32>().is_ok());
    let mut parts = text.split(':');
    parts.next().is_some_and(is_script) && is_count(parts.next()) && is_count(parts.next()) && parts.next().is_none()
}

/// Returns a shortened message without possibly personal data: everything between its first and last quote, words with
/// `@` or `/`, long words, and words with digits except React's error numbers.
fn masked(message: &str) -> String {
    let is_quote = |c: char| "\"'`“”‘’«»".contains(c);
    let shown = match (message.find(is_quote), message.rfind(is_quote)) {
        (Some(first), Some(last)) if first < last => {
            format!("{} … {}", &message[..first], message[last..].trim_start_matches(is_quote))
        }
        // An unclosed quote extends to the end of the message.
        (Some(first), _) => format!("{} …", &message[..first]),
        (None, _) => message.to_owned(),
    };
    let words = shown.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let words = words.map(|word| if is_not_personal(word) { word } else { "…" });
    words.collect::<Vec<_>>().join(" ").chars().take(MAX_MESSAGE).collect()
}

/// Whether a word of a message cannot be personal data.
fn is_not_personal(word: &str) -> bool {
    let number = word.trim_end_matches([';', ',', '.', ':', ')']).strip_prefix('#');
    let is_reacts = number.is_some_and(|number| number.len() <= 3 && number.bytes().all(|byte| byte.is_ascii_digit()));
    is_reacts || word.chars().count() <= 30 && !word.chars().any(|c| c.is_numeric() || c == '@' || c == '/')
}

/// Stores a fault of a page. A report that cannot come from a page of the shop is refused.
#[utoipa::path(post, path = "/api/page-faults", operation_id = "reportPageFault", responses((status = 204)))]
async fn report(State(db): State<Db>, State(clock): State<Clock>, Body(told): Body<PageFault>) -> Result<StatusCode> {
    if !told.is_a_pages() {
        return Err(Error::invalid("Laporan ini bukan dari halaman toko."));
    }
    let fault = PageFault { message: masked(&told.message), ..told };
    let frames = json!(fault.frames).to_string();
    let digest = hex(&Sha256::digest(json!(fault).to_string()));
    let sql = "INSERT INTO page_faults (digest, name, message, place, build, frames, first_ms, last_ms, times)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 1)
               ON CONFLICT (digest) DO UPDATE SET last_ms = $7, times = page_faults.times + 1";
    query(sql)
        .bind(digest)
        .bind(&fault.name)
        .bind(&fault.message)
        .bind(&fault.place)
        .bind(&fault.build)
        .bind(frames)
        .bind(clock.now_ms())
        .execute(&mut *db.write_one().await?)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A stored fault, for the owner.
#[derive(Debug, Serialize, ToSchema)]
struct KeptFault {
    /// Key of the fault.
    id: String,
    #[serde(flatten)]
    fault: PageFault,
    /// Time of the first occurrence, RFC 3339.
    first_at: String,
    /// Time of the last occurrence, RFC 3339.
    last_at: String,
    /// Number of occurrences.
    times: i64,
}

/// Faults of pages, latest occurrence first.
#[derive(Debug, Serialize, ToSchema)]
struct PageFaults {
    faults: Vec<KeptFault>,
}

#[derive(FromRow)]
struct FaultRow {
    digest: String,
    name: String,
    message: String,
    place: String,
    build: String,
    frames: String,
    first_ms: i64,
    last_ms: i64,
    times: i64,
}

impl From<FaultRow> for KeptFault {
    fn from(row: FaultRow) -> Self {
        Self {
            id: row.digest,
            fault: PageFault {
                name: row.name,
                message: row.message,
                place: row.place,
                build: row.build,
                frames: serde_json::from_str(&row.frames).unwrap_or_default(),
            },
            first_at: rfc3339(row.first_ms),
            last_at: rfc3339(row.last_ms),
            times: row.times,
        }
    }
}

/// Lists the faults in visitors' browsers of the last 30 days, up to 200 different ones.
#[utoipa::path(get, path = "/api/admin/page-faults", operation_id = "listPageFaults",
    responses((status = 200, body = PageFaults)))]
async fn list(State(db): State<Db>, _: Admin<OWNER>) -> Result<Json<PageFaults>> {
    let sql = "SELECT digest, name, message, place, build, frames, first_ms, last_ms, times FROM page_faults
               ORDER BY last_ms DESC, digest";
    let rows: Vec<FaultRow> = query_as(sql).fetch_all(&mut *db.read().await?).await?;
    Ok(Json(PageFaults { faults: rows.into_iter().map(KeptFault::from).collect() }))
}

/// Counts the different faults that occurred since a time, UTC milliseconds.
pub(super) async fn count_since(conn: &mut Conn, since_ms: i64) -> sqlx::Result<i64> {
    query_scalar("SELECT COUNT(*) FROM page_faults WHERE last_ms >= $1").bind(since_ms).fetch_one(conn).await
}

/// Deletes faults that have not occurred for 30 days, and those beyond 200: first the faults that occurred only once,
/// longest ago.
pub async fn delete_old(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    query("DELETE FROM page_faults WHERE last_ms < $1").bind(now_ms - AGE_MS).execute(&mut *conn).await?;
    let sql = "DELETE FROM page_faults WHERE digest NOT IN (
                   SELECT digest FROM page_faults
                   ORDER BY CASE WHEN times > 1 THEN 0 ELSE 1 END, last_ms DESC, digest LIMIT $1)";
    query(sql).bind(MOST).execute(conn).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn personal_data_is_removed_from_messages() {
        for (said, kept) in [
            ("x is not a function", "x is not a function"),
            ("Unexpected token 'S', \"Siti Amina\"... is not valid JSON", "Unexpected token … ... is not valid JSON"),
            ("Unexpected token 'x', \"{\"n\":\"Siti\"x}\" is not valid JSON", "Unexpected token … is not valid JSON"),
            ("no member 'Ma'ruf Amin' here", "no member … here"),
            (
                "Cannot read properties of undefined (reading 'total')",
                "Cannot read properties of undefined (reading … )",
            ),
            ("no order KS-20261127-7K3M9QXA", "no order …"),
            ("siti@ksmart.test has none", "… has none"),
            ("broke at https://toko.example/reset-password/abc", "broke at …"),
            ("not closed: \"Siti", "not closed: …"),
            ("Minified React error #418; visit https://react.dev", "Minified React error #418; visit …"),
            ("a eyJhbGciOiJIUzIxNiIsInR5cCI6IkpXVCJ b", "a … b"),
        ] {
            assert_eq!(masked(said), kept, "{said}");
        }
        assert_eq!(masked(&"é ".repeat(300)).chars().count(), MAX_MESSAGE);
    }

    #[test]
    fn only_well_formed_page_reports_are_accepted() {
        let said = |place: &str, build: &str, frame: &str| PageFault {
            name: "TypeError".to_owned(),
            message: String::new(),
            place: place.to_owned(),
            build: build.to_owned(),
            frames: vec![frame.to_owned()],
        };
        let frame = "base-a1b2_c3.js:1:23";
        for place in ["/", "/checkout", "/admin/popup-vouchers"] {
            assert!(said(place, "index-1.js", frame).is_a_pages(), "{place}");
        }
        for place in [
            "",
            "checkout",
            "/reset-password/abc",
            "/voucher/siti",
            "//x",
            "/admin/orders/KS",
            "/admin/",
            "/Siti",
            "/a/b/c",
        ] {
            assert!(!said(place, "index-1.js", frame).is_a_pages(), "{place}");
        }
        for (build, frame) in [
            ("index-1.css", frame),
            ("../index.js", frame),
            ("index-1.js", "base.js:1"),
            ("index-1.js", "base.js:1:2:3"),
            ("index-1.js", "base.js:x:2"),
            ("index-1.js", "Siti Aminah"),
        ] {
            assert!(!said("/", build, frame).is_a_pages(), "{build} {frame}");
        }
    }
}
