//! Erasure of a member's personal data in orders.

use ksmart_foundation::{
    db::{Conn, Text},
    ids::MemberId,
};
use sqlx::query;

use crate::orders::{order::Actor, search_text::rename_member};

/// Deletes receivers and addresses from the orders of a member, and the reasons that the member gave.
///
/// `name` replaces the receiver's name; `searched` replaces the member's part of the orders' searched text.
pub async fn erase(conn: &mut Conn, member: MemberId, name: &str, searched: &str) -> sqlx::Result<()> {
    let sql = "UPDATE orders SET receiver_name = $2, receiver_phone = '', receiver_email = '', receiver_address = '',
                                 payment_url = NULL, contents = NULL
               WHERE member_id = $1";
    query(sql).bind(member).bind(name).execute(&mut *conn).await?;
    let sql = "UPDATE order_moves SET reason = NULL
               WHERE order_id IN (SELECT id FROM orders WHERE member_id = $1) AND actor = $2";
    query(sql).bind(member).bind(Text(Actor::Member)).execute(&mut *conn).await?;
    rename_member(conn, member, searched).await
}
