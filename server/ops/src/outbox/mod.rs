//! Sending of the outbox's messages: at least once, always with the same id, and in order for each recipient.

mod clients;
mod email;
mod push;
mod webhook;
mod whatsapp;

use std::time::{Duration, Instant};

use futures_util::future::{join_all, try_join_all};
use serde_json::Value;

pub use self::{email::Email, push::Push, webhook::Webhooks, whatsapp::Whatsapp};
use ksmart_foundation::{
    config::PublicUrl,
    db::{Conn, Db},
    error::Result,
    time::{Clock, DAY_MS},
};
use ksmart_identity::{
    outbox::{
        Carriers, Channel, Kind, choices,
        deliveries::{self, Delivery, LeasedQueue, Outcome},
        texts::{self, Letter, Setting},
        webhooks,
    },
    settings::{self, CachedSettings, privacy::PrivacySettings},
};

/// Maximum number of queues sent in parallel over one channel.
const AT_ONCE: i64 = 8;

/// Time after which the sender turns from one queue to others.
const TURN: Duration = Duration::from_secs(30);

/// Sender of the outbox's messages.
#[derive(Clone)]
pub struct Sender {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Settings, from which the shop's name is read.
    pub settings: CachedSettings,
    /// Base address of links.
    pub public_url: PublicUrl,
    /// Sender of e-mails; without it, e-mails wait.
    pub email: Option<Email>,
    /// Sender of WhatsApp messages.
    pub whatsapp: Option<Whatsapp>,
    /// Sender of notifications to browsers.
    pub push: Push,
    /// Caller of webhooks.
    pub webhooks: Webhooks,
}

impl Sender {
    /// Returns the channels that are set up for sending.
    pub fn carriers(&self) -> Carriers {
        Carriers {
            has_email: self.email.is_some(),
            has_whatsapp: self.whatsapp.is_some(),
            push_key: self.push.public_key(),
        }
    }

    fn channels(&self) -> Vec<Channel> {
        let email = self.email.is_some().then_some(Channel::Email);
        let whatsapp = self.whatsapp.is_some().then_some(Channel::Whatsapp);
        [email, whatsapp, Some(Channel::Push), Some(Channel::Webhook)].into_iter().flatten().collect()
    }
}

/// Sends due messages over all channels in parallel; a channel that is down does not stop the others.
pub async fn send_due(sender: &Sender) -> Result<()> {
    while assign(sender).await? {}
    let channels = sender.channels().into_iter().map(|channel| send_over(sender, channel));
    join_all(channels).await.into_iter().collect()
}

/// Assigns a batch of messages to their channels; returns false if there are none, or another server was faster.
async fn assign(sender: &Sender) -> Result<bool> {
    let messages = deliveries::unassigned(&mut *sender.db.read().await?).await?;
    if messages.is_empty() {
        return Ok(false);
    }
    let mut tx = sender.db.write().await?;
    let is_first = deliveries::assign(&mut tx, &messages, sender.whatsapp.is_some(), sender.clock.now_ms()).await?;
    if is_first {
        tx.commit().await?;
    }
    Ok(is_first)
}

async fn send_over(sender: &Sender, channel: Channel) -> Result<()> {
    loop {
        let now_ms = sender.clock.now_ms();
        let due = deliveries::due(&mut *sender.db.read().await?, channel, now_ms, AT_ONCE).await?;
        if due.is_empty() {
            return Ok(());
        }
        let mut tx = sender.db.write().await?;
        let held = deliveries::take(&mut tx, due, now_ms).await?;
        tx.commit().await?;
        if held.is_empty() {
            return Ok(());
        }
        let is_up = try_join_all(held.into_iter().map(|held| send_queue(sender, channel, held))).await?;
        if is_up.contains(&false) {
            return Ok(());
        }
    }
}

/// Sends the waiting messages of a leased queue, one after the other; returns false if the channel is down.
async fn send_queue(sender: &Sender, channel: Channel, mut held: LeasedQueue) -> Result<bool> {
    let begun = Instant::now();
    while begun.elapsed() < TURN {
        let mut tx = sender.db.write().await?;
        let first = deliveries::first(&mut tx, &held, sender.clock.now_ms()).await?;
        tx.commit().await?;
        let Some(delivery) = first else { return Ok(true) };
        let outcome = send(sender, channel, &delivery).await?;
        let is_down = matches!(outcome, Outcome::Down(_));
        if let Outcome::Down(why) | Outcome::Later(why) | Outcome::Refused(why) = &outcome {
            tracing::info!(?channel, delivery = delivery.id, "a message was not sent: {}", without_addresses(why));
        }
        let mut tx = sender.db.write().await?;
        let goes_on = deliveries::conclude(&mut tx, &mut held, &delivery, &outcome, sender.clock.now_ms()).await?;
        tx.commit().await?;
        if !goes_on {
            return Ok(!is_down);
        }
    }
    let mut tx = sender.db.write().await?;
    deliveries::pause(&mut tx, &held, sender.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(true)
}

/// Removes addresses from a refusal for the log, because servers repeat the recipient in it.
fn without_addresses(why: &str) -> String {
    let words = why.split(' ').map(|word| if word.contains('@') { "***" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the refusal of a message whose recipient no longer exists.
fn recipient_gone() -> Outcome {
    Outcome::Refused("Penerimanya sudah tidak ada.".to_owned())
}

async fn send(sender: &Sender, channel: Channel, delivery: &Delivery) -> Result<Outcome> {
    let kind = delivery.kind.0;
    let payload: Value = serde_json::from_str(&delivery.payload).unwrap_or_default();
    // The settings are read first, because that may need a database connection itself.
    let settings = sender.settings.now().await?;
    let shop = settings.contact.name.as_str();
    let mut conn = sender.db.read().await?;
    let target = delivery.target_id.unwrap_or_default();
    let reader = match delivery.member_id {
        Some(member) => deliveries::reader(&mut conn, member).await?,
        None => None,
    };
    let name = reader.as_ref().map_or("", |reader| reader.name.as_str());
    let setting = Setting { shop, public_url: &sender.public_url, name, with_secrets: true };
    match channel {
        Channel::Webhook => {
            let found = webhooks::target(&mut conn, target).await?;
            drop(conn);
            let Some((url, key)) = found else { return Ok(recipient_gone()) };
            call_webhook(sender, delivery, payload, (&url, &key)).await
        }
        Channel::Email => {
            let address = delivery.address.as_ref().or(reader.as_ref().map(|reader| &reader.email));
            let (Some(email), Some(address)) = (&sender.email, address) else { return Ok(recipient_gone()) };
            let letter = write(&mut conn, kind, &payload, setting).await?;
            drop(conn);
            Ok(email.send(&delivery.uid(), shop, address, &letter).await)
        }
        Channel::Whatsapp => {
            drop(conn);
            let (Some(whatsapp), Some(reader)) = (&sender.whatsapp, &reader) else { return Ok(recipient_gone()) };
            let parameters = texts::parameters(kind, &payload, &reader.name);
            Ok(whatsapp.send(kind, &reader.phone, &parameters).await)
        }
        Channel::Push => {
            let found = choices::subscription(&mut conn, target).await?;
            let letter = write(&mut conn, kind, &payload, setting).await?;
            drop(conn);
            // Another member may have subscribed with this browser since.
            let found = found.filter(|subscription| Some(subscription.member_id) == delivery.member_id);
            let Some(subscription) = found else { return Ok(recipient_gone()) };
            let note = push::Note { title: shop, body: &letter.subject, page: &texts::page(kind, &payload) };
            let (outcome, is_over) =
                sender.push.send(&subscription, &delivery.uid(), note, sender.clock.now_ms()).await;
            if is_over {
                choices::end_subscription(&mut *sender.db.write_one().await?, target).await?;
            }
            Ok(outcome)
        }
    }
}

async fn write(conn: &mut Conn, kind: Kind, payload: &Value, setting: Setting<'_>) -> sqlx::Result<Letter> {
    let public_url = setting.public_url;
    let mut letter = texts::letter(kind, &texts::words(conn, kind).await?, payload, setting);
    if !kind.is_security() {
        letter.body.push_str(&format!("\n\nAtur pemberitahuan yang Anda terima: {public_url}/profile"));
    }
    Ok(letter)
}

async fn call_webhook(
    sender: &Sender,
    delivery: &Delivery,
    payload: Value,
    (url, key): (&str, &[u8]),
) -> Result<Outcome> {
    let at_ms = sender.clock.now_ms();
    let event = webhook::Event { uid: delivery.uid(), kind: delivery.kind.0, told_ms: delivery.created_ms, payload };
    let (outcome, status) = sender.webhooks.call(url, key, &event, at_ms).await;
    let why = match &outcome {
        Outcome::Sent => "",
        Outcome::Down(why) | Outcome::Later(why) | Outcome::Refused(why) => why,
    };
    let took_ms = sender.clock.now_ms() - at_ms;
    deliveries::log_try(&mut *sender.db.write_one().await?, delivery.id, (at_ms, took_ms), status, why).await?;
    Ok(outcome)
}

/// Marks deliveries that have waited too long as failed, and deletes messages older than the settings allow.
pub async fn tidy(db: &Db, now_ms: i64) -> Result<()> {
    while deliveries::give_up_late(&mut *db.write_one().await?, now_ms).await? > 0 {}
    let kept_days = settings::read::<PrivacySettings>(&mut *db.read().await?).await?.values.message_days;
    while deliveries::delete_old(&mut *db.write_one().await?, now_ms - kept_days * DAY_MS).await? > 0 {}
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_hides_addresses_of_failed_messages() {
        let why = "permanent error (550): 5.1.1 <budi@example.com>: Recipient address rejected";
        assert_eq!(without_addresses(why), "permanent error (550): 5.1.1 *** Recipient address rejected");
    }
}
