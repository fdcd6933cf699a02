//! Corrections of a member's data by the shop: by the rules of the profile, logged, and reported to the member.

use axum::{Json, extract::State};
use ksmart_core::fields::{self, ProfileForm};
use ksmart_flows::profile;
use ksmart_foundation::{
    db::{Conn, Db, TextEnum},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form::{self, refuse},
    time::{Clock, jakarta_date},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    outbox::{self, Kind, Recipient},
    roles::{self, Admin, FINANCE, Role},
    settings::{self, registration::RegistrationSettings},
    tokens::Member,
};
use ksmart_members::accounts::{self, Heir, User, must_find};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    AdminState,
    members::{MemberDetail, detail},
};

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(correct)).routes(routes!(set_number)).routes(routes!(set_heirs))
}

/// Data of a member that can be corrected, named as in the profile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
struct Correctable {
    /// Full name.
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    name: String,
    /// Mobile number in any usual Indonesian spelling; empty if there was none.
    #[schema(pattern = r"^((\+?62|0)?8[1-35-9]\d{7,10})?$")]
    no_hp: String,
    /// Postal address; empty if there was none.
    #[schema(max_length = 300)]
    alamat: String,
    /// `L` or `P`; empty if it was not given.
    #[schema(pattern = "^[LP]?$")]
    jenis_kelamin: String,
    /// Birth date, `YYYY-MM-DD`; empty if it was not given.
    #[schema(pattern = r"^(\d{4}-\d{2}-\d{2})?$")]
    tanggal_lahir: String,
}

impl Correctable {
    fn of(user: &User) -> Self {
        Self {
            name: user.name.clone(),
            no_hp: user.no_hp.clone(),
            alamat: user.alamat.clone(),
            jenis_kelamin: user.jenis_kelamin.clone(),
            tanggal_lahir: user.tanggal_lahir.clone(),
        }
    }

    /// Returns each part: its name in the log, its name for people, and its value.
    fn parts(&self) -> [(&'static str, &'static str, &str); 5] {
        [
            ("name", "nama", &self.name),
            ("phone", "nomor HP", &self.no_hp),
            ("address", "alamat", &self.alamat),
            ("gender", "jenis kelamin", &self.jenis_kelamin),
            ("birth_date", "tanggal lahir", &self.tanggal_lahir),
        ]
    }

    fn logged(&self) -> Map<String, Value> {
        self.parts().into_iter().map(|(name, _, value)| (name.to_owned(), json!(value))).collect()
    }
}

/// Corrected data of a member, and the data seen before the correction.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({
    "name": "Budi Santoso", "no_hp": "081234567890", "alamat": "Jl. Melati 1, Jakarta", "jenis_kelamin": "L",
    "tanggal_lahir": "1990-02-28", "reason": "Salah ketik saat mendaftar.", "was": {
        "name": "Budi Santosa", "no_hp": "081234567890", "alamat": "Jl. Melati 1, Jakarta", "jenis_kelamin": "L",
        "tanggal_lahir": "1990-02-28"}
})))]
struct Correction {
    #[serde(flatten)]
    to: Correctable,
    /// Values seen before the correction.
    was: Correctable,
    /// Reason for the log and the member; up to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
}

/// Corrects a member's name, telephone, address, sex and birth date by the rules of the profile, and notifies the
/// member of the changed parts and the reason; empty values may stay empty. Only the owner corrects administrators.
/// Returns 409 if the data are not those that were seen, or the member erased the account.
#[utoipa::path(put, path = "/api/admin/members/{uid}", operation_id = "correctMember", request_body = Correction,
    responses((status = 200, body = MemberDetail), (status = 409), (status = 422)))]
async fn correct(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Path(uid): Path<String>,
    Body(form): Body<Correction>,
) -> Result<Json<MemberDetail>> {
    let reason = form::reason(&form.reason)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let (member, uid, _) = must_find(&mut tx, &uid).await?;
    // Other changes to the member wait, even the member's own: the data stay the same until this transaction ends.
    accounts::lock(&mut tx, member).await?;
    let user = accounts::show(&mut tx, member, now_ms).await?;
    let page = detail(&mut tx, member, now_ms).await?;
    may_correct(&mut tx, &admin, &user, page.is_erased()).await?;
    let was = Correctable::of(&user);
    if was != form.was {
        return Err(audit::conflict(page, &mut tx, Subject::Member, &uid).await);
    }
    let typed = checked(&mut tx, &user, form.to, now_ms).await?;
    profile::write(&mut tx, member, &typed, None, false, now_ms).await?;
    let is = Correctable::of(&accounts::show(&mut tx, member, now_ms).await?);
    let (before, mut after) = (was.logged(), is.logged());
    let old_and_new = was.parts().into_iter().zip(is.parts());
    let words: Vec<&str> = old_and_new.filter(|(old, new)| old.2 != new.2).map(|(old, _)| old.1).collect();
    if words.is_empty() {
        return Err(refuse("reason", "unchanged", "Belum ada yang diubah."));
    }
    let payload = json!({"at_ms": now_ms, "corrected": words.join(", "), "why": reason});
    outbox::notify(&mut tx, now_ms, Recipient::Member(member), Kind::ProfileCorrected, payload).await?;
    after.insert("reason".to_owned(), json!(reason));
    let change = Change::new("correct", Subject::Member, uid, Value::Object(before), Value::Object(after));
    audit::record(&mut tx, &admin, now_ms, change).await?;
    let page = detail(&mut tx, member, now_ms).await?;
    tx.commit().await?;
    Ok(Json(page))
}

/// Corrected tax number of a member, and the number seen before the correction.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"number": "3174 0901 0190 0001", "was": "", "reason": "Disebutkan lewat telepon."})))]
struct NumberCorrection {
    /// 15 or 16 digits, with blanks, dots and hyphens between them; empty to remove the number.
    #[schema(max_length = 40)]
    number: String,
    /// Number seen before the correction.
    #[schema(max_length = 40)]
    was: String,
    /// Reason for the log and the member; up to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
}

/// Enters a member's tax number for them, and notifies them of the reason; the shop checks the number again. Only the
/// owner does so for administrators. Returns 409 if the number is not the one that was seen, or the member erased the
/// account.
#[utoipa::path(put, path = "/api/admin/members/{uid}/tax-number", operation_id = "correctTaxNumber",
    request_body = NumberCorrection,
    responses((status = 200, body = MemberDetail), (status = 409), (status = 422)))]
async fn set_number(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Path(uid): Path<String>,
    Body(form): Body<NumberCorrection>,
) -> Result<Json<MemberDetail>> {
    let reason = form::reason(&form.reason)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let (member, uid, _) = must_find(&mut tx, &uid).await?;
    accounts::lock(&mut tx, member).await?;
    let user = accounts::show(&mut tx, member, now_ms).await?;
    let page = detail(&mut tx, member, now_ms).await?;
    may_correct(&mut tx, &admin, &user, page.is_erased()).await?;
    let was = accounts::tax_number(&mut tx, member).await?;
    if was.number != form.was {
        return Err(audit::conflict(page, &mut tx, Subject::Member, &uid).await);
    }
    let is = accounts::set_tax_number(&mut tx, member, &form.number).await?;
    if is.number == was.number {
        return Err(refuse("number", "unchanged", "Belum ada yang diubah."));
    }
    let payload = json!({"at_ms": now_ms, "corrected": "NPWP atau NIK", "why": reason});
    outbox::notify(&mut tx, now_ms, Recipient::Member(member), Kind::ProfileCorrected, payload).await?;
    // The number itself is stored only with the member; the log records only that it changed.
    let before = json!({"tax_number_state": was.state.text()});
    let after = json!({"tax_number_state": is.state.text(), "reason": reason});
    audit::record(&mut tx, &admin, now_ms, Change::new("set_tax_number", Subject::Member, uid, before, after)).await?;
    let page = detail(&mut tx, member, now_ms).await?;
    tx.commit().await?;
    Ok(Json(page))
}

/// Corrected heirs of a member, and the heirs seen before the correction.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"heirs": [{"name": "Sari Santoso", "relation": "Istri", "phone": "081234567890",
    "share_percent": null}], "was": [], "reason": "Disebutkan lewat telepon."})))]
struct HeirsCorrection {
    /// Heirs, at most five; the shares total 100.
    #[schema(max_items = 5)]
    heirs: Vec<Heir>,
    /// Heirs seen before the correction.
    #[schema(max_items = 5)]
    was: Vec<Heir>,
    /// Reason for the log and the member; up to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
}

/// Names a member's heirs for them, and notifies them of the reason. Only the owner does so for administrators. Returns
/// 409 if the heirs are not those that were seen, or the member erased the account.
#[utoipa::path(put, path = "/api/admin/members/{uid}/heirs", operation_id = "correctHeirs", request_body = HeirsCorrection,
    responses((status = 200, body = MemberDetail), (status = 409), (status = 422)))]
async fn set_heirs(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Admin(admin): Admin<FINANCE>,
    Path(uid): Path<String>,
    Body(form): Body<HeirsCorrection>,
) -> Result<Json<MemberDetail>> {
    let reason = form::reason(&form.reason)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let (member, uid, _) = must_find(&mut tx, &uid).await?;
    accounts::lock(&mut tx, member).await?;
    let user = accounts::show(&mut tx, member, now_ms).await?;
    let page = detail(&mut tx, member, now_ms).await?;
    may_correct(&mut tx, &admin, &user, page.is_erased()).await?;
    let was = accounts::heirs(&mut tx, member).await?;
    if was != form.was {
        return Err(audit::conflict(page, &mut tx, Subject::Member, &uid).await);
    }
    let is = accounts::set_heirs(&mut tx, member, form.heirs).await?;
    if is == was {
        return Err(refuse("heirs", "unchanged", "Belum ada yang diubah."));
    }
    let payload = json!({"at_ms": now_ms, "corrected": "ahli waris", "why": reason});
    outbox::notify(&mut tx, now_ms, Recipient::Member(member), Kind::ProfileCorrected, payload).await?;
    // The heirs are stored with the member; the log contains only their number.
    let (before, after) = (json!({"heirs": was.len()}), json!({"heirs": is.len(), "reason": reason}));
    audit::record(&mut tx, &admin, now_ms, Change::new("set_heirs", Subject::Member, uid, before, after)).await?;
    let page = detail(&mut tx, member, now_ms).await?;
    tx.commit().await?;
    Ok(Json(page))
}

/// Refuses to correct an erased account, or an administrator's account unless the caller is the owner.
async fn may_correct(conn: &mut Conn, admin: &Member, user: &User, is_erased: bool) -> Result<()> {
    if is_erased {
        return Err(Error::conflict(Code::AccountSuspended, "Akun ini sudah dihapus oleh pemiliknya."));
    }
    if user.role != Role::Member && roles::role(conn, admin.id).await? != Some(Role::Owner) {
        let message = "Data pengelola hanya dapat diperbaiki oleh pemilik toko.";
        return Err(Error::conflict(Code::Forbidden, message));
    }
    Ok(())
}

/// Checks and returns the corrected profile: the typed data, with the existing bank account.
async fn checked(conn: &mut Conn, user: &User, typed: Correctable, now_ms: i64) -> Result<ProfileForm> {
    let was = [
        ("no_hp", &user.no_hp),
        ("alamat", &user.alamat),
        ("jenis_kelamin", &user.jenis_kelamin),
        ("tanggal_lahir", &user.tanggal_lahir),
    ];
    let mut later = settings::read::<RegistrationSettings>(conn).await?.values.later;
    later.extend(was.into_iter().filter(|(_, was)| was.is_empty()).map(|(field, _)| field.to_owned()));
    // The bank account is for the member to change, so it is not checked here.
    later.push("bank".to_owned());
    let form = ProfileForm {
        name: typed.name,
        no_hp: typed.no_hp,
        alamat: typed.alamat,
        bank: String::new(),
        rekening_bank: String::new(),
        jenis_kelamin: typed.jenis_kelamin,
        tanggal_lahir: typed.tanggal_lahir,
        today: jakarta_date(now_ms),
        later,
        more_banks: Vec::new(),
    }
    .tidied();
    let errors = fields::check_changed_profile(&form, &user.tanggal_lahir);
    if !errors.is_empty() {
        return Err(errors.into());
    }
    Ok(ProfileForm { bank: user.bank.clone(), rekening_bank: user.rekening_bank.clone(), ..form })
}
