//! An account: its data, and functions to find, create and change it.

use std::collections::HashMap;

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{
    fields::{self, ProfileForm, RegistrationForm},
    text,
};
use ksmart_foundation::{
    db::{BindAll, Conn, Db, Text, placeholders},
    document::routes,
    error::{Code, Error, Result},
    form::refuse,
    format::{local_phone, short_name},
    ids::MemberId,
    time::{Clock, Random, rfc3339},
};
use ksmart_identity::{factors, roles::Role, tokens::Member};
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    accounts::{bank, doubles},
    agreements, volume,
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(me))
}

/// Member's own account data.
#[derive(Debug, Serialize, ToSchema)]
pub struct User {
    /// Key.
    pub id: MemberId,
    /// Number by which others know the member, such as `KS12345678`.
    pub uid: String,
    /// Full name.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Mobile number, `08…`.
    pub no_hp: String,
    /// Postal address.
    pub alamat: String,
    /// Bank for the member's bonuses.
    pub bank: String,
    /// Account number.
    pub rekening_bank: String,
    /// Gender: `L` (male) or `P` (female).
    pub jenis_kelamin: String,
    /// Birth date, `YYYY-MM-DD`.
    pub tanggal_lahir: String,
    /// Key of the plan chosen at registration: 1 for Plan A, 2 for Plan B.
    pub id_plan: i64,
    /// File name of the profile picture below `/uploads/profile/`; null without a picture.
    pub profile_picture: Option<String>,
    /// Uid of the member's leader; null at the top of the network.
    pub leader_id: Option<String>,
    /// Own business volume in all periods, in points.
    #[serde(rename = "BV")]
    pub bv: i64,
    /// Permissions of the account.
    pub role: Role,
    /// Whether the role requires a second factor that the account lacks; the office stays closed until one is added.
    pub needs_factor: bool,
    /// Time from which an administrator may approve outgoing money, RFC 3339; null if already allowed, and for other
    /// members.
    pub approves_from: Option<String>,
    /// Whether the e-mail address is proven; until then payouts and inviting others wait.
    pub email_verified: bool,
    /// Whether the member has yet to accept the code of ethics or the terms in force; false for administrators, who act
    /// for the shop.
    pub agreements_asked: bool,
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
    email_unverified_ms: Option<i64>,
}

/// Returns the caller's own data.
#[utoipa::path(get, path = "/api/me", operation_id = "getOwnAccount", responses((status = 200, body = User)))]
async fn me(State(db): State<Db>, State(clock): State<Clock>, member: Member) -> Result<Json<User>> {
    Ok(Json(show(&mut *db.read().await?, member.id, clock.now_ms()).await?))
}

/// Data of a new member, to be stored.
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
    /// Bank for the member's bonuses.
    pub bank: String,
    /// Account number.
    pub bank_account: String,
    /// Gender: `L` (male) or `P` (female).
    pub gender: String,
    /// Birth date, `YYYY-MM-DD`.
    pub birth_date: String,
    /// Key of the plan.
    pub plan_id: i64,
    /// File of the profile picture.
    pub picture: Option<String>,
    /// Direct leader.
    pub leader: Option<MemberId>,
    /// Permissions of the account.
    pub role: Role,
}

/// Returns an unused uid.
pub async fn fresh_uid(conn: &mut Conn, random: &Random) -> sqlx::Result<String> {
    loop {
        let uid = format!("KS{:08}", random.below(100_000_000));
        if find_by_uid(conn, &uid).await?.is_none() {
            return Ok(uid);
        }
    }
}

/// Stores a new member under a given uid. The caller then places a member with a leader in the network
/// ([`crate::network::join`]).
///
/// # Errors
/// Fails if the e-mail address or the uid is taken ([`ksmart_foundation::db::is_duplicate`]).
pub async fn insert(conn: &mut Conn, member: &NewMember, uid: &str, now_ms: i64) -> sqlx::Result<MemberId> {
    let sql = "INSERT INTO members (uid, email, password_hash, name, phone, address, bank, bank_account, gender,
                                    birth_date, plan_id, picture, leader_id, role, created_ms, search_text,
                                    contact_text, short_text)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
               RETURNING id";
    let search_text = text::fold(&format!("{} {uid}", member.name));
    let contact_text = contact_text(&search_text, &member.email, &member.phone);
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
        .bind(contact_text)
        .bind(text::fold(&format!("{} {uid}", short_name(&member.name))))
        .fetch_one(&mut *conn)
        .await?;
    doubles::note(conn, id, &member.phone, (&member.bank, &member.bank_account), now_ms).await?;
    Ok(id)
}

/// Returns the text in which the office searches for a member: name and uid, e-mail address, and both forms of the
/// phone number.
pub(super) fn contact_text(search_text: &str, email: &str, phone: &str) -> String {
    format!("{search_text} {} {phone} {}", text::fold(email), local_phone(phone))
}

impl NewMember {
    /// Creates the member from a checked form, the plan, the leader and the file of the photo.
    pub fn from_form(
        form: &RegistrationForm,
        password_hash: String,
        (plan_id, leader): (i64, Option<MemberId>),
        picture: Option<String>,
    ) -> Self {
        let profile = &form.profile;
        Self {
            email: form.email.clone(),
            password_hash,
            name: profile.name.clone(),
            phone: fields::phone_e164(&profile.no_hp).unwrap_or_default(),
            address: profile.alamat.clone(),
            bank: profile.bank.clone(),
            bank_account: profile.rekening_bank.clone(),
            gender: profile.jenis_kelamin.clone(),
            birth_date: profile.tanggal_lahir.clone(),
            plan_id,
            picture,
            leader,
            role: Role::Member,
        }
    }

    /// Returns a new owner's data, with only the fields that an account needs.
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

/// Returns a member's own view of the account at `now_ms`.
///
/// # Errors
/// 401 if the token's member is gone.
pub async fn show(conn: &mut Conn, id: MemberId, now_ms: i64) -> Result<User> {
    let sql = "SELECT m.id, m.uid, m.name, m.email, m.phone, m.address, m.bank, m.bank_account, m.gender,
                      m.birth_date, m.plan_id, m.picture, l.uid AS leader_uid, m.role,
                      m.email_unverified_ms
               FROM members m LEFT JOIN members l ON l.id = m.leader_id
               WHERE m.id = $1";
    let row: Option<UserRow> = query_as(sql).bind(id).fetch_optional(&mut *conn).await?;
    let row = row
        .ok_or_else(|| Error::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, "Anda harus login terlebih dahulu!"))?;
    let is_admin = row.role.0 != Role::Member;
    let approves_from_ms = if is_admin { factors::approves_from_ms(conn, id, now_ms).await? } else { None };
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
        email_verified: row.email_unverified_ms.is_none(),
        agreements_asked: !is_admin && agreements::is_asked(conn, id, now_ms).await?,
        needs_factor: is_admin && factors::of(conn, id).await?.must_enrol(),
        approves_from: approves_from_ms.map(rfc3339),
    })
}

/// Returns the member with a uid, if there is one: key, uid and name.
pub async fn find_by_uid(conn: &mut Conn, uid: &str) -> sqlx::Result<Option<(MemberId, String, String)>> {
    query_as("SELECT id, uid, name FROM members WHERE uid = $1")
        .bind(text::plain(uid).to_uppercase())
        .fetch_optional(conn)
        .await
}

/// Returns the member with a uid, who must exist: key, uid and name.
///
/// # Errors
/// 404 for a uid that no member has.
pub async fn must_find(conn: &mut Conn, uid: &str) -> Result<(MemberId, String, String)> {
    find_by_uid(conn, uid).await?.ok_or_else(|| Error::not_found("Anggota tidak ditemukan."))
}

/// Returns the member with a uid if they can become a leader, that is, are not suspended: key, uid and name.
pub async fn find_leader(conn: &mut Conn, uid: &str) -> sqlx::Result<Option<(MemberId, String, String)>> {
    query_as("SELECT id, uid, name FROM members WHERE uid = $1 AND suspended_ms IS NULL")
        .bind(text::plain(uid).to_uppercase())
        .fetch_optional(conn)
        .await
}

/// Returns the leader of a member, if there is one: key and uid.
pub async fn leader(conn: &mut Conn, member: MemberId) -> sqlx::Result<Option<(MemberId, String)>> {
    let sql = "SELECT l.id, l.uid FROM members m JOIN members l ON l.id = m.leader_id WHERE m.id = $1";
    query_as(sql).bind(member).fetch_optional(conn).await
}

/// Maximum number of keys in one SQL `IN` list.
pub(super) const AT_ONCE: usize = 100;

/// Returns uid and name of some members.
pub async fn names(conn: &mut Conn, members: &[MemberId]) -> sqlx::Result<HashMap<MemberId, (String, String)>> {
    let mut names = HashMap::new();
    for some in members.chunks(AT_ONCE) {
        let list = placeholders(1, some.len());
        let sql = format!("SELECT id, uid, name FROM members WHERE id IN ({list})");
        let query = query_as(AssertSqlSafe(sql)).bind_all(some);
        let rows: Vec<(MemberId, String, String)> = query.fetch_all(&mut *conn).await?;
        names.extend(rows.into_iter().map(|(member, uid, name)| (member, (uid, name))));
    }
    Ok(names)
}

/// Stores the leader of a member. The caller updates the rest of the network: ancestors, counts and points.
pub async fn set_leader(conn: &mut Conn, member: MemberId, leader: Option<MemberId>) -> sqlx::Result<()> {
    query("UPDATE members SET leader_id = $2 WHERE id = $1").bind(member).bind(leader).execute(conn).await?;
    Ok(())
}

/// Whether anyone has an account.
pub async fn any(conn: &mut Conn) -> sqlx::Result<bool> {
    let found: Option<MemberId> = query_scalar("SELECT id FROM members LIMIT 1").fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Whether an e-mail address, in lower case, has an account.
pub async fn email_exists(conn: &mut Conn, email: &str) -> sqlx::Result<bool> {
    let found: Option<MemberId> =
        query_scalar("SELECT id FROM members WHERE email = $1").bind(email).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Result of a change of a member's data: the replaced photo, and the new search text for the member's orders.
pub struct Changed {
    /// File of the previous photo.
    pub picture_before: Option<String>,
    /// Whether the text by which the member's orders are found has changed.
    pub is_renamed: bool,
    /// Text by which a search of orders now finds the member: name, uid and phone number, folded.
    pub searched: String,
}

/// Writes a member's data at `now_ms`, and the file of the new photo if there is one. The bank account, even the first
/// one, changes only if the member has proved to know the password.
///
/// # Errors
/// 422: the bank account differs, and `knows_password` is false.
pub async fn change(
    conn: &mut Conn,
    member: MemberId,
    form: &ProfileForm,
    picture: Option<&str>,
    knows_password: bool,
    now_ms: i64,
) -> Result<Changed> {
    let phone = fields::phone_e164(&form.no_hp).unwrap_or_default();
    // Other changes of the member wait: the data read here stay valid until this transaction ends.
    lock(conn, member).await?;
    let sql = "SELECT picture, search_text, phone, uid, email, bank, bank_account FROM members WHERE id = $1";
    let before: (Option<String>, String, String, String, String, String, String) =
        query_as(sql).bind(member).fetch_one(&mut *conn).await?;
    let (picture_before, text_before, phone_before, uid, email, bank, bank_account) = before;
    let search_text = text::fold(&format!("{} {uid}", form.name));
    let sql = "UPDATE members SET name = $2, phone = $3, address = $4, bank = $5, bank_account = $6, gender = $7,
                      birth_date = $8, picture = COALESCE($9, picture), search_text = $10, contact_text = $11, short_text = $12
               WHERE id = $1";
    query(sql)
        .bind(member)
        .bind(&form.name)
        .bind(&phone)
        .bind(&form.alamat)
        .bind(&form.bank)
        .bind(&form.rekening_bank)
        .bind(&form.jenis_kelamin)
        .bind(&form.tanggal_lahir)
        .bind(picture)
        .bind(&search_text)
        .bind(contact_text(&search_text, &email, &phone))
        .bind(text::fold(&format!("{} {uid}", short_name(&form.name))))
        .execute(&mut *conn)
        .await?;
    let mut new_account = ("", "");
    if (bank.as_str(), bank_account.as_str()) != (form.bank.as_str(), form.rekening_bank.as_str()) {
        if !knows_password {
            return Err(refuse("current_password", "required", "Isi password Anda untuk mengganti rekening."));
        }
        new_account = (&form.bank, &form.rekening_bank);
        bank::changed(conn, member, (&bank, &bank_account), new_account, now_ms).await?;
    }
    let new_phone = if phone == phone_before { "" } else { &phone };
    doubles::note(conn, member, new_phone, new_account, now_ms).await?;
    let with_phone = |text: String, phone: &str| match local_phone(phone).as_str() {
        "" => text,
        phone => format!("{text} {phone}"),
    };
    let searched = with_phone(search_text, &phone);
    let is_renamed = searched != with_phone(text_before, &phone_before);
    Ok(Changed { picture_before, is_renamed, searched })
}

/// Locks a member until the transaction ends: other transactions that lock the member wait. Changes no data.
pub async fn lock(conn: &mut Conn, id: MemberId) -> sqlx::Result<()> {
    query("UPDATE members SET name = name WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}
