//! Products and categories in the office.

use futures_util::future::join_all;
use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

/// Returns a product as a form sends it, with valid fields.
pub fn form(category: i64) -> Value {
    json!({
        "name": "Teh Melati", "category_id": category, "description": "Harum.\r\nHangat.", "composition": "Teh",
        "usage": "Seduh", "storage": "Kering", "price_rp": 25_000, "bv": 12, "weight_gr": 250, "net_ml": 0,
        "min_order": 1, "variants": [{"name": "Celup"}, {"name": " Tubruk "}], "images": ["products/depan-1.webp", "products/belakang.webp"],
        "augmented": ["products/pakai.webp"],
    })
}

/// Returns the audit log's entries about the subject with this key, newest first.
pub async fn audited(owner: &Actor, subject: &str, key: &str) -> Vec<Value> {
    let path = format!("/api/admin/audit?subject={subject}&key={key}");
    owner.get(&path).await.expect(200)["entries"].as_array().unwrap().clone()
}

/// Returns the fields that a refusal names.
pub fn fields(body: &Value) -> Vec<&str> {
    body["fields"].as_array().unwrap().iter().map(|error| error["field"].as_str().unwrap()).collect()
}

pub async fn category(actor: &Actor, name: &str) -> i64 {
    let body = json!({"name": name, "picture": "categories/x.webp"});
    actor.post("/api/admin/categories", body).await.expect(201)["id"].as_i64().unwrap()
}

fn id_of(product: &Value) -> i64 {
    product["id"].as_i64().unwrap()
}

async fn shown(shop: &Shop, id: i64) -> Value {
    shop.guest().get(&format!("/api/product/{id}")).await.expect(200)
}

#[tokio::test]
async fn a_new_product_appears_in_the_shop_at_once() {
    let shop = Shop::start().await;
    let (keeper, owner) = (shop.staff(Role::Catalogue).await, shop.admin().await);
    let teas = category(&keeper, "Teh").await;
    assert_eq!(shop.guest().get("/api/products").await.expect(200), json!([]));
    let mut request = form(teas);
    request["opening_stock"] = json!(40);
    let made = keeper.post("/api/admin/products", request).await.expect(201);
    let id = id_of(&made);
    assert_eq!((&made["version"], &made["stock"], &made["status"]), (&json!(1), &json!(40), &json!("for_sale")));
    assert_eq!(keeper.get(&format!("/api/admin/products/{id}")).await.expect(200), made);

    let listed = shop.guest().get("/api/products").await.expect(200);
    assert_eq!((&listed[0]["name"], &listed[0]["picture"]), (&json!("Teh Melati"), &json!("products/depan-1.webp")));
    let detail = shown(&shop, id).await;
    assert_eq!((&detail["deskripsi"], &detail["stock"]), (&json!("Harum.\nHangat."), &json!(40)));
    let names = |list: &Value, field: &str| list.as_array().unwrap().iter().map(|each| each[field].clone()).collect();
    let variants: Vec<Value> = names(&detail["variants"], "variant_name");
    assert_eq!(variants, ["Celup", "Tubruk"]);
    let augmented: Vec<Value> = names(&detail["augmented"], "picture");
    assert_eq!(augmented, ["products/pakai.webp"]);

    let books = keeper.get(&format!("/api/admin/stock-movements?product_id={id}")).await.expect(200);
    let opening = &books["movements"][0];
    assert_eq!((&opening["kind"], &opening["quantity"]), (&json!("received"), &json!(40)));
    assert_eq!((&opening["reason"], &opening["member_name"]), (&json!("Stok awal"), &json!("catalogue")));
    let log = audited(&owner, "product", &id.to_string()).await;
    assert_eq!((&log[0]["action"], &log[0]["after"]["name"]), (&json!("create"), &json!("Teh Melati")));
    assert_eq!(log[0]["actor_email"], keeper.email);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn each_invalid_product_field_is_refused() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let empty = keeper.post("/api/admin/products", json!({})).await.expect(422);
    assert_eq!(fields(&empty), ["name", "category_id", "price_rp", "bv", "weight_gr", "net_ml", "min_order"]);
    for (field, value, sentence) in [
        ("name", json!(" "), "Nama wajib diisi."),
        ("name", json!("x".repeat(121)), "Nama maksimal 120 karakter."),
        ("name", json!("Teh\0"), "Nama berisi karakter yang tidak dapat disimpan."),
        ("category_id", json!(999), "Kategori ini sudah tidak ada. Pilih kategori lain."),
        ("description", json!("x".repeat(5001)), "Deskripsi maksimal 5.000 karakter."),
        ("usage", json!("a\0b"), "Cara pakai berisi karakter yang tidak dapat disimpan."),
        ("price_rp", json!(0), "Harga harus 1 sampai 1.000.000.000."),
        ("price_rp", json!(1_000_000_001), "Harga harus 1 sampai 1.000.000.000."),
        ("bv", json!(-1), "BV harus 0 sampai 1.000.000."),
        ("weight_gr", json!(i64::MAX), "Berat harus 0 sampai 1.000.000."),
        ("net_ml", json!(i64::MIN), "Isi bersih harus 0 sampai 1.000.000."),
        ("min_order", json!(0), "Pemesanan minimal harus 1 sampai 1.000."),
        ("sku", json!("TEH 1"), "SKU hanya berisi huruf, angka, dan tanda - . _ /, paling banyak 40."),
        ("sku", json!("x".repeat(41)), "SKU hanya berisi huruf, angka, dan tanda - . _ /, paling banyak 40."),
        ("barcode", json!("899é"), "Barcode hanya berisi huruf, angka, dan tanda - . _ /, paling banyak 40."),
        ("shelf", json!("x".repeat(31)), "Rak maksimal 30 karakter."),
        ("variants", json!([{"name": "A"}, {"name": "a"}]), "Varian a ditulis dua kali."),
        ("variants", json!([{"name": ""}]), "Setiap varian harus punya nama."),
        ("variants", json!([{"name": "A|B"}]), "Nama varian tidak boleh berisi tanda |."),
        ("variants", json!([{"name": "x".repeat(61)}]), "Nama varian maksimal 60 karakter."),
        ("variants", (0..31).map(|number| json!({"name": number.to_string()})).collect(), "Varian maksimal 30."),
        ("images", json!(["../etc/passwd"]), "Unggah gambarnya lebih dulu."),
        ("images", json!(["categories/x.webp"]), "Unggah gambarnya lebih dulu."),
        ("augmented", json!(["products/a.webp", "products/a.webp"]), "Gambar yang sama dipilih dua kali."),
        ("images", (0..21).map(|n| json!(format!("products/{n}.webp"))).collect(), "Gambar maksimal 20."),
        ("opening_stock", json!(-1), "Stok awal harus 0 sampai 1.000.000."),
    ] {
        let mut request = form(teas);
        request[field] = value;
        let body = keeper.post("/api/admin/products", request).await.expect(422);
        assert_eq!((fields(&body), body["message"].as_str()), (vec![field], Some(sentence)));
    }
    // Two products cannot have the same name; so the same form sent twice creates one.
    let id = id_of(&keeper.post("/api/admin/products", form(teas)).await.expect(201));
    let mut again = form(teas);
    again["name"] = json!("TEH melati");
    let body = keeper.post("/api/admin/products", again).await.expect(422);
    assert_eq!(body["message"], format!("Nama ini sudah dipakai produk nomor {id}."));
    assert_eq!(shop.count("SELECT COUNT(*) FROM products").await, 1);
    shop.staff(Role::Finance).await.post("/api/admin/products", form(teas)).await.refused(403, "forbidden");
}

#[tokio::test]
async fn an_outdated_product_edit_gets_a_conflict() {
    let shop = Shop::start().await;
    let (keeper, owner) = (shop.staff(Role::Catalogue).await, shop.admin().await);
    let teas = category(&keeper, "Teh").await;
    let made = keeper.post("/api/admin/products", form(teas)).await.expect(201);
    let (id, path) = (id_of(&made), format!("/api/admin/products/{}", id_of(&made)));
    let mut edit = form(teas);
    edit["version"] = json!(1);
    edit["name"] = json!("Teh Mawar");
    edit["variants"] = json!([{"name": "Tubruk"}, {"name": "Kotak"}]);
    edit["images"] = json!(["products/belakang.webp", "products/depan-1.webp"]);
    let changed = keeper.put(&path, edit.clone()).await.expect(200);
    assert_eq!((&changed["version"], &changed["name"]), (&json!(2), &json!("Teh Mawar")));
    let detail = shown(&shop, id).await;
    assert_eq!((&detail["name"], &detail["picture"]), (&json!("Teh Mawar"), &json!("products/belakang.webp")));
    assert_eq!(detail["variants"][1]["variant_name"], "Kotak");
    assert_eq!(detail["images"].as_array().unwrap().len(), 2);

    let mut late = form(teas);
    late["version"] = json!(1);
    late["price_rp"] = json!(1);
    let refused = owner.put(&path, late).await.expect(409);
    assert_eq!((&refused["code"], &refused["current"]), (&json!("edit_conflict"), &changed));
    assert_eq!(shown(&shop, id).await["harga"], 25_000);
    // An edit without changes is not stored as a change.
    edit["version"] = json!(2);
    edit["variants"] = json!([{"name": "Tubruk"}, {"name": "Kotak"}]);
    edit["description"] = json!("Harum.\nHangat.");
    assert_eq!(keeper.put(&path, edit).await.expect(200)["version"], 2);
    let log = audited(&owner, "product", &id.to_string()).await;
    assert_eq!(log.len(), 2);
    assert_eq!((&log[0]["action"], &log[0]["before"]["name"]), (&json!("update"), &json!("Teh Melati")));
    assert_eq!(log[0]["before"].get("price_rp"), None, "what stayed is not in the log");
    keeper.put("/api/admin/products/999", form(teas)).await.refused(422, "invalid_field");
    let mut nowhere = form(teas);
    nowhere["version"] = json!(1);
    let sentence = keeper.put("/api/admin/products/999", nowhere).await.refused(404, "not_found");
    assert_eq!(sentence, "Produk tidak ditemukan!");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn simultaneous_product_edits_succeed_once() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let id = id_of(&keeper.post("/api/admin/products", form(teas)).await.expect(201));
    let path = format!("/api/admin/products/{id}");
    let edits = (0..8).map(|number| {
        let mut edit = form(teas);
        edit["version"] = json!(1);
        edit["price_rp"] = json!(100 + number);
        edit["variants"] = json!([{"name": format!("Varian {number}")}]);
        keeper.put(&path, edit)
    });
    let answers = futures_util::future::join_all(edits).await;
    let done: Vec<_> = answers.into_iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(done.len(), 1);
    let product = keeper.get(&path).await.expect(200);
    assert_eq!((&product["version"], &product), (&json!(2), &done[0].body));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn simultaneous_products_cannot_share_a_name() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let made = (0..8).map(|place| {
        let mut request = form(teas);
        request["name"] = json!(if place % 2 == 0 { "Teh Melati" } else { "TEH MELATI" });
        request["sku"] = json!("");
        request["barcode"] = json!("");
        request["variants"] = json!([]);
        keeper.post("/api/admin/products", request)
    });
    let answers = join_all(made).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        assert!([409, 422].contains(&answer.status.as_u16()), "{}", answer.body);
        let said = answer.body["message"].as_str().unwrap();
        assert!(said.starts_with("Nama"), "{said}");
    }
    // The database itself refuses equal names.
    shop.product("Kopi", 10, 10).await;
    let sql = "UPDATE products SET search_text = (SELECT MIN(search_text) FROM products)";
    let error = sqlx::query(sql).execute(&mut *shop.app.db.write_one().await.unwrap()).await.unwrap_err();
    assert!(ksmart_foundation::db::is_duplicate(&error), "{error}");
}

#[tokio::test]
async fn an_archived_product_leaves_the_shop() {
    let shop = Shop::start().await;
    let (keeper, owner, budi) = (shop.staff(Role::Catalogue).await, shop.admin().await, shop.member("budi").await);
    let id = shop.product("Kopi", 150, 20).await;
    let request = shop.order(&budi).item(id, 2).body().await;
    let order = budi.post("/api/create-transaction", request.clone()).await.expect(201)["transaction"].take();
    budi.post("/api/cart", json!({"product_id": id, "quantity": 3})).await.expect(201);
    budi.post("/api/wishlist", json!({"product_id": id})).await.expect(201);
    shop.change("UPDATE products SET sold = 9, sold_before = 9").await;
    let page = format!("/product/{id}-kopi");
    let guest = shop.guest();
    assert_eq!(guest.get(&page).await.status, 200);

    let archived = keeper.post(&format!("/api/admin/products/{id}/archive"), json!({})).await.expect(200);
    assert_eq!(archived["status"], "archived");
    // Archiving it again changes nothing.
    keeper.post(&format!("/api/admin/products/{id}/archive"), json!({})).await.expect(200);
    assert_eq!(guest.get("/api/products").await.expect(200), json!([]));
    let sentence = guest.get(&format!("/api/product/{id}")).await.refused(404, "not_found");
    assert_eq!(sentence, "Produk tidak ditemukan!");
    for part in ["variants", "images", "augmented"] {
        assert_eq!(guest.get(&format!("/api/product/{id}/{part}")).await.expect(200), json!([]), "{part}");
    }
    assert_eq!(guest.get(&page).await.status, 404);
    let text = |answer: crate::shop::Answer| answer.body.as_str().unwrap().to_owned();
    assert!(!text(guest.get("/sitemap.xml").await).contains(&page));
    assert!(!text(guest.get("/best-seller").await).contains("Kopi"));
    guest.post("/api/chat", json!({"product_id": id, "question": "Apa ini?"})).await.refused(404, "not_found");
    // It stays in the cart with stock 0, and cannot be added, bought or put on a wishlist.
    let cart = budi.get("/api/cart").await.expect(200);
    assert_eq!((&cart[0]["stock"], &cart[0]["quantity"]), (&json!(0), &json!(3)));
    let add = budi.post("/api/cart", json!({"product_id": id, "quantity": 1})).await;
    assert_eq!(add.refused(404, "not_found"), "Produk tidak ditemukan!");
    let mut again = request;
    again["checkout_token"] = json!("abcdefghijklmnopqrstuvwxyz");
    budi.post("/api/create-transaction", again.clone()).await.refused(404, "not_found");
    assert_eq!(budi.get("/api/wishlist").await.expect(200)["data"], json!([]));
    budi.post("/api/wishlist", json!({"product_id": id})).await.refused(404, "not_found");
    let number = order["order_id"].as_str().unwrap();
    let kept = budi.get(&format!("/api/transactions/{number}")).await.expect(200);
    assert!(kept.to_string().contains("Kopi"), "{kept}");
    // The stock of the cancelled order still returns to it.
    budi.post(&format!("/api/transactions/{number}/cancel"), json!({})).await.expect(200);
    assert_eq!(keeper.get(&format!("/api/admin/products/{id}")).await.expect(200)["stock"], 20);

    keeper.post(&format!("/api/admin/products/{id}/restore"), json!({})).await.expect(200);
    assert_eq!(shown(&shop, id).await["stock"], 20);
    assert_eq!(budi.get("/api/cart").await.expect(200)[0]["stock"], 20);
    assert_eq!(budi.get("/api/wishlist").await.expect(200)["data"][0]["product_id"], id);
    budi.post("/api/create-transaction", again).await.expect(201);
    let actions: Vec<Value> =
        audited(&owner, "product", &id.to_string()).await.into_iter().map(|entry| entry["action"].clone()).collect();
    assert_eq!(actions, ["restore", "archive"]);
    shop.change("UPDATE products SET sold = 0, sold_before = 0").await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn only_unused_products_can_be_deleted() {
    let shop = Shop::start().await;
    let (keeper, owner, budi) = (shop.staff(Role::Catalogue).await, shop.admin().await, shop.member("budi").await);
    let teas = category(&keeper, "Teh").await;
    let mut request = form(teas);
    request["opening_stock"] = json!(9);
    let id = id_of(&keeper.post("/api/admin/products", request).await.expect(201));
    let path = format!("/api/admin/products/{id}");
    budi.post("/api/cart", json!({"product_id": id, "quantity": 1, "variant": "Celup"})).await.expect(201);
    budi.post("/api/wishlist", json!({"product_id": id})).await.expect(201);
    let sentence = keeper.delete(&path).await.refused(409, "in_use");
    assert_eq!(sentence, "Produk ini masih disebut di: keranjang, wishlist. Arsipkan saja agar hilang dari toko.");
    shop.change("DELETE FROM cart_lines").await;
    shop.change("DELETE FROM wishlist_items").await;
    let moved = json!({"kind": "received", "quantity": 1});
    keeper.post(&format!("{path}/stock"), moved).await.expect(200);
    assert!(keeper.delete(&path).await.refused(409, "in_use").contains("catatan stok"));
    let other = shop.product("Kopi", 10, 5).await;
    shop.order(&budi).item(other, 1).send().await.expect(201);
    let sentence = keeper.delete(&format!("/api/admin/products/{other}")).await.refused(409, "in_use");
    assert!(sentence.contains("pesanan"), "{sentence}");

    let mut unused = form(teas);
    unused["name"] = json!("Salah Ketik");
    unused["opening_stock"] = json!(3);
    let id = id_of(&keeper.post("/api/admin/products", unused).await.expect(201));
    keeper.delete(&format!("/api/admin/products/{id}")).await.expect(200);
    keeper.delete(&format!("/api/admin/products/{id}")).await.refused(404, "not_found");
    shop.guest().get(&format!("/api/product/{id}")).await.refused(404, "not_found");
    let log = audited(&owner, "product", &id.to_string()).await;
    assert_eq!((&log[0]["action"], &log[0]["before"]["name"]), (&json!("delete"), &json!("Salah Ketik")));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn products_are_found_by_name_and_status() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let mut ids = Vec::new();
    for (name, stock) in [("Teh Énak", 100), ("Kopi 100%", 5), ("Gula", 0), ("Garam", 6), ("Lada", 50)] {
        ids.push(shop.product(name, 10, stock).await);
    }
    keeper.post(&format!("/api/admin/products/{}/archive", ids[4]), json!({})).await.expect(200);
    let found = async |query: &str| -> Vec<i64> {
        let rows = keeper.all(&format!("/api/admin/products?{query}"), "/products", 2).await;
        rows.iter().map(id_of).collect()
    };
    assert_eq!(found("").await, [ids[4], ids[3], ids[2], ids[1], ids[0]]);
    assert_eq!(found("search=%C3%89NAK").await, [ids[0]]);
    assert_eq!(found("search=0%25").await, [ids[1]]);
    assert_eq!(found("search=_").await, [0_i64; 0]);
    assert_eq!(found(&format!("search={}", ids[2])).await, [ids[2]]);
    assert_eq!(found("status=for_sale").await, [ids[3], ids[2], ids[1], ids[0]]);
    assert_eq!(found("status=low").await, [ids[2], ids[1]]);
    assert_eq!(found("status=out").await, [ids[2]]);
    assert_eq!(found("status=archived").await, [ids[4]]);
    shop.set("sales", json!({"low_stock": 6})).await;
    assert_eq!(found("status=low").await, [ids[3], ids[2], ids[1]]);
    // The dashboard shows the same number.
    assert_eq!(keeper.get("/api/admin/today").await.expect(200)["low_stock"], 3);
    let first = keeper.get("/api/admin/products?status=low").await.expect(200);
    assert_eq!((&first["low_stock"], &first["products"][0]["status"]), (&json!(6), &json!("low")));
    let of_tea = shop.count("SELECT category_id FROM products WHERE name = 'Teh Énak'").await;
    assert_eq!(found(&format!("category_id={of_tea}&search=teh&status=for_sale")).await, [ids[0]]);
    assert_eq!(found(&format!("category_id={of_tea}&search=gula")).await, [0_i64; 0]);
    keeper.get("/api/admin/products?status=x").await.refused(400, "malformed_request");
}

#[tokio::test]
async fn product_codes_are_unique() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let coded = |name: &str, sku: &str, barcode: &str| {
        let mut request = form(teas);
        (request["name"], request["sku"], request["barcode"], request["shelf"]) =
            (json!(name), json!(sku), json!(barcode), json!(" A-03 "));
        request
    };
    let first = keeper.post("/api/admin/products", coded("Teh Hijau", "teh-1", "8991234567897")).await.expect(201);
    assert_eq!(
        (&first["sku"], &first["barcode"], &first["shelf"]),
        (&json!("TEH-1"), &json!("8991234567897"), &json!("A-03"))
    );
    // Any number of products may have no codes.
    let second = keeper.post("/api/admin/products", coded("Teh Putih", "", "")).await.expect(201);
    keeper.post("/api/admin/products", coded("Teh Hitam", " ", "")).await.expect(201);
    let id = id_of(&first);
    for (request, field, label) in [
        (coded("Teh Merah", "TEH-1", ""), "sku", "SKU"),
        (coded("Teh Merah", "", "8991234567897"), "barcode", "Barcode"),
    ] {
        let body = keeper.post("/api/admin/products", request.clone()).await.expect(422);
        assert_eq!(fields(&body), [field]);
        assert_eq!(body["message"], format!("{label} ini sudah dipakai produk nomor {id}."));
        let mut change = request;
        change["version"] = second["version"].clone();
        let path = format!("/api/admin/products/{}", id_of(&second));
        assert_eq!(fields(&keeper.put(&path, change).await.expect(422)), [field]);
    }
    let mut own = coded("Teh Hijau", "TEH-1", "8991234567897");
    (own["version"], own["shelf"]) = (first["version"].clone(), json!("B-1"));
    let moved = keeper.put(&format!("/api/admin/products/{id}"), own).await.expect(200);
    assert_eq!((&moved["shelf"], &moved["sku"]), (&json!("B-1"), &json!("TEH-1")), "its own codes are not taken");
    for query in ["search=teh-1", "search=8991234567897"] {
        let found = keeper.get(&format!("/api/admin/products?{query}")).await.expect(200);
        assert_eq!(found["products"].as_array().unwrap().iter().map(id_of).collect::<Vec<_>>(), [id]);
    }
    // Shoppers do not see the warehouse's codes and shelves.
    let seen = shown(&shop, id).await.to_string();
    assert!(!seen.contains("TEH-1") && !seen.contains("8991234567897") && !seen.contains("B-1"), "{seen}");
}

#[tokio::test]
async fn categories_are_created_ordered_and_deleted() {
    let shop = Shop::start().await;
    let (keeper, owner) = (shop.staff(Role::Catalogue).await, shop.admin().await);
    let (teas, salts) = (category(&keeper, "Teh").await, category(&keeper, "Garam").await);
    let wrong = keeper.post("/api/admin/categories", json!({"name": "TEH", "picture": "x"})).await.expect(422);
    assert_eq!(fields(&wrong), ["name", "picture"]);
    assert_eq!(wrong["message"], "Nama ini sudah dipakai kategori lain.");
    let names = async || -> Vec<Value> {
        let list = shop.guest().get("/api/categories").await.expect(200);
        list.as_array().unwrap().iter().map(|each| each["name"].clone()).collect()
    };
    assert_eq!(names().await, ["Teh", "Garam"]);

    let order = |ids: [i64; 2], was: [i64; 2]| json!({"ids": ids, "was": was});
    let path = "/api/admin/categories/order";
    keeper.put(path, order([salts, teas], [teas, salts])).await.expect(200);
    assert_eq!(names().await, ["Garam", "Teh"]);
    let late = keeper.put(path, order([salts, teas], [teas, salts])).await.expect(409);
    assert_eq!((&late["code"], &late["current"]["categories"][0]["id"]), (&json!("edit_conflict"), &json!(salts)));
    let said = late["message"].as_str().unwrap();
    assert!(said.starts_with("Data ini baru saja diubah oleh catalogue ("), "{said}");
    keeper.put(path, order([teas, teas], [salts, teas])).await.refused(422, "invalid_field");

    let path = format!("/api/admin/categories/{teas}");
    let edit = |name: &str, version: i64| json!({"name": name, "picture": "categories/y.webp", "version": version});
    keeper.put(&path, edit("Teh & Kopi", 1)).await.expect(200);
    assert_eq!(names().await, ["Garam", "Teh & Kopi"]);
    let late = owner.put(&path, edit("Minuman", 1)).await.expect(409);
    assert_eq!((&late["code"], &late["current"]["name"]), (&json!("edit_conflict"), &json!("Teh & Kopi")));
    keeper.put(&path, edit("garam", 2)).await.expect(422);

    keeper.post("/api/admin/products", form(teas)).await.expect(201);
    let sentence = keeper.delete(&path).await.refused(409, "in_use");
    assert_eq!(sentence, "Kategori ini masih berisi 1 produk. Pindahkan dulu ke kategori lain.");
    let list = keeper.get("/api/admin/categories").await.expect(200);
    assert_eq!(list["categories"][1]["products"], 1);
    keeper.delete(&format!("/api/admin/categories/{salts}")).await.expect(200);
    keeper.delete(&format!("/api/admin/categories/{salts}")).await.refused(404, "not_found");
    assert_eq!(names().await, ["Teh & Kopi"]);
    let log = audited(&owner, "category", &teas.to_string()).await;
    assert_eq!((&log[0]["before"]["name"], &log[0]["after"]["name"]), (&json!("Teh"), &json!("Teh & Kopi")));
    assert_eq!(audited(&owner, "category", "semua").await[0]["after"]["order"], json!(["Garam", "Teh"]));
    shop.staff(Role::Fulfilment).await.delete(&path).await.refused(403, "forbidden");
    let odd = shop.guest().request(Method::GET, "/api/admin/categories").send().await.unwrap();
    assert_eq!(odd.status(), 401);
}

#[tokio::test]
async fn pictures_are_matched_by_their_file_names() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let mut ids = Vec::new();
    for (name, sku, barcode) in [("Hijau", "TJ-2", "8991234567897"), ("Hitam", "TJ", ""), ("Tanpa kode", "", "")] {
        let mut request = form(teas);
        (request["name"], request["sku"], request["barcode"]) = (json!(name), json!(sku), json!(barcode));
        ids.push(id_of(&keeper.post("/api/admin/products", request).await.expect(201)));
    }
    let matched = async |names: &[&str]| -> Vec<(i64, u64)> {
        let body = json!({"names": names});
        let answer = keeper.post("/api/admin/products/pictures/matches", body).await.expect(200);
        let of = |each: &Value| (each["product"]["id"].as_i64().unwrap_or(0), each["place"].as_u64().unwrap());
        answer["matches"].as_array().unwrap().iter().map(of).collect()
    };
    let (green, black) = (ids[0], ids[1]);
    // A file name that is exactly a product's code is not another product's second picture.
    let names = ["foto/tj-2.jpg", "TJ-2-3.png", "tj.webp", "TJ-1.jpg", "TJ (12).jpg", "8991234567897_2.jpeg"];
    let expected = [(green, 0), (green, 3), (black, 0), (black, 1), (black, 12), (green, 2)];
    assert_eq!(matched(&names).await, expected);
    // A file name without a known code matches no product, especially no product without codes.
    assert_eq!(matched(&[".jpg", "", "XX.jpg", "%.jpg"]).await, [(0, 0), (0, 0), (0, 0), (0, 0)]);
    assert_eq!(matched(&[]).await, []);
    let body = json!({"names": ["TJ.jpg"]});
    let answer = keeper.post("/api/admin/products/pictures/matches", body).await.expect(200);
    let product = json!({"id": black, "name": "Hitam", "sku": "TJ", "pictures": 2});
    assert_eq!(answer["matches"][0]["product"], product);
    let many = json!({"names": vec!["TJ.jpg"; 1001]});
    let refused = keeper.post("/api/admin/products/pictures/matches", many).await.expect(422);
    assert_eq!(refused["message"], "Paling banyak 1.000 gambar sekaligus.");
    let most = vec!["A-1.jpg"; 1000];
    assert_eq!(matched(&most).await.len(), 1000);
}

#[tokio::test]
async fn a_draft_is_hidden_until_it_is_published() {
    let shop = Shop::start().await;
    let (keeper, owner) = (shop.staff(Role::Catalogue).await, shop.admin().await);
    let teas = category(&keeper, "Teh").await;
    let mut request = form(teas);
    (request["draft"], request["opening_stock"]) = (json!(true), json!(5));
    let made = keeper.post("/api/admin/products", request).await.expect(201);
    let id = id_of(&made);
    assert_eq!((&made["status"], &made["stock"]), (&json!("draft"), &json!(5)));
    // No shopper can see or buy it.
    assert_eq!(shop.guest().get("/api/products").await.expect(200), json!([]));
    shop.guest().get(&format!("/api/product/{id}")).await.refused(404, "not_found");
    let budi = shop.member("budi").await;
    budi.post("/api/cart", json!({"product_id": id, "quantity": 1})).await.refused(404, "not_found");
    let listed = async |status: &str| -> Vec<Value> {
        let path = format!("/api/admin/products?status={status}");
        let list = keeper.get(&path).await.expect(200)["products"].take();
        list.as_array().unwrap().iter().map(|each| each["status"].clone()).collect()
    };
    assert_eq!((listed("draft").await, listed("archived").await), (vec![json!("draft")], vec![]));
    // A changed draft stays a draft, whatever the form states; it is published once.
    let mut change = form(teas);
    (change["name"], change["version"], change["draft"]) = (json!("Teh Baru"), made["version"].clone(), json!(false));
    let changed = keeper.put(&format!("/api/admin/products/{id}"), change).await.expect(200);
    assert_eq!(changed["status"], "draft");
    let restore = format!("/api/admin/products/{id}/restore");
    let published = keeper.post(&restore, json!({})).await.expect(200);
    assert_eq!(published["status"], "for_sale");
    keeper.post(&restore, json!({})).await.expect(200);
    assert_eq!(shown(&shop, id).await["stock"], json!(5));
    // When it is archived again, it is not a draft.
    keeper.post(&format!("/api/admin/products/{id}/archive"), json!({})).await.expect(200);
    assert_eq!((listed("draft").await, listed("archived").await), (vec![], vec![json!("archived")]));
    let log = audited(&owner, "product", &id.to_string()).await;
    let actions: Vec<&str> = log.iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["archive", "publish", "update", "create"]);
    assert_eq!(log[3]["after"]["draft"], json!(true));
    crate::office::audit_words::check(&shop).await;
}
