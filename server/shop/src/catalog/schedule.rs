//! Products that enter or leave the shop automatically, at a time set by an administrator.

use ksmart_foundation::{
    db::{Conn, Db, Text},
    ids::ProductId,
    time::optional_moment,
};
use ksmart_identity::audit::{self, Change, Subject};
use serde::Serialize;
use serde_json::json;
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;

use crate::catalog::{products::Catalog, sale_status::SaleStatus};

/// Number of products published or archived at once.
const AT_ONCE: i64 = 100;

/// Times at which a product automatically enters the shop and leaves it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, FromRow, ToSchema)]
pub struct Schedule {
    /// Time at which it enters the shop, RFC 3339; null for never, and for a product already there.
    #[serde(rename = "publish_at", serialize_with = "optional_moment")]
    #[schema(value_type = Option<String>)]
    pub publish_ms: Option<i64>,
    /// Time at which it leaves the shop, RFC 3339; null for never.
    #[serde(rename = "withdraw_at", serialize_with = "optional_moment")]
    #[schema(value_type = Option<String>)]
    pub withdraw_ms: Option<i64>,
}

/// Stores the times at which a product enters and leaves the shop.
pub async fn write_schedule(conn: &mut Conn, id: ProductId, schedule: &Schedule) -> sqlx::Result<()> {
    let sql = "UPDATE products SET publish_ms = $2, withdraw_ms = $3 WHERE id = $1";
    query(sql).bind(id).bind(schedule.publish_ms).bind(schedule.withdraw_ms).execute(conn).await?;
    Ok(())
}

/// Puts products into the shop, and takes products out, when their scheduled time has come; several servers may call it
/// at once. The audit log names the administrator who last changed the product.
pub async fn move_due(db: &Db, catalog: &Catalog, now_ms: i64) -> sqlx::Result<()> {
    while publish_some(db, now_ms).await? | withdraw_some(db, now_ms).await? {
        catalog.mark_changed();
    }
    Ok(())
}

/// Publishes a few due products; returns false if none is due.
async fn publish_some(db: &Db, now_ms: i64) -> sqlx::Result<bool> {
    let sql = "SELECT id, status, publish_ms FROM products
               WHERE publish_ms IS NOT NULL AND publish_ms <= $1 AND status <> 'for_sale'
               ORDER BY publish_ms, id LIMIT $2";
    let due: Vec<(ProductId, Text<SaleStatus>, i64)> =
        query_as(sql).bind(now_ms).bind(AT_ONCE).fetch_all(&mut *db.read().await?).await?;
    for (id, status, at_ms) in &due {
        let mut tx = db.write().await?;
        let sql = "UPDATE products SET status = 'for_sale', publish_ms = NULL, version = version + 1
                   WHERE id = $1 AND publish_ms = $2 AND status <> 'for_sale'";
        if query(sql).bind(id).bind(at_ms).execute(&mut *tx).await?.rows_affected() == 1 {
            record(&mut tx, *id, status.0.way_in(), now_ms).await?;
            tx.commit().await?;
        }
    }
    Ok(!due.is_empty())
}

/// Takes a few due products out of the shop; returns false if none is due.
async fn withdraw_some(db: &Db, now_ms: i64) -> sqlx::Result<bool> {
    let sql = "SELECT id, withdraw_ms FROM products
               WHERE withdraw_ms IS NOT NULL AND withdraw_ms <= $1 AND status = 'for_sale'
               ORDER BY withdraw_ms, id LIMIT $2";
    let due: Vec<(ProductId, i64)> = query_as(sql).bind(now_ms).bind(AT_ONCE).fetch_all(&mut *db.read().await?).await?;
    for (id, at_ms) in &due {
        let mut tx = db.write().await?;
        let sql = "UPDATE products SET status = 'archived', withdraw_ms = NULL, version = version + 1
                   WHERE id = $1 AND withdraw_ms = $2 AND status = 'for_sale'";
        if query(sql).bind(id).bind(at_ms).execute(&mut *tx).await?.rows_affected() == 1 {
            record(&mut tx, *id, "archive", now_ms).await?;
            tx.commit().await?;
        }
    }
    Ok(!due.is_empty())
}

async fn record(conn: &mut Conn, id: ProductId, action: &str, now_ms: i64) -> sqlx::Result<()> {
    let archived = action == "archive";
    let (before, after) = (json!({"archived": !archived}), json!({"archived": archived, "by_schedule": true}));
    let change = Change::new(action, Subject::Product, id, before, after);
    audit::record_by_rule(conn, (Subject::Product, &id.to_string()), now_ms, change).await
}
