//! Messages to people: written together with their cause, sent at least once and in order, read only by the persons
//! concerned.

use std::time::Duration;

use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use hmac::{Hmac, KeyInit, Mac};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use ksmart_core::order::OrderEvent::{Complete, Expire, Pack, Pay, Refund, Ship};
use ksmart_flows::payouts;
use ksmart_foundation::{
    ids::MemberId,
    time::{DAY_MS, jakarta_date},
};
use ksmart_identity::{
    outbox::{self, Channel, Kind, Message, Recipient, deliveries},
    roles::Role,
};
use ksmart_members::{agreements, bonuses};
use ksmart_ops::{jobs, outbox::send_due};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;
use web_push_native::{
    Auth, decrypt,
    p256::{SecretKey, elliptic_curve::sec1::ToEncodedPoint},
};

use crate::{
    fakes::{
        receiver::Receiver,
        smtp::{Mood, Smtp},
    },
    shop::{Actor, Shop, Story},
};

const HOUR_MS: i64 = 60 * 60 * 1000;

/// Starts a shop with a mail server that accepts its e-mails.
async fn with_mail() -> (Shop, Smtp) {
    let smtp = Smtp::start().await;
    let from = "--mail-from=Toko <halo@toko.example.com>";
    let shop = Shop::start_with(&[&format!("--smtp-url={}", smtp.url), from]).await;
    (shop, smtp)
}

async fn tell(shop: &Shop, to: Recipient, kind: Kind, payload: Value) {
    let mut conn = shop.app.db.write_one().await.unwrap();
    outbox::notify(&mut conn, shop.app.clock.now_ms(), to, kind, payload).await.unwrap();
}

pub async fn tell_order(shop: &Shop, to: &Actor, number: &str) {
    let payload = json!({"order": number, "total_rp": 150_000});
    tell(shop, Recipient::Member(MemberId(to.id)), Kind::OrderPaid, payload).await;
}

pub async fn send(shop: &Shop) {
    send_due(&shop.app.sender).await.unwrap();
}

/// Returns the office's list of messages.
async fn listed(admin: &Actor, query: &str) -> Vec<Value> {
    let found = admin.get(&format!("/api/admin/messages?{query}")).await.expect(200);
    found["messages"].as_array().unwrap().clone()
}

#[tokio::test]
async fn an_email_has_text_and_html_parts() {
    let (shop, smtp) = with_mail().await;
    let budi = shop.member("budi").await;
    tell_order(&shop, &budi, "KS-1").await;
    send(&shop).await;
    send(&shop).await;
    let [mail] = smtp.take().try_into().unwrap();
    assert_eq!(mail.to, "budi@example.com");
    assert_eq!(mail.head("Subject"), "Pembayaran pesanan KS-1 kami terima");
    assert_eq!(mail.head("From"), "Toko <halo@toko.example.com>");
    assert_eq!(mail.head("Auto-Submitted"), "auto-generated");
    assert!(mail.head("Message-ID").starts_with("<msg_"), "{}", mail.text);
    for part in ["text/plain", "text/html", "/my-order-detail/KS-1", "/profile"] {
        assert!(mail.text.contains(part), "{part}: {}", mail.text);
    }
    assert!(!mail.text.contains("<img"), "{}", mail.text);
}

#[tokio::test]
async fn an_idle_outbox_takes_no_write_lock() {
    let (shop, _smtp) = with_mail().await;
    let writing = shop.app.db.write().await.unwrap();
    let now_ms = shop.app.clock.now_ms();
    let idle = async {
        send(&shop).await;
        bonuses::notify_calculated(&shop.app.db, now_ms).await.unwrap();
        payouts::notify_paid(&shop.app.db, now_ms).await.unwrap();
        agreements::notify_published(&shop.app.db, now_ms).await.unwrap();
    };
    tokio::time::timeout(Duration::from_secs(5), idle).await.expect("it only reads");
    drop(writing);
}

#[tokio::test]
async fn a_bounced_former_address_blocks_no_mail() {
    let (shop, smtp) = with_mail().await;
    let budi = shop.member("budi").await;
    let payload = json!({"at_ms": 0, "email": budi.email});
    smtp.be(Mood::Strict);
    let before = Recipient::MemberAt(MemberId(budi.id), "lama@example.com".to_owned());
    tell(&shop, before.clone(), Kind::EmailChanged, payload.clone()).await;
    send(&shop).await;
    smtp.be(Mood::Well);
    tell(&shop, before, Kind::EmailChanged, payload.clone()).await;
    tell(&shop, Recipient::Member(MemberId(budi.id)), Kind::EmailChanged, payload).await;
    send(&shop).await;
    let mut to: Vec<String> = smtp.take().iter().map(|mail| mail.head("To").to_owned()).collect();
    to.sort_unstable();
    assert_eq!(to, ["budi@example.com", "lama@example.com"]);
}

#[tokio::test]
async fn mail_is_sent_in_order_after_an_outage() {
    let (shop, smtp) = with_mail().await;
    let budi = shop.member("budi").await;
    smtp.be(Mood::Down);
    for hour in 0..24 {
        tell_order(&shop, &budi, &format!("KS-{hour:02}")).await;
        send(&shop).await;
        shop.app.clock.advance(HOUR_MS);
    }
    assert_eq!(smtp.take().len(), 0);
    smtp.be(Mood::Well);
    shop.app.clock.advance(HOUR_MS);
    send(&shop).await;
    let subjects: Vec<String> = smtp.take().iter().map(|mail| mail.head("Subject").to_owned()).collect();
    let all: Vec<String> = (0..24).map(|hour| format!("Pembayaran pesanan KS-{hour:02} kami terima")).collect();
    assert_eq!(subjects, all);
}

#[tokio::test]
async fn undeliverable_mail_can_be_sent_again() {
    let (shop, smtp) = with_mail().await;
    let (admin, budi) = (shop.admin().await, shop.member("budi").await);
    smtp.be(Mood::Strict);
    tell_order(&shop, &budi, "KS-1").await;
    send(&shop).await;
    let [dead] = listed(&admin, "state=dead").await.try_into().unwrap();
    assert!(dead["error"].as_str().unwrap().contains("no such reader"), "{dead}");
    smtp.be(Mood::Well);
    let again = format!("/api/admin/messages/{}/send-again", dead["id"]);
    let uid = admin.post(&again, json!({})).await.expect(200)["uid"].clone();
    send(&shop).await;
    let [mail] = smtp.take().try_into().unwrap();
    assert!(mail.head("Message-ID").contains(uid.as_str().unwrap()), "{}", mail.text);
    admin.post(&again, json!({})).await.refused(409, "edit_conflict");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn interrupted_mail_is_resent_with_the_same_id() {
    let (shop, smtp) = with_mail().await;
    let budi = shop.member("budi").await;
    tell_order(&shop, &budi, "KS-1").await;
    let now_ms = shop.app.clock.now_ms();
    let mut tx = shop.app.db.write().await.unwrap();
    let messages = deliveries::unassigned(&mut tx).await.unwrap();
    assert!(deliveries::assign(&mut tx, &messages, false, now_ms).await.unwrap());
    let due = deliveries::due(&mut tx, Channel::Email, now_ms, 9).await.unwrap();
    let [held] = deliveries::take(&mut tx, due, now_ms).await.unwrap().try_into().unwrap();
    let lost = deliveries::first(&mut tx, &held, now_ms).await.unwrap().unwrap();
    tx.commit().await.unwrap();
    send(&shop).await;
    assert_eq!(smtp.take().len(), 0, "it is another's for a while");
    shop.app.clock.advance(HOUR_MS);
    send(&shop).await;
    let [mail] = smtp.take().try_into().unwrap();
    assert!(mail.head("Message-ID").contains(&lost.uid()), "{}", mail.text);
}

#[tokio::test]
async fn mail_waits_without_a_mail_server() {
    let shop = Shop::start().await;
    let (admin, budi) = (shop.admin().await, shop.member("budi").await);
    tell_order(&shop, &budi, "KS-1").await;
    send(&shop).await;
    let page = admin.get("/api/admin/messages?state=waiting").await.expect(200);
    assert_eq!(page["sends_email"], false);
    let message = &page["messages"][0];
    assert_eq!((&message["to"], &message["kind"]), (&json!("budi"), &json!("order_paid")));
    let detail = admin.get(&format!("/api/admin/messages/{}", message["id"])).await.expect(200);
    assert_eq!(detail["address"], "budi@example.com");
    let body = detail["letter"]["body"].as_str().unwrap();
    assert!(body.starts_with("Halo budi,") && body.contains("KS-1") && body.contains("150.000"), "{body}");
    budi.get("/api/admin/messages").await.refused(403, "forbidden");
    // Messages about a bonus are visible only to desks that handle money.
    let payload = json!({"period": "Kini", "amount_rp": 5});
    tell(&shop, Recipient::Member(MemberId(budi.id)), Kind::BonusCalculated, payload).await;
    send(&shop).await;
    let (packer, banker) = (shop.staff(Role::Fulfilment).await, shop.staff(Role::Finance).await);
    assert_eq!(listed(&packer, "").await.len(), 1);
    assert_eq!(listed(&banker, "").await.len(), 2);
    assert_eq!(listed(&banker, "kind=bonus_calculated").await.len(), 1);
    assert_eq!(listed(&banker, "search=ks-1").await.len(), 1);
    packer.get("/api/admin/messages?kind=bonus_calculated").await.refused(403, "forbidden");
    // Messages are no longer sent after a week.
    shop.app.clock.advance(8 * DAY_MS);
    jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM outbox_deliveries WHERE state = 'waiting'").await, 0);
    shop.app.clock.advance(90 * DAY_MS);
    jobs::round(&shop.app.jobs()).await.unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM outbox_messages WHERE member_id IS NOT NULL").await, 0);
}

#[tokio::test]
async fn secret_links_are_hidden_from_the_office() {
    let (shop, smtp) = with_mail().await;
    let (admin, budi) = (shop.admin().await, shop.member("budi").await);
    let tell_reset = async |token: &str| {
        let link = format!("https://toko.example.com/reset#token={token}");
        let payload = json!({"link": link, "expires_ms": shop.app.clock.now_ms() + HOUR_MS});
        tell(&shop, Recipient::Member(MemberId(budi.id)), Kind::PasswordReset, payload).await;
    };
    tell_reset("RAHASIA").await;
    send(&shop).await;
    assert!(smtp.take()[0].text.contains("RAHASIA"));
    let [message] = listed(&admin, "kind=password_reset").await.try_into().unwrap();
    let detail = admin.get(&format!("/api/admin/messages/{}", message["id"])).await.expect(200);
    assert!(!detail.to_string().contains("RAHASIA"), "{detail}");
    assert_eq!(listed(&admin, "search=rahasia").await.len(), 0);
    smtp.be(Mood::Down);
    tell_reset("TERLAMBAT").await;
    send(&shop).await;
    smtp.be(Mood::Well);
    shop.app.clock.advance(2 * HOUR_MS);
    send(&shop).await;
    assert_eq!(smtp.take().len(), 0);
    let [dead] = listed(&admin, "kind=password_reset&state=dead").await.try_into().unwrap();
    let again = format!("/api/admin/messages/{}/send-again", dead["id"]);
    admin.post(&again, json!({})).await.refused(409, "edit_conflict");
}

#[tokio::test]
async fn members_choose_their_notifications() {
    let (shop, smtp) = with_mail().await;
    let budi = shop.member("budi").await;
    let choice = |kind: &str, on: bool| json!({"kind": kind, "channel": "email", "on": on});
    let chosen = budi.put("/api/me/notifications", choice("order_paid", false)).await.expect(200);
    let paid = chosen["kinds"].as_array().unwrap().iter().find(|kind| kind["kind"] == "order_paid").unwrap();
    assert_eq!(paid["channels"][0], json!({"channel": "email", "on": false}));
    assert!(!chosen.to_string().contains("low_stock"), "{chosen}");
    budi.put("/api/me/notifications", choice("password_changed", false)).await.refused(422, "invalid_field");
    tell_order(&shop, &budi, "KS-1").await;
    let payload = json!({"at_ms": shop.app.clock.now_ms()});
    tell(&shop, Recipient::Member(MemberId(budi.id)), Kind::PasswordChanged, payload).await;
    send(&shop).await;
    let [mail] = smtp.take().try_into().unwrap();
    assert_eq!(mail.head("Subject"), "Kata sandi Anda diganti");
    budi.put("/api/me/notifications", choice("order_paid", true)).await.expect(200);
    tell_order(&shop, &budi, "KS-2").await;
    send(&shop).await;
    assert_eq!(smtp.take().len(), 1);
}

/// Creates a webhook to a receiver; returns its id and the key that signs its requests.
async fn webhook(admin: &Actor, receiver: &Receiver, kinds: &[&str]) -> (Value, Vec<u8>) {
    let made = admin.post("/api/admin/webhooks", json!({"url": receiver.url, "kinds": kinds})).await.expect(200);
    let secret = made["secret"].as_str().unwrap().strip_prefix("whsec_").unwrap().to_owned();
    (made["id"].clone(), BASE64_STANDARD.decode(secret).unwrap())
}

#[tokio::test]
async fn a_webhook_gets_signed_messages_in_order() {
    let shop = Shop::start().await;
    let (admin, budi, receiver) = (shop.admin().await, shop.member("budi").await, Receiver::start().await);
    let (id, key) = webhook(&admin, &receiver, &["order_paid"]).await;
    let known = admin.get("/api/admin/webhooks").await.expect(200);
    assert_eq!(known["webhooks"][0]["secret"], Value::Null);
    for status in [500, 302] {
        receiver.answer(status);
        tell_order(&shop, &budi, &format!("KS-{status}")).await;
        send(&shop).await;
        shop.app.clock.advance(HOUR_MS);
    }
    let failed = receiver.take();
    assert_eq!(failed.len(), 2, "one try of the first each time, and no redirect is followed");
    assert_eq!(failed[0].header("webhook-id"), failed[1].header("webhook-id"));
    assert!(failed.iter().all(|request| !request.status.is_success()), "{failed:?}");
    receiver.answer(204);
    send(&shop).await;
    let taken = receiver.take();
    let orders: Vec<Value> = taken
        .iter()
        .map(|request| serde_json::from_slice::<Value>(&request.body).unwrap()["data"]["order"].take())
        .collect();
    assert_eq!(orders, ["KS-500", "KS-302"]);
    assert_eq!(taken[0].header("webhook-id"), failed[0].header("webhook-id"));
    for request in &taken {
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{}.{}.", request.header("webhook-id"), request.header("webhook-timestamp")).as_bytes());
        mac.update(&request.body);
        let signature = request.header("webhook-signature").strip_prefix("v1,").unwrap();
        mac.verify_slice(&BASE64_STANDARD.decode(signature).unwrap()).unwrap();
    }
    let tries = admin.get(&format!("/api/admin/webhooks/{id}/tries")).await.expect(200);
    let statuses: Vec<i64> = tries["tries"].as_array().unwrap().iter().map(|t| t["status"].as_i64().unwrap()).collect();
    assert_eq!(statuses, [204, 204, 302, 500]);
    admin.post(&format!("/api/admin/webhooks/{id}/test"), json!({})).await.expect(200);
    send(&shop).await;
    assert_eq!(receiver.take().len(), 1);
    admin.delete(&format!("/api/admin/webhooks/{id}")).await.expect(200);
    tell_order(&shop, &budi, "KS-9").await;
    send(&shop).await;
    assert_eq!(receiver.take().len(), 0);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_changed_webhook_uses_its_new_settings() {
    let shop = Shop::start().await;
    let (admin, budi) = (shop.admin().await, shop.member("budi").await);
    let (before, after) = (Receiver::start().await, Receiver::start().await);
    let (id, _) = webhook(&admin, &before, &["order_cancelled"]).await;
    let at = format!("/api/admin/webhooks/{id}");
    let changed = admin.put(&at, json!({"url": after.url, "kinds": ["order_paid"]})).await.expect(200);
    assert_eq!((&changed["id"], &changed["url"]), (&id, &json!(after.url)));
    assert_eq!((&changed["kinds"], &changed["secret"]), (&json!(["order_paid"]), &Value::Null));
    tell_order(&shop, &budi, "KS-1").await;
    send(&shop).await;
    assert_eq!((before.take().len(), after.take().len()), (0, 1));
    admin.put(&at, json!({"url": after.url, "kinds": []})).await.refused(422, "invalid_field");
    let form = json!({"url": after.url, "kinds": ["order_paid"]});
    admin.put("/api/admin/webhooks/99", form).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_webhook_needs_https_and_a_message_kind() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    for (url, kinds) in [
        ("http://erp.example.com", vec!["order_paid"]),
        ("https://a:b@example.com", vec!["order_paid"]),
        ("https://example.com", vec![]),
        ("https://example.com", vec!["password_reset"]),
    ] {
        let form = json!({"url": url, "kinds": kinds});
        admin.post("/api/admin/webhooks", form).await.refused(422, "invalid_field");
    }
    shop.staff(Role::Finance).await.get("/api/admin/webhooks").await.refused(403, "forbidden");
}

/// Returns the keys of a browser with push notifications, and their public form as JSON.
fn browser() -> (SecretKey, [u8; 16], Value) {
    let (secret, auth) = (SecretKey::from_slice(&[7; 32]).unwrap(), [9; 16]);
    let public = secret.public_key().to_encoded_point(false);
    let keys = json!({"p256dh": BASE64_URL_SAFE_NO_PAD.encode(public), "auth": BASE64_URL_SAFE_NO_PAD.encode(auth)});
    (secret, auth, keys)
}

#[tokio::test]
async fn a_push_subscription_belongs_to_one_member() {
    let shop = Shop::start().await;
    let (budi, siti, receiver) = (shop.member("budi").await, shop.member("siti").await, Receiver::start().await);
    let (secret, auth, keys) = browser();
    let public_endpoint = "https://push.example.com/a";
    for endpoint in ["http://push.example.com/a", "https://127.0.0.1/a", "https://printer.local/a"] {
        let form = json!({"endpoint": endpoint, "keys": keys});
        budi.post("/api/push-subscriptions", form).await.refused(422, "invalid_field");
    }
    let form = json!({"endpoint": public_endpoint, "keys": keys});
    siti.post("/api/push-subscriptions", form.clone()).await.expect(200);
    // The same browser after a login of another member.
    budi.post("/api/push-subscriptions", form).await.expect(200);
    assert_eq!(shop.count("SELECT COUNT(*) FROM push_subscriptions").await, 1);
    shop.change_by(&format!("UPDATE push_subscriptions SET endpoint = '{}'", receiver.url)).await;
    tell_order(&shop, &siti, "KS-1").await;
    tell_order(&shop, &budi, "KS-2").await;
    send(&shop).await;
    let [taken] = receiver.take().try_into().unwrap();
    assert_eq!(taken.header("content-encoding"), "aes128gcm");
    let shown = decrypt(taken.body.to_vec(), &secret, Auth::from_slice(&auth)).unwrap();
    let shown: Value = serde_json::from_slice(&shown).unwrap();
    assert_eq!(shown["title"], "K-Smart");
    assert_eq!(shown["body"], "Pembayaran pesanan KS-2 kami terima");
    assert_eq!(shown["url"], "/my-order-detail/KS-2");
    // The VAPID token is signed with the key that browsers subscribe with.
    let key = budi.get("/api/me/notifications").await.expect(200)["push_key"].as_str().unwrap().to_owned();
    let (token, named) = taken.header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(named, key);
    let point = BASE64_URL_SAFE_NO_PAD.decode(&key).unwrap();
    let half = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
    let decoding = DecodingKey::from_ec_components(&half(&point[1..33]), &half(&point[33..])).unwrap();
    let mut validation = Validation::new(Algorithm::ES256);
    validation.set_audience(&[receiver.url.trim_end_matches("/here")]);
    // The token expires by the shop's clock, which is not the system's.
    validation.validate_exp = false;
    jsonwebtoken::decode::<Value>(token, &decoding, &validation).unwrap();
    receiver.answer(410);
    tell_order(&shop, &budi, "KS-3").await;
    send(&shop).await;
    assert_eq!(shop.count("SELECT COUNT(*) FROM push_subscriptions").await, 0);
}

#[tokio::test]
async fn members_end_only_their_own_subscriptions() {
    let shop = Shop::start().await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let form = json!({"endpoint": "https://push.example.com/a", "keys": browser().2});
    budi.post("/api/push-subscriptions", form).await.expect(200);
    for (who, left) in [(&siti, 1), (&budi, 0)] {
        let request = who.request(Method::DELETE, "/api/push-subscriptions");
        who.send(request.json(&json!({"endpoint": "https://push.example.com/a"}))).await.expect(200);
        assert_eq!(shop.count("SELECT COUNT(*) FROM push_subscriptions").await, left);
    }
}

#[tokio::test]
async fn whatsapp_messages_use_templates() {
    let receiver = Receiver::start().await;
    let url = format!("--whatsapp-url={}", receiver.url.trim_end_matches("/here"));
    let shop = Shop::start_with(&[&url, "--whatsapp-token=rahasia"]).await;
    let budi = shop.member("budi").await;
    shop.change("UPDATE members SET phone = '+6281234567890'").await;
    tell_order(&shop, &budi, "KS-1").await;
    receiver.answer(503);
    send(&shop).await;
    receiver.answer(200);
    shop.app.clock.advance(HOUR_MS);
    send(&shop).await;
    let taken = receiver.take();
    assert_eq!((taken.len(), taken[1].header("authorization")), (2, "Bearer rahasia"));
    let body: Value = serde_json::from_slice(&taken[1].body).unwrap();
    assert_eq!((&body["to"], &body["template"]["name"]), (&json!("6281234567890"), &json!("order_paid")));
    let texts: Vec<&Value> =
        body["template"]["components"][0]["parameters"].as_array().unwrap().iter().map(|p| &p["text"]).collect();
    assert_eq!(texts[..2], ["budi", "KS-1"]);
}

#[tokio::test]
async fn message_texts_can_be_changed_and_reset() {
    let (shop, smtp) = with_mail().await;
    let (admin, budi) = (shop.admin().await, shop.member("budi").await);
    let path = "/api/admin/message-texts/order_paid";
    let form = |subject: &str, body: &str, version: i64| json!({"subject": subject, "body": body, "version": version});
    let preview =
        admin.post(&format!("{path}/preview"), form("Lunas", "{nama}: {pesanan} {total}", 0)).await.expect(200);
    assert!(preview["body"].as_str().unwrap().starts_with("Budi: KS-"), "{preview}");
    let unknown = admin.put(path, form("Lunas", "{pesanan} {harga}", 0)).await;
    assert!(unknown.expect(422).to_string().contains("{harga} tidak dikenal"));
    admin.put(path, form("Lunas", "Halo", 0)).await.refused(422, "invalid_field");
    let changed = admin.put(path, form("Lunas, {nama}", "{pesanan} lunas.", 0)).await.expect(200);
    assert_eq!((&changed["changed"], &changed["version"]), (&json!(true), &json!(1)));
    admin.put(path, form("Lain", "{pesanan}", 0)).await.refused(409, "edit_conflict");
    tell_order(&shop, &budi, "KS-1").await;
    send(&shop).await;
    assert_eq!(smtp.take()[0].head("Subject"), "Lunas, budi");
    let back = admin.put(path, form("", "", 1)).await.expect(200);
    assert_eq!(back["changed"], false);
    assert!(back["subject"].as_str().unwrap().contains("{pesanan}"), "{back}");
    shop.must_be_sound().await;
}

/// Returns the kinds of a member's messages, oldest first.
async fn told(shop: &Shop, member: &Actor) -> Vec<String> {
    let sql = "SELECT kind FROM outbox_messages WHERE member_id = $1 ORDER BY id";
    sqlx::query_scalar(sql).bind(member.id).fetch_all(&mut *shop.app.db.read().await.unwrap()).await.unwrap()
}

#[tokio::test]
async fn members_are_notified_of_each_order_step() {
    let shop = Shop::start().await;
    let (admin, budi) = (shop.admin().await, shop.member("budi").await);
    let salt = shop.product("Garam", 10, 50).await;
    let placed = shop.order(&budi).item(salt, 1).placed().await;
    let number = placed["order_id"].as_str().unwrap().to_owned();
    admin.post(&format!("/api/admin/orders/{number}/pack"), json!({})).await.expect(200);
    admin.post(&format!("/api/admin/orders/{number}/ship"), json!({"resi": "JP123"})).await.expect(200);
    let correction = json!({"resi": "JP124", "was": "JP123"});
    admin.put(&format!("/api/admin/orders/{number}/resi"), correction).await.expect(200);
    budi.post(&format!("/api/transactions/{number}/complete"), json!({})).await.expect(200);
    let steps = ["order_placed", "order_shipped", "order_shipped", "order_delivered"];
    assert_eq!(told(&shop, &budi).await, steps);
    let shipped: Vec<String> = sqlx::query_scalar("SELECT payload FROM outbox_messages WHERE kind = 'order_shipped'")
        .fetch_all(&mut *shop.app.db.read().await.unwrap())
        .await
        .unwrap();
    assert!(shipped[0].contains("JP123") && shipped[1].contains("JP124"), "{shipped:?}");
    let siti = shop.member("siti").await;
    let (at_ms, products) = (shop.app.clock.now_ms(), &[(salt, 1)]);
    for events in [&[Pay, Refund][..], &[Expire], &[Pay, Pack, Ship, Complete]] {
        let story = Story { buyer: &siti, products, period: shop.open, plan_id: 1, percent: "0", at_ms, events };
        shop.tell(&story).await;
    }
    let steps = ["order_paid", "order_refunded", "order_cancelled", "order_paid", "order_delivered"];
    assert_eq!(told(&shop, &siti).await, steps);
}

#[tokio::test]
async fn returns_and_reviews_notify_those_concerned() {
    let shop = Shop::start().await;
    let (admin, budi) = (shop.admin().await, shop.member("budi").await);
    let salt = shop.product("Garam", 10, 50).await;
    let placed = shop.order(&budi).item(salt, 1).send().await.expect(201);
    let number = placed["transaction"]["order_id"].as_str().unwrap().to_owned();
    admin.post(&format!("/api/admin/orders/{number}/pack"), json!({})).await.expect(200);
    admin.post(&format!("/api/admin/orders/{number}/ship"), json!({"resi": "JP123"})).await.expect(200);
    budi.post(&format!("/api/transactions/{number}/complete"), json!({})).await.expect(200);
    admin.post(&format!("/api/admin/orders/{number}/cash"), json!({})).await.expect(200);
    let review = json!({"product_id": salt, "order_id": number, "rating": 5, "comment": "Asin."});
    budi.post("/api/reviews", review).await.expect(201);
    let office = "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'new_review' AND member_id IS NULL";
    assert_eq!(shop.count(office).await, 1);
    let asked = crate::orders::returns::ask(&budi, &number, "refund", 1, Vec::new()).await.expect(201);
    let refuse = format!("/api/admin/returns/{}/refuse", asked["data"]["id"]);
    let read = admin.get(&format!("/api/admin/returns/{}", asked["data"]["id"])).await.expect(200);
    admin.post(&refuse, json!({"reason": "Sudah dibuka.", "version": read["version"]})).await.expect(200);
    let steps = told(&shop, &budi).await;
    assert_eq!(steps.iter().filter(|kind| *kind == "return_moved").count(), 2, "{steps:?}");
}

#[tokio::test]
async fn the_office_is_notified_once_of_low_stock() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let salt = shop.product("Garam", 10, 7).await;
    let (at_ms, products) = (shop.app.clock.now_ms(), &[(salt, 1)]);
    for _ in 0..4 {
        let story =
            Story { buyer: &budi, products, period: shop.open, plan_id: 1, percent: "0", at_ms, events: &[Pay] };
        shop.tell(&story).await;
    }
    let low = "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'low_stock'";
    assert_eq!(shop.count(low).await, 1);
    // Each administrator concerned gets it once, and no one else.
    shop.admin().await;
    shop.staff(Role::Finance).await;
    shop.staff(Role::Catalogue).await;
    send(&shop).await;
    let mails = "SELECT COUNT(*) FROM outbox_deliveries WHERE kind = 'low_stock' AND channel = 'email'";
    assert_eq!(shop.count(mails).await, 2);
}

#[tokio::test]
async fn duplicate_messages_are_written_once() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let now_ms = shop.app.clock.now_ms();
    for _ in 0..2 {
        let message = Message {
            dedup_key: format!("job_failed:reconcile_payments:{}", jakarta_date(now_ms)),
            recipient: Recipient::Member(MemberId(budi.id)),
            payload: json!({"job": "Mencocokkan pembayaran"}),
        };
        let mut conn = shop.app.db.write_one().await.unwrap();
        outbox::notify_once(&mut conn, now_ms, Kind::JobFailed, vec![message]).await.unwrap();
    }
    assert_eq!(told(&shop, &budi).await, ["job_failed"]);
}
