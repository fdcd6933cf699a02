//! Destinations and their shipping costs.

use serde_json::{Value, json};

use crate::shop::{JAKARTA, Shop};

#[tokio::test]
async fn destinations_are_found_by_words_in_any_order() {
    let shop = Shop::start().await;
    let search = |keyword: &str| {
        let guest = shop.guest();
        let url =
            reqwest::Url::parse_with_params("http://shop/api/search-destination", [("keyword", keyword)]).unwrap();
        let path = format!("/api/search-destination?{}", url.query().unwrap());
        async move { guest.get(&path).await }
    };
    for keyword in [
        "kuningan timur setiabudi",
        "SETIABUDI  kuningan TIMUR",
        "timur 12950 kuningan",
        "jakarta selatan kuningan timur",
    ] {
        let found = search(keyword).await.expect(200);
        assert_eq!(found["success"], true);
        assert_eq!(found["data"][0]["id"], JAKARTA, "{keyword}");
    }
    let first = search("12950 kuningan timur").await.expect(200)["data"][0].take();
    assert_eq!(
        first,
        json!({
            "id": JAKARTA, "label": "Kuningan Timur, Setiabudi, Kota Jakarta Selatan, DKI Jakarta 12950",
            "subdistrict_name": "Kuningan Timur", "district_name": "Setiabudi", "city_name": "Kota Jakarta Selatan",
            "province_name": "DKI Jakarta", "zip_code": "12950",
        })
    );
    assert_eq!(search("tidakadatempatini").await.expect(200)["data"], json!([]));
    assert_eq!(search("  ").await.refused(422, "invalid_field"), "Please enter destination keyword");
    for hostile in ["%", "' OR 1=1 --", "\u{0}", "😀😀", &"a ".repeat(5000), "(((((", "."] {
        assert!(search(hostile).await.expect(200)["data"].is_array(), "{hostile:?}");
    }
}

#[tokio::test]
async fn couriers_are_listed_with_services_and_costs() {
    let shop = Shop::start().await;
    let guest = shop.guest();
    let near = guest.get(&format!("/api/calculate-shipping?shipper_destination_id=17579&receiver_destination_id={JAKARTA}&weight=1.3&item_value=1000&cod=no")).await.expect(200);
    let list = near["shipping_options"].as_array().unwrap();
    let jne = list.iter().find(|option| option["service_name"] == "REG23").unwrap();
    assert_eq!(*jne, json!({"shipping_name": "JNE", "service_name": "REG23", "shipping_cost": 10_000, "etd": "1-2"}));
    let costs: Vec<i64> = list.iter().map(|option| option["shipping_cost"].as_i64().unwrap()).collect();
    assert!(costs.is_sorted() && costs.len() > 5, "{costs:?}");

    let methods = guest
        .get(&format!("/api/shipping-methods?receiver_destination_id={JAKARTA}&weight=1&item_value=1000"))
        .await
        .expect(200);
    let ids: Vec<&Value> = methods["data"].as_array().unwrap().iter().map(|method| &method["id"]).collect();
    assert!(ids.contains(&&json!("JNE")) && ids.contains(&&json!("SICEPAT")));
    for option in list {
        assert!(ids.contains(&&option["shipping_name"]), "{option}");
    }
    for (query, status) in [
        ("receiver_destination_id=0&weight=1", 404),
        ("receiver_destination_id=-5&weight=1", 404),
        ("receiver_destination_id=99999999&weight=1", 404),
        ("shipper_destination_id=1&receiver_destination_id=17579&weight=1", 404),
        ("receiver_destination_id=17579&weight=-1", 422),
        ("receiver_destination_id=17579&weight=99999999999", 422),
        ("receiver_destination_id=17579&weight=abc", 400),
        ("receiver_destination_id=17579", 400),
        ("weight=1", 400),
    ] {
        let answer = guest.get(&format!("/api/calculate-shipping?{query}")).await;
        assert_eq!(answer.status.as_u16(), status, "{query}: {}", answer.body);
    }
}
