//! The shop's administrators: who they are, at which desk they work, and that there is always an owner.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::fields::{FieldError, check_account};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    Shared,
    accounts::{
        MemberId, NewMember, Role, fresh_uid, insert_with_uid,
        links::{self, PasswordLink},
        must_find,
    },
    audit::{self, Change, Subject},
    auth::{self, OWNER, Staff},
    db::{self, Conn, Text, is_duplicate},
    error::{Code, Error, Result},
    extract::{Body, Path},
    page::{Page, PageParams},
    time::rfc3339,
    typed,
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(add)).routes(routes!(change_role))
}

/// What a write says in its WHERE that could take the owner `$1` from the shop: there is another one, or it is none.
/// Whoever writes it takes their turn first ([`take_turn`]): of two owners, two at once could not both go.
pub(super) const OTHER_OWNER: &str = "(role <> 'owner' OR EXISTS (
    SELECT o.id FROM members o WHERE o.role = 'owner' AND o.suspended_ms IS NULL AND o.id <> $1))";

/// Waits until nobody else changes who may do what, and keeps that to this transaction.
pub(super) async fn take_turn(conn: &mut Conn) -> sqlx::Result<()> {
    db::take_turn(conn, "staff").await
}

/// 409: the shop would have no owner.
pub(super) fn last_owner() -> Error {
    Error::conflict(Code::Forbidden, "Ini satu-satunya pemilik toko. Angkat pemilik lain terlebih dahulu.")
}

/// 409: the account is suspended.
pub(super) fn suspended() -> Error {
    Error::conflict(Code::AccountSuspended, "Akun ini sedang ditangguhkan. Cabut penangguhannya terlebih dahulu.")
}

/// An administrator.
#[derive(Debug, Serialize, ToSchema)]
struct StaffMember {
    uid: String,
    name: String,
    email: String,
    role: Role,
    /// Since when the administrator may not log in.
    suspended_at: Option<String>,
}

/// The administrators, those who came first first.
#[derive(Debug, Serialize, ToSchema)]
struct StaffList {
    staff: Vec<StaffMember>,
    next_cursor: Option<String>,
}

#[derive(FromRow)]
struct StaffRow {
    id: MemberId,
    uid: String,
    name: String,
    email: String,
    role: Text<Role>,
    suspended_ms: Option<i64>,
}

impl From<StaffRow> for StaffMember {
    fn from(row: StaffRow) -> Self {
        let suspended_at = row.suspended_ms.map(rfc3339);
        Self { uid: row.uid, name: row.name, email: row.email, role: row.role.0, suspended_at }
    }
}

/// The administrators.
#[utoipa::path(get, path = "/api/admin/staff", params(PageParams),
    responses((status = 200, body = StaffList), (status = 401), (status = 403), (status = 422)))]
async fn list(State(app): State<Shared>, _: Staff<OWNER>, page: Page<1>) -> Result<Json<StaffList>> {
    let sql = "SELECT id, uid, name, email, role, suspended_ms FROM members
               WHERE role <> 'member' AND id > $1 ORDER BY id LIMIT $2";
    let [after] = page.after(i64::MIN);
    let query = query_as(sql).bind(after).bind(page.lookup());
    let mut rows: Vec<StaffRow> = query.fetch_all(&mut *app.db.read().await?).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    Ok(Json(StaffList { staff: rows.into_iter().map(StaffMember::from).collect(), next_cursor }))
}

async fn find(conn: &mut Conn, member: MemberId) -> sqlx::Result<StaffMember> {
    let sql = "SELECT id, uid, name, email, role, suspended_ms FROM members WHERE id = $1";
    let row: StaffRow = query_as(sql).bind(member).fetch_one(conn).await?;
    Ok(row.into())
}

/// Who shall be an administrator.
#[derive(Deserialize, ToSchema)]
struct NewStaff {
    /// The address of an account that there is, or of the new one.
    email: String,
    /// The name for a new account; without one the account must be there.
    name: Option<String>,
    role: Role,
}

/// A new administrator.
#[derive(Debug, Serialize, ToSchema)]
struct StaffAdded {
    staff: StaffMember,
    /// For a new account: the link for choosing its password, shown once.
    link: Option<PasswordLink>,
}

/// Makes an account an administrator: one that is there, or, with a name, a new one. 409 for an address that has an
/// account, an account that is an administrator's already, or that is suspended.
#[utoipa::path(post, path = "/api/admin/staff", request_body = NewStaff,
    responses((status = 201, body = StaffAdded), (status = 401), (status = 403), (status = 409), (status = 422)))]
async fn add(
    State(app): State<Shared>,
    admin: Staff<OWNER>,
    Body(form): Body<NewStaff>,
) -> Result<(StatusCode, Json<StaffAdded>)> {
    let email = form.email.trim().to_lowercase();
    let name = form.name.as_deref().map(str::trim);
    let mut errors = check_account(&email, name);
    if form.role == Role::Member {
        errors.push(FieldError { field: "role", code: "required", message: "Pilih peran.".to_owned() });
    }
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let now_ms = app.clock.now_ms();
    let Some(name) = name else {
        let mut tx = app.db.write().await?;
        take_turn(&mut tx).await?;
        let sql = "SELECT uid FROM members WHERE email = $1";
        let uid: Option<String> = query_scalar(sql).bind(&email).fetch_optional(&mut *tx).await?;
        let uid = uid.ok_or_else(|| typed::refuse("email", "invalid", "Tidak ada akun dengan email ini."))?;
        let staff = set_role(&mut tx, &admin, &uid, (Role::Member, form.role), now_ms).await?;
        tx.commit().await?;
        return Ok((StatusCode::CREATED, Json(StaffAdded { staff, link: None })));
    };
    // A password that nobody knows, until the link is used.
    let password_hash = auth::hash_password(&app, app.random.token(40)).await?;
    let mut new = NewMember::admin(&email, password_hash);
    name.clone_into(&mut new.name);
    new.role = form.role;
    let mut tx = app.db.write().await?;
    let uid = fresh_uid(&app, &mut tx).await?;
    let id = insert_with_uid(&mut tx, &new, &uid, now_ms).await.map_err(|error| {
        let taken = "Email sudah terdaftar. Pilih “Akun yang sudah ada” untuk mengangkatnya.";
        if is_duplicate(&error) { Error::conflict(Code::EmailTaken, taken) } else { error.into() }
    })?;
    let link = links::make(&app, &mut tx, id, now_ms).await?;
    let after = json!({"name": new.name, "email": email, "role": form.role});
    let change = Change::new("create", Subject::Member, uid, Value::Null, after);
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let staff = find(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(StaffAdded { staff, link: Some(link) })))
}

/// Another role for an administrator.
#[derive(Deserialize, ToSchema)]
struct RoleChange {
    /// `member` takes the desk away.
    role: Role,
    /// The role that the form showed.
    role_before: Role,
}

/// Changes what an account may do. 409 for one's own, for the last owner, for a suspended account that would get more,
/// and when the role is not the one that the form showed any more.
#[utoipa::path(put, path = "/api/admin/staff/{uid}", request_body = RoleChange,
    responses((status = 200, body = StaffMember), (status = 401), (status = 403), (status = 404), (status = 409), (status = 422)))]
async fn change_role(
    State(app): State<Shared>,
    admin: Staff<OWNER>,
    Path(uid): Path<String>,
    Body(form): Body<RoleChange>,
) -> Result<Json<StaffMember>> {
    let mut tx = app.db.write().await?;
    take_turn(&mut tx).await?;
    let now_ms = app.clock.now_ms();
    let staff = set_role(&mut tx, &admin, &uid, (form.role_before, form.role), now_ms).await?;
    tx.commit().await?;
    Ok(Json(staff))
}

/// Changes the role of an account, in the turn of whoever does so.
async fn set_role(
    conn: &mut Conn,
    admin: &Staff<OWNER>,
    uid: &str,
    (before, role): (Role, Role),
    now_ms: i64,
) -> Result<StaffMember> {
    let (member, uid, _) = must_find(conn, uid).await?;
    if member == admin.0.id {
        return Err(Error::conflict(Code::Forbidden, "Anda tidak dapat mengubah peran Anda sendiri."));
    }
    let found = find(conn, member).await?;
    if found.role != before {
        return Err(Error::edit_conflict(found));
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
    Ok(find(conn, member).await?)
}
