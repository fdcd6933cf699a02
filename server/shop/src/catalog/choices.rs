//! Changes a product's variants, and how its stock is counted; pieces are added or removed only by a movement with a
//! reason.

use ksmart_foundation::{
    db::Conn,
    ids::{MemberId, ProductId, VariantId},
};
use sqlx::{query, query_as, query_scalar};

use crate::catalog::{
    stock::{ByHand, move_by_hand, note},
    variants::{Choices, VariantFields, insert},
};

/// Author and time of a change of a product, and the division of its stock.
#[derive(Debug, Clone, Copy)]
pub struct Edit<'a> {
    /// The administrator.
    pub member: MemberId,
    /// Time of the change, UTC milliseconds.
    pub at_ms: i64,
    /// Pieces of each variant, in order, when a product switches to stock by variant; their sum is its stock.
    pub division: &'a [i64],
}

impl Edit<'_> {
    fn adjusted<'a>(&self, variant: Option<VariantId>, quantity: i64, reason: &'a str) -> ByHand<'a> {
        ByHand::adjustment(self.member, variant, quantity, reason, self.at_ms)
    }
}

/// Changes a product's variants, and how its stock is counted, to `after`. The product's row is locked.
///
/// # Errors
/// A name or code is already used.
pub async fn rewrite(
    conn: &mut Conn,
    product: ProductId,
    before: Choices<'_>,
    after: Choices<'_>,
    edit: &Edit<'_>,
) -> sqlx::Result<()> {
    // The pieces are summed first, so that those of a variant removed at the same time are not lost.
    if before.by_variant && !after.by_variant {
        sum_stock(conn, product, edit).await?;
    }
    if after.variants != before.variants {
        let stays = |gone: &VariantFields| after.variants.iter().any(|variant| variant.id == gone.id);
        for gone in before.variants.iter().filter(|gone| !stays(gone)) {
            remove(conn, product, gone, edit).await?;
        }
        overwrite(conn, product, before.variants, after.variants).await?;
    }
    if after.by_variant && !before.by_variant {
        divide(conn, product, edit).await?;
    }
    Ok(())
}

/// Removes a variant, and takes its pieces out of the stock books.
async fn remove(conn: &mut Conn, product: ProductId, gone: &VariantFields, edit: &Edit<'_>) -> sqlx::Result<()> {
    let Some(id) = gone.id else { return Ok(()) };
    let sql = "SELECT stock FROM product_variants WHERE id = $1 AND product_id = $2 AND removed = 0";
    let stock: Option<i64> = query_scalar(sql).bind(id).bind(product).fetch_optional(&mut *conn).await?;
    if let Some(stock) = stock.filter(|stock| *stock > 0) {
        let reason = format!("Varian {} dihapus", gone.name);
        move_by_hand(conn, product, &edit.adjusted(Some(id), -stock, &reason)).await?;
    }
    // Its name and codes become free for another variant; the remaining row still identifies it in the stock books.
    let sql = "UPDATE product_variants SET removed = 1, name = $3, sku = '', barcode = '', picture = ''
               WHERE id = $1 AND product_id = $2";
    let name = format!("{} (dihapus, {id})", gone.name);
    query(sql).bind(id).bind(product).bind(name).execute(conn).await?;
    Ok(())
}

/// Overwrites the remaining variants with their new values, and inserts the new ones.
async fn overwrite(
    conn: &mut Conn,
    product: ProductId,
    before: &[VariantFields],
    after: &[VariantFields],
) -> sqlx::Result<()> {
    let kept = |variant: &&VariantFields| variant.id.is_some() && !before.contains(variant);
    // Two variants may swap their names or codes, so these are cleared first; no name begins with this character.
    for variant in after.iter().filter(kept) {
        let sql = "UPDATE product_variants SET name = $3, sku = '', barcode = '' WHERE id = $1 AND product_id = $2";
        let name = variant.id.map(|id| format!("\u{1f}{id}"));
        query(sql).bind(variant.id).bind(product).bind(name).execute(&mut *conn).await?;
    }
    for (position, variant) in (1..).zip(after) {
        if variant.id.is_none() {
            insert(conn, product, position, std::slice::from_ref(variant)).await?;
            continue;
        }
        let sql = "UPDATE product_variants SET position = $3, name = $4, price_rp = $5, bv = $6, weight_gr = $7,
                          sku = $8, barcode = $9, picture = $10
                   WHERE id = $1 AND product_id = $2";
        query(sql)
            .bind(variant.id)
            .bind(product)
            .bind(position)
            .bind(&variant.name)
            .bind(variant.price_rp)
            .bind(variant.bv)
            .bind(variant.weight_gr)
            .bind(&variant.sku)
            .bind(&variant.barcode)
            .bind(&variant.picture)
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}

/// Switches a product to stock by variant, and divides its pieces among its variants.
async fn divide(conn: &mut Conn, product: ProductId, edit: &Edit<'_>) -> sqlx::Result<()> {
    let reason = "Stok dihitung per varian";
    let sql = "UPDATE products SET by_variant = 1 WHERE id = $1 RETURNING stock";
    let stock: i64 = query_scalar(sql).bind(product).fetch_one(&mut *conn).await?;
    if stock > 0 {
        note(conn, product, &edit.adjusted(None, -stock, reason)).await?;
    }
    let sql = "SELECT id FROM product_variants WHERE product_id = $1 AND removed = 0 ORDER BY position, id";
    let ids: Vec<VariantId> = query_scalar(sql).bind(product).fetch_all(&mut *conn).await?;
    for (id, pieces) in ids.into_iter().zip(edit.division).filter(|(_, pieces)| **pieces > 0) {
        query("UPDATE product_variants SET stock = $2 WHERE id = $1")
            .bind(id)
            .bind(*pieces)
            .execute(&mut *conn)
            .await?;
        note(conn, product, &edit.adjusted(Some(id), *pieces, reason)).await?;
    }
    Ok(())
}

/// Switches a product back to common stock, the sum of its variants' pieces.
async fn sum_stock(conn: &mut Conn, product: ProductId, edit: &Edit<'_>) -> sqlx::Result<()> {
    let reason = "Stok tidak lagi dihitung per varian";
    let sql = "UPDATE products SET by_variant = 0 WHERE id = $1 RETURNING stock";
    let stock: i64 = query_scalar(sql).bind(product).fetch_one(&mut *conn).await?;
    let sql = "SELECT id, stock FROM product_variants WHERE product_id = $1 AND stock > 0 ORDER BY position, id";
    let stocks: Vec<(VariantId, i64)> = query_as(sql).bind(product).fetch_all(&mut *conn).await?;
    for (id, pieces) in stocks {
        query("UPDATE product_variants SET stock = 0 WHERE id = $1").bind(id).execute(&mut *conn).await?;
        note(conn, product, &edit.adjusted(Some(id), -pieces, reason)).await?;
    }
    if stock > 0 {
        note(conn, product, &edit.adjusted(None, stock, reason)).await?;
    }
    Ok(())
}
