//! Two months of a shop that begins with an empty database: the users' actions, and the passing of time.

use ksmart_foundation::time::DAY_MS;
use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    accounts::registration as accounts,
    bonuses::payouts::proof,
    bonuses::plan_drafts::{DRAFTS, template},
    catalog::admin_catalog::{category, form},
    shop::{Actor, JAKARTA, PASSWORD, Shop, database_url},
};

/// Returns a user with a new session.
async fn log_in(shop: &Shop, email: &str, password: &str) -> Actor {
    let session = shop.guest().post("/api/login", json!({"email": email, "password": password})).await.expect(200);
    let mut who = shop.guest().with_token(session["token"].as_str());
    who.id = session["user"]["id"].as_i64().unwrap();
    email.clone_into(&mut who.email);
    who
}

/// Returns the only period that takes orders now.
async fn open_period(shop: &Shop) -> Value {
    let open = shop.guest().get("/api/active-bv-periods").await.expect(200)["data"].take();
    assert_eq!(open.as_array().unwrap().len(), 1, "{open}");
    open[0].clone()
}

/// Sets up the shop, which has no settings yet, and opens it; returns its product.
async fn set_up(owner: &Actor) -> i64 {
    let steps = async || {
        let setup = owner.get("/api/admin/setup").await.expect(200);
        let left =
            setup["steps"].as_array().unwrap().iter().filter(|step| step["required"] == true && step["done"] == false);
        left.count()
    };
    assert!(steps().await > 4);
    owner.put("/api/admin/setup/open", json!({"open": true})).await.refused(422, "invalid_field");
    let contact = json!({"name": "Toko Sehat", "address": "Jl. Melati 1, Jakarta", "phone": "021-123456"});
    owner.edit_settings("contact", contact).await.expect(200);
    owner.edit_settings("origin", json!({"id": JAKARTA})).await.expect(200);
    owner.edit_settings("privacy", json!({"downline_contacts": "masked"})).await.expect(200);
    let mut product = form(category(owner, "Teh").await);
    for (name, value) in
        [("price_rp", json!(1_000_000)), ("bv", json!(60)), ("variants", json!([])), ("opening_stock", json!(40))]
    {
        product[name] = value;
    }
    let product = owner.post("/api/admin/products", product).await.expect(201)["id"].as_i64().unwrap();
    let monthly = json!({"unit": "month", "length": 1, "starts_day": 1, "name_pattern": "BV {bulan} {tahun}"});
    owner.put("/api/admin/periods/recurrence", json!({"rule": monthly, "version": 0})).await.expect(200);
    let draft = owner.post(DRAFTS, json!({"plan": template(owner, "plan_a_b").await})).await.expect(201);
    let publication =
        json!({"version": draft["version"], "after_id": 0, "from_period": null, "acknowledges_worst_case": true});
    let published = owner.post(&format!("{DRAFTS}/{}/publish", draft["id"]), publication).await.expect(200);
    assert_ne!(published["published"], Value::Null);
    assert_eq!(steps().await, 0);
    owner.put("/api/admin/setup/open", json!({"open": true})).await.expect(200);
    product
}

/// Buys three pieces online in the open period, and has them paid, packed, shipped and received.
async fn buy(shop: &Shop, owner: &Actor, buyer: &Actor, product: i64) {
    let order = shop
        .order(buyer)
        .item(product, 3)
        .online()
        .with("bv_period_id", open_period(shop).await["id"].clone())
        .placed()
        .await;
    let page = order["redirect_url"].as_str().unwrap();
    let paid = shop.guest().request(Method::POST, page).form(&[("method", "bca_va"), ("decision", "pay")]);
    assert_eq!(paid.send().await.unwrap().status(), 303);
    let number = order["order_id"].as_str().unwrap();
    owner.post(&format!("/api/admin/orders/{number}/pack"), json!({})).await.expect(200);
    owner.post(&format!("/api/admin/orders/{number}/ship"), json!({"resi": format!("JN{number}")})).await.expect(200);
    buyer.post(&format!("/api/transactions/{number}/complete"), json!({})).await.expect(200);
}

/// Calculates a period that has ended, and pays its bonuses with two administrators.
async fn settle(period: &Value, owner: &Actor, keeper: &Actor) {
    let due = owner.get("/api/admin/periods").await.expect(200)["periods"].take();
    let found = due.as_array().unwrap().iter().find(|each| each["id"] == period["id"]).unwrap();
    let path = format!("/api/admin/periods/{}", found["id"]);
    let seen = keeper.get(&format!("{path}/calculation")).await.expect(200);
    assert_eq!((&seen["is_over"], &seen["calculated_at"]), (&json!(true), &Value::Null));
    let confirmed = json!({"name": found["name"], "digest": seen["digest"]});
    keeper.post(&format!("{path}/calculate"), confirmed).await.expect(200);
    let payouts = "/api/admin/payouts";
    let waiting = owner.get("/api/admin/today").await.expect(200)["bonuses_to_pay"].take();
    assert_eq!(waiting["amount_rp"], seen["bonus_rp"]);
    let preview = keeper.get(&format!("{payouts}/preview?period_id={}", found["id"])).await.expect(200);
    assert_eq!((&preview["gross_rp"], &preview["left_out"]), (&seen["bonus_rp"], &json!(0)));
    let made = keeper.post(payouts, preview).await.expect(201)["payout"]["id"].take();
    owner.post(&format!("{payouts}/{made}/approve"), json!({"version": 1})).await.expect(200);
    let picture = proof(keeper).await;
    keeper.post(&format!("{payouts}/{made}/pay"), json!({"version": 2, "proof_picture": picture})).await.expect(200);
}

#[tokio::test]
async fn a_new_shop_runs_through_two_months() {
    let folder = TempDir::new().unwrap();
    let url = database_url(&folder).await;
    let shop = Shop::open(folder, url, &[]).await.without_factors().await;
    // The first owner comes from the command line, the second administrator by a link.
    let (mut owner, mut keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    let product = set_up(&owner).await;
    let mut leader_uid = String::new();
    for email in ["dewi@example.com", "budi@example.com"] {
        let changes = [("email", email), ("leader_id", leader_uid.as_str())];
        let made = shop.guest().form(Method::POST, "/api/register", &accounts::form(&changes), None).await.expect(201);
        leader_uid = made["user"]["uid"].as_str().unwrap().to_owned();
    }
    let mut periods = Vec::new();
    for month in 1..=2 {
        let dewi = log_in(&shop, "dewi@example.com", "rahasia-dewi").await;
        let budi = log_in(&shop, "budi@example.com", "rahasia-dewi").await;
        let period = open_period(&shop).await;
        assert!(!periods.contains(&period), "the next one opened by itself");
        for buyer in [&dewi, &budi] {
            buy(&shop, &owner, buyer, product).await;
        }
        // The days pass until the period and every session have ended; the next period follows without a gap.
        let mut days = 0;
        while open_period(&shop).await["id"] == period["id"] {
            assert!(days < 70, "{period} goes on");
            days += 1;
            shop.app.clock.advance(DAY_MS);
            ksmart_ops::jobs::round(&shop.app.jobs()).await.unwrap();
        }
        owner = log_in(&shop, &owner.email, PASSWORD).await;
        keeper = log_in(&shop, &keeper.email, PASSWORD).await;
        settle(&period, &owner, &keeper).await;
        for email in ["dewi@example.com", "budi@example.com"] {
            let member = log_in(&shop, email, "rahasia-dewi").await;
            let bonuses = member.get("/api/bonuses").await.expect(200);
            assert_eq!(bonuses.as_array().unwrap().len(), month, "{bonuses}");
            assert!(bonuses.as_array().unwrap().iter().all(|bonus| bonus["status"] == "paid"), "{bonuses}");
            assert_eq!(member.get("/api/tax-slips").await.expect(200)["slips"].as_array().unwrap().len(), month);
        }
        periods.push(period);
        shop.must_be_sound().await;
    }
    let left = owner.get("/api/admin/setup").await.expect(200)["steps"].take();
    let left: Vec<_> = left.as_array().unwrap().iter().filter(|step| step["done"] == false).collect();
    let optional = ["brand", "payment_key", "shipping_key", "email", "texts"];
    assert!(left.iter().all(|step| optional.contains(&step["step"].as_str().unwrap())), "{left:?}");
}
