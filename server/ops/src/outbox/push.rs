//! Sends notifications to browsers: encrypted for the one browser (RFC 8291), and identified as the shop's (VAPID, RFC
//! 8292).

use std::sync::Arc;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use ksmart_identity::outbox::{choices::Subscription, deliveries::Outcome};
use reqwest::{Client, header::AUTHORIZATION};
use serde_json::json;
use url::Url;
use web_push_native::{
    Auth, encrypt,
    p256::{PublicKey, SecretKey, elliptic_curve::sec1::ToEncodedPoint, pkcs8::EncodePrivateKey},
};

use crate::outbox::clients::outside;

/// Time for which a push service stores a notification that the browser does not fetch, seconds.
const TTL_SECONDS: u32 = 24 * 60 * 60;

/// Validity of a signed VAPID token, seconds.
const TOKEN_SECONDS: i64 = 12 * 60 * 60;

/// Sender of notifications to browsers.
#[derive(Clone)]
pub struct Push {
    client: Client,
    signing: Arc<EncodingKey>,
    public_key: Arc<str>,
    /// Contact address of the shop's operator, for push services.
    contact: Arc<str>,
}

/// Content of a notification.
pub(super) struct Note<'a> {
    /// Shop's name.
    pub(super) title: &'a str,
    /// Message text.
    pub(super) body: &'a str,
    /// Page of the shop that it opens.
    pub(super) page: &'a str,
}

impl Push {
    /// Creates a sender with the shop's private key (32 bytes, base64url); `contact` is a URL for push services.
    ///
    /// # Errors
    /// Returns a message for the operator if the key is invalid, or no HTTP client can be created.
    pub fn new(key: &str, contact: &str) -> Result<Self, String> {
        let wrong = "the key of push notifications in the database is none";
        let bytes = BASE64_URL_SAFE_NO_PAD.decode(key).map_err(|_| wrong.to_owned())?;
        let secret = SecretKey::from_slice(&bytes).map_err(|_| wrong.to_owned())?;
        let der = secret.to_pkcs8_der().map_err(|_| wrong.to_owned())?;
        let public_key = BASE64_URL_SAFE_NO_PAD.encode(secret.public_key().to_encoded_point(false).as_bytes());
        Ok(Self {
            client: outside()?,
            signing: Arc::new(EncodingKey::from_ec_der(der.as_bytes())),
            public_key: public_key.into(),
            contact: contact.into(),
        })
    }

    /// Returns the public half of the shop's key, base64url.
    pub(super) fn public_key(&self) -> String {
        self.public_key.to_string()
    }

    /// Shows a notification in a browser; also returns whether the browser's subscription is over.
    pub(super) async fn send(
        &self,
        subscription: &Subscription,
        uid: &str,
        note: Note<'_>,
        now_ms: i64,
    ) -> (Outcome, bool) {
        let refused = || (Outcome::Refused("Langganan browsernya tidak benar.".to_owned()), true);
        let payload = json!({"title": note.title, "body": note.body, "url": note.page, "tag": uid}).to_string();
        let Some(body) = sealed(subscription, payload) else { return refused() };
        let Some(authorization) = self.authorization(&subscription.endpoint, now_ms) else { return refused() };
        let request = self.client.post(&subscription.endpoint).header("ttl", TTL_SECONDS);
        let request = request.header("content-encoding", "aes128gcm").header(AUTHORIZATION, authorization).body(body);
        match request.send().await.map(|answer| answer.status().as_u16()) {
            Ok(200..=299) => (Outcome::Sent, false),
            Ok(404 | 410) => (Outcome::Refused("Browsernya berhenti berlangganan.".to_owned()), true),
            Ok(status @ (429 | 500..)) => (Outcome::Later(format!("Layanan browsernya menjawab {status}.")), false),
            Ok(status) => (Outcome::Refused(format!("Layanan browsernya menjawab {status}.")), false),
            Err(error) => (Outcome::Later(error.without_url().to_string()), false),
        }
    }

    /// Returns the `Authorization` header that names the shop to a push service (VAPID, RFC 8292); `None` for an
    /// endpoint that is no URL.
    fn authorization(&self, endpoint: &str, now_ms: i64) -> Option<String> {
        let audience = Url::parse(endpoint).ok()?.origin().ascii_serialization();
        let claims = json!({"aud": audience, "exp": now_ms / 1000 + TOKEN_SECONDS, "sub": &*self.contact});
        let token = jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &self.signing).ok()?;
        Some(format!("vapid t={token}, k={}", self.public_key))
    }
}

/// Encrypts a text so that only this browser can read it.
fn sealed(subscription: &Subscription, payload: String) -> Option<Vec<u8>> {
    let bytes = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
    let key = PublicKey::from_sec1_bytes(&bytes(&subscription.p256dh)?).ok()?;
    let auth = bytes(&subscription.auth)?;
    (auth.len() == 16).then(|| encrypt(payload.into_bytes(), &key, Auth::from_slice(&auth)).ok())?
}
