//! Brand of the shop: its name and looks on all pages, its texts, and its opening.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use ksmart_core::order::OrderEvent::{self, Complete, Pack, Pay, Refund, Ship};
use ksmart_foundation::addresses::ADDRESSES;
use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    office::basis::upload,
    shop::{Actor, Shop, Story, with},
};

const PERIOD: &str = "2026-01-01T00:00:00Z";

/// Returns everything that a shop shows to visitors without a login.
async fn shown(shop: &Shop, product: i64) -> Vec<(String, String)> {
    let guest = shop.guest();
    let mut paths: Vec<String> = vec!["/manifest.webmanifest".into(), "/sitemap.xml".into(), "/robots.txt".into()];
    for address in ADDRESSES {
        paths.push(address.path.replace("{}", &format!("{product}-teh")).replace('*', "orders"));
        paths.extend(address.data.iter().map(|path| path.replace("{}", &product.to_string())));
    }
    let mut all = Vec::new();
    for path in paths {
        let body = guest.request(Method::GET, &path).send().await.unwrap().text().await.unwrap();
        all.push((path, body));
    }
    all
}

/// Returns the shop's data that a page contains for the web app.
async fn told(shop: &Shop, path: &str) -> Value {
    let html = shop.guest().get(path).await.expect(200);
    let (_, data) = html.as_str().unwrap().split_once("<script type=\"application/json\" id=\"shop\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

async fn open(owner: &Actor) -> Value {
    owner.put("/api/admin/setup/open", json!({"open": true})).await.expect(200)
}

/// Sets everything that a new shop must have before it opens.
async fn prepare(shop: &Shop, owner: &Actor) {
    let contact = json!({"name": "Sehat & Co", "address": "Jl. Dago 1, Bandung", "phone": "022-555010"});
    owner.edit_settings("contact", contact).await.expect(200);
    owner.edit_settings("origin", json!({})).await.expect(200);
    shop.product("Garam", 10, 10).await;
}

#[tokio::test]
async fn a_new_shop_shows_nothing_of_the_demo() {
    let shop = Shop::start_new(&[]).await;
    let owner = shop.admin().await;
    prepare(&shop, &owner).await;
    let product = shop.product("Teh", 100, 5).await;
    for is_open in [false, true] {
        if is_open {
            open(&owner).await;
        }
        for (path, body) in shown(&shop, product).await {
            // The names of the app's files, and the demo shop's logo that each page refers to, are not counted.
            let body = body.replace("/assets/k-smart", "").to_lowercase();
            for name in ["k-smart", "ksmart", "k-link", "klink", "kesehatan"] {
                let around =
                    body.find(name).map(|at| body[at.saturating_sub(80)..].chars().take(160).collect::<String>());
                assert_eq!(around, None, "{path} has {name}");
            }
        }
    }
    let manifest = shop.guest().get("/manifest.webmanifest").await.expect(200);
    assert_eq!(
        (&manifest["name"], &manifest["icons"][0]["src"]),
        (&json!("Sehat & Co"), &json!("/plain-icon-192.png"))
    );
    // The office's default texts name this shop, too.
    for page in owner.get("/api/admin/pages").await.expect(200)["pages"].as_array().unwrap() {
        let text = owner.get(&format!("/api/admin/pages/{}", page["slug"].as_str().unwrap())).await.expect(200);
        let text = format!("{}{}", text["title"], text["body"]);
        assert!(!text.contains("K-Smart") && !text.contains("K-Link"), "{text}");
    }
    let why = owner.get("/api/admin/pages/why").await.expect(200);
    assert_eq!(why["title"], "Kenapa Harus Sehat & Co?");
    assert!(why["body"].as_str().unwrap().contains("mengapa anggota memilih Sehat & Co"), "{why}");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn texts_of_a_new_shop_are_drafts() {
    let shop = Shop::start_new(&[]).await;
    let (owner, keeper, guest) = (shop.admin().await, shop.staff(Role::Catalogue).await, shop.guest());
    let drafts = async || {
        let setup = owner.get("/api/admin/setup").await.expect(200);
        setup["drafts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|each| each["slug"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(drafts().await.len(), 7);
    // The documents that members accept have a text from the beginning.
    let documents = json!({"code-of-ethics": "Kode Etik", "terms": "Syarat dan Ketentuan"});
    let read = guest.get("/api/pages/about-us").await.expect(200);
    assert_eq!(read, json!({"slug": "about-us", "title": "Tentang Kami", "body": "Halaman ini sedang disiapkan."}));
    let html = guest.get("/about-us").await.expect(200);
    assert!(html.as_str().unwrap().contains("<meta name=\"robots\" content=\"noindex\">"), "{html}");
    assert!(!guest.get("/sitemap.xml").await.expect(200).as_str().unwrap().contains("/about-us"));
    assert_eq!(told(&shop, "/profile").await["pages"], documents);

    let page = keeper.get("/api/admin/pages/about-us").await.expect(200);
    assert_eq!((&page["draft"], &page["version"]), (&json!(true), &json!(0)));
    let publish = async |body: &str| {
        let request = json!({"title": "Siapa kami", "body": body, "version": 0});
        keeper.put("/api/admin/pages/about-us", request).await
    };
    // A text with placeholders for the owner cannot be published.
    let body = page["body"].as_str().unwrap();
    let refused = publish(body).await.expect(422);
    let sentence = "Masih ada yang perlu Anda isi: nama badan usaha yang menjual dan alamatnya, seperti di NPWP. \
                    Ganti setiap tanda [[ISI: …]].";
    assert_eq!((&refused["fields"][0]["field"], &refused["fields"][0]["message"]), (&json!("body"), &json!(sentence)));
    let body = body.replace("[[ISI: ", "").replace("]]", "");
    let written = publish(&body).await.expect(200);
    assert_eq!(written["draft"], false);
    assert_eq!(guest.get("/api/pages/about-us").await.expect(200)["body"], body);
    assert_eq!(told(&shop, "/profile").await["pages"]["about-us"], "Siapa kami");
    let html = guest.get("/about-us").await.expect(200);
    assert!(!html.as_str().unwrap().contains("noindex"), "{html}");
    assert!(!drafts().await.contains(&"about-us".to_owned()));

    let back = json!({"version": written["version"]});
    assert_eq!(keeper.post("/api/admin/pages/about-us/reset", back).await.expect(200)["draft"], true);
    assert_eq!(told(&shop, "/profile").await["pages"], documents);
    assert_eq!(drafts().await.len(), 7);
}

#[tokio::test]
async fn a_shop_opens_only_when_it_is_ready() {
    let shop = Shop::start_new(&[]).await;
    let (owner, budi, guest) = (shop.admin().await, shop.member("budi").await, shop.guest());
    let switch = |open: bool| json!({"open": open});
    let sentence = owner.put("/api/admin/setup/open", switch(true)).await.refused(422, "invalid_field");
    assert_eq!(
        sentence,
        "Toko belum dapat dibuka. Yang masih kurang: nama dan kontak toko, asal pengiriman, kategori, produk dengan gambar, stok."
    );
    prepare(&shop, &owner).await;
    let product = shop.product("Teh", 100, 5).await;
    for path in ["/", "/all-product", "/voucher", &format!("/product/{product}-teh")] {
        let html = guest.get(path).await.expect(200);
        let html = html.as_str().unwrap();
        assert!(html.contains("<title>Segera hadir · Sehat &amp; Co</title>"), "{path}: {html}");
        assert!(html.contains("content=\"noindex\"") && !html.contains("Teh</h"), "{path}: {html}");
    }
    for path in ["/login", "/register", "/about-us"] {
        assert!(!guest.get(path).await.expect(200).as_str().unwrap().contains("Segera hadir"), "{path}");
    }
    let sitemap = guest.get("/sitemap.xml").await.expect(200);
    assert!(!sitemap.as_str().unwrap().contains("<loc>"), "{sitemap}");
    for other in [&budi, &shop.staff(Role::Finance).await] {
        other.put("/api/admin/setup/open", switch(true)).await.refused(403, "forbidden");
    }
    let opened = open(&owner).await;
    assert!(opened["opened_at"].as_str().is_some_and(|at| at > PERIOD), "{opened}");
    assert_eq!(open(&owner).await["opened_at"], opened["opened_at"], "it is open already");
    let html = guest.get(&format!("/product/{product}-teh")).await.expect(200);
    assert!(html.as_str().unwrap().contains("<title>Teh · Sehat &amp; Co</title>"), "{html}");
    assert_eq!(told(&shop, "/").await["closed"], false);
    // The shop closes without a confirmation, and opens again.
    let closed = owner.put("/api/admin/setup/open", switch(false)).await.expect(200);
    assert_eq!((&closed["opened_at"], &closed["ready"]), (&Value::Null, &json!(true)));
    assert_eq!(told(&shop, "/").await["closed"], true);
    let log = owner.get("/api/admin/audit?subject=settings").await.expect(200);
    let actions: Vec<_> =
        log["entries"].as_array().unwrap().iter().map(|each| each["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["close", "open", "update", "update"]);
}

/// Returns a PNG that is not completely transparent.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut picture = RgbaImage::from_pixel(width, height, Rgba([0, 0, 0, 0]));
    for x in 0..width / 2 {
        picture.put_pixel(x, height / 2, Rgba([200, 30, 60, 255]));
    }
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::from(picture).write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// Returns the brand in the form in which the owner sends it, unchanged.
async fn form(owner: &Actor) -> Value {
    let mut brand = owner.get("/api/admin/brand").await.expect(200);
    for name in ["shop_name", "logo_width", "style"] {
        brand.as_object_mut().unwrap().remove(name);
    }
    brand
}

#[tokio::test]
async fn pages_show_the_owners_brand() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let before = form(&owner).await;
    assert_eq!((&before["company"], &before["logo"]), (&json!("K-Link"), &json!("k-smart")));
    let logo = upload(&owner, "brand", png(400, 100)).await.expect(201)["picture"].take();
    let icon = upload(&owner, "brand", png(600, 600)).await.expect(201)["picture"].take();
    let changes = json!({
        "company": "PT Sehat", "goods": "teh", "hero_title": "Teh & kopi <b>", "hero_text": "", "about_heading": "Kami",
        "help_heading": "Bantuan", "promises": " Asli. \n\n  Segel diperiksa.\nAsli.", "logo": logo, "icon": icon, "accent": "#FFD400",
        "instagram": "https://www.instagram.com/sehat",
    });
    let saved = owner.put("/api/admin/brand", with(before.clone(), &changes)).await.expect(200);
    assert_eq!(
        (&saved["accent"], &saved["logo_width"], &saved["version"]),
        (&json!("#ffd400"), &json!(144), &json!(2))
    );
    let told = told(&shop, "/profile").await;
    assert_eq!((&told["company"], &told["hero_title"]), (&json!("PT Sehat"), &json!("Teh & kopi <b>")));
    assert_eq!(
        (&told["hero_text"], &told["about_heading"]),
        (&json!("Produk teh. Setiap pembelian mengumpulkan BV."), &json!("Kami"))
    );
    assert_eq!((&told["logo"], &told["logo_dark"]), (&logo, &logo));
    assert_eq!(
        (&saved["promises"], &told["promises"]),
        (&json!("Asli.\nSegel diperiksa."), &json!(["Asli.", "Segel diperiksa."]))
    );

    let html = shop.guest().get("/").await.expect(200);
    let html = html.as_str().unwrap();
    let style = saved["style"].as_str().unwrap();
    assert!(html.contains(&format!("<style id=\"palette\">{style}</style>")), "{html}");
    assert!(html.contains("K-Smart: belanja produk teh, dan kumpulkan BV dari setiap pembelian."), "{html}");
    let manifest = shop.guest().get("/manifest.webmanifest").await.expect(200);
    assert_ne!(manifest["theme_color"], "#0f7b5c");
    for (place, side) in [(0, 192), (1, 512), (2, 512)] {
        let src = manifest["icons"][place]["src"].as_str().unwrap();
        let file = shop.guest().request(Method::GET, src).send().await.unwrap();
        assert_eq!(file.headers()["content-type"], "image/png", "{src}");
        let picture = image::load_from_memory(&file.bytes().await.unwrap()).unwrap();
        assert_eq!((picture.width(), picture.height()), (side, side), "{src}");
    }
    assert!(
        html.contains(&format!("content=\"{}{}\"", shop.base, manifest["icons"][1]["src"].as_str().unwrap())),
        "{html}"
    );

    // The second of two editors gets a conflict, and the log contains the change.
    let conflict = owner.put("/api/admin/brand", before).await.expect(409);
    assert_eq!((&conflict["code"], &conflict["current"]), (&json!("edit_conflict"), &saved));
    let said = conflict["message"].as_str().unwrap();
    assert!(said.starts_with("Data ini baru saja diubah oleh admin ("), "{said}");
    let log = owner.get("/api/admin/audit?subject=settings").await.expect(200);
    assert_eq!(
        (&log["entries"][0]["key"], &log["entries"][0]["after"]["company"]),
        (&json!("merek"), &json!("PT Sehat"))
    );
    // Each section has its own version number.
    let settings = owner.get("/api/admin/settings").await.expect(200);
    assert_eq!(settings["contact"]["version"], 1);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_invalid_brand_is_refused() {
    let shop = Shop::start_new(&[]).await;
    let owner = shop.admin().await;
    let good = form(&owner).await;
    let small = upload(&owner, "brand", png(500, 500)).await.expect(201)["picture"].take();
    let wide = upload(&owner, "brand", png(512, 400)).await.expect(201)["picture"].take();
    for (field, value) in [
        ("company", json!("x".repeat(61))),
        ("promises", json!("x".repeat(601))),
        ("promises", json!("a\u{7}b")),
        ("hero_title", json!("a\u{7}b")),
        ("about_heading", json!("x".repeat(41))),
        ("accent", json!("merah")),
        ("accent", json!("#fff")),
        ("logo", json!("k-smart")),
        ("logo", json!("brand/none-123.png")),
        ("logo", json!("products/teh.webp")),
        ("logo_dark", json!("brand/none-123.png")),
        ("icon", json!("../secret.png")),
        ("icon", small),
        ("icon", wide),
        ("instagram", json!("http://www.instagram.com/x")),
        ("youtube", json!("javascript:alert(1)")),
    ] {
        let refused = owner.put("/api/admin/brand", with(good.clone(), &json!({field: value}))).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], field, "{value}");
    }
    assert_eq!(form(&owner).await, good, "a refusal changes nothing");
    owner.put("/api/admin/brand", good.clone()).await.expect(200);
    for role in [Role::Fulfilment, Role::Finance, Role::Catalogue] {
        let staff = shop.staff(role).await;
        staff.put("/api/admin/brand", good.clone()).await.refused(403, "forbidden");
        staff.get("/api/admin/brand").await.refused(403, "forbidden");
    }
    let palette = owner.get("/api/admin/brand/palette?accent=%23ffd400").await.expect(200);
    assert_eq!((&palette["light"]["adjusted"], &palette["dark"]["adjusted"]), (&json!(true), &json!(false)));
    assert!(palette["light"]["contrast"].as_f64().unwrap() >= 4.5, "{palette}");
    owner.get("/api/admin/brand/palette?accent=kuning").await.refused(422, "invalid_field");
}

/// Query that counts the traces of orders: in the books, in stock, in points, in data that customers see.
const TRACES: &str = "SELECT (SELECT COUNT(*) FROM orders) + (SELECT COUNT(*) FROM order_lines)
    + (SELECT COUNT(*) FROM order_moves) + (SELECT COUNT(*) FROM payments) + (SELECT COUNT(*) FROM payment_problems)
    + (SELECT COUNT(*) FROM voucher_uses) + (SELECT COUNT(*) FROM reviews) + (SELECT COUNT(*) FROM shipping_histories)
    + (SELECT COUNT(*) FROM order_notes) + (SELECT COUNT(*) FROM order_tags)
    + (SELECT COUNT(*) FROM stock_movements WHERE order_id IS NOT NULL)
    + (SELECT CAST(COALESCE(SUM(sold + rating_sum + rating_count), 0) AS BIGINT) FROM products)
    + (SELECT CAST(COALESCE(SUM(used), 0) AS BIGINT) FROM vouchers)";

/// Query that sums up all data that orders count in: points, totals of periods, pieces sold.
const SUMS: &str = "SELECT (SELECT COUNT(*) FROM bv_entries) + (SELECT COUNT(*) FROM bv_totals)
    + (SELECT COUNT(*) FROM bv_personal_totals)
    + (SELECT CAST(SUM(orders + points + sales_rp) AS BIGINT) FROM bv_periods)
    + (SELECT CAST(SUM(sold) AS BIGINT) FROM products)";

#[tokio::test]
async fn discarded_trial_orders_leave_no_trace() {
    let shop = Shop::start_new(&[]).await;
    let owner = shop.admin().await;
    prepare(&shop, &owner).await;
    let product = shop.product("Teh", 100, 50).await;
    let try_out = async |events: &[OrderEvent]| {
        let products = &[(product, 2)];
        let at_ms = shop.app.clock.now_ms();
        let story = Story { buyer: &owner, products, period: shop.open, plan_id: 1, percent: "0", at_ms, events };
        shop.tell(&story).await.1
    };
    let path = |number: &str| format!("/api/admin/orders/{number}/discard");
    let discard = async |number: &str| owner.post(&path(number), json!({})).await;
    let first_order = async || {
        let setup = owner.get("/api/admin/setup").await.expect(200);
        let step = setup["steps"].as_array().unwrap().iter().find(|step| step["step"] == "first_order").cloned();
        (step.unwrap()["done"].as_bool().unwrap(), setup["trials"].as_array().unwrap().len())
    };
    assert_eq!(first_order().await, (false, 0));

    // A trial order is in no total, in whatever state it is.
    let (waiting, paid) = (try_out(&[]).await, try_out(&[Pay]).await);
    let sent = try_out(&[Pay, Pack, Ship, Complete, Refund]).await;
    let cash = try_out(&[Pack, Ship, Complete]).await;
    assert_eq!(shop.stock(product).await, 42);
    assert_eq!(shop.count(SUMS).await, 0);
    shop.must_be_sound().await;
    assert_eq!(owner.get(&format!("/api/admin/orders/{paid}")).await.expect(200)["trial"], true);
    let listed = owner.get("/api/admin/orders").await.expect(200);
    assert!(listed["orders"].as_array().unwrap().iter().all(|order| order["trial"] == true), "{listed}");
    let review = json!({"product_id": product, "order_id": cash, "rating": 5, "comment": "Enak."});
    owner.post("/api/reviews", review).await.expect(201);
    shop.voucher("COBA", "10", Some(1), None).await;
    shop.change_by(&format!("UPDATE orders SET voucher_id = 1, voucher_code = 'COBA' WHERE number = '{cash}'")).await;
    shop.change("UPDATE vouchers SET used = 1").await;
    shop.change_by(&format!(
        "INSERT INTO voucher_uses (order_id, voucher_id, member_id) SELECT id, 1, member_id FROM orders WHERE number = '{cash}'"
    ))
    .await;

    // Money must be settled first, and only the owner may discard trial orders.
    shop.staff(Role::Fulfilment).await.post(&path(&sent), json!({})).await.refused(403, "forbidden");
    let sentence = discard(&waiting).await.refused(409, "move_refused");
    assert_eq!(sentence, "Pembayarannya masih ditunggu. Batalkan pesanannya lebih dulu, lalu buang.");
    let sentence = discard(&paid).await.refused(409, "move_refused");
    assert_eq!(sentence, "Dananya ada di penyedia pembayaran. Kembalikan lebih dulu, lalu buang.");
    shop.change_by(&format!(
        "INSERT INTO payment_problems (order_id, kind, amount_rp, note, found_ms)
         SELECT id, 'chargeback', 1, '', 1 FROM orders WHERE number = '{sent}'"
    ))
    .await;
    let sentence = discard(&sent).await.refused(409, "move_refused");
    assert_eq!(sentence, "Pesanan ini masih punya masalah pembayaran. Selesaikan lebih dulu, lalu buang.");
    shop.change("UPDATE payment_problems SET solved_ms = 2").await;
    owner.post(&format!("/api/admin/orders/{waiting}/cancel"), json!({"reason": "Coba"})).await.expect(200);
    shop.change_by(&format!("UPDATE orders SET payment_status = 'refunded' WHERE number = '{paid}'")).await;

    for (left, number) in [&waiting, &paid, &sent, &cash].into_iter().enumerate().map(|(gone, n)| (3 - gone, n)) {
        discard(number).await.expect(204);
        assert_eq!(first_order().await, (true, left));
        owner.get(&format!("/api/admin/orders/{number}")).await.refused(404, "not_found");
        discard(number).await.refused(404, "not_found");
    }
    assert_eq!((shop.stock(product).await, shop.count(TRACES).await, shop.count(SUMS).await), (50, 0, 0));
    shop.must_be_sound().await;
    let log = owner.get("/api/admin/audit?subject=order").await.expect(200);
    assert_eq!((&log["entries"][0]["action"], &log["entries"][0]["key"]), (&json!("discard"), &json!(cash)));

    // Orders of an open shop stay in its books, whoever the buyer, and also after it closes again.
    open(&owner).await;
    let number = try_out(&[Pay, Refund]).await;
    for is_open in [true, false] {
        owner.put("/api/admin/setup/open", json!({"open": is_open})).await.expect(200);
        let sentence = discard(&number).await.refused(409, "move_refused");
        assert_eq!(sentence, "Hanya pesanan percobaan, yang dibuat saat toko belum dibuka, dapat dibuang.");
    }
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_closed_shop_sells_only_to_administrators() {
    let shop = Shop::start_new(&[]).await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    prepare(&shop, &owner).await;
    let product = shop.product("Teh", 100, 5).await;
    let request = shop.order(&budi).item(product, 1).body().await;
    let sentence = budi.post("/api/create-transaction", request.clone()).await.refused(409, "shop_closed");
    assert_eq!(sentence, "Toko belum dibuka, jadi pesanan belum dapat dibuat. Silakan kembali lagi nanti.");
    assert_eq!((shop.stock(product).await, shop.count("SELECT COUNT(*) FROM orders").await), (5, 0));
    for tester in [&owner, &shop.staff(Role::Fulfilment).await] {
        let order = shop.order(tester).item(product, 1).placed().await;
        assert_eq!(order["trial"], true);
    }
    open(&owner).await;
    let order = budi.post("/api/create-transaction", request).await.expect(201)["transaction"].take();
    assert_eq!(order["trial"], false);
    shop.must_be_sound().await;
}
