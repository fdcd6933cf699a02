//! Past and pending messages, as shown to administrators.

use axum::{Json, extract::State};
use ksmart_foundation::{
    config::PublicUrl,
    db::{BindAll, Conn, Db, Text, TextEnum, placeholders},
    document::routes,
    error::{Error, Result},
    extract::{Path, Query},
    page::{Page, lowered, lowered_pattern, pattern},
    time::{Clock, rfc3339},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    IdentityState,
    audit::{self, Change, Subject},
    outbox::{
        deliveries::{self, State as Standing},
        kinds::{Carriers, Channel, Kind},
        texts::{self, Letter, Setting},
    },
    roles::{self, ANY_ADMIN, Admin, Role},
    settings::CachedSettings,
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(show)).routes(routes!(send_again))
}

/// A message on its way over one channel.
#[derive(Debug, Serialize, ToSchema)]
struct AdminMessage {
    id: i64,
    kind: Kind,
    channel: Channel,
    state: Standing,
    /// Recipient: a member's name, an e-mail address, or a webhook's address.
    to: String,
    /// Subject line of the message.
    subject: String,
    /// Creation time, RFC 3339.
    created_at: String,
    /// Time when the message was sent or given up, RFC 3339; null while it waits.
    settled_at: Option<String>,
    tries: i64,
    /// Error of the last try; empty if it succeeded or none was made.
    error: String,
}

/// Messages, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct AdminMessages {
    messages: Vec<AdminMessage>,
    next_cursor: Option<String>,
    /// Whether e-mails are sent; otherwise they wait.
    sends_email: bool,
}

/// A message and its content.
#[derive(Debug, Serialize, ToSchema)]
struct AdminMessageDetail {
    message: AdminMessage,
    /// Content of the message, with the shop's present texts; content that only its reader may see is masked.
    letter: Letter,
    /// Recipient's address on the channel: an e-mail address, a telephone number or a webhook's address; null for a
    /// browser.
    address: Option<String>,
    /// Id of the message for its recipients, the same at every try.
    uid: String,
}

#[derive(Debug, Deserialize, IntoParams)]
struct MessageFilter {
    /// Part of the reader's name or e-mail address, or of the message's payload, such as an order's number.
    #[param(max_length = 100)]
    search: Option<String>,
    /// State of delivery.
    #[param(inline)]
    state: Option<Standing>,
    /// Kind of message.
    #[param(inline)]
    kind: Option<Kind>,
}

#[derive(FromRow)]
struct Row {
    id: i64,
    kind: Text<Kind>,
    channel: Text<Channel>,
    state: Text<Standing>,
    tries: i64,
    error: String,
    settled_ms: Option<i64>,
    message_id: i64,
    created_ms: i64,
    payload: String,
    address: Option<String>,
    name: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    url: Option<String>,
}

impl Row {
    async fn letter(&self, conn: &mut Conn, shop: &str, public_url: &str) -> sqlx::Result<Letter> {
        let words = texts::words(conn, self.kind.0).await?;
        let payload: Value = serde_json::from_str(&self.payload).unwrap_or_default();
        let name = self.name.as_deref().unwrap_or_default();
        Ok(texts::letter(self.kind.0, &words, &payload, Setting { shop, public_url, name, with_secrets: false }))
    }

    fn goes_to(&self) -> Option<&String> {
        match self.channel.0 {
            Channel::Email => self.address.as_ref().or(self.email.as_ref()),
            Channel::Whatsapp => self.phone.as_ref(),
            Channel::Push => None,
            Channel::Webhook => self.url.as_ref(),
        }
    }

    fn shown(self, subject: String) -> AdminMessage {
        let to = self.name.clone().or_else(|| self.goes_to().cloned()).unwrap_or_default();
        AdminMessage {
            id: self.id,
            kind: self.kind.0,
            channel: self.channel.0,
            state: self.state.0,
            to,
            subject,
            created_at: rfc3339(self.created_ms),
            settled_at: self.settled_ms.map(rfc3339),
            tries: self.tries,
            error: self.error,
        }
    }
}

const SELECT: &str =
    "SELECT d.id, d.kind, d.channel, d.state, d.tries, d.error, d.settled_ms, d.message_id, m.created_ms,
                             m.payload, m.address, p.name, p.email, p.phone, w.url
                      FROM outbox_deliveries d JOIN outbox_messages m ON m.id = d.message_id
                           LEFT JOIN members p ON p.id = d.member_id
                           LEFT JOIN webhooks w ON d.channel = 'webhook' AND w.id = d.target_id";

/// Returns the kinds that an administrator may read.
async fn readable(conn: &mut Conn, admin: &Admin<ANY_ADMIN>) -> sqlx::Result<Vec<Kind>> {
    let rights = roles::role(conn, admin.0.id).await?.map_or(0, Role::rights);
    let kinds = Kind::ALL.into_iter().chain([Kind::WebhookTest]);
    Ok(kinds.filter(|kind| kind.readers() & rights != 0).collect())
}

/// Finds a message that the administrator may read.
async fn find(conn: &mut Conn, admin: &Admin<ANY_ADMIN>, id: i64) -> Result<Row> {
    let sql = AssertSqlSafe(format!("{SELECT} WHERE d.id = $1"));
    let row: Option<Row> = query_as(sql).bind(id).fetch_optional(&mut *conn).await?;
    let may_read = readable(conn, admin).await?;
    let row = row.filter(|row| may_read.contains(&row.kind.0));
    row.ok_or_else(|| Error::not_found("Pesan tidak ditemukan."))
}

/// Lists past and pending messages, newest first, only of kinds that concern the caller.
#[utoipa::path(get, path = "/api/admin/messages", operation_id = "listAdminMessages",
    responses((status = 200, body = AdminMessages)))]
async fn list(
    State(db): State<Db>,
    State(carriers): State<Carriers>,
    State(settings): State<CachedSettings>,
    State(public_url): State<PublicUrl>,
    admin: Admin<ANY_ADMIN>,
    Query(filter): Query<MessageFilter>,
    page: Page<1>,
) -> Result<Json<AdminMessages>> {
    let settings = settings.now().await?;
    let mut conn = db.read().await?;
    let mut kinds = readable(&mut conn, &admin).await?;
    kinds.retain(|kind| filter.kind.is_none_or(|wanted| wanted == *kind));
    if kinds.is_empty() {
        return Err(Error::forbidden());
    }
    // The search skips the payload of messages that expire, so that no one can discover a link letter by letter.
    let sql = format!(
        "{SELECT}
         WHERE d.id < $1 AND ($2 = '' OR d.state = $2)
           AND (COALESCE(p.search_text, '') LIKE $3 ESCAPE '\\' OR {} LIKE $5 ESCAPE '\\') AND d.kind IN ({})
         ORDER BY d.id DESC LIMIT $4",
        lowered(
            "COALESCE(p.email, '') || ' ' || COALESCE(m.address, '') || ' ' ||
             CASE WHEN m.expires_ms IS NULL THEN m.payload ELSE '' END"
        ),
        placeholders(6, kinds.len())
    );
    let [before] = page.after(i64::MAX);
    let query = query_as(AssertSqlSafe(sql))
        .bind(before)
        .bind(filter.state.map_or("", Standing::text))
        .bind(pattern(filter.search.as_deref())?)
        .bind(page.lookup())
        .bind(lowered_pattern(filter.search.as_deref())?)
        .bind_all(kinds.into_iter().map(Text));
    let mut rows: Vec<Row> = query.fetch_all(&mut *conn).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id]);
    let mut messages = Vec::new();
    for row in rows {
        let letter = row.letter(&mut conn, &settings.contact.name, &public_url).await?;
        messages.push(row.shown(letter.subject));
    }
    Ok(Json(AdminMessages { messages, next_cursor, sends_email: carriers.has_email }))
}

/// Returns a message and its content; content that only its reader may see is masked.
#[utoipa::path(get, path = "/api/admin/messages/{id}", operation_id = "showAdminMessage",
    responses((status = 200, body = AdminMessageDetail)))]
async fn show(
    State(db): State<Db>,
    State(settings): State<CachedSettings>,
    State(public_url): State<PublicUrl>,
    admin: Admin<ANY_ADMIN>,
    Path(id): Path<i64>,
) -> Result<Json<AdminMessageDetail>> {
    let settings = settings.now().await?;
    let mut conn = db.read().await?;
    let row = find(&mut conn, &admin, id).await?;
    detail(&mut conn, row, &settings.contact.name, &public_url).await
}

async fn detail(conn: &mut Conn, row: Row, shop: &str, public_url: &str) -> Result<Json<AdminMessageDetail>> {
    let letter = row.letter(conn, shop, public_url).await?;
    let (address, uid) = (row.goes_to().cloned(), deliveries::uid(row.message_id, row.created_ms));
    Ok(Json(AdminMessageDetail { message: row.shown(letter.subject.clone()), letter, address, uid }))
}

/// Resends a message that was given up, under the same id. Returns 409 if it was not given up, or if its link has
/// expired.
#[utoipa::path(post, path = "/api/admin/messages/{id}/send-again", operation_id = "sendMessageAgain",
    responses((status = 200, body = AdminMessageDetail), (status = 409)))]
async fn send_again(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(settings): State<CachedSettings>,
    State(public_url): State<PublicUrl>,
    admin: Admin<ANY_ADMIN>,
    Path(id): Path<i64>,
) -> Result<Json<AdminMessageDetail>> {
    let settings = settings.now().await?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, &admin, id).await?;
    if !deliveries::send_again(&mut tx, id, now_ms).await? {
        let current = detail(&mut tx, before, &settings.contact.name, &public_url).await?.0;
        return Err(Error::edit_conflict(current).with_message("Pesan ini tidak bisa dikirim lagi.".to_owned()));
    }
    let after = find(&mut tx, &admin, id).await?;
    let logged = |row: &Row| json!({"state": row.state.0.text()});
    let change = Change::new("send_again", Subject::Message, id, logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let answer = detail(&mut tx, after, &settings.contact.name, &public_url).await?;
    tx.commit().await?;
    Ok(answer)
}
