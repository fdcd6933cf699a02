//! Inputs in forms and searches.

use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    accounts::registration::{form, register},
    catalog::admin_catalog,
    catalog::admin_reviews,
    messages::outbox,
    shop::{Actor, Shop},
};

/// Spellings of one phone number, as pasted from contacts, web pages and phones.
const PASTED: [&str; 7] = [
    "\u{202d}+62 812-3456-7890\u{202c}",
    "0812\u{2011}3456\u{2011}7890",
    "0812\u{a0}3456\u{202f}7890",
    "\u{feff}0812 – 3456 — 7890\u{200b}",
    "(0812) 3456/7890",
    "+62 (0) 812.3456.7890",
    "\u{ff10}\u{ff18}\u{ff11}\u{ff12}34567890",
];

pub async fn a_pasted_phone_number_is_taken() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 100).await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    for (number, pasted) in PASTED.iter().enumerate() {
        let email = format!("\u{200b}dewi{number}@example.com\u{a0}");
        let changes = [("no_hp", *pasted), ("email", &email), ("name", "\u{202a}Dewi\u{a0} Lestari\u{202c}")];
        let user = register(&shop, &changes, None).await.expect(201)["user"].take();
        assert_eq!((&user["no_hp"], &user["name"]), (&json!("081234567890"), &json!("Dewi Lestari")), "{pasted:?}");
        assert_eq!(user["email"], format!("dewi{number}@example.com"));

        let placed = shop.order(&budi).item(salt, 1).with("receiver_phone", json!(pasted)).placed().await;
        assert_eq!(placed["receiver_phone"], "081234567890", "{pasted:?}");

        let heirs = json!({"heirs": [{"name": "Ani", "relation": "anak", "phone": pasted}]});
        budi.put("/api/me/heirs", heirs).await.expect(200);
        let found = owner.get(&format!("/api/admin/members?search={}", encoded(pasted))).await.expect(200);
        assert_eq!(found["members"].as_array().unwrap().len(), number + 1, "{pasted:?}");
    }
    register(&shop, &[("no_hp", "0812\u{2011}345x")], None).await.refused(422, "invalid_field");
}

pub async fn an_account_number_in_groups_is_taken() {
    let shop = Shop::start().await;
    for (number, (bank, typed, kept)) in [
        ("BCA", "123-456-7890", "1234567890"),
        ("BCA", " 123 456 7890\u{a0}", "1234567890"),
        ("BRI", "0206-01-001234-50-1", "020601001234501"),
        ("BRI", "0206.01.001234.50.1", "020601001234501"),
        ("Mandiri", "123\u{2011}00\u{2013}1234567\u{200b}-8", "1230012345678"),
    ]
    .into_iter()
    .enumerate()
    {
        let email = format!("dewi{number}@example.com");
        let changes = [("bank", bank), ("rekening_bank", typed), ("email", &email)];
        let user = register(&shop, &changes, None).await.expect(201)["user"].take();
        assert_eq!(user["rekening_bank"], kept, "{typed:?}");
    }
    // The same number with other separators is not another account, which would require the password.
    let budi = shop.member("budi").await;
    let own = [("bank", "BCA"), ("rekening_bank", "1234567890")];
    budi.form(Method::PUT, "/api/update", &form(&own), None).await.expect(200);
    let again = [("bank", "BCA"), ("rekening_bank", "123-456-7890"), ("current_password", "")];
    budi.form(Method::PUT, "/api/update", &form(&again), None).await.expect(200);
    let other = [("bank", "BCA"), ("rekening_bank", "123-456-789"), ("current_password", "")];
    budi.form(Method::PUT, "/api/update", &form(&other), None).await.refused(422, "invalid_field");
}

pub async fn a_place_is_found_as_it_is_written() {
    let shop = Shop::start().await;
    for (keyword, expected) in [
        ("Kab. Bandung", "Kabupaten Bandung"),
        ("Kec. Setiabudi", "Setiabudi, Kota Jakarta Selatan"),
        ("Jaksel", "Kota Jakarta Selatan"),
        ("Kel. Kuningan Timur, Kec. Setiabudi", "Kuningan Timur, Setiabudi, Kota Jakarta Selatan"),
        ("Kota Adm. Jakarta\u{a0}Selatan", "Kota Jakarta Selatan"),
        ("Jogja", "Yogyakarta"),
        ("Prov. Jatim", "Jawa Timur"),
        ("DIY", "DI Yogyakarta"),
    ] {
        let path = format!("/api/search-destination?keyword={}", encoded(keyword));
        let found = shop.guest().get(&path).await.expect(200)["data"].take();
        assert!(found[0]["label"].as_str().is_some_and(|label| label.contains(expected)), "{keyword}: {found}");
    }
}

pub async fn a_name_is_found_however_it_is_typed() {
    let shop = Shop::start().await;
    let (keeper, owner) = (shop.staff(Role::Catalogue).await, shop.admin().await);
    let teas = admin_catalog::category(&keeper, "Teh").await;
    let product = shop.product("Crème Nur’s Tea", 10, 20).await;
    let mut request = admin_catalog::form(teas);
    // The same name with other letters or accents is a duplicate.
    for name in ["Crème Nur's Tea", "CREME NUR‘S TEA", "Cre\u{300}me Nur’s\u{a0}Tea"] {
        request["name"] = json!(name);
        keeper.post("/api/admin/products", request.clone()).await.expect(422);
    }
    keeper
        .post("/api/admin/categories", json!({"name": "teh\u{200b}", "picture": "categories/y.webp"}))
        .await
        .expect(422);

    let (maruf, budi) = (shop.member("maruf").await, shop.member("budi").await);
    let changes = form(&[("name", "Ma’ruf Émile")]);
    maruf.form(Method::PUT, "/api/update", &changes, None).await.expect(200);
    shop.order(&budi).item(product, 1).with("receiver_name", json!("Ma’ruf Émile")).send().await.expect(201);
    let asked = json!({"product_id": product, "question": "Berapa lama tahan?"});
    maruf.post("/api/questions", asked).await.expect(201);
    let salt = shop.product("Garam", 10, 20).await;
    admin_reviews::say(&shop, &maruf, salt, 5, None).await;
    outbox::tell_order(&shop, &maruf, "KS-1").await;
    // The same actions by another member.
    let asked = json!({"product_id": salt, "question": "Halal?"});
    budi.post("/api/questions", asked).await.expect(201);
    admin_reviews::say(&shop, &budi, salt, 4, None).await;
    outbox::tell_order(&shop, &budi, "KS-2").await;
    outbox::send(&shop).await;
    let count = async |by: &Actor, path: &str, list: &str, typed: &str| {
        let found: Value = by.get(&format!("{path}?search={}", encoded(typed))).await.expect(200);
        found[list].as_array().unwrap().len()
    };
    for typed in ["Ma’ruf", "ma'ruf", "Ma‘ruf", "MA\u{2bc}RUF", "maruf", "ma’ruf emile", "Ma'ruf\u{a0} E\u{301}mile"]
    {
        for (path, list) in [
            ("/api/admin/members", "members"),
            ("/api/admin/reviews", "reviews"),
            ("/api/admin/questions", "questions"),
        ] {
            assert_eq!(count(&owner, path, list, typed).await, 1, "{path} {typed}");
        }
        assert_eq!(count(&owner, "/api/admin/orders", "orders", typed).await, 2, "{typed}");
        assert!(count(&owner, "/api/admin/messages", "messages", typed).await > 0, "{typed}");
    }
    for typed in ["Nur’s", "nur's", "NUR‘S", "creme nur’s tea"] {
        assert_eq!(count(&keeper, "/api/admin/products", "products", typed).await, 1, "{typed}");
        assert_eq!(count(&keeper, "/api/admin/questions", "questions", typed).await, 1, "{typed}");
        assert_eq!(count(&owner, "/api/admin/orders", "orders", typed).await, 1, "{typed}");
    }
    for (path, list) in [
        ("/api/admin/members", "members"),
        ("/api/admin/reviews", "reviews"),
        ("/api/admin/questions", "questions"),
        ("/api/admin/messages", "messages"),
    ] {
        assert_eq!(count(&owner, path, list, "ma’ruff").await, 0, "{path}");
        // Messages contain a product name with an apostrophe.
        let signs = count(&owner, path, list, "’").await;
        assert!(signs == 0 || list == "messages", "{path}: {signs}");
    }
    shop.must_be_sound().await;
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
