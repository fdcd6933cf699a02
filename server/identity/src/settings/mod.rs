//! Settings of the owner, in sections that are read and edited separately.
//!
//! A section is a row of the table `settings`: a JSON object, and the number of its edits. A missing value gets its
//! default, because a later version of the program may have added it. Any other invalid content is an error, so that no
//! rule of the shop is silently replaced by a default.

pub mod brand;
pub mod contact;
pub mod origin;
pub mod payouts;
pub mod privacy;
pub mod registration;
pub mod returns;
pub mod sales;
mod section;
pub mod security;
pub mod shipping;
pub mod taxes;

use ksmart_foundation::{
    cached::Cached,
    db::{Conn, Db},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    internal_values,
    settings::{
        brand::Brand, contact::Contact, origin::Origin, payouts::PayoutSettings, privacy::PrivacySettings,
        registration::RegistrationSettings, returns::ReturnSettings, sales::SalesSettings, security::SecuritySettings,
        shipping::ShippingRules, taxes::TaxSettings,
    },
};

pub use self::section::{Section, StoredSections, Versioned, read, save, store, values};

/// Cache of all settings.
pub type CachedSettings = Cached<ShopSettings>;

/// Returns the cached settings of `db`.
pub fn cached(db: Db) -> CachedSettings {
    Cached::new(db, |conn| Box::pin(read_all(conn)))
}

/// All sections, and the state of the shop.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShopSettings {
    /// Public contact details.
    pub contact: Contact,
    /// Destination that parcels are sent from.
    pub origin: Origin,
    /// Whether the owner has chosen the origin.
    pub origin_chosen: bool,
    /// Rules for prices, stock and orders.
    pub sales: SalesSettings,
    /// Rules for returns.
    pub returns: ReturnSettings,
    /// Rules for the registration of members.
    pub registration: RegistrationSettings,
    /// Rules for the members' data.
    pub privacy: PrivacySettings,
    /// Rules for the payment of bonuses.
    pub payouts: PayoutSettings,
    /// Rules for logins and administrators.
    pub security: SecuritySettings,
    /// Tax on bonuses, and the legal entity.
    pub taxes: TaxSettings,
    /// Appearance of the shop.
    pub brand: Brand,
    /// Rules for the shipping options on offer.
    pub shipping: ShippingRules,
    /// Whether the texts of the demo shop, which the program contains, are shown where the owner has written none.
    /// Otherwise those texts are drafts.
    pub has_built_in_words: bool,
    /// Opening time of the shop, UTC milliseconds; none while it is closed.
    pub opened_ms: Option<i64>,
}

/// Reads all sections, and the state of the shop.
///
/// # Errors
/// Fails if a stored section is invalid.
pub async fn read_all(conn: &mut Conn) -> sqlx::Result<ShopSettings> {
    let stored = StoredSections::read(conn).await?;
    let origin = stored.get::<Origin>()?;
    Ok(ShopSettings {
        contact: stored.get()?.values,
        origin: origin.values,
        origin_chosen: origin.version > 0,
        sales: stored.get()?.values,
        returns: stored.get()?.values,
        registration: stored.get()?.values,
        privacy: stored.get()?.values,
        payouts: stored.get()?.values,
        security: stored.get()?.values,
        taxes: stored.get()?.values,
        brand: stored.get()?.values,
        shipping: stored.get()?.values,
        has_built_in_words: internal_values::has_built_in_words(&mut *conn).await?,
        opened_ms: internal_values::opened_ms(conn).await?,
    })
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

impl Seller {
    /// Returns the seller of a shop with these settings.
    pub fn of(taxes: &TaxSettings, contact: &Contact) -> Self {
        let or = |own: &str, shop: &str| if own.is_empty() { shop.to_owned() } else { own.to_owned() };
        Self {
            name: or(&taxes.legal_name, &contact.name),
            address: or(&taxes.legal_address, &contact.address),
            tax_number: taxes.tax_number.clone(),
        }
    }
}

impl ShopSettings {
    /// Returns the seller of the goods.
    pub fn seller(&self) -> Seller {
        Seller::of(&self.taxes, &self.contact)
    }

    /// Whether the shop is open: a closed shop sells to no one, and its administrators try it out.
    pub fn is_open(&self) -> bool {
        self.opened_ms.is_some()
    }
}

/// Applies the demo shop's settings and texts, and opens the shop; existing settings are not replaced.
pub async fn apply_demo_defaults(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    store(conn, &Versioned { values: Contact::k_smart(), version: 0 }).await?;
    store(conn, &Versioned { values: Brand::k_smart(), version: 0 }).await?;
    store(conn, &Versioned { values: Origin::default(), version: 0 }).await?;
    store(conn, &Versioned { values: SecuritySettings::k_smart(), version: 0 }).await?;
    internal_values::put_built_in_words(conn).await?;
    internal_values::open_if_new(conn, now_ms).await
}

#[cfg(test)]
mod tests {
    use super::{section::parse, *};

    fn why(content: &str) -> String {
        parse::<TaxSettings>(content).expect_err("the content is invalid").to_string()
    }

    #[test]
    fn sections_are_read_as_they_were_written() {
        let taxes = TaxSettings { legal_name: "PT Melati Sehat".to_owned(), taxable: true, ..TaxSettings::default() };
        assert_eq!(parse::<TaxSettings>(&serde_json::to_string(&taxes).unwrap()).unwrap(), taxes);
        assert_eq!(parse::<Brand>(&serde_json::to_string(&Brand::k_smart()).unwrap()).unwrap(), Brand::k_smart());
    }

    #[test]
    fn missing_settings_get_their_defaults() {
        let taxes = parse::<TaxSettings>(r#"{"percent": "5"}"#).unwrap();
        assert_eq!(taxes, TaxSettings { percent: 5.into(), ..TaxSettings::default() });
    }

    #[test]
    fn nested_values_are_read_like_others() {
        let shipping = |own: &str| parse::<ShippingRules>(&format!(r#"{{"own": [{own}]}}"#));
        assert_eq!(shipping(r#"{"name": "Ambil di toko"}"#).unwrap().own[0].days, "");
        shipping(r#"{"name": "Ambil di toko", "cost": 5}"#).expect_err("the name is unknown");
    }

    #[test]
    fn invalid_content_is_an_error() {
        for content in ["", "2.5", "[]", r#"{"percent": "5""#] {
            why(content);
        }
        assert!(why(r#"{"percent": "banyak"}"#).contains(r#"the settings "taxes" are invalid: percent: "#));
        assert!(why(r#"{"percent": "100.01"}"#).contains("percent: Pajak bonus harus 0 sampai 100 persen"));
        assert!(why(r#"{"method": "none"}"#).contains("unknown variant"));
        assert!(why(r#"{"rate": "5"}"#).contains("unknown field `rate`"));
    }
}
