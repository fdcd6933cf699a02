//! Registration: a new account, its photo, and its place in the network.

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
};
use ksmart_core::{
    fields::{self, ProfileForm, RegistrationForm},
    text,
};
use ksmart_foundation::{
    db::{Conn, Db, is_duplicate, retried},
    document::routes,
    error::{Code, Error, Result},
    extract::Multipart,
    ids::MemberId,
    storage::Storage,
    time::{Clock, Random, jakarta_date},
};
use ksmart_identity::{
    hashing::Hashing,
    settings::{self, payouts::PayoutSettings, registration::RegistrationSettings},
};
use ksmart_members::{
    accounts::{
        self, NewMember, find_leader,
        form::{AccountAnswer, UPLOAD_LIMIT, delete_photo, photo_error, read_form, store_photo},
        passwords,
        verification::{self, AddressLinks},
    },
    agreements::ShownVersions,
    network, volume,
};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(register)).layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
}

/// Parts of the registration form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the parts are read by their names")]
#[schema(examples(json!({
    "name": "Rina Wijaya", "email": "rina@example.com", "password": "kata-sandi-rina",
    "confirmPassword": "kata-sandi-rina", "no_hp": "081234567890", "alamat": "Jl. Melati 1, Jakarta", "bank": "BCA",
    "rekening_bank": "1234567890", "jenis_kelamin": "P", "tanggal_lahir": "1990-02-28", "leader_id": "", "id_plan": "1"
})))]
struct Registration {
    /// Full name.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    name: String,
    /// E-mail address, which is the account's login name.
    #[schema(format = Email, max_length = 254)]
    email: String,
    #[schema(min_length = 8, max_length = 128)]
    password: String,
    /// Repetition of the password.
    #[schema(rename = "confirmPassword", min_length = 8, max_length = 128)]
    confirm_password: String,
    /// Mobile number in any usual Indonesian spelling.
    #[schema(pattern = r"^(\+?62|0)?8[1-35-9]\d{7,10}$")]
    no_hp: String,
    /// Postal address.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    alamat: String,
    /// Bank that bonuses are paid to.
    #[schema(min_length = 1, max_length = 40)]
    bank: String,
    /// Account number: 10 digits at BCA, 7 to 11 at BNI, 13 to 17 at BRI, 12 to 17 at Mandiri, 10 to 14 at CIMB.
    #[schema(pattern = r"^\d{6,20}$")]
    rekening_bank: String,
    /// Sex: `L` (male) or `P` (female); empty means `L`, unless the shop asks for it later.
    #[schema(pattern = "^[LP]?$")]
    jenis_kelamin: Option<String>,
    /// Birth date.
    #[schema(format = Date)]
    tanggal_lahir: String,
    /// Uid of the leader; none if it is empty.
    leader_id: Option<String>,
    /// Key of a plan; the first plan if it is missing.
    #[schema(pattern = r"^\d{0,9}$")]
    id_plan: Option<String>,
    /// Version of the code of ethics that was shown with the form; the current version if it is missing.
    #[schema(pattern = r"^\d{0,9}$")]
    code_of_ethics_version: Option<String>,
    /// Version of the terms that was shown with the form; the current version if it is missing.
    #[schema(pattern = r"^\d{0,9}$")]
    terms_version: Option<String>,
    /// Photo: JPEG, PNG or WebP, up to 2 MB.
    #[schema(value_type = Option<String>, content_media_type = "application/octet-stream")]
    profile_picture: Option<Vec<u8>>,
}

/// Registers a member, with an optional photo. The new member accepts the code of ethics and the terms: the versions
/// that are named, or else the current ones.
#[utoipa::path(post, path = "/api/register", request_body(content = Registration, content_type = "multipart/form-data"), operation_id = "register",
    responses((status = 201, body = AccountAnswer), (status = 409), (status = 422)))]
async fn register(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(random): State<Random>,
    State(storage): State<Storage>,
    State(hashing): State<Hashing>,
    State(links): State<AddressLinks>,
    form: Multipart,
) -> Result<(StatusCode, Json<AccountAnswer>)> {
    let (text, photo) = read_form(form).await?;
    let field = |name: &str| text.get(name).cloned().unwrap_or_default();
    let now_ms = clock.now_ms();
    let mut conn = db.read().await?;
    let later = settings::read::<RegistrationSettings>(&mut conn).await?.values.later;
    let more_banks = settings::read::<PayoutSettings>(&mut conn).await?.values.more_banks;
    let form = typed(&field, later, more_banks, now_ms);
    let mut errors = fields::check_registration(&form);
    errors.extend(passwords::too_common(&mut conn, &form.password, &form.email, &form.profile.name).await?);
    errors.extend(photo.as_deref().and_then(photo_error));
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let place = find_place(&mut conn, &field("id_plan"), &field("leader_id")).await?;
    let shown = ShownVersions::read(&mut conn, &field, now_ms).await?;
    if accounts::email_exists(&mut conn, &form.email).await? {
        return Err(email_taken());
    }
    drop(conn);
    let password_hash = hashing.hash_registration(form.password.clone()).await?;
    let picture = match photo {
        Some(photo) => Some(store_photo(&storage, &random, photo).await?),
        None => None,
    };
    let account = NewMember::from_form(&form, password_hash, place, picture.clone());
    let registered = retried(|| async {
        let mut tx = db.write().await?;
        let uid = accounts::fresh_uid(&mut tx, &random).await?;
        let id = enrol_with(&mut tx, &account, &uid, Some(shown), now_ms).await?;
        links.send_link(&mut tx, id, &account.email, now_ms).await?;
        tx.commit().await?;
        Ok::<_, sqlx::Error>(id)
    });
    match registered.await {
        Ok(id) => {
            let user = accounts::show(&mut *db.read().await?, id, now_ms).await?;
            let message = "Registrasi berhasil. Silakan login.".to_owned();
            Ok((StatusCode::CREATED, Json(AccountAnswer { message, user })))
        }
        Err(error) => {
            if let Some(picture) = picture {
                delete_photo(&storage, &picture).await;
            }
            Err(if is_duplicate(&error) { email_taken() } else { error.into() })
        }
    }
}

/// Builds the form from its typed `field`s at the time `now_ms`. The shop asks for the fields in `later` only after the
/// registration, and offers `more_banks` besides the usual ones.
pub fn typed(
    field: &impl Fn(&str) -> String,
    later: Vec<String>,
    more_banks: Vec<String>,
    now_ms: i64,
) -> RegistrationForm {
    let mut jenis_kelamin = field("jenis_kelamin");
    if jenis_kelamin.is_empty() && !later.iter().any(|field| field == "jenis_kelamin") {
        "L".clone_into(&mut jenis_kelamin);
    }
    let profile = ProfileForm {
        name: field("name"),
        no_hp: field("no_hp"),
        alamat: field("alamat"),
        bank: field("bank"),
        rekening_bank: field("rekening_bank"),
        jenis_kelamin,
        tanggal_lahir: field("tanggal_lahir"),
        today: jakarta_date(now_ms),
        later,
        more_banks,
    };
    RegistrationForm {
        email: text::plain(&field("email")).to_lowercase(),
        password: field("password"),
        confirm_password: field("confirmPassword"),
        profile: profile.tidied(),
    }
}

/// Finds the plan and the leader of a new member: the plan by its key, or the first plan if no key is given, and the
/// leader by uid, if one is given.
///
/// # Errors
/// 422: the plan or leader does not exist, or the leader may not invite.
pub async fn find_place(conn: &mut Conn, plan: &str, leader: &str) -> Result<(i64, Option<MemberId>)> {
    let plan_id = match plan {
        "" => Some(volume::DEFAULT_PLAN_ID),
        typed => typed.parse().ok(),
    };
    match plan_id {
        Some(plan_id) if volume::plan_exists(conn, plan_id).await? => {
            Ok((plan_id, inviter(conn, &text::plain(leader)).await?))
        }
        _ => Err(Error::invalid("Plan tidak ditemukan.")),
    }
}

/// Returns the leader with a uid, who must have verified their e-mail address; `None` if the uid is empty.
async fn inviter(conn: &mut Conn, uid: &str) -> Result<Option<MemberId>> {
    if uid.is_empty() {
        return Ok(None);
    }
    let found = find_leader(conn, uid).await?;
    let (leader, ..) = found.ok_or_else(|| Error::invalid("ID Leader tidak ditemukan."))?;
    if !verification::is_verified(conn, leader).await? {
        let message = "Leader ini belum memverifikasi emailnya, jadi belum dapat mengundang anggota.";
        return Err(Error::invalid(message));
    }
    Ok(Some(leader))
}

/// Returns the 409 error for an e-mail address that already has an account.
pub fn email_taken() -> Error {
    Error::conflict(Code::EmailTaken, "Email sudah terdaftar.")
}

/// Stores a new member under a new uid, below the leader, in one transaction.
///
/// # Errors
/// The e-mail address already has an account ([`is_duplicate`]).
pub async fn insert_member(db: &Db, random: &Random, member: &NewMember, now_ms: i64) -> sqlx::Result<MemberId> {
    retried(|| async {
        let mut tx = db.write().await?;
        let uid = accounts::fresh_uid(&mut tx, random).await?;
        let id = enrol(&mut tx, member, &uid, now_ms).await?;
        tx.commit().await?;
        Ok(id)
    })
    .await
}

/// Stores a new member under a given uid, below the leader; the member accepts the current code of ethics and terms.
///
/// # Errors
/// The e-mail address or the uid is taken ([`is_duplicate`]).
pub async fn enrol(conn: &mut Conn, member: &NewMember, uid: &str, now_ms: i64) -> sqlx::Result<MemberId> {
    enrol_with(conn, member, uid, Some(ShownVersions::default()), now_ms).await
}

/// Stores a new member who accepts the versions in `shown`; without `shown`, the member is asked at the first login.
///
/// # Errors
/// The e-mail address or the uid is taken ([`is_duplicate`]).
pub async fn enrol_with(
    conn: &mut Conn,
    member: &NewMember,
    uid: &str,
    shown: Option<ShownVersions>,
    now_ms: i64,
) -> sqlx::Result<MemberId> {
    let id = accounts::insert(conn, member, uid, now_ms).await?;
    if let Some(leader) = member.leader {
        network::join(conn, id, leader).await?;
    }
    if let Some(shown) = shown {
        shown.accept(conn, id, now_ms).await?;
    }
    Ok(id)
}
