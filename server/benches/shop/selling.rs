//! Selling in a large network: the time from the provider's notification until an order is paid and its points are
//! posted to everyone above. Also the time for carts and orders while a period is calculated, and while its payout is
//! prepared.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use ksmart_foundation::db::Db;
use serde_json::{Value, json};
use sqlx::query_scalar;

use crate::{
    load::{self, Load, Outcome},
    network::{self, Network},
    print_row,
    server::{Place, Server},
    shop::{self, Buyers},
};

/// Number of members.
pub const MEMBERS: i64 = 100_000;

/// Number of buyers, from all over the network.
const BUYERS: i64 = 1_000;

/// Number of orders paid one after the other.
const SETTLED: usize = 300;

/// Number of connections that fill carts, and of those that place orders, while a period is calculated.
const CONNECTIONS: usize = 2;

/// Target for the 99th percentile of the response time while a period is calculated or its payout is prepared.
const TARGET: &str = "p99 < 100 ms";

/// Measures on one database with the given number of members; the database is removed even after a failure.
///
/// # Errors
/// An answer is unexpected.
pub async fn measure(database: &str, place: Place, members: i64) -> Result<(), String> {
    let measured = measure_in(database, &place, members).await;
    place.remove().await?;
    measured.map_err(|error| format!("{database}: {error}"))
}

async fn measure_in(database: &str, place: &Place, members: i64) -> Result<(), String> {
    sqlx::any::install_default_drivers();
    let app = shop::open(place).await?;
    shop::fill_demo(&app).await?;
    let failed = |error: sqlx::Error| error.to_string();
    let Network { first, closed, .. } = network::write(&app, members).await.map_err(failed)?;
    let bought = BUYERS.min(members);
    let buying = (1..=bought).map(|number| network::member(first, first + number * (members - 1) / bought));
    let buyers = shop::buyers(&app, buying.collect()).await?;
    let owner = shop::owner(&app).await?;
    let server = Server::start(place).await?;
    println!("\n{database}, {members} members");
    let settled = settle(&server, &app.db, &buyers).await?;
    print_row("from the notice to the points", &settled, "");
    let calculating = calculate(&server, &app.db, closed, &owner);
    meanwhile(&server, &buyers, "calculate a period", calculating).await?;
    meanwhile(&server, &buyers, "prepare its payout", prepare(&server, &app.db, closed, &owner)).await?;
    app.db.close().await;
    server.stop()
}

/// Fills carts and places orders while `work` runs; prints its duration and the response times.
async fn meanwhile(
    server: &Server,
    buyers: &Buyers,
    name: &str,
    work: impl Future<Output = Result<Duration, String>>,
) -> Result<(), String> {
    let ended = Arc::new(AtomicBool::new(false));
    let carts = shop::add_to_cart(server.address, buyers).await?;
    let orders = shop::place_order(server.address, buyers, "cod").await?;
    let during = |load: Load| load::measure_until(server, load, CONNECTIONS, Arc::clone(&ended));
    let working = async {
        let took = work.await;
        ended.store(true, Ordering::Relaxed);
        took
    };
    let (carts, orders, took) = tokio::join!(during(carts), during(orders), working);
    println!("{name:32}{:>8} ms", took?.as_millis());
    print_row("add to cart meanwhile", &carts?, TARGET);
    print_row("place an order meanwhile", &orders?, TARGET);
    Ok(())
}

/// Pays orders one after the other in the payment sandbox, which answers after the shop has accepted its notification.
async fn settle(server: &Server, db: &Db, buyers: &Buyers) -> Result<Outcome, String> {
    let placing = shop::place_order(server.address, buyers, "online").await?;
    let mut pages = Vec::with_capacity(SETTLED);
    for number in 0..SETTLED {
        let answer = load::ask(server.address, &(placing.request)(number)).await?;
        let placed: Value = serde_json::from_slice(&answer.body).map_err(|error| error.to_string())?;
        let page = placed["transaction"]["redirect_url"].as_str().and_then(|url| url.split_once("/sandbox"));
        let (_, page) = page.ok_or_else(|| format!("an order without a payment page: {placed}"))?;
        pages.push(format!("/sandbox{page}"));
    }
    let before = entries(db).await?;
    let (started, cpu) = (Instant::now(), server.cpu()?);
    let mut took = Vec::with_capacity(SETTLED);
    for page in &pages {
        let asked = Instant::now();
        let answer = load::ask(server.address, &load::submit(page, "decision=pay")).await?;
        took.push(asked.elapsed());
        if answer.status >= 400 {
            return Err(format!("paying answers {}: {}", answer.status, String::from_utf8_lossy(&answer.body)));
        }
    }
    let settled = entries(db).await? - before;
    if usize::try_from(settled) != Ok(SETTLED) {
        return Err(format!("{settled} of {SETTLED} paid orders are in the ledger"));
    }
    Outcome::of(took, started.elapsed(), server.cpu()? - cpu)
}

async fn entries(db: &Db) -> Result<i64, String> {
    let count = async { query_scalar("SELECT COUNT(*) FROM bv_entries").fetch_one(&mut *db.read().await?).await };
    count.await.map_err(|error: sqlx::Error| error.to_string())
}

/// Calculates the ended period as an administrator does; returns the time from the request to the bonuses.
async fn calculate(server: &Server, db: &Db, closed: i64, owner: &str) -> Result<Duration, String> {
    let path = format!("/api/admin/periods/{closed}/calculation");
    let answer = load::ask(server.address, &load::get_as(owner, &path)).await?;
    if answer.status != 200 {
        return Err(format!("{path} answers {}: {}", answer.status, String::from_utf8_lossy(&answer.body)));
    }
    let preview: Value = serde_json::from_slice(&answer.body).map_err(|error| format!("{path}: {error}"))?;
    let state = async || {
        let sql = "SELECT name, calculated_ms FROM bv_periods WHERE id = $1";
        let found: (String, Option<i64>) = sqlx::query_as(sql).bind(closed).fetch_one(&mut *db.read().await?).await?;
        Ok::<_, sqlx::Error>(found)
    };
    let failed = |error: sqlx::Error| error.to_string();
    let (name, _) = state().await.map_err(failed)?;
    let word = json!({"name": name, "digest": preview["digest"]}).to_string();
    let started = Instant::now();
    let path = format!("/api/admin/periods/{closed}/calculate");
    let answer = load::ask(server.address, &load::post(&path, Some(owner), &word)).await?;
    // The calculation continues after the request has timed out.
    if !matches!(answer.status, 200 | 503) {
        return Err(format!("{path} answers {}: {}", answer.status, String::from_utf8_lossy(&answer.body)));
    }
    while state().await.map_err(failed)?.1.is_none() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(started.elapsed())
}

/// Prepares the payout of a period's bonuses as an administrator does; returns the time until the payout exists.
async fn prepare(server: &Server, db: &Db, closed: i64, owner: &str) -> Result<Duration, String> {
    let path = format!("/api/admin/payouts/preview?period_id={closed}");
    let seen = load::ask(server.address, &load::get_as(owner, &path)).await?;
    let seen = String::from_utf8_lossy(&seen.body).into_owned();
    let started = Instant::now();
    let answer = load::ask(server.address, &load::post("/api/admin/payouts", Some(owner), &seen)).await?;
    // The preparation continues after the request has timed out.
    if !matches!(answer.status, 201 | 503) {
        return Err(format!("preparing answers {}: {}", answer.status, String::from_utf8_lossy(&answer.body)));
    }
    let prepared = async || {
        let sql = "SELECT COUNT(*) FROM payout_batches WHERE begun_ms IS NULL";
        query_scalar::<_, i64>(sql).fetch_one(&mut *db.read().await?).await
    };
    while prepared().await.map_err(|error: sqlx::Error| error.to_string())? == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(started.elapsed())
}
