//! Searched text of an order: its number, its receiver, its parcel, and its member.

use ksmart_core::text;
use ksmart_foundation::{
    db::{Conn, value_rows},
    ids::{MemberId, OrderKey},
};
use sqlx::{AssertSqlSafe, query, query_as};

/// SQL for the member's part of the searched text of an order, with member `m`: name, uid and phone number, folded.
pub(super) const MEMBER_TEXT: &str =
    "m.search_text || CASE WHEN m.phone LIKE '+62%' THEN ' 0' || SUBSTR(m.phone, 4) ELSE '' END";

/// Returns the order's own part of its searched text, which precedes the member's part: number, receiver, phone and the
/// courier's number, folded.
pub(super) fn own_search_text(number: &str, receiver: &str, phone: &str, resi: &str) -> String {
    text::fold(&format!("{number} {receiver} {phone} {resi}")) + " "
}

/// Updates the searched text of a member's orders; `searched` replaces the part about the member.
pub async fn rename_member(conn: &mut Conn, member: MemberId, searched: &str) -> sqlx::Result<()> {
    let mut last = OrderKey(i64::MIN);
    loop {
        let sql = "SELECT id, number, receiver_name, receiver_phone, COALESCE(tracking_number, '') FROM orders
                   WHERE member_id = $1 AND id > $2 ORDER BY id LIMIT 100";
        let orders: Vec<(OrderKey, String, String, String, String)> =
            query_as(sql).bind(member).bind(last).fetch_all(&mut *conn).await?;
        let Some((key, ..)) = orders.last() else { return Ok(()) };
        last = *key;
        let sql = format!(
            "UPDATE orders SET search_text = t.column2 FROM (VALUES {}) AS t WHERE id = t.column1",
            value_rows(orders.len(), 2)
        );
        let mut query = query(AssertSqlSafe(sql));
        for (key, number, receiver, phone, resi) in &orders {
            query = query.bind(*key).bind(own_search_text(number, receiver, phone, resi) + searched);
        }
        query.execute(&mut *conn).await?;
    }
}
