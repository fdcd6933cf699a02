//! Parcel of an order: its weight, and its number at the courier.

use ksmart_core::{order::ShipmentStatus, text};
use ksmart_foundation::{
    db::{Conn, Text},
    error::{Error, Result},
    ids::OrderKey,
};
use sqlx::{AssertSqlSafe, query, query_as};

use crate::{
    catalog::{Codes, WarehouseProduct, is_code_of_goods},
    orders::{
        order::OrderLine,
        search_text::{MEMBER_TEXT, own_search_text},
    },
};

/// Returns a courier's number of a parcel as typed, without surrounding blanks.
///
/// # Errors
/// 422 for anything but 3 to 64 letters, digits or hyphens, and for the code of goods, which a scanner can also read.
pub async fn check_resi(conn: &mut Conn, resi: &str) -> Result<String> {
    let resi = text::plain(resi);
    if !(3..=64).contains(&resi.len()) || !resi.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Err(Error::invalid("Nomor resi harus 3 sampai 64 huruf atau angka."));
    }
    if is_code_of_goods(conn, &resi).await? {
        return Err(Error::invalid(format!("{resi} adalah kode barang, bukan nomor resi. Pindai label dari kurir.")));
    }
    Ok(resi)
}

/// Stores the courier's number of an order.
pub async fn store_tracking_number(conn: &mut Conn, key: OrderKey, resi: &str) -> sqlx::Result<()> {
    store_parcel(conn, key, resi, None).await
}

/// Stores the courier's number of an order, and the courier if it is not the one that the buyer chose.
pub async fn store_parcel(conn: &mut Conn, key: OrderKey, resi: &str, courier: Option<&str>) -> sqlx::Result<()> {
    let sql = format!(
        "SELECT o.number, o.receiver_name, o.receiver_phone, {MEMBER_TEXT}
         FROM orders o JOIN members m ON m.id = o.member_id WHERE o.id = $1"
    );
    let (number, name, phone, member): (String, String, String, String) =
        query_as(AssertSqlSafe(sql)).bind(key).fetch_one(&mut *conn).await?;
    let searched = own_search_text(&number, &name, &phone, resi) + &member;
    query("UPDATE orders SET tracking_number = $2, shipping_method = COALESCE($3, shipping_method), search_text = $4 WHERE id = $1")
        .bind(key)
        .bind(resi)
        .bind(courier)
        .bind(searched)
        .execute(conn)
        .await?;
    Ok(())
}

/// Corrects the courier's number of a shipped order. Returns false if the order is not in state shipped, or if its
/// stored number is no longer `was`.
pub async fn correct_tracking_number(conn: &mut Conn, key: OrderKey, resi: &str, was: &str) -> sqlx::Result<bool> {
    let sql = "UPDATE orders SET tracking_number = $2
               WHERE id = $1 AND shipment_status = $3 AND COALESCE(tracking_number, '') = $4";
    let changed = query(sql).bind(key).bind(resi).bind(Text(ShipmentStatus::Shipped)).bind(was).execute(conn).await?;
    Ok(changed.rows_affected() == 1)
}

/// Returns the total weight of some lines, in grams. It uses the products' current weights, because the weight at the
/// time of purchase is not stored.
pub fn weight_gr(lines: &[OrderLine], warehouse_products: &[WarehouseProduct]) -> i64 {
    lines
        .iter()
        .map(|line| piece_weight_gr(line, warehouse_products).saturating_mul(line.quantity))
        .fold(0, i64::saturating_add)
}

/// Returns the current weight of one piece of a line's product, in grams; 0 for an unknown product.
pub fn piece_weight_gr(line: &OrderLine, warehouse_products: &[WarehouseProduct]) -> i64 {
    let product = warehouse_products.iter().find(|each| each.id == line.product_id);
    product.map_or(0, |product| product.weight_gr(line.variant_id, line.variant.as_deref()))
}

/// Returns the current warehouse codes of a line's goods: SKU, barcode and shelf; all empty for an unknown product.
pub fn codes(line: &OrderLine, warehouse_products: &[WarehouseProduct]) -> Codes {
    let product = warehouse_products.iter().find(|each| each.id == line.product_id);
    product.map(|product| product.codes(line.variant_id, line.variant.as_deref())).unwrap_or_default()
}
