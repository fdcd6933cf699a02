//! Members' choices of messages and channels, and the browsers that show them notifications.

use axum::{Json, extract::State};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use ksmart_foundation::{
    db::{Conn, Db, Text, TextEnum},
    document::routes,
    error::{Error, Result},
    extract::Body,
    form::refuse,
    ids::MemberId,
    response::Done,
    time::Clock,
};
use serde::{Deserialize, Serialize};
use sqlx::{query, query_as};
use url::{Host, Url};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use web_push_native::p256::PublicKey;

use crate::{
    IdentityState,
    outbox::kinds::{Carriers, Channel, Kind},
    roles::{self, Role},
    tokens::Member,
};

/// Maximum number of browsers that show notifications to a member; a further one replaces the oldest.
const MOST_BROWSERS: i64 = 10;

/// Maximum length of a push service's address, in characters.
const MAX_ENDPOINT: usize = 1000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new().routes(routes!(list, choose)).routes(routes!(subscribe, unsubscribe))
}

/// Whether a member receives a kind of message over a channel.
#[derive(Debug, Serialize, ToSchema)]
struct ChannelChoice {
    channel: Channel,
    on: bool,
}

/// Channels chosen for one kind of message.
#[derive(Debug, Serialize, ToSchema)]
struct KindChoice {
    kind: Kind,
    /// Whether the kind concerns security and cannot be turned off.
    security: bool,
    channels: Vec<ChannelChoice>,
}

/// Messages that a member receives, by channel.
#[derive(Debug, Serialize, ToSchema)]
struct Notifications {
    kinds: Vec<KindChoice>,
    /// Public VAPID key of the shop, base64url, with which a browser subscribes to notifications.
    push_key: String,
}

/// A choice of one kind over one channel.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"kind": "order_shipped", "channel": "email", "on": false})))]
struct ChoiceForm {
    kind: Kind,
    channel: Channel,
    /// Whether the member wants to receive this kind over this channel.
    on: bool,
}

/// Keys of a browser for encrypting its notifications, as the browser reports them.
#[derive(Debug, Deserialize, ToSchema)]
struct SubscriptionKeys {
    /// Public key of the browser, base64url.
    p256dh: String,
    /// Secret shared by browser and shop, 16 bytes, base64url.
    auth: String,
}

/// A browser's subscription, in the format of its `PushSubscription`.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"endpoint": "https://push.example.com/abc", "keys": {
    "p256dh": "BLn9b-VR0ca83knDNZ32dCHGyjJp-1riX9ZTN40MqV8K_LpQmLqxC_DoHvqvFXO_nGdAB4W9dogZb_sM-uV4JbY",
    "auth": "_ordMnz7uTCmrpBTeUV4Bw"}})))]
struct SubscriptionForm {
    /// URL of the browser's push service, https.
    #[schema(max_length = 1000)]
    endpoint: String,
    keys: SubscriptionKeys,
}

/// Browser that no longer shows notifications.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"endpoint": "https://push.example.com/abc"})))]
struct EndpointForm {
    /// Push service URL of the browser's subscription.
    endpoint: String,
}

/// Returns the kinds that members can choose: those about themselves, and those for their role.
fn offered(role: Role) -> impl Iterator<Item = Kind> {
    Kind::ALL.into_iter().filter(move |kind| {
        let is_once = matches!(
            kind,
            Kind::EmailVerification | Kind::PasswordReset | Kind::AdminInvitation | Kind::AccountCreated
        );
        !is_once && (kind.concerns() == 0 || kind.concerns() & role.rights() != 0)
    })
}

async fn read(conn: &mut Conn, carriers: &Carriers, member: &Member) -> Result<Notifications> {
    let role = roles::role(conn, member.id).await?.ok_or_else(Error::forbidden)?;
    let sql = "SELECT kind, channel FROM outbox_refusals WHERE member_id = $1";
    let refused: Vec<(String, String)> = query_as(sql).bind(member.id).fetch_all(conn).await?;
    let choice = |kind: Kind| {
        let channels = kind.channels().iter().filter(|channel| match channel {
            Channel::Email | Channel::Push => true,
            Channel::Whatsapp => carriers.has_whatsapp,
            Channel::Webhook => false,
        });
        let channels = channels.map(|channel| {
            let is_refused = refused.iter().any(|(k, c)| k == kind.text() && c == channel.text());
            ChannelChoice { channel: *channel, on: kind.is_security() || !is_refused }
        });
        KindChoice { kind, security: kind.is_security(), channels: channels.collect() }
    };
    Ok(Notifications { kinds: offered(role).map(choice).collect(), push_key: carriers.push_key.clone() })
}

/// Returns the caller's choice of messages.
#[utoipa::path(get, path = "/api/me/notifications", operation_id = "listNotifications",
    responses((status = 200, body = Notifications)))]
async fn list(State(db): State<Db>, State(carriers): State<Carriers>, member: Member) -> Result<Json<Notifications>> {
    Ok(Json(read(&mut *db.read().await?, &carriers, &member).await?))
}

/// Turns one kind of message on or off for the caller over one channel. Returns 422 for kinds that concern security.
#[utoipa::path(put, path = "/api/me/notifications", operation_id = "chooseNotification", request_body = ChoiceForm,
    responses((status = 200, body = Notifications), (status = 422)))]
async fn choose(
    State(db): State<Db>,
    State(carriers): State<Carriers>,
    member: Member,
    Body(form): Body<ChoiceForm>,
) -> Result<Json<Notifications>> {
    if form.kind.is_security() {
        return Err(refuse("kind", "security", "Pemberitahuan keamanan tidak bisa dimatikan."));
    }
    if form.channel == Channel::Webhook || !form.kind.channels().contains(&form.channel) {
        return Err(refuse("channel", "unknown", "Pemberitahuan ini tidak dikirim lewat saluran itu."));
    }
    let mut tx = db.write().await?;
    let sql = if form.on {
        "DELETE FROM outbox_refusals WHERE member_id = $1 AND kind = $2 AND channel = $3"
    } else {
        "INSERT INTO outbox_refusals (member_id, kind, channel) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
    };
    query(sql).bind(member.id).bind(Text(form.kind)).bind(Text(form.channel)).execute(&mut *tx).await?;
    let chosen = read(&mut tx, &carriers, &member).await?;
    tx.commit().await?;
    Ok(Json(chosen))
}

/// Whether a URL may be a push service's: https, with a public host name. Prevents requests into the shop's own
/// network.
fn is_push_service(endpoint: &str) -> bool {
    let Ok(url) = Url::parse(endpoint) else { return false };
    let is_public = |name: &str| {
        let name = name.trim_end_matches('.').to_lowercase();
        let private = [".local", ".localhost", ".internal", ".lan", ".home", ".corp", ".test", ".onion", ".arpa"];
        name.contains('.') && !private.iter().any(|ending| name.ends_with(ending))
    };
    let has_public_host = matches!(url.host(), Some(Host::Domain(name)) if is_public(name));
    endpoint.len() <= MAX_ENDPOINT
        && endpoint.bytes().all(|byte| byte.is_ascii_graphic())
        && url.scheme() == "https"
        && url.username().is_empty()
        && url.password().is_none()
        && has_public_host
}

/// Whether the keys are valid for encrypting notifications.
fn are_keys(keys: &SubscriptionKeys) -> bool {
    let bytes = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
    PublicKey::from_sec1_bytes(&bytes(&keys.p256dh)).is_ok() && bytes(&keys.auth).len() == 16
}

/// Lets a browser show the caller's notifications; it no longer shows those of another member.
#[utoipa::path(post, path = "/api/push-subscriptions", operation_id = "subscribeToPush", request_body = SubscriptionForm,
    responses((status = 200, body = Done), (status = 422)))]
async fn subscribe(
    State(db): State<Db>,
    State(clock): State<Clock>,
    member: Member,
    Body(form): Body<SubscriptionForm>,
) -> Result<Json<Done>> {
    if !is_push_service(&form.endpoint) || !are_keys(&form.keys) {
        return Err(refuse("endpoint", "invalid", "Browser ini tidak bisa menerima pemberitahuan."));
    }
    let mut tx = db.write().await?;
    let keep = |id: MemberId| {
        let sql = "INSERT INTO push_subscriptions (member_id, endpoint, p256dh, auth, created_ms)
                   VALUES ($1, $2, $3, $4, $5)
                   ON CONFLICT (endpoint) DO UPDATE SET member_id = excluded.member_id, p256dh = excluded.p256dh,
                                                        auth = excluded.auth, created_ms = excluded.created_ms";
        let keys = &form.keys;
        query(sql).bind(id).bind(&form.endpoint).bind(&keys.p256dh).bind(&keys.auth).bind(clock.now_ms())
    };
    keep(member.id).execute(&mut *tx).await?;
    let sql = "DELETE FROM push_subscriptions WHERE member_id = $1 AND id NOT IN (
                 SELECT id FROM push_subscriptions WHERE member_id = $1 ORDER BY created_ms DESC, id DESC LIMIT $2)";
    query(sql).bind(member.id).bind(MOST_BROWSERS).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(Json(Done { success: true }))
}

/// Stops a browser from showing the caller's notifications.
#[utoipa::path(delete, path = "/api/push-subscriptions", operation_id = "unsubscribeFromPush",
    request_body = EndpointForm, responses((status = 200, body = Done)))]
async fn unsubscribe(State(db): State<Db>, member: Member, Body(form): Body<EndpointForm>) -> Result<Json<Done>> {
    // Other addresses are never stored.
    if is_push_service(&form.endpoint) {
        let sql = "DELETE FROM push_subscriptions WHERE member_id = $1 AND endpoint = $2";
        query(sql).bind(member.id).bind(&form.endpoint).execute(&mut *db.write_one().await?).await?;
    }
    Ok(Json(Done { success: true }))
}

/// Stored subscription of a browser that shows notifications.
#[derive(Debug, sqlx::FromRow)]
pub struct Subscription {
    /// URL of the browser's push service.
    pub endpoint: String,
    /// Public key of the browser, base64url.
    pub p256dh: String,
    /// Secret shared by browser and shop, base64url.
    pub auth: String,
    /// Member whose notifications the browser shows.
    pub member_id: MemberId,
}

/// Finds a subscription by its key.
pub async fn subscription(conn: &mut Conn, id: i64) -> sqlx::Result<Option<Subscription>> {
    let sql = "SELECT endpoint, p256dh, auth, member_id FROM push_subscriptions WHERE id = $1";
    query_as(sql).bind(id).fetch_optional(conn).await
}

/// Deletes a subscription that its browser has ended.
pub async fn end_subscription(conn: &mut Conn, id: i64) -> sqlx::Result<()> {
    query("DELETE FROM push_subscriptions WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}

/// Deletes the subscriptions of a member's browsers.
pub async fn end_subscriptions(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    query("DELETE FROM push_subscriptions WHERE member_id = $1").bind(member).execute(conn).await?;
    Ok(())
}

/// Deletes a member's messages, channel choices and subscriptions, including pending messages and those to the e-mail
/// address `email`.
pub async fn erase(conn: &mut Conn, member: MemberId, email: &str) -> sqlx::Result<()> {
    end_subscriptions(conn, member).await?;
    for sql in ["DELETE FROM outbox_refusals WHERE member_id = $1", "DELETE FROM outbox_messages WHERE member_id = $1"]
    {
        query(sql).bind(member).execute(&mut *conn).await?;
    }
    query("DELETE FROM outbox_messages WHERE address = $1").bind(email).execute(conn).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_push_service_needs_a_public_https_address() {
        for service in
            ["https://fcm.googleapis.com/fcm/send/abc", "https://updates.push.services.mozilla.com/wpush/v2/x"]
        {
            assert!(is_push_service(service), "{service}");
        }
        for none in [
            "http://fcm.googleapis.com/x",
            "https://127.0.0.1/x",
            "https://[::1]/x",
            "https://2130706433/x",
            "https://localhost/x",
            "https://printer.local/x",
            "https://db.internal./x",
            "https://a:b@push.example.com/x",
            "ftp://push.example.com",
            "",
        ] {
            assert!(!is_push_service(none), "{none}");
        }
    }
}
