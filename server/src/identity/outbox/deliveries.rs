//! The ways of messages: each is given to the channels that carry it, waits in the queue of whoever gets it there, and is
//! settled by what became of it.
//!
//! What someone gets over a channel stays in order: only the first of a queue is ever tried, and a failure makes the whole
//! queue wait, longer each time.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};

use crate::{
    foundation::{
        db::{Conn, Text, TextEnum, placeholders},
        ids::MemberId,
        time::DAY_MS,
    },
    identity::{
        outbox::kinds::{Channel, Kind},
        roles::Role,
    },
    text_enum,
};

/// For how long it is tried to bring a message, milliseconds.
pub const PATIENCE_MS: i64 = 7 * DAY_MS;

/// Maximum number of attempts to send a message.
const MOST_TRIES: i64 = 100;

/// First pause after a failure, in milliseconds; each further one is twice as long, up to [`LONGEST_PAUSE_MS`].
const FIRST_PAUSE_MS: i64 = 30_000;

/// The longest pause after a failure.
const LONGEST_PAUSE_MS: i64 = 60 * 60 * 1000;

/// For how long a queue is whoever's that tries it.
const HOLD_MS: i64 = 120_000;

/// Maximum number of messages assigned to their channels at once.
const SPREAD_AT_ONCE: i64 = 200;

/// Maximum number of rows removed or given up at once.
const SETTLED_AT_ONCE: i64 = 1000;

/// The longest note on what became of a try, characters.
const MAX_NOTE: usize = 300;

/// State of a message's delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageState)]
pub enum State {
    /// It is still to be sent.
    Waiting,
    /// Accepted by the service that carries it.
    Sent,
    /// It was given up.
    Dead,
}

text_enum!(State { Waiting => "waiting", Sent => "sent", Dead => "dead" });

/// A message that no channel carries yet.
#[derive(Debug, FromRow)]
pub struct Unspread {
    id: i64,
    kind: Text<Kind>,
    member_id: Option<MemberId>,
    address: Option<String>,
    created_ms: i64,
    expires_ms: Option<i64>,
}

/// Possible recipients of messages that no channel carries yet.
struct Reachable {
    admins: Vec<(MemberId, Text<Role>)>,
    refused: BTreeSet<(MemberId, String, String)>,
    subscriptions: BTreeMap<MemberId, Vec<i64>>,
    webhooks: Vec<(i64, String)>,
}

impl Reachable {
    async fn read(conn: &mut Conn, messages: &[Unspread]) -> sqlx::Result<Self> {
        let sql = "SELECT id, role FROM members WHERE role <> 'member' AND suspended_ms IS NULL ORDER BY id";
        let admins: Vec<(MemberId, Text<Role>)> = query_as(sql).fetch_all(&mut *conn).await?;
        let named = messages.iter().filter_map(|message| message.member_id);
        // Never none, which PostgreSQL takes no list of.
        let members: BTreeSet<MemberId> =
            named.chain(admins.iter().map(|admin| admin.0)).chain([MemberId(0)]).collect();
        let sql = format!(
            "SELECT member_id, kind, channel FROM outbox_refusals WHERE member_id IN ({})",
            placeholders(1, members.len())
        );
        let mut asked = query_as(AssertSqlSafe(sql));
        for member in &members {
            asked = asked.bind(*member);
        }
        let refused: Vec<(MemberId, String, String)> = asked.fetch_all(&mut *conn).await?;
        let sql = format!(
            "SELECT id, member_id FROM push_subscriptions WHERE member_id IN ({}) ORDER BY id",
            placeholders(1, members.len())
        );
        let mut asked = query_as(AssertSqlSafe(sql));
        for member in &members {
            asked = asked.bind(*member);
        }
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

/// A way that a message takes.
struct Way {
    channel: Channel,
    queue: String,
    member: Option<MemberId>,
    target: Option<i64>,
}

fn ways(message: &Unspread, reachable: &Reachable, whatsapp: bool) -> Vec<Way> {
    let kind = message.kind.0;
    let mut ways = Vec::new();
    let members: Vec<MemberId> = match (message.member_id, &message.address) {
        // Its own queue: an address that takes nothing keeps the member's other mail waiting for nothing.
        (member, Some(_)) => {
            let queue = format!("message:{}", message.id);
            ways.push(Way { channel: Channel::Email, queue, member, target: None });
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
            let way = |queue: String, target| Way { channel: *channel, queue, member: Some(member), target };
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
            let way = |id| Way { channel: *channel, queue: format!("webhook:{id}"), member: None, target: Some(id) };
            ways.extend(chosen.map(|(id, _)| way(*id)));
        }
    }
    ways
}

/// The first messages that no channel carries yet, up to 200.
pub async fn unspread(conn: &mut Conn) -> sqlx::Result<Vec<Unspread>> {
    let sql = "SELECT id, kind, member_id, address, created_ms, expires_ms FROM outbox_messages
               WHERE spread_ms IS NULL ORDER BY id LIMIT $1";
    query_as(sql).bind(SPREAD_AT_ONCE).fetch_all(conn).await
}

/// Gives messages to the channels that carry them, at least one; `whatsapp` is whether the shop can send there. False where
/// another process was quicker, and the transaction must be given up.
pub async fn spread(conn: &mut Conn, messages: &[Unspread], whatsapp: bool, now_ms: i64) -> sqlx::Result<bool> {
    let sql = format!(
        "UPDATE outbox_messages SET spread_ms = $1 WHERE spread_ms IS NULL AND id IN ({})",
        placeholders(2, messages.len())
    );
    let mut marked = query(AssertSqlSafe(sql)).bind(now_ms);
    for message in messages {
        marked = marked.bind(message.id);
    }
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
    way: &Way,
    expires_ms: i64,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO outbox_deliveries
                 (message_id, kind, channel, queue, member_id, target_id, state, tries, expires_ms, error)
               VALUES ($1, $2, $3, $4, $5, $6, 'waiting', 0, $7, '')";
    let insert = query(sql).bind(message).bind(Text(kind)).bind(Text(way.channel)).bind(&way.queue);
    insert.bind(way.member).bind(way.target).bind(expires_ms).execute(&mut *conn).await?;
    wake(conn, &way.queue, way.channel, now_ms).await
}

/// Has a queue tried, as soon as it may be.
async fn wake(conn: &mut Conn, queue: &str, channel: Channel, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO outbox_queues (queue, channel, next_ms, failures, version) VALUES ($1, $2, $3, 0, 0)
               ON CONFLICT (queue) DO UPDATE SET version = outbox_queues.version + 1";
    query(sql).bind(queue).bind(Text(channel)).bind(now_ms).execute(conn).await?;
    Ok(())
}

/// Tries one webhook alone, whatever it is told else.
pub async fn try_webhook(conn: &mut Conn, webhook: i64, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO outbox_messages (kind, facts, created_ms, spread_ms) VALUES ($1, '{}', $2, $2) RETURNING id";
    let message: i64 = query_scalar(sql).bind(Text(Kind::WebhookTest)).bind(now_ms).fetch_one(&mut *conn).await?;
    let queue = format!("webhook:{webhook}");
    let way = Way { channel: Channel::Webhook, queue, member: None, target: Some(webhook) };
    enqueue(conn, message, Kind::WebhookTest, &way, now_ms + PATIENCE_MS, now_ms).await
}

/// A queue that may be tried.
#[derive(Debug, FromRow)]
pub struct Due {
    queue: String,
    next_ms: i64,
    failures: i64,
}

/// The queues of a channel that are due, up to `most`, those first that have waited longest.
pub async fn due(conn: &mut Conn, channel: Channel, now_ms: i64, most: i64) -> sqlx::Result<Vec<Due>> {
    let sql = "SELECT queue, next_ms, failures FROM outbox_queues WHERE channel = $1 AND next_ms <= $2
               ORDER BY next_ms LIMIT $3";
    query_as(sql).bind(Text(channel)).bind(now_ms).bind(most).fetch_all(conn).await
}

/// A queue that whoever has it may try now.
#[derive(Debug)]
pub struct Held {
    queue: String,
    failures: i64,
    version: i64,
}

/// Takes those of the queues that nobody else has taken meanwhile: nobody else tries them for two minutes.
pub async fn take(conn: &mut Conn, due: Vec<Due>, now_ms: i64) -> sqlx::Result<Vec<Held>> {
    let mut held = Vec::new();
    for Due { queue, next_ms, failures } in due {
        let sql = "UPDATE outbox_queues SET next_ms = $1, version = version + 1
                   WHERE queue = $2 AND next_ms = $3 RETURNING version";
        let taken = query_scalar(sql).bind(now_ms + HOLD_MS).bind(&queue).bind(next_ms);
        if let Some(version) = taken.fetch_optional(&mut *conn).await? {
            held.push(Held { queue, failures, version });
        }
    }
    Ok(held)
}

/// The first message of a queue.
#[derive(Debug, FromRow)]
pub struct Delivery {
    /// Its own key.
    pub id: i64,
    /// The message's key.
    pub message_id: i64,
    /// Message kind.
    pub kind: Text<Kind>,
    /// The facts, JSON.
    pub facts: String,
    /// Creation time, UTC milliseconds.
    pub created_ms: i64,
    /// The e-mail address that it is for, where that is not the member's.
    pub address: Option<String>,
    /// The member whom it is for.
    pub member_id: Option<MemberId>,
    /// The subscription or webhook.
    pub target_id: Option<i64>,
    tries: i64,
    expires_ms: i64,
}

impl Delivery {
    /// Returns the message's id for its recipients, the same at every attempt: by it they recognise a message that they
    /// already have.
    pub fn uid(&self) -> String {
        uid(self.message_id, self.created_ms)
    }
}

/// Builds the id of a message for outside the shop.
pub fn uid(message_id: i64, created_ms: i64) -> String {
    // With the time, a shop that was brought back from a backup gives no other message the name of one before.
    format!("msg_{message_id}_{created_ms}")
}

/// The first message that waits in a queue; what has waited too long is given up. Without one the queue is gone.
pub async fn first(conn: &mut Conn, held: &Held, now_ms: i64) -> sqlx::Result<Option<Delivery>> {
    loop {
        let sql = "SELECT d.id, d.message_id, d.kind, m.facts, m.created_ms, m.address, d.member_id, d.target_id,
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
                // Unless something came meanwhile.
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
    /// It will never be taken, and why.
    Refused(String),
    /// It was not taken, and may be later.
    Later(String),
    /// Nothing can be sent over this channel now, and why: no fault of the message.
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

/// Gives a queue back, to be tried from `next_ms` on.
async fn release(conn: &mut Conn, held: &Held, failures: i64, next_ms: i64) -> sqlx::Result<()> {
    let sql = "UPDATE outbox_queues SET next_ms = $2, failures = $3 WHERE queue = $1";
    query(sql).bind(&held.queue).bind(next_ms).bind(failures).execute(conn).await?;
    Ok(())
}

/// Writes down what became of the first of a queue, and gives the queue back if it is to wait; whether it goes on.
pub async fn conclude(
    conn: &mut Conn,
    held: &mut Held,
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

/// Gives a queue back unharmed, to go on with soon.
pub async fn pause(conn: &mut Conn, held: &Held, now_ms: i64) -> sqlx::Result<()> {
    release(conn, held, held.failures, now_ms).await
}

/// Writes down a try of a webhook.
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

/// Gives up some of what has waited too long; how many there were.
pub async fn give_up_late(conn: &mut Conn, now_ms: i64) -> sqlx::Result<u64> {
    let sql = "UPDATE outbox_deliveries SET state = 'dead', settled_ms = $1, error = CASE error WHEN '' THEN $2 ELSE error END
               WHERE id IN (SELECT id FROM outbox_deliveries WHERE state = 'waiting' AND expires_ms <= $1 LIMIT $3)";
    let note = "Terlambat: masa kirimnya sudah lewat.";
    Ok(query(sql).bind(now_ms).bind(note).bind(SETTLED_AT_ONCE).execute(conn).await?.rows_affected())
}

/// Removes some of the messages that were told before `before_ms` and wait for nothing any more; how many there were.
pub async fn drop_old(conn: &mut Conn, before_ms: i64) -> sqlx::Result<u64> {
    let sql = "DELETE FROM outbox_messages WHERE id IN (
                 SELECT m.id FROM outbox_messages m WHERE m.created_ms < $1 AND m.spread_ms IS NOT NULL
                   AND NOT EXISTS (SELECT 1 FROM outbox_deliveries d WHERE d.message_id = m.id AND d.state = 'waiting')
                 LIMIT $2)";
    Ok(query(sql).bind(before_ms).bind(SETTLED_AT_ONCE).execute(conn).await?.rows_affected())
}

/// Forgets what was told so long ago that it is not sent any more, and has not been given to any channel.
pub async fn forget_untold(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    let sql = "DELETE FROM outbox_messages WHERE spread_ms IS NULL AND created_ms < $1";
    query(sql).bind(now_ms - PATIENCE_MS).execute(conn).await?;
    Ok(())
}

/// Sends again what was given up; false where it was not, or its link is over.
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
    wake(conn, &queue, channel.0, now_ms).await?;
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

/// A member as they are reached now.
pub async fn reader(conn: &mut Conn, member: MemberId) -> sqlx::Result<Option<Reader>> {
    query_as("SELECT name, email, phone FROM members WHERE id = $1").bind(member).fetch_optional(conn).await
}
