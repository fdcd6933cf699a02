//! Appearance and names of the shop, for its owner to read and edit.

use axum::{Json, extract::State};
use bytes::Bytes;
use ksmart_core::text;
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    extract::{Body, Query},
    form::{Refusals, refuse},
    palette::{Colour, Palette, Shades},
    storage::{
        Storage, check_key,
        pictures::{self, ICON_SIDE},
    },
    time::{Clock, Random},
};
use ksmart_identity::{
    audit::{self, Subject},
    internal_values,
    roles::{Admin, OWNER},
    settings::{
        self, CachedSettings, Section, Versioned,
        brand::{BUILT_IN, Brand, Icons},
        contact::Contact,
    },
};
use serde::{Deserialize, Serialize};
use url::Url;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// Storage folder of logos and icons.
const FOLDER: &str = "brand";

/// Height at which a logo is shown, in pixels.
const LOGO_HEIGHT: u32 = 36;

/// Maximum width at which a logo is shown, in pixels.
const LOGO_WIDTH: u32 = 180;

/// Part of an icon's side that remains after a device has cut the icon into its shape, percent.
const SAFE: u32 = 78;

/// Maximum length of all promises together, in characters.
const MAX_PROMISES: usize = 600;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new().routes(routes!(show, change)).routes(routes!(palette))
}

/// Appearance of the shop. If a value is empty, the shop's name and the program's own colours and plain icons are used
/// instead.
#[derive(Debug, Serialize, ToSchema)]
struct AdminBrand {
    /// The shop's name, which is one of the settings.
    shop_name: String,
    company: String,
    goods: String,
    hero_title: String,
    hero_text: String,
    about_heading: String,
    help_heading: String,
    /// Promises of the shop about its goods, one per line; empty for the program's own words.
    promises: String,
    /// Picture below `/storage/`, `k-smart` for the logo of the demo shop, or empty.
    logo: String,
    /// Logo for the dark theme, in the same form; empty if one logo serves both themes.
    logo_dark: String,
    /// Width of the logo in pixels at a height of 36 pixels.
    logo_width: u32,
    /// Picture below `/storage/`, `k-smart` for the icon of the demo shop, or empty.
    icon: String,
    /// Accent colour, `#rrggbb`, or empty.
    accent: String,
    instagram: String,
    facebook: String,
    tiktok: String,
    youtube: String,
    /// Number of edits so far; an edit names the version that it is based on.
    version: i64,
    /// Rules of a style sheet generated from the accent; empty without an accent.
    style: String,
}

impl AdminBrand {
    async fn read(conn: &mut Conn) -> Result<Self> {
        let Versioned { values: brand, version } = settings::read::<Brand>(conn).await?;
        Ok(Self {
            shop_name: settings::read::<Contact>(conn).await?.values.name,
            style: Colour::parse(&brand.accent).map_or_else(String::new, |accent| Palette::of(accent).css()),
            company: brand.company,
            goods: brand.goods,
            hero_title: brand.hero_title,
            hero_text: brand.hero_text,
            about_heading: brand.about_heading,
            help_heading: brand.help_heading,
            promises: brand.promises,
            logo: brand.logo,
            logo_dark: brand.logo_dark,
            logo_width: brand.logo_width,
            icon: brand.icon,
            accent: brand.accent,
            instagram: brand.instagram,
            facebook: brand.facebook,
            tiktok: brand.tiktok,
            youtube: brand.youtube,
            version,
        })
    }
}

/// Appearance of the shop as typed by the owner.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!(
    {"company": "PT Sehat Bersama", "goods": "kesehatan dan kecantikan", "hero_title": "Sehat setiap hari.",
    "hero_text": "Dari rumah sendiri.", "about_heading": "", "help_heading": "",
    "promises": "Setiap produk asli.", "logo": "", "logo_dark": "", "icon": "",
    "accent": "#0f7b5c", "instagram": "https://www.instagram.com/example", "facebook": "", "tiktok": "", "youtube": "",
    "version": 0}
)))]
struct BrandForm {
    /// Company behind the shop; empty if it has the same name as the shop.
    #[schema(max_length = 60)]
    company: String,
    /// Kinds of goods sold, worded to follow the word `produk`.
    #[schema(max_length = 100)]
    goods: String,
    #[schema(max_length = 80)]
    hero_title: String,
    #[schema(max_length = 200)]
    hero_text: String,
    #[schema(max_length = 40)]
    about_heading: String,
    #[schema(max_length = 40)]
    help_heading: String,
    /// Promises of the shop about its goods, one per line.
    #[schema(max_length = 600)]
    promises: String,
    /// Key returned by an upload for `brand`, or the current value.
    logo: String,
    /// Key returned by an upload for `brand`, or the current value.
    logo_dark: String,
    /// Key returned by an upload for `brand`, or the current value: a square of 512 pixels a side.
    icon: String,
    /// Accent colour, `#rrggbb`, or empty.
    #[schema(pattern = "^(#[0-9a-fA-F]{6})?$")]
    accent: String,
    /// URL that begins with `https://`, or empty.
    #[schema(max_length = 200)]
    instagram: String,
    /// URL that begins with `https://`, or empty.
    #[schema(max_length = 200)]
    facebook: String,
    /// URL that begins with `https://`, or empty.
    #[schema(max_length = 200)]
    tiktok: String,
    /// URL that begins with `https://`, or empty.
    #[schema(max_length = 200)]
    youtube: String,
    /// The version that was edited.
    version: i64,
}

fn address(refusals: &mut Refusals, field: &'static str, label: &str, typed: &str) -> String {
    let text = refusals.line_or_none(field, label, typed, 200);
    let is_address = Url::parse(&text).is_ok_and(|url| url.scheme() == "https" && url.domain().is_some());
    if !text.is_empty() && !is_address {
        refusals.add(field, "address", format!("Alamat {label} harus diawali https://."));
    }
    text
}

/// Checks a picture uploaded for the brand; only the demo shop may use the program's own.
fn picture(refusals: &mut Refusals, field: &'static str, typed: &str, is_demo: bool) -> String {
    let is_known = typed.is_empty() || is_demo && typed == BUILT_IN;
    if !is_known && check_key(FOLDER, typed).is_err() {
        refusals.add(field, "picture", "Unggah gambarnya lebih dulu.");
    }
    typed.to_owned()
}

/// Returns the typed promises: lines that are not empty, without repetitions.
fn promises(refusals: &mut Refusals, typed: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text::tidy(typed).lines().map(text::line) {
        if !line.is_empty() && !lines.contains(&line) {
            lines.push(line);
        }
    }
    let text = lines.join("\n");
    if text.chars().count() > MAX_PROMISES {
        refusals.add("promises", "too_long", format!("Janji mutu maksimal {MAX_PROMISES} karakter."));
    } else if lines.iter().any(|line| line.chars().any(char::is_control)) {
        refusals.add("promises", "characters", "Janji mutu berisi karakter yang tidak diperbolehkan.");
    }
    text
}

fn check(form: &BrandForm, before: &Brand, is_demo: bool) -> Result<Brand> {
    let mut refusals = Refusals::default();
    let accent = form.accent.trim().to_lowercase();
    let brand = Brand {
        company: refusals.line_or_none("company", "Nama perusahaan", &form.company, 60),
        goods: refusals.line_or_none("goods", "Yang dijual", &form.goods, 100),
        hero_title: refusals.line_or_none("hero_title", "Judul beranda", &form.hero_title, 80),
        hero_text: refusals.line_or_none("hero_text", "Kalimat beranda", &form.hero_text, 200),
        about_heading: refusals.line_or_none("about_heading", "Judul tautan perusahaan", &form.about_heading, 40),
        help_heading: refusals.line_or_none("help_heading", "Judul tautan bantuan", &form.help_heading, 40),
        promises: promises(&mut refusals, &form.promises),
        logo: picture(&mut refusals, "logo", &form.logo, is_demo),
        logo_dark: picture(&mut refusals, "logo_dark", &form.logo_dark, is_demo),
        icon: picture(&mut refusals, "icon", &form.icon, is_demo),
        accent,
        instagram: address(&mut refusals, "instagram", "Instagram", &form.instagram),
        facebook: address(&mut refusals, "facebook", "Facebook", &form.facebook),
        tiktok: address(&mut refusals, "tiktok", "TikTok", &form.tiktok),
        youtube: address(&mut refusals, "youtube", "YouTube", &form.youtube),
        ..before.clone()
    }
    .validate(&mut refusals);
    refusals.done()?;
    Ok(brand)
}

async fn uploaded(storage: &Storage, field: &'static str, key: &str) -> Result<Bytes> {
    let file = storage.read(key).await.map_err(Error::internal)?;
    file.ok_or_else(|| refuse(field, "picture", "Unggah gambarnya lebih dulu."))
}

/// Returns the width of a logo at its display height, in pixels.
async fn logo_width(storage: &Storage, key: &str) -> Result<u32> {
    let file = uploaded(storage, "logo", key).await?;
    let picture = storage.work(move || pictures::decode(&file)).await?;
    let picture = picture.ok_or_else(|| refuse("logo", "picture", "Gambar logo tidak dapat dibaca."))?;
    Ok((LOGO_HEIGHT * picture.width() / picture.height().max(1)).clamp(1, LOGO_WIDTH))
}

/// Makes the icons that devices need from one icon.
async fn icons(storage: &Storage, random: &Random, key: &str) -> Result<Icons> {
    let file = uploaded(storage, "icon", key).await?;
    let work = move || {
        let picture = pictures::decode(&file)?;
        let square = picture.width() == picture.height() && picture.width() >= ICON_SIDE;
        let white = [u8::MAX; 4];
        let made = square.then(|| {
            Some([
                pictures::icon(&picture, 192, 100, [0; 4])?,
                pictures::icon(&picture, ICON_SIDE, 100, [0; 4])?,
                pictures::icon(&picture, ICON_SIDE, SAFE, white)?,
                pictures::icon(&picture, 180, 100, white)?,
            ])
        });
        Some(made.flatten())
    };
    let made = storage.work(work).await?.ok_or_else(|| refuse("icon", "picture", "Gambar ikon tidak dapat dibaca."))?;
    let wrong = || refuse("icon", "square", "Ikon harus persegi, paling kecil 512 x 512 piksel.");
    let [small, large, maskable, touch] = made.ok_or_else(wrong)?;
    let name = random.token(8).to_lowercase();
    let keep = async |form: &str, bytes: Vec<u8>| storage.store(FOLDER, &format!("{name}-{form}"), "png", bytes).await;
    Ok(Icons {
        small: keep("192", small).await?,
        large: keep("512", large).await?,
        maskable: keep("maskable", maskable).await?,
        touch: keep("touch", touch).await?,
    })
}

/// Returns the shop's brand.
#[utoipa::path(get, path = "/api/admin/brand", operation_id = "getBrand", responses((status = 200, body = AdminBrand)))]
async fn show(State(db): State<Db>, _: Admin<OWNER>) -> Result<Json<AdminBrand>> {
    Ok(Json(AdminBrand::read(&mut *db.read().await?).await?))
}

/// Saves the appearance of the shop.
#[utoipa::path(put, path = "/api/admin/brand", operation_id = "updateBrand", request_body = BrandForm,
    responses((status = 200, body = AdminBrand), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(random): State<Random>,
    State(storage): State<Storage>,
    State(cached): State<CachedSettings>,
    admin: Admin<OWNER>,
    Body(form): Body<BrandForm>,
) -> Result<Json<AdminBrand>> {
    let mut conn = db.read().await?;
    let before = settings::read::<Brand>(&mut conn).await?;
    if before.version != form.version {
        let current = AdminBrand::read(&mut conn).await?;
        return Err(audit::conflict(current, &mut conn, Subject::Settings, Brand::LOGGED_AS).await);
    }
    let before = before.values;
    let is_demo = internal_values::has_built_in_words(&mut conn).await?;
    drop(conn);
    let mut wanted = check(&form, &before, is_demo)?;
    // Pictures are processed before anything is written.
    if wanted.logo != before.logo {
        wanted.logo_width = match wanted.logo.as_str() {
            "" => 0,
            BUILT_IN => Brand::k_smart().logo_width,
            uploaded => logo_width(&storage, uploaded).await?,
        };
    }
    if !wanted.logo_dark.is_empty() && wanted.logo_dark != BUILT_IN {
        uploaded(&storage, "logo_dark", &wanted.logo_dark).await?;
    }
    if wanted.icon != before.icon {
        wanted.icons = match wanted.icon.as_str() {
            "" | BUILT_IN => Icons::default(),
            uploaded => icons(&storage, &random, uploaded).await?,
        };
    }
    let mut tx = db.write().await?;
    let edit = Versioned { values: wanted, version: form.version };
    if !settings::save(&mut tx, &admin.0, clock.now_ms(), &edit).await? {
        let current = AdminBrand::read(&mut tx).await?;
        return Err(audit::conflict(current, &mut tx, Subject::Settings, Brand::LOGGED_AS).await);
    }
    let after = AdminBrand::read(&mut tx).await?;
    tx.commit().await?;
    cached.mark_changed();
    Ok(Json(after))
}

/// Colour whose shades are requested.
#[derive(Debug, Deserialize, IntoParams)]
struct Accent {
    /// Accent colour, `#rrggbb`.
    #[param(pattern = "^#[0-9a-fA-F]{6}$")]
    accent: String,
}

/// Colours made from an accent in one theme.
#[derive(Debug, Serialize, ToSchema)]
struct ShownShades {
    /// Colour of links and buttons, `#rrggbb`.
    brand: String,
    /// Text colour on buttons, `#rrggbb`.
    on_brand: String,
    /// Soft background behind a link, `#rrggbb`.
    soft: String,
    /// Contrast of the text on a button, 4.5 to 21.
    contrast: f64,
    /// Whether `brand` differs from the accent, because the accent itself would be hard to read.
    adjusted: bool,
}

/// Colours made from an accent.
#[derive(Debug, Serialize, ToSchema)]
struct ShownPalette {
    light: ShownShades,
    dark: ShownShades,
}

/// Returns the colours made from an accent, changed in each theme as far as legibility requires.
#[utoipa::path(get, path = "/api/admin/brand/palette", operation_id = "getPalette",
    responses((status = 200, body = ShownPalette), (status = 422)))]
async fn palette(_: Admin<OWNER>, Query(wanted): Query<Accent>) -> Result<Json<ShownPalette>> {
    let accent = Colour::parse(&wanted.accent);
    let accent = accent.ok_or_else(|| refuse("accent", "colour", "Tulis warna seperti #0f7b5c."))?;
    let shown = |shades: Shades| ShownShades {
        brand: shades.brand.to_string(),
        on_brand: shades.on_brand.to_string(),
        soft: shades.soft.to_string(),
        contrast: (shades.brand.contrast(shades.on_brand) * 10.0).floor() / 10.0,
        adjusted: shades.brand != accent,
    };
    let Palette { light, dark } = Palette::of(accent);
    Ok(Json(ShownPalette { light: shown(light), dark: shown(dark) }))
}
