//! Members: registration, login, profile, and the administrators among them.

use axum::{
    Json,
    extract::{ConnectInfo, DefaultBodyLimit, State},
    http::{HeaderMap, StatusCode},
};
use bytes::Bytes;
use image::{
    DynamicImage, ImageDecoder, ImageFormat, ImageReader, Rgb, RgbImage,
    imageops::{self, FilterType},
};
use ksmart_core::fields::{self, FieldError, PhotoHead, ProfileForm, RegistrationForm};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, query, query_as, query_scalar};
use std::{
    collections::HashMap,
    io::Cursor,
    net::{IpAddr, SocketAddr},
};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    App, Shared,
    auth::{self, Member},
    config::RateLimits,
    db::{Conn, Text, is_duplicate},
    error::{Code, Error, Result},
    extract::{Body, Multipart},
    id, network, text_enum,
    time::jakarta_date,
    volume,
};

id!(MemberId, "a member.");

/// What an account may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Shops.
    Member,
    /// Runs the shop.
    Admin,
}

text_enum!(Role { Member => "member", Admin => "admin" });

/// A request with a photo may be this large: the photo's limit is checked with its own sentence.
const UPLOAD_LIMIT: usize = 8 * 1024 * 1024;

/// The longest side of a stored profile picture, in pixels.
const PROFILE_PICTURE_SIDE: u32 = 512;

/// The largest side of a photo that is decoded, in pixels: a small file can hold an enormous picture.
const MAX_PHOTO_SIDE: u32 = 8192;

/// Failed logins within [`FAILURE_WINDOW_MS`] after which an account is refused.
const ACCOUNT_FAILURES: i64 = 10;

/// Failed logins within [`FAILURE_WINDOW_MS`] after which an address is refused.
const ADDRESS_FAILURES: i64 = 60;

/// How long failed logins are remembered, in milliseconds.
const FAILURE_WINDOW_MS: i64 = 10 * 60 * 1000;

/// The routes of this feature.
pub fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(register))
        .routes(routes!(update))
        .layer(DefaultBodyLimit::max(UPLOAD_LIMIT))
        .routes(routes!(login))
        .routes(routes!(me))
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

/// A session.
#[derive(Debug, Serialize, ToSchema)]
struct LoginAnswer {
    /// The bearer token.
    token: String,
    user: User,
}

/// Who wants to log in.
#[derive(Deserialize, ToSchema)]
struct Login {
    email: String,
    password: String,
}

/// What a change of an account answers.
#[derive(Debug, Serialize, ToSchema)]
struct AccountAnswer {
    message: String,
    user: User,
}

/// Opens a session. 401 for wrong data, 429 after too many failures of the account or the address.
#[utoipa::path(post, path = "/api/login", request_body = Login, responses((status = 200, body = LoginAnswer), (status = 401), (status = 429)))]
async fn login(
    State(app): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    Body(login): Body<Login>,
) -> Result<Json<LoginAnswer>> {
    // No account's name is longer than this, and a longer one is not worth remembering.
    let email: String = login.email.trim().to_lowercase().chars().take(254).collect();
    let subjects = [
        (format!("account:{email}"), ACCOUNT_FAILURES),
        (format!("address:{}", address(peer, &headers)), ADDRESS_FAILURES),
    ];
    let now_ms = app.clock.now_ms();
    let mut conn = app.db.read().await?;
    if app.rate_limits == RateLimits::On {
        for (subject, limit) in &subjects {
            if failures(&mut conn, subject, now_ms).await? >= *limit {
                let message = "Terlalu banyak percobaan login. Coba lagi nanti.";
                return Err(Error::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, message));
            }
        }
    }
    let account: Option<(MemberId, String)> = query_as("SELECT id, password_hash FROM members WHERE email = $1")
        .bind(&email)
        .fetch_optional(&mut *conn)
        .await?;
    drop(conn);
    let (id, hash) = account.unzip();
    // Longer than any password can be: not worth a hash.
    let plausible = login.password.len() <= 1024;
    if !plausible || !auth::verify_password(&app, login.password, hash).await? {
        if app.rate_limits == RateLimits::On {
            for (subject, _) in &subjects {
                count_failure(&mut *app.db.write_one().await?, subject, now_ms).await?;
            }
        }
        return Err(Error::new(StatusCode::UNAUTHORIZED, Code::WrongCredentials, "Email atau password salah"));
    }
    let member = Member { id: id.ok_or_else(|| Error::internal("a password without an account"))?, email };
    if app.rate_limits == RateLimits::On {
        forget_failures(&mut *app.db.write_one().await?, &subjects[0].0).await?;
    }
    let user = show(&mut *app.db.read().await?, member.id).await?;
    Ok(Json(LoginAnswer { token: app.tokens.issue(&member, now_ms)?, user }))
}

/// The address that a request came from; a proxy on this machine names it in `X-Forwarded-For`.
fn address(peer: SocketAddr, headers: &HeaderMap) -> String {
    let forwarded = headers
        .get("x-forwarded-for")
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.rsplit(',').next())
        .and_then(|value| value.trim().parse::<IpAddr>().ok());
    match forwarded {
        Some(client) if peer.ip().is_loopback() => client.to_string(),
        _ => peer.ip().to_string(),
    }
}

/// The caller's own data.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = User), (status = 401)))]
async fn me(State(app): State<Shared>, member: Member) -> Result<Json<User>> {
    Ok(Json(show(&mut *app.db.read().await?, member.id).await?))
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
        uid => match find_by_uid(&mut conn, uid).await? {
            Some((leader, ..)) => Some(leader),
            None => return Err(Error::invalid("ID Leader tidak ditemukan.")),
        },
    };
    if email_exists(&mut conn, &form.email).await? {
        return Err(email_taken());
    }
    drop(conn);
    let picture = match photo {
        Some(photo) => Some(store_photo(&app, photo).await?),
        None => None,
    };
    let password_hash = auth::hash_password(&app, form.password.clone()).await?;
    let account = NewMember::from_form(&form, password_hash, plan_id, picture.clone(), leader);
    match insert(&app, &account, now_ms).await {
        Ok(id) => {
            let user = show(&mut *app.db.read().await?, id).await?;
            let message = "Registrasi berhasil. Silakan login.".to_owned();
            Ok((StatusCode::CREATED, Json(AccountAnswer { message, user })))
        }
        Err(error) => {
            if let Some(picture) = picture {
                app.storage.delete(&format!("profile/{picture}")).await?;
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
    let sql = "UPDATE members SET name = $2, phone = $3, address = $4, bank = $5, bank_account = $6, gender = $7,
                      birth_date = $8, picture = COALESCE($9, picture)
               WHERE id = $1";
    query(sql)
        .bind(member.id)
        .bind(form.name.trim())
        .bind(fields::phone_e164(&form.no_hp))
        .bind(form.alamat.trim())
        .bind(&form.bank)
        .bind(&form.rekening_bank)
        .bind(&form.jenis_kelamin)
        .bind(&form.tanggal_lahir)
        .bind(picture)
        .execute(&mut *app.db.write_one().await?)
        .await?;
    let user = show(&mut *app.db.read().await?, member.id).await?;
    Ok(Json(AccountAnswer { message: "Profile updated successfully!".to_owned(), user }))
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
async fn store_photo(app: &App, photo: Bytes) -> Result<String> {
    let unreadable = || Error::invalid("Hanya file gambar yang diperbolehkan (jpg, jpeg, png, webp).");
    let jpeg = tokio::task::spawn_blocking(move || {
        let mut reader = ImageReader::new(Cursor::new(&photo)).with_guessed_format().ok()?;
        let mut limits = image::Limits::default();
        limits.max_image_width = Some(MAX_PHOTO_SIDE);
        limits.max_image_height = Some(MAX_PHOTO_SIDE);
        reader.limits(limits);
        let mut decoder = reader.into_decoder().ok()?;
        // Phones turn a picture by its metadata, which is dropped here.
        let orientation = decoder.orientation().ok()?;
        let mut picture = DynamicImage::from_decoder(decoder).ok()?;
        picture.apply_orientation(orientation);
        let side = PROFILE_PICTURE_SIDE.min(picture.width().max(picture.height()));
        let small = picture.resize(side, side, FilterType::Lanczos3);
        // JPEG has no transparency: what was transparent becomes white.
        let mut flat = DynamicImage::from(RgbImage::from_pixel(small.width(), small.height(), Rgb([255; 3])));
        imageops::overlay(&mut flat, &small, 0, 0);
        let mut jpeg = Cursor::new(Vec::new());
        flat.to_rgb8().write_to(&mut jpeg, ImageFormat::Jpeg).ok()?;
        Some(jpeg.into_inner())
    })
    .await
    .map_err(Error::internal)?
    .ok_or_else(unreadable)?;
    let file = format!("{}.jpg", app.random.token(26).to_lowercase());
    app.storage.put(&format!("profile/{file}"), jpeg).await?;
    Ok(file)
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

/// Keeps a new member under a fresh uid, below the leader, in one transaction.
///
/// # Errors
/// The e-mail address has an account ([`is_duplicate`]), or the database fails.
pub async fn insert(app: &App, member: &NewMember, now_ms: i64) -> sqlx::Result<MemberId> {
    let mut tx = app.db.write().await?;
    let uid = loop {
        let uid = format!("KS{:08}", app.random.below(100_000_000));
        if find_by_uid(&mut tx, &uid).await?.is_none() {
            break uid;
        }
    };
    let id = insert_with_uid(&mut tx, member, &uid, now_ms).await?;
    tx.commit().await?;
    Ok(id)
}

/// Keeps a new member under a given uid, below the leader.
///
/// # Errors
/// The e-mail address or the uid is taken ([`is_duplicate`]), or the database fails.
pub async fn insert_with_uid(conn: &mut Conn, member: &NewMember, uid: &str, now_ms: i64) -> sqlx::Result<MemberId> {
    let sql = "INSERT INTO members (uid, email, password_hash, name, phone, address, bank, bank_account, gender,
                                    birth_date, plan_id, picture, leader_id, role, created_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
               RETURNING id";
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
    let failed = |_| "the account cannot be kept; the log says why".to_owned();
    let password_hash = auth::hash_password(app, password).await.map_err(failed)?;
    let work = async {
        let promoted = query("UPDATE members SET role = $2, password_hash = $3 WHERE email = $1")
            .bind(&email)
            .bind(Text(Role::Admin))
            .bind(&password_hash)
            .execute(&mut *app.db.write_one().await?)
            .await?
            .rows_affected();
        if promoted == 0 {
            insert(app, &NewMember::admin(&email, password_hash), app.clock.now_ms()).await?;
        }
        Ok::<_, sqlx::Error>(())
    };
    work.await.map_err(|error| format!("DATABASE_URL: {error}"))
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
            role: Role::Admin,
        }
    }
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
        no_hp: row.phone.strip_prefix("+62").map_or(row.phone.clone(), |rest| format!("0{rest}")),
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

/// What an account may do; `None` if there is no such account.
///
/// # Errors
/// The database fails.
pub async fn role(conn: &mut Conn, id: MemberId) -> sqlx::Result<Option<Role>> {
    let role: Option<Text<Role>> =
        query_scalar("SELECT role FROM members WHERE id = $1").bind(id).fetch_optional(conn).await?;
    Ok(role.map(|role| role.0))
}

async fn email_exists(conn: &mut Conn, email: &str) -> sqlx::Result<bool> {
    let found: Option<MemberId> =
        query_scalar("SELECT id FROM members WHERE email = $1").bind(email).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Whether anyone has an account.
///
/// # Errors
/// The database fails.
pub async fn any(conn: &mut Conn) -> sqlx::Result<bool> {
    let found: Option<MemberId> = query_scalar("SELECT id FROM members LIMIT 1").fetch_optional(conn).await?;
    Ok(found.is_some())
}

async fn failures(conn: &mut Conn, subject: &str, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "SELECT failures FROM login_failures WHERE subject = $1 AND since_ms > $2";
    let found: Option<i64> =
        query_scalar(sql).bind(subject).bind(now_ms - FAILURE_WINDOW_MS).fetch_optional(conn).await?;
    Ok(found.unwrap_or(0))
}

async fn count_failure(conn: &mut Conn, subject: &str, now_ms: i64) -> sqlx::Result<()> {
    let sql = "INSERT INTO login_failures (subject, failures, since_ms) VALUES ($1, 1, $2)
               ON CONFLICT (subject) DO UPDATE SET
                 failures = CASE WHEN login_failures.since_ms > $3 THEN login_failures.failures + 1 ELSE 1 END,
                 since_ms = CASE WHEN login_failures.since_ms > $3 THEN login_failures.since_ms ELSE $2 END";
    query(sql).bind(subject).bind(now_ms).bind(now_ms - FAILURE_WINDOW_MS).execute(conn).await?;
    Ok(())
}

async fn forget_failures(conn: &mut Conn, subject: &str) -> sqlx::Result<()> {
    query("DELETE FROM login_failures WHERE subject = $1").bind(subject).execute(conn).await?;
    Ok(())
}
