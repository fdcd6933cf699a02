//! What the shop itself keeps by name: the key that it made at its first start, and what its owner has set.

use std::{
    collections::HashMap,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use ksmart_core::quote::SHIPPING_ORIGIN_ID;
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::{query_as, query_scalar};
use tokio::sync::Mutex;

use crate::foundation::{
    db::{Conn, Db},
    error::Result,
};

/// How old the settings may be: what another process changed shows within this time.
const AGE: Duration = Duration::from_secs(1);

/// The value under `name`; kept from `make` if there is none yet.
///
/// # Errors
/// The database fails.
pub async fn get_or_make(conn: &mut Conn, name: &str, make: impl FnOnce() -> String + Send) -> sqlx::Result<String> {
    sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
        .bind(name)
        .bind(make())
        .execute(&mut *conn)
        .await?;
    query_scalar("SELECT value FROM settings WHERE name = $1").bind(name).fetch_one(conn).await
}

/// The value under `name`, if there is one.
///
/// # Errors
/// The database fails.
pub async fn get(conn: &mut Conn, name: &str) -> sqlx::Result<Option<String>> {
    query_scalar("SELECT value FROM settings WHERE name = $1").bind(name).fetch_optional(conn).await
}

/// Keeps a value under `name`, whatever stood there.
///
/// # Errors
/// The database fails.
pub async fn put(conn: &mut Conn, name: &str, value: &str) -> sqlx::Result<()> {
    let sql = "INSERT INTO settings (name, value) VALUES ($1, $2)
               ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    sqlx::query(sql).bind(name).bind(value).execute(conn).await?;
    Ok(())
}

/// Counts an edit of the settings that were read as `version`; false when they are another already.
///
/// # Errors
/// The database fails.
pub async fn take_version(conn: &mut Conn, version: i64) -> sqlx::Result<bool> {
    get_or_make(conn, "settings_version", || "0".to_owned()).await?;
    let sql = "UPDATE settings SET value = $2 WHERE name = 'settings_version' AND value = $1";
    let next = version.saturating_add(1).to_string();
    Ok(sqlx::query(sql).bind(version.to_string()).bind(next).execute(conn).await?.rows_affected() == 1)
}

/// What the shop tells everyone about itself: what stands in the foot of each page. Empty where it tells nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Contact {
    /// The shop's name.
    pub name: String,
    /// Postal address.
    pub address: String,
    /// When someone answers.
    pub hours: String,
    /// E-mail address.
    pub email: String,
    /// Telephone, as people write it.
    pub phone: String,
    /// WhatsApp number, E.164.
    pub whatsapp: String,
}

/// What the owner has set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShopSettings {
    /// What everyone is told.
    pub contact: Contact,
    /// The destination that parcels leave from.
    pub shipping_origin_id: i64,
    /// What that place is called, as far as it is known.
    pub shipping_origin_label: String,
    /// Pieces in stock from which on a product is low.
    pub low_stock: i64,
    /// What a leader sees of members below the direct downline: `shown` or `masked`.
    pub downline_contacts: String,
    /// What is kept from a bonus as tax, percent.
    pub payout_tax_percent: Decimal,
    /// Counts the edits.
    pub version: i64,
}

impl Default for ShopSettings {
    fn default() -> Self {
        Self {
            contact: Contact {
                name: "K-Smart".to_owned(),
                address: "Jl. Jenderal Gatot Subroto, Jakarta Selatan, DKI Jakarta".to_owned(),
                hours: "Senin sampai Jumat, 09:00-17:00 WIB".to_owned(),
                email: "layanan@ksmart.test".to_owned(),
                phone: "0800-0000-000".to_owned(),
                whatsapp: String::new(),
            },
            shipping_origin_id: SHIPPING_ORIGIN_ID,
            shipping_origin_label: String::new(),
            low_stock: 5,
            downline_contacts: "shown".to_owned(),
            payout_tax_percent: Decimal::new(25, 1),
            version: 0,
        }
    }
}

/// The settings as they stand in the database.
///
/// # Errors
/// The database fails.
pub async fn read(conn: &mut Conn) -> sqlx::Result<ShopSettings> {
    // Of the shop's own keys, which stand in the same table, none is read.
    let sql = "SELECT name, value FROM settings
               WHERE name IN ('shop_name', 'shop_address', 'shop_hours', 'shop_email', 'shop_phone', 'shop_whatsapp',
                              'shipping_origin_id', 'shipping_origin_label', 'low_stock', 'downline_contacts',
                              'payout_tax_percent', 'settings_version')";
    let rows: Vec<(String, String)> = query_as(sql).fetch_all(conn).await?;
    let mut found: HashMap<String, String> = rows.into_iter().collect();
    let mut all = ShopSettings::default();
    for (name, text) in [
        ("shop_name", &mut all.contact.name),
        ("shop_address", &mut all.contact.address),
        ("shop_hours", &mut all.contact.hours),
        ("shop_email", &mut all.contact.email),
        ("shop_phone", &mut all.contact.phone),
        ("shop_whatsapp", &mut all.contact.whatsapp),
        ("shipping_origin_label", &mut all.shipping_origin_label),
        ("downline_contacts", &mut all.downline_contacts),
    ] {
        if let Some(value) = found.remove(name) {
            *text = value;
        }
    }
    for (name, number) in [
        ("shipping_origin_id", &mut all.shipping_origin_id),
        ("low_stock", &mut all.low_stock),
        ("settings_version", &mut all.version),
    ] {
        *number = found.get(name).and_then(|value| value.parse().ok()).unwrap_or(*number);
    }
    let tax = found.get("payout_tax_percent").and_then(|value| value.parse().ok());
    all.payout_tax_percent = tax.unwrap_or(all.payout_tax_percent);
    Ok(all)
}

/// Settings, and when they were read.
type Known = (Instant, Arc<ShopSettings>);

/// The settings as every page and every parcel needs them, read once a second.
#[derive(Clone)]
pub struct CachedSettings {
    db: Db,
    /// When they were read, and what they were.
    last: Arc<RwLock<Option<Known>>>,
    /// When they could not be read.
    failed: Arc<RwLock<Option<Instant>>>,
    changed: Arc<AtomicBool>,
    reading: Arc<Mutex<()>>,
}

impl CachedSettings {
    /// The settings in `db`.
    pub fn new(db: Db) -> Self {
        Self { db, last: Arc::default(), failed: Arc::default(), changed: Arc::default(), reading: Arc::default() }
    }

    /// Says that the settings have changed.
    pub fn mark_changed(&self) {
        self.changed.store(true, Ordering::Release);
    }

    fn last(&self) -> Option<Known> {
        self.last.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn fresh(&self) -> Option<Arc<ShopSettings>> {
        if self.changed.load(Ordering::Acquire) {
            return None;
        }
        self.last().filter(|(read, _)| read.elapsed() < AGE).map(|(_, settings)| settings)
    }

    /// The settings as they are now, or were a moment ago.
    ///
    /// # Errors
    /// The database fails.
    pub async fn now(&self) -> Result<Arc<ShopSettings>> {
        if let Some(settings) = self.fresh() {
            return Ok(settings);
        }
        let _reading = self.reading.lock().await;
        match self.fresh() {
            Some(settings) => Ok(settings),
            None => Ok(self.load().await?),
        }
    }

    /// The settings as far as they are known: those that were read last, when the database cannot be asked. Of those who
    /// ask meanwhile, one a second waits for it.
    pub async fn known(&self) -> Arc<ShopSettings> {
        if let Some(settings) = self.fresh() {
            return settings;
        }
        let _reading = self.reading.lock().await;
        if let Some(settings) = self.fresh() {
            return settings;
        }
        let failed = *self.failed.read().unwrap_or_else(PoisonError::into_inner);
        if failed.is_none_or(|failed| failed.elapsed() > AGE)
            && let Ok(settings) = self.load().await
        {
            return settings;
        }
        self.last().map_or_else(Arc::default, |(_, settings)| settings)
    }

    async fn load(&self) -> sqlx::Result<Arc<ShopSettings>> {
        // Cleared before reading: a change during the read asks for another one.
        self.changed.store(false, Ordering::Release);
        let began = Instant::now();
        let found = match self.db.read().await {
            Ok(mut conn) => read(&mut conn).await,
            Err(error) => Err(error),
        };
        match found {
            Ok(settings) => {
                let settings = Arc::new(settings);
                *self.last.write().unwrap_or_else(PoisonError::into_inner) = Some((began, Arc::clone(&settings)));
                Ok(settings)
            }
            Err(error) => {
                self.mark_changed();
                *self.failed.write().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
                Err(error)
            }
        }
    }
}
