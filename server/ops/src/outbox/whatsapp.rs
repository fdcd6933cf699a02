//! Sends WhatsApp messages with templates, in the format of the Cloud API.

use ksmart_foundation::{
    config::{BaseUrl, Secret},
    db::TextEnum,
};
use ksmart_identity::outbox::{Kind, deliveries::Outcome};
use reqwest::Client;
use serde_json::json;

use crate::outbox::clients::anywhere;

/// A service that sends WhatsApp messages.
#[derive(Clone)]
pub struct Whatsapp {
    client: Client,
    url: String,
    token: Secret,
}

impl Whatsapp {
    /// Creates a client for the service with this URL and token.
    ///
    /// # Errors
    /// Fails if the system has no trusted certificate authorities.
    pub fn new(url: &BaseUrl, token: &Secret) -> Result<Self, String> {
        Ok(Self { client: anywhere()?, url: format!("{url}/messages"), token: token.clone() })
    }

    /// Sends a message with the template named after `kind`. `parameters` are its values, in order; `phone` is E.164.
    pub(super) async fn send(&self, kind: Kind, phone: &str, parameters: &[String]) -> Outcome {
        let to: String = phone.chars().filter(char::is_ascii_digit).collect();
        let parameters: Vec<_> = parameters.iter().map(|text| json!({"type": "text", "text": text})).collect();
        let body = json!({
            "messaging_product": "whatsapp", "recipient_type": "individual", "to": to, "type": "template",
            "template": {
                "name": kind.text(), "language": {"code": "id"},
                "components": [{"type": "body", "parameters": parameters}],
            },
        });
        let request = self.client.post(&self.url).bearer_auth(&self.token.0).json(&body);
        match request.send().await.map(|answer| answer.status().as_u16()) {
            Ok(200..=299) => Outcome::Sent,
            Ok(status @ (401 | 403 | 404 | 429 | 500..)) => Outcome::Down(format!("WhatsApp menjawab {status}.")),
            Ok(status) => Outcome::Refused(format!("WhatsApp menjawab {status}.")),
            Err(error) => Outcome::Down(error.without_url().to_string()),
        }
    }
}
