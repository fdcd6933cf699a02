//! Members registered by the shop itself: by the rules of the registration, but with a link to choose the password.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::fields;
use ksmart_flows::registration::{email_taken, enrol_with, find_place, typed};
use ksmart_foundation::{
    db::{Conn, Db, is_duplicate, retried},
    document::routes,
    error::{Error, Result},
    extract::Body,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    hashing::Hashing,
    roles::{self, Admin, FINANCE, OWNER},
    settings::{self, payouts::PayoutSettings, registration::RegistrationSettings},
    tokens::Member,
};
use ksmart_members::accounts::{
    self, NewMember,
    links::{LinkFor, PasswordLink, PasswordLinks},
    verification,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Length of the random password that a new member has until they choose one, in characters from a set of 30.
const RANDOM_PASSWORD_LENGTH: usize = 40;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(enrol))
}

/// Data of a new member, in fields named as in the registration.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewMemberForm, examples(json!({
    "name": "Rina Wijaya", "email": "rina@example.com", "no_hp": "081234567890", "alamat": "Jl. Melati 1, Jakarta",
    "bank": "BCA", "rekening_bank": "1234567890", "jenis_kelamin": "P", "tanggal_lahir": "1990-02-28", "leader_id": "",
    "id_plan": "1"
})))]
struct Form {
    /// Full name.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    name: String,
    /// E-mail address, which is the account's login name.
    #[schema(format = Email, max_length = 254)]
    email: String,
    /// Mobile number in any usual Indonesian spelling.
    #[schema(pattern = r"^((\+?62|0)?8[1-35-9]\d{7,10})?$")]
    no_hp: Option<String>,
    /// Postal address.
    #[schema(max_length = 300)]
    alamat: Option<String>,
    /// Bank to which bonuses are paid, one of the shop's banks.
    #[schema(max_length = 40)]
    bank: Option<String>,
    /// Number of the bank account.
    #[schema(pattern = r"^(\d{6,20})?$")]
    rekening_bank: Option<String>,
    /// Sex: `L` (male) or `P` (female); empty means `L`, unless the shop asks for it later.
    #[schema(pattern = "^[LP]?$")]
    jenis_kelamin: Option<String>,
    /// Birth date, `YYYY-MM-DD`.
    #[schema(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    tanggal_lahir: Option<String>,
    /// The leader's uid.
    leader_id: Option<String>,
    /// Key of a plan; the first plan if it is left out.
    #[schema(pattern = r"^\d{0,9}$")]
    id_plan: Option<String>,
}

impl Form {
    /// Returns the text of a registration field; empty for fields that the office does not fill.
    fn field(&self, name: &str) -> String {
        let text = match name {
            "name" => Some(&self.name),
            "email" => Some(&self.email),
            "no_hp" => self.no_hp.as_ref(),
            "alamat" => self.alamat.as_ref(),
            "bank" => self.bank.as_ref(),
            "rekening_bank" => self.rekening_bank.as_ref(),
            "jenis_kelamin" => self.jenis_kelamin.as_ref(),
            "tanggal_lahir" => self.tanggal_lahir.as_ref(),
            "leader_id" => self.leader_id.as_ref(),
            "id_plan" => self.id_plan.as_ref(),
            _ => None,
        };
        text.cloned().unwrap_or_default()
    }
}

/// A member registered by the shop.
#[derive(Debug, Serialize, ToSchema)]
struct MemberEnrolled {
    uid: String,
    name: String,
    email: String,
    /// Link for choosing the password; null if the shop sends no e-mail and the caller is not an owner.
    link: Option<PasswordLink>,
}

/// Registers a member. A link sent to the e-mail address lets the member choose the password.
///
/// The code of ethics and the terms are accepted at the first login. Returns 409 for an e-mail address that already has
/// an account.
#[utoipa::path(post, path = "/api/admin/members", operation_id = "enrolMember", request_body = Form,
    responses((status = 201, body = MemberEnrolled), (status = 409), (status = 422)))]
async fn enrol(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(hashing): State<Hashing>,
    State(links): State<PasswordLinks>,
    Admin(admin): Admin<FINANCE>,
    Body(form): Body<Form>,
) -> Result<(StatusCode, Json<MemberEnrolled>)> {
    let now_ms = clock.now_ms();
    let nobodys = links.random.token(RANDOM_PASSWORD_LENGTH);
    let mut conn = db.read().await?;
    let field = |name: &str| match name {
        "password" | "confirmPassword" => nobodys.clone(),
        name => form.field(name),
    };
    let later = settings::read::<RegistrationSettings>(&mut conn).await?.values.later;
    let more_banks = settings::read::<PayoutSettings>(&mut conn).await?.values.more_banks;
    let checked = typed(&field, later, more_banks, now_ms);
    let errors = fields::check_registration(&checked);
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let place = find_place(&mut conn, &field("id_plan"), &field("leader_id")).await?;
    if accounts::email_exists(&mut conn, &checked.email).await? {
        return Err(email_taken());
    }
    let sees_links = links.sends_mail || roles::rights(&mut conn, admin.id).await? & OWNER != 0;
    drop(conn);
    let account = NewMember::from_form(&checked, hashing.hash(nobodys.clone()).await?, place, None);
    let made = retried(|| async {
        let mut tx = db.write().await?;
        let made = insert(&mut tx, &admin, &account, &links, now_ms).await?;
        tx.commit().await?;
        Ok::<_, sqlx::Error>(made)
    });
    let taken = |error| if is_duplicate(&error) { email_taken() } else { Error::from(error) };
    let (uid, link) = made.await.map_err(taken)?;
    let link = Some(link).filter(|_| sees_links);
    Ok((StatusCode::CREATED, Json(MemberEnrolled { uid, name: account.name, email: account.email, link })))
}

/// Stores a new member and sends them the link for their password; returns the uid and the link.
async fn insert(
    conn: &mut Conn,
    admin: &Member,
    account: &NewMember,
    links: &PasswordLinks,
    now_ms: i64,
) -> sqlx::Result<(String, PasswordLink)> {
    let uid = accounts::fresh_uid(conn, &links.random).await?;
    let id = enrol_with(conn, account, &uid, None, now_ms).await?;
    if links.sends_mail {
        verification::mark_unproven(conn, id, now_ms).await?;
    }
    let link = links.make(conn, id, LinkFor::Welcome, now_ms).await?;
    let after = json!({"name": account.name, "email": account.email});
    let change = Change::new("create", Subject::Member, uid.clone(), Value::Null, after);
    audit::record(conn, admin, now_ms, change).await?;
    Ok((uid, link))
}
