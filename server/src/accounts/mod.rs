//! Members and the administrators among them; login, the forms, and what the back office does with accounts are parts of
//! their own.

pub mod forms;
pub mod links;
pub mod login;
pub mod office;
pub mod passwords;
pub mod sessions;
pub mod staff;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    App, Shared,
    auth::{self, Member},
    db::{Conn, Text},
    error::{Code, Error, Result},
    id, network, text_enum, volume,
};

id!(MemberId, "a member.");

/// What an account may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Shops.
    Member,
    /// Runs the shop: may do everything.
    Owner,
    /// Packs and ships orders.
    Fulfilment,
    /// Handles refunds, business volume and bonuses.
    Finance,
    /// Keeps what the shop shows: products, vouchers, banners, reviews, pages.
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
    /// The desks at which the account works, as bits; see [`auth::Staff`].
    pub fn desks(self) -> u8 {
        match self {
            Self::Member => 0,
            Self::Owner => auth::ANY_DESK,
            Self::Fulfilment => auth::FULFILMENT,
            Self::Finance => auth::FINANCE,
            Self::Catalogue => auth::CATALOGUE,
        }
    }
}

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(me))
        .merge(login::router())
        .merge(forms::router())
        .merge(links::router())
        .merge(office::router())
        .merge(staff::router())
}

/// A member, as the member sees themselves.
#[derive(Debug, Serialize, ToSchema)]
pub struct User {
    /// Key.
    pub id: MemberId,
    /// The number that others know the member by, such as `KS12345678`.
    pub uid: String,
    /// Full name.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Mobile number, `08…`.
    pub no_hp: String,
    /// Postal address.
    pub alamat: String,
    /// Bank of the bonus.
    pub bank: String,
    /// Account number.
    pub rekening_bank: String,
    /// `L` or `P`.
    pub jenis_kelamin: String,
    /// Birth date, `YYYY-MM-DD`.
    pub tanggal_lahir: String,
    /// Plan chosen at registration.
    pub id_plan: i64,
    /// File below `/uploads/profile/`.
    pub profile_picture: Option<String>,
    /// The leader's uid.
    pub leader_id: Option<String>,
    /// Own business volume in all periods, in points.
    #[serde(rename = "BV")]
    pub bv: i64,
    /// What the account may do.
    pub role: Role,
}

#[derive(FromRow)]
struct UserRow {
    id: MemberId,
    uid: String,
    name: String,
    email: String,
    phone: String,
    address: String,
    bank: String,
    bank_account: String,
    gender: String,
    birth_date: String,
    plan_id: i64,
    picture: Option<String>,
    leader_uid: Option<String>,
    role: Text<Role>,
}

/// The caller's own data.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = User), (status = 401)))]
async fn me(State(app): State<Shared>, member: Member) -> Result<Json<User>> {
    Ok(Json(show(&mut *app.db.read().await?, member.id).await?))
}

/// A member to be kept.
pub struct NewMember {
    /// E-mail address, lower case.
    pub email: String,
    /// Argon2id hash.
    pub password_hash: String,
    /// Full name.
    pub name: String,
    /// Mobile number, E.164.
    pub phone: String,
    /// Postal address.
    pub address: String,
    /// Bank of the bonus.
    pub bank: String,
    /// Account number.
    pub bank_account: String,
    /// `L` or `P`.
    pub gender: String,
    /// Birth date, `YYYY-MM-DD`.
    pub birth_date: String,
    /// Plan.
    pub plan_id: i64,
    /// File of the profile picture.
    pub picture: Option<String>,
    /// Direct leader.
    pub leader: Option<MemberId>,
    /// What the account may do.
    pub role: Role,
}

/// Keeps a new member under a fresh uid, below the leader, in one transaction.
///
/// # Errors
/// The e-mail address has an account ([`is_duplicate`]), or the database fails.
pub async fn insert(app: &App, member: &NewMember, now_ms: i64) -> sqlx::Result<MemberId> {
    let mut tx = app.db.write().await?;
    let uid = fresh_uid(app, &mut tx).await?;
    let id = insert_with_uid(&mut tx, member, &uid, now_ms).await?;
    tx.commit().await?;
    Ok(id)
}

/// A uid that nobody has.
async fn fresh_uid(app: &App, conn: &mut Conn) -> sqlx::Result<String> {
    loop {
        let uid = format!("KS{:08}", app.random.below(100_000_000));
        if find_by_uid(conn, &uid).await?.is_none() {
            return Ok(uid);
        }
    }
}

/// Keeps a new member under a given uid, below the leader.
///
/// # Errors
/// The e-mail address or the uid is taken ([`is_duplicate`]), or the database fails.
pub async fn insert_with_uid(conn: &mut Conn, member: &NewMember, uid: &str, now_ms: i64) -> sqlx::Result<MemberId> {
    let sql = "INSERT INTO members (uid, email, password_hash, name, phone, address, bank, bank_account, gender,
                                    birth_date, plan_id, picture, leader_id, role, created_ms, search_text,
                                    office_text)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
               RETURNING id";
    let search_text = format!("{} {uid}", member.name).to_lowercase();
    let office_text = format!("{search_text} {} {} {}", member.email, member.phone, local_phone(&member.phone));
    let id = query_scalar(sql)
        .bind(uid)
        .bind(&member.email)
        .bind(&member.password_hash)
        .bind(&member.name)
        .bind(&member.phone)
        .bind(&member.address)
        .bind(&member.bank)
        .bind(&member.bank_account)
        .bind(&member.gender)
        .bind(&member.birth_date)
        .bind(member.plan_id)
        .bind(&member.picture)
        .bind(member.leader)
        .bind(Text(member.role))
        .bind(now_ms)
        .bind(search_text)
        .bind(office_text)
        .fetch_one(&mut *conn)
        .await?;
    if let Some(leader) = member.leader {
        network::join(conn, id, leader).await?;
    }
    Ok(id)
}

/// Makes the account with `email` an administrator with this password, or a new one.
///
/// # Errors
/// A sentence for the operator.
pub async fn make_admin(app: &Shared, email: &str, password: String) -> Result<(), String> {
    let email = email.trim().to_lowercase();
    if !email.contains('@') {
        return Err(format!("--email should be an e-mail address, not {email:?}"));
    }
    if password.chars().count() < 8 {
        return Err("the password should have 8 characters or more".to_owned());
    }
    if passwords::too_common(&password).is_some() {
        return Err("the password should not be one of the most common".to_owned());
    }
    let failed = |_| "the account cannot be kept; the log says why".to_owned();
    let password_hash = auth::hash_password(app, password).await.map_err(failed)?;
    let work = async {
        let mut tx = app.db.write().await?;
        let sql = "SELECT id, suspended_ms FROM members WHERE email = $1";
        let found: Option<(MemberId, Option<i64>)> = query_as(sql).bind(&email).fetch_optional(&mut *tx).await?;
        let Some((id, suspended_ms)) = found else {
            drop(tx);
            insert(app, &NewMember::admin(&email, password_hash), app.clock.now_ms()).await?;
            return Ok(true);
        };
        let sql = "UPDATE members SET role = $2, password_hash = $3 WHERE id = $1 AND suspended_ms IS NULL";
        query(sql).bind(id).bind(Text(Role::Owner)).bind(&password_hash).execute(&mut *tx).await?;
        // Whoever knew the old password has no business here any more.
        sessions::end_all(&mut tx, id, app.clock.now_ms()).await?;
        links::revoke(&mut tx, id).await?;
        if suspended_ms.is_none() {
            tx.commit().await?;
        }
        Ok::<_, sqlx::Error>(suspended_ms.is_none())
    };
    let made = work.await.map_err(|error| format!("DATABASE_URL: {error}"))?;
    if made { Ok(()) } else { Err("the account is suspended; an owner can lift that in the back office".to_owned()) }
}

impl NewMember {
    /// An administrator with nothing but the account.
    pub fn admin(email: &str, password_hash: String) -> Self {
        Self {
            email: email.to_owned(),
            password_hash,
            name: "Administrator".to_owned(),
            phone: String::new(),
            address: String::new(),
            bank: String::new(),
            bank_account: String::new(),
            gender: "L".to_owned(),
            birth_date: "1970-01-01".to_owned(),
            plan_id: volume::DEFAULT_PLAN_ID,
            picture: None,
            leader: None,
            role: Role::Owner,
        }
    }
}

/// A mobile number as people write it: `08…` for `+628…`.
fn local_phone(phone: &str) -> String {
    phone.strip_prefix("+62").map_or_else(|| phone.to_owned(), |rest| format!("0{rest}"))
}

/// A member as they see themselves; 401 if the token's member is gone.
async fn show(conn: &mut Conn, id: MemberId) -> Result<User> {
    let sql = "SELECT m.id, m.uid, m.name, m.email, m.phone, m.address, m.bank, m.bank_account, m.gender,
                      m.birth_date, m.plan_id, m.picture, l.uid AS leader_uid, m.role
               FROM members m LEFT JOIN members l ON l.id = m.leader_id
               WHERE m.id = $1";
    let row: Option<UserRow> = query_as(sql).bind(id).fetch_optional(&mut *conn).await?;
    let row = row
        .ok_or_else(|| Error::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, "Anda harus login terlebih dahulu!"))?;
    Ok(User {
        bv: volume::personal_points(conn, id).await?,
        id: row.id,
        uid: row.uid,
        name: row.name,
        email: row.email,
        no_hp: local_phone(&row.phone),
        alamat: row.address,
        bank: row.bank,
        rekening_bank: row.bank_account,
        jenis_kelamin: row.gender,
        tanggal_lahir: row.birth_date,
        id_plan: row.plan_id,
        profile_picture: row.picture,
        leader_id: row.leader_uid,
        role: row.role.0,
    })
}

/// The member with a uid: key, uid and name.
///
/// # Errors
/// The database fails.
pub async fn find_by_uid(conn: &mut Conn, uid: &str) -> sqlx::Result<Option<(MemberId, String, String)>> {
    query_as("SELECT id, uid, name FROM members WHERE uid = $1")
        .bind(uid.trim().to_uppercase())
        .fetch_optional(conn)
        .await
}

/// The member with a uid, where there must be one: key, uid and name.
///
/// # Errors
/// 404, or the database fails.
pub async fn must_find(conn: &mut Conn, uid: &str) -> Result<(MemberId, String, String)> {
    find_by_uid(conn, uid).await?.ok_or_else(|| Error::not_found("Anggota tidak ditemukan."))
}

/// The member with a uid whom others can have as their leader: nobody who is suspended.
///
/// # Errors
/// The database fails.
pub async fn find_leader(conn: &mut Conn, uid: &str) -> sqlx::Result<Option<(MemberId, String, String)>> {
    query_as("SELECT id, uid, name FROM members WHERE uid = $1 AND suspended_ms IS NULL")
        .bind(uid.trim().to_uppercase())
        .fetch_optional(conn)
        .await
}

/// The leader of a member, if there is one: key and uid.
///
/// # Errors
/// The database fails.
pub async fn leader(conn: &mut Conn, member: MemberId) -> sqlx::Result<Option<(MemberId, String)>> {
    let sql = "SELECT l.id, l.uid FROM members m JOIN members l ON l.id = m.leader_id WHERE m.id = $1";
    query_as(sql).bind(member).fetch_optional(conn).await
}

/// What an account may do; `None` if there is no such account, or it is suspended.
///
/// # Errors
/// The database fails.
pub async fn role(conn: &mut Conn, id: MemberId) -> sqlx::Result<Option<Role>> {
    let role: Option<Text<Role>> = query_scalar("SELECT role FROM members WHERE id = $1 AND suspended_ms IS NULL")
        .bind(id)
        .fetch_optional(conn)
        .await?;
    Ok(role.map(|role| role.0))
}

/// Whether anyone has an account.
///
/// # Errors
/// The database fails.
pub async fn any(conn: &mut Conn) -> sqlx::Result<bool> {
    let found: Option<MemberId> = query_scalar("SELECT id FROM members LIMIT 1").fetch_optional(conn).await?;
    Ok(found.is_some())
}
