//! Replay of a plan on a year of a large network: twelve calculated periods, in each of which everyone has bought.

use std::time::{Duration, Instant};

use ksmart_foundation::db::Conn;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, query_scalar};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{
    load, megabytes,
    rows::{self, Orders},
    server::{Place, Server},
    shop,
};

/// Number of members.
pub const MEMBERS: i64 = 100_000;

/// Number of periods.
const PERIODS: i64 = 12;

/// The demo shop's plan.
const PLAN: &str = include_str!("../../assets/plans/plan_a_b.json");

/// Measures on one database with the given number of members; the database is removed even after a failure.
///
/// # Errors
/// The answer is unexpected.
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
    let mut tx = app.db.write_for_long_work().await.map_err(failed)?;
    let periods = write(&mut tx, members).await.map_err(failed)?;
    tx.commit().await.map_err(failed)?;
    rows::know(&mut *app.db.write_one().await.map_err(failed)?).await.map_err(failed)?;
    let owner = shop::owner(&app).await?;
    app.db.close().await;
    let server = Server::start(place).await?;
    let plan: Value = serde_json::from_str(PLAN).map_err(|error| error.to_string())?;
    let wanted = json!({"plan": plan, "periods": periods}).to_string();
    let request = load::post("/api/admin/compensation-plans/replay", Some(&owner), &wanted);
    let (first, all, answer) = ask_to_end(&server, &request).await?;
    if !answer.ends_with("0\r\n\r\n") || answer.matches("\"period_name\"").count() != periods.len() {
        return Err(format!("the replay is not whole: {}", answer.chars().take(500).collect::<String>()));
    }
    println!("\n{database}, {members} members");
    println!("{:32}{:>8} ms", "replay, the first period", first.as_millis());
    println!("{:32}{:>8} ms{:>26}   < 60 s", format!("replay of {PERIODS} periods"), all.as_millis(), "");
    println!("{:32}{:>8} MB", "memory after that", megabytes(server.memory_kb()?));
    server.stop()
}

/// Requests an answer that is sent in chunks; returns the time until the first chunk, the time until the last, and the
/// whole answer.
async fn ask_to_end(server: &Server, request: &[u8]) -> Result<(Duration, Duration, String), String> {
    let failed = |error: std::io::Error| error.to_string();
    let mut stream = TcpStream::connect(server.address).await.map_err(failed)?;
    let started = Instant::now();
    stream.write_all(request).await.map_err(failed)?;
    let (mut answer, mut first) = (Vec::new(), None);
    while !answer.ends_with(b"0\r\n\r\n") && stream.read_buf(&mut answer).await.map_err(failed)? > 0 {
        first.get_or_insert_with(|| started.elapsed());
    }
    Ok((first.unwrap_or_default(), started.elapsed(), String::from_utf8_lossy(&answer).into_owned()))
}

/// Writes the given number of members, their purchases in each period and the resulting bonuses; returns the keys of
/// the periods.
async fn write(conn: &mut Conn, members: i64) -> sqlx::Result<Vec<i64>> {
    let next = async |conn: &mut Conn, table: &str| {
        let sql = AssertSqlSafe(format!("SELECT COALESCE(MAX(id), 0) + 1 FROM {table}"));
        query_scalar::<_, i64>(sql).fetch_one(conn).await
    };
    let first = next(conn, "members").await?;
    rows::write_members(conn, first, members).await?;
    let run = async |conn: &mut Conn, sql: String| sqlx::raw_sql(AssertSqlSafe(sql)).execute(conn).await.map(drop);
    let mut periods: Vec<i64> = Vec::new();
    for number in 1..=PERIODS {
        let sql = "INSERT INTO bv_periods (name, starts_ms, ends_ms) VALUES ($1, $2, $3) RETURNING id";
        let starts_ms = 1_600_000_000_000 + number * 1_000;
        let insert = query_scalar(sql).bind(format!("Lampau {number}")).bind(starts_ms).bind(starts_ms + 999);
        periods.push(insert.fetch_one(&mut *conn).await?);
    }
    for pair in periods.chunks(2) {
        let first_order = next(conn, "orders").await?;
        let orders = Orders { first: first_order, count: 2 * members, closed: pair[0], open: pair[1] };
        rows::write_sales(conn, first, members, &orders).await?;
    }
    rows::write_sums(conn).await?;
    for period in &periods {
        run(conn, format!("UPDATE bv_periods SET frozen_ms = ends_ms, calculated_ms = ends_ms WHERE id = {period}"))
            .await?;
        let sql = format!(
            "INSERT INTO bonuses (member_id, period_id, compensation_plan_id, downline_points, bonus_rp, components)
             SELECT m.id, {period}, p.id, 0, 1000 + m.id % 100000, '[]'
             FROM members m CROSS JOIN (SELECT MAX(id) AS id FROM compensation_plans) p WHERE m.id >= {first}"
        );
        run(conn, sql).await?;
        let sql = format!(
            "INSERT INTO bonus_calculations (period_id, compensation_plan_id, members, bonuses, sales_rp, cap_rp,
                                             uncapped_rp, bonus_rp, carried_points, skipped, shares, number)
             SELECT {period}, (SELECT MAX(id) FROM compensation_plans), COUNT(*), COUNT(*), 0, SUM(bonus_rp),
                    SUM(bonus_rp), SUM(bonus_rp), 0, 0, '[]',
                    (SELECT COALESCE(MAX(number), 0) + 1 FROM bonus_calculations)
             FROM bonuses WHERE period_id = {period}"
        );
        run(conn, sql).await?;
    }
    Ok(periods)
}
