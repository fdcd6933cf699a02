//! The registration and the profile form, with their photo.

use std::{collections::HashMap, io::Cursor};

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
    http::StatusCode,
};
use bytes::Bytes;
use image::{
    DynamicImage, ImageFormat, Rgb, RgbImage,
    imageops::{self, FilterType},
};
use ksmart_core::fields::{self, FieldError, PhotoHead, ProfileForm, RegistrationForm};
use serde::Serialize;
use sqlx::{query, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    App, Shared,
    accounts::{MemberId, NewMember, Role, User, find_leader, insert, local_phone, passwords, show},
    auth::{self, Member},
    db::{Conn, is_duplicate},
    error::{Code, Error, Result},
    extract::Multipart,
    storage::pictures,
    time::jakarta_date,
    volume,
};

/// A request with a photo may be this large: the photo's limit is checked with its own sentence.
const UPLOAD_LIMIT: usize = 8 * 1024 * 1024;

/// The longest side of a stored profile picture, in pixels.
const PROFILE_PICTURE_SIDE: u32 = 512;

/// The routes of this part.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(register)).routes(routes!(update)).layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
}

/// What a change of an account answers.
#[derive(Debug, Serialize, ToSchema)]
struct AccountAnswer {
    message: String,
    user: User,
}

/// Registers a member; multipart with the spec's fields and an optional photo.
#[utoipa::path(post, path = "/api/register", responses((status = 201, body = AccountAnswer), (status = 409), (status = 422)))]
async fn register(State(app): State<Shared>, form: Multipart) -> Result<(StatusCode, Json<AccountAnswer>)> {
    let (text, photo) = read_form(form).await?;
    let field = |name: &str| text.get(name).cloned().unwrap_or_default();
    let now_ms = app.clock.now_ms();
    let gender = Some(field("jenis_kelamin")).filter(|gender| !gender.is_empty()).unwrap_or_else(|| "L".to_owned());
    let form = RegistrationForm {
        name: field("name"),
        email: field("email").trim().to_lowercase(),
        password: field("password"),
        confirm_password: field("confirmPassword"),
        no_hp: field("no_hp"),
        alamat: field("alamat"),
        bank: field("bank"),
        rekening_bank: field("rekening_bank"),
        jenis_kelamin: gender,
        tanggal_lahir: field("tanggal_lahir"),
        today: jakarta_date(now_ms),
    };
    let mut errors = fields::check_registration(&form);
    errors.extend(passwords::too_common(&form.password));
    errors.extend(photo.as_deref().and_then(photo_error));
    let plan_id = match field("id_plan").as_str() {
        "" => Some(volume::DEFAULT_PLAN_ID),
        typed => typed.parse().ok(),
    };
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let mut conn = app.db.read().await?;
    let Some(plan_id) = (match plan_id {
        Some(plan_id) if volume::plan_exists(&mut conn, plan_id).await? => Some(plan_id),
        _ => None,
    }) else {
        return Err(Error::invalid("Plan tidak ditemukan."));
    };
    let leader = match field("leader_id").trim() {
        "" => None,
        uid => match find_leader(&mut conn, uid).await? {
            Some((leader, ..)) => Some(leader),
            None => return Err(Error::invalid("ID Leader tidak ditemukan.")),
        },
    };
    if email_exists(&mut conn, &form.email).await? {
        return Err(email_taken());
    }
    drop(conn);
    let password_hash = auth::hash_password(&app, form.password.clone()).await?;
    let picture = match photo {
        Some(photo) => Some(store_photo(&app, photo).await?),
        None => None,
    };
    let account = NewMember::from_form(&form, password_hash, plan_id, picture.clone(), leader);
    match insert(&app, &account, now_ms).await {
        Ok(id) => {
            let user = show(&mut *app.db.read().await?, id).await?;
            let message = "Registrasi berhasil. Silakan login.".to_owned();
            Ok((StatusCode::CREATED, Json(AccountAnswer { message, user })))
        }
        Err(error) => {
            if let Some(picture) = picture {
                delete_photo(&app, &picture).await;
            }
            Err(if is_duplicate(&error) { email_taken() } else { error.into() })
        }
    }
}

fn email_taken() -> Error {
    Error::conflict(Code::EmailTaken, "Email sudah terdaftar.")
}

/// Changes the caller's own data; multipart, with an optional new photo.
#[utoipa::path(put, path = "/api/update", responses((status = 200, body = AccountAnswer), (status = 401), (status = 422)))]
async fn update(State(app): State<Shared>, member: Member, form: Multipart) -> Result<Json<AccountAnswer>> {
    let (text, photo) = read_form(form).await?;
    let field = |name: &str| text.get(name).cloned().unwrap_or_default();
    let form = ProfileForm {
        name: field("name"),
        no_hp: field("no_hp"),
        alamat: field("alamat"),
        bank: field("bank"),
        rekening_bank: field("rekening_bank"),
        jenis_kelamin: field("jenis_kelamin"),
        tanggal_lahir: field("tanggal_lahir"),
        today: jakarta_date(app.clock.now_ms()),
    };
    let mut errors = fields::check_profile(&form);
    errors.extend(photo.as_deref().and_then(photo_error));
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let picture = match photo {
        Some(photo) => Some(store_photo(&app, photo).await?),
        None => None,
    };
    // The photo that is not in use any more goes: the old one, or the new one if the change fails.
    match change(&app, member.id, &form, picture.as_deref()).await {
        Ok(old) => {
            if let (Some(old), Some(_)) = (old, picture) {
                delete_photo(&app, &old).await;
            }
        }
        Err(error) => {
            if let Some(picture) = picture {
                delete_photo(&app, &picture).await;
            }
            return Err(error.into());
        }
    }
    let user = show(&mut *app.db.read().await?, member.id).await?;
    Ok(Json(AccountAnswer { message: "Profile updated successfully!".to_owned(), user }))
}

/// Writes a member's data, and the file of the new photo if there is one; gives the file that was there before.
async fn change(
    app: &App,
    member: MemberId,
    form: &ProfileForm,
    picture: Option<&str>,
) -> sqlx::Result<Option<String>> {
    let phone = fields::phone_e164(&form.no_hp).unwrap_or_default();
    let mut tx = app.db.write().await?;
    loop {
        let sql = "SELECT picture FROM members WHERE id = $1";
        let old: Option<String> = query_scalar(sql).bind(member).fetch_one(&mut *tx).await?;
        let sql = "UPDATE members SET name = $2, phone = $3, address = $4, bank = $5, bank_account = $6, gender = $7,
                          birth_date = $8, picture = COALESCE($9, picture), search_text = $11 || ' ' || LOWER(uid),
                          office_text = $11 || ' ' || LOWER(uid) || ' ' || email || ' ' || $12
                   WHERE id = $1 AND COALESCE(picture, '') = $10";
        let changed = query(sql)
            .bind(member)
            .bind(form.name.trim())
            .bind(&phone)
            .bind(form.alamat.trim())
            .bind(&form.bank)
            .bind(&form.rekening_bank)
            .bind(&form.jenis_kelamin)
            .bind(&form.tanggal_lahir)
            .bind(picture)
            .bind(old.as_deref().unwrap_or_default())
            .bind(form.name.trim().to_lowercase())
            .bind(format!("{phone} {}", local_phone(&phone)))
            .execute(&mut *tx)
            .await?;
        // Another change put its photo there in between: that one is the old one now.
        if changed.rows_affected() > 0 {
            tx.commit().await?;
            return Ok(old);
        }
    }
}

/// Deletes a photo that no one's account shows any more. A fault is logged, and costs nobody more than the room.
async fn delete_photo(app: &App, file: &str) {
    let _ = app.storage.delete(&format!("profile/{file}")).await;
}

/// Reads a form: its text fields by name, and the photo if one was chosen.
async fn read_form(Multipart(mut form): Multipart) -> Result<(HashMap<String, String>, Option<Bytes>)> {
    let (mut text, mut photo) = (HashMap::new(), None);
    while let Some(field) = form.next_field().await? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "profile_picture" {
            photo = Some(field.bytes().await?).filter(|bytes| !bytes.is_empty());
        } else {
            text.insert(name, field.text().await?);
        }
    }
    Ok((text, photo))
}

fn photo_error(photo: &[u8]) -> Option<FieldError> {
    let head = photo[..photo.len().min(16)].to_vec();
    fields::check_photo(&PhotoHead { size: photo.len(), head })
}

/// Decodes a photo, shrinks it, and stores it as JPEG without its metadata; gives its file name.
///
/// The name is random beside the hash: two members with the same photo have a file each, so that replacing the one
/// deletes nothing of the other, and nobody can find out who else uploaded a photo.
async fn store_photo(app: &App, photo: Bytes) -> Result<String> {
    let unreadable = || Error::invalid("Hanya file gambar yang diperbolehkan (jpg, jpeg, png, webp).");
    let work = move || {
        let picture = pictures::decode(&photo)?;
        let side = PROFILE_PICTURE_SIDE.min(picture.width().max(picture.height()));
        let small = picture.resize(side, side, FilterType::Lanczos3);
        // JPEG has no transparency: what was transparent becomes white.
        let mut flat = DynamicImage::from(RgbImage::from_pixel(small.width(), small.height(), Rgb([255; 3])));
        imageops::overlay(&mut flat, &small, 0, 0);
        let mut jpeg = Cursor::new(Vec::new());
        flat.to_rgb8().write_to(&mut jpeg, ImageFormat::Jpeg).ok()?;
        Some(jpeg.into_inner())
    };
    let jpeg = app.storage.work(work).await?.ok_or_else(unreadable)?;
    let key = app.storage.keep("profile", &app.random.token(16).to_lowercase(), "jpg", jpeg).await?;
    Ok(key.trim_start_matches("profile/").to_owned())
}

impl NewMember {
    fn from_form(
        form: &RegistrationForm,
        password_hash: String,
        plan_id: i64,
        picture: Option<String>,
        leader: Option<MemberId>,
    ) -> Self {
        Self {
            email: form.email.clone(),
            password_hash,
            name: form.name.trim().to_owned(),
            phone: fields::phone_e164(&form.no_hp).unwrap_or_default(),
            address: form.alamat.trim().to_owned(),
            bank: form.bank.clone(),
            bank_account: form.rekening_bank.clone(),
            gender: form.jenis_kelamin.clone(),
            birth_date: form.tanggal_lahir.clone(),
            plan_id,
            picture,
            leader,
            role: Role::Member,
        }
    }
}

async fn email_exists(conn: &mut Conn, email: &str) -> sqlx::Result<bool> {
    let found: Option<MemberId> =
        query_scalar("SELECT id FROM members WHERE email = $1").bind(email).fetch_optional(conn).await?;
    Ok(found.is_some())
}
