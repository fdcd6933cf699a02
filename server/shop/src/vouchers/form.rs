//! A voucher as administrators type it: its checks, and the data to store.

use ksmart_core::{quote::MAX_AMOUNT, text, voucher::Reduction};
use ksmart_foundation::{
    db::Conn,
    error::Result,
    form::{Refusals, refuse},
    ids::{MemberId, ProductId, VoucherId},
    storage::{Storage, drawn},
};
use ksmart_members::accounts;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::vouchers::{
    kind::Kind,
    scope::{self, Scope},
    writing::VoucherFields,
};

/// Folder of vouchers' pictures.
const FOLDER: &str = "vouchers";

/// Width and height of a drawn picture, in pixels.
const DRAWN: [u32; 2] = [1000, 400];

/// Maximum length of a code, in characters.
const MAX_CODE: usize = 30;

/// Maximum number of terms of a voucher, and of characters in a term.
const MAX_TERMS: usize = 20;
const MAX_TERM: usize = 200;

/// Maximum number of products that a voucher can be for; the same maximum applies to categories, and to members.
const MAX_CHOSEN: usize = 500;

/// A voucher as typed into the form.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!(
    {"code": "SEHAT10", "title": "Hemat 10%", "terms": ["Satu kali per anggota."],
    "picture": "vouchers/a1b2c3d4.webp", "kind": "percent", "discount_percent": "10", "discount_rp": 0,
    "most_rp": 50000, "starts_at": "2026-12-01T00:00:00+07:00",
    "ends_at": "2026-12-31T23:59:59+07:00", "quota": 100, "member_quota": 1, "minimum_rp": 100000, "first_order": false,
    "scoped": true, "products": [1, 2], "categories": [3], "chosen_members": false, "members": [], "version": 1}
)))]
pub struct VoucherForm {
    /// Letters, digits, hyphens and single spaces, 3 to 30 characters; stored in upper case.
    #[schema(min_length = 3, max_length = 30, pattern = r"^[A-Za-z0-9]+([ -][A-Za-z0-9]+)*$")]
    code: String,
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    title: String,
    /// Terms; each line becomes one term.
    terms: Vec<String>,
    /// Name from `POST /api/admin/pictures`; empty for a picture drawn by the shop.
    #[schema(max_length = 200, pattern = r"^(vouchers/[A-Za-z0-9_-][A-Za-z0-9_.-]*)?$")]
    picture: String,
    /// Kind of discount.
    kind: Kind,
    /// Percentage above 0, at most 100, up to two decimals; ignored for another kind.
    #[schema(pattern = r"^((100|\d{1,2}([.,]\d{1,2})?)|)$")]
    discount_percent: String,
    /// Discount on the eligible products, rupiah; ignored for another kind.
    #[schema(minimum = 0)]
    discount_rp: i64,
    /// Maximum discount of a percentage or shipping voucher, rupiah; null for no limit; ignored for another kind.
    #[schema(minimum = 1)]
    most_rp: Option<i64>,
    /// Start of validity, RFC 3339.
    #[schema(format = DateTime)]
    starts_at: String,
    /// End of validity, RFC 3339; must be after the start.
    #[schema(format = DateTime)]
    ends_at: String,
    /// Maximum number of uses; null for no limit.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    quota: Option<i64>,
    /// Maximum number of uses by one member; null for no limit.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    member_quota: Option<i64>,
    #[schema(minimum = 0)]
    minimum_rp: i64,
    /// Whether it is only for a member's first order.
    first_order: bool,
    /// Whether it is only for the `products` and `categories`; otherwise these lists are ignored.
    scoped: bool,
    /// Keys of the eligible products.
    #[schema(max_items = 500)]
    products: Vec<ProductId>,
    /// Keys of the eligible categories.
    #[schema(max_items = 500)]
    categories: Vec<i64>,
    /// Whether it is only for the `members`; otherwise that list is ignored.
    chosen_members: bool,
    /// Uids of the eligible members.
    #[schema(max_items = 500)]
    members: Vec<String>,
    /// Version on which the edit is based; ignored for a new voucher.
    pub(super) version: i64,
}

/// A checked form, which may be stored.
pub struct Checked {
    pub fields: VoucherFields,
    /// Eligible products or categories; empty for all.
    pub scope: Scope,
    /// Uids of the eligible members, in upper case, each once; empty for everyone.
    pub uids: Vec<String>,
}

impl Checked {
    /// Returns the eligible members.
    ///
    /// # Errors
    /// 422 for an unknown uid.
    pub async fn members(&self, conn: &mut Conn) -> Result<Vec<MemberId>> {
        let mut members = Vec::new();
        for uid in &self.uids {
            let (member, ..) = accounts::find_by_uid(conn, uid).await?.ok_or_else(|| {
                refuse("members", "unknown", format!("Tidak ada anggota dengan ID {uid}. Periksa kembali."))
            })?;
            members.push(member);
        }
        Ok(members)
    }

    /// Stores the eligible products, categories and members.
    ///
    /// # Errors
    /// 422 for a product or a category that no longer exists.
    pub async fn keep_scope(&self, conn: &mut Conn, voucher: VoucherId, members: &[MemberId]) -> Result<()> {
        match scope::replace(conn, voucher, &self.scope, members).await {
            Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => {
                Err(refuse("products", "unknown", "Produk atau kategori yang dipilih sudah tidak ada. Pilih kembali."))
            }
            kept => Ok(kept?),
        }
    }
}

/// Checks the typed values, and draws a picture if none was chosen.
///
/// # Errors
/// 422 with every refusal, or an error if the storage cannot be written.
pub async fn read(form: VoucherForm, storage: &Storage) -> Result<Checked> {
    let mut voucher = check(form)?;
    let fields = &mut voucher.fields;
    if fields.picture.is_empty() {
        fields.picture = drawn::draw(storage, FOLDER, DRAWN, &fields.code).await?;
    }
    Ok(voucher)
}

fn check(form: VoucherForm) -> Result<Checked> {
    let mut refusals = Refusals::default();
    let code = refusals.line("code", "Kode", &text::plain(&form.code).to_uppercase(), MAX_CODE);
    let word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    if !code.is_empty() && (code.len() < 3 || !code.split([' ', '-']).all(word)) {
        let message = "Kode terdiri dari 3 sampai 30 huruf dan angka; kata dipisahkan satu spasi atau tanda hubung.";
        refusals.add("code", "code", message);
    }
    let title = refusals.line("title", "Judul", &form.title, 100);
    let terms = check_terms(&mut refusals, &form.terms);
    let is_drawn = form.picture.is_empty();
    let picture = if is_drawn { String::new() } else { refusals.picture(FOLDER, &form.picture) };
    let reduction = check_reduction(&mut refusals, &form);
    let starts_ms = refusals.moment("starts_at", "Waktu mulai", &form.starts_at);
    let ends_ms = refusals.moment("ends_at", "Waktu berakhir", &form.ends_at);
    if starts_ms != 0 && ends_ms != 0 && ends_ms <= starts_ms {
        refusals.add("ends_at", "order", "Waktu berakhir harus setelah waktu mulai.");
    }
    for (field, label, quota) in
        [("quota", "Kuota", form.quota), ("member_quota", "Kuota per anggota", form.member_quota)]
    {
        refusals.whole(field, label, quota.unwrap_or(1), 1..=1_000_000_000);
    }
    refusals.whole("minimum_rp", "Belanja minimum", form.minimum_rp, 0..=MAX_AMOUNT);
    let scope = if form.scoped { check_scope(&mut refusals, form.products, form.categories) } else { Scope::default() };
    let uids = if form.chosen_members { check_uids(&mut refusals, &form.members) } else { Vec::new() };
    refusals.done()?;
    let fields = VoucherFields {
        code,
        title,
        terms,
        picture,
        reduction,
        starts_ms,
        ends_ms,
        quota: form.quota,
        member_quota: form.member_quota,
        minimum_rp: form.minimum_rp,
        first_order: form.first_order,
        scoped: form.scoped,
        chosen_members: form.chosen_members,
    };
    Ok(Checked { fields, scope, uids })
}

fn check_terms(refusals: &mut Refusals, typed: &[String]) -> String {
    let lines = typed.iter().flat_map(|term| term.lines());
    let terms: Vec<&str> = lines.map(str::trim).filter(|term| !term.is_empty()).collect();
    if terms.len() > MAX_TERMS {
        refusals.add("terms", "too_many", format!("Syarat maksimal {MAX_TERMS} baris."));
    } else if terms.iter().any(|term| term.chars().count() > MAX_TERM || term.chars().any(char::is_control)) {
        refusals.add("terms", "too_long", format!("Setiap syarat maksimal {MAX_TERM} karakter."));
    }
    terms.join("\n")
}

/// Checks and returns the voucher's discount; values typed for another kind are ignored.
fn check_reduction(refusals: &mut Refusals, form: &VoucherForm) -> Reduction {
    if let Some(most) = form.most_rp.filter(|_| form.kind != Kind::Amount) {
        refusals.whole("most_rp", "Potongan maksimal", most, 1..=MAX_AMOUNT);
    }
    match form.kind {
        Kind::Percent => {
            let percent = refusals.percent("discount_percent", "Diskon", &form.discount_percent, false);
            Reduction::Percent { percent, most: form.most_rp }
        }
        Kind::Amount => {
            refusals.whole("discount_rp", "Potongan", form.discount_rp, 1..=MAX_AMOUNT);
            Reduction::Amount(form.discount_rp)
        }
        Kind::Shipping => Reduction::Shipping { most: form.most_rp },
    }
}

fn check_scope(refusals: &mut Refusals, mut products: Vec<ProductId>, mut categories: Vec<i64>) -> Scope {
    products.sort_unstable();
    products.dedup();
    categories.sort_unstable();
    categories.dedup();
    if products.is_empty() && categories.is_empty() {
        refusals.add("products", "required", "Pilih paling sedikit satu produk atau kategori.");
    }
    if products.len().max(categories.len()) > MAX_CHOSEN {
        refusals.add("products", "too_many", format!("Produk dan kategori masing-masing maksimal {MAX_CHOSEN}."));
    }
    Scope { products, categories }
}

fn check_uids(refusals: &mut Refusals, typed: &[String]) -> Vec<String> {
    let mut uids: Vec<String> =
        typed.iter().map(|uid| text::plain(uid).to_uppercase()).filter(|uid| !uid.is_empty()).collect();
    uids.sort_unstable();
    uids.dedup();
    if uids.is_empty() {
        refusals.add("members", "required", "Tuliskan ID paling sedikit satu anggota.");
    } else if uids.len() > MAX_CHOSEN {
        refusals.add("members", "too_many", format!("Anggota maksimal {MAX_CHOSEN}."));
    } else if let Some(odd) = uids.iter().find(|uid| uid.len() > 40 || !uid.bytes().all(|b| b.is_ascii_alphanumeric()))
    {
        let odd: String = odd.chars().take(40).collect();
        refusals.add("members", "unknown", format!("Tidak ada anggota dengan ID {odd}. Periksa kembali."));
    }
    uids
}
