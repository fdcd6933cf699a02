//! Deliveries of messages: each message goes to the channels that carry it, waits in its recipient's queue there, and
//! is settled by its outcome.
//!
//! A recipient's messages over a channel stay in order: only the first of a queue is ever tried, and a failure delays
//! the whole queue, longer each time.

use std::collections::{BTreeMap, BTreeSet};

use ksmart_foundation::{
    db::{BindAll, Conn, Text, TextEnum, placeholders},
    ids::MemberId,
    text_enum,
    time::DAY_MS,
};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};

use crate::{
    outbox::kinds::{Channel, Kind},
    roles::Role,
};

/// Time during which the delivery of a message is attempted, in milliseconds.
pub const PATIENCE_MS: i64 = 7 * DAY_MS;

/// Maximum number of attempts to send a message.
const MOST_TRIES: i64 = 100;

/// First pause after a failure, in milliseconds; each further one is twice as long, up to [`LONGEST_PAUSE_MS`].
const FIRST_PAUSE_MS: i64 = 30_000;

/// Longest pause after a failure, in milliseconds.
const LONGEST_PAUSE_MS: i64 = 60 * 60 * 1000;

/// Length of the lease on a queue that is being tried, in milliseconds.
const HOLD_MS: i64 = 120_000;

/// Maximum number of messages assigned to their channels at once.
const SPREAD_AT_ONCE: i64 = 200;

/// Maximum number of rows removed or given up at once.
const SETTLED_AT_ONCE: i64 = 1000;

/// Maximum length of the note on a try's result, in characters.
const MAX_NOTE: usize = 300;

/// State of a message's delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageState)]
pub enum State {
    /// Delivery that is still to be sent.
    Waiting,
    /// Accepted by the service that carries it.
    Sent,
    /// Delivery that was given up.
    Dead,
}

text_enum!(State { Waiting => "waiting", Sent => "sent", Dead => "dead" });

/// Message that is not yet assigned to channels.
#[derive(Debug, FromRow)]
pub struct UnassignedMessage {
    id: i64,
    kind: Text<Kind>,
    member_id: Option<MemberId>,
    address: Option<String>,
    created_ms: i64,
    expires_ms: Option<i64>,
}

/// Data that decide who receives unassigned messages over which channels.
struct Reachable {
    admins: Vec<(MemberId, Text<Role>)>,
    refused: BTreeSet<(MemberId, String, String)>,
    subscriptions: BTreeMap<MemberId, Vec<i64>>,
    webhooks: Vec<(i64, String)>,
}

impl Reachable {
    async fn read(conn: &mut Conn, messages: &[UnassignedMessage]) -> sqlx::Result<Self> {
        let sql = "SELECT id, role FROM members WHERE role <> 'member' AND suspended_ms IS NULL ORDER BY id";
        let admins: Vec<(MemberId, Text<Role>)> = query_as(sql).fetch_all(&mut *conn).await?;
        let named = messages.iter().filter_map(|message| message.member_id);
        // The list is never empty, because PostgreSQL does not accept an empty list.
        let members: BTreeSet<MemberId> =
            named.chain(admins.iter().map(|admin| admin.0)).chain([MemberId(0)]).collect();
        let sql = format!(
            "SELECT member_id, kind, channel FROM outbox_refusals WHERE member_id IN ({})",
            placeholders(1, members.len())
        );
        let refused: Vec<(MemberId, String, String)> =
            query_as(AssertSqlSafe(sql)).bind_all(&members).fetch_all(&mut *conn).await?;
        let sql = format!(
            "SELECT id, member_id FROM push_subscriptions WHERE member_id IN ({}) ORDER BY id",
            placeholders(1, members.len())
        );
        let asked = query_as(AssertSqlSafe(sql)).bind_all(&members);
        let mut subscriptions = BTreeMap::<MemberId, Vec<i64>>::new();
        for (id, member) in asked.fetch_all(&mut *conn).await? {
            subscriptions.entry(member).or_default().push(id);
        }
        let webhooks = query_as("SELECT id, kinds FROM webhooks WHERE ended_ms IS NULL ORDER BY id");
        let webhooks = webhooks.fetch_all(&mut *conn).await?;
        Ok(Self { admins, refused: refused.into_iter().collect(), subscriptions, webhooks })
    }

    fn wants(&self, member: MemberId, kind: Kind, channel: Channel) -> bool {
        let refusal = (member, kind.text().to_owned(), channel.text().to_owned());
        kind.is_security() || !self.refused.contains(&refusal)
    }
}

/// Channel and queue of one delivery, with its member, and its webhook or push subscription.
struct DeliveryChannel {
    channel: Channel,
    queue: String,
    member: Option<MemberId>,
    target: Option<i64>,
}

fn ways(message: &UnassignedMessage, reachable: &Reachable, whatsapp: bool) -> Vec<DeliveryChannel> {
    let kind = message.kind.0;
    let mut ways = Vec::new();
    let members: Vec<MemberId> = match (message.member_id, &message.address) {
        // A separate queue: an unreachable address must not delay the member's other mail.
        (member, Some(_)) => {
            let queue = format!("message:{}", message.id);
            ways.push(DeliveryChannel { channel: Channel::Email, queue, member, target: None });
            Vec::new()
        }
        (Some(member), None) => vec![member],
        (None, None) => {
            let concerned = reachable.admins.iter().filter(|(_, role)| role.0.rights() & kind.concerns() != 0);
            concerned.map(|(id, _)| *id).collect()
        }
    };
    for channel in kind.channels() {
        for member in members.iter().copied().filter(|member| reachable.wants(*member, kind, *channel)) {
            let way =
                |queue: String, target| DeliveryChannel { channel: *channel, queue, member: Some(member), target };
            match channel {
                Channel::Email => ways.push(way(format!("email:{member}"), None)),
                Channel::Whatsapp if whatsapp => ways.push(way(format!("whatsapp:{member}"), None)),
                Channel::Push => {
                    let subscriptions = reachable.subscriptions.get(&member).into_iter().flatten();
                    ways.extend(subscriptions.map(|id| way(format!("push:{id}"), Some(*id))));
                }
                Channel::Whatsapp | Channel::Webhook => {}
            }
        }
        if *channel == Channel::Webhook {
            let chosen = reachable.webhooks.iter().filter(|(_, kinds)| kinds.split(' ').any(|k| k == kind.text()));
            let way = |id| DeliveryChannel {
                channel: *channel,
                queue: format!("webhook:{id}"),
                member: None,
                target: Some(id),
            };
            ways.extend(chosen.map(|(id, _)| way(*id)));
        }
    }
    ways
}

/// Returns the first messages that are not yet assigned to channels, up to 200.
pub async fn unassigned(conn: &mut Conn) -> sqlx::Result<Vec<UnassignedMessage>> {
    let sql = "SELECT id, kind, member_id, address, created_ms, expires_ms FROM outbox_messages
               WHERE spread_ms IS NULL ORDER BY id LIMIT $1";
    query_as(sql).bind(SPREAD_AT_ONCE).fetch_all(conn).await
}

/// Assigns messages, at least one, to the channels that carry them.
///
/// `whatsapp` is whether the shop can send over WhatsApp. Returns false if another process was faster; then the
/// transaction must be abandoned.
pub async fn assign(
    conn: &mut Conn,
    messages: &[UnassignedMessage],
    whatsapp: bool,
    now_ms: i64,
) -> sqlx::Result<bool> {
    let sql = format!(
        "UPDATE outbox_messages SET spread_ms = $1 WHERE spread_ms IS NULL AND id IN ({})",
        placeholders(2, messages.len())
    );
    let marked = query(AssertSqlSafe(sql)).bind(now_ms).bind_all(messages.iter().map(|message| message.id));
    if marked.execute(&mut *conn).await?.rows_affected() != messages.len() as u64 {
        return Ok(false);
    }
    let reachable = Reachable::read(conn, messages).await?;
    for message in messages {
        let expires_ms = message.expires_ms.unwrap_or(i64::MAX).min(message.created_ms + PATIENCE_MS);
        for way in ways(message, &reachable, whatsapp) {
            enqueue(conn, message.id, message.kind.0, &way, expires_ms, now_ms).await?;
        }
    }
    Ok(true)
}

async fn enqueue(
    conn: &mut Conn,
    message: i64,
    kind: Kind,
    way: &DeliveryChannel,
    expires_ms: i64,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO outbox_deliveries
                 (message_id, kind, channel, queue, member_id, target_id, state, tries, expires_ms, error)
               VALUES ($1, $2, $3, $4, $5, $6, 'waiting', 0, $7, '')";
    let insert = query(sql).bind(message).bind(Text(kind)).bind(Text(way.channel)).bind(&way.queue);
    insert.bind(way.member).bind(way.target).bind(expires_ms).execute(&mut *conn).await?;
    schedule(conn, &way.queue, way.channel, now_ms).await
}

/// Creates a queue that is due now; an existing queue stays in its pause, but gets a new version.
async fn schedule(conn: &mut Conn, queue: &str, channel: Channel, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO outbox_queues (queue, channel, next_ms, failures, version) VALUES ($1, $2, $3, 0, 0)
               ON CONFLICT (queue) DO UPDATE SET version = outbox_queues.version + 1";
    query(sql).bind(queue).bind(Text(channel)).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Sends a test message to one webhook only, whatever kinds it otherwise receives.
pub async fn try_webhook(conn: &mut Conn, webhook: i64, now_ms: i64) -> sqlx::Result<()> {
    let sql =
        "INSERT INTO outbox_messages (kind, payload, created_ms, spread_ms) VALUES ($1, '{}', $2, $2) RETURNING id";
    let message: i64 = query_scalar(sql).bind(Text(Kind::WebhookTest)).bind(now_ms).fetch_one(&mut *conn).await?;
    let queue = format!("webhook:{webhook}");
    let way = DeliveryChannel { channel: Channel::Webhook, queue, member: None, target: Some(webhook) };
    enqueue(conn, message, Kind::WebhookTest, &way, now_ms + PATIENCE_MS, now_ms).await
}

/// Queue that is due and may be leased.
#[derive(Debug, FromRow)]
pub struct Due {
    queue: String,
    next_ms: i64,
    failures: i64,
}

/// Returns the due queues of a channel, up to `most`, those that have waited longest first.
pub async fn due(conn: &mut Conn, channel: Channel, now_ms: i64, most: i64) -> sqlx::Result<Vec<Due>> {
    let sql = "SELECT queue, next_ms, failures FROM outbox_queues WHERE channel = $1 AND next_ms <= $2
               ORDER BY next_ms LIMIT $3";
    query_as(sql).bind(Text(channel)).bind(now_ms).bind(most).fetch_all(conn).await
}

/// Queue leased to the caller, who may try it now.
#[derive(Debug)]
pub struct LeasedQueue {
    queue: String,
    failures: i64,
    version: i64,
}

/// Leases due queues for two minutes; queues that another server has leased since are left out.
pub async fn take(conn: &mut Conn, due: Vec<Due>, now_ms: i64) -> sqlx::Result<Vec<LeasedQueue>> {
    let mut held = Vec::new();
    for Due { queue, next_ms, failures } in due {
        let sql = "UPDATE outbox_queues SET next_ms = $1, version = version + 1
                   WHERE queue = $2 AND next_ms = $3 RETURNING version";
        let taken = query_scalar(sql).bind(now_ms + HOLD_MS).bind(&queue).bind(next_ms);
        if let Some(version) = taken.fetch_optional(&mut *conn).await? {
            held.push(LeasedQueue { queue, failures, version });
        }
    }
    Ok(held)
}

/// First waiting delivery of a queue, with its message.
#[derive(Debug, FromRow)]
pub struct Delivery {
    /// Key of the delivery.
    pub id: i64,
    /// Key of the message.
    pub message_id: i64,
    /// Message kind.
    pub kind: Text<Kind>,
    /// The payload, JSON.
    pub payload: String,
    /// Creation time, UTC milliseconds.
    pub created_ms: i64,
    /// E-mail address to use instead of the member's.
    pub address: Option<String>,
    /// Member who receives the message; `None` for a webhook.
    pub member_id: Option<MemberId>,
    /// Key of the push subscription or webhook; `None` on other channels.
    pub target_id: Option<i64>,
    tries: i64,
    expires_ms: i64,
}

impl Delivery {
    /// Returns the message's id for its recipients, the same at every attempt: it lets them recognise a message that
    /// they already have.
    pub fn uid(&self) -> String {
        uid(self.message_id, self.created_ms)
    }
}

/// Builds the id of a message for outside the shop.
pub fn uid(message_id: i64, created_ms: i64) -> String {
    // Message keys repeat after a restore from a backup; the time keeps the ids distinct.
    format!("msg_{message_id}_{created_ms}")
}

/// Returns the first waiting message of a queue; messages that have waited too long are given up. If none is left, the
/// queue is deleted.
pub async fn first(conn: &mut Conn, held: &LeasedQueue, now_ms: i64) -> sqlx::Result<Option<Delivery>> {
    loop {
        let sql = "SELECT d.id, d.message_id, d.kind, m.payload, m.created_ms, m.address, d.member_id, d.target_id,
                          d.tries, d.expires_ms
                   FROM outbox_deliveries d JOIN outbox_messages m ON m.id = d.message_id
                   WHERE d.queue = $1 AND d.state = 'waiting' ORDER BY d.id LIMIT 1";
        let first: Option<Delivery> = query_as(sql).bind(&held.queue).fetch_optional(&mut *conn).await?;
        match first {
            Some(late) if late.expires_ms <= now_ms => {
                settle(conn, late.id, State::Dead, late.tries, "Terlambat: masa kirimnya sudah lewat.", now_ms).await?;
            }
            Some(first) => return Ok(Some(first)),
            None => {
                // The queue stays if its version differs, because then a message was added since the lease.
                let sql = "DELETE FROM outbox_queues WHERE queue = $1 AND version = $2";
                let gone = query(sql).bind(&held.queue).bind(held.version).execute(&mut *conn).await?;
                if gone.rows_affected() == 0 {
                    release(conn, held, 0, now_ms).await?;
                }
                return Ok(None);
            }
        }
    }
}

/// Result of a sending attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Accepted by the service that carries it.
    Sent,
    /// Permanent refusal, with the reason.
    Refused(String),
    /// Temporary failure, with the reason; a later try may succeed.
    Later(String),
    /// Failure of the channel, over which nothing can be sent now, with the reason; the message is not at fault.
    Down(String),
}

async fn settle(conn: &mut Conn, id: i64, state: State, tries: i64, note: &str, now_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE outbox_deliveries SET state = $2, tries = $3, error = $4, settled_ms = $5
               WHERE id = $1 AND state = 'waiting'";
    let note: String = note.replace('\0', "").chars().take(MAX_NOTE).collect();
    let settled_ms = (state != State::Waiting).then_some(now_ms);
    query(sql).bind(id).bind(Text(state)).bind(tries).bind(note).bind(settled_ms).execute(conn).await?;
    Ok(())
}

/// Ends the lease on a queue, which is due again at `next_ms`.
async fn release(conn: &mut Conn, held: &LeasedQueue, failures: i64, next_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE outbox_queues SET next_ms = $2, failures = $3 WHERE queue = $1";
    query(sql).bind(&held.queue).bind(next_ms).bind(failures).execute(conn).await?;
    Ok(())
}

/// Records the outcome of the first message of a queue, and releases the queue if it must wait. Returns whether the
/// queue continues.
pub async fn conclude(
    conn: &mut Conn,
    held: &mut LeasedQueue,
    delivery: &Delivery,
    outcome: &Outcome,
    now_ms: i64,
) -> sqlx::Result<bool> {
    let tries = delivery.tries + 1;
    match outcome {
        Outcome::Sent => settle(conn, delivery.id, State::Sent, tries, "", now_ms).await?,
        Outcome::Refused(why) => settle(conn, delivery.id, State::Dead, tries, why, now_ms).await?,
        Outcome::Later(why) => {
            let state = if tries >= MOST_TRIES { State::Dead } else { State::Waiting };
            settle(conn, delivery.id, state, tries, why, now_ms).await?;
            let pause_ms = (FIRST_PAUSE_MS << held.failures.clamp(0, 16)).min(LONGEST_PAUSE_MS);
            release(conn, held, held.failures + 1, now_ms + pause_ms).await?;
            return Ok(false);
        }
        Outcome::Down(why) => {
            settle(conn, delivery.id, State::Waiting, delivery.tries, why, now_ms).await?;
            release(conn, held, 0, now_ms + FIRST_PAUSE_MS).await?;
            return Ok(false);
        }
    }
    held.failures = 0;
    Ok(true)
}

/// Ends the lease on a queue that is due again at once, without counting a failure.
pub async fn pause(conn: &mut Conn, held: &LeasedQueue, now_ms: i64) -> sqlx::Result<()> {
    release(conn, held, held.failures, now_ms).await
}

/// Records a try of a webhook.
pub async fn log_try(
    conn: &mut Conn,
    delivery: i64,
    (at_ms, took_ms): (i64, i64),
    status: Option<u16>,
    note: &str,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO outbox_tries (delivery_id, at_ms, took_ms, status, error) VALUES ($1, $2, $3, $4, $5)";
    let note: String = note.replace('\0', "").chars().take(MAX_NOTE).collect();
    let insert = query(sql).bind(delivery).bind(at_ms).bind(took_ms).bind(status.map(i64::from)).bind(note);
    insert.execute(conn).await?;
    Ok(())
}

/// Gives up some of the messages that have waited too long; returns their number.
pub async fn give_up_late(conn: &mut Conn, now_ms: i64) -> sqlx::Result<u64> {
    let sql = "UPDATE outbox_deliveries SET state = 'dead', settled_ms = $1, error = CASE error WHEN '' THEN $2 ELSE error END
               WHERE id IN (SELECT id FROM outbox_deliveries WHERE state = 'waiting' AND expires_ms <= $1 LIMIT $3)";
    let note = "Terlambat: masa kirimnya sudah lewat.";
    Ok(query(sql).bind(now_ms).bind(note).bind(SETTLED_AT_ONCE).execute(conn).await?.rows_affected())
}

/// Removes some of the messages that were created before `before_ms` and no longer wait for a delivery; returns their
/// number.
pub async fn delete_old(conn: &mut Conn, before_ms: i64) -> sqlx::Result<u64> {
    let sql = "DELETE FROM outbox_messages WHERE id IN (
                 SELECT m.id FROM outbox_messages m WHERE m.created_ms < $1 AND m.spread_ms IS NOT NULL
                   AND NOT EXISTS (SELECT 1 FROM outbox_deliveries d WHERE d.message_id = m.id AND d.state = 'waiting')
                 LIMIT $2)";
    Ok(query(sql).bind(before_ms).bind(SETTLED_AT_ONCE).execute(conn).await?.rows_affected())
}

/// Deletes messages that were never assigned to a channel and are too old to be sent.
pub async fn delete_unassigned(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    let sql = "DELETE FROM outbox_messages WHERE spread_ms IS NULL AND created_ms < $1";
    query(sql).bind(now_ms - PATIENCE_MS).execute(conn).await?;
    Ok(())
}

/// Resends a message that was given up; returns false if it was not given up, or if its link has expired.
pub async fn send_again(conn: &mut Conn, id: i64, now_ms: i64) -> sqlx::Result<bool> {
    let sql = "UPDATE outbox_deliveries SET state = 'waiting', tries = 0, settled_ms = NULL, error = '',
                      expires_ms = COALESCE((SELECT m.expires_ms FROM outbox_messages m
                                             WHERE m.id = outbox_deliveries.message_id), $2)
               WHERE id = $1 AND state = 'dead'
                 AND NOT EXISTS (SELECT 1 FROM outbox_messages m
                                 WHERE m.id = outbox_deliveries.message_id AND m.expires_ms <= $3)
               RETURNING queue, channel";
    let again: Option<(String, Text<Channel>)> =
        query_as(sql).bind(id).bind(now_ms + PATIENCE_MS).bind(now_ms).fetch_optional(&mut *conn).await?;
    let Some((queue, channel)) = again else { return Ok(false) };
    schedule(conn, &queue, channel.0, now_ms).await?;
    let sql = "UPDATE outbox_queues SET next_ms = $2, failures = 0 WHERE queue = $1 AND next_ms > $2";
    query(sql).bind(queue).bind(now_ms).execute(conn).await?;
    Ok(true)
}

/// Reader of a message.
#[derive(Debug, FromRow)]
pub struct Reader {
    /// Name of the reader.
    pub name: String,
    /// Their e-mail address.
    pub email: String,
    /// Their telephone number, E.164.
    pub phone: String,
}

/// Returns a member's present contact data.
pub async fn reader(conn: &mut Conn, member: MemberId) -> sqlx::Result<Option<Reader>> {
    query_as("SELECT name, email, phone FROM members WHERE id = $1").bind(member).fetch_optional(conn).await
}
