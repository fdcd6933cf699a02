//! Calls webhooks according to [Standard Webhooks](https://www.standardwebhooks.com): JSON, signed together with the
//! message's identifier and the time of the attempt.

use base64::{Engine, prelude::BASE64_STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use ksmart_foundation::time::rfc3339;
use ksmart_identity::outbox::{Kind, deliveries::Outcome};
use reqwest::{Client, header::CONTENT_TYPE};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::outbox::clients::anywhere;

/// Event sent to a webhook.
pub(super) struct Event {
    /// Identifier, the same for every attempt.
    pub(super) uid: String,
    /// Kind of event.
    pub(super) kind: Kind,
    /// Creation time of the message, UTC milliseconds.
    pub(super) told_ms: i64,
    /// Data of the event.
    pub(super) payload: Value,
}

/// Caller of webhooks.
#[derive(Clone)]
pub struct Webhooks(Client);

impl Webhooks {
    /// Returns a caller of webhooks.
    ///
    /// # Errors
    /// Fails if the system has no trusted certificate authorities.
    pub fn new() -> Result<Self, String> {
        Ok(Self(anywhere()?))
    }

    /// Sends an event to a webhook; also returns the HTTP status of the answer, if there was one.
    pub(super) async fn call(&self, url: &str, key: &[u8], event: &Event, now_ms: i64) -> (Outcome, Option<u16>) {
        let body = json!({"type": event.kind, "timestamp": rfc3339(event.told_ms), "data": event.payload}).to_string();
        let seconds = now_ms / 1000;
        let request = self.0.post(url).header(CONTENT_TYPE, "application/json").header("webhook-id", &event.uid);
        let request = request.header("webhook-timestamp", seconds);
        let signed = format!("{}.{seconds}.{body}", event.uid);
        let request = request.header("webhook-signature", signature(key, signed.as_bytes())).body(body);
        match request.send().await.map(|answer| answer.status().as_u16()) {
            Ok(status @ 200..=299) => (Outcome::Sent, Some(status)),
            Ok(status) => (Outcome::Later(format!("Dijawab dengan status {status}.")), Some(status)),
            Err(error) if error.is_timeout() => (Outcome::Later("Tidak dijawab dalam 10 detik.".to_owned()), None),
            Err(_) => (Outcome::Later("Tidak bisa dihubungi.".to_owned()), None),
        }
    }
}

/// Returns the signature of a text: `v1,` and base64 of its HMAC-SHA-256.
fn signature(key: &[u8], text: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap_or_else(|_| unreachable!("a key has any length"));
    mac.update(text);
    format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_match_the_standard() {
        // Example from the standard's own libraries.
        let key = BASE64_STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let text = b"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}";
        assert_eq!(signature(&key, text), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
