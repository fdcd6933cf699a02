//! Variants with their own price, points, weight, picture, codes and stock.

use futures_util::future::join_all;
use ksmart_identity::roles::Role;
use serde_json::{Value, json};

use crate::{
    catalog::admin_catalog::{category, form},
    catalog::admin_import::{exported, send},
    shop::{Actor, Shop},
};

/// Creates a tea in a box at the product's price, and in a tin with a higher price, more weight and a picture; its
/// stock is counted by variant.
async fn tea(shop: &Shop, keeper: &Actor) -> Value {
    let mut request = form(category(keeper, "Teh").await);
    request["sku"] = json!("TM");
    request["by_variant"] = json!(true);
    request["variants"] = json!([
        {"name": "Kotak", "stock": 3},
        {"name": "Kaleng", "price_rp": 40_000, "bv": 30, "weight_gr": 900, "sku": "tm-k", "barcode": "899",
         "picture": "products/belakang.webp", "stock": 1},
    ]);
    let made = keeper.post("/api/admin/products", request).await.expect(201);
    shop.must_be_sound().await;
    made
}

/// Returns the pieces in stock: of the product, and of its variants.
async fn stocks(keeper: &Actor, id: &Value) -> (i64, Vec<i64>) {
    let product = keeper.get(&format!("/api/admin/products/{id}")).await.expect(200);
    let variants = product["variant_stocks"].as_array().unwrap();
    (product["stock"].as_i64().unwrap(), variants.iter().map(|pieces| pieces.as_i64().unwrap()).collect())
}

/// Returns the request for an order of this variant; its total is that of the shop's quote.
async fn order_of_variant(shop: &Shop, buyer: &Actor, id: &Value, variant: &str, quantity: i64) -> Value {
    let mut request = shop.order(buyer).item(id.as_i64().unwrap(), quantity).body().await;
    request["products"][0]["variant"] = json!(variant);
    if let Some(quote) = buyer.post("/api/create-transaction", request.clone()).await.body.get("quote") {
        request["gross_amount"] = quote["total"].clone();
    }
    request
}

/// Returns the form of a product, without changes.
fn same(product: &Value) -> Value {
    let mut edit = product.clone();
    let stocks = edit["variant_stocks"].take();
    for (variant, pieces) in edit["variants"].as_array_mut().unwrap().iter_mut().zip(stocks.as_array().unwrap()) {
        variant["stock"] = pieces.clone();
    }
    edit
}

#[tokio::test]
async fn a_variant_has_its_own_price_and_stock() {
    let shop = Shop::start().await;
    let (keeper, budi) = (shop.staff(Role::Catalogue).await, shop.member("budi").await);
    let id = tea(&shop, &keeper).await["id"].clone();
    let shown = shop.guest().get(&format!("/api/product/{id}/variants")).await.expect(200);
    let tin = json!({"id": shown[1]["id"], "variant_name": "Kaleng", "harga": 40_000, "stock": 1, "bv": 30,
        "beratPengiriman": 900, "picture": "products/belakang.webp"});
    assert_eq!(shown[1], tin);
    assert_eq!(
        (&shown[0]["harga"], &shown[0]["stock"], &shown[0]["picture"]),
        (&json!(25_000), &json!(3), &json!("products/depan-1.webp"))
    );
    let line = |variant: &str, quantity: i64| json!({"product_id": id, "quantity": quantity, "variant": variant});
    let said = budi.post("/api/cart", line("Kaleng", 2)).await.refused(409, "out_of_stock");
    assert_eq!(said, "Jumlah yang dibeli melebihi stok yang tersedia");
    let kept = budi.post("/api/cart", line("Kaleng", 1)).await.expect(201);
    assert_eq!(
        (&kept["harga"], &kept["stock"], &kept["bv"], &kept["beratPengiriman"], &kept["picture"]),
        (&json!(40_000), &json!(1), &json!(30), &json!(900), &json!("products/belakang.webp"))
    );
    budi.post("/api/cart", line("Kaleng", 1)).await.refused(409, "out_of_stock");
    budi.post("/api/cart", line("Kotak", 3)).await.expect(201);
    let draft = json!({"selected_products": [line("Kaleng", 1)], "checkout_token": null});
    let draft = budi.post("/api/checkout-temp", draft).await.expect(200);
    assert_eq!(
        (&draft["selected_products"][0]["harga"], &draft["selected_products"][0]["stock"]),
        (&json!(40_000), &json!(1))
    );

    let request = order_of_variant(&shop, &budi, &id, "Kaleng", 1).await;
    let order = budi.post("/api/create-transaction", request).await.expect(201)["transaction"].take();
    assert_eq!((&order["subtotal"], &order["total_bv"]), (&json!(40_000), &json!(30)));
    assert_eq!(
        (&order["products"][0]["variant"], &order["products"][0]["picture"]),
        (&json!("Kaleng"), &json!("products/belakang.webp"))
    );
    assert_eq!(stocks(&keeper, &id).await, (3, vec![3, 0]));
    // The variant is packed by its own codes.
    let packer = shop.staff(Role::Fulfilment).await;
    let number = order["order_id"].as_str().unwrap();
    let packed = packer.get(&format!("/api/admin/orders/{number}")).await.expect(200);
    assert_eq!(
        (&packed["lines"][0]["sku"], &packed["lines"][0]["barcode"], &packed["weight_gr"]),
        (&json!("TM-K"), &json!("899"), &json!(900))
    );
    let found = keeper.get("/api/admin/products?search=tm-k").await.expect(200);
    assert_eq!(found["products"][0]["id"], id);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn the_last_piece_of_a_variant_is_sold_once() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let product = tea(&shop, &keeper).await;
    let id = product["id"].clone();
    let buyers = join_all(["budi", "siti", "nur", "dewi"].map(|name| shop.member(name))).await;
    let mut requests = Vec::new();
    for buyer in &buyers {
        let mut request = shop.order(buyer).item(id.as_i64().unwrap(), 1).body().await;
        request["products"][0]["variant"] = json!("Kotak");
        requests.push(request);
    }
    // All buyers order the only tin at once, at the price quoted by the shop.
    for (buyer, request) in buyers.iter().zip(&mut requests) {
        request["products"][0]["variant"] = json!("Kaleng");
        request["gross_amount"] = json!(1);
        let said = buyer.post("/api/create-transaction", request.clone()).await.expect(409);
        request["gross_amount"] = said["quote"]["total"].clone();
    }
    let orders =
        buyers.iter().zip(&requests).map(|(buyer, request)| buyer.post("/api/create-transaction", request.clone()));
    let answers = join_all(orders).await;
    let placed: Vec<usize> = (0..4).filter(|place| answers[*place].status == 201).collect();
    assert_eq!(placed.len(), 1);
    for answer in answers.iter().filter(|answer| answer.status != 201) {
        assert_eq!(answer.body["code"], "out_of_stock");
    }
    assert_eq!(stocks(&keeper, &id).await, (3, vec![3, 0]));

    // The variant has another name by the time its piece comes back.
    let mut edit = same(&product);
    edit["variants"][1]["name"] = json!("Kaleng besar");
    let edited = keeper.put(&format!("/api/admin/products/{id}"), edit).await.expect(200);
    assert_eq!(edited["variants"][1]["id"], product["variants"][1]["id"]);
    let number = answers[placed[0]].body["transaction"]["order_id"].as_str().unwrap().to_owned();
    let cancel = format!("/api/transactions/{number}/cancel");
    buyers[placed[0]].post(&cancel, json!({})).await.expect(200);
    assert_eq!(stocks(&keeper, &id).await, (4, vec![3, 1]));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn stock_by_variant_can_be_turned_on_and_off() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let made = {
        let mut request = form(category(&keeper, "Teh").await);
        request["opening_stock"] = json!(10);
        keeper.post("/api/admin/products", request).await.expect(201)
    };
    let (id, path) = (made["id"].clone(), format!("/api/admin/products/{}", made["id"]));
    let mut edit = same(&made);
    edit["by_variant"] = json!(true);
    let refused = keeper.put(&path, edit.clone()).await.expect(422);
    assert_eq!(refused["message"], "Bagikan stok produk ini, 10 pcs, kepada varian-variannya.");
    edit["variants"][0]["stock"] = json!(6);
    edit["variants"][1]["stock"] = json!(4);
    let counted = keeper.put(&path, edit).await.expect(200);
    assert_eq!(stocks(&keeper, &id).await, (10, vec![6, 4]));
    shop.must_be_sound().await;

    let stock = format!("{path}/stock");
    let first = counted["variants"][0]["id"].clone();
    let refused = keeper.post(&stock, json!({"kind": "received", "quantity": 5})).await.expect(422);
    assert_eq!(refused["message"], "Stok produk ini dihitung per varian. Pilih variannya.");
    let moved = json!({"variant_id": first, "kind": "received", "quantity": 5});
    assert_eq!(keeper.post(&stock, moved).await.expect(200)["variant_stock"], 11);
    let late = json!({"variant_id": first, "kind": "adjusted", "counted": 1, "stock": 6, "reason": "Opname"});
    assert_eq!(keeper.post(&stock, late).await.expect(409)["current"]["variant_stock"], 11);
    let gone = json!({"variant_id": 999, "kind": "received", "quantity": 5});
    keeper.post(&stock, gone).await.expect(422);

    // Deleting a variant removes its pieces, and the movement states the reason.
    let mut edit = same(&keeper.get(&path).await.expect(200));
    edit["variants"].as_array_mut().unwrap().remove(1);
    let fewer = keeper.put(&path, edit).await.expect(200);
    assert_eq!(stocks(&keeper, &id).await, (11, vec![11]));
    let books = keeper.get(&format!("/api/admin/stock-movements?product_id={id}")).await.expect(200);
    assert_eq!(
        (&books["movements"][0]["quantity"], &books["movements"][0]["reason"]),
        (&json!(-4), &json!("Varian Tubruk dihapus"))
    );
    shop.must_be_sound().await;
    let mut edit = same(&fewer);
    edit["by_variant"] = json!(false);
    edit["variants"] = json!([]);
    keeper.put(&path, edit).await.expect(200);
    assert_eq!(stocks(&keeper, &id).await, (11, vec![]));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn pieces_of_a_deleted_variant_are_written_off() {
    let shop = Shop::start().await;
    let (keeper, budi) = (shop.staff(Role::Catalogue).await, shop.member("budi").await);
    let product = tea(&shop, &keeper).await;
    let id = product["id"].clone();
    let request = order_of_variant(&shop, &budi, &id, "Kaleng", 1).await;
    let order = budi.post("/api/create-transaction", request).await.expect(201)["transaction"]["order_id"].take();
    let mut edit = same(&product);
    edit["variants"].as_array_mut().unwrap().remove(1);
    keeper.put(&format!("/api/admin/products/{id}"), edit).await.expect(200);
    let cancel = format!("/api/transactions/{}/cancel", order.as_str().unwrap());
    budi.post(&cancel, json!({})).await.expect(200);
    assert_eq!(stocks(&keeper, &id).await, (3, vec![3]));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn variants_swap_names_but_codes_stay_unique() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let product = tea(&shop, &keeper).await;
    let (id, path) = (product["id"].clone(), format!("/api/admin/products/{}", product["id"]));
    let mut edit = same(&product);
    edit["variants"][0]["name"] = json!("Kaleng");
    edit["variants"][0]["sku"] = json!("TM-K");
    edit["variants"][1]["name"] = json!("Kotak");
    edit["variants"][1]["sku"] = json!("");
    let swapped = keeper.put(&path, edit).await.expect(200);
    assert_eq!(swapped["variants"][0]["id"], product["variants"][0]["id"]);
    assert_eq!(stocks(&keeper, &id).await, (4, vec![3, 1]));
    for (field, value, said) in [
        ("price_rp", json!(0), "Harga varian Kaleng harus 1 sampai 1.000.000.000."),
        ("sku", json!("TM"), "SKU TM dipakai dua kali di produk ini. Kosongkan bila sama dengan produknya."),
        ("picture", json!("products/lain.webp"), "Gambar varian Kaleng harus salah satu gambar galeri."),
        ("id", json!(999), "Varian ini sudah tidak ada. Muat ulang halamannya."),
    ] {
        let mut edit = same(&swapped);
        edit["variants"][0][field] = value;
        assert_eq!(keeper.put(&path, edit).await.expect(422)["message"], said);
    }
    let mut other = form(category(&keeper, "Kopi").await);
    other["name"] = json!("Kopi");
    other["sku"] = json!("tm-k");
    let refused = keeper.post("/api/admin/products", other.clone()).await.expect(422);
    assert_eq!(refused["message"], format!("SKU ini sudah dipakai produk nomor {id}."));
    other["sku"] = json!("");
    other["variants"][0]["barcode"] = json!("899");
    let refused = keeper.post("/api/admin/products", other).await.expect(422);
    assert_eq!(refused["message"], format!("Barcode 899 sudah dipakai produk nomor {id}."));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn variants_survive_export_and_import() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let id = tea(&shop, &keeper).await["id"].clone();
    let file = exported(&keeper).await;
    let query = "dry_run=true&stock=true";
    let seen = send(&keeper, query, file.clone()).await.expect(200);
    assert_eq!((&seen["unchanged"], &seen["mistakes"]), (&json!(1), &json!(0)), "{seen}");

    // The file lists the variants in reverse order, with one more: values that it does not state follow the variant's
    // name.
    let file = format!("id;varian;harga_varian;stok_varian\n{id};Kaleng|Kotak|Peti;|40000|25000;7|2|5\n");
    let seen = send(&keeper, query, file.clone()).await.expect(200);
    let query = format!("dry_run=false&stock=true&digest={}", seen["digest"].as_str().unwrap());
    send(&keeper, &query, file).await.expect(200);
    let product = keeper.get(&format!("/api/admin/products/{id}")).await.expect(200);
    let told: Vec<Value> = product["variants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|variant| json!([variant["name"], variant["price_rp"], variant["sku"]]))
        .collect();
    assert_eq!(told, [json!(["Kaleng", null, "TM-K"]), json!(["Kotak", 40_000, ""]), json!(["Peti", 25_000, ""])]);
    assert_eq!(stocks(&keeper, &id).await, (14, vec![7, 2, 5]));
    let short = format!("id;harga_varian\n{id};1|2\n");
    let refused = send(&keeper, "dry_run=true", short).await.expect(200);
    assert_eq!(
        refused["errors"][0]["message"],
        "Kolom harga_varian harus berisi 3 isian, satu untuk setiap varian, dipisah tanda |."
    );
    let fresh = "nama;kategori;harga;bv;berat_gram;varian;stok_varian\nKopi;Teh;1000;1;100;Bubuk|Biji;3|4\n";
    let seen = send(&keeper, "dry_run=true&stock=true", fresh).await.expect(200);
    let query = format!("dry_run=false&stock=true&digest={}", seen["digest"].as_str().unwrap());
    send(&keeper, &query, fresh).await.expect(200);
    let made = keeper.get("/api/admin/products?search=Kopi").await.expect(200)["products"][0]["id"].clone();
    assert_eq!(stocks(&keeper, &made).await, (7, vec![3, 4]));
    shop.must_be_sound().await;
}
