//! Messages of the shop: each kind with the people it concerns, its channels and the placeholders of its text.

use ksmart_foundation::text_enum;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::roles::{CATALOGUE, FINANCE, FULFILMENT, OWNER};

/// Topic of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageKind)]
pub enum Kind {
    /// A link that proves an e-mail address. Payload: `link`, `expires_ms`.
    EmailVerification,
    /// A link for choosing a new password. Payload: `link`, `expires_ms`.
    PasswordReset,
    /// The office made an account: a link for choosing its password. Payload: `link`, `expires_ms`.
    AccountCreated,
    /// A link by which an account becomes an administrator's. Payload: `link`, `expires_ms`, `role`.
    AdminInvitation,
    /// Someone logged in. Payload: `at_ms`, `device`.
    NewSession,
    /// The account's e-mail address was changed. Payload: `at_ms`, `email` (the new one).
    EmailChanged,
    /// The password was changed. Payload: `at_ms`.
    PasswordChanged,
    /// The bank account that bonuses are paid to was changed. Payload: `at_ms`, `bank`, `bank_account`.
    BankAccountChanged,
    /// An administrator viewed the shop as the member. Payload: `at_ms`.
    AccountViewed,
    /// The shop corrected a member's data. Payload: `at_ms`, `corrected` (the corrected data, in words), `why`.
    ProfileCorrected,
    /// An order was placed. Payload: `order`, `total_rp`.
    OrderPlaced,
    /// An order is paid. Payload: `order`, `total_rp`.
    OrderPaid,
    /// The address of an order was corrected. Payload: `order`, `address` (without the street), `why`, `total_rp`.
    OrderAddressChanged,
    /// An order is on its way. Payload: `order`, `courier`, `tracking_number`.
    OrderShipped,
    /// An order has arrived. Payload: `order`.
    OrderDelivered,
    /// An order was cancelled, or expired unpaid. Payload: `order`, `reason`.
    OrderCancelled,
    /// Money of an order was refunded. Payload: `order`, `amount_rp`.
    OrderRefunded,
    /// A return moved to another step. Payload: `order`, `return_number`, `step`.
    ReturnMoved,
    /// A period was calculated, and a bonus earned in it. Payload: `period`, `amount_rp`.
    BonusCalculated,
    /// Bonuses were paid. Payload: `payout`, `amount_rp` (the transferred amount).
    BonusPaid,
    /// A transfer of a bonus failed. Payload: `payout`, `amount_rp`, `reason`.
    BonusFailed,
    /// The shop answered a review. Payload: `product`, `product_id`, `answer`.
    ReviewAnswered,
    /// The shop answered a question about a product. Payload: `product`, `product_id`, `question`, `answer`.
    QuestionAnswered,
    /// The next version of the code of ethics. Payload: `version`, `effective_on`, `changes`.
    CodeOfEthicsPublished,
    /// The next version of the terms. Payload: `version`, `effective_on`, `changes`.
    TermsPublished,
    /// A product is nearly sold out. Payload: `product`, `stock`.
    LowStock,
    /// A payment does not fit its order. Payload: `order`, `problem`.
    PaymentProblem,
    /// Someone reviewed a product. Payload: `product`, `stars`.
    NewReview,
    /// Someone asked about a product. Payload: `product`, `question`.
    NewQuestion,
    /// A job of the server failed. Payload: `job`.
    JobFailed,
    /// A test of a webhook, requested by the owner. Its payload is empty.
    WebhookTest,
}

text_enum!(Kind {
    EmailVerification => "email_verification", PasswordReset => "password_reset", AdminInvitation => "admin_invitation",
    AccountCreated => "account_created", AccountViewed => "account_viewed",
    NewSession => "new_session", EmailChanged => "email_changed", PasswordChanged => "password_changed",
    BankAccountChanged => "bank_account_changed", ProfileCorrected => "profile_corrected",
    OrderPlaced => "order_placed", OrderPaid => "order_paid",
    OrderAddressChanged => "order_address_changed", OrderShipped => "order_shipped", OrderDelivered => "order_delivered", OrderCancelled => "order_cancelled",
    OrderRefunded => "order_refunded", ReturnMoved => "return_moved", BonusCalculated => "bonus_calculated",
    BonusPaid => "bonus_paid", BonusFailed => "bonus_failed",
    ReviewAnswered => "review_answered", QuestionAnswered => "question_answered", CodeOfEthicsPublished => "code_of_ethics_published", TermsPublished => "terms_published",
    LowStock => "low_stock", PaymentProblem => "payment_problem", NewReview => "new_review", NewQuestion => "new_question", JobFailed => "job_failed",
    WebhookTest => "webhook_test",
});

/// Channel of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MessageChannel)]
pub enum Channel {
    /// An e-mail.
    Email,
    /// A WhatsApp message by a template.
    Whatsapp,
    /// A push notification of a browser.
    Push,
    /// A signed request to an address that the owner set.
    Webhook,
}

text_enum!(Channel { Email => "email", Whatsapp => "whatsapp", Push => "push", Webhook => "webhook" });

/// Channels that the shop can send over, and their keys.
#[derive(Debug, Clone)]
pub struct Carriers {
    /// Whether e-mails are sent; otherwise they wait.
    pub has_email: bool,
    /// Whether WhatsApp messages are sent.
    pub has_whatsapp: bool,
    /// The key with which browsers subscribe to notifications, base64url.
    pub push_key: String,
}

/// Format in which a value is shown to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Text, shown unchanged.
    Text,
    /// Whole rupiah: `Rp 150.000`.
    Rupiah,
    /// UTC milliseconds, as date and time in Jakarta.
    Time,
    /// Text that only the recipient sees, such as a login link: any reader could act as the recipient.
    Secret,
}

/// Placeholder that a text may contain.
#[derive(Debug, Clone, Copy)]
pub struct Placeholder {
    /// Name of the placeholder in texts, between braces.
    pub name: &'static str,
    /// Name of the field of the payload that replaces it.
    pub field: &'static str,
    /// Format of the value.
    pub shown: Shown,
    /// Whether a text must have it.
    pub is_required: bool,
}

impl Placeholder {
    const fn new(name: &'static str, field: &'static str, shown: Shown) -> Self {
        Self { name, field, shown, is_required: false }
    }

    const fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// Returns a sample value for the preview of a text.
    pub fn example(&self) -> Value {
        match self.field {
            "link" => json!("https://toko.example.com/contoh"),
            "expires_ms" | "at_ms" => json!(1_767_232_800_000_i64),
            "total_rp" | "amount_rp" => json!(185_000),
            "order" => json!("KS-20260101-ABC123"),
            "address" => json!("Budi S., *********890, Kota Bandung, Jawa Barat 40135"),
            "courier" => json!("JNE REG"),
            "tracking_number" => json!("JP1234567890"),
            "return_number" => json!("1"),
            "reason" => json!("Pembayaran tidak diterima sampai batas waktunya."),
            "step" => json!("Permintaan Anda disetujui."),
            "period" => json!("Januari 2026"),
            "payout" => json!("12"),
            "version" => json!(2),
            "effective_on" => json!("1 Januari 2026"),
            "changes" => json!("Bagian tentang ulasan ditambah."),
            "product" => json!("Teh Hijau 100 g"),
            "stock" => json!(3),
            "stars" => json!(5),
            "problem" => json!("Pesanan dibayar dua kali"),
            "job" => json!("Mencocokkan pembayaran"),
            "role" => json!("Keuangan"),
            "device" => json!("Chrome di Android"),
            "email" => json!("nama@example.com"),
            "corrected" => json!("nama, nomor HP"),
            "why" => json!("Salah ketik saat mendaftar."),
            "answer" => json!("Terima kasih! Kemasan barunya sudah kami perbaiki."),
            "question" => json!("Apakah aman untuk ibu menyusui?"),
            "bank" => json!("BCA"),
            "bank_account" => json!("••••6789"),
            _ => json!("…"),
        }
    }
}

const LINK: Placeholder = Placeholder::new("tautan", "link", Shown::Secret).required();
const EXPIRES: Placeholder = Placeholder::new("berlaku_sampai", "expires_ms", Shown::Time);
const AT: Placeholder = Placeholder::new("waktu", "at_ms", Shown::Time);
const ORDER: Placeholder = Placeholder::new("pesanan", "order", Shown::Text).required();
const TOTAL: Placeholder = Placeholder::new("total", "total_rp", Shown::Rupiah);
const AMOUNT: Placeholder = Placeholder::new("jumlah", "amount_rp", Shown::Rupiah);
const PRODUCT: Placeholder = Placeholder::new("produk", "product", Shown::Text).required();
const QUESTION: Placeholder = Placeholder::new("pertanyaan", "question", Shown::Text);

impl Kind {
    /// All kinds except [`Kind::WebhookTest`], in display order.
    pub const ALL: [Self; 30] = [
        Self::OrderPlaced,
        Self::OrderPaid,
        Self::OrderAddressChanged,
        Self::OrderShipped,
        Self::OrderDelivered,
        Self::OrderCancelled,
        Self::OrderRefunded,
        Self::ReturnMoved,
        Self::BonusCalculated,
        Self::BonusPaid,
        Self::BonusFailed,
        Self::ReviewAnswered,
        Self::QuestionAnswered,
        Self::CodeOfEthicsPublished,
        Self::TermsPublished,
        Self::EmailVerification,
        Self::PasswordReset,
        Self::AccountCreated,
        Self::AdminInvitation,
        Self::NewSession,
        Self::EmailChanged,
        Self::PasswordChanged,
        Self::BankAccountChanged,
        Self::AccountViewed,
        Self::ProfileCorrected,
        Self::LowStock,
        Self::PaymentProblem,
        Self::NewReview,
        Self::NewQuestion,
        Self::JobFailed,
    ];

    /// Whether the kind is about access to a member's account or a change of the member's data; such messages cannot be
    /// turned off.
    pub fn is_security(self) -> bool {
        matches!(
            self,
            Self::EmailVerification
                | Self::PasswordReset
                | Self::AccountCreated
                | Self::AdminInvitation
                | Self::NewSession
                | Self::EmailChanged
                | Self::PasswordChanged
                | Self::BankAccountChanged
                | Self::AccountViewed
                | Self::ProfileCorrected
        )
    }

    /// Returns the rights of which an administrator needs one to receive the message, as bits; 0 for a message to a
    /// member.
    pub fn concerns(self) -> u8 {
        match self {
            Self::LowStock => CATALOGUE | FULFILMENT,
            Self::PaymentProblem => FINANCE,
            Self::NewReview | Self::NewQuestion => CATALOGUE,
            Self::JobFailed | Self::WebhookTest => OWNER,
            _ => 0,
        }
    }

    /// Returns the rights of which an administrator needs one to read such messages in the office, as bits.
    pub fn readers(self) -> u8 {
        match self {
            Self::OrderPlaced
            | Self::OrderPaid
            | Self::OrderAddressChanged
            | Self::OrderShipped
            | Self::OrderDelivered
            | Self::OrderCancelled
            | Self::OrderRefunded
            | Self::ReturnMoved => FULFILMENT | FINANCE | OWNER,
            Self::BonusCalculated | Self::BonusPaid | Self::BonusFailed => FINANCE | OWNER,
            Self::ReviewAnswered | Self::QuestionAnswered => CATALOGUE | OWNER,
            Self::LowStock | Self::PaymentProblem | Self::NewReview | Self::NewQuestion => self.concerns() | OWNER,
            Self::EmailVerification
            | Self::PasswordReset
            | Self::AccountCreated
            | Self::AdminInvitation
            | Self::NewSession
            | Self::EmailChanged
            | Self::PasswordChanged
            | Self::BankAccountChanged
            | Self::AccountViewed
            | Self::ProfileCorrected
            | Self::CodeOfEthicsPublished
            | Self::TermsPublished
            | Self::JobFailed
            | Self::WebhookTest => OWNER,
        }
    }

    /// Whether the text contains a secret, such as a link with which any reader could act as the recipient.
    pub fn is_secret(self) -> bool {
        self.placeholders().iter().any(|placeholder| placeholder.shown == Shown::Secret)
    }

    /// Returns the channels that may carry this kind of message.
    pub fn channels(self) -> &'static [Channel] {
        match self {
            Self::WebhookTest => &[Channel::Webhook],
            _ if self.is_secret() => &[Channel::Email],
            Self::CodeOfEthicsPublished | Self::TermsPublished | Self::ReviewAnswered | Self::QuestionAnswered => {
                &[Channel::Email, Channel::Push]
            }
            _ if self.is_security() => &[Channel::Email, Channel::Push],
            _ if self.concerns() != 0 => &[Channel::Email, Channel::Push, Channel::Webhook],
            _ => &[Channel::Email, Channel::Whatsapp, Channel::Push, Channel::Webhook],
        }
    }

    /// Returns the placeholders of the kind's text. Every text may also contain `{nama}` and `{toko}`, and `{tautan}`
    /// if there is no secret link.
    pub fn placeholders(self) -> &'static [Placeholder] {
        match self {
            Self::EmailVerification | Self::PasswordReset | Self::AccountCreated => &[LINK, EXPIRES],
            Self::AdminInvitation => const { &[LINK, EXPIRES, Placeholder::new("peran", "role", Shown::Text)] },
            Self::NewSession => const { &[AT, Placeholder::new("perangkat", "device", Shown::Text)] },
            Self::EmailChanged => const { &[AT, Placeholder::new("email", "email", Shown::Text)] },
            Self::PasswordChanged | Self::AccountViewed => &[AT],
            Self::BankAccountChanged => {
                const BANK: Placeholder = Placeholder::new("bank", "bank", Shown::Text);
                const NUMBER: Placeholder = Placeholder::new("rekening", "bank_account", Shown::Text);
                &[AT, BANK, NUMBER]
            }
            Self::ProfileCorrected => {
                const CORRECTED: Placeholder = Placeholder::new("data", "corrected", Shown::Text).required();
                const WHY: Placeholder = Placeholder::new("alasan", "why", Shown::Text);
                &[AT, CORRECTED, WHY]
            }
            Self::OrderPlaced | Self::OrderPaid => &[ORDER, TOTAL],
            Self::OrderAddressChanged => {
                const ADDRESS: Placeholder = Placeholder::new("alamat", "address", Shown::Text).required();
                const WHY: Placeholder = Placeholder::new("alasan", "why", Shown::Text);
                &[ORDER, ADDRESS, WHY, TOTAL]
            }
            Self::OrderShipped => {
                const COURIER: Placeholder = Placeholder::new("kurir", "courier", Shown::Text);
                const RESI: Placeholder = Placeholder::new("resi", "tracking_number", Shown::Text).required();
                &[ORDER, COURIER, RESI]
            }
            Self::OrderDelivered => &[ORDER],
            Self::OrderCancelled => const { &[ORDER, Placeholder::new("alasan", "reason", Shown::Text)] },
            Self::OrderRefunded => &[ORDER, AMOUNT],
            Self::ReturnMoved => {
                const NUMBER: Placeholder = Placeholder::new("retur", "return_number", Shown::Text);
                const STEP: Placeholder = Placeholder::new("langkah", "step", Shown::Text).required();
                &[ORDER, NUMBER, STEP]
            }
            Self::BonusCalculated => const { &[Placeholder::new("periode", "period", Shown::Text), AMOUNT] },
            Self::BonusPaid => const { &[Placeholder::new("pembayaran", "payout", Shown::Text), AMOUNT] },
            Self::CodeOfEthicsPublished | Self::TermsPublished => {
                const VERSION: Placeholder = Placeholder::new("versi", "version", Shown::Text);
                const FROM: Placeholder = Placeholder::new("berlaku_mulai", "effective_on", Shown::Text).required();
                const CHANGES: Placeholder = Placeholder::new("yang_berubah", "changes", Shown::Text);
                &[VERSION, FROM, CHANGES]
            }
            Self::BonusFailed => const { &[AMOUNT, Placeholder::new("alasan", "reason", Shown::Text).required()] },
            Self::ReviewAnswered => const { &[PRODUCT, Placeholder::new("jawaban", "answer", Shown::Text).required()] },
            Self::QuestionAnswered => {
                const ANSWER: Placeholder = Placeholder::new("jawaban", "answer", Shown::Text).required();
                &[PRODUCT, QUESTION, ANSWER]
            }
            Self::LowStock => const { &[PRODUCT, Placeholder::new("stok", "stock", Shown::Text)] },
            Self::PaymentProblem => const { &[ORDER, Placeholder::new("masalah", "problem", Shown::Text)] },
            Self::NewReview => const { &[PRODUCT, Placeholder::new("bintang", "stars", Shown::Text)] },
            Self::NewQuestion => &[PRODUCT, QUESTION],
            Self::JobFailed => const { &[Placeholder::new("pekerjaan", "job", Shown::Text).required()] },
            Self::WebhookTest => &[],
        }
    }
}
