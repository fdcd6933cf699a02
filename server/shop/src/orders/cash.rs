//! Orders as named in a courier's cash report.

use ksmart_core::order::OrderState;
use ksmart_foundation::{
    db::{BindAll, Conn, Flag, placeholders},
    ids::OrderKey,
};
use sqlx::{AssertSqlSafe, FromRow, query_as};

use crate::orders::{finding::LOOKUP, order::StoredState};

/// An order that a report may name.
#[derive(Debug, Clone, FromRow)]
pub struct NamedOrder {
    /// Its key.
    pub id: OrderKey,
    /// Its number.
    pub number: String,
    /// The courier's number of its parcel.
    pub tracking_number: Option<String>,
    /// Name of the receiver.
    pub receiver_name: String,
    /// Total of the order, rupiah.
    pub total_rp: i64,
    /// Whether it is a trial order of a closed shop.
    #[sqlx(try_from = "Flag")]
    pub trial: bool,
    /// Its state.
    #[sqlx(flatten, try_from = "StoredState")]
    pub state: OrderState,
}

/// Returns the orders with one of these numbers, or whose parcels have one of the courier's numbers in any letter case.
pub async fn named(conn: &mut Conn, numbers: &[&str], parcels: &[&str]) -> sqlx::Result<Vec<NamedOrder>> {
    let mut found = Vec::new();
    let parcels: Vec<String> = parcels.iter().map(|resi| resi.to_uppercase()).collect();
    let parcels: Vec<&str> = parcels.iter().map(String::as_str).collect();
    for (condition, names) in
        [("number", numbers), ("tracking_number IS NOT NULL AND UPPER(tracking_number)", parcels.as_slice())]
    {
        for some in names.chunks(LOOKUP) {
            let sql = format!(
                "SELECT id, number, tracking_number, receiver_name, total_rp, trial, held, payment_method,
                        payment_status, shipment_status
                 FROM orders WHERE {condition} IN ({})",
                placeholders(1, some.len())
            );
            let query = query_as(AssertSqlSafe(sql)).bind_all(some);
            found.extend(query.fetch_all(&mut *conn).await?);
        }
    }
    Ok(found)
}
