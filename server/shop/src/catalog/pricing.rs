//! Prices of a product: its price, a promotion for some days, and the retail price for non-members.
//!
//! [`Pricing::at`] alone decides the price at a given time; [`Price::seen`] decides which prices a visitor sees.

use std::convert::Infallible;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use ksmart_foundation::{
    db::Conn,
    document::{Call, Part},
    ids::ProductId,
    time::{Clock, optional_moment, rfc3339},
};
use ksmart_identity::{
    sessions::Sessions,
    settings::{
        self,
        sales::{SalesSettings, VisitorPrices},
    },
    tokens::Member,
};
use serde::Serialize;
use sqlx::{FromRow, query};
use utoipa::ToSchema;

/// Settings of a product's price in addition to the price itself: promotion and retail price.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromRow, ToSchema)]
pub struct Pricing {
    /// Price of one piece while the promotion runs, rupiah, less than the product's price; null for none.
    pub promo_rp: Option<i64>,
    /// Start of the promotion (included), RFC 3339; null if it has already begun.
    #[serde(rename = "promo_from", serialize_with = "optional_moment")]
    #[schema(value_type = Option<String>)]
    pub promo_from_ms: Option<i64>,
    /// End of the promotion (included), RFC 3339; null if it has no end.
    #[serde(rename = "promo_until", serialize_with = "optional_moment")]
    #[schema(value_type = Option<String>)]
    pub promo_until_ms: Option<i64>,
    /// Retail price of one piece for non-members, rupiah, above the product's price; null if none is set.
    pub retail_rp: Option<i64>,
}

/// SQL columns of a [`Pricing`], from the table of products with the alias `p`.
pub const PRICING: &str = "p.promo_rp, p.promo_from_ms, p.promo_until_ms, p.retail_rp";

/// Price of one piece of a product at a given time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// Price to pay, rupiah.
    pub paid_rp: i64,
    /// Regular price, struck through during a promotion, rupiah.
    pub struck_rp: Option<i64>,
    /// End of the promotion (included), UTC milliseconds.
    pub until_ms: Option<i64>,
    /// Retail price for non-members, rupiah.
    pub retail_rp: Option<i64>,
}

impl Pricing {
    /// Returns the price of one piece with the regular price `price_rp`. A promotion runs from its start to its end,
    /// both included.
    pub fn at(&self, price_rp: i64, now_ms: i64) -> Price {
        let runs = self.promo_from_ms.is_none_or(|from_ms| from_ms <= now_ms)
            && self.promo_until_ms.is_none_or(|until_ms| now_ms <= until_ms);
        // A change of the price alone may have left a promotion price that is not lower.
        let promo_rp = self.promo_rp.filter(|promo_rp| runs && *promo_rp < price_rp);
        Price {
            paid_rp: promo_rp.unwrap_or(price_rp),
            struck_rp: promo_rp.map(|_| price_rp),
            until_ms: promo_rp.and(self.promo_until_ms),
            retail_rp: self.retail_rp.filter(|retail_rp| *retail_rp > price_rp),
        }
    }

    /// Returns the price of one piece of a variant: its own price, which no promotion of the product affects, or the
    /// product's.
    pub fn of_variant(&self, price_rp: i64, own_rp: Option<i64>, now_ms: i64) -> Price {
        let price = self.at(price_rp, now_ms);
        match own_rp {
            Some(own_rp) => Price { paid_rp: own_rp, struck_rp: None, until_ms: None, ..price },
            None => price,
        }
    }

    /// Returns the next time after `now_ms` from which a different price applies.
    pub fn turns_ms(&self, now_ms: i64) -> Option<i64> {
        self.promo_rp?;
        let over_ms = self.promo_until_ms.map(|until_ms| until_ms.saturating_add(1));
        [self.promo_from_ms, over_ms].into_iter().flatten().filter(|turn_ms| *turn_ms > now_ms).min()
    }
}

/// Returns which prices visitors are shown.
pub async fn visitor_prices(conn: &mut Conn) -> sqlx::Result<VisitorPrices> {
    Ok(settings::read::<SalesSettings>(conn).await?.values.visitor_prices)
}

impl Price {
    /// Returns only the prices that may be shown: no retail price if visitors see the members' price, and no members'
    /// price to non-members if visitors see the retail price.
    pub fn seen(self, by_member: bool, shown: VisitorPrices) -> Self {
        match (shown, self.retail_rp) {
            (VisitorPrices::Member, _) => Self { retail_rp: None, ..self },
            (VisitorPrices::Retail, Some(retail_rp)) if !by_member => {
                Self { paid_rp: retail_rp, struck_rp: None, until_ms: None, retail_rp: Some(retail_rp) }
            }
            _ => self,
        }
    }

    /// Returns the end of the promotion as the API sends it.
    pub fn until(&self) -> Option<String> {
        self.until_ms.map(rfc3339)
    }
}

/// Whether the caller is a member. A caller whose session is over counts as a visitor, and may still see public data.
#[derive(Debug, Clone, Copy)]
pub struct ByMember(pub bool);

impl<S> FromRequestParts<S> for ByMember
where
    S: Send + Sync,
    Clock: FromRef<S>,
    Sessions: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        Ok(Self(Member::from_request_parts(parts, state).await.is_ok()))
    }
}

impl Part for ByMember {
    fn describe(call: &mut Call<'_>) {
        call.takes_session(false);
    }
}

/// Stores a product's promotion and retail price.
pub async fn write_pricing(conn: &mut Conn, id: ProductId, pricing: &Pricing) -> sqlx::Result<()> {
    let sql =
        "UPDATE products SET promo_rp = $2, promo_from_ms = $3, promo_until_ms = $4, retail_rp = $5 WHERE id = $1";
    query(sql)
        .bind(id)
        .bind(pricing.promo_rp)
        .bind(pricing.promo_from_ms)
        .bind(pricing.promo_until_ms)
        .bind(pricing.retail_rp)
        .execute(conn)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROMOTED: Pricing =
        Pricing { promo_rp: Some(80), promo_from_ms: Some(1000), promo_until_ms: Some(1999), retail_rp: Some(150) };

    #[test]
    fn a_promotion_applies_within_its_period() {
        for (now_ms, paid_rp, struck_rp, turns_ms) in [
            (999, 100, None, Some(1000)),
            (1000, 80, Some(100), Some(2000)),
            (1999, 80, Some(100), Some(2000)),
            (2000, 100, None, None),
        ] {
            let price = PROMOTED.at(100, now_ms);
            assert_eq!((price.paid_rp, price.struck_rp), (paid_rp, struck_rp), "{now_ms}");
            assert_eq!(PROMOTED.turns_ms(now_ms), turns_ms, "{now_ms}");
        }
        let open = Pricing { promo_from_ms: None, promo_until_ms: None, ..PROMOTED };
        assert_eq!((open.at(100, 5).paid_rp, open.turns_ms(5)), (80, None));
        assert_eq!(open.at(80, 5).struck_rp, None, "a price that is no less is no promotion");
        assert_eq!(open.at(150, 5).retail_rp, None, "and one that is no more is no retail price");
    }

    #[test]
    fn a_variant_with_its_own_price_has_no_promotion() {
        assert_eq!(PROMOTED.of_variant(100, None, 1500), PROMOTED.at(100, 1500));
        let own = PROMOTED.of_variant(100, Some(120), 1500);
        assert_eq!(own, Price { paid_rp: 120, struck_rp: None, until_ms: None, retail_rp: Some(150) });
        assert_eq!(own.seen(false, VisitorPrices::Retail).paid_rp, 150);
    }

    #[test]
    fn visitors_see_only_the_allowed_prices() {
        let price = PROMOTED.at(100, 1500);
        let retail = Price { paid_rp: 150, struck_rp: None, until_ms: None, retail_rp: Some(150) };
        assert_eq!(price.seen(false, VisitorPrices::Retail), retail);
        assert_eq!(price.seen(true, VisitorPrices::Retail), price);
        assert_eq!(price.seen(false, VisitorPrices::Both), price);
        for by_member in [false, true] {
            assert_eq!(price.seen(by_member, VisitorPrices::Member), Price { retail_rp: None, ..price });
        }
        let alone = Pricing { retail_rp: None, ..PROMOTED }.at(100, 1500);
        assert_eq!(
            alone.seen(false, VisitorPrices::Retail),
            alone,
            "without a retail price there is one price for all"
        );
    }
}
