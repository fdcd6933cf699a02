//! Storing of vouchers.

use ksmart_core::voucher::Reduction;
use ksmart_foundation::{
    db::{Conn, DecimalText, Flag, Text},
    ids::VoucherId,
};
use sqlx::{Any, Row, any::AnyArguments, query, query::Query};

use crate::vouchers::kind::Kind;

/// Data of a voucher that administrators decide.
#[derive(Debug)]
pub struct VoucherFields {
    /// Code, upper case.
    pub code: String,
    /// Title.
    pub title: String,
    /// Terms, one per line.
    pub terms: String,
    /// Path below `/storage/`.
    pub picture: String,
    /// Discount.
    pub reduction: Reduction,
    /// Start of validity, inclusive, UTC milliseconds.
    pub starts_ms: i64,
    /// End of validity, inclusive, UTC milliseconds.
    pub ends_ms: i64,
    /// Maximum number of uses; `None` for no limit.
    pub quota: Option<i64>,
    /// Maximum number of uses by one member; `None` for no limit.
    pub member_quota: Option<i64>,
    /// Minimum total of the eligible products, rupiah.
    pub minimum_rp: i64,
    /// Whether it is only for a member's first order.
    pub first_order: bool,
    /// Whether it is only for some products or categories.
    pub scoped: bool,
    /// Whether it is only for chosen members.
    pub chosen_members: bool,
}

impl VoucherFields {
    /// Stores a new voucher; returns its key.
    ///
    /// # Errors
    /// The code is taken.
    pub async fn insert(&self, conn: &mut Conn) -> sqlx::Result<VoucherId> {
        let sql = "INSERT INTO vouchers (code, title, terms, picture, kind, discount_percent, discount_rp, most_rp,
                                         starts_ms, ends_ms, quota, member_quota, minimum_rp, first_order, scoped,
                                         chosen_members)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
                   RETURNING id";
        self.bind(query(sql)).fetch_one(conn).await?.try_get("id")
    }

    /// Changes a voucher; returns false if it is no longer at `version`.
    ///
    /// # Errors
    /// The code is taken.
    pub async fn update(&self, conn: &mut Conn, id: VoucherId, version: i64) -> sqlx::Result<bool> {
        let sql = "UPDATE vouchers
                   SET code = $1, title = $2, terms = $3, picture = $4, kind = $5, discount_percent = $6,
                       discount_rp = $7, most_rp = $8, starts_ms = $9, ends_ms = $10, quota = $11, member_quota = $12,
                       minimum_rp = $13, first_order = $14, scoped = $15, chosen_members = $16, version = version + 1
                   WHERE id = $17 AND version = $18";
        let changed = self.bind(query(sql)).bind(id).bind(version).execute(conn).await?;
        Ok(changed.rows_affected() == 1)
    }

    fn bind<'q>(&'q self, query: Query<'q, Any, AnyArguments>) -> Query<'q, Any, AnyArguments> {
        let (kind, percent, amount, most) = match self.reduction {
            Reduction::Percent { percent, most } => (Kind::Percent, Some(DecimalText(percent)), None, most),
            Reduction::Amount(amount) => (Kind::Amount, None, Some(amount), None),
            Reduction::Shipping { most } => (Kind::Shipping, None, None, most),
        };
        query
            .bind(&self.code)
            .bind(&self.title)
            .bind(&self.terms)
            .bind(&self.picture)
            .bind(Text(kind))
            .bind(percent)
            .bind(amount)
            .bind(most)
            .bind(self.starts_ms)
            .bind(self.ends_ms)
            .bind(self.quota)
            .bind(self.member_quota)
            .bind(self.minimum_rp)
            .bind(Flag(self.first_order))
            .bind(Flag(self.scoped))
            .bind(Flag(self.chosen_members))
    }
}
