//! Values that the shop stores by name: the key made at its first start, and the owner's settings.

pub mod brand;
pub mod shipping;

use std::collections::HashMap;

use ksmart_core::quote::SHIPPING_ORIGIN_ID;
use ksmart_foundation::{
    cached::Cached,
    db::{Conn, Db},
};
use rust_decimal::Decimal;
use serde::{Serialize, de::DeserializeOwned};
use sqlx::{query_as, query_scalar};
use utoipa::ToSchema;

use crate::settings::{brand::Brand, shipping::ShippingRules};

/// Cached settings, which every page and every parcel needs.
pub type CachedSettings = Cached<ShopSettings>;

/// Returns the cached settings of `db`.
pub fn cached(db: Db) -> CachedSettings {
    Cached::new(db, |conn| Box::pin(read(conn)))
}

/// Name of the value that counts the edits of the settings.
pub const VERSION: &str = "settings_version";

/// Prices shown to visitors who are not members: `member`, `both` or `retail`.
pub const VISITOR_PRICES: &str = "visitor_prices";

/// Name of the value that counts the edits of the brand.
pub const BRAND_VERSION: &str = "brand_version";

/// Name of the value that counts the edits of the shipping rules.
pub const SHIPPING_VERSION: &str = "shipping_version";

/// Stored value of a setting that is on; one that is off is stored as [`NO`].
pub const YES: &str = "yes";

/// Stored value of a setting that is off.
pub const NO: &str = "no";

/// Returns the value under `name`; stores the one from `make` first if there is none yet.
pub async fn get_or_make(conn: &mut Conn, name: &str, make: impl FnOnce() -> String + Send) -> sqlx::Result<String> {
    sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(make())
        .execute(&mut *conn)
        .await?;
    query_scalar("SELECT value FROM settings WHERE name = $1").bind(name).fetch_one(conn).await
}

/// Returns the value under `name`, if there is one.
pub async fn get(conn: &mut Conn, name: &str) -> sqlx::Result<Option<String>> {
    query_scalar("SELECT value FROM settings WHERE name = $1").bind(name).fetch_optional(conn).await
}

/// Stores a value under `name`, and replaces any earlier one.
pub async fn put(conn: &mut Conn, name: &str, value: &str) -> sqlx::Result<()> {
    let sql = "INSERT INTO settings (name, value) VALUES ($1, $2)
               ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    sqlx::query(sql).bind(name).bind(value).execute(conn).await?;
    Ok(())
}

/// Returns the stock, in pieces, at or below which a product is low.
pub async fn low_stock(conn: &mut Conn) -> sqlx::Result<i64> {
    let set = get(conn, "low_stock").await?.and_then(|value| value.parse().ok());
    Ok(set.unwrap_or(ShopSettings::default().low_stock))
}

/// Returns the number of backups that the shop retains; 0: no automatic backups.
pub async fn backups_kept(conn: &mut Conn) -> sqlx::Result<i64> {
    let set = get(conn, "backups_kept").await?.and_then(|value| value.parse().ok());
    Ok(set.unwrap_or(ShopSettings::default().backups_kept))
}

/// Lists the fields requested of a member after registration, out of [`ksmart_core::fields::CAN_WAIT`].
pub async fn registration_later(conn: &mut Conn) -> sqlx::Result<Vec<String>> {
    Ok(names(&get(conn, "registration_later").await?.unwrap_or_default()))
}

/// Splits a list of names separated by spaces.
fn names(list: &str) -> Vec<String> {
    list.split_whitespace().map(str::to_owned).collect()
}

/// Returns the banks that bonuses can be paid to in addition to those of every shop.
pub async fn more_banks(conn: &mut Conn) -> sqlx::Result<Vec<String>> {
    Ok(lines(&get(conn, "more_banks").await?.unwrap_or_default()))
}

/// Splits a list with one name per line.
fn lines(list: &str) -> Vec<String> {
    list.lines().map(str::to_owned).collect()
}

/// Name of the value that counts the edits of the bank file formats.
pub const BANK_FILES_VERSION: &str = "bank_files_version";

/// Returns the bank file formats as JSON, if there are any, and the number of their edits.
pub async fn bank_files(conn: &mut Conn) -> sqlx::Result<(Option<String>, i64)> {
    let version = get(&mut *conn, BANK_FILES_VERSION).await?.and_then(|version| version.parse().ok());
    Ok((get(conn, "bank_files").await?, version.unwrap_or(0)))
}

/// Stores the bank file formats.
pub async fn put_bank_files(conn: &mut Conn, formats: &str) -> sqlx::Result<()> {
    put(conn, "bank_files", formats).await
}

/// Counts an edit under the name `counter` if the counter is still at `version`; otherwise returns false.
pub async fn take_version(conn: &mut Conn, counter: &str, version: i64) -> sqlx::Result<bool> {
    get_or_make(conn, counter, || "0".to_owned()).await?;
    let sql = "UPDATE settings SET value = $2 WHERE name = $3 AND value = $1";
    let next = version.saturating_add(1).to_string();
    let query = sqlx::query(sql).bind(version.to_string()).bind(next).bind(counter);
    Ok(query.execute(conn).await?.rows_affected() == 1)
}

/// Public information about the shop, shown in the footer of each page. Empty where not set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Contact {
    /// The shop's name.
    pub name: String,
    /// Postal address.
    pub address: String,
    /// Customer service hours.
    pub hours: String,
    /// E-mail address.
    pub email: String,
    /// Telephone number, as people write it.
    pub phone: String,
    /// WhatsApp number, E.164.
    pub whatsapp: String,
}

/// Settings chosen by the owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShopSettings {
    /// Public contact details.
    pub contact: Contact,
    /// Destination that parcels are sent from.
    pub shipping_origin_id: i64,
    /// Name of that destination, if known.
    pub shipping_origin_label: String,
    /// Whether the owner has chosen it; until then it is the program's default destination.
    pub shipping_origin_chosen: bool,
    /// Stock, in pieces, at or below which a product is low.
    pub low_stock: i64,
    /// Contact details that a leader sees of members below the direct downline: `shown` or `masked`; `unchosen`,
    /// treated as `shown`, until the owner has chosen.
    pub downline_contacts: String,
    /// Method of calculating the tax on bonuses: `flat` or `pph21`.
    pub payout_tax: String,
    /// Flat tax withheld from a bonus, percent; used where `payout_tax` is `flat`.
    pub payout_tax_percent: Decimal,
    /// Minimum of a member's unpaid bonuses, before tax, for them to be paid, rupiah; 0: no minimum.
    pub payout_least_rp: i64,
    /// Number of days after completion of an order within which its member may request a return; 0: never.
    pub return_days: i64,
    /// Number of days after completion of an order within which the shop buys back its goods; 0: never.
    pub buyback_days: i64,
    /// Part of a buy-back kept by the shop, percent.
    pub buyback_percent: Decimal,
    /// Whether a refund for a change of mind includes the shipping.
    pub unwanted_refunds_shipping: bool,
    /// Legal entity that sells and withholds tax; empty if it has the shop's name.
    pub legal_name: String,
    /// Postal address of the legal entity; empty if it is the shop's.
    pub legal_address: String,
    /// Tax number of the shop, 15 or 16 digits; empty if it has none set.
    pub tax_number: String,
    /// Whether the shop is a taxable business, whose prices include value-added tax.
    pub is_taxable: bool,
    /// Whether buyers must order at least a product's minimum quantity.
    pub minimum_binds: bool,
    /// Maximum number of unpaid orders per member; 0 for no limit.
    pub max_unpaid_orders: i64,
    /// Maximum total number of pieces in a member's unpaid orders; 0 for no limit.
    pub max_unpaid_pieces: i64,
    /// Whether a COD order needs the shop's approval, if its member has never paid for an order that arrived.
    pub holds_first_cod: bool,
    /// Maximum duration of a login, in days.
    pub session_days: i64,
    /// Time after which an unused login ends, in hours.
    pub session_idle_hours: i64,
    /// Number of days without bonus payments to a bank account after a member has changed it.
    pub bank_hold_days: i64,
    /// Whether owners and finance need a second factor, and administrators must confirm their identity again before
    /// actions that affect money or power.
    pub admin_factors: bool,
    /// Whether members are notified when an administrator sees the shop as they do.
    pub tells_views: bool,
    /// Number of days in which a new administrator, or one whose access was reset, approves no payout; 0: no wait.
    pub approval_wait_days: i64,
    /// Number of days for which messages are stored.
    pub message_days: i64,
    /// Number of years for which the recipients of bonuses and refunds are stored after a member is erased.
    pub books_years: i64,
    /// Number of backups retained in the storage; 0: no automatic backups.
    pub backups_kept: i64,
    /// Details requested of a member after registration, out of [`ksmart_core::fields::CAN_WAIT`], separated by blanks.
    pub registration_later: String,
    /// Additional banks that bonuses can be paid to, out of [`ksmart_core::fields::MORE_BANKS`], one per line.
    pub more_banks: String,
    /// Explanation of Plan A, shown where the plan is chosen; empty if there is none.
    pub plan_a_text: String,
    /// Explanation of Plan B, shown where the plan is chosen; empty if there is none.
    pub plan_b_text: String,
    /// Prices shown to visitors who are not members: `member`, `both` or `retail`.
    pub visitor_prices: String,
    /// Number of edits of the settings.
    pub version: i64,
    /// Appearance of the shop.
    pub brand: Brand,
    /// Number of edits of the brand.
    pub brand_version: i64,
    /// Rules for the shipping options on offer.
    pub shipping: ShippingRules,
    /// Number of edits of the shipping rules.
    pub shipping_version: i64,
    /// Whether the words, brand and texts of the demo shop, which the program contains, fill settings that the owner
    /// left empty. Otherwise those stay empty, and the texts are drafts.
    pub has_built_in_words: bool,
    /// Opening time of the shop, UTC milliseconds; none while it is closed.
    pub opened_ms: Option<i64>,
}

/// Seller of the goods, who also withholds tax, as named on papers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Seller {
    /// Name of the legal entity, or of the shop if its owner has named none.
    pub name: String,
    /// Postal address.
    pub address: String,
    /// Tax number, 15 or 16 digits; empty if the shop has none set.
    pub tax_number: String,
}

impl ShopSettings {
    /// Returns the seller of the goods.
    pub fn seller(&self) -> Seller {
        let or = |own: &str, shop: &str| if own.is_empty() { shop.to_owned() } else { own.to_owned() };
        Seller {
            name: or(&self.legal_name, &self.contact.name),
            address: or(&self.legal_address, &self.contact.address),
            tax_number: self.tax_number.clone(),
        }
    }

    /// Returns the demo shop's initial settings.
    fn k_smart() -> Self {
        Self {
            contact: Contact::k_smart(),
            brand: Brand::k_smart(),
            has_built_in_words: true,
            // The accounts of the demo shop are publicly known.
            admin_factors: false,
            approval_wait_days: 0,
            ..Self::default()
        }
    }

    /// Returns the list of details requested of a member after registration.
    pub fn registration_later(&self) -> Vec<String> {
        names(&self.registration_later)
    }

    /// Returns the additional banks that bonuses can be paid to, one per entry.
    pub fn more_banks(&self) -> Vec<String> {
        lines(&self.more_banks)
    }

    /// Whether the shop is open: a closed shop sells to no one, and its administrators try it out.
    pub fn is_open(&self) -> bool {
        self.opened_ms.is_some()
    }

    /// Returns the longest idle time of a login, in milliseconds.
    pub fn session_idle_ms(&self) -> i64 {
        self.session_idle_hours * 60 * 60 * 1000
    }
}

impl Contact {
    /// Returns the demo shop's contact details.
    pub fn k_smart() -> Self {
        Self {
            name: "K-Smart".to_owned(),
            address: "Jl. Jenderal Gatot Subroto, Jakarta Selatan, DKI Jakarta".to_owned(),
            hours: "Senin sampai Jumat, 09:00-17:00 WIB".to_owned(),
            email: "layanan@ksmart.test".to_owned(),
            phone: "0800-0000-000".to_owned(),
            whatsapp: String::new(),
        }
    }
}

/// Settings of a new shop.
impl Default for ShopSettings {
    fn default() -> Self {
        Self {
            contact: Contact { name: "Toko Baru".to_owned(), ..Contact::default() },
            shipping_origin_id: SHIPPING_ORIGIN_ID,
            shipping_origin_label: String::new(),
            shipping_origin_chosen: false,
            low_stock: 5,
            downline_contacts: "unchosen".to_owned(),
            payout_tax: "flat".to_owned(),
            payout_tax_percent: Decimal::new(25, 1),
            payout_least_rp: 0,
            return_days: 7,
            buyback_days: 0,
            buyback_percent: Decimal::TEN,
            unwanted_refunds_shipping: false,
            legal_name: String::new(),
            legal_address: String::new(),
            tax_number: String::new(),
            is_taxable: false,
            minimum_binds: false,
            max_unpaid_orders: 20,
            max_unpaid_pieces: 2000,
            holds_first_cod: false,
            session_days: 7,
            session_idle_hours: 72,
            bank_hold_days: 3,
            admin_factors: true,
            tells_views: true,
            approval_wait_days: 3,
            message_days: 90,
            books_years: 10,
            backups_kept: 7,
            registration_later: String::new(),
            more_banks: String::new(),
            plan_a_text: String::new(),
            plan_b_text: String::new(),
            visitor_prices: "member".to_owned(),
            version: 0,
            brand: Brand::default(),
            brand_version: 0,
            shipping: ShippingRules::default(),
            shipping_version: 0,
            has_built_in_words: false,
            opened_ms: None,
        }
    }
}

/// Stores the brand of the shop.
pub async fn put_brand(conn: &mut Conn, brand: &Brand) -> sqlx::Result<()> {
    put(conn, "brand", &serde_json::to_string(brand).unwrap_or_default()).await
}

/// Stores the shipping rules.
pub async fn put_shipping(conn: &mut Conn, rules: &ShippingRules) -> sqlx::Result<()> {
    put(conn, "shipping", &serde_json::to_string(rules).unwrap_or_default()).await
}

/// Opens the shop at `now_ms`, or closes it.
pub async fn put_opened(conn: &mut Conn, now_ms: Option<i64>) -> sqlx::Result<()> {
    put(conn, "opened_ms", &now_ms.map_or_else(String::new, |ms| ms.to_string())).await
}

/// Records that a trial order was made and thrown away.
pub async fn put_tried(conn: &mut Conn) -> sqlx::Result<()> {
    put(conn, "tried", "yes").await
}

/// Records that the payment provider has tested the address for its notifications.
pub async fn put_payment_notice_tested(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    put(conn, "payment_notice_tested_ms", &now_ms.to_string()).await
}

/// Returns the time of the payment provider's last test of its notification address, UTC milliseconds; `None` if it
/// never made one.
pub async fn payment_notice_tested_ms(conn: &mut Conn) -> sqlx::Result<Option<i64>> {
    Ok(get(conn, "payment_notice_tested_ms").await?.and_then(|ms| ms.parse().ok()))
}

/// Gives the shop the demo shop's contact, brand and texts, and opens it, except where its owner has set something
/// else.
pub async fn apply_demo_defaults(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    let contact = Contact::k_smart();
    for (name, value) in [
        ("shop_name", contact.name),
        ("shop_address", contact.address),
        ("shop_hours", contact.hours),
        ("shop_email", contact.email),
        ("shop_phone", contact.phone),
        ("shipping_origin_id", SHIPPING_ORIGIN_ID.to_string()),
        ("built_in_words", "shown".to_owned()),
        ("opened_ms", now_ms.to_string()),
    ] {
        get_or_make(conn, name, || value).await?;
    }
    Ok(())
}

/// Reads the settings from the database; the shop's own keys in the same table are not read.
pub async fn read(conn: &mut Conn) -> sqlx::Result<ShopSettings> {
    let sql = "SELECT name, value FROM settings WHERE name IN (
        'shop_name', 'shop_address', 'shop_hours', 'shop_email', 'shop_phone', 'shop_whatsapp',
        'shipping_origin_id', 'shipping_origin_label', 'low_stock', 'downline_contacts', 'payout_tax',
        'payout_tax_percent', 'payout_least_rp', 'legal_name', 'legal_address', 'unwanted_refunds_shipping', 'tax_number', 'taxable', 'return_days', 'buyback_days',
        'buyback_percent', 'minimum_binds', 'max_unpaid_orders', 'max_unpaid_pieces', 'holds_first_cod',
        'session_days', 'session_idle_hours', 'bank_hold_days', 'admin_factors', 'tells_views',
        'approval_wait_days', 'message_days', 'books_years', 'backups_kept', 'registration_later', 'more_banks',
        'plan_a_text', 'plan_b_text', 'settings_version', 'visitor_prices', 'brand', 'brand_version',
        'shipping', 'shipping_version', 'built_in_words', 'opened_ms')";
    let mut found: HashMap<String, String> = query_as(sql).fetch_all(conn).await?.into_iter().collect();
    let origin_chosen = found.contains_key("shipping_origin_id");
    let mut all = if found.contains_key("built_in_words") { ShopSettings::k_smart() } else { ShopSettings::default() };
    for (name, text) in [
        ("shop_name", &mut all.contact.name),
        ("shop_address", &mut all.contact.address),
        ("shop_hours", &mut all.contact.hours),
        ("shop_email", &mut all.contact.email),
        ("shop_phone", &mut all.contact.phone),
        ("shop_whatsapp", &mut all.contact.whatsapp),
        ("shipping_origin_label", &mut all.shipping_origin_label),
        ("downline_contacts", &mut all.downline_contacts),
        ("payout_tax", &mut all.payout_tax),
        ("legal_name", &mut all.legal_name),
        ("legal_address", &mut all.legal_address),
        ("tax_number", &mut all.tax_number),
        ("registration_later", &mut all.registration_later),
        ("more_banks", &mut all.more_banks),
        ("plan_a_text", &mut all.plan_a_text),
        ("plan_b_text", &mut all.plan_b_text),
        (VISITOR_PRICES, &mut all.visitor_prices),
    ] {
        if let Some(value) = found.remove(name) {
            *text = value;
        }
    }
    for (name, number) in [
        ("shipping_origin_id", &mut all.shipping_origin_id),
        ("low_stock", &mut all.low_stock),
        ("return_days", &mut all.return_days),
        ("buyback_days", &mut all.buyback_days),
        ("max_unpaid_orders", &mut all.max_unpaid_orders),
        ("max_unpaid_pieces", &mut all.max_unpaid_pieces),
        ("session_days", &mut all.session_days),
        ("session_idle_hours", &mut all.session_idle_hours),
        ("payout_least_rp", &mut all.payout_least_rp),
        ("bank_hold_days", &mut all.bank_hold_days),
        ("approval_wait_days", &mut all.approval_wait_days),
        ("message_days", &mut all.message_days),
        ("books_years", &mut all.books_years),
        ("backups_kept", &mut all.backups_kept),
        ("settings_version", &mut all.version),
        ("brand_version", &mut all.brand_version),
        (SHIPPING_VERSION, &mut all.shipping_version),
    ] {
        *number = found.get(name).and_then(|value| value.parse().ok()).unwrap_or(*number);
    }
    read_percents_and_flags(&found, &mut all);
    all.shipping_origin_chosen = origin_chosen;
    all.brand = parsed(&found, "brand").unwrap_or(all.brand);
    all.shipping = parsed(&found, "shipping").unwrap_or(all.shipping);
    all.opened_ms = found.get("opened_ms").and_then(|ms| ms.parse().ok());
    Ok(all)
}

/// Takes over the stored percentages and on/off settings.
fn read_percents_and_flags(found: &HashMap<String, String>, all: &mut ShopSettings) {
    for (name, percent) in
        [("payout_tax_percent", &mut all.payout_tax_percent), ("buyback_percent", &mut all.buyback_percent)]
    {
        *percent = found.get(name).and_then(|value| value.parse().ok()).unwrap_or(*percent);
    }
    for (name, flag) in [
        ("taxable", &mut all.is_taxable),
        ("unwanted_refunds_shipping", &mut all.unwanted_refunds_shipping),
        ("minimum_binds", &mut all.minimum_binds),
        ("holds_first_cod", &mut all.holds_first_cod),
        ("admin_factors", &mut all.admin_factors),
        ("tells_views", &mut all.tells_views),
    ] {
        *flag = found.get(name).map_or(*flag, |value| value == YES);
    }
}

/// Parses the JSON value stored under `name`.
fn parsed<T: DeserializeOwned>(found: &HashMap<String, String>, name: &str) -> Option<T> {
    serde_json::from_str(found.get(name)?).ok()
}
