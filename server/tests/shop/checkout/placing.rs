//! Checkout from a selection to an order, and everything that can go wrong.

use futures_util::future::join_all;
use ksmart_foundation::{ids::PeriodId, time::DAY_MS};
use serde_json::{Value, json};

use crate::{
    payments::money::Scene,
    shop::{Actor, Shop},
};

const TABLES: &str = "SELECT (SELECT COUNT(*) FROM orders) + (SELECT COUNT(*) FROM order_lines)
    + (SELECT COUNT(*) FROM order_moves) + (SELECT COUNT(*) FROM voucher_uses) + (SELECT COUNT(*) FROM bv_entries)";

fn with(mut request: Value, field: &str, value: Value) -> Value {
    request[field] = value;
    request
}

#[tokio::test]
async fn a_cod_order_takes_stock_and_its_cart_lines() {
    let shop = Shop::start().await;
    let (tea, salt) = (shop.product("Teh", 250, 10).await, shop.product("Garam", 10, 10).await);
    let budi = shop.member("budi").await;
    budi.post("/api/cart", json!({"product_id": tea, "quantity": 2})).await.expect(201);
    budi.post("/api/cart", json!({"product_id": salt, "quantity": 1})).await.expect(201);
    let mut request = shop.order(&budi).item(tea, 2).body().await;
    let lines = budi.get("/api/cart").await.expect(200);
    let chosen = lines.as_array().unwrap().iter().find(|line| line["product_id"] == tea).unwrap();
    request["products"][0]["id"] = chosen["id"].clone();
    let draft = json!({"selected_products": request["products"], "checkout_token": request["checkout_token"]});
    budi.post("/api/checkout-temp", draft).await.expect(200);

    let order = budi.post("/api/create-transaction", request.clone()).await.expect(201)["transaction"].take();
    assert_eq!(order["subtotal"], 50_000);
    assert_eq!(order["gross_amount"], request["gross_amount"]);
    assert_eq!((&order["status"], &order["shipment_status"]), (&json!("pending"), &json!("menunggu")));
    assert_eq!((&order["total_bv"], &order["bv_period_name"]), (&json!(10), &json!("Kini")));
    assert_eq!((&order["redirect_url"], &order["expires_at"]), (&Value::Null, &Value::Null));
    assert_eq!(order["products"][0]["name"], "Teh");
    assert_eq!(order["moves"][0]["what"], "placed");
    assert_eq!(order["actions"], json!(["cancel"]));

    assert_eq!(shop.stock(tea).await, 8);
    let cart = budi.get("/api/cart").await.expect(200);
    assert_eq!(cart.as_array().unwrap().len(), 1);
    assert_eq!(cart[0]["product_id"], salt);
    let token = request["checkout_token"].as_str().unwrap();
    budi.get(&format!("/api/checkout-temp/{token}")).await.refused(404, "not_found");
    let number = order["order_id"].as_str().unwrap();
    assert_eq!(budi.get(&format!("/api/transactions/{number}")).await.expect(200)["data"], order);
    assert_eq!(budi.get(&format!("/api/transactions/user/{}", budi.id)).await.expect(200)["data"], json!([order]));
    assert_eq!(shop.count("SELECT COUNT(*) FROM bv_entries").await, 0, "volume is earned when the cash is there");
}

#[tokio::test]
async fn buying_directly_keeps_the_cart() {
    let shop = Shop::start().await;
    let (paste, salt) = (shop.product("Pasta Gigi", 250, 10).await, shop.product("Garam", 10, 10).await);
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let cart = async |of: &Actor| {
        let lines = of.get("/api/cart").await.expect(200);
        let line = |line: &Value| (line["product_id"].as_i64().unwrap(), line["quantity"].as_i64().unwrap());
        lines.as_array().unwrap().iter().map(line).collect::<Vec<_>>()
    };
    for member in [&budi, &siti] {
        member.post("/api/cart", json!({"product_id": paste, "quantity": 3})).await.expect(201);
    }
    let key = async |of: &Actor| of.get("/api/cart").await.expect(200)[0]["id"].take();
    // An order without a cart line, with another member's line, or with the line of another product changes no cart.
    for (product, line) in [(paste, Value::Null), (paste, key(&siti).await), (salt, key(&budi).await)] {
        let mut request = shop.order(&budi).item(product, 1).body().await;
        request["products"][0]["id"] = line;
        budi.post("/api/create-transaction", request).await.expect(201);
    }
    assert_eq!((cart(&budi).await, cart(&siti).await), (vec![(paste, 3)], vec![(paste, 3)]));
    // An order removes only its own pieces from the cart: the rest stays, and is bought with the next order.
    for (pieces, left) in [(2, vec![(paste, 1)]), (1, vec![])] {
        let mut request = shop.order(&budi).item(paste, pieces).body().await;
        request["products"][0]["id"] = key(&budi).await;
        budi.post("/api/create-transaction", request).await.expect(201);
        assert_eq!((cart(&budi).await, cart(&siti).await), (left, vec![(paste, 3)]));
    }
}

#[tokio::test]
async fn a_repeated_checkout_token_returns_one_order() {
    let shop = Shop::start().await;
    let tea = shop.product("Teh", 250, 100).await;
    let budi = shop.member("budi").await;
    let request = shop.order(&budi).item(tea, 1).body().await;
    let answers = join_all((0..10).map(|_| budi.post("/api/create-transaction", request.clone()))).await;
    let numbers: Vec<Value> = answers
        .into_iter()
        .map(|mut answer| {
            assert!(answer.status.is_success(), "{}", answer.body);
            answer.body["transaction"]["order_id"].take()
        })
        .collect();
    assert!(numbers.iter().all(|number| *number == numbers[0]));
    assert_eq!(shop.stock(tea).await, 99);
    // A retry returns the order unchanged, even if it is typed differently or the price has changed.
    let phone = format!("+62 {}", &request["receiver_phone"].as_str().unwrap()[1..]);
    let retyped = with(with(request.clone(), "receiver_phone", json!(phone)), "gross_amount", json!(1));
    let again = budi.post("/api/create-transaction", retyped).await.expect(200);
    assert_eq!(again["transaction"]["order_id"], numbers[0]);
    // The same token of another member is a different order.
    let siti = shop.member("siti").await;
    let theirs = shop.order(&siti).item(tea, 1).with("checkout_token", request["checkout_token"].clone()).body().await;
    let order = siti.post("/api/create-transaction", theirs).await.expect(201);
    assert_ne!(order["transaction"]["order_id"], numbers[0]);
}

#[tokio::test]
async fn a_reused_token_with_changes_is_refused() {
    let Scene { midtrans, shop, salt, budi, .. } = Scene::start().await;
    let tea = shop.product("Teh", 250, 100).await;
    let request = shop.order(&budi).item(tea, 1).online().body().await;
    let number =
        budi.post("/api/create-transaction", request.clone()).await.expect(201)["transaction"]["order_id"].take();
    let asked = midtrans.calls().len();
    for (field, value) in [
        ("payment_method", json!("cod")),
        ("products", json!([{"id": null, "product_id": tea, "variant": null, "quantity": 2}])),
        ("products", json!([{"id": null, "product_id": salt, "variant": null, "quantity": 1}])),
        ("receiver_name", json!("Ani Lestari")),
        ("receiver_phone", json!("081200000009")),
        ("receiver_email", json!("ani@ksmart.test")),
        ("receiver_address", json!("Jl. Kenanga 2")),
        ("receiver_destination_id", json!(1)),
        ("shipping_method", json!("JNE - YES23")),
        ("voucher_code", json!("HEMAT")),
        ("id_plan", json!(2)),
    ] {
        let answer = budi.post("/api/create-transaction", with(request.clone(), field, value.clone())).await;
        assert_eq!(answer.body["order_id"], number, "{field} {value}");
        let message = answer.refused(409, "already_ordered");
        assert!(message.contains(number.as_str().unwrap()), "{message}");
    }
    assert_eq!(midtrans.calls().len(), asked, "the provider has nothing to do with another order");
    assert_eq!(shop.count("SELECT COUNT(*) FROM orders").await, 1);
}

#[tokio::test]
async fn two_hundred_buyers_never_oversell_stock() {
    // All requests come from one IP address, so rate limits are off.
    let shop = Shop::start_with(&["--rate-limits=off"]).await;
    let tea = shop.product("Teh", 250, 20).await;
    let mut requests = Vec::new();
    for number in 0..200 {
        let buyer = shop.member(&format!("pembeli{number}")).await;
        let request = shop.order(&buyer).item(tea, 1).body().await;
        requests.push((buyer, request));
    }
    // Buyers who get a busy error retry with the same order.
    let place = async |(buyer, request): &(Actor, Value)| loop {
        let answer = buyer.post("/api/create-transaction", request.clone()).await;
        if answer.status != 503 {
            return answer;
        }
        assert_eq!(answer.body["code"], "busy");
    };
    let answers = join_all(requests.iter().map(place)).await;
    let placed = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(placed, 20);
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        assert_eq!(answer.refused(409, "out_of_stock"), "Stok tidak mencukupi!");
    }
    assert_eq!(shop.stock(tea).await, 0);
    assert_eq!(shop.count("SELECT COUNT(*) FROM orders").await, 20);
    assert_eq!(shop.count("SELECT CAST(SUM(quantity) AS BIGINT) FROM order_lines").await, 20);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_invalid_order_leaves_nothing() {
    let shop = Shop::start().await;
    let tea = shop.product_with("Teh", 250, 10, &["Melati"]).await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let siti = shop.member("siti").await;
    shop.voucher("LEWAT", "10", Some(0), None).await;
    let request = shop.order(&budi).item(salt, 2).body().await;
    let before = shop.count(TABLES).await;
    let line = |product: i64, variant: Value, quantity: Value| json!([{"product_id": product, "variant": variant, "quantity": quantity}]);
    let huge = json!(1_000_000_000_000_000_000_i64);
    for (field, value, status, code, sentence) in [
        ("userId", json!(siti.id), 403, "forbidden", ""),
        ("gross_amount", json!(1), 409, "amount_mismatch", ""),
        ("gross_amount", json!(-5), 409, "amount_mismatch", ""),
        ("gross_amount", json!("free"), 422, "invalid_field", ""),
        ("products", json!([]), 422, "invalid_field", "Pilih minimal satu produk untuk checkout."),
        ("products", line(salt, Value::Null, json!(0)), 422, "invalid_field", "Jumlah minimal 1."),
        ("products", line(salt, Value::Null, json!(-1)), 422, "invalid_field", "Jumlah minimal 1."),
        ("products", line(salt, Value::Null, huge.clone()), 409, "out_of_stock", "Stok tidak mencukupi!"),
        ("products", line(salt, Value::Null, json!(11)), 409, "out_of_stock", "Stok tidak mencukupi!"),
        ("products", line(999, Value::Null, json!(1)), 404, "not_found", "Produk tidak ditemukan!"),
        (
            "products",
            line(tea, Value::Null, json!(1)),
            422,
            "invalid_field",
            "Silakan pilih varian produk terlebih dahulu.",
        ),
        ("products", line(tea, json!("Kopi"), json!(1)), 422, "invalid_field", "Varian produk tidak ditemukan."),
        ("id_plan", Value::Null, 422, "invalid_field", "Pilih Plan untuk BV terlebih dahulu"),
        ("id_plan", json!(9), 404, "not_found", "Plan tidak ditemukan."),
        ("bv_period_id", json!(999), 404, "not_found", "Periode BV tidak ditemukan."),
        ("bv_period_id", json!(shop.closed.0), 409, "period_closed", ""),
        ("voucher_code", json!("TIDAKADA"), 404, "not_found", "Voucher tidak ditemukan."),
        ("voucher_code", json!("lewat"), 409, "voucher_invalid", "Kuota voucher sudah habis."),
        ("receiver_destination_id", json!(0), 404, "not_found", "Tujuan pengiriman tidak ditemukan."),
        ("receiver_destination_id", json!(83_763), 404, "not_found", "Tujuan pengiriman tidak ditemukan."),
        ("shipping_method", Value::Null, 422, "invalid_field", "Pilih metode pengiriman terlebih dahulu"),
        ("shipping_method", json!("JNE - GRATIS"), 422, "invalid_field", "Pilih metode pengiriman terlebih dahulu"),
        ("payment_method", json!("pinjam"), 422, "invalid_field", ""),
        ("checkout_token", json!("pendek"), 422, "invalid_field", "Token checkout tidak benar."),
        ("checkout_token", json!("'; DROP TABLE orders; --"), 422, "invalid_field", "Token checkout tidak benar."),
        ("receiver_name", json!(""), 422, "invalid_field", "Nama penerima wajib diisi."),
        ("receiver_phone", json!("123"), 422, "invalid_field", "Nomor HP tidak benar, contoh 081234567890."),
        ("receiver_address", json!("a".repeat(501)), 422, "invalid_field", "Alamat penerima maksimal 500 karakter."),
    ] {
        let answer = budi.post("/api/create-transaction", with(request.clone(), field, value.clone())).await;
        let said = answer.refused(status, code);
        assert!(sentence.is_empty() || said == sentence, "{field} = {value}: {said}");
    }
    shop.guest().post("/api/create-transaction", request.clone()).await.refused(401, "unauthorized");
    assert_eq!(shop.count(TABLES).await, before);
    assert_eq!(shop.stock(salt).await, 10);
    budi.post("/api/create-transaction", request).await.expect(201);
}

#[tokio::test]
async fn a_wrong_amount_returns_the_right_quote() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let request = shop.order(&budi).item(salt, 3).body().await;
    let right = request["gross_amount"].clone();
    let answer =
        budi.post("/api/create-transaction", with(request.clone(), "gross_amount", json!(1000))).await.expect(409);
    assert_eq!(answer["quote"]["total"], right);
    assert_eq!(answer["quote"]["subtotal"], 3000);
    // The shipping cost sent by the client changes nothing.
    let cheeky = with(request, "shipping_cost", json!(0));
    assert_eq!(budi.post("/api/create-transaction", cheeky).await.expect(201)["transaction"]["gross_amount"], right);
}

#[tokio::test]
async fn a_voucher_gives_a_discount_within_its_quota() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 11, 100).await;
    shop.voucher("HEMAT", "12.5", Some(3), Some(1)).await;
    let check = shop.guest().get("/api/vouchers/hemat").await.expect(200);
    assert_eq!(
        check,
        json!({"code": "HEMAT", "valid": true, "discount": 12.5, "message": "Voucher berhasil digunakan! Diskon 12,5%"})
    );

    let mut requests = Vec::new();
    for number in 0..6 {
        let buyer = shop.member(&format!("pembeli{number}")).await;
        // 12.5% of 1100 is 137.5; the discounted subtotal 962.5 becomes 963.
        let request = shop.order(&buyer).item(salt, 1).voucher(" hemat ", 137).body().await;
        requests.push((buyer, request));
    }
    let answers =
        join_all(requests.iter().map(|(buyer, request)| buyer.post("/api/create-transaction", request.clone()))).await;
    let placed: Vec<&Value> =
        answers.iter().filter(|answer| answer.status == 201).map(|answer| &answer.body["transaction"]).collect();
    assert_eq!(placed.len(), 3);
    assert_eq!((&placed[0]["discount"], &placed[0]["discount_amount"]), (&json!(12.5), &json!(137)));
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!((answer.status.as_u16(), &answer.body["code"]), (409, &json!("voucher_invalid")));
    }
    assert_eq!(shop.count("SELECT used FROM vouchers").await, 3);
    assert_eq!(shop.stock(salt).await, 97);

    // A cancelled order releases its voucher use, and the same member may use it again.
    let (buyer, number) = requests
        .iter()
        .zip(&answers)
        .find_map(|((buyer, _), answer)| {
            (answer.status == 201).then(|| (buyer, answer.body["transaction"]["order_id"].as_str().unwrap()))
        })
        .unwrap();
    assert_eq!(buyer.get("/api/vouchers/HEMAT").await.expect(200)["valid"], false);
    buyer.post(&format!("/api/transactions/{number}/cancel"), json!({"reason": "salah pilih"})).await.expect(200);
    assert_eq!(shop.count("SELECT used FROM vouchers").await, 2);
    assert_eq!(shop.stock(salt).await, 98);
    assert_eq!(buyer.get("/api/vouchers/HEMAT").await.expect(200)["valid"], true);
}

#[tokio::test]
async fn one_member_cannot_use_a_voucher_twice_at_once() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 100).await;
    shop.voucher("SEKALI", "10", None, Some(1)).await;
    let budi = shop.member("budi").await;
    let mut requests = Vec::new();
    for _ in 0..8 {
        requests.push(shop.order(&budi).item(salt, 1).voucher("SEKALI", 100).body().await);
    }
    let answers = join_all(requests.into_iter().map(|request| budi.post("/api/create-transaction", request))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1);
    assert_eq!(shop.count("SELECT used FROM vouchers").await, 1);
    assert_eq!(shop.count("SELECT COUNT(*) FROM voucher_uses").await, 1);
    assert_eq!(shop.stock(salt).await, 99);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_calculated_period_takes_no_orders() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 10).await;
    let budi = shop.member("budi").await;
    let request = shop.order(&budi).item(salt, 1).body().await;
    let later_ms = shop.app.clock.now_ms() + 31 * DAY_MS;
    let mut conn = shop.app.db.write_one().await.unwrap();
    assert!(ksmart_members::volume::take_for_calculation(&mut conn, shop.open, later_ms).await.unwrap());
    drop(conn);
    budi.post("/api/create-transaction", request).await.refused(409, "period_closed");
    assert_eq!(shop.stock(salt).await, 10);
    let PeriodId(open) = shop.open;
    assert!(open > 0 && shop.guest().get("/api/active-bv-periods").await.expect(200)["data"] == json!([]));
}

#[tokio::test]
async fn lines_of_the_same_product_are_merged() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 3).await;
    let budi = shop.member("budi").await;
    let request = shop.order(&budi).item(salt, 3).body().await;
    let line = json!({"product_id": salt, "quantity": 2});
    let twice = with(request.clone(), "products", json!([line, line]));
    assert_eq!(budi.post("/api/create-transaction", twice).await.refused(409, "out_of_stock"), "Stok tidak mencukupi!");
    let split = with(request, "products", json!([line, {"product_id": salt, "quantity": 1}]));
    let order = budi.post("/api/create-transaction", split).await.expect(201);
    assert_eq!(order["transaction"]["products"].as_array().unwrap().len(), 1);
    assert_eq!(order["transaction"]["products"][0]["quantity"], 3);
}

#[tokio::test]
async fn a_temporary_checkout_has_current_prices() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 3).await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let selection = json!([{"id": 7, "product_id": salt, "variant": null, "quantity": 2, "harga": 1}, {"product_id": 999, "quantity": 1}]);
    let kept = budi.post("/api/checkout-temp", json!({"selected_products": selection})).await.expect(200);
    let token = kept["checkout_token"].as_str().unwrap().to_owned();
    let path = format!("/api/checkout-temp/{token}");
    let back = budi.get(&path).await.expect(200);
    assert_eq!(back, kept);
    let category = shop.count("SELECT category_id FROM products").await;
    assert_eq!(
        back["selected_products"],
        json!([{"id": 7, "product_id": salt, "variant": null, "quantity": 2, "name": "Garam", "picture": "products/a.webp",
            "harga": 1000, "stock": 3, "bv": 5, "beratPengiriman": 500, "pemesananMin": 1,
            "category_id": category}])
    );
    // A draft belongs to its member, and can be replaced and removed.
    siti.get(&path).await.refused(404, "not_found");
    siti.post("/api/checkout-temp", json!({"selected_products": [], "checkout_token": token}))
        .await
        .refused(404, "not_found");
    siti.delete(&path).await.expect(200);
    assert_eq!(budi.get(&path).await.expect(200), kept);
    let replaced = json!({"selected_products": [{"product_id": salt, "quantity": 1}], "checkout_token": token});
    budi.post("/api/checkout-temp", replaced).await.expect(200);
    assert_eq!(budi.get(&path).await.expect(200)["selected_products"][0]["quantity"], 1);
    budi.delete(&path).await.expect(200);
    budi.get(&path).await.refused(404, "not_found");
    for bad in [
        json!([{"product_id": salt, "quantity": 0}]),
        json!("x"),
        json!(vec![json!({"product_id": salt, "quantity": 1}); 101]),
    ] {
        budi.post("/api/checkout-temp", json!({"selected_products": bad})).await.refused(422, "invalid_field");
    }
}

#[tokio::test]
async fn old_temporary_checkouts_are_dropped() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    budi.post("/api/checkout-temp", json!({"selected_products": []})).await.expect(200);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM checkout_drafts").await, 1);
    shop.app.clock.advance(31 * DAY_MS);
    ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM checkout_drafts").await, 0);
}
