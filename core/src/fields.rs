//! Rules for the form fields that both the browser and the server check.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};
#[cfg(feature = "wasm")]
use tsify::Tsify;

use crate::{quote::MAX_AMOUNT, text};

/// Maximum size of a photo, in bytes.
pub const MAX_PHOTO_BYTES: usize = 2 * 1024 * 1024;

/// Minimum age of a member, in years; the code of ethics requires adults.
const ADULT_YEARS: u32 = 18;

/// Difference between the results of `number` for the same day in two consecutive years.
const YEAR: u32 = 1_000_000;

/// Banks to which a bonus can be paid, each with the minimum and maximum length of an account number.
pub const BANKS: [(&str, usize, usize); 5] =
    [("BCA", 10, 10), ("BNI", 7, 11), ("BRI", 13, 17), ("Mandiri", 12, 17), ("CIMB", 10, 14)];

/// Banks that a shop may offer in addition to [`BANKS`]. The exact lengths of their account numbers are unknown;
/// [`ANY_ACCOUNT`] applies to all of them.
pub const MORE_BANKS: [&str; 24] = [
    "Allo Bank",
    "Bank Jago",
    "Bank Jakarta (DKI)",
    "Bank Jateng",
    "Bank Jatim",
    "Bank Mega",
    "Bank Neo Commerce",
    "BCA Syariah",
    "BJB",
    "blu by BCA Digital",
    "BSI",
    "BTN",
    "Danamon",
    "DBS",
    "Jenius (SMBC)",
    "KB Bank",
    "Maybank",
    "Muamalat",
    "OCBC",
    "Panin",
    "Permata",
    "SeaBank",
    "Sinarmas",
    "UOB",
];

/// Minimum and maximum number of digits of an account number at one of [`MORE_BANKS`].
pub const ANY_ACCOUNT: (usize, usize) = (6, 20);

/// Fields that a shop may let members fill in after registration, as its settings say; by default none.
pub const CAN_WAIT: [&str; 6] = ["profile_picture", "no_hp", "alamat", "bank", "jenis_kelamin", "tanggal_lahir"];

/// A refused field, with the message to show next to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldError {
    /// The field's wire name; a path such as `components.2.rates.builder` in a document.
    pub field: Cow<'static, str>,
    /// The error's stable name.
    pub code: &'static str,
    /// Message to show, in Indonesian.
    pub message: String,
}

impl FieldError {
    /// Creates the error of a refused field from its wire name or path, the error's stable name, and the message to
    /// show.
    pub fn new(field: impl Into<Cow<'static, str>>, code: &'static str, message: impl Into<String>) -> Self {
        Self { field: field.into(), code, message: message.into() }
    }

    fn required(field: &'static str, label: &str) -> Self {
        Self::new(field, "required", format!("{label} wajib diisi."))
    }
}

/// A person's data as typed into the registration or the profile form.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct ProfileForm {
    /// Full name, up to 100 characters.
    pub name: String,
    /// Mobile number in any usual Indonesian spelling.
    pub no_hp: String,
    /// Postal address, up to 300 characters.
    pub alamat: String,
    /// One of BCA, BNI, BRI, Mandiri, CIMB, or of `more_banks`.
    pub bank: String,
    /// Bank account number, with or without separators.
    pub rekening_bank: String,
    /// Gender: `L` for male, `P` for female.
    pub jenis_kelamin: String,
    /// Birth date, `YYYY-MM-DD`.
    pub tanggal_lahir: String,
    /// The day on which the form is checked, `YYYY-MM-DD`.
    pub today: String,
    /// Fields of [`CAN_WAIT`] that may be empty; a value typed there is still checked; `bank` covers the bank and the
    /// account number.
    #[serde(default)]
    pub later: Vec<String>,
    /// Banks of [`MORE_BANKS`] that the shop offers.
    #[serde(default)]
    pub more_banks: Vec<String>,
}

impl ProfileForm {
    /// Returns the form without stray characters from pasting, in the form that the server checks and stores.
    pub fn tidied(self) -> Self {
        Self {
            name: text::line(&self.name),
            no_hp: text::bare(&self.no_hp),
            alamat: text::tidy(&self.alamat),
            rekening_bank: text::bare(&self.rekening_bank),
            tanggal_lahir: text::plain(&self.tanggal_lahir),
            ..self
        }
    }
}

/// The registration form.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct RegistrationForm {
    /// E-mail address, with which the member logs in.
    pub email: String,
    /// Password, 8 to 128 characters.
    pub password: String,
    /// Password, typed a second time.
    pub confirm_password: String,
    /// Personal data of the new member.
    pub profile: ProfileForm,
}

/// Receiver of an order.
#[derive(Debug, Clone, Default, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct ReceiverForm {
    /// Name, up to 100 characters.
    pub receiver_name: String,
    /// Mobile number in any usual Indonesian spelling.
    pub receiver_phone: String,
    /// E-mail address.
    pub receiver_email: String,
    /// Street address with the destination's label, up to 500 characters.
    pub receiver_address: String,
}

impl ReceiverForm {
    /// Returns the form without stray characters from pasting, in the form that the server checks and stores.
    pub fn tidied(self) -> Self {
        Self {
            receiver_name: text::line(&self.receiver_name),
            receiver_phone: text::bare(&self.receiver_phone),
            receiver_email: text::plain(&self.receiver_email),
            receiver_address: text::tidy(&self.receiver_address),
        }
    }
}

/// A product review as the member typed it.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct ReviewForm {
    /// Stars, 1 to 5; 0 for none chosen yet.
    pub rating: i64,
    /// Text of the member's review, up to 1,000 characters.
    pub comment: Option<String>,
}

/// A photo to be uploaded: its size and its first bytes.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct PhotoHead {
    /// Total size in bytes.
    #[serde(deserialize_with = "saturating_size")]
    pub size: usize,
    /// The first bytes, 12 or more.
    pub head: Vec<u8>,
}

/// Reads a size that may exceed the browser's 32 bits: such a size counts as too large, not as malformed.
fn saturating_size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    Ok(usize::try_from(u64::deserialize(deserializer)?).unwrap_or(usize::MAX))
}

/// Request to add pieces to a cart.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct CartAddition {
    /// Pieces to add, 1 or more.
    pub quantity: i64,
    /// Pieces that are in the cart already.
    pub in_cart: i64,
    /// Pieces that the shop has in stock.
    pub stock: i64,
}

/// A product of an order that may have a minimum quantity.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
pub struct MinimumLine {
    /// The key of the product.
    pub product_id: i64,
    /// Name of the product, for the error message.
    pub name: String,
    /// Pieces of this line; lines of the same product count together, whatever their variants.
    pub quantity: i64,
    /// Minimum number of pieces of the product in an order, 1 or more.
    pub least: i64,
}

/// Checks a registration; returns an empty list if it is valid.
pub fn check_registration(form: &RegistrationForm) -> Vec<FieldError> {
    let mut errors = Vec::new();
    check_email(&mut errors, "email", &form.email);
    errors.extend(check_password(&form.password, "confirmPassword", &form.confirm_password));
    errors.extend(check_changed_profile(&form.profile, ""));
    errors
}

/// Checks a password that is typed twice, the second time into the field `confirm`; returns an empty list if it is
/// valid.
pub fn check_password(password: &str, confirm: &'static str, again: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if password.is_empty() {
        errors.push(FieldError::required("password", "Password"));
    } else if !(8..=128).contains(&password.chars().count()) {
        errors.push(FieldError::new("password", "password_length", "Password harus 8 sampai 128 karakter."));
    }
    if again != password {
        errors.push(FieldError::new(confirm, "password_mismatch", "Konfirmasi password tidak cocok."));
    }
    errors
}

/// Checks the e-mail address of an account, and the name if one is given; returns an empty list if they are valid.
pub fn check_account(email: &str, name: Option<&str>) -> Vec<FieldError> {
    let mut errors = Vec::new();
    check_email(&mut errors, "email", email);
    if let Some(name) = name {
        check_name(&mut errors, "name", "Nama", name);
    }
    errors
}

/// Checks a profile; returns an empty list if it is valid.
pub fn check_profile(form: &ProfileForm) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let waits = |field: &str, typed: &str| typed.trim().is_empty() && form.later.iter().any(|later| later == field);
    check_name(&mut errors, "name", "Nama", &form.name);
    if !waits("no_hp", &form.no_hp) {
        check_phone(&mut errors, "no_hp", &form.no_hp);
    }
    if !waits("alamat", &form.alamat) {
        check_text(&mut errors, "alamat", "Alamat", &form.alamat, 300);
    }
    if !(waits("bank", &form.bank) && form.rekening_bank.is_empty()) {
        check_bank_account(&mut errors, form);
    }
    if !["L", "P"].contains(&form.jenis_kelamin.as_str()) && !waits("jenis_kelamin", &form.jenis_kelamin) {
        errors.push(FieldError::new("jenis_kelamin", "gender", "Pilih jenis kelamin."));
    }
    let born = form.tanggal_lahir.as_str();
    if waits("tanggal_lahir", born) {
        return errors;
    }
    if born.is_empty() {
        errors.push(FieldError::required("tanggal_lahir", "Tanggal lahir"));
    } else if !is_date(born) || born >= form.today.as_str() || born < "1900-01-01" {
        errors.push(FieldError::new("tanggal_lahir", "birth_date", "Tanggal lahir tidak benar."));
    }
    errors
}

/// Checks a profile after a change: a new birth date must be that of an adult. Returns an empty list if the profile is
/// valid.
pub fn check_changed_profile(form: &ProfileForm, birth_date_before: &str) -> Vec<FieldError> {
    let mut errors = check_profile(form);
    let born = form.tanggal_lahir.as_str();
    let is_wrong = errors.last().is_some_and(|error| error.field == "tanggal_lahir");
    if !is_wrong && born != birth_date_before && number(born).wrapping_add(ADULT_YEARS * YEAR) > number(&form.today) {
        errors.push(FieldError::new("tanggal_lahir", "birth_date", "Usia anggota minimal 18 tahun."));
    }
    errors
}

/// Returns a number for a date, `YYYY-MM-DD`: later dates have larger numbers, and a year adds [`YEAR`]. A person born
/// on 29 February has the birthday on 1 March in other years.
fn number(date: &str) -> u32 {
    // A hyphen adds the same value in every date.
    date.bytes().fold(0, |number, byte| number.wrapping_mul(10).wrapping_add(u32::from(byte & 15)))
}

/// Checks the receiver of an order; returns an empty list if the form is valid.
pub fn check_receiver(form: &ReceiverForm) -> Vec<FieldError> {
    let mut errors = Vec::new();
    check_name(&mut errors, "receiver_name", "Nama penerima", &form.receiver_name);
    check_phone(&mut errors, "receiver_phone", &form.receiver_phone);
    check_email(&mut errors, "receiver_email", &form.receiver_email);
    check_text(&mut errors, "receiver_address", "Alamat penerima", &form.receiver_address, 500);
    errors
}

/// Checks a review; returns an empty list if it is valid.
pub fn check_review(form: &ReviewForm) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if !(1..=5).contains(&form.rating) {
        errors.push(FieldError::new("rating", "required", "Mohon berikan rating terlebih dahulu"));
    }
    if form.comment.as_ref().is_some_and(|comment| comment.chars().count() > 1000) {
        errors.push(too_long("comment", "Komentar", 1000));
    }
    errors
}

/// Checks a photo by its size and its real type, regardless of its name.
pub fn check_photo(photo: &PhotoHead) -> Option<FieldError> {
    if photo_extension(&photo.head).is_none() {
        let message = "Hanya file gambar yang diperbolehkan (jpg, jpeg, png, webp).";
        return Some(FieldError::new("profile_picture", "photo_type", message));
    }
    if photo.size > MAX_PHOTO_BYTES {
        return Some(FieldError::new("profile_picture", "photo_size", "Ukuran file maksimal 2MB!"));
    }
    None
}

/// Returns the file extension of a picture that begins with `head`; `None` for anything but JPEG, PNG and WebP.
pub fn photo_extension(head: &[u8]) -> Option<&'static str> {
    match head {
        [0xff, 0xd8, 0xff, ..] => Some("jpg"),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("png"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("webp"),
        _ => None,
    }
}

/// Checks that the stock covers the pieces in the cart together with the added ones.
pub fn check_quantity(addition: CartAddition) -> Option<FieldError> {
    let refused = |code, message: &str| Some(FieldError::new("quantity", code, message));
    if addition.quantity < 1 {
        return refused("invalid_quantity", "Jumlah minimal 1.");
    }
    if addition.stock < 1 {
        return refused("out_of_stock", "Stok Kosong!");
    }
    let fits = addition.quantity <= MAX_AMOUNT
        && addition
            .in_cart
            .checked_add(addition.quantity)
            .is_some_and(|wanted| wanted <= addition.stock.min(MAX_AMOUNT));
    if fits { None } else { refused("out_of_stock", "Jumlah yang dibeli melebihi stok yang tersedia") }
}

/// Checks that an order has enough pieces of each product; reports the first product that has too few.
pub fn check_minimum(lines: &[MinimumLine]) -> Option<FieldError> {
    let pieces = |product| {
        let same = lines.iter().filter(|line| line.product_id == product);
        same.fold(0_i64, |pieces, line| pieces.saturating_add(line.quantity))
    };
    let short = lines.iter().find(|line| pieces(line.product_id) < line.least)?;
    let message = format!("Minimal pembelian {} adalah {} pcs.", short.name, short.least);
    Some(FieldError::new("quantity", "below_minimum", message))
}

/// Converts a mobile number in any usual Indonesian spelling to E.164 (`+628…`); `None` if it is not one.
///
/// The national number is `8[1-35-9]` and 7 to 10 digits.
pub fn phone_e164(typed: &str) -> Option<String> {
    let bare = text::bare(typed);
    // A country code follows `+` or `00`, and it must be that of Indonesia.
    let international = bare.strip_prefix('+').or_else(|| bare.strip_prefix("00"));
    let national = international.unwrap_or(&bare).strip_prefix("62");
    let digits = if international.is_some() { national? } else { national.unwrap_or(&bare) };
    let digits = digits.strip_prefix('0').unwrap_or(digits);
    let bytes = digits.as_bytes();
    let fits = (9..=12).contains(&bytes.len())
        && bytes.iter().all(u8::is_ascii_digit)
        && bytes[0] == b'8'
        && !matches!(bytes[1], b'0' | b'4');
    fits.then(|| format!("+62{digits}"))
}

fn check_text(errors: &mut Vec<FieldError>, field: &'static str, label: &str, text: &str, max: usize) {
    if text.trim().is_empty() {
        errors.push(FieldError::required(field, label));
    } else if text.chars().count() > max {
        errors.push(too_long(field, label, max));
    } else if text.chars().any(|c| c.is_control() && c != '\n' && c != '\r' && c != '\t') {
        errors.push(FieldError::new(field, "characters", format!("{label} berisi karakter yang tidak diperbolehkan.")));
    }
}

/// Checks a person's name: one line without a link, since messages greet their recipients by name.
fn check_name(errors: &mut Vec<FieldError>, field: &'static str, label: &str, name: &str) {
    let before = errors.len();
    check_text(errors, field, label, name, 100);
    if errors.len() > before {
        return;
    }
    if let Some(message) = refused_name(label, name) {
        errors.push(FieldError::new(field, "characters", message));
    }
}

/// Returns the reason why a text cannot be a person's name, apart from its length: it has more than one line, or a
/// link.
pub fn refused_name(label: &str, name: &str) -> Option<String> {
    if name.trim().chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        return Some(format!("{label} harus satu baris."));
    }
    (name.contains('@') || name.split_whitespace().any(is_link)).then(|| format!("{label} tidak boleh berisi tautan."))
}

/// Domain endings that are recognised as links: none is an Indonesian word, title or initial.
#[rustfmt::skip]
const WEB_ENDINGS: [&str; 26] = [
    "app", "asia", "biz", "click", "cloud", "club", "cn", "co", "com", "dev", "icu", "id", "info", "io", "link", "net", "online",
    "org", "ru", "shop", "site", "space", "store", "today", "website", "xyz",
];

/// Whether mail programs and messengers turn a word into a link: `https://…`, `www.…`, `bit.ly/…` or `contoh.com`, but
/// not an e-mail address.
pub fn is_link(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    if word.contains("://") || word.contains("www.") {
        return true;
    }
    // `S.Kom` and `Drs.Ahmad` are not domain names, nor is `a.id`.
    word.split(|c: char| c.is_ascii() && !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '/' | '@'))).any(
        |part| {
            let (host, has_path) = part.split_once('/').map_or((part, false), |(host, _)| (host, true));
            let Some((front, ending)) = host.trim_end_matches('.').rsplit_once('.') else { return false };
            if host.contains('@') && !has_path {
                return false;
            }
            let is_named = front.rsplit('.').next().is_some_and(|label| label.chars().count() >= 2);
            // A country's ending, such as in `bit.ly/…`; `RT.005/RW.002` and `Jl.Raya/No.5` are parts of addresses, not
            // links.
            let is_countrys = ending.len() == 2 && ending.bytes().all(|byte| byte.is_ascii_lowercase());
            (is_named && WEB_ENDINGS.contains(&ending)) || (has_path && is_countrys)
        },
    )
}

fn too_long(field: &'static str, label: &str, max: usize) -> FieldError {
    FieldError::new(field, "too_long", format!("{label} maksimal {max} karakter."))
}

/// Whether mail providers and the payment provider accept an e-mail address.
///
/// An accepted address has letters, digits and usual symbols, and no dot at an end of either part or next to another
/// dot. Its domain has an ending with at least one letter.
fn is_email(email: &str) -> bool {
    let Some((local, domain)) = email.split_once('@') else { return false };
    let in_local = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&c);
    let in_domain = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
    let parts =
        |text: &str, takes: fn(u8) -> bool| text.split('.').all(|part| !part.is_empty() && part.bytes().all(takes));
    let ending = domain.rsplit_once('.').map_or("", |(_, ending)| ending);
    email.len() <= 254
        && parts(local, in_local)
        && parts(domain, in_domain)
        && !domain.split('.').any(|label| label.starts_with('-') || label.ends_with('-'))
        && ending.len() > 1
        && ending.bytes().any(|c| c.is_ascii_alphabetic())
}

fn check_email(errors: &mut Vec<FieldError>, field: &'static str, email: &str) {
    let email = text::plain(email);
    if email.is_empty() {
        errors.push(FieldError::required(field, "Email"));
        return;
    }
    if !is_email(&email) {
        errors.push(FieldError::new(field, "email", "Format email tidak benar."));
    }
}

fn check_phone(errors: &mut Vec<FieldError>, field: &'static str, phone: &str) {
    if phone.trim().is_empty() {
        errors.push(FieldError::required(field, "Nomor HP"));
    } else if phone_e164(phone).is_none() {
        errors.push(FieldError::new(field, "phone", "Nomor HP tidak benar, contoh 081234567890."));
    }
}

fn check_bank_account(errors: &mut Vec<FieldError>, form: &ProfileForm) {
    let (bank, account) = (form.bank.as_str(), text::bare(&form.rekening_bank));
    // Without a bank, a number is wrong only if its length fits no bank.
    let any =
        BANKS.iter().fold(("", usize::MAX, 0), |(name, low, high), each| (name, low.min(each.1), high.max(each.2)));
    let more = || MORE_BANKS.iter().find(|name| **name == bank && form.more_banks.iter().any(|more| more == bank));
    let known = BANKS.iter().find(|(name, ..)| *name == bank).copied();
    let known = known.or_else(|| more().map(|name| (*name, ANY_ACCOUNT.0, ANY_ACCOUNT.1)));
    if known.is_none() {
        errors.push(FieldError::new("bank", "bank", "Pilih bank."));
    }
    let (name, shortest, longest) = known.unwrap_or(any);
    if account.is_empty() {
        errors.push(FieldError::required("rekening_bank", "Nomor rekening"));
    } else if !account.bytes().all(|b| b.is_ascii_digit()) || !(shortest..=longest).contains(&account.len()) {
        let digits = if shortest == longest { shortest.to_string() } else { format!("{shortest}-{longest}") };
        let space = if name.is_empty() { "" } else { " " };
        let message = format!("Nomor rekening{space}{name} harus {digits} angka.");
        errors.push(FieldError::new("rekening_bank", "bank_account", message));
    }
}

/// Whether `text` is a day of the Gregorian calendar, `YYYY-MM-DD`.
pub fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes[4] != b'-' || bytes[7] != b'-' {
        return false;
    }
    let number = |range: std::ops::Range<usize>| {
        bytes[range].iter().try_fold(0u32, |n, b| b.is_ascii_digit().then(|| n * 10 + u32::from(b - b'0')))
    };
    let (Some(year), Some(month), Some(day)) = (number(0..4), number(5..7), number(8..10)) else {
        return false;
    };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile() -> ProfileForm {
        ProfileForm {
            name: "Budi".into(),
            no_hp: "0812-3456-7890".into(),
            alamat: "Jl. Melati 1".into(),
            bank: "BCA".into(),
            rekening_bank: "1234567890".into(),
            jenis_kelamin: "L".into(),
            tanggal_lahir: "1990-02-28".into(),
            today: "2026-11-21".into(),
            later: vec![],
            more_banks: vec![],
        }
    }

    fn registration() -> RegistrationForm {
        RegistrationForm {
            email: "budi@example.com".into(),
            password: "rahasia-sekali".into(),
            confirm_password: "rahasia-sekali".into(),
            profile: profile(),
        }
    }

    fn fields(errors: Vec<FieldError>) -> Vec<Cow<'static, str>> {
        errors.into_iter().map(|error| error.field).collect()
    }

    fn refused(form: &ProfileForm) -> Vec<Cow<'static, str>> {
        fields(check_profile(form))
    }

    #[test]
    fn an_empty_registration_names_every_field() {
        assert!(check_registration(&registration()).is_empty());
        assert_eq!(
            fields(check_registration(&RegistrationForm::default())),
            ["email", "password", "name", "no_hp", "alamat", "bank", "rekening_bank", "jenis_kelamin", "tanggal_lahir"]
        );
    }

    #[test]
    fn postponed_fields_may_be_empty() {
        let later = |fields: &[&str]| fields.iter().map(|&field| field.to_owned()).collect::<Vec<_>>();
        let nothing = ProfileForm { later: later(&CAN_WAIT), ..ProfileForm::default() };
        assert_eq!(refused(&nothing), ["name"]);
        for (field, left) in [("no_hp", "no_hp"), ("alamat", "alamat"), ("tanggal_lahir", "tanggal_lahir")] {
            let form = ProfileForm { later: later(&[field]), ..ProfileForm::default() };
            assert!(!refused(&form).contains(&left.into()), "{field}");
            assert_eq!(refused(&form).len(), 6, "{field}");
        }
        let mistyped = ProfileForm {
            later: later(&CAN_WAIT),
            no_hp: "12".into(),
            alamat: "a".repeat(301),
            bank: "BCA".into(),
            jenis_kelamin: "X".into(),
            tanggal_lahir: "2999-01-01".into(),
            ..profile()
        };
        let halves = ProfileForm { rekening_bank: String::new(), ..mistyped.clone() };
        assert_eq!(refused(&mistyped), ["no_hp", "alamat", "jenis_kelamin", "tanggal_lahir"]);
        assert_eq!(refused(&halves), ["no_hp", "alamat", "rekening_bank", "jenis_kelamin", "tanggal_lahir"]);
        let number_alone = ProfileForm { bank: String::new(), later: later(&["bank"]), ..profile() };
        assert_eq!(refused(&number_alone), ["bank"]);
    }

    #[test]
    fn a_new_birth_date_must_be_of_an_adult() {
        let refused = |born: &str, today: &str, before: &str| {
            let form = ProfileForm { tanggal_lahir: born.into(), today: today.into(), ..profile() };
            let errors = check_changed_profile(&form, before);
            errors.into_iter().map(|error| error.message.to_owned()).collect::<Vec<_>>()
        };
        let minor = "Usia anggota minimal 18 tahun.";
        for (born, today, is_minor) in [
            ("2014-11-21", "2026-11-21", true),
            ("2008-11-22", "2026-11-21", true),
            ("2008-11-21", "2026-11-21", false),
            ("2008-02-29", "2026-02-28", true),
            ("2008-02-29", "2026-03-01", false),
            ("2010-03-01", "2028-02-29", true),
            ("1900-01-01", "2026-11-21", false),
        ] {
            let expected = if is_minor { vec![minor] } else { vec![] };
            assert_eq!(refused(born, today, "1990-02-28"), expected, "{born} {today}");
            assert_eq!(refused(born, today, born), [""; 0], "kept: {born} {today}");
        }
        assert_eq!(refused("2027-01-01", "2026-11-21", ""), ["Tanggal lahir tidak benar."]);
        let young = ProfileForm { tanggal_lahir: "2014-02-28".into(), ..profile() };
        let form = RegistrationForm { profile: young, ..registration() };
        assert_eq!(fields(check_registration(&form)), ["tanggal_lahir"]);
        let waiting = ProfileForm { tanggal_lahir: String::new(), later: vec!["tanggal_lahir".into()], ..profile() };
        assert_eq!(check_changed_profile(&waiting, "1990-02-28"), []);
    }

    #[test]
    fn the_confirmation_must_equal_the_password() {
        let errors = check_registration(&RegistrationForm { confirm_password: "lain".into(), ..registration() });
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].message, "Konfirmasi password tidak cocok.");
    }

    #[test]
    fn each_field_refuses_invalid_values() {
        for email in ["budi", "budi@", "@example.com", "budi@example", "a b@example.com", "a@b@example.com", "a@.com"] {
            let form = RegistrationForm { email: email.into(), ..registration() };
            assert_eq!(fields(check_registration(&form)), ["email"], "{email}");
        }
        for date in ["2026-11-21", "2030-01-01", "1990-02-29", "1990-13-01", "28-02-1990", "1899-12-31"] {
            let form = ProfileForm { tanggal_lahir: date.into(), ..profile() };
            assert_eq!(refused(&form), ["tanggal_lahir"], "{date}");
        }
        for (bank, account) in [("BCA", "123"), ("BRI", "1234567890"), ("BNI", "12a4567890")] {
            let form = ProfileForm { bank: bank.into(), rekening_bank: account.into(), ..profile() };
            assert_eq!(refused(&form), ["rekening_bank"], "{bank} {account}");
        }
        assert_eq!(refused(&ProfileForm { bank: "XYZ".into(), ..profile() }), ["bank"]);
        for (account, sentence) in
            [("", "Nomor rekening wajib diisi."), ("12a4567890", "Nomor rekening harus 7-17 angka.")]
        {
            let form = ProfileForm { bank: String::new(), rekening_bank: account.into(), ..profile() };
            let errors = check_profile(&form);
            assert_eq!(errors.iter().map(|each| &each.field).collect::<Vec<_>>(), ["bank", "rekening_bank"]);
            assert_eq!(errors[1].message, sentence);
        }
        assert_eq!(refused(&ProfileForm { name: "a\0b".into(), ..profile() }), ["name"]);
        assert_eq!(refused(&ProfileForm { name: "a".repeat(101), ..profile() }), ["name"]);
        assert_eq!(refused(&ProfileForm { jenis_kelamin: "X".into(), ..profile() }), ["jenis_kelamin"]);
    }

    #[test]
    fn phone_numbers_are_converted_to_e164() {
        for typed in [
            "081234567890",
            "81234567890",
            "6281234567890",
            "+62 812-3456-7890",
            "\u{202d}+62 812-3456-7890\u{202c}",
            "0812\u{2011}3456\u{2011}7890",
            "0812\u{a0}3456\u{2009}7890",
            "0812/3456/7890",
            "+62 (0) 812 3456 7890",
            "0062-81234567890",
            "\u{feff}０８１２３４５６７８９０",
        ] {
            assert_eq!(phone_e164(typed).as_deref(), Some("+6281234567890"), "{typed}");
        }
        for typed in [
            "+819012345678",
            "00886912345678",
            "0212345678",
            "0841234567",
            "0812",
            "08123456789012345",
            "0812x4567890",
            "",
        ] {
            assert_eq!(phone_e164(typed), None, "{typed}");
        }
    }

    #[test]
    fn photos_are_checked_for_type_and_size() {
        let check = |size, head: &[u8]| check_photo(&PhotoHead { size, head: head.to_vec() }).map(|e| e.code);
        assert_eq!(check(100, b"\xff\xd8\xff\xe0rest"), None);
        assert_eq!(check(100, b"\x89PNG\r\n\x1a\nrest"), None);
        assert_eq!(check(100, b"RIFF\0\0\0\0WEBPVP8 "), None);
        assert_eq!(check(100, b"<script>alert(1)"), Some("photo_type"));
        assert_eq!(check(100, b""), Some("photo_type"));
        assert_eq!(check(MAX_PHOTO_BYTES, b"\xff\xd8\xff\xe0"), None);
        assert_eq!(check(MAX_PHOTO_BYTES + 1, b"\xff\xd8\xff\xe0"), Some("photo_size"));
    }

    #[test]
    fn a_product_below_its_minimum_is_refused() {
        let line = |product_id, quantity, least| {
            let name = format!("Teh {product_id}");
            MinimumLine { product_id, name, quantity, least }
        };
        let check = |lines: &[MinimumLine]| check_minimum(lines).map(|error| error.message);
        assert_eq!(check(&[]), None);
        assert_eq!(check(&[line(1, 3, 3), line(2, 1, 1)]), None);
        let short = [line(1, 3, 3), line(2, 5, 6), line(3, 1, 9)];
        assert_eq!(check(&short).as_deref(), Some("Minimal pembelian Teh 2 adalah 6 pcs."));
        assert_eq!(check(&[line(1, 2, 3), line(2, 1, 1), line(1, 1, 3)]), None, "variants count together");
        assert_eq!(check(&[line(1, i64::MAX, 3), line(1, i64::MAX, 3)]), None);
        assert!(check(&[line(1, i64::MIN, 3), line(1, -1, 3)]).is_some());
    }

    #[test]
    fn a_quantity_above_stock_is_refused() {
        let check = |quantity, in_cart, stock| {
            check_quantity(CartAddition { quantity, in_cart, stock }).map(|error| error.message)
        };
        assert_eq!(check(3, 2, 5), None);
        assert_eq!(check(4, 2, 5).as_deref(), Some("Jumlah yang dibeli melebihi stok yang tersedia"));
        assert_eq!(check(1, 0, 0).as_deref(), Some("Stok Kosong!"));
        assert_eq!(check(0, 0, 5).as_deref(), Some("Jumlah minimal 1."));
        assert!(check(i64::MAX, 1, 5).is_some());
        assert!(check(i64::MAX, i64::MAX, i64::MAX).is_some());
        assert_eq!(check(1, MAX_AMOUNT - 1, i64::MAX), None);
        assert!(check(1, MAX_AMOUNT, i64::MAX).is_some());
    }

    #[test]
    fn a_review_needs_a_rating() {
        let check = |rating, comment: Option<String>| check_review(&ReviewForm { rating, comment });
        assert!(check(5, None).is_empty());
        assert_eq!(check(0, None)[0].message, "Mohon berikan rating terlebih dahulu");
        assert_eq!(check(6, None).len(), 1);
        assert_eq!(check(3, Some("a".repeat(1001)))[0].field, "comment");
    }

    fn receiver() -> ReceiverForm {
        ReceiverForm {
            receiver_name: "Budi".into(),
            receiver_phone: "081234567890".into(),
            receiver_email: "budi@example.com".into(),
            receiver_address: "Jl. Melati 1".into(),
        }
    }

    #[test]
    fn each_text_has_a_maximum_length() {
        let registered = |change: fn(&mut ProfileForm, String), most: usize, field: &str| {
            for (length, fields) in [(most, vec![]), (most + 1, vec![field])] {
                let mut form = profile();
                change(&mut form, "é".repeat(length));
                assert_eq!(refused(&form), fields, "{field} {length}");
            }
        };
        registered(|form, text| form.name = text, 100, "name");
        registered(|form, text| form.alamat = text, 300, "alamat");
        for (length, refuses) in [(7, true), (8, false), (128, false), (129, true)] {
            let password = "é".repeat(length);
            assert_eq!(!check_password(&password, "again", &password).is_empty(), refuses, "{length}");
        }
        for (length, refuses) in [(254, false), (255, true)] {
            let email = format!("{}@example.com", "a".repeat(length - 12));
            assert_eq!(!check_account(&email, None).is_empty(), refuses, "{length}");
        }
        assert_eq!(refused(&ProfileForm { name: "\r\n\t ".into(), ..profile() }), ["name"]);
        assert!(refused(&ProfileForm { alamat: "Jl. Melati 1\r\n\tJakarta".into(), ..profile() }).is_empty());
    }

    #[test]
    fn an_account_needs_a_valid_email_address() {
        let fields = |email, name| check_account(email, name).into_iter().map(|each| each.field).collect::<Vec<_>>();
        assert!(fields(" budi@example.com ", None).is_empty() && fields("budi@example.com", Some("Budi")).is_empty());
        assert_eq!(fields("", Some(" ")), ["email", "name"]);
        for email in ["a<b@example.com", "a>b@example.com", "a\"b@example.com", "a,b@example.com", "a\u{7}@example.com"]
        {
            assert_eq!(fields(email, None), ["email"], "{email}");
        }
        assert_eq!(check_account("", None)[0].message, "Email wajib diisi.");
    }

    #[test]
    fn an_empty_profile_names_every_field() {
        assert!(refused(&profile()).is_empty());
        let all = ["name", "no_hp", "alamat", "bank", "rekening_bank", "jenis_kelamin", "tanggal_lahir"];
        assert_eq!(refused(&ProfileForm::default()), all);
        let later = CAN_WAIT.map(str::to_owned).to_vec();
        assert_eq!(refused(&ProfileForm { later, ..ProfileForm::default() }), ["name"]);
    }

    #[test]
    fn account_numbers_may_be_grouped() {
        for (bank, account) in [
            ("BCA", "123-456-7890"),
            ("BCA", " 123 456 7890\u{a0}"),
            ("BRI", "0206-01-001234-50-1"),
            ("BRI", "0206.01.001234.50.1"),
            ("Mandiri", "123\u{2011}00\u{2013}1234567\u{200b}-8"),
        ] {
            let form = ProfileForm { bank: bank.into(), rekening_bank: account.into(), ..profile() };
            assert!(refused(&form).is_empty(), "{bank} {account}");
            assert!(form.tidied().rekening_bank.bytes().all(|digit| digit.is_ascii_digit()), "{account}");
        }
        let short = ProfileForm { rekening_bank: "123-456-789".into(), ..profile() };
        assert_eq!(check_profile(&short)[0].message, "Nomor rekening BCA harus 10 angka.");
    }

    #[test]
    fn invisible_characters_are_removed_from_forms() {
        let typed = ProfileForm {
            name: " \u{200b}Nur’aini\u{a0} Putri".into(),
            no_hp: "\u{202d}+62 812-3456-7890\u{202c}".into(),
            alamat: "Jl.\u{a0}Melati 1\r\nRT 02\u{feff} ".into(),
            ..profile()
        };
        let kept = typed.tidied();
        assert_eq!((kept.name.as_str(), kept.no_hp.as_str()), ("Nur’aini Putri", "+6281234567890"));
        assert_eq!(kept.alamat, "Jl. Melati 1\nRT 02");
        assert_eq!(refused(&ProfileForm { name: "\u{200b}\u{2060}".into(), ..profile() }.tidied()), ["name"]);
        let receiver = ReceiverForm { receiver_email: "budi@example.com\u{200b}".into(), ..receiver() }.tidied();
        assert_eq!(receiver.receiver_email, "budi@example.com");
    }

    #[test]
    fn a_receiver_needs_every_field() {
        let fields = |form: &ReceiverForm| check_receiver(form).into_iter().map(|each| each.field).collect::<Vec<_>>();
        assert!(fields(&receiver()).is_empty());
        let all = ["receiver_name", "receiver_phone", "receiver_email", "receiver_address"];
        assert_eq!(fields(&ReceiverForm::default()), all);
        assert!(fields(&ReceiverForm { receiver_address: "a".repeat(500), ..receiver() }).is_empty());
        assert_eq!(fields(&ReceiverForm { receiver_address: "a".repeat(501), ..receiver() }), ["receiver_address"]);
        let phone = |typed: &str| check_receiver(&ReceiverForm { receiver_phone: typed.into(), ..receiver() });
        assert_eq!(phone(" ")[0].message, "Nomor HP wajib diisi.");
        assert_eq!(phone("0812")[0].message, "Nomor HP tidak benar, contoh 081234567890.");
    }

    #[test]
    fn dates_must_exist_in_the_calendar() {
        for day in ["2000-02-29", "1992-02-29", "2026-01-31", "2026-04-30", "2026-12-31", "2026-08-01", "0001-01-01"] {
            assert!(is_date(day), "{day}");
        }
        for day in [
            "1900-02-29",
            "2026-02-29",
            "2024-02-30",
            "2026-04-31",
            "2026-06-31",
            "2026-09-31",
            "2026-11-31",
            "2026-01-32",
            "2026-01-00",
            "2026-00-10",
            "2026-13-10",
            "2026/01/10",
            "2026-01/10",
            "2026-01-1",
            "2026-01-010",
            "20a6-01-10",
            "2026-a1-10",
            "2026-01-1a",
            "2026-01-:0",
            "",
        ] {
            assert!(!is_date(day), "{day}");
        }
        for month in [1, 3, 5, 7, 8, 10, 12] {
            assert!(is_date(&format!("2026-{month:02}-31")), "{month}");
        }
        for month in [4, 6, 9, 11] {
            assert!(is_date(&format!("2026-{month:02}-30")) && !is_date(&format!("2026-{month:02}-31")), "{month}");
        }
        for (born, refuses) in
            [("2026-11-20", false), ("1900-01-01", false), ("2026-11-21", true), ("1899-12-31", true)]
        {
            let form = ProfileForm { tanggal_lahir: born.into(), ..profile() };
            assert_eq!(!refused(&form).is_empty(), refuses, "{born}");
        }
    }

    #[test]
    fn a_shop_may_offer_more_banks() {
        let form = |bank: &str, more: &[&str], digits: usize| ProfileForm {
            bank: bank.into(),
            rekening_bank: "1".repeat(digits),
            more_banks: more.iter().map(|&name| name.to_owned()).collect(),
            ..profile()
        };
        for (form, refuses) in [
            (form("BSI", &[], 10), true),
            (form("BSI", &["BSI"], 10), false),
            (form("BSI", &["BSI"], 5), true),
            (form("BSI", &["BSI"], 21), true),
            (form("BSI", &["BTN"], 10), true),
            // An unknown bank is refused even if a shop offers it.
            (form("Bank Karangan", &["Bank Karangan"], 10), true),
            (form("BCA", &["BSI"], 10), false),
        ] {
            assert_eq!(!refused(&form).is_empty(), refuses, "{form:?}");
        }
        assert!(MORE_BANKS.is_sorted_by_key(|name| name.to_lowercase()));
        assert!(MORE_BANKS.iter().all(|name| BANKS.iter().all(|(bank, ..)| bank != name)));
    }

    #[test]
    fn account_numbers_have_the_length_of_their_bank() {
        for (bank, shortest, longest) in BANKS {
            for (length, refuses) in [(shortest - 1, true), (shortest, false), (longest, false), (longest + 1, true)] {
                let form = ProfileForm { bank: bank.into(), rekening_bank: "1".repeat(length), ..profile() };
                assert_eq!(!refused(&form).is_empty(), refuses, "{bank} {length}");
            }
        }
        let sentence = |bank: &str| {
            let form = ProfileForm { bank: bank.into(), rekening_bank: "1".into(), ..profile() };
            check_profile(&form).pop().unwrap().message
        };
        assert_eq!(sentence("BCA"), "Nomor rekening BCA harus 10 angka.");
        assert_eq!(sentence("BNI"), "Nomor rekening BNI harus 7-11 angka.");
        for (typed, fits) in [
            ("081234567", false),
            ("0812345678", true),
            ("0812345678901", true),
            ("08123456789012", false),
            ("0801234567", false),
            ("0841234567", false),
            ("0911234567", false),
            ("(0812) 345.678-9", true),
        ] {
            assert_eq!(phone_e164(typed).is_some(), fits, "{typed}");
        }
    }

    #[test]
    fn a_name_contains_no_links_or_line_breaks() {
        for name in
            ["Nur’aini", "Drs. H. Ahmad S.Kom., M.Si", "Drs.Ahmad", "I Gusti Ng. A/N Wayan", "R.A. Kartini", "S.Ag"]
        {
            assert_eq!(refused(&ProfileForm { name: name.into(), ..profile() }), [""; 0], "{name}");
        }
        for name in [
            "Selamat, Anda menang!\nKlik https://jahat.example/x",
            "Selamat\tAnda",
            "Budi\u{85}Klik",
            "Budi\u{2028}Klik",
            "Klik HTTPS://JAHAT.EXAMPLE",
            "lihat www.jahat.example",
            "bit.ly/menang",
            "(hadiah-anda.com)",
            "toko.co.id",
            "Hadiah.Link",
            "t.me/x",
            "menang@jahat.example",
            "jahat.co/x",
            "t.co/x",
        ] {
            assert_eq!(refused(&ProfileForm { name: name.into(), ..profile() }), ["name"], "{name}");
        }
    }

    #[test]
    fn a_street_address_is_not_a_link() {
        for word in
            ["RT.005/RW.002", "Jl.Raya/No.5", "No.5/7", "Gg.Mawar", "budi@example.com", "1.300.000", "a/n", "ready.Top"]
        {
            assert!(!is_link(word), "{word}");
        }
    }

    #[test]
    fn photo_extensions_follow_the_content() {
        assert_eq!(MAX_PHOTO_BYTES, 2_097_152);
        assert_eq!(photo_extension(b"\xff\xd8\xff"), Some("jpg"));
        assert_eq!(photo_extension(b"\x89PNG\r\n\x1a\n"), Some("png"));
        assert_eq!(photo_extension(b"RIFF\0\0\0\0WEBP"), Some("webp"));
        assert_eq!(photo_extension(b"RIFF\0\0\0\0WAVE"), None);
        let read = |size: &str| {
            serde_json::from_str::<PhotoHead>(&format!(r#"{{"size": {size}, "head": []}}"#)).map(|photo| photo.size)
        };
        assert_eq!((read("0").ok(), read("1").ok(), read("2097152").ok()), (Some(0), Some(1), Some(2_097_152)));
        assert_eq!(read("18446744073709551615").ok(), Some(usize::MAX));
        assert!(read("-1").is_err());
    }

    #[test]
    fn limits_of_reviews_and_quantities_are_exact() {
        assert!(check_review(&ReviewForm { rating: 1, comment: Some("é".repeat(1000)) }).is_empty());
        assert_eq!(check_review(&ReviewForm { rating: 6, comment: Some("é".repeat(1001)) }).len(), 2);
        let fits = |quantity, in_cart, stock| check_quantity(CartAddition { quantity, in_cart, stock }).is_none();
        assert!(fits(1, 0, 1) && !fits(1, 1, 1) && !fits(2, 0, 1));
        assert!(fits(MAX_AMOUNT, 0, i64::MAX) && !fits(MAX_AMOUNT + 1, -1, i64::MAX));
    }
}
