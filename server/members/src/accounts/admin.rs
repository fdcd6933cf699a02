//! The shop's administrators: their roles and rights, and the rule that there is always an owner.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{
    fields::{FieldError, check_account},
    text,
};
use ksmart_foundation::{
    db::{Conn, Db, Text, is_duplicate},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form,
    ids::MemberId,
    leases,
    page::Page,
    time::{Clock, Random, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    factors,
    hashing::Hashing,
    outbox::choices,
    roles::{Admin, Confirmed, FINANCE, OWNER, Role},
    sessions::{self, Sessions},
    tokens::Member,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    accounts::{
        account::{NewMember, fresh_uid, insert, must_find},
        links::{LinkFor, PasswordLink, PasswordLinks},
        passwords,
    },
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(add)).routes(routes!(change_role))
}

/// SQL condition for writes that could remove the owner `$1` from the shop: there is another owner, or the member is no
/// owner. Call [`lock_staff`] before such a write, so that the last two owners cannot both leave at once.
pub(super) const OTHER_OWNER: &str = "(role <> 'owner' OR EXISTS (
    SELECT o.id FROM members o WHERE o.role <> 'member' AND o.role = 'owner' AND o.suspended_ms IS NULL AND o.id <> $1))";

/// Waits until no other transaction changes roles and rights, and reserves such changes for this transaction.
pub async fn lock_staff(conn: &mut Conn) -> sqlx::Result<()> {
    leases::lock(conn, "staff").await
}

/// Returns 409: the shop would have no owner.
pub fn last_owner() -> Error {
    Error::conflict(Code::Forbidden, "Ini satu-satunya pemilik toko. Angkat pemilik lain terlebih dahulu.")
}

/// Returns 409: the account is suspended.
pub fn suspended() -> Error {
    Error::conflict(Code::AccountSuspended, "Akun ini sedang ditangguhkan. Cabut penangguhannya terlebih dahulu.")
}

/// Suspends an account, which then cannot log in; called under [`lock_staff`]. Returns false if it is suspended
/// already, or the shop would have no owner.
pub async fn suspend(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<bool> {
    let sql = format!("UPDATE members SET suspended_ms = $2 WHERE id = $1 AND suspended_ms IS NULL AND {OTHER_OWNER}");
    let done = query(AssertSqlSafe(sql)).bind(member).bind(now_ms).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Lifts the suspension of an account that began at `since_ms`. Returns false if the account is not suspended, was
/// suspended again, or is erased.
pub async fn unsuspend(conn: &mut Conn, member: MemberId, since_ms: i64) -> sqlx::Result<bool> {
    let sql = "UPDATE members SET suspended_ms = NULL WHERE id = $1 AND suspended_ms = $2 AND erased_ms IS NULL";
    Ok(query(sql).bind(member).bind(since_ms).execute(conn).await?.rows_affected() == 1)
}

/// Returns the time since which an account is suspended, UTC milliseconds, if it is.
pub async fn suspended_ms(conn: &mut Conn, member: MemberId) -> sqlx::Result<Option<i64>> {
    query_scalar("SELECT suspended_ms FROM members WHERE id = $1").bind(member).fetch_one(conn).await
}

/// An administrator.
#[derive(Debug, Serialize, ToSchema)]
struct Administrator {
    uid: String,
    name: String,
    email: String,
    role: Role,
    /// Time since which the administrator is suspended, RFC 3339.
    suspended_at: Option<String>,
}

/// Administrators, in the order of joining.
#[derive(Debug, Serialize, ToSchema)]
struct Administrators {
    #[serde(rename = "staff")]
    administrators: Vec<Administrator>,
    next_cursor: Option<String>,
}

#[derive(FromRow)]
struct AdministratorRow {
    id: MemberId,
    uid: String,
    name: String,
    email: String,
    role: Text<Role>,
    suspended_ms: Option<i64>,
}

impl From<AdministratorRow> for Administrator {
    fn from(row: AdministratorRow) -> Self {
        let suspended_at = row.suspended_ms.map(rfc3339);
        Self { uid: row.uid, name: row.name, email: row.email, role: row.role.0, suspended_at }
    }
}

/// Lists the administrators.
#[utoipa::path(get, path = "/api/admin/staff", operation_id = "listAdministrators",
    responses((status = 200, body = Administrators)))]
async fn list(State(db): State<Db>, _: Admin<OWNER>, page: Page<1>) -> Result<Json<Administrators>> {
    let sql = "SELECT id, uid, name, email, role, suspended_ms FROM members
               WHERE role <> 'member' AND id > $1 ORDER BY id LIMIT $2";
    let [after] = page.after(i64::MIN);
    let query = query_as(sql).bind(after).bind(page.lookup());
    let mut rows: Vec<AdministratorRow> = query.fetch_all(&mut *db.read().await?).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    Ok(Json(Administrators { administrators: rows.into_iter().map(Administrator::from).collect(), next_cursor }))
}

async fn find(conn: &mut Conn, member: MemberId) -> sqlx::Result<Administrator> {
    let sql = "SELECT id, uid, name, email, role, suspended_ms FROM members WHERE id = $1";
    let row: AdministratorRow = query_as(sql).bind(member).fetch_one(conn).await?;
    Ok(row.into())
}

/// Request to appoint an administrator.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"email": "rina@example.com", "name": "Rina", "role": "fulfilment"})))]
struct NewAdministrator {
    /// E-mail address of an existing account, or of the new one.
    #[schema(format = Email, max_length = 254)]
    email: String,
    /// Name for a new account; without a name, the account must exist.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    name: Option<String>,
    role: Role,
}

/// A new administrator.
#[derive(Debug, Serialize, ToSchema)]
struct AdministratorAdded {
    #[serde(rename = "staff")]
    administrator: Administrator,
    /// Link for choosing the account's password; contains a URL only in a shop that sends no e-mail.
    link: Option<PasswordLink>,
}

/// Administrator whose role was changed.
#[derive(Debug, Serialize, ToSchema)]
struct AdministratorChanged {
    #[serde(flatten)]
    administrator: Administrator,
    /// Link for choosing the password, if the account had no role before; contains a URL only in a shop that sends no
    /// e-mail.
    #[schema(required = false, nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<PasswordLink>,
}

/// Makes an account an administrator: an existing one or, if a name is given, a new one. A link for choosing the
/// password is sent to the account's e-mail address.
///
/// The old password, sessions and second factors of an existing account become void. 409 if the e-mail address of a new
/// account is taken, and for an account that is already an administrator or is suspended.
#[utoipa::path(post, path = "/api/admin/staff", operation_id = "addAdministrator", request_body = NewAdministrator,
    responses((status = 201, body = AdministratorAdded), (status = 409)))]
async fn add(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(hashing): State<Hashing>,
    State(links): State<PasswordLinks>,
    State(sessions): State<Sessions>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(form): Body<NewAdministrator>,
) -> Result<(StatusCode, Json<AdministratorAdded>)> {
    let email = text::plain(&form.email).to_lowercase();
    let name = form.name.as_deref().map(text::line);
    let mut errors = check_account(&email, name.as_deref());
    if form.role == Role::Member {
        errors.push(FieldError::new("role", "required", "Pilih peran."));
    }
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let now_ms = clock.now_ms();
    // Placeholder password that no one knows; the link replaces it.
    let nobody = hashing.hash(links.random.token(40)).await?;
    let Some(name) = name else {
        let mut tx = db.write().await?;
        lock_staff(&mut tx).await?;
        let sql = "SELECT uid FROM members WHERE email = $1";
        let uid: Option<String> = query_scalar(sql).bind(&email).fetch_optional(&mut *tx).await?;
        let uid = uid.ok_or_else(|| form::refuse("email", "invalid", "Tidak ada akun dengan email ini."))?;
        let (administrator, (member, from_ms)) =
            set_role(&mut tx, &admin, &uid, (Role::Member, form.role), now_ms).await?;
        let link = invite(&mut tx, &links, (member, form.role), &nobody, now_ms).await?;
        tx.commit().await?;
        sessions.end(member, from_ms);
        return Ok((StatusCode::CREATED, Json(AdministratorAdded { administrator, link: Some(link) })));
    };
    let password_hash = nobody;
    let mut new = NewMember::admin(&email, password_hash);
    name.clone_into(&mut new.name);
    new.role = form.role;
    let mut tx = db.write().await?;
    let uid = fresh_uid(&mut tx, &links.random).await?;
    let id = insert(&mut tx, &new, &uid, now_ms).await.map_err(|error| {
        let taken = "Email sudah terdaftar. Pilih “Akun yang sudah ada” untuk mengangkatnya.";
        if is_duplicate(&error) { Error::conflict(Code::EmailTaken, taken) } else { error.into() }
    })?;
    factors::mark_reset(&mut tx, id, now_ms).await?;
    let link = links.make(&mut tx, id, LinkFor::Invitation(form.role), now_ms).await?;
    let after = json!({"name": new.name, "email": email, "role": form.role});
    let change = Change::new("create", Subject::Member, uid, Value::Null, after);
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let administrator = find(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(AdministratorAdded { administrator, link: Some(link) })))
}

/// New role for an administrator.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"role": "finance", "role_before": "fulfilment"})))]
struct RoleChange {
    /// New role; `member` removes all rights of an administrator.
    role: Role,
    /// Role that the form showed, by which a concurrent change is detected.
    role_before: Role,
}

/// Changes the role of an account. A member who becomes an administrator must choose a new password by a link sent by
/// e-mail; the previous login data become void.
///
/// 409 for the caller's own account, the last owner, and a suspended account that would get more rights. Also 409 if
/// the role is no longer the one that the form showed.
#[utoipa::path(put, path = "/api/admin/staff/{uid}", operation_id = "changeAdministratorRole",
        request_body = RoleChange,
    responses((status = 200, body = AdministratorChanged), (status = 409)))]
async fn change_role(
    State(db): State<Db>,
    State(clock): State<Clock>,
    access: (State<Hashing>, State<PasswordLinks>),
    State(sessions): State<Sessions>,
    Confirmed(admin): Confirmed<OWNER>,
    Path(uid): Path<String>,
    Body(form): Body<RoleChange>,
) -> Result<Json<AdministratorChanged>> {
    let (State(hashing), State(links)) = access;
    let invites = form.role_before == Role::Member && form.role != Role::Member;
    let nobody = if invites { Some(hashing.hash(links.random.token(40)).await?) } else { None };
    let mut tx = db.write().await?;
    lock_staff(&mut tx).await?;
    let now_ms = clock.now_ms();
    let (administrator, (member, from_ms)) =
        set_role(&mut tx, &admin, &uid, (form.role_before, form.role), now_ms).await?;
    let link = match nobody {
        Some(nobody) => Some(invite(&mut tx, &links, (member, form.role), &nobody, now_ms).await?),
        None => None,
    };
    tx.commit().await?;
    sessions.end(member, from_ms);
    Ok(Json(AdministratorChanged { administrator, link }))
}

/// Voids the login data of a member's account that has become an administrator's, and returns a link for a new
/// password.
///
/// Someone else may have registered the account with a colleague's e-mail address. The caller has already ended its
/// sessions; `nobody` is the hash of a password that no one knows.
async fn invite(
    conn: &mut Conn,
    links: &PasswordLinks,
    (member, role): (MemberId, Role),
    nobody: &str,
    now_ms: i64,
) -> Result<PasswordLink> {
    let sql = "UPDATE members SET password_hash = $2 WHERE id = $1";
    query(sql).bind(member).bind(nobody).execute(&mut *conn).await?;
    void_access(conn, member).await?;
    factors::mark_reset(conn, member, now_ms).await?;
    Ok(links.make(conn, member, LinkFor::Invitation(role), now_ms).await?)
}

/// Deletes the second factors of a member's account, and the subscriptions of its browsers to notifications.
async fn void_access(conn: &mut Conn, member: MemberId) -> sqlx::Result<()> {
    factors::remove_all(conn, member).await?;
    choices::end_subscriptions(conn, member).await
}

/// Changes the role of an account and ends its sessions; called under [`lock_staff`]. Also returns the member and the
/// time to pass to [`Sessions::end`] after the commit.
async fn set_role(
    conn: &mut Conn,
    admin: &Admin<OWNER>,
    uid: &str,
    (before, role): (Role, Role),
    now_ms: i64,
) -> Result<(Administrator, (MemberId, i64))> {
    let (member, uid, _) = must_find(conn, uid).await?;
    if member == admin.0.id {
        return Err(Error::conflict(Code::Forbidden, "Anda tidak dapat mengubah peran Anda sendiri."));
    }
    let found = find(conn, member).await?;
    if found.role != before {
        return Err(audit::conflict(found, conn, Subject::Member, &uid).await);
    }
    if found.suspended_at.is_some() && role != Role::Member {
        return Err(suspended());
    }
    let sql = format!("UPDATE members SET role = $2 WHERE id = $1 AND role = $3 AND {OTHER_OWNER}");
    let query = query(AssertSqlSafe(sql)).bind(member).bind(Text(role)).bind(Text(before));
    if query.execute(&mut *conn).await?.rows_affected() == 0 {
        return Err(last_owner());
    }
    let change = Change::new("role", Subject::Member, uid, json!({"role": before}), json!({"role": role}));
    audit::record(conn, &admin.0, now_ms, change).await?;
    // A new right to handle money restarts the wait before approvals, however old the earlier role is.
    if role.rights() & !before.rights() & FINANCE != 0 {
        factors::mark_reset(conn, member, now_ms).await?;
    }
    let from_ms = sessions::end_all(conn, member, now_ms).await?;
    Ok((find(conn, member).await?, (member, from_ms)))
}

/// Records that the server's operator made an account an owner's; the log names the account itself as the author.
async fn record_command(conn: &mut Conn, id: MemberId, email: &str, now_ms: i64) -> sqlx::Result<()> {
    let uid: String = query_scalar("SELECT uid FROM members WHERE id = $1").bind(id).fetch_one(&mut *conn).await?;
    let change = Change::new("command_line", Subject::Member, uid, Value::Null, json!({"role": Role::Owner}));
    audit::record(conn, &Member { id, email: email.to_owned() }, now_ms, change).await
}

/// Returns the e-mail addresses and password hashes of all administrators who can log in.
pub async fn password_hashes(conn: &mut Conn) -> sqlx::Result<Vec<(String, String)>> {
    let sql = "SELECT email, password_hash FROM members
               WHERE role <> 'member' AND suspended_ms IS NULL ORDER BY id LIMIT 1000";
    query_as(sql).fetch_all(conn).await
}

/// Makes the account with `email` an owner with this password; creates it if there is none.
///
/// # Errors
/// Message for the operator.
pub async fn make_admin(
    db: &Db,
    clock: &Clock,
    random: &Random,
    hashing: &Hashing,
    email: &str,
    password: String,
) -> Result<(), String> {
    let email = text::plain(email).to_lowercase();
    if !email.contains('@') {
        return Err(format!("--email should be an e-mail address, not {email:?}"));
    }
    if password.chars().count() < 8 {
        return Err("the password should have 8 characters or more".to_owned());
    }
    let easy = async { passwords::too_common(&mut *db.read().await?, &password, &email, "").await };
    if easy.await.map_err(|error: sqlx::Error| format!("DATABASE_URL: {error}"))?.is_some() {
        return Err(
            "the password should not be one of the most common, nor a word of the shop or the account".to_owned()
        );
    }
    let failed = |_| "the account cannot be kept; the log says why".to_owned();
    let password_hash = hashing.hash(password).await.map_err(failed)?;
    let now_ms = clock.now_ms();
    let work = async {
        let mut tx = db.write().await?;
        let sql = "SELECT id, suspended_ms, role FROM members WHERE email = $1";
        let found: Option<(MemberId, Option<i64>, Text<Role>)> =
            query_as(sql).bind(&email).fetch_optional(&mut *tx).await?;
        let Some((id, suspended_ms, Text(was))) = found else {
            let uid = fresh_uid(&mut tx, random).await?;
            let id = insert(&mut tx, &NewMember::admin(&email, password_hash), &uid, now_ms).await?;
            record_command(&mut tx, id, &email, now_ms).await?;
            factors::mark_reset(&mut tx, id, now_ms).await?;
            tx.commit().await?;
            return Ok(true);
        };
        let sql = "UPDATE members SET role = $2, password_hash = $3 WHERE id = $1 AND suspended_ms IS NULL";
        query(sql).bind(id).bind(Text(Role::Owner)).bind(&password_hash).execute(&mut *tx).await?;
        // Knowing the old password, or holding a factor of the member's account, must no longer give access.
        if was == Role::Member {
            void_access(&mut tx, id).await?;
        }
        factors::mark_reset(&mut tx, id, now_ms).await?;
        sessions::end_all(&mut tx, id, now_ms).await?;
        record_command(&mut tx, id, &email, now_ms).await?;
        if suspended_ms.is_none() {
            tx.commit().await?;
        }
        Ok::<_, sqlx::Error>(suspended_ms.is_none())
    };
    let made = work.await.map_err(|error| format!("DATABASE_URL: {error}"))?;
    if made { Ok(()) } else { Err("the account is suspended; an owner can lift that in the back office".to_owned()) }
}

/// Removes every second factor of the administrator with `email`, who has lost them, and ends their sessions.
///
/// # Errors
/// Message for the operator.
pub async fn reset_factors(db: &Db, clock: &Clock, email: &str) -> Result<(), String> {
    let (email, now_ms) = (text::plain(email).to_lowercase(), clock.now_ms());
    let work = async {
        let mut tx = db.write().await?;
        let sql = "SELECT id FROM members WHERE email = $1 AND role <> 'member'";
        let found: Option<MemberId> = query_scalar(sql).bind(&email).fetch_optional(&mut *tx).await?;
        if let Some(id) = found {
            remove_factors(&mut tx, id, now_ms).await?;
            tx.commit().await?;
        }
        Ok::<_, sqlx::Error>(found.is_some())
    };
    let done = work.await.map_err(|error| format!("DATABASE_URL: {error}"))?;
    if done { Ok(()) } else { Err(format!("there is no administrator {email:?}")) }
}

/// Removes every second factor of an account and ends its sessions; returns the time from which new sessions count.
pub async fn remove_factors(conn: &mut Conn, member: MemberId, now_ms: i64) -> sqlx::Result<i64> {
    factors::remove_all(conn, member).await?;
    factors::mark_reset(conn, member, now_ms).await?;
    sessions::end_all(conn, member, now_ms).await
}
