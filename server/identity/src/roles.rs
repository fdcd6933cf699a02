//! Roles and rights of accounts, and the extractors by which a handler requires a right.

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{StatusCode, request::Parts},
};
use ksmart_foundation::{
    db::{Conn, Db, Text, TextEnum},
    document::{Call, Part},
    error::{Code, Error, Result},
    ids::MemberId,
    text_enum,
    time::Clock,
};
use serde::{Deserialize, Serialize};
use sqlx::query_scalar;
use utoipa::ToSchema;

use crate::{
    factors,
    sessions::{Session, Sessions},
    tokens::Member,
};

/// Set of rights of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Buys in the shop; has no rights in the office.
    Member,
    /// Runs the shop: may do everything.
    Owner,
    /// Packs and ships orders.
    Fulfilment,
    /// Handles refunds, business volume and bonuses.
    Finance,
    /// Manages the shop's content: products, vouchers, banners, reviews, pages.
    Catalogue,
}

text_enum!(Role {
    Member => "member",
    Owner => "owner",
    Fulfilment => "fulfilment",
    Finance => "finance",
    Catalogue => "catalogue",
});

impl Role {
    /// Returns the display name.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Member => "Anggota",
            Self::Owner => "Pemilik",
            Self::Fulfilment => "Pengiriman",
            Self::Finance => "Keuangan",
            Self::Catalogue => "Katalog",
        }
    }

    /// Returns the rights of the role in the office, as bits; see [`Admin`].
    pub fn rights(self) -> u8 {
        match self {
            Self::Member => 0,
            Self::Owner => ANY_ADMIN,
            Self::Fulfilment => FULFILMENT,
            Self::Finance => FINANCE,
            Self::Catalogue => CATALOGUE,
        }
    }
}

/// Right to pack and ship orders.
pub const FULFILMENT: u8 = 1;
/// Right to handle money: refunds, business volume, bonuses.
pub const FINANCE: u8 = 2;
/// Right to manage the shop's content: products, vouchers, banners, reviews, pages.
pub const CATALOGUE: u8 = 4;
/// Right that only the owner has.
pub const OWNER: u8 = 8;
/// Mask for actions that every administrator may do.
pub const ANY_ADMIN: u8 = FULFILMENT | FINANCE | CATALOGUE | OWNER;

/// Calling administrator, with one of the `RIGHTS`; an owner has all of them. The role is read from the database, so
/// that its loss or a suspension takes effect at once.
#[derive(Debug, Clone)]
pub struct Admin<const RIGHTS: u8>(pub Member);

impl<S, const RIGHTS: u8> FromRequestParts<S> for Admin<RIGHTS>
where
    S: Send + Sync,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let member = <Member as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        let mut conn = Db::from_ref(state).read().await?;
        let role = role(&mut conn, member.id).await?;
        if role.map_or(0, Role::rights) & RIGHTS == 0 {
            return Err(Error::forbidden());
        }
        if factors::of(&mut conn, member.id).await?.must_enrol() {
            let message = "Peran Anda memerlukan verifikasi dua langkah. Pasang dulu di halaman Akun saya.";
            return Err(Error::new(StatusCode::FORBIDDEN, Code::SecondFactorMissing, message));
        }
        Ok(Self(member))
    }
}

/// Calling administrator, for actions that affect money or power: if the shop requires factors, or the account has one,
/// the session has recently confirmed its identity.
#[derive(Debug, Clone)]
pub struct Confirmed<const RIGHTS: u8>(pub Admin<RIGHTS>);

impl<S, const RIGHTS: u8> FromRequestParts<S> for Confirmed<RIGHTS>
where
    S: Send + Sync,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let admin = <Admin<RIGHTS> as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        let session = Session::from_request_parts(parts, state).await?;
        let now_ms = Clock::from_ref(state).now_ms();
        factors::check(&mut *Db::from_ref(state).read().await?, &session, false, now_ms).await?;
        Ok(Self(admin))
    }
}

impl<const RIGHTS: u8> Part for Confirmed<RIGHTS> {
    fn describe(call: &mut Call<'_>) {
        Admin::<RIGHTS>::describe(call);
        call.says("Where the shop asks for second factors, or the account has one, the session has confirmed lately (`POST /api/me/confirmation`) who it is.");
    }
}

impl<const RIGHTS: u8> Part for Admin<RIGHTS> {
    fn describe(call: &mut Call<'_>) {
        Member::describe(call);
        call.refuses(&[403]);
        let roles = [Role::Owner, Role::Catalogue, Role::Fulfilment, Role::Finance].into_iter();
        let roles = roles.filter(|role| role.rights() & RIGHTS != 0).map(|role| format!("`{}`", role.text()));
        call.says(&format!("For administrators with the role {}.", roles.collect::<Vec<_>>().join(" or ")));
    }
}

/// Returns the role of an account; `None` if there is no such account, or it is suspended.
pub async fn role(conn: &mut Conn, id: MemberId) -> sqlx::Result<Option<Role>> {
    let role: Option<Text<Role>> = query_scalar("SELECT role FROM members WHERE id = $1 AND suspended_ms IS NULL")
        .bind(id)
        .fetch_optional(conn)
        .await?;
    Ok(role.map(|role| role.0))
}

/// Returns an account's current rights in the office, as bits: 0 if it lacks the second factor that its role needs.
pub async fn rights(conn: &mut Conn, id: MemberId) -> sqlx::Result<u8> {
    let rights = role(conn, id).await?.map_or(0, Role::rights);
    Ok(if rights != 0 && factors::of(conn, id).await?.must_enrol() { 0 } else { rights })
}
