//! Products and categories.

use reqwest::Method;
use serde_json::json;

use crate::shop::Shop;

#[tokio::test]
async fn a_product_in_a_list_has_all_its_fields() {
    let shop = Shop::start().await;
    let id = shop.product_with("Kopi", 150, 7, &["Panas", "Dingin"]).await;
    let list = shop.guest().get("/api/products").await.expect(200);
    assert_eq!(
        list[0],
        json!({
            "id": id, "name": "Kopi", "picture": "products/a.webp", "harga": 15_000, "stock": 7, "bv": 5,
            "beratPengiriman": 500, "beratBersih": 250, "pemesananMin": 1, "deskripsi": "Keterangan",
            "average_rating": 0.0, "terjual": 0, "category_id": list[0]["category_id"], "has_variants": true,
        })
    );
    shop.product("Teh", 150, 7).await;
    let list = shop.guest().get("/api/products").await.expect(200);
    assert_eq!(list[1]["has_variants"], false);
    let detail = shop.guest().get(&format!("/api/product/{id}")).await.expect(200);
    assert_eq!(detail["category_name"], "Kategori Kopi");
    let names = |list: &serde_json::Value, field: &str| -> Vec<String> {
        list.as_array().unwrap().iter().map(|item| item[field].as_str().unwrap().to_owned()).collect()
    };
    for (part, field, expected) in [
        ("variants", "variant_name", vec!["Panas", "Dingin"]),
        ("images", "picture", vec!["products/a.webp", "products/b.webp"]),
        ("augmented", "picture", vec!["products/c.webp"]),
    ] {
        let alone = shop.guest().get(&format!("/api/product/{id}/{part}")).await.expect(200);
        assert_eq!(names(&alone, field), expected);
        assert_eq!(alone, detail[part]);
    }
    assert_eq!(shop.guest().get("/api/categories").await.expect(200)[0]["name"], "Kategori Kopi");
}

#[tokio::test]
async fn an_unknown_product_is_not_found() {
    let shop = Shop::start().await;
    for id in ["1", "-1", "9223372036854775807", "99999999999999999999", "abc", "%F0%9F%98%80"] {
        shop.guest().get(&format!("/api/product/{id}")).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn an_unchanged_product_list_is_not_sent_again() {
    let shop = Shop::start().await;
    let id = shop.product("Kopi", 150, 7).await;
    let guest = shop.guest();
    let first = guest.request(Method::GET, "/api/products").send().await.unwrap();
    let tag = first.headers()["etag"].clone();
    let again = guest.request(Method::GET, "/api/products").header("if-none-match", &tag).send().await.unwrap();
    assert_eq!(again.status(), 304);

    let budi = shop.member("budi").await;
    shop.order(&budi).item(id, 2).send().await.expect(201);
    let changed = guest.request(Method::GET, "/api/products").header("if-none-match", &tag).send().await.unwrap();
    assert_eq!(changed.status(), 200);
    assert_eq!(guest.get("/api/products").await.expect(200)[0]["stock"], 5);

    let packed = guest.request(Method::GET, "/api/products").header("accept-encoding", "gzip").send().await.unwrap();
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    assert_eq!(packed.bytes().await.unwrap()[..2], [0x1f, 0x8b]);
}
