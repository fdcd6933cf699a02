//! Members as administrators see them: personal data, activity, and the owner's actions on an account.

use axum::{Json, extract::State};
use ksmart_core::{fields::phone_e164, text};
use ksmart_foundation::{
    db::{Conn, Db, Text, TextEnum},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path, Query},
    form,
    format::local_phone,
    ids::MemberId,
    page::{Page, pattern},
    time::{Clock, Month, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    factors,
    roles::{Admin, Confirmed, FINANCE, OWNER, Role},
    sessions::{self, LastSeen, Sessions},
    tokens::Member,
};
use ksmart_members::{
    accounts::{
        self, BankAccount, Heir, LikelyDouble, TaxNumber, TaxNumberState, admin,
        links::{LinkFor, PasswordLink, PasswordLinks},
        must_find,
    },
    bonuses::{self, Bonus, MissedBonus},
    network,
    volume::{self, PeriodPoints},
};
use ksmart_shop::{
    orders::{self, OrderResponse},
    returns::listing::{self, ListedReturn},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, FromRow, query_as};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    AdminState,
    audit_log::{self, AuditEntry},
};

/// Maximum number of orders, returns, periods and changes on a member's page.
const SHOWN: i64 = 10;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(show))
        .routes(routes!(suspend))
        .routes(routes!(unsuspend))
        .routes(routes!(make_link))
        .routes(routes!(reset_factors))
        .routes(routes!(judge_number))
        .routes(routes!(candidate))
}

/// Leader of a member.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeaderName {
    pub(super) uid: String,
    pub(super) name: String,
}

/// A row of the member list.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberRow {
    #[serde(skip)]
    pub(super) id: MemberId,
    #[serde(skip)]
    pub(super) created_ms: i64,
    pub(super) uid: String,
    pub(super) name: String,
    pub(super) email: String,
    /// Mobile number in its local form, `08…`.
    pub(super) phone: String,
    pub(super) role: Role,
    pub(super) leader: Option<LeaderName>,
    /// Time of joining, RFC 3339.
    joined_at: String,
    /// Time since which the member may not log in, RFC 3339; null if the member is not suspended.
    pub(super) suspended_at: Option<String>,
    /// Time when the member erased their own account; the personal data is gone.
    pub(super) erased_at: Option<String>,
    /// Number of members whose leader is this member.
    pub(super) directs: i64,
    /// Number of members in the downline, at any depth.
    pub(super) downlines: i64,
    /// Tags set by administrators, in alphabetical order.
    pub(super) tags: Vec<String>,
}

/// A page of members, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct MemberList {
    members: Vec<MemberRow>,
    next_cursor: Option<String>,
}

/// Filter by status: whether a member may log in, or waits for a check.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum MemberStatus {
    Active,
    Suspended,
    /// Members with a tax number that has not been checked.
    Unchecked,
    /// Possible duplicates of another member.
    Double,
}

/// Filter of the member list.
#[derive(Debug, Deserialize, IntoParams)]
pub struct MemberFilter {
    /// A part of name, uid, e-mail address or phone number.
    #[param(max_length = 100)]
    search: Option<String>,
    /// Members who may log in, may not log in, have an unchecked tax number, or may be the same person as another
    /// member.
    #[param(inline)]
    status: Option<MemberStatus>,
    /// Tag set by administrators.
    #[param(max_length = 30)]
    tag: Option<String>,
}

#[derive(FromRow)]
struct Row {
    id: MemberId,
    uid: String,
    name: String,
    email: String,
    phone: String,
    role: Text<Role>,
    created_ms: i64,
    suspended_ms: Option<i64>,
    erased_ms: Option<i64>,
    leader_uid: Option<String>,
    leader_name: Option<String>,
}

impl Row {
    /// Returns the row of the list, with the number of direct members and of the whole downline.
    fn listed(self, [directs, downlines]: [i64; 2], tags: Vec<String>) -> MemberRow {
        MemberRow {
            id: self.id,
            created_ms: self.created_ms,
            uid: self.uid,
            name: self.name,
            email: self.email,
            phone: local_phone(&self.phone),
            role: self.role.0,
            leader: leader_name(self.leader_uid, self.leader_name),
            joined_at: rfc3339(self.created_ms),
            suspended_at: self.suspended_ms.map(rfc3339),
            erased_at: self.erased_ms.map(rfc3339),
            directs,
            downlines,
            tags,
        }
    }
}

/// Columns of the list, for a member `m` with the leader `l`.
const LISTED: &str = "SELECT m.id, m.uid, m.name, m.email, m.phone, m.role, m.created_ms, m.suspended_ms, m.erased_ms,
                             l.uid AS leader_uid, l.name AS leader_name";

/// Lists members, newest first.
#[utoipa::path(get, path = "/api/admin/members", operation_id = "listMembers",
    responses((status = 200, body = MemberList)))]
async fn list(
    State(db): State<Db>,
    _: Admin<FINANCE>,
    Query(filter): Query<MemberFilter>,
    page: Page<1>,
) -> Result<Json<MemberList>> {
    let (members, next_cursor) = find(&mut *db.read().await?, &filter, &page).await?;
    Ok(Json(MemberList { members, next_cursor }))
}

/// Returns a page of the members that match a filter, newest first, and the cursor of the next page.
///
/// # Errors
/// 422 for a search that is too long.
pub async fn find(conn: &mut Conn, filter: &MemberFilter, page: &Page<1>) -> Result<(Vec<MemberRow>, Option<String>)> {
    let pattern = pattern(filter.search.as_deref().map(searched).as_deref())?;
    let status = match filter.status {
        None => "",
        Some(MemberStatus::Active) => "AND m.suspended_ms IS NULL",
        Some(MemberStatus::Suspended) => "AND m.suspended_ms IS NOT NULL",
        Some(MemberStatus::Unchecked) => "AND m.tax_number_state = 'unchecked'",
        Some(MemberStatus::Double) => "AND m.id IN (SELECT member_id FROM waiting_doubles)",
    };
    let tag = filter.tag.as_deref().filter(|tag| !tag.is_empty());
    let sql = match tag {
        None => format!(
            "{LISTED} FROM members m LEFT JOIN members l ON l.id = m.leader_id
             WHERE m.id < $1 AND m.contact_text LIKE $2 ESCAPE '\\' {status} ORDER BY m.id DESC LIMIT $3"
        ),
        // The index of tags has the members in the order of the list; SQLite keeps the table order of a CROSS JOIN.
        Some(_) => format!(
            "{LISTED} FROM member_tags t CROSS JOIN members m LEFT JOIN members l ON l.id = m.leader_id
             WHERE t.tag = $4 AND m.id = t.member_id AND t.member_id < $1 AND m.contact_text LIKE $2 ESCAPE '\\' {status}
             ORDER BY t.member_id DESC LIMIT $3"
        ),
    };
    let [before] = page.after(i64::MAX);
    let query = query_as(AssertSqlSafe(sql)).bind(before).bind(pattern).bind(page.lookup());
    let query = match tag {
        Some(tag) => query.bind(tag),
        None => query,
    };
    let mut rows: Vec<Row> = query.fetch_all(&mut *conn).await?;
    let next_cursor = page.cut(&mut rows, |row| [row.id.0]);
    let ids: Vec<MemberId> = rows.iter().map(|row| row.id).collect();
    let counts = network::counts(conn, &ids).await?;
    let mut tags = accounts::tags_of(conn, &ids).await?;
    let listed = |row: Row| {
        let counts = counts.get(&row.id).copied().unwrap_or_default();
        let tags = tags.remove(&row.id).unwrap_or_default();
        row.listed([counts.directs, counts.downlines], tags)
    };
    Ok((rows.into_iter().map(listed).collect(), next_cursor))
}

/// Returns the text to search for: a phone number is normalised, everything else stays as typed.
fn searched(typed: &str) -> String {
    let bare = text::bare(typed);
    // Digits from the middle of a phone number are not a complete number.
    if let Some(phone) = phone_e164(&bare).filter(|_| !bare.starts_with('8')) {
        return local_phone(&phone);
    }
    let digits = bare.trim_start_matches('+');
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return typed.to_owned();
    }
    bare.strip_prefix("+62").map_or(digits.to_owned(), |rest| format!("0{rest}"))
}

fn leader_name(uid: Option<String>, name: Option<String>) -> Option<LeaderName> {
    uid.zip(name).map(|(uid, name)| LeaderName { uid, name })
}

/// Details of a member, for administrators.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberDetail {
    uid: String,
    name: String,
    email: String,
    /// Mobile number in its local form, `08…`.
    phone: String,
    address: String,
    bank: String,
    bank_account: String,
    /// Earlier bank accounts, and whether the current one is new or had a failed transfer.
    bank_history: BankAccount,
    tax_number: TaxNumber,
    /// Other members who may be the same person.
    likely_doubles: Vec<LikelyDouble>,
    /// Heirs named by the member.
    heirs: Vec<Heir>,
    /// Sex: `L` or `P`; empty if it was not given, or the member is erased.
    gender: String,
    /// Birth date, `YYYY-MM-DD`; empty if it was not given, or the member is erased.
    birth_date: String,
    /// Plan chosen at registration.
    plan_id: i64,
    /// Profile picture, a file below `/uploads/profile/`; null if there is none.
    picture: Option<String>,
    role: Role,
    leader: Option<LeaderName>,
    /// Time of joining, RFC 3339.
    joined_at: String,
    /// Time since which the member may not log in, RFC 3339; null if the member is not suspended.
    suspended_at: Option<String>,
    /// Time when the member erased their own account; the personal data is gone.
    erased_at: Option<String>,
    /// Whether the member needs a second factor to log in.
    has_factor: bool,
    /// Number of members whose leader is this member.
    directs: i64,
    /// Number of members in the downline, at any depth.
    downlines: i64,
    /// Points of the newest periods, newest first.
    periods: Vec<PeriodPoints>,
    /// The newest orders, newest first.
    orders: Vec<OrderResponse>,
    /// The newest returns, newest first.
    returns: Vec<ListedReturn>,
    /// Last activity of the member, while it is known from a session.
    last_seen: Option<LastSeen>,
    /// All bonuses, newest period first.
    bonuses: Vec<Bonus>,
    /// Calculated periods that paid nothing because needs were not met, newest first.
    missed: Vec<MissedBonus>,
    /// Latest changes by administrators, newest first.
    changes: Vec<AuditEntry>,
}

impl MemberDetail {
    /// Whether the member erased their own account.
    pub fn is_erased(&self) -> bool {
        self.erased_at.is_some()
    }
}

#[derive(FromRow)]
struct DetailRow {
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
    role: Text<Role>,
    created_ms: i64,
    suspended_ms: Option<i64>,
    erased_ms: Option<i64>,
    leader_uid: Option<String>,
    leader_name: Option<String>,
}

/// Returns a member with their activity.
#[utoipa::path(get, path = "/api/admin/members/{uid}", operation_id = "getMember",
    responses((status = 200, body = MemberDetail)))]
async fn show(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<FINANCE>,
    Path(uid): Path<String>,
) -> Result<Json<MemberDetail>> {
    let mut conn = db.read().await?;
    let (member, ..) = must_find(&mut conn, &uid).await?;
    Ok(Json(detail(&mut conn, member, clock.now_ms()).await?))
}

/// Returns the details of a member for administrators, at the time `now_ms`.
pub async fn detail(conn: &mut Conn, member: MemberId, now_ms: i64) -> Result<MemberDetail> {
    let sql = "SELECT m.uid, m.name, m.email, m.phone, m.address, m.bank, m.bank_account, m.gender, m.birth_date,
                      m.plan_id, m.picture, m.role, m.created_ms, m.suspended_ms, m.erased_ms,
                      l.uid AS leader_uid,
                      l.name AS leader_name
               FROM members m LEFT JOIN members l ON l.id = m.leader_id WHERE m.id = $1";
    let row: DetailRow = query_as(sql).bind(member).fetch_one(&mut *conn).await?;
    let counts = network::counts(conn, &[member]).await?.remove(&member).unwrap_or_default();
    Ok(MemberDetail {
        periods: volume::newest_points(conn, member, SHOWN).await?,
        orders: orders::newest(conn, member, SHOWN).await?.into_iter().map(OrderResponse::from).collect(),
        returns: listing::newest_of(conn, member, SHOWN).await?,
        last_seen: sessions::last_seen(conn, member).await?,
        bonuses: bonuses::of_member(conn, member, Month::of(now_ms)).await?,
        missed: bonuses::missed_by(conn, member).await?,
        tax_number: accounts::tax_number(conn, member).await?,
        likely_doubles: accounts::likely_doubles(conn, member).await?,
        heirs: accounts::heirs(conn, member).await?,
        bank_history: accounts::bank_account(conn, member, now_ms).await?,
        changes: audit_log::newest_of(conn, Subject::Member, &row.uid, SHOWN).await?,
        has_factor: factors::of(conn, member).await?.has_factor(),
        uid: row.uid,
        name: row.name,
        email: row.email,
        phone: local_phone(&row.phone),
        address: row.address,
        bank: row.bank,
        bank_account: row.bank_account,
        gender: row.gender,
        birth_date: row.birth_date,
        plan_id: row.plan_id,
        picture: row.picture,
        role: row.role.0,
        leader: leader_name(row.leader_uid, row.leader_name),
        joined_at: rfc3339(row.created_ms),
        suspended_at: row.suspended_ms.map(rfc3339),
        erased_at: row.erased_ms.map(rfc3339),
        directs: counts.directs,
        downlines: counts.downlines,
    })
}

/// Query for an account by its e-mail address.
#[derive(Debug, Deserialize, IntoParams)]
struct OfAddress {
    /// E-mail address, in upper or lower case.
    #[param(max_length = 254)]
    email: String,
}

/// Candidate for administrator: details that show whether this is the intended colleague.
#[derive(Debug, Serialize, ToSchema)]
struct Candidate {
    uid: String,
    name: String,
    email: String,
    role: Role,
    /// Whether the member has verified the e-mail address.
    email_verified: bool,
    /// Time of joining, RFC 3339.
    joined_at: String,
    /// Number of orders placed by the member.
    orders: i64,
}

/// Returns the account with an e-mail address, to be checked before it gets an administrator's role. 404 if there is
/// none.
#[utoipa::path(get, path = "/api/admin/staff/candidate", operation_id = "getCandidate",
    responses((status = 200, body = Candidate), (status = 404)))]
async fn candidate(
    State(db): State<Db>,
    _: Admin<OWNER>,
    Query(OfAddress { email }): Query<OfAddress>,
) -> Result<Json<Candidate>> {
    #[derive(FromRow)]
    struct Row {
        id: MemberId,
        uid: String,
        name: String,
        email: String,
        role: Text<Role>,
        email_unverified_ms: Option<i64>,
        created_ms: i64,
    }
    let mut conn = db.read().await?;
    let sql = "SELECT id, uid, name, email, role, email_unverified_ms, created_ms FROM members WHERE email = $1";
    let found: Option<Row> = query_as(sql).bind(text::plain(&email).to_lowercase()).fetch_optional(&mut *conn).await?;
    let row = found.ok_or_else(|| Error::not_found("Tidak ada akun dengan email ini."))?;
    Ok(Json(Candidate {
        orders: orders::count_of(&mut conn, row.id).await?,
        uid: row.uid,
        name: row.name,
        email: row.email,
        role: row.role.0,
        email_verified: row.email_unverified_ms.is_none(),
        joined_at: rfc3339(row.created_ms),
    }))
}

/// Reason for an action on an account.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"reason": "Akun dipakai orang lain."})))]
struct Reason {
    /// Reason of up to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
}

/// Prevents a member from logging in and ends all their sessions; their orders continue.
#[utoipa::path(post, path = "/api/admin/members/{uid}/suspend", operation_id = "lockMember", request_body = Reason,
    responses((status = 200, body = MemberDetail), (status = 409)))]
async fn suspend(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sessions): State<Sessions>,
    Confirmed(admin): Confirmed<OWNER>,
    Path(uid): Path<String>,
    Body(form): Body<Reason>,
) -> Result<Json<MemberDetail>> {
    let reason = form::reason(&form.reason)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    admin::lock_staff(&mut tx).await?;
    let (member, uid, _) = must_find(&mut tx, &uid).await?;
    if member == admin.0.id {
        return Err(Error::conflict(Code::Forbidden, "Anda tidak dapat menangguhkan akun Anda sendiri."));
    }
    if !admin::suspend(&mut tx, member, now_ms).await? {
        return Err(not_suspended(&mut tx, member, &uid, now_ms).await?);
    }
    let from_ms = sessions::end_all(&mut tx, member, now_ms).await?;
    let after = json!({"suspended_at": rfc3339(now_ms), "reason": reason});
    record(&mut tx, &admin.0, now_ms, ("suspend", uid), (json!({"suspended_at": null}), after)).await?;
    let detail = detail(&mut tx, member, now_ms).await?;
    tx.commit().await?;
    sessions.end(member, from_ms);
    Ok(Json(detail))
}

/// Returns the error for a member who could not be suspended: they already are, or they are the last owner.
async fn not_suspended(conn: &mut Conn, member: MemberId, uid: &str, now_ms: i64) -> Result<Error> {
    let detail = detail(conn, member, now_ms).await?;
    Ok(match detail.suspended_at {
        Some(_) => audit::conflict(detail, conn, Subject::Member, uid).await,
        None => admin::last_owner(),
    })
}

async fn record(
    conn: &mut Conn,
    by: &Member,
    now_ms: i64,
    (action, uid): (&str, String),
    (before, after): (Value, Value),
) -> sqlx::Result<()> {
    audit::record(conn, by, now_ms, Change::new(action, Subject::Member, uid, before, after)).await
}

/// Lets a suspended member log in again.
#[utoipa::path(post, path = "/api/admin/members/{uid}/unsuspend", operation_id = "unlockMember",
        request_body = Reason,
    responses((status = 200, body = MemberDetail), (status = 409)))]
async fn unsuspend(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<OWNER>,
    Path(uid): Path<String>,
    Body(form): Body<Reason>,
) -> Result<Json<MemberDetail>> {
    let reason = form::reason(&form.reason)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let (member, uid, _) = must_find(&mut tx, &uid).await?;
    if detail(&mut tx, member, now_ms).await?.erased_at.is_some() {
        return Err(Error::conflict(Code::AccountSuspended, "Akun ini sudah dihapus oleh pemiliknya."));
    }
    let since_ms = admin::suspended_ms(&mut tx, member).await?;
    let Some(since_ms) = since_ms else {
        return Err(audit::conflict(detail(&mut tx, member, now_ms).await?, &mut tx, Subject::Member, &uid).await);
    };
    if !admin::unsuspend(&mut tx, member, since_ms).await? {
        return Err(audit::conflict(detail(&mut tx, member, now_ms).await?, &mut tx, Subject::Member, &uid).await);
    }
    let before = json!({"suspended_at": rfc3339(since_ms)});
    let after = json!({"suspended_at": null, "reason": reason});
    record(&mut tx, &admin.0, now_ms, ("unsuspend", uid), (before, after)).await?;
    let detail = detail(&mut tx, member, now_ms).await?;
    tx.commit().await?;
    Ok(Json(detail))
}

/// Creates a link with which a member chooses a new password once; earlier links become invalid. 409 for a suspended
/// member.
#[utoipa::path(post, path = "/api/admin/members/{uid}/password-link", operation_id = "createPasswordLink",
    responses((status = 200, body = PasswordLink), (status = 409)))]
async fn make_link(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(links): State<PasswordLinks>,
    Confirmed(admin): Confirmed<OWNER>,
    Path(uid): Path<String>,
) -> Result<Json<PasswordLink>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    admin::lock_staff(&mut tx).await?;
    let (member, uid, _) = must_find(&mut tx, &uid).await?;
    if admin::suspended_ms(&mut tx, member).await?.is_some() {
        return Err(admin::suspended());
    }
    let link = links.make(&mut tx, member, LinkFor::Reset, now_ms).await?;
    let after = json!({"expires_at": link.expires_at});
    record(&mut tx, &admin.0, now_ms, ("password_link", uid), (Value::Null, after)).await?;
    tx.commit().await?;
    Ok(Json(link))
}

/// Removes all second factors of a member or administrator who has lost them, and ends their sessions. The next login
/// needs only the password; a role that requires a factor must set up a new one first. 409 for the caller's own
/// account.
#[utoipa::path(delete, path = "/api/admin/members/{uid}/factors", operation_id = "resetFactors",
    responses((status = 200, body = MemberDetail), (status = 409)))]
async fn reset_factors(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(sessions): State<Sessions>,
    Confirmed(admin): Confirmed<OWNER>,
    Path(uid): Path<String>,
) -> Result<Json<MemberDetail>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    admin::lock_staff(&mut tx).await?;
    let (member, uid, _) = must_find(&mut tx, &uid).await?;
    if member == admin.0.id {
        return Err(Error::conflict(Code::Forbidden, "Faktor Anda sendiri diatur di halaman Akun saya."));
    }
    let from_ms = admin::remove_factors(&mut tx, member, now_ms).await?;
    record(&mut tx, &admin.0, now_ms, ("reset_factors", uid), (Value::Null, Value::Null)).await?;
    let detail = detail(&mut tx, member, now_ms).await?;
    tx.commit().await?;
    sessions.end(member, from_ms);
    Ok(Json(detail))
}

/// The shop's judgement of a member's tax number.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"number": "3174090101900001", "state": "validated"})))]
struct NumberJudgement {
    /// The number that was checked, digits only.
    #[schema(max_length = 40)]
    number: String,
    /// `validated`, `rejected`, or `unchecked` to check it again.
    state: TaxNumberState,
}

/// Records whether a tax number belongs to its member. 409 if the member has entered another number since then.
#[utoipa::path(post, path = "/api/admin/members/{uid}/tax-number", operation_id = "judgeTaxNumber",
        request_body = NumberJudgement,
    responses((status = 200, body = MemberDetail), (status = 409)))]
async fn judge_number(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Path(uid): Path<String>,
    Body(NumberJudgement { number, state }): Body<NumberJudgement>,
) -> Result<Json<MemberDetail>> {
    if state == TaxNumberState::Missing {
        return Err(form::refuse("state", "choice", "Pilih apakah nomornya benar."));
    }
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let (member, uid, _) = must_find(&mut tx, &uid).await?;
    let before = accounts::tax_number(&mut tx, member).await?;
    if !accounts::judge_tax_number(&mut tx, member, &number, state).await? {
        return Err(audit::conflict(detail(&mut tx, member, now_ms).await?, &mut tx, Subject::Member, &uid).await);
    }
    let (before, after) = (before.state.text(), state.text());
    let (before, after) = (json!({"tax_number_state": before}), json!({"tax_number_state": after}));
    record(&mut tx, &admin.0, now_ms, ("judge_tax_number", uid), (before, after)).await?;
    let detail = detail(&mut tx, member, now_ms).await?;
    tx.commit().await?;
    Ok(Json(detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phone_numbers_are_found_in_any_format() {
        for typed in ["081234567890", "0812-3456-7890", " 0812 3456 7890", "+62 812-3456-7890", "+62 (0)81234567890"] {
            assert_eq!(searched(typed), "081234567890", "{typed}");
        }
        for other in ["KS0812", "budi", "-", "", "a+62"] {
            assert_eq!(searched(other), other);
        }
        for (part, found) in [("62812", "62812"), ("+62812", "0812"), ("0812-34", "081234")] {
            assert_eq!(searched(part), found);
        }
    }
}
