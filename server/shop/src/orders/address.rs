//! Address of an order, and its correction before the order is packed.

use ksmart_core::order::ShipmentStatus;
use ksmart_foundation::{
    db::{Conn, Text},
    ids::{MemberId, OrderKey},
};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};

use crate::orders::search_text::{MEMBER_TEXT, own_search_text};

/// Receiver and address of an order, and its shipping cost.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Address {
    /// Number of corrections of the address so far; used for optimistic locking.
    pub address_version: i64,
    /// Name of the receiver.
    pub receiver_name: String,
    /// Mobile number, `08…`.
    pub receiver_phone: String,
    /// Street address and destination.
    pub receiver_address: String,
    /// The destination that its shipping was priced for.
    pub destination_id: i64,
    /// City or regency of the destination; empty if unknown.
    pub city: String,
    /// Province of the destination; empty if unknown.
    pub province: String,
    /// Courier and service, such as `JNE - REG23`.
    pub shipping_method: String,
    /// Shipping cost for its buyer, rupiah.
    pub shipping_cost_rp: i64,
    /// Voucher's discount on the shipping cost, rupiah.
    pub shipping_discount_rp: i64,
    /// Additional shipping cost after a correction of the address, rupiah, which the shop pays instead of the buyer;
    /// if negative, the shop keeps the difference.
    pub shipping_borne_rp: i64,
    /// Amount to be paid for the order, rupiah.
    pub total_rp: i64,
}

/// Returns the receiver and address of an order.
pub async fn address_of(conn: &mut Conn, key: OrderKey) -> sqlx::Result<Address> {
    let sql = "SELECT address_version, receiver_name, receiver_phone, receiver_address, destination_id, city, province,
                      shipping_method, shipping_cost_rp, shipping_discount_rp, shipping_borne_rp, total_rp
               FROM orders WHERE id = $1";
    query_as(sql).bind(key).fetch_one(conn).await
}

/// Corrects the address of an order and increases its version. Returns false if the order no longer waits to be packed,
/// or if its address is no longer `before`.
pub async fn correct_address(
    conn: &mut Conn,
    key: OrderKey,
    before: &Address,
    address: &Address,
) -> sqlx::Result<bool> {
    let sql = format!(
        "SELECT o.number, COALESCE(o.tracking_number, ''), {MEMBER_TEXT}
         FROM orders o JOIN members m ON m.id = o.member_id WHERE o.id = $1"
    );
    let (number, resi, member): (String, String, String) =
        query_as(AssertSqlSafe(sql)).bind(key).fetch_one(&mut *conn).await?;
    let searched = own_search_text(&number, &address.receiver_name, &address.receiver_phone, &resi) + &member;
    let sql = "UPDATE orders SET address_version = address_version + 1, receiver_name = $2, receiver_phone = $3,
                 receiver_address = $4, destination_id = $5, shipping_method = $6, shipping_cost_rp = $7,
                 shipping_discount_rp = $8, shipping_borne_rp = $9, total_rp = $10, search_text = $11,
                 city = $12, province = $13
               WHERE id = $1 AND address_version = $14 AND shipment_status = $15
                 AND payment_status IN ('pending', 'success')";
    let corrected = query(sql)
        .bind(key)
        .bind(&address.receiver_name)
        .bind(&address.receiver_phone)
        .bind(&address.receiver_address)
        .bind(address.destination_id)
        .bind(&address.shipping_method)
        .bind(address.shipping_cost_rp)
        .bind(address.shipping_discount_rp)
        .bind(address.shipping_borne_rp)
        .bind(address.total_rp)
        .bind(searched)
        .bind(&address.city)
        .bind(&address.province)
        .bind(before.address_version)
        .bind(Text(ShipmentStatus::Waiting))
        .execute(conn)
        .await?;
    Ok(corrected.rows_affected() == 1)
}

/// Returns the numbers of a member's orders whose address was corrected.
pub async fn corrected_of(conn: &mut Conn, member: MemberId) -> sqlx::Result<Vec<String>> {
    let sql = "SELECT number FROM orders WHERE member_id = $1 AND address_version > 0 ORDER BY id";
    query_scalar(sql).bind(member).fetch_all(conn).await
}

/// Returns an address without the place `label` at its end; without that place, the address is returned trimmed.
pub fn street_of<'a>(address: &'a str, label: &str) -> &'a str {
    let address = address.trim();
    let street = address.len().checked_sub(label.len()).and_then(|from| address.split_at_checked(from));
    let street = street.filter(|(_, end)| end.eq_ignore_ascii_case(label)).map_or(address, |(street, _)| street);
    street.trim_end_matches([',', ' '])
}

/// Returns an address that ends with `label`, the name of the place for which the parcel was priced. If the address
/// already ends with that name in any letter case, the name is not added again.
pub fn with_label(address: &str, label: &str) -> String {
    match street_of(address, label) {
        "" => label.to_owned(),
        street => format!("{street}, {label}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_contains_the_place_only_once() {
        let label = "Kuningan Timur, Setiabudi, Jakarta Selatan, DKI Jakarta 12950";
        let whole = format!("Jl. Melati 1, {label}");
        for address in
            ["Jl. Melati 1", " Jl. Melati 1, ", &whole, &whole.to_uppercase().replace("JL. MELATI", "Jl. Melati")]
        {
            assert_eq!(with_label(address, label), whole, "{address}");
            assert_eq!(street_of(address, label), "Jl. Melati 1", "{address}");
        }
        assert_eq!(with_label("Jl. Melati 1, Medan", label), format!("Jl. Melati 1, Medan, {label}"));
        assert_eq!(with_label(label, label), label);
        assert_eq!(with_label("é", "long"), "é, long");
        assert_eq!(street_of(label, label), "");
    }
}
