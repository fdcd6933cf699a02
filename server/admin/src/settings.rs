//! Shop settings of the owner, and the configuration with which the server was started.

use axum::{Json, extract::State};
use ksmart_core::{
    fields::{CAN_WAIT, MORE_BANKS, phone_e164},
    quote::SHIPPING_ORIGIN_ID,
    tax::read_tax_number,
    text,
};
use ksmart_foundation::{
    config::Config,
    db::{Db, TextEnum},
    document::routes,
    error::Result,
    extract::Body,
    form::Refusals,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    factors,
    roles::{Admin, Confirmed, OWNER},
    sessions::{self},
    settings::{CachedSettings, Contact, NO, ShopSettings, VERSION, VISITOR_PRICES, YES, put, read, take_version},
};
use ksmart_shop::{
    catalog::VisitorPrices,
    shipping::{couriers::Couriers, destinations::Destinations},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Maximum number of days for returns and buy-backs.
const MAX_DAYS: i64 = 365;

/// Maximum number of days that a new bank account has to wait.
const MAX_BANK_HOLD_DAYS: i64 = 30;

/// Highest minimum of unpaid bonuses that a shop may set for a payout, rupiah.
const MAX_LEAST_RP: i64 = 10_000_000;

/// Maximum number of days during which a new administrator may not approve payouts.
const MAX_WAIT_DAYS: i64 = 30;

/// Range of the retention of sent messages, in days: at least as long as the integrity check needs them (`ksmart
/// check`).
const MESSAGE_DAYS: std::ops::RangeInclusive<i64> = 31..=3650;

/// Range of the retention of books that name a former member, in years.
const BOOKS_YEARS: std::ops::RangeInclusive<i64> = 5..=30;

/// Highest number of stored backups that the owner can set.
const MAX_BACKUPS: i64 = 60;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(show, change))
}

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
    /// `MIDTRANS_SERVER_KEY`.
    payment: PaymentProvider,
    /// Address for notifications, to be entered at the payment provider.
    notification_url: String,
    /// `PAYMENT_EXPIRY_MINUTES`.
    payment_expiry_minutes: i64,
    /// `KOMERCE_API_KEY`.
    shipping: ShippingProvider,
    /// Whether `SMTP_URL` is set: without it no e-mail is sent.
    sends_mail: bool,
    /// `CHAT_API_KEY`: the model that answers questions about products; null while answers come only from the
    /// catalogue.
    chat_model: Option<String>,
    /// Public address of the shop.
    public_url: String,
    /// Whether `PUBLIC_URL` is set; otherwise the address is the one that the server listens on.
    public_url_set: bool,
    /// `STORAGE_URL`: `file` or `s3`.
    storage: &'static str,
    /// `DATABASE_URL`: `sqlite` or `postgres`.
    database: &'static str,
}

impl Operation {
    /// Whether a payment provider is set.
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

/// Settings chosen by the owner.
#[derive(Debug, Serialize, ToSchema)]
struct AdminSettings {
    shop_name: String,
    shop_address: String,
    shop_hours: String,
    shop_email: String,
    shop_phone: String,
    /// E.164, or empty.
    shop_whatsapp: String,
    /// Destination from which parcels are sent.
    shipping_origin_id: i64,
    /// Name of that destination, or empty if unknown.
    shipping_origin_label: String,
    /// Whether the owner has chosen the origin; until then it is the program's default.
    shipping_origin_chosen: bool,
    /// Highest stock at which a product counts as low, pieces.
    low_stock: i64,
    /// Contact details that a leader sees of members below the direct downline: `shown` or `masked`; `unchosen`,
    /// treated as `shown`, until the owner has chosen.
    downline_contacts: String,
    /// Method of calculating the tax on bonuses: `flat` or `pph21`.
    payout_tax: String,
    /// Tax withheld from a bonus if the method is `flat`, percent, such as `2.5`.
    payout_tax_percent: String,
    /// Minimum of a member's unpaid bonuses, before tax, for them to be paid, rupiah; 0: no minimum.
    payout_least_rp: i64,
    /// Number of days after completion in which the member may request a return; 0: never.
    return_days: i64,
    /// Number of days after completion in which the shop buys goods back; 0: never.
    buyback_days: i64,
    /// Share of a buy-back that the shop retains, percent, such as `10`.
    buyback_percent: String,
    /// Whether a refund for a change of mind includes the shipping.
    unwanted_refunds_shipping: bool,
    /// Legal entity that sells and withholds tax, or empty if it has the shop's name.
    legal_name: String,
    /// Its postal address, or empty if it is the shop's.
    legal_address: String,
    /// The shop's own tax number, 15 or 16 digits, or empty.
    tax_number: String,
    /// Whether the shop is a taxable business, so that its prices include value-added tax: `yes` or `no`.
    taxable: String,
    /// Whether a product's minimum quantity is binding for buyers.
    minimum_binds: bool,
    /// Maximum number of unpaid orders per member; 0 for no limit.
    max_unpaid_orders: i64,
    /// Maximum number of pieces in those orders together; 0 for no limit.
    max_unpaid_pieces: i64,
    /// Whether a COD order must be approved by the shop if its member has never paid for an order that arrived.
    holds_first_cod: bool,
    /// Maximum duration of a login, days.
    session_days: i64,
    /// Duration after which an unused login ends, hours.
    session_idle_hours: i64,
    /// Number of days in which no bonus is paid to a bank account that a member has changed.
    bank_hold_days: i64,
    /// Whether owners and finance need a second factor, and administrators must confirm their identity again to move
    /// money or power.
    admin_factors: bool,
    /// Whether members are notified when an administrator views the shop as they see it.
    tells_views: bool,
    /// Number of days in which an administrator who is new, or whose access was reset, may not approve payouts; 0: no
    /// wait.
    approval_wait_days: i64,
    /// Number of days that sent messages are stored.
    message_days: i64,
    /// Number of years that recipients of bonuses and refunds are stored after a member is erased.
    books_years: i64,
    /// Number of backups kept in the storage; 0: no automatic backups.
    backups_kept: i64,
    /// Details that a member enters later than at registration: `profile_picture`, `no_hp`, `alamat`, `bank` (with the
    /// number), `jenis_kelamin`, `tanggal_lahir`.
    registration_later: Vec<String>,
    /// Banks of `bank_choices` to which bonuses can be paid, in addition to the banks that every shop has.
    more_banks: Vec<String>,
    /// Banks that a shop may add.
    bank_choices: Vec<&'static str>,
    /// Explanation of Plan A, shown where the plan is chosen; may be empty.
    plan_a_text: String,
    /// Explanation of Plan B, shown where the plan is chosen; may be empty.
    plan_b_text: String,
    /// Prices shown to visitors who are not members: `member`, `both` or `retail`.
    visitor_prices: String,
    /// Number of edits; an edit names the number on which it is based.
    version: i64,
    operation: Operation,
}

/// Settings form.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!(
    {"shop_name": "K-Smart", "shop_address": "Jl. Melati 1, Jakarta",
    "shop_hours": "Senin-Jumat 09.00-17.00", "shop_email": "halo@example.com", "shop_phone": "021-5550100",
    "shop_whatsapp": "081234567890", "shipping_origin_id": 17579,
    "shipping_origin_label": "Kuningan Timur, Setiabudi", "low_stock": 10, "downline_contacts": "shown",
    "payout_tax": "flat", "payout_tax_percent": "2.5", "payout_least_rp": 0, "legal_name": "PT Melati Sehat",
    "legal_address": "Jl. Melati 1, Jakarta", "unwanted_refunds_shipping": false, "tax_number": "",
    "taxable": "no", "return_days": 7, "buyback_days": 0, "buyback_percent": "10", "minimum_binds": false, "max_unpaid_orders": 20,
    "max_unpaid_pieces": 2000, "holds_first_cod": false, "session_days": 7, "session_idle_hours": 72,
    "bank_hold_days": 3, "admin_factors": true, "tells_views": true, "approval_wait_days": 3,
    "message_days": 90, "books_years": 10, "backups_kept": 7, "registration_later": ["profile_picture", "bank"],
    "more_banks": ["BSI"],
    "plan_a_text": "Bonus dari belanja Anda sendiri.", "plan_b_text": "Bonus dari belanja jaringan Anda.",
    "visitor_prices": "member", "version": 1}
)))]
struct SettingsForm {
    #[schema(min_length = 1, max_length = 60, pattern = r"\S")]
    shop_name: String,
    #[schema(max_length = 200)]
    shop_address: String,
    #[schema(max_length = 100)]
    shop_hours: String,
    #[schema(max_length = 254)]
    shop_email: String,
    #[schema(max_length = 30)]
    shop_phone: String,
    /// Indonesian mobile number in any usual spelling, or empty.
    shop_whatsapp: String,
    /// Id from the destination search.
    #[schema(minimum = 1)]
    shipping_origin_id: i64,
    /// Label from the destination search.
    #[schema(max_length = 300)]
    shipping_origin_label: String,
    /// Whether the origin of parcels stays unchosen, if the owner has not chosen one yet; false if it is left out.
    shipping_origin_open: Option<bool>,
    /// 0 to 1,000,000; unchanged if it is left out.
    #[schema(minimum = 0, maximum = 1_000_000)]
    low_stock: Option<i64>,
    /// `shown` or `masked`; `unchosen` if still not chosen.
    #[schema(pattern = "^(unchosen|shown|masked)$")]
    downline_contacts: String,
    /// `flat` or `pph21`; unchanged if it is left out.
    #[schema(pattern = "^(flat|pph21)$")]
    payout_tax: Option<String>,
    /// 0 to 100, up to two decimals.
    #[schema(pattern = r"^(100|\d{1,2}([.,]\d{1,2})?)$")]
    payout_tax_percent: String,
    /// 0 to 10,000,000, 0 for no minimum; unchanged if it is left out.
    #[schema(minimum = 0, maximum = 10_000_000)]
    payout_least_rp: Option<i64>,
    /// 0 to 365; unchanged if it is left out.
    #[schema(minimum = 0, maximum = 365)]
    return_days: Option<i64>,
    /// 0 to 365; unchanged if it is left out.
    #[schema(minimum = 0, maximum = 365)]
    buyback_days: Option<i64>,
    /// 0 to 100, up to two decimals; unchanged if it is left out.
    #[schema(pattern = r"^(100|\d{1,2}([.,]\d{1,2})?)$")]
    buyback_percent: Option<String>,
    /// Whether a refund for a change of mind includes the shipping; unchanged if it is left out.
    unwanted_refunds_shipping: Option<bool>,
    /// Legal entity that sells and withholds tax, or empty; unchanged if it is left out.
    #[schema(max_length = 100)]
    legal_name: Option<String>,
    /// Its postal address, or empty; unchanged if it is left out.
    #[schema(max_length = 200)]
    legal_address: Option<String>,
    /// 15 or 16 digits, with blanks, dots and hyphens between them, or empty; unchanged if it is left out.
    #[schema(max_length = 40)]
    tax_number: Option<String>,
    /// `yes` or `no`; unchanged if it is left out.
    #[schema(pattern = "^(yes|no)$")]
    taxable: Option<String>,
    /// Whether a product's minimum quantity is binding for buyers; unchanged if it is left out.
    minimum_binds: Option<bool>,
    /// 0 to 1,000, 0 for no limit; unchanged if it is left out.
    #[schema(minimum = 0, maximum = 1000)]
    max_unpaid_orders: Option<i64>,
    /// 0 to 1,000,000, 0 for no limit; unchanged if it is left out.
    #[schema(minimum = 0, maximum = 1_000_000)]
    max_unpaid_pieces: Option<i64>,
    /// Whether a COD order must be approved by the shop if its member has never paid for an order that arrived;
    /// unchanged if it is left out.
    holds_first_cod: Option<bool>,
    /// 1 to 90; unchanged if it is left out.
    #[schema(minimum = 1, maximum = 90)]
    session_days: Option<i64>,
    /// 1 to 2,160; unchanged if it is left out.
    #[schema(minimum = 1, maximum = 2160)]
    session_idle_hours: Option<i64>,
    /// 0 to 30; unchanged if it is left out.
    #[schema(minimum = 0, maximum = 30)]
    bank_hold_days: Option<i64>,
    /// Whether owners and finance need a second factor, and administrators must confirm their identity again to move
    /// money or power; unchanged if it is left out.
    admin_factors: Option<bool>,
    /// Whether members are notified when an administrator views the shop as they see it; unchanged if it is left out.
    tells_views: Option<bool>,
    /// 0 to 30, 0 for no wait; unchanged if it is left out.
    #[schema(minimum = 0, maximum = 30)]
    approval_wait_days: Option<i64>,
    /// 31 to 3650; unchanged if it is left out.
    #[schema(minimum = 31, maximum = 3650)]
    message_days: Option<i64>,
    /// 5 to 30; unchanged if it is left out.
    #[schema(minimum = 5, maximum = 30)]
    books_years: Option<i64>,
    /// 0 to 60, 0 for no automatic backups; unchanged if it is left out.
    #[schema(minimum = 0, maximum = 60)]
    backups_kept: Option<i64>,
    /// Details that a member enters later than at registration; unchanged if it is left out.
    #[schema(max_items = 6)]
    registration_later: Option<Vec<String>>,
    /// Banks to which bonuses can be paid, in addition to those that every shop has; unchanged if it is left out.
    #[schema(max_items = 24)]
    more_banks: Option<Vec<String>>,
    /// Explanation of Plan A; unchanged if it is left out.
    #[schema(max_length = 200)]
    plan_a_text: Option<String>,
    /// Explanation of Plan B; unchanged if it is left out.
    #[schema(max_length = 200)]
    plan_b_text: Option<String>,
    /// `member`, `both` or `retail`; unchanged if it is left out.
    #[schema(pattern = "^(member|both|retail)$")]
    visitor_prices: Option<String>,
    /// The version that was edited.
    version: i64,
}

fn shown(couriers: &Couriers, operation: &Operation, settings: ShopSettings) -> AdminSettings {
    let label = if couriers.are_built_in() {
        label(settings.shipping_origin_id)
    } else {
        // Until another origin is chosen, it is the program's default.
        let is_first = settings.shipping_origin_label.is_empty() && settings.shipping_origin_id == SHIPPING_ORIGIN_ID;
        label(settings.shipping_origin_id).filter(|_| is_first)
    };
    let registration_later = settings.registration_later();
    let more_banks = settings.more_banks();
    AdminSettings {
        shop_name: settings.contact.name,
        shop_address: settings.contact.address,
        shop_hours: settings.contact.hours,
        shop_email: settings.contact.email,
        shop_phone: settings.contact.phone,
        shop_whatsapp: settings.contact.whatsapp,
        shipping_origin_id: settings.shipping_origin_id,
        shipping_origin_label: label.unwrap_or(settings.shipping_origin_label),
        shipping_origin_chosen: settings.shipping_origin_chosen,
        low_stock: settings.low_stock,
        downline_contacts: settings.downline_contacts,
        payout_tax: settings.payout_tax,
        payout_tax_percent: settings.payout_tax_percent.normalize().to_string(),
        payout_least_rp: settings.payout_least_rp,
        return_days: settings.return_days,
        buyback_days: settings.buyback_days,
        buyback_percent: settings.buyback_percent.normalize().to_string(),
        unwanted_refunds_shipping: settings.unwanted_refunds_shipping,
        legal_name: settings.legal_name,
        legal_address: settings.legal_address,
        tax_number: settings.tax_number,
        taxable: flag(settings.is_taxable),
        minimum_binds: settings.minimum_binds,
        max_unpaid_orders: settings.max_unpaid_orders,
        max_unpaid_pieces: settings.max_unpaid_pieces,
        holds_first_cod: settings.holds_first_cod,
        session_days: settings.session_days,
        session_idle_hours: settings.session_idle_hours,
        bank_hold_days: settings.bank_hold_days,
        admin_factors: settings.admin_factors,
        tells_views: settings.tells_views,
        approval_wait_days: settings.approval_wait_days,
        message_days: settings.message_days,
        books_years: settings.books_years,
        backups_kept: settings.backups_kept,
        registration_later,
        more_banks,
        bank_choices: MORE_BANKS.to_vec(),
        plan_a_text: settings.plan_a_text,
        plan_b_text: settings.plan_b_text,
        visitor_prices: settings.visitor_prices,
        version: settings.version,
        operation: operation.clone(),
    }
}

/// Returns the name of a destination in the program's built-in list.
fn label(id: i64) -> Option<String> {
    Destinations::embedded().get(id).map(|destination| destination.label())
}

/// Reads the public contact details, as typed.
fn contact(refusals: &mut Refusals, form: &SettingsForm) -> Contact {
    let contact = Contact {
        name: refusals.line("shop_name", "Nama toko", &form.shop_name, 60),
        address: refusals.line_or_none("shop_address", "Alamat", &form.shop_address, 200),
        hours: refusals.line_or_none("shop_hours", "Jam layanan", &form.shop_hours, 100),
        email: refusals.line_or_none("shop_email", "Email", &form.shop_email, 254),
        phone: refusals.line_or_none("shop_phone", "Telepon", &form.shop_phone, 30),
        whatsapp: phone_e164(&form.shop_whatsapp).unwrap_or_default(),
    };
    if !contact.email.is_empty() && !is_email(&contact.email) {
        refusals.add("shop_email", "email", "Format email tidak benar.");
    }
    if !contact.phone.is_empty() && !is_phone(&contact.phone) {
        refusals.add("shop_phone", "phone", "Nomor telepon tidak benar, contoh 021-5550100.");
    }
    if contact.whatsapp.is_empty() && !form.shop_whatsapp.trim().is_empty() {
        refusals.add("shop_whatsapp", "phone", "Nomor WhatsApp tidak benar, contoh 081234567890.");
    }
    contact
}

/// Reads the method of taxing bonuses and the minimum for paying them, as typed; a field that was not sent keeps its
/// value. All other settings have their defaults.
fn taxes(refusals: &mut Refusals, form: &SettingsForm, before: &ShopSettings) -> ShopSettings {
    let payout_tax = form.payout_tax.clone().unwrap_or_else(|| before.payout_tax.clone());
    if !["flat", "pph21"].contains(&payout_tax.as_str()) {
        refusals.add("payout_tax", "choice", "Pilih cara menghitung pajak bonus.");
    }
    let payout_tax_percent = refusals.percent("payout_tax_percent", "Pajak bonus", &form.payout_tax_percent, true);
    let payout_least_rp = form.payout_least_rp.unwrap_or(before.payout_least_rp);
    refusals.whole("payout_least_rp", "Pembayaran bonus paling sedikit", payout_least_rp, 0..=MAX_LEAST_RP);
    let typed_number = form.tax_number.as_ref().unwrap_or(&before.tax_number);
    let tax_number = read_tax_number(typed_number).unwrap_or_default();
    if tax_number.is_empty() && !typed_number.trim().is_empty() {
        refusals.add("tax_number", "tax_number", "Isi 16 digit NPWP, atau 15 digit NPWP lama.");
    }
    let legal_name = form.legal_name.as_ref().unwrap_or(&before.legal_name);
    let legal_address = form.legal_address.as_ref().unwrap_or(&before.legal_address);
    let taxable = form.taxable.clone().unwrap_or_else(|| flag(before.is_taxable));
    if ![YES, NO].contains(&taxable.as_str()) {
        refusals.add("taxable", "choice", "Pilih apakah toko ini Pengusaha Kena Pajak.");
    }
    ShopSettings {
        payout_tax,
        payout_tax_percent,
        payout_least_rp,
        legal_name: refusals.line_or_none("legal_name", "Nama badan usaha", legal_name, 100),
        legal_address: refusals.line_or_none("legal_address", "Alamat badan usaha", legal_address, 200),
        tax_number,
        is_taxable: taxable == YES,
        ..ShopSettings::default()
    }
}

/// Reads the duration of logins and the waiting time of a new bank account, as typed; a field that was not sent keeps
/// its value. All other settings are as in `others`.
fn safety(refusals: &mut Refusals, form: &SettingsForm, before: &ShopSettings, others: ShopSettings) -> ShopSettings {
    let session_days = form.session_days.unwrap_or(before.session_days);
    refusals.whole("session_days", "Lama login", session_days, 1..=sessions::MAX_DAYS);
    let session_idle_hours = form.session_idle_hours.unwrap_or(before.session_idle_hours);
    refusals.whole("session_idle_hours", "Lama login tanpa dipakai", session_idle_hours, 1..=sessions::MAX_DAYS * 24);
    let bank_hold_days = form.bank_hold_days.unwrap_or(before.bank_hold_days);
    refusals.whole("bank_hold_days", "Masa tunggu rekening baru", bank_hold_days, 0..=MAX_BANK_HOLD_DAYS);
    let others = retention(refusals, form, before, others);
    let others = registration(refusals, form, before, others);
    let others = visitors(refusals, form, before, others);
    ShopSettings { session_days, session_idle_hours, bank_hold_days, ..others }
}

/// Reads the retention times, as typed; a field that was not sent keeps its value. All other settings are as in
/// `others`.
fn retention(
    refusals: &mut Refusals,
    form: &SettingsForm,
    before: &ShopSettings,
    others: ShopSettings,
) -> ShopSettings {
    let message_days = form.message_days.unwrap_or(before.message_days);
    refusals.whole("message_days", "Lama pesan disimpan", message_days, MESSAGE_DAYS);
    let books_years = form.books_years.unwrap_or(before.books_years);
    refusals.whole("books_years", "Lama pembukuan disimpan", books_years, BOOKS_YEARS);
    let backups_kept = form.backups_kept.unwrap_or(before.backups_kept);
    refusals.whole("backups_kept", "Cadangan yang disimpan", backups_kept, 0..=MAX_BACKUPS);
    ShopSettings { message_days, books_years, backups_kept, ..others }
}

/// Reads the details required at registration, the banks offered and the texts shown there, as typed; a field that was
/// not sent keeps its value. All other settings are as in `others`.
fn registration(
    refusals: &mut Refusals,
    form: &SettingsForm,
    before: &ShopSettings,
    others: ShopSettings,
) -> ShopSettings {
    let later = form.registration_later.clone().unwrap_or_else(|| before.registration_later());
    if later.iter().any(|field| !CAN_WAIT.contains(&field.as_str())) {
        refusals.add("registration_later", "choice", "Pilih dari daftar yang dapat diisi nanti.");
    }
    let in_order: Vec<_> = CAN_WAIT.into_iter().filter(|field| later.iter().any(|each| each == field)).collect();
    let banks = form.more_banks.clone().unwrap_or_else(|| before.more_banks());
    if banks.iter().any(|bank| !MORE_BANKS.contains(&bank.as_str())) {
        refusals.add("more_banks", "choice", "Pilih bank dari daftar.");
    }
    let banks: Vec<_> = MORE_BANKS.into_iter().filter(|bank| banks.iter().any(|each| each == bank)).collect();
    let plan_a_text = form.plan_a_text.as_ref().unwrap_or(&before.plan_a_text);
    let plan_b_text = form.plan_b_text.as_ref().unwrap_or(&before.plan_b_text);
    ShopSettings {
        registration_later: in_order.join(" "),
        more_banks: banks.join("\n"),
        plan_a_text: refusals.line_or_none("plan_a_text", "Penjelasan Plan A", plan_a_text, 200),
        plan_b_text: refusals.line_or_none("plan_b_text", "Penjelasan Plan B", plan_b_text, 200),
        ..others
    }
}

/// Reads the settings for visitors who are not members, as typed; a field that was not sent keeps its value. All other
/// settings are as in `others`.
fn visitors(refusals: &mut Refusals, form: &SettingsForm, before: &ShopSettings, others: ShopSettings) -> ShopSettings {
    let visitor_prices = form.visitor_prices.as_ref().unwrap_or(&before.visitor_prices);
    if VisitorPrices::from_text(visitor_prices).is_none() {
        refusals.add("visitor_prices", "choice", "Pilih harga yang dilihat pengunjung.");
    }
    ShopSettings { visitor_prices: visitor_prices.clone(), ..others }
}

fn check(couriers: &Couriers, form: &SettingsForm, before: &ShopSettings) -> Result<ShopSettings> {
    let mut refusals = Refusals::default();
    let contact = contact(&mut refusals, form);
    let typed_label = refusals.line_or_none("shipping_origin_label", "Nama asal", &form.shipping_origin_label, 300);
    let known = label(form.shipping_origin_id);
    let built_in = couriers.are_built_in();
    if form.shipping_origin_id < 1 || built_in && known.is_none() {
        refusals.add("shipping_origin_id", "destination", "Pilih asal pengiriman dari daftar.");
    }
    let low_stock = form.low_stock.unwrap_or(before.low_stock);
    refusals.whole("low_stock", "Batas stok menipis", low_stock, 0..=1_000_000);
    let max_unpaid_orders = form.max_unpaid_orders.unwrap_or(before.max_unpaid_orders);
    refusals.whole("max_unpaid_orders", "Pesanan belum dibayar", max_unpaid_orders, 0..=1000);
    let max_unpaid_pieces = form.max_unpaid_pieces.unwrap_or(before.max_unpaid_pieces);
    refusals.whole("max_unpaid_pieces", "Barang belum dibayar", max_unpaid_pieces, 0..=1_000_000);
    let approval_wait_days = form.approval_wait_days.unwrap_or(before.approval_wait_days);
    refusals.whole("approval_wait_days", "Masa tunggu pengelola baru", approval_wait_days, 0..=MAX_WAIT_DAYS);
    if !["unchosen", "shown", "masked"].contains(&form.downline_contacts.as_str()) {
        refusals.add("downline_contacts", "choice", "Pilih apakah kontak ditampilkan atau disamarkan.");
    }
    let taxes = taxes(&mut refusals, form, before);
    let others = safety(&mut refusals, form, before, taxes);
    let return_days = form.return_days.unwrap_or(before.return_days);
    refusals.whole("return_days", "Batas hari pengembalian", return_days, 0..=MAX_DAYS);
    let buyback_days = form.buyback_days.unwrap_or(before.buyback_days);
    refusals.whole("buyback_days", "Batas hari pembelian kembali", buyback_days, 0..=MAX_DAYS);
    let buyback_percent = form.buyback_percent.as_deref().map_or(before.buyback_percent, |typed| {
        refusals.percent("buyback_percent", "Potongan pembelian kembali", typed, true)
    });
    refusals.done()?;
    let shipping_origin_chosen = before.shipping_origin_chosen || form.shipping_origin_open != Some(true);
    let (shipping_origin_id, shipping_origin_label) = if shipping_origin_chosen {
        (form.shipping_origin_id, known.filter(|_| built_in).unwrap_or(typed_label))
    } else {
        (before.shipping_origin_id, before.shipping_origin_label.clone())
    };
    Ok(ShopSettings {
        contact,
        shipping_origin_id,
        shipping_origin_label,
        shipping_origin_chosen,
        low_stock,
        downline_contacts: form.downline_contacts.clone(),
        return_days,
        buyback_days,
        buyback_percent,
        unwanted_refunds_shipping: form.unwanted_refunds_shipping.unwrap_or(before.unwanted_refunds_shipping),
        minimum_binds: form.minimum_binds.unwrap_or(before.minimum_binds),
        max_unpaid_orders,
        max_unpaid_pieces,
        holds_first_cod: form.holds_first_cod.unwrap_or(before.holds_first_cod),
        admin_factors: form.admin_factors.unwrap_or(before.admin_factors),
        tells_views: form.tells_views.unwrap_or(before.tells_views),
        approval_wait_days,
        version: form.version,
        ..others
    })
}

fn is_email(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | ',' | '\'' | '&' | '?' | '%');
    text.chars().all(plain)
        && text.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty()
                && !domain.contains('@')
                && domain.contains('.')
                && domain.split('.').all(|label| !label.is_empty())
        })
}

fn is_phone(text: &str) -> bool {
    let bare = text::bare(text);
    let digits = bare.strip_prefix('+').unwrap_or(&bare);
    (5..=15).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Returns a yes/no choice in its stored form.
fn flag(on: bool) -> String {
    (if on { YES } else { NO }).to_owned()
}

/// Returns the stored values of the settings, by name.
fn rows(settings: &ShopSettings) -> [(&'static str, String); 39] {
    let contact = &settings.contact;
    [
        ("shop_name", contact.name.clone()),
        ("shop_address", contact.address.clone()),
        ("shop_hours", contact.hours.clone()),
        ("shop_email", contact.email.clone()),
        ("shop_phone", contact.phone.clone()),
        ("shop_whatsapp", contact.whatsapp.clone()),
        ("shipping_origin_id", settings.shipping_origin_id.to_string()),
        ("shipping_origin_label", settings.shipping_origin_label.clone()),
        ("low_stock", settings.low_stock.to_string()),
        ("downline_contacts", settings.downline_contacts.clone()),
        ("payout_tax", settings.payout_tax.clone()),
        ("payout_tax_percent", settings.payout_tax_percent.normalize().to_string()),
        ("payout_least_rp", settings.payout_least_rp.to_string()),
        ("return_days", settings.return_days.to_string()),
        ("buyback_days", settings.buyback_days.to_string()),
        ("buyback_percent", settings.buyback_percent.normalize().to_string()),
        ("unwanted_refunds_shipping", flag(settings.unwanted_refunds_shipping)),
        ("legal_name", settings.legal_name.clone()),
        ("legal_address", settings.legal_address.clone()),
        ("tax_number", settings.tax_number.clone()),
        ("taxable", flag(settings.is_taxable)),
        ("minimum_binds", flag(settings.minimum_binds)),
        ("max_unpaid_orders", settings.max_unpaid_orders.to_string()),
        ("max_unpaid_pieces", settings.max_unpaid_pieces.to_string()),
        ("holds_first_cod", flag(settings.holds_first_cod)),
        ("session_days", settings.session_days.to_string()),
        ("session_idle_hours", settings.session_idle_hours.to_string()),
        ("bank_hold_days", settings.bank_hold_days.to_string()),
        (factors::REQUIRED, flag(settings.admin_factors)),
        ("tells_views", flag(settings.tells_views)),
        (factors::APPROVAL_WAIT, settings.approval_wait_days.to_string()),
        ("message_days", settings.message_days.to_string()),
        ("books_years", settings.books_years.to_string()),
        ("backups_kept", settings.backups_kept.to_string()),
        ("registration_later", settings.registration_later.clone()),
        ("more_banks", settings.more_banks.clone()),
        ("plan_a_text", settings.plan_a_text.clone()),
        ("plan_b_text", settings.plan_b_text.clone()),
        (VISITOR_PRICES, settings.visitor_prices.clone()),
    ]
}

fn logged(settings: &ShopSettings) -> Value {
    let mut said: Map<String, Value> =
        rows(settings).into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    said.insert("registration_later".to_owned(), json!(settings.registration_later()));
    said.insert("more_banks".to_owned(), json!(settings.more_banks()));
    said.into()
}

/// Returns the owner's settings, and the configuration of the server at its start.
#[utoipa::path(get, path = "/api/admin/settings", operation_id = "getSettings",
    responses((status = 200, body = AdminSettings)))]
async fn show(
    State(db): State<Db>,
    State(couriers): State<Couriers>,
    State(operation): State<Operation>,
    _: Admin<OWNER>,
) -> Result<Json<AdminSettings>> {
    let settings = read(&mut *db.read().await?).await?;
    Ok(Json(shown(&couriers, &operation, settings)))
}

/// Stores the settings.
#[utoipa::path(put, path = "/api/admin/settings", operation_id = "updateSettings", request_body = SettingsForm,
    responses((status = 200, body = AdminSettings), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(couriers): State<Couriers>,
    State(settings): State<CachedSettings>,
    State(operation): State<Operation>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(form): Body<SettingsForm>,
) -> Result<Json<AdminSettings>> {
    let mut tx = db.write().await?;
    let wanted = check(&couriers, &form, &read(&mut tx).await?)?;
    if !take_version(&mut tx, VERSION, form.version).await? {
        let current = read(&mut tx).await?;
        return Err(audit::conflict(shown(&couriers, &operation, current), &mut tx, Subject::Settings, "toko").await);
    }
    let before = read(&mut tx).await?;
    for (name, value) in rows(&wanted) {
        if wanted.shipping_origin_chosen || !name.starts_with("shipping_origin") {
            put(&mut tx, name, &value).await?;
        }
    }
    let after = read(&mut tx).await?;
    let change = Change::new("update", Subject::Settings, "toko", logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    tx.commit().await?;
    settings.mark_changed();
    Ok(Json(shown(&couriers, &operation, after)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_must_be_valid() {
        assert!(is_email("layanan@toko.example") && is_phone("(021) 555-0100") && is_phone("0800-0000-000"));
        for email in ["layanan", "@toko.example", "a@b", "a b@toko.example", "a@toko.example?cc=x@y.example", "a@.id"] {
            assert!(!is_email(email), "{email}");
        }
        for phone in ["12", "telepon", "0800-0000-000 ext", "1234567890123456"] {
            assert!(!is_phone(phone), "{phone}");
        }
    }
}
