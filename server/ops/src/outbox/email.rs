//! Sends e-mails by SMTP: as text, and the same text as plain HTML.

use std::net::IpAddr;

use ksmart_identity::outbox::{deliveries::Outcome, texts::Letter};
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
    transport::smtp::{
        Error,
        client::{Tls, TlsParameters},
        extension::ClientId,
    },
};
use url::Url;

use crate::outbox::clients::TIME_LIMIT;

/// A server that sends e-mails.
#[derive(Clone)]
pub struct Email {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// Host name of this shop in the IDs of its messages.
    host: String,
}

/// SMTP codes that refuse the shop, not the single message: the server is unavailable, or requires TLS or another
/// password.
const REFUSES_SENDER: [u16; 5] = [421, 530, 534, 535, 538];

impl Email {
    /// Creates a sender for the server at `smtp_url`, with `from` as the sender of all e-mails.
    ///
    /// # Errors
    /// Returns a message for the operator if `smtp_url` is invalid.
    pub fn new(smtp_url: &str, from: Mailbox, public_url: &str) -> Result<Self, String> {
        let wrong = |error: Error| format!("SMTP_URL: {error}");
        let url = Url::parse(smtp_url).map_err(|error| format!("SMTP_URL: {error}"))?;
        let server = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(smtp_url).map_err(wrong)?;
        if url.scheme() == "smtp" {
            let is_here = server == "localhost" || server.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
            let tls = TlsParameters::new(server).map_err(wrong)?;
            // A password for another machine requires TLS, because otherwise an attacker could suppress TLS and read
            // it.
            let needs_tls = !url.username().is_empty() && !is_here;
            builder = builder.tls(if needs_tls { Tls::Required(tls) } else { Tls::Opportunistic(tls) });
        }
        let host = Url::parse(public_url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        let transport = builder.hello_name(ClientId::Domain(host.clone())).timeout(Some(TIME_LIMIT)).build();
        Ok(Self { transport, from, host })
    }

    /// Sends a letter to an address.
    pub(super) async fn send(&self, uid: &str, shop: &str, to: &str, letter: &Letter) -> Outcome {
        let message = match self.message(uid, shop, to, letter) {
            Ok(message) => message,
            Err(why) => return Outcome::Refused(why),
        };
        match self.transport.send(message).await {
            Ok(_) => Outcome::Sent,
            Err(error) => outcome_of(&error),
        }
    }

    fn message(&self, uid: &str, shop: &str, to: &str, letter: &Letter) -> Result<Message, String> {
        let address: Address = to.parse().map_err(|_| "Alamat emailnya tidak benar.".to_owned())?;
        let name = self.from.name.clone().unwrap_or_else(|| shop.to_owned());
        let message = Message::builder()
            .from(Mailbox::new(Some(name), self.from.email.clone()))
            .to(Mailbox::new(None, address))
            .subject(&letter.subject)
            .message_id(Some(format!("<{uid}@{}>", self.host)))
            .multipart(MultiPart::alternative_plain_html(letter.body.clone(), letter.html()));
        let mut message = message.map_err(|error| error.to_string())?;
        // The header prevents automatic replies to automatic messages.
        let name = HeaderName::new_from_ascii_str("Auto-Submitted");
        message.headers_mut().insert_raw(HeaderValue::new(name, "auto-generated".to_owned()));
        Ok(message)
    }
}

fn outcome_of(error: &Error) -> Outcome {
    let why = error.to_string();
    match error.status().map(u16::from) {
        Some(code) if REFUSES_SENDER.contains(&code) => Outcome::Down(why),
        Some(_) if error.is_permanent() => Outcome::Refused(why),
        Some(_) => Outcome::Later(why),
        None => Outcome::Down(why),
    }
}
