//! Registration, login, profile.

use std::io::Cursor;

use ksmart_foundation::{config::RateLimits, time::DAY_MS};
use reqwest::Method;
use serde_json::json;

use crate::shop::{Answer, PASSWORD, Shop};

const FORM: [(&str, &str); 13] = [
    ("id_plan", "2"),
    ("name", "Dewi Lestari"),
    ("email", "Dewi@Example.com"),
    ("password", "rahasia-dewi"),
    ("confirmPassword", "rahasia-dewi"),
    ("no_hp", "0812-3456-7890"),
    ("alamat", "Jl. Melati 1, Jakarta"),
    ("jenis_kelamin", "P"),
    ("tanggal_lahir", "1990-02-28"),
    ("bank", "BCA"),
    ("rekening_bank", "1234567890"),
    ("leader_id", ""),
    ("current_password", PASSWORD),
];

/// Returns the form with some fields changed.
pub fn form<'a>(changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    FORM.iter()
        .map(|(name, value)| changes.iter().find(|(changed, _)| changed == name).copied().unwrap_or((*name, *value)))
        .collect()
}

pub async fn register(shop: &Shop, changes: &[(&str, &str)], photo: Option<(&str, Vec<u8>)>) -> Answer {
    shop.guest().form(Method::POST, "/api/register", &form(changes), photo).await
}

fn png(side: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image::RgbImage::from_pixel(side, side, image::Rgb([15, 123, 92]))
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

#[tokio::test]
async fn a_new_member_registers_and_logs_in() {
    let shop = Shop::start().await;
    let top = shop.member("top").await;
    let leader = shop.member_below("leader", Some(&top)).await;
    let leader_uid = leader.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
    let shown = shop.guest().get(&format!("/api/leaders/{leader_uid}")).await.expect(200);
    assert_eq!(shown["name"], "leader");

    let photo = Some(("saya.png", png(900)));
    let user = register(&shop, &[("leader_id", &leader_uid)], photo).await.expect(201)["user"].take();
    assert_eq!(user["email"], "dewi@example.com");
    assert_eq!(user["no_hp"], "081234567890");
    assert_eq!(user["leader_id"], leader_uid.as_str());
    assert_eq!(user["id_plan"], 2);
    assert_eq!(user["BV"], 0);

    let file = user["profile_picture"].as_str().unwrap();
    let picture = shop.guest().request(Method::GET, &format!("/uploads/profile/{file}")).send().await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/jpeg");
    let stored = image::load_from_memory(&picture.bytes().await.unwrap()).unwrap();
    assert_eq!((stored.width(), stored.height()), (512, 512));

    let login = json!({"email": " DEWI@example.com ", "password": "rahasia-dewi"});
    let session = shop.guest().post("/api/login", login).await.expect(200);
    let dewi = shop.guest().with_token(session["token"].as_str());
    assert_eq!(dewi.get("/api/me").await.expect(200), session["user"]);
    let above = shop.count("SELECT COUNT(*) FROM member_ancestors a JOIN members m ON m.id = a.member_id WHERE m.email = 'dewi@example.com'").await;
    assert_eq!(above, 2, "the leader and the leader's leader");
}

#[tokio::test]
async fn invalid_registrations_are_refused() {
    let shop = Shop::start().await;
    for (field, value, sentence) in [
        ("name", "", "Nama wajib diisi."),
        ("name", "Selamat, Anda menang!\nKlik https://jahat.example", "Nama harus satu baris."),
        ("name", "Hadiah di bit.ly/menang", "Nama tidak boleh berisi tautan."),
        ("email", "dewi", "Format email tidak benar."),
        ("password", "", "Password wajib diisi."),
        ("confirmPassword", "lain", "Konfirmasi password tidak cocok."),
        ("no_hp", "123", "Nomor HP tidak benar, contoh 081234567890."),
        ("alamat", " ", "Alamat wajib diisi."),
        ("bank", "XYZ", "Pilih bank."),
        ("rekening_bank", "12", "Nomor rekening BCA harus 10 angka."),
        ("tanggal_lahir", "2999-01-01", "Tanggal lahir tidak benar."),
        ("tanggal_lahir", "2014-02-28", "Usia anggota minimal 18 tahun."),
        ("jenis_kelamin", "X", "Pilih jenis kelamin."),
        ("id_plan", "9", "Plan tidak ditemukan."),
        ("id_plan", "abc", "Plan tidak ditemukan."),
        ("leader_id", "KS99999999", "ID Leader tidak ditemukan."),
    ] {
        let refused = register(&shop, &[(field, value)], None).await.refused(422, "invalid_field");
        assert_eq!(refused, sentence, "{field} = {value:?}");
    }
    // Common passwords are refused, and so are those with words of the shop or of the account.
    for easy in ["Qwerty123", "K-Smart2026", "Lestari!99", "+62-Lestari"] {
        let form = [("name", "Dewi Lestari"), ("password", easy), ("confirmPassword", easy)];
        let refused = register(&shop, &form, None).await.refused(422, "invalid_field");
        assert_eq!(refused, "Password ini terlalu umum. Pilih password lain.", "{easy}");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM members").await, 0);
    register(&shop, &[("jenis_kelamin", ""), ("id_plan", "")], None).await.expect(201);
    assert_eq!(register(&shop, &[], None).await.refused(409, "email_taken"), "Email sudah terdaftar.");
    assert_eq!(shop.count("SELECT COUNT(*) FROM members WHERE gender = 'L' AND plan_id = 1").await, 1);
}

#[tokio::test]
async fn postponed_fields_may_be_empty_at_registration() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let nothing = [
        ("no_hp", ""),
        ("alamat", ""),
        ("jenis_kelamin", ""),
        ("tanggal_lahir", ""),
        ("bank", ""),
        ("rekening_bank", ""),
    ];
    register(&shop, &nothing, None).await.refused(422, "invalid_field");
    let unknown = owner.edit_settings("registration", json!({"later": ["password"]})).await;
    unknown.refused(422, "invalid_field");
    let all = ["tanggal_lahir", "profile_picture", "bank", "no_hp", "bank", "jenis_kelamin", "alamat"];
    let changes = json!({"later": all, "plan_b_text": " Untuk jaringan. "});
    let saved = owner.edit_settings("registration", changes).await.expect(200)["registration"]["values"].take();
    let in_order = ["profile_picture", "no_hp", "alamat", "bank", "jenis_kelamin", "tanggal_lahir"];
    assert_eq!((&saved["later"], &saved["plan_b_text"]), (&json!(in_order), &json!("Untuk jaringan.")));

    let user = register(&shop, &nothing, None).await.expect(201)["user"].take();
    assert_eq!((&user["rekening_bank"], &user["jenis_kelamin"], &user["no_hp"]), (&json!(""), &json!(""), &json!("")));
    let half = [("email", "lain@example.com"), ("bank", "BCA"), ("rekening_bank", "")];
    register(&shop, &half, None).await.refused(422, "invalid_field");
    let mistyped = [("email", "lain@example.com"), ("no_hp", "12")];
    register(&shop, &mistyped, None).await.refused(422, "invalid_field");
    // The profile does not require the postponed fields either.
    let login = json!({"email": "dewi@example.com", "password": "rahasia-dewi"});
    let session = shop.guest().post("/api/login", login).await.expect(200);
    let dewi = shop.guest().with_token(session["token"].as_str());
    let empty = [("no_hp", ""), ("alamat", ""), ("jenis_kelamin", ""), ("tanggal_lahir", "")];
    let account = form(&[&empty[..], &[("current_password", "rahasia-dewi")]].concat());
    let changed = dewi.form(Method::PUT, "/api/update", &account, None).await.expect(200);
    assert_eq!((&changed["user"]["bank"], &changed["user"]["alamat"]), (&json!("BCA"), &json!("")));
    // If the shop requires the data at registration again, the next change of the profile must contain it.
    owner.edit_settings("registration", json!({"later": []})).await.expect(200);
    dewi.form(Method::PUT, "/api/update", &account, None).await.refused(422, "invalid_field");
}

#[tokio::test]
async fn photos_must_be_images_of_at_most_two_mb() {
    let shop = Shop::start().await;
    let type_sentence = "Hanya file gambar yang diperbolehkan (jpg, jpeg, png, webp).";
    let mut large = png(8);
    large.resize(2 * 1024 * 1024 + 1, 0);
    let refused = register(&shop, &[], Some(("besar.png", large))).await.refused(413, "too_large");
    assert_eq!(refused, "Ukuran file maksimal 2MB!");
    // A still larger file is not read to its end.
    register(&shop, &[], Some(("raksasa.png", vec![0; 9 * 1024 * 1024]))).await.refused(413, "too_large");
    for (name, bytes, sentence) in [
        ("skrip.png", b"<script>alert(1)</script>".to_vec(), type_sentence),
        ("rusak.png", png(8)[..20].to_vec(), type_sentence),
        ("saya.gif", b"GIF89a and so on".to_vec(), type_sentence),
    ] {
        let refused = register(&shop, &[], Some((name, bytes))).await.refused(422, "invalid_field");
        assert_eq!(refused, sentence, "{name}");
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM members").await, 0);
}

#[tokio::test]
async fn simultaneous_registrations_make_one_account() {
    let shop = Shop::start().await;
    let photo = || Some(("saya.png", png(8)));
    let (first, second, third) =
        tokio::join!(register(&shop, &[], photo()), register(&shop, &[], photo()), register(&shop, &[], photo()));
    let mut statuses = [first, second, third].map(|answer| answer.status.as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409]);
}

#[tokio::test]
async fn too_many_failed_logins_are_refused() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let login = |email: &str, password: &str| json!({"email": email, "password": password});
    let guest = shop.guest();
    for wrong in [login("nobody@example.com", PASSWORD), login(&budi.email, ""), login(&budi.email, &"x".repeat(5000))]
    {
        let refused = guest.post("/api/login", wrong).await.refused(401, "wrong_credentials");
        assert_eq!(refused, "Email atau password salah");
    }
    // A successful login clears the failures before it.
    guest.post("/api/login", login(&budi.email, PASSWORD)).await.expect(200);
    for _ in 0..10 {
        guest.post("/api/login", login(&budi.email, "salah")).await.refused(401, "wrong_credentials");
    }
    let refused = guest.post("/api/login", login(&budi.email, PASSWORD)).await.refused(429, "too_many_requests");
    assert_eq!(refused, "Terlalu banyak percobaan login. Coba lagi nanti.");
    // Other accounts are not locked, and this one is not locked permanently.
    let siti = shop.member("siti").await;
    guest.post("/api/login", login(&siti.email, PASSWORD)).await.expect(200);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert!(shop.count("SELECT COUNT(*) FROM login_failures").await > 0);
    shop.app.clock.advance(11 * 60 * 1000);
    guest.post("/api/login", login(&budi.email, PASSWORD)).await.expect(200);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM login_failures").await, 0);
}

#[tokio::test]
async fn an_ip_address_that_guesses_is_refused() {
    let shop = Shop::start().await;
    assert_eq!(shop.app.limits, RateLimits::On);
    let guess = |client: &str, account: usize| {
        let body = json!({"email": format!("orang{account}@example.com"), "password": "x"});
        let guest = shop.guest();
        let request = guest.request(Method::POST, "/api/login").header("x-forwarded-for", client).json(&body);
        async move { guest.send(request).await }
    };
    for account in 0..60 {
        guess("203.0.113.7", account).await.refused(401, "wrong_credentials");
    }
    guess("203.0.113.7", 99).await.refused(429, "too_many_requests");
    guess("203.0.113.8", 99).await.refused(401, "wrong_credentials");
}

#[tokio::test]
async fn invalid_or_expired_tokens_are_refused() {
    let shop = Shop::start().await;
    let other = Shop::start().await;
    let budi = shop.member("budi").await;
    let foreign = other.member("budi").await;
    for token in ["", "abc", "a.b.c", foreign.token(), &format!("{}x", budi.token())] {
        let refused = budi.with_token(Some(token)).get("/api/me").await.refused(401, "unauthorized");
        assert_eq!(refused, "Anda harus login terlebih dahulu!");
    }
    budi.with_token(None).get("/api/me").await.refused(401, "unauthorized");
    shop.app.clock.advance(8 * DAY_MS);
    let refused = budi.get("/api/me").await.refused(401, "session_expired");
    assert_eq!(refused, "Sesi Anda telah berakhir. Silakan login kembali.");
}

#[tokio::test]
async fn a_profile_update_keeps_uid_and_email() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let before = budi.get("/api/me").await.expect(200);
    let fields = form(&[("name", "Budi Baru"), ("email", "lain@example.com")]);
    let answer = budi.form(Method::PUT, "/api/update", &fields, Some(("saya.png", png(64)))).await.expect(200);
    assert_eq!(answer["message"], "Profile updated successfully!");
    let after = budi.get("/api/me").await.expect(200);
    assert_eq!((&after["uid"], &after["email"]), (&before["uid"], &before["email"]));
    assert_eq!((&after["name"], &after["no_hp"]), (&json!("Budi Baru"), &json!("081234567890")));
    let picture = after["profile_picture"].clone();
    assert!(picture.is_string());
    // Without a new photo the old one stays; a refused change changes nothing.
    budi.form(Method::PUT, "/api/update", &form(&[("name", "Budi Lagi")]), None).await.expect(200);
    budi.form(Method::PUT, "/api/update", &form(&[("name", "")]), None).await.refused(422, "invalid_field");
    // A new birth date must be an adult's; a date that is already stored stays valid.
    let young = form(&[("name", "Budi Lagi"), ("tanggal_lahir", "2014-02-28")]);
    let said = budi.form(Method::PUT, "/api/update", &young, None).await.refused(422, "invalid_field");
    assert_eq!(said, "Usia anggota minimal 18 tahun.");
    shop.change("UPDATE members SET birth_date = '2014-02-28' WHERE name = 'Budi Lagi'").await;
    budi.form(Method::PUT, "/api/update", &young, None).await.expect(200);
    let last = budi.get("/api/me").await.expect(200);
    assert_eq!((&last["name"], &last["profile_picture"]), (&json!("Budi Lagi"), &picture));
}

#[tokio::test]
async fn the_operator_creates_administrators() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    ksmart_members::accounts::admin::make_admin(
        &shop.app.db,
        &shop.app.clock,
        &shop.app.random,
        &shop.app.hashing,
        &budi.email,
        "sandi-baru-budi".to_owned(),
    )
    .await
    .unwrap();
    ksmart_members::accounts::admin::make_admin(
        &shop.app.db,
        &shop.app.clock,
        &shop.app.random,
        &shop.app.hashing,
        "baru@example.com",
        "sandi-baru-admin".to_owned(),
    )
    .await
    .unwrap();
    for (email, password) in [(budi.email.as_str(), "sandi-baru-budi"), ("baru@example.com", "sandi-baru-admin")] {
        let session = shop.guest().post("/api/login", json!({"email": email, "password": password})).await.expect(200);
        assert_eq!(session["user"]["role"], "owner");
    }
    assert!(
        ksmart_members::accounts::admin::make_admin(
            &shop.app.db,
            &shop.app.clock,
            &shop.app.random,
            &shop.app.hashing,
            "x@example.com",
            "pendek".to_owned()
        )
        .await
        .is_err()
    );
}
