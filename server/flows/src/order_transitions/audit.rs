//! Audit log of the moves that administrators make.

use ksmart_foundation::{
    db::{Conn, TextEnum},
    error::Result,
    ids::OrderKey,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    tokens::Member,
};
use ksmart_shop::orders::{Order, not_found};
use serde::Serialize;
use serde_json::json;
use sqlx::{FromRow, query_as};

/// Order data stored in the audit log.
#[derive(Debug, Serialize, FromRow)]
pub struct Facts {
    payment_status: String,
    shipment_status: String,
    courier: String,
    resi: Option<String>,
    /// Whether the order waits for the shop's decision: `yes` or `no`.
    held: String,
}

impl Facts {
    /// Reads the data from the database.
    ///
    /// # Errors
    /// Order not found (404).
    pub async fn read(conn: &mut Conn, key: OrderKey) -> Result<Self> {
        let sql = "SELECT payment_status, shipment_status, shipping_method AS courier, tracking_number AS resi,
                          CASE held WHEN 1 THEN 'yes' ELSE 'no' END AS held
                   FROM orders WHERE id = $1";
        query_as(sql).bind(key).fetch_optional(conn).await?.ok_or_else(not_found)
    }

    /// Takes the data from an order, as of the time when it was read.
    pub(super) fn of(order: &Order) -> Self {
        Self {
            payment_status: order.state.payment_status.text().to_owned(),
            shipment_status: order.state.shipment_status.text().to_owned(),
            courier: order.shipping_method.clone(),
            resi: order.tracking_number.clone(),
            held: (if order.state.held { "yes" } else { "no" }).to_owned(),
        }
    }
}

/// Records an administrator's action on an order in the audit log, with the reason.
pub async fn audit_move(
    conn: &mut Conn,
    admin: &Member,
    action: &str,
    (key, number, before): (OrderKey, &str, &Facts),
    reason: Option<&str>,
    now_ms: i64,
) -> Result<()> {
    let mut after = json!(Facts::read(conn, key).await?);
    if let Some(reason) = reason {
        after["reason"] = reason.into();
    }
    let change = Change::new(action, Subject::Order, number, json!(before), after);
    Ok(audit::record(conn, admin, now_ms, change).await?)
}
