//! The moves of an order: every one is a row that says when, who and why.

use sqlx::query;

use crate::{
    foundation::{
        db::{Conn, Text},
        ids::OrderKey,
    },
    identity::tokens::Member,
    shop::orders::order::Actor,
};

/// Who moves an order: an actor, and which administrator where it is one.
#[derive(Debug, Clone)]
pub struct By {
    /// What kind of someone.
    pub actor: Actor,
    /// The administrator; every move of theirs stands in the audit log.
    pub admin: Option<Member>,
}

impl By {
    /// An administrator.
    pub fn admin(member: Member) -> Self {
        Self { actor: Actor::Admin, admin: Some(member) }
    }
}

impl From<Actor> for By {
    fn from(actor: Actor) -> Self {
        Self { actor, admin: None }
    }
}

/// Records a move of an order.
///
/// # Errors
/// The database fails.
pub async fn record(
    conn: &mut Conn,
    key: OrderKey,
    event: &str,
    by: &By,
    reason: Option<&str>,
    now_ms: i64,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO order_moves (order_id, at_ms, event, actor, reason, member_id)
               VALUES ($1, $2, $3, $4, $5, $6)";
    query(sql)
        .bind(key)
        .bind(now_ms)
        .bind(event)
        .bind(Text(by.actor))
        .bind(reason)
        .bind(by.admin.as_ref().map(|admin| admin.id))
        .execute(conn)
        .await?;
    Ok(())
}
