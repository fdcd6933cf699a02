//! The configuration with which the server was started, as administrators see it.

use ksmart_foundation::config::Config;
use serde::Serialize;
use utoipa::ToSchema;

/// Payment provider in use.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PaymentProvider {
    /// The sandbox inside this server: no money moves.
    BuiltInSandbox,
    /// Midtrans's sandbox: no money moves.
    MidtransSandbox,
    /// Midtrans, with real money.
    MidtransProduction,
}

/// Source of the shipping costs.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ShippingProvider {
    /// The program's built-in tariff.
    BuiltIn,
    /// Komerce.
    Komerce,
}

/// Configuration with which the server was started. Of secret keys it shows only whether they are set, never their
/// values.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Operation {
    /// Payment provider, according to `MIDTRANS_SERVER_KEY`.
    payment: PaymentProvider,
    /// URL for notifications, to be entered at the payment provider.
    notification_url: String,
    /// Minutes until an unpaid online order expires (`PAYMENT_EXPIRY_MINUTES`).
    payment_expiry_minutes: i64,
    /// Source of the shipping costs: Komerce if `KOMERCE_API_KEY` is set.
    shipping: ShippingProvider,
    /// Whether `SMTP_URL` is set: without it no e-mail is sent.
    sends_mail: bool,
    /// Model that answers questions about products (`CHAT_API_KEY`); null while answers come only from the catalogue.
    chat_model: Option<String>,
    /// Public base URL of the shop.
    public_url: String,
    /// Whether `PUBLIC_URL` is set; otherwise the base URL is the one that the server listens on.
    public_url_set: bool,
    /// Kind of file storage, by `STORAGE_URL`: `file` or `s3`.
    storage: &'static str,
    /// Kind of database, by `DATABASE_URL`: `sqlite` or `postgres`.
    database: &'static str,
}

impl Operation {
    /// Whether the server uses Midtrans, in production or its sandbox, instead of the built-in sandbox.
    pub fn has_payment_provider(&self) -> bool {
        !matches!(self.payment, PaymentProvider::BuiltInSandbox)
    }

    /// Whether e-mails are sent.
    pub fn sends_mail(&self) -> bool {
        self.sends_mail
    }

    /// Summarises `config` for the shop at `public_url`.
    pub fn of(config: &Config, public_url: &str, chat_model: Option<&str>) -> Self {
        let payment = match &config.midtrans_server_key {
            None => PaymentProvider::BuiltInSandbox,
            Some(key) if key.0.starts_with("SB-") => PaymentProvider::MidtransSandbox,
            Some(_) => PaymentProvider::MidtransProduction,
        };
        let has_komerce = config.komerce_api_key.is_some();
        Self {
            payment,
            notification_url: format!("{public_url}/api/payments/notification"),
            payment_expiry_minutes: config.payment_expiry_minutes,
            shipping: if has_komerce { ShippingProvider::Komerce } else { ShippingProvider::BuiltIn },
            sends_mail: config.smtp_url.is_some(),
            chat_model: chat_model.map(str::to_owned),
            public_url: public_url.to_owned(),
            public_url_set: config.public_url.is_some(),
            storage: if config.storage_url.starts_with("s3://") { "s3" } else { "file" },
            database: if config.database_url.0.starts_with("sqlite://") { "sqlite" } else { "postgres" },
        }
    }
}
