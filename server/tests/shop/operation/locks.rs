//! Waiting for locks on PostgreSQL, and the consequences of waiting too long. SQLite has one writer at a time, so there
//! no one waits for a row.

use std::{future::poll_fn, pin::pin, task::Poll, time::Duration};

use axum::{body::Body, extract::ConnectInfo, http::Request};
use ksmart_core::order::OrderEvent;
use ksmart_flows::order_transitions;
use ksmart_foundation::db::{Conn, Db};
use ksmart_members::volume;
use ksmart_shop::orders::Actor;
use reqwest::{Method, multipart};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::shop::{Shop, Story};

/// Returns the PostgreSQL process of a connection.
async fn process(conn: &mut Conn) -> i64 {
    sqlx::query_scalar("SELECT CAST(pg_backend_pid() AS BIGINT)").fetch_one(conn).await.unwrap()
}

/// Locks a product's row until the transaction ends.
async fn hold(conn: &mut Conn, product: i64) {
    sqlx::query("UPDATE products SET stock = stock WHERE id = $1").bind(product).execute(conn).await.unwrap();
}

/// Waits until another process is blocked by this process.
async fn until_waited_for(db: &Db, process: i64) {
    let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE CAST($1 AS INT) = ANY(pg_blocking_pids(pid))";
    let mut conn = db.read().await.unwrap();
    while sqlx::query_scalar::<_, i64>(sql).bind(process).fetch_one(&mut *conn).await.unwrap() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_waiting_payment_does_not_block_checkouts() {
    let shop = Shop::start().await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let salt = shop.product("Garam", 10, 10).await;
    let at_ms = shop.app.clock.now_ms();
    let (products, period) = (&[(salt, 1)], shop.open);
    let waits = Story { buyer: &budi, products, period, plan_id: 1, percent: "0", at_ms, events: &[] };
    let (key, _) = shop.tell(&waits).await;
    let request = shop.order(&siti).item(salt, 1).body().await;
    if !shop.app.db.is_shared() {
        return;
    }
    // A calculation and a change of a leader hold the same lock.
    let mut held = shop.app.db.write().await.unwrap();
    volume::hold_periods(&mut held).await.unwrap();
    let holder = process(&mut held).await;
    let orders = shop.app.payments.orders.clone();
    let paying = tokio::spawn(async move {
        order_transitions::advance(&orders, key, OrderEvent::Pay, Actor::Provider, None).await.unwrap();
    });
    until_waited_for(&shop.app.db, holder).await;
    siti.post("/api/create-transaction", request).await.expect(201);
    held.rollback().await.unwrap();
    paying.await.unwrap();
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_import_locks_products_in_checkout_order() {
    let shop = Shop::start().await;
    let (admin, siti) = (shop.admin().await, shop.member("siti").await);
    let (salt, sugar) = (shop.product("Garam", 10, 10).await, shop.product("Gula", 10, 10).await);
    let request = shop.order(&siti).item(sugar, 1).body().await;
    // The product with the higher key is first in the file.
    let file = format!("id,komposisi\n{sugar},Tebu\n{salt},Laut\n");
    let import = async |query: String| {
        let part = multipart::Part::bytes(file.clone().into_bytes()).file_name("produk.csv");
        let form = multipart::Form::new().part("file", part);
        admin.send(admin.request(Method::POST, &format!("/api/admin/products/import?{query}")).multipart(form)).await
    };
    let seen = import("dry_run=true".to_owned()).await.expect(200);
    assert_eq!((&seen["changed"], &seen["mistakes"]), (&json!(2), &json!(0)), "{seen}");
    let digest = seen["digest"].as_str().unwrap();
    let importing = import(format!("dry_run=false&digest={digest}"));
    if shop.app.db.is_shared() {
        let mut held = shop.app.db.write().await.unwrap();
        hold(&mut held, salt).await;
        let holder = process(&mut held).await;
        let buying = async {
            until_waited_for(&shop.app.db, holder).await;
            siti.post("/api/create-transaction", request).await.expect(201);
            held.rollback().await.unwrap();
        };
        let (imported, ()) = tokio::join!(importing, buying);
        imported.expect(200);
    } else {
        importing.await.expect(200);
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM products WHERE composition IN ('Tebu', 'Laut')").await, 2);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_deadlocked_checkout_is_retried() {
    let shop = Shop::start().await;
    let siti = shop.member("siti").await;
    let (salt, sugar) = (shop.product("Garam", 10, 10).await, shop.product("Gula", 10, 10).await);
    let mut request = shop.order(&siti).item(salt, 2).body().await;
    let line = |product: i64| json!({"id": null, "product_id": product, "variant": null, "quantity": 1});
    request["products"] = json!([line(salt), line(sugar)]);
    if !shop.app.db.is_shared() {
        return;
    }
    let mut held = shop.app.db.write().await.unwrap();
    // PostgreSQL must not abort this transaction.
    sqlx::query("SET LOCAL deadlock_timeout = '1h'").execute(&mut *held).await.unwrap();
    hold(&mut held, sugar).await;
    let holder = process(&mut held).await;
    let against = async {
        until_waited_for(&shop.app.db, holder).await;
        hold(&mut held, salt).await;
        held.rollback().await.unwrap();
    };
    let (placed, ()) = tokio::join!(siti.post("/api/create-transaction", request), against);
    placed.expect(201);
    assert_eq!((shop.stock(salt).await, shop.stock(sugar).await), (9, 9));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_long_wait_for_a_row_returns_busy() {
    let shop = Shop::start().await;
    let siti = shop.member("siti").await;
    let salt = shop.product("Garam", 10, 10).await;
    let request = shop.order(&siti).item(salt, 1).body().await;
    let mut held = shop.app.db.write().await.unwrap();
    hold(&mut held, salt).await;
    let said = siti.post("/api/create-transaction", request.clone()).await.refused(503, "busy");
    assert_eq!(said, BUSY);
    held.rollback().await.unwrap();
    siti.post("/api/create-transaction", request).await.expect(201);
}

#[tokio::test]
async fn a_request_without_a_connection_returns_busy() {
    let shop = Shop::start().await;
    let siti = shop.member("siti").await;
    let salt = shop.product("Garam", 10, 10).await;
    let mut held = Vec::new();
    let mut writer = None;
    if shop.app.db.is_shared() {
        while let Ok(Ok(conn)) = tokio::time::timeout(Duration::from_secs(2), shop.app.db.read()).await {
            held.push(conn);
        }
    } else {
        writer = Some(shop.app.db.write().await.unwrap());
    }
    let line = json!({"product_id": salt, "quantity": 1});
    assert_eq!(siti.post("/api/cart", line.clone()).await.refused(503, "busy"), BUSY);
    drop((held, writer));
    siti.post("/api/cart", line).await.expect(201);
}

const BUSY: &str = "Server sedang sibuk. Silakan coba lagi sebentar lagi.";

#[tokio::test]
async fn database_waits_have_a_timeout() {
    let shop = Shop::start().await;
    let mut conn = shop.app.db.write_one().await.unwrap();
    let mut tell = async |sql: &'static str| -> String {
        let said = sqlx::query_scalar::<_, String>(sql).fetch_one(&mut *conn).await;
        said.unwrap()
    };
    if shop.app.db.is_shared() {
        assert_eq!(tell("SELECT current_setting('lock_timeout')").await, "10s");
        assert_eq!(tell("SELECT current_setting('statement_timeout')").await, "30s");
        let mut snapshot = shop.app.db.snapshot().await.unwrap();
        let sql = "SELECT current_setting('statement_timeout')";
        let unbounded: String = sqlx::query_scalar(sql).fetch_one(&mut *snapshot).await.unwrap();
        assert_eq!(unbounded, "0", "a backup reads as long as it takes");
    } else {
        assert_eq!(tell("SELECT CAST(timeout AS TEXT) FROM pragma_busy_timeout").await, "10000");
    }
}

#[tokio::test]
async fn a_slow_request_returns_a_timeout() {
    let shop = Shop::start().await;
    // A body that never sends anything.
    let request = Request::post("/api/login")
        .header("content-type", "application/json")
        .extension(ConnectInfo(std::net::SocketAddr::from(([127, 0, 0, 1], 1))))
        .body(Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>()))
        .unwrap();
    let answer = ksmart::app::router(shop.app.clone()).oneshot(request).await.unwrap();
    assert_eq!(answer.status(), 503);
    let body = axum::body::to_bytes(answer.into_body(), 10_000).await.unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap();
    let message = "Server terlalu lama menjawab. Silakan coba lagi sebentar lagi.";
    assert_eq!(body, json!({"message": message, "code": "timeout"}));
}

#[tokio::test]
async fn concurrent_cart_changes_are_both_kept() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let salt = shop.product("Garam", 10, 100).await;
    let line = json!({"product_id": salt, "quantity": 1});
    budi.post("/api/cart", line.clone()).await.expect(201);
    if !shop.app.db.is_shared() {
        return;
    }
    let mut increase = shop.app.db.write().await.unwrap();
    sqlx::query("UPDATE cart_lines SET quantity = quantity + 5").execute(&mut *increase).await.unwrap();
    let holder = process(&mut increase).await;
    let meanwhile = async {
        until_waited_for(&shop.app.db, holder).await;
        increase.commit().await.unwrap();
    };
    let (decreased, ()) = tokio::join!(budi.put("/api/cart/decrease", line), meanwhile);
    assert_eq!(decreased.expect(200)["line"]["quantity"], 5);
}

/// Polls a future at most this many times, each time when woken, and then drops it; returns whether it had finished.
async fn polled(future: impl Future, times: usize) -> bool {
    let mut future = pin!(future);
    let mut left = times;
    poll_fn(|context| {
        left -= 1;
        match future.as_mut().poll(context) {
            Poll::Ready(_) => Poll::Ready(true),
            Poll::Pending if left == 0 => Poll::Ready(false),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

#[tokio::test]
async fn a_dropped_request_leaves_no_open_transaction() {
    let shop = Shop::start().await;
    let db = &shop.app.db;
    // Cancels the beginning of a transaction at each of its await points, until it completes.
    let mut times = 1;
    while !polled(db.write(), times).await {
        times += 1;
    }
    let mut times = 1;
    while !polled(db.snapshot(), times).await {
        times += 1;
    }
    if db.is_shared() {
        // Holds all connections of the pool at once. A statement outside a transaction begins at the same time as its
        // transaction.
        let sql = "SELECT CASE WHEN statement_timestamp() > transaction_timestamp() THEN 1 ELSE 0 END";
        let mut held = Vec::new();
        for _ in 0..16 {
            let mut conn = db.write_one().await.unwrap();
            let row = sqlx::Executor::fetch_one(&mut *conn, sqlx::raw_sql(sql)).await.unwrap();
            assert_eq!(sqlx::Row::get::<i32, _>(&row, 0), 0, "a transaction is open");
            held.push(conn);
        }
        return;
    }
    // On SQLite's only writer connection: a write must be visible to others.
    sqlx::query("INSERT INTO leases (name, holder, until_ms) VALUES ('terlihat', '', 0)")
        .execute(&mut *db.write_one().await.unwrap())
        .await
        .unwrap();
    assert_eq!(shop.count("SELECT COUNT(*) FROM leases WHERE name = 'terlihat'").await, 1);
}
