//! Texts of messages: the built-in ones, the shop's versions, and the insertion of payloads.

use std::collections::{BTreeMap, BTreeSet};

use axum::{Json, extract::State};
use ksmart_core::{fields::is_link, text};
use ksmart_foundation::{
    config::PublicUrl,
    db::{Conn, Db, Text, TextEnum},
    document::routes,
    error::{Error, Result},
    extract::{Body, Path},
    form::Refusals,
    format,
    time::Clock,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    IdentityState,
    audit::{self, Change, Subject},
    outbox::kinds::{Kind, Placeholder, Shown},
    roles::{Admin, OWNER},
    settings::CachedSettings,
};

/// Maximum length of a subject, in characters.
const MAX_SUBJECT: usize = 150;

/// Maximum length of a body, in characters.
const MAX_BODY: usize = 4000;

/// Text in the place of a secret, for readers who must not see it.
const MASK: &str = "••••••";

/// Replacement for a link to another site.
const OTHER_LINK: &str = "[tautan]";

/// The routes of this part.
pub fn router() -> OpenApiRouter<IdentityState> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(preview)).routes(routes!(change))
}

/// Subject and body, with placeholders in braces.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Words {
    /// Subject of an e-mail, and the entire text of a notification.
    pub subject: String,
    /// The body; an empty line begins a paragraph.
    pub body: String,
}

/// Message as its recipient reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MessageLetter)]
pub struct Letter {
    /// Subject of an e-mail, and the entire text of a notification.
    pub subject: String,
    /// The text, with an empty line between paragraphs.
    pub body: String,
}

impl Letter {
    /// Returns the text as plain HTML: paragraphs and links, without external resources.
    pub fn html(&self) -> String {
        let line = |line: &str| {
            let words = line.split(' ').map(|word| {
                let escaped = escape(word);
                let is_link = word.starts_with("https://") || word.starts_with("http://");
                if is_link { format!("<a href=\"{escaped}\">{escaped}</a>") } else { escaped }
            });
            words.collect::<Vec<_>>().join(" ")
        };
        let paragraph = |text: &str| format!("<p>{}</p>\n", text.lines().map(line).collect::<Vec<_>>().join("<br>\n"));
        let paragraphs: String = self.body.split("\n\n").map(paragraph).collect();
        format!(
            "<!doctype html>\n<html lang=\"id\"><head><meta charset=\"utf-8\"><title>{}</title></head>\n<body>\n{paragraphs}</body></html>\n",
            escape(&self.subject)
        )
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Data about the shop and the reader with which a text is filled.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The shop's name.
    pub shop: &'a str,
    /// The shop's address.
    pub public_url: &'a str,
    /// Name of the reader; empty where unknown.
    pub name: &'a str,
    /// Whether secrets such as login links are shown instead of masked.
    pub with_secrets: bool,
}

/// Returns the path of the page that a message is about.
pub fn page(kind: Kind, payload: &Value) -> String {
    let field = |name: &str| payload[name].as_str().unwrap_or_default().to_owned();
    match kind {
        Kind::OrderPlaced
        | Kind::OrderPaid
        | Kind::OrderAddressChanged
        | Kind::OrderShipped
        | Kind::OrderDelivered
        | Kind::OrderCancelled
        | Kind::OrderRefunded
        | Kind::ReturnMoved => format!("/my-order-detail/{}", field("order")),
        Kind::BonusCalculated | Kind::BonusPaid | Kind::BonusFailed => "/bonus".to_owned(),
        Kind::ReviewAnswered | Kind::QuestionAnswered => format!("/product/{}", payload["product_id"]),
        // The link names the announced version, because it is not in force yet.
        Kind::CodeOfEthicsPublished => format!("/code-of-ethics?version={}", payload["version"]),
        Kind::TermsPublished => format!("/terms?version={}", payload["version"]),
        Kind::LowStock => "/admin/stock".to_owned(),
        Kind::PaymentProblem => format!("/admin/orders/{}", field("order")),
        Kind::NewReview => "/admin/reviews".to_owned(),
        Kind::NewQuestion => "/admin/questions".to_owned(),
        Kind::JobFailed => "/admin/audit/jobs".to_owned(),
        Kind::EmailVerification
        | Kind::PasswordReset
        | Kind::AccountCreated
        | Kind::AdminInvitation
        | Kind::NewSession
        | Kind::EmailChanged
        | Kind::PasswordChanged
        | Kind::BankAccountChanged
        | Kind::AccountViewed
        | Kind::ProfileCorrected
        | Kind::WebhookTest => "/profile".to_owned(),
    }
}

/// Returns the text of each placeholder, by its name.
fn fillings(kind: Kind, payload: &Value, setting: Setting<'_>) -> BTreeMap<&'static str, String> {
    let name = if setting.name.is_empty() { payload["name"].as_str().unwrap_or("Pelanggan") } else { setting.name };
    let mut fillings = BTreeMap::from([
        ("nama", own_links(&name.split_whitespace().collect::<Vec<_>>().join(" "), setting.public_url)),
        ("toko", setting.shop.to_owned()),
        ("tautan", format!("{}{}", setting.public_url, page(kind, payload))),
    ]);
    for Placeholder { name, field, shown, .. } in kind.placeholders() {
        let value = &payload[*field];
        let plain = || value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let text = match shown {
            Shown::Text => own_links(&plain(), setting.public_url),
            Shown::Rupiah => value.as_i64().map_or_else(plain, format::rupiah),
            Shown::Time => value.as_i64().map_or_else(plain, format::date_time),
            Shown::Secret if setting.with_secrets => plain(),
            Shown::Secret => MASK.to_owned(),
        };
        fillings.insert(name, text);
    }
    fillings
}

/// Replaces links to other sites in a typed text, so that the shop's messages cannot be used for phishing.
fn own_links(text: &str, public_url: &str) -> String {
    let is_own = |word: &str| {
        let rest = word.strip_prefix(public_url).filter(|_| !public_url.is_empty());
        // No other link may follow in the same word.
        rest.is_some_and(|rest| rest.is_empty() || (rest.starts_with(['/', '?', '#']) && !is_link(rest)))
    };
    let words = text.split_inclusive(char::is_whitespace).map(|word| {
        let bare = word.trim_end();
        if is_link(bare) && !is_own(bare) { format!("{OTHER_LINK}{}", &word[bare.len()..]) } else { word.to_owned() }
    });
    words.collect()
}

/// Splits a text into pieces: the plain text, and the names in braces.
fn pieces(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let name = rest.split_once('{').and_then(|(plain, after)| {
            let (name, further) = after.split_once('}')?;
            Some((plain, name, further))
        });
        let Some((plain, name, further)) = name else { return Some((std::mem::take(&mut rest), None)) };
        rest = further;
        Some((plain, Some(name)))
    })
}

/// Fills the text of a message with its payload.
pub fn letter(kind: Kind, words: &Words, payload: &Value, setting: Setting<'_>) -> Letter {
    let fillings = fillings(kind, payload, setting);
    let fill = |text: &str| {
        let mut filled = String::new();
        for (plain, name) in pieces(text) {
            filled.push_str(plain);
            if let Some(name) = name {
                filled.push_str(fillings.get(name).map_or("", String::as_str));
            }
        }
        filled
    };
    let subject = fill(&words.subject).split_whitespace().collect::<Vec<_>>().join(" ");
    Letter { subject, body: fill(&words.body) }
}

/// Returns the parameters for a WhatsApp template: the reader's name, then the values of the kind's placeholders, in
/// order.
pub fn parameters(kind: Kind, payload: &Value, name: &str) -> Vec<String> {
    let setting = Setting { shop: "", public_url: "", name, with_secrets: false };
    let mut fillings = fillings(kind, payload, setting);
    let names = ["nama"].into_iter().chain(kind.placeholders().iter().map(|placeholder| placeholder.name));
    names.filter_map(|name| fillings.remove(name)).collect()
}

/// Returns the names that texts of a kind may have in braces, and those that they must have.
fn names(kind: Kind) -> (BTreeSet<&'static str>, Vec<&'static str>) {
    let own = kind.placeholders().iter();
    let required = own.clone().filter(|placeholder| placeholder.is_required).map(|placeholder| placeholder.name);
    (own.map(|placeholder| placeholder.name).chain(["nama", "toko", "tautan"]).collect(), required.collect())
}

/// Returns the text of a kind: the shop's, or else the built-in one.
pub async fn words(conn: &mut Conn, kind: Kind) -> sqlx::Result<Words> {
    let sql = "SELECT subject, body FROM outbox_texts WHERE kind = $1 AND body <> ''";
    let own = query_as(sql).bind(Text(kind)).fetch_optional(conn).await?;
    Ok(own.unwrap_or_else(|| built_in(kind)))
}

/// Returns the built-in text of a kind.
#[expect(clippy::too_many_lines, reason = "it is one text after the other")]
pub fn built_in(kind: Kind) -> Words {
    let (subject, says) = match kind {
        Kind::EmailVerification => (
            "Verifikasi alamat email Anda",
            "Buka tautan ini untuk memastikan alamat email ini milik Anda:\n\n{tautan}\n\nTautan berlaku sampai {berlaku_sampai}. Bila Anda tidak mendaftar atau mengganti email di {toko}, abaikan pesan ini.",
        ),
        Kind::PasswordReset => (
            "Buat kata sandi baru",
            "Seseorang, semoga Anda sendiri, meminta kata sandi baru untuk akun ini. Buka tautan ini untuk membuatnya:\n\n{tautan}\n\nTautan berlaku sampai {berlaku_sampai} dan hanya bisa dipakai satu kali. Bila Anda tidak memintanya, abaikan pesan ini: kata sandi Anda tidak berubah.",
        ),
        Kind::AccountCreated => (
            "Akun Anda di {toko} sudah dibuat",
            "Kami sudah membuatkan akun anggota {toko} untuk Anda. Buka tautan ini untuk memilih kata sandi:\n\n{tautan}\n\nTautan berlaku sampai {berlaku_sampai} dan hanya bisa dipakai satu kali. Sesudah itu, pilih “Lupa password” di halaman login untuk mendapat tautan baru. Bila Anda tidak meminta akun ini, hubungi kami.",
        ),
        Kind::AdminInvitation => (
            "Anda diundang mengelola {toko}",
            "Anda diundang menjadi pengelola {toko} dengan peran {peran}. Buka tautan ini untuk membuat kata sandi:\n\n{tautan}\n\nTautan berlaku sampai {berlaku_sampai}. Jangan teruskan pesan ini kepada siapa pun.",
        ),
        Kind::NewSession => (
            "Ada yang masuk ke akun Anda",
            "Akun Anda baru saja dibuka di perangkat ini: {perangkat}, pada {waktu}.\n\nBila itu Anda, tidak ada yang perlu dilakukan. Bila bukan, segera ganti kata sandi Anda dan akhiri sesi itu di halaman profil:\n\n{tautan}",
        ),
        Kind::EmailChanged => (
            "Alamat email akun Anda diganti",
            "Alamat email akun Anda diganti menjadi {email} pada {waktu}.\n\nBila bukan Anda yang menggantinya, segera hubungi kami.",
        ),
        Kind::PasswordChanged => (
            "Kata sandi Anda diganti",
            "Kata sandi akun Anda diganti pada {waktu}.\n\nBila bukan Anda yang menggantinya, segera hubungi kami.",
        ),
        Kind::BankAccountChanged => (
            "Rekening bank Anda diganti",
            "Rekening untuk menerima bonus diganti menjadi {bank} {rekening} pada {waktu}.\n\nBila bukan Anda yang menggantinya, segera ganti kata sandi Anda dan hubungi kami.",
        ),
        Kind::AccountViewed => (
            "Pengelola toko melihat akun Anda",
            "Pengelola toko membuka akun Anda untuk melihatnya seperti yang Anda lihat, pada {waktu}. Tidak ada yang dapat diubah dengan cara ini.\n\nBila Anda tidak sedang meminta bantuan kami dan ingin tahu alasannya, hubungi kami.",
        ),
        Kind::ProfileCorrected => (
            "Data akun Anda diperbaiki",
            "Kami memperbaiki data akun Anda pada {waktu}: {data}.\n\nAlasannya: {alasan}\n\nLihat data Anda di sini:\n{tautan}\n\nBila ada yang tidak benar, hubungi kami.",
        ),
        Kind::OrderPlaced => (
            "Pesanan {pesanan} kami terima",
            "Terima kasih sudah berbelanja. Pesanan {pesanan} senilai {total} sudah kami terima.\n\nLihat pesanan Anda di sini:\n{tautan}",
        ),
        Kind::OrderPaid => (
            "Pembayaran pesanan {pesanan} kami terima",
            "Terima kasih. Pembayaran {total} untuk pesanan {pesanan} sudah kami terima, dan pesanan Anda kami siapkan.\n\n{tautan}",
        ),
        Kind::OrderAddressChanged => (
            "Alamat pesanan {pesanan} kami perbaiki",
            "Alamat pengiriman pesanan {pesanan} kami perbaiki menjadi {alamat}.\n\nAlasannya: {alasan}\n\nTotal pesanan Anda {total}. Periksa alamat lengkapnya di sini:\n{tautan}\n\nBila ada yang tidak benar, segera hubungi kami.",
        ),
        Kind::OrderShipped => (
            "Pesanan {pesanan} sedang dikirim",
            "Kabar baik: pesanan {pesanan} sudah kami serahkan kepada {kurir} dengan nomor resi {resi}.\n\nIkuti perjalanannya di sini:\n{tautan}",
        ),
        Kind::OrderDelivered => (
            "Pesanan {pesanan} sudah sampai",
            "Pesanan {pesanan} sudah sampai. Semoga Anda menyukainya.\n\nCeritakan pendapat Anda tentang produknya di sini:\n{tautan}",
        ),
        Kind::OrderCancelled => (
            "Pesanan {pesanan} dibatalkan",
            "Pesanan {pesanan} dibatalkan. {alasan}\n\nRinciannya ada di sini:\n{tautan}",
        ),
        Kind::OrderRefunded => (
            "Dana pesanan {pesanan} dikembalikan",
            "Dana {jumlah} dari pesanan {pesanan} sudah kami kembalikan. Lamanya sampai tergantung cara pembayaran Anda.\n\n{tautan}",
        ),
        Kind::ReturnMoved => (
            "Kabar pengembalian pesanan {pesanan}",
            "Tentang pengembalian nomor {retur} dari pesanan {pesanan}: {langkah}\n\n{tautan}",
        ),
        Kind::BonusCalculated => (
            "Bonus Anda untuk {periode} sudah dihitung",
            "Bonus Anda untuk periode {periode} adalah {jumlah}. Terima kasih atas kerja keras Anda.\n\nLihat asal setiap rupiahnya di sini:\n{tautan}",
        ),
        Kind::BonusPaid => (
            "Bonus Anda sudah dibayar",
            "Bonus Anda sebesar {jumlah}, setelah pajak, sudah kami transfer ke rekening Anda.\n\n{tautan}",
        ),
        Kind::CodeOfEthicsPublished => (
            "Kode etik baru berlaku mulai {berlaku_mulai}",
            "Kode etik {toko} diperbarui. Versi {versi} berlaku mulai {berlaku_mulai}. Yang berubah: {yang_berubah}\n\nBaca selengkapnya di sini:\n{tautan}\n\nMulai hari itu Anda dimintai persetujuan saat membuka akun Anda.",
        ),
        Kind::TermsPublished => (
            "Syarat dan ketentuan baru berlaku mulai {berlaku_mulai}",
            "Syarat dan ketentuan {toko} diperbarui. Versi {versi} berlaku mulai {berlaku_mulai}. Yang berubah: {yang_berubah}\n\nBaca selengkapnya di sini:\n{tautan}\n\nMulai hari itu Anda dimintai persetujuan saat membuka akun Anda.",
        ),
        Kind::BonusFailed => (
            "Transfer bonus Anda gagal",
            "Bonus Anda sebesar {jumlah} belum sampai ke rekening Anda. {alasan}\n\nPeriksa nama bank dan nomor rekening di Akun saya. Bonus ini tidak hilang: ikut pembayaran berikutnya setelah rekeningnya beres.\n\n{tautan}",
        ),
        Kind::ReviewAnswered => (
            "Ulasan Anda tentang {produk} dijawab",
            "{toko} menjawab ulasan Anda tentang {produk}:\n\n{jawaban}\n\n{tautan}",
        ),
        Kind::QuestionAnswered => (
            "Pertanyaan Anda tentang {produk} dijawab",
            "Anda bertanya tentang {produk}:\n\n{pertanyaan}\n\n{toko} menjawab:\n\n{jawaban}\n\n{tautan}",
        ),
        Kind::LowStock => ("Stok {produk} menipis", "Stok {produk} tinggal {stok}.\n\n{tautan}"),
        Kind::PaymentProblem => {
            ("Pembayaran pesanan {pesanan} perlu diperiksa", "Pesanan {pesanan}: {masalah}.\n\n{tautan}")
        }
        Kind::NewReview => {
            ("Ulasan baru untuk {produk}", "{produk} mendapat ulasan baru: {bintang} bintang.\n\n{tautan}")
        }
        Kind::NewQuestion => (
            "Pertanyaan baru tentang {produk}",
            "Seorang anggota bertanya tentang {produk}:\n\n{pertanyaan}\n\n{tautan}",
        ),
        Kind::JobFailed => (
            "Pekerjaan toko gagal: {pekerjaan}",
            "Yang dikerjakan toko sendiri gagal: {pekerjaan}. Toko mencobanya lagi dengan sendirinya; bila terus gagal, catatan server menyebutkan sebabnya.\n\n{tautan}",
        ),
        Kind::WebhookTest => ("Kirim uji", "Kirim uji"),
    };
    Words { subject: subject.to_owned(), body: format!("Halo {{nama}},\n\n{says}\n\nSalam hangat,\n{{toko}}") }
}

/// Placeholder that texts of a kind may contain.
#[derive(Debug, Serialize, ToSchema)]
struct TextPlaceholder {
    /// Name between the braces.
    name: String,
    /// Example of the value.
    example: String,
    /// Whether the text must have it.
    required: bool,
}

/// Text of a kind of message.
#[derive(Debug, Serialize, ToSchema)]
struct MessageText {
    kind: Kind,
    /// Subject of an e-mail, and the entire text of a notification.
    subject: String,
    /// The body; an empty line begins a paragraph.
    body: String,
    /// Whether the shop has changed the text.
    changed: bool,
    /// Number of edits; an edit names the number that it is based on.
    version: i64,
    placeholders: Vec<TextPlaceholder>,
}

/// Texts of every kind.
#[derive(Debug, Serialize, ToSchema)]
struct MessageTexts {
    texts: Vec<MessageText>,
}

/// Edit of a text.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"subject": "Pesanan {pesanan} kami terima", "body": "Halo {nama}, pesanan {pesanan} kami terima.",
                         "version": 0})))]
struct TextForm {
    /// Subject, up to 150 characters.
    #[schema(max_length = 150)]
    subject: String,
    /// Body, up to 4,000 characters; if it is empty, the built-in text is restored.
    #[schema(max_length = 4000)]
    body: String,
    /// Version that the edit is based on.
    version: i64,
}

fn example(kind: Kind) -> Value {
    let payload = kind.placeholders().iter().map(|placeholder| (placeholder.field.to_owned(), placeholder.example()));
    // The page's link needs this field, but no text contains it.
    Value::Object(payload.chain([("product_id".to_owned(), json!(1))]).collect())
}

fn check(kind: Kind, form: &TextForm) -> Result<Words> {
    let mut refusals = Refusals::default();
    let subject = refusals.line("subject", "Judul", &form.subject, MAX_SUBJECT);
    let body = text::tidy(&form.body);
    if body.chars().count() > MAX_BODY {
        refusals.add("body", "too_long", format!("Isi maksimal {MAX_BODY} karakter."));
    } else if body.chars().any(|c| c.is_control() && c != '\n') {
        refusals.add("body", "characters", "Isi berisi karakter yang tidak diperbolehkan.");
    }
    let (known, required) = names(kind);
    for (field, text) in [("subject", &subject), ("body", &body)] {
        if let Some(unknown) = pieces(text).filter_map(|piece| piece.1).find(|name| !known.contains(name)) {
            let message = format!("{{{unknown}}} tidak dikenal dalam pesan ini.");
            refusals.add(field, "unknown_placeholder", message);
        }
    }
    let secrets = kind.placeholders().iter().filter(|placeholder| placeholder.shown == Shown::Secret);
    for secret in secrets {
        if pieces(&subject).any(|piece| piece.1 == Some(secret.name)) {
            let message = format!("{{{}}} bersifat rahasia: taruh di isi, bukan di judul.", secret.name);
            refusals.add("subject", "secret_placeholder", message);
        }
    }
    for name in required {
        if !pieces(&body).any(|piece| piece.1 == Some(name)) {
            refusals.add("body", "missing_placeholder", format!("Isi harus memuat {{{name}}}."));
        }
    }
    refusals.done()?;
    Ok(Words { subject, body })
}

#[derive(FromRow)]
struct Row {
    kind: String,
    subject: String,
    body: String,
    version: i64,
}

async fn all(conn: &mut Conn) -> sqlx::Result<Vec<MessageText>> {
    let rows: Vec<Row> = query_as("SELECT kind, subject, body, version FROM outbox_texts").fetch_all(conn).await?;
    let mut own: BTreeMap<String, Row> = rows.into_iter().map(|row| (row.kind.clone(), row)).collect();
    let text = |kind: Kind| {
        let row = own.remove(kind.text());
        let version = row.as_ref().map_or(0, |row| row.version);
        let own = row.filter(|row| !row.body.is_empty()).map(|row| Words { subject: row.subject, body: row.body });
        let (changed, words) = (own.is_some(), own.unwrap_or_else(|| built_in(kind)));
        let setting =
            Setting { shop: "Toko", public_url: "https://toko.example.com", name: "Budi", with_secrets: true };
        let fillings = fillings(kind, &example(kind), setting);
        let (_, required) = names(kind);
        let placeholder = |(name, example): (&'static str, String)| TextPlaceholder {
            name: name.to_owned(),
            example,
            required: required.contains(&name),
        };
        let placeholders = fillings.into_iter().map(placeholder).collect();
        MessageText { kind, subject: words.subject, body: words.body, changed, version, placeholders }
    };
    Ok(Kind::ALL.map(text).into())
}

async fn one(conn: &mut Conn, kind: Kind) -> Result<MessageText> {
    let found = all(conn).await?.into_iter().find(|text| text.kind == kind);
    found.ok_or_else(|| Error::not_found("Pesan tidak ditemukan."))
}

/// Lists the texts of every kind of message, with their placeholders.
#[utoipa::path(get, path = "/api/admin/message-texts", operation_id = "listMessageTexts",
    responses((status = 200, body = MessageTexts)))]
async fn list(State(db): State<Db>, _: Admin<OWNER>) -> Result<Json<MessageTexts>> {
    Ok(Json(MessageTexts { texts: all(&mut *db.read().await?).await? }))
}

/// Previews a message text with a made-up payload.
#[utoipa::path(post, path = "/api/admin/message-texts/{kind}/preview", operation_id = "previewMessageText",
    request_body = TextForm, responses((status = 200, body = Letter), (status = 422)))]
async fn preview(
    State(settings): State<CachedSettings>,
    State(public_url): State<PublicUrl>,
    _: Admin<OWNER>,
    Path(kind): Path<Kind>,
    Body(form): Body<TextForm>,
) -> Result<Json<Letter>> {
    let words = check(kind, &form)?;
    let settings = settings.now().await?;
    let shop = &settings.contact.name;
    let setting = Setting { shop, public_url: &public_url, name: "Budi", with_secrets: true };
    Ok(Json(letter(kind, &words, &example(kind), setting)))
}

/// Changes the text of a kind of message, also for waiting messages. Returns 422 for an unknown or missing placeholder.
#[utoipa::path(put, path = "/api/admin/message-texts/{kind}", operation_id = "changeMessageText",
    request_body = TextForm, responses((status = 200, body = MessageText), (status = 409), (status = 422)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<OWNER>,
    Path(kind): Path<Kind>,
    Body(form): Body<TextForm>,
) -> Result<Json<MessageText>> {
    let puts_back = text::tidy(&form.body).is_empty();
    let words = if puts_back { None } else { Some(check(kind, &form)?) };
    let mut tx = db.write().await?;
    let before = one(&mut tx, kind).await?;
    let sql = "INSERT INTO outbox_texts (kind, subject, body, version) VALUES ($1, $2, $3, 1)
               ON CONFLICT (kind) DO UPDATE SET subject = excluded.subject, body = excluded.body,
                                                version = outbox_texts.version + 1
                 WHERE outbox_texts.version = $4";
    let (subject, body) = words.map_or_else(Default::default, |words| (words.subject, words.body));
    let written = query(sql).bind(Text(kind)).bind(subject).bind(body).bind(form.version);
    if before.version != form.version || written.execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(audit::conflict(before, &mut tx, Subject::MessageText, kind.text()).await);
    }
    let after = one(&mut tx, kind).await?;
    let logged = |text: &MessageText| json!({"subject": text.subject, "body": text.body});
    let change = Change::new("update", Subject::MessageText, kind.text(), logged(&before), logged(&after));
    audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    tx.commit().await?;
    Ok(Json(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_texts_are_valid() {
        for kind in Kind::ALL {
            let Words { subject, body } = built_in(kind);
            let form = TextForm { subject, body, version: 0 };
            assert!(check(kind, &form).is_ok(), "{kind:?}: {:?}", check(kind, &form));
            let setting = Setting { shop: "Sehat", public_url: "https://a.id", name: "Budi", with_secrets: true };
            let letter = letter(kind, &check(kind, &form).unwrap(), &example(kind), setting);
            assert!(!letter.body.contains(['{', '}', '…']) && !letter.subject.contains(['{', '}']), "{letter:?}");
            assert!(!letter.body.contains("K-Smart"), "{letter:?}");
        }
    }

    #[test]
    fn message_texts_match_the_snapshot() {
        let setting =
            Setting { shop: "Sehat", public_url: "https://toko.example.com", name: "Budi", with_secrets: true };
        let letters = Kind::ALL.map(|kind| {
            let Letter { subject, body } = letter(kind, &built_in(kind), &example(kind), setting);
            format!("# {}: {subject}\n\n{body}\n", kind.text())
        });
        insta::assert_snapshot!("letters", letters.join("\n\n"));
    }

    #[test]
    fn texts_with_invalid_placeholders_are_refused() {
        let form = |subject: &str, body: &str| TextForm { subject: subject.into(), body: body.into(), version: 0 };
        let refused = |kind, form: TextForm| format!("{:?}", check(kind, &form).unwrap_err());
        let unknown = refused(Kind::OrderPlaced, form("x", "{pesanan} {harga}"));
        assert!(unknown.contains("{harga} tidak dikenal"), "{unknown}");
        let missing = refused(Kind::OrderShipped, form("x", "{pesanan}"));
        assert!(missing.contains("Isi harus memuat {resi}."), "{missing}");
        let secret = refused(Kind::PasswordReset, form("{tautan}", "{tautan}"));
        assert!(secret.contains("bersifat rahasia"), "{secret}");
    }

    #[test]
    fn values_are_inserted_as_plain_text() {
        let words = Words { subject: "{produk}\r\nBcc: a@b.id".into(), body: "{produk} { {".into() };
        let payload = json!({"product": "<b>{nama}</b>", "stock": 3});
        let setting = Setting { shop: "Sehat", public_url: "https://a.id", name: "Budi", with_secrets: false };
        let letter = letter(Kind::LowStock, &words, &payload, setting);
        assert_eq!(letter.subject, "<b>{nama}</b> Bcc: a@b.id");
        assert_eq!(letter.body, "<b>{nama}</b> { {");
        assert!(letter.html().contains("&lt;b&gt;{nama}&lt;/b&gt;"), "{}", letter.html());
    }

    #[test]
    fn links_to_other_sites_are_removed() {
        let payload = json!({"product": "Madu", "answer": "Lihat https://a.id/page/faq\natau https://a.id.jahat.example/x, wa.me/62. https://a.id/<https://jahat.example>"});
        let setting = Setting {
            shop: "Sehat",
            public_url: "https://a.id",
            name: "Menang!\nKlik https://jahat.example",
            with_secrets: true,
        };
        let words =
            Words { subject: "Halo {nama}".into(), body: "{jawaban}\n\nIkuti https://sosial.example/toko".into() };
        let letter = letter(Kind::QuestionAnswered, &words, &payload, setting);
        assert_eq!(letter.subject, "Halo Menang! Klik [tautan]");
        // The shop is responsible for links in its own text.
        let body = "Lihat https://a.id/page/faq\natau [tautan] [tautan] [tautan]\n\nIkuti https://sosial.example/toko";
        assert_eq!(letter.body, body);
        assert!(!parameters(Kind::QuestionAnswered, &payload, "x").concat().contains("jahat"));
    }

    #[test]
    fn messages_hide_secrets_unless_allowed() {
        let payload = json!({"link": "https://a.id/reset#token=X", "expires_ms": 0});
        let mut setting = Setting { shop: "Sehat", public_url: "https://a.id", name: "Budi", with_secrets: false };
        let kind = Kind::PasswordReset;
        assert!(!letter(kind, &built_in(kind), &payload, setting).body.contains("token"));
        setting.with_secrets = true;
        assert!(letter(kind, &built_in(kind), &payload, setting).body.contains("https://a.id/reset#token=X"));
    }
}
