//! Changes by members to their own data, and to the search texts made from them.

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
};
use ksmart_core::{
    fields::{self, ProfileForm},
    text,
};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::Result,
    extract::{Body, Multipart},
    ids::MemberId,
    storage::Storage,
    time::{Clock, Random, jakarta_date},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{ANY_ADMIN, Admin},
    settings::{self, payouts::PayoutSettings, registration::RegistrationSettings},
    tokens::Member,
};
use ksmart_members::accounts::{
    self, OwnPassword, User,
    form::{AccountAnswer, UPLOAD_LIMIT, delete_photo, photo_error, read_form, store_photo},
};
use ksmart_shop::orders;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::FlowsState;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(update)).layer(DefaultBodyLimit::max(UPLOAD_LIMIT)).routes(routes!(rename))
}

/// Parts of the profile form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the parts are read by their names")]
#[schema(examples(json!({
    "name": "Budi Santoso", "no_hp": "081234567890", "alamat": "Jl. Melati 1, Jakarta", "bank": "BCA",
    "rekening_bank": "1234567890", "jenis_kelamin": "L", "tanggal_lahir": "1990-02-28"
})))]
struct Profile {
    /// Full name.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    name: String,
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
    /// Sex: `L` (male) or `P` (female).
    #[schema(pattern = "^[LP]$")]
    jenis_kelamin: String,
    /// Birth date.
    #[schema(format = Date)]
    tanggal_lahir: String,
    /// Current password; required if the bank account changes.
    current_password: Option<String>,
    /// Photo: JPEG, PNG or WebP, up to 2 MB.
    #[schema(value_type = Option<String>, content_media_type = "application/octet-stream")]
    profile_picture: Option<Vec<u8>>,
}

/// Changes the caller's own data; multipart, with an optional new photo.
#[utoipa::path(put, path = "/api/update", request_body(content = Profile, content_type = "multipart/form-data"), operation_id = "updateOwnAccount",
    responses((status = 200, body = AccountAnswer), (status = 422)))]
async fn update(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(random): State<Random>,
    State(storage): State<Storage>,
    State(passwords): State<OwnPassword>,
    member: Member,
    form: Multipart,
) -> Result<Json<AccountAnswer>> {
    let now_ms = clock.now_ms();
    let (text, photo) = read_form(form).await?;
    let field = |name: &str| text.get(name).cloned().unwrap_or_default();
    let mut conn = db.read().await?;
    // A member may keep a bank that the shop no longer offers.
    let mut more_banks = settings::read::<PayoutSettings>(&mut conn).await?.values.more_banks;
    let was = accounts::show(&mut conn, member.id, now_ms).await?;
    more_banks.push(was.bank);
    let form = ProfileForm {
        name: field("name"),
        no_hp: field("no_hp"),
        alamat: field("alamat"),
        bank: field("bank"),
        rekening_bank: field("rekening_bank"),
        jenis_kelamin: field("jenis_kelamin"),
        tanggal_lahir: field("tanggal_lahir"),
        today: jakarta_date(now_ms),
        later: settings::read::<RegistrationSettings>(&mut conn).await?.values.later,
        more_banks,
    }
    .tidied();
    drop(conn);
    let mut errors = fields::check_changed_profile(&form, &was.tanggal_lahir);
    errors.extend(photo.as_deref().and_then(photo_error));
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let password = field("current_password");
    if !password.is_empty() {
        passwords.check(&member, password, "current_password", now_ms).await?;
    }
    let knows_password = text.get("current_password").is_some_and(|password| !password.is_empty());
    let picture = match photo {
        Some(photo) => Some(store_photo(&storage, &random, photo).await?),
        None => None,
    };
    // Deletes the photo that is no longer used: the old one, or the new one if the change fails.
    match change(&db, member.id, &form, picture.as_deref(), knows_password, now_ms).await {
        Ok(old) => {
            if let (Some(old), Some(_)) = (old, picture) {
                delete_photo(&storage, &old).await;
            }
        }
        Err(error) => {
            if let Some(picture) = picture {
                delete_photo(&storage, &picture).await;
            }
            return Err(error);
        }
    }
    let user = accounts::show(&mut *db.read().await?, member.id, now_ms).await?;
    Ok(Json(AccountAnswer { message: "Profile updated successfully!".to_owned(), user }))
}

/// New name of an administrator.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"name": "Rina Lestari"})))]
struct OwnName {
    /// Full name.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    name: String,
}

/// Changes the calling administrator's name, which is shown in order histories and in the audit log. An administrator
/// who never shops has no other data to change.
#[utoipa::path(put, path = "/api/admin/me", operation_id = "changeOwnName", request_body = OwnName,
    responses((status = 200, body = User), (status = 422)))]
async fn rename(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<ANY_ADMIN>,
    Body(OwnName { name }): Body<OwnName>,
) -> Result<Json<User>> {
    let name = text::line(&name);
    let errors = fields::check_account(&admin.email, Some(&name));
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let was = accounts::show(&mut tx, admin.id, now_ms).await?;
    let form = ProfileForm {
        name,
        no_hp: was.no_hp,
        alamat: was.alamat,
        bank: was.bank,
        rekening_bank: was.rekening_bank,
        jenis_kelamin: was.jenis_kelamin,
        tanggal_lahir: was.tanggal_lahir,
        today: jakarta_date(now_ms),
        later: vec![],
        more_banks: vec![],
    };
    write(&mut tx, admin.id, &form, None, false, now_ms).await?;
    let user = accounts::show(&mut tx, admin.id, now_ms).await?;
    let (before, after) = (json!({"name": was.name}), json!({"name": user.name}));
    audit::record(&mut tx, &admin, now_ms, Change::new("update", Subject::Member, was.uid, before, after)).await?;
    tx.commit().await?;
    Ok(Json(user))
}

/// Writes a member's data, with the file of the new photo if there is one; returns the file of the previous photo.
async fn change(
    db: &Db,
    member: MemberId,
    form: &ProfileForm,
    picture: Option<&str>,
    knows_password: bool,
    now_ms: i64,
) -> Result<Option<String>> {
    let mut tx = db.write().await?;
    let before = write(&mut tx, member, form, picture, knows_password, now_ms).await?;
    tx.commit().await?;
    Ok(before)
}

/// Writes a member's checked data and the search texts made from them; returns the file of the previous photo.
///
/// The bank account changes only if the member has proved that they know the password.
///
/// # Errors
/// 422: the bank account differs, and `knows_password` is false.
pub async fn write(
    conn: &mut Conn,
    member: MemberId,
    form: &ProfileForm,
    picture: Option<&str>,
    knows_password: bool,
    now_ms: i64,
) -> Result<Option<String>> {
    let changed = accounts::change(conn, member, form, picture, knows_password, now_ms).await?;
    if changed.is_renamed {
        orders::rename_member(conn, member, &changed.searched).await?;
    }
    Ok(changed.picture_before)
}
