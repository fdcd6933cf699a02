//! A large network at two sizes: the requests of its members, and the calculation of a period.
//!
//! Everything is written directly into the tables by a few statements, with the sums that the server would have stored.
//! Three fifths of the members are below one leader, the others in a second tree; a member leads two or three. Each has
//! placed four paid orders of two or three lines: two in an ended period, two in the open one.

use std::{
    fs,
    process::{Command, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

use ksmart::app::App;
use ksmart_foundation::ids::MemberId;
use ksmart_identity::{roles::Role, tokens::Member};
use ksmart_members::accounts::{self, NewMember};
use sqlx::{AssertSqlSafe, query_as, query_scalar};

use crate::{
    load::{self, Load},
    print_row,
    rows::{self, Orders},
    server::{Place, Server, program},
    shop,
};

/// Network sizes in members; response times should be almost equal at both.
pub const SIZES: [i64; 2] = [10_000, 100_000];

/// Largest downline, in members, of the leader whose rank card is measured against the target.
const LED: i64 = 100_000;

/// Number of connections; with more connections than cores, requests would mostly wait for each other.
const CONNECTIONS: usize = 2;

/// Number of members, from all over the network, whose requests represent an average member.
const AVERAGE: i64 = 200;

/// Number of orders of each member.
const ORDERS: i64 = 4;

/// Number of further orders of the topmost leader, who exports their own data.
const EXPORTED: i64 = 20_000;

/// Target for the 99th percentile of the response time.
const TARGET: &str = "p99 < 30 ms";

/// Measured lists of the office: name of the figure, and path.
const LISTS: [(&str, &str); 4] = [
    ("office: orders", "/api/admin/orders?limit=50"),
    ("office: orders of a name", "/api/admin/orders?limit=50&search=anggota+777"),
    ("office: members", "/api/admin/members?limit=50"),
    ("office: members, rare name", "/api/admin/members?limit=50&search=jarang"),
];

/// Measured sales reports of the office, over all sales: name of the figure, and path.
const REPORTS: [(&str, &str); 7] = [
    ("report: by product", "/api/admin/reports/sales?by=product&from=2026-05-01&to=2026-12-31"),
    ("report: by member", "/api/admin/reports/sales?by=member&from=2026-05-01&to=2026-12-31"),
    ("report: by city", "/api/admin/reports/sales?by=city&from=2026-05-01&to=2026-12-31"),
    ("report: by hour", "/api/admin/reports/sales?by=hour&from=2026-05-01&to=2026-12-31"),
    ("report: stock", "/api/admin/reports/stock"),
    ("report: who stopped buying", "/api/admin/reports/lapsed?days=30"),
    ("report: cohorts", "/api/admin/reports/cohorts"),
];

/// Measures on one database with the given number of members; the database is removed even after a failure.
///
/// # Errors
/// An answer is unexpected.
pub async fn measure(place: Place, members: i64, seconds: u32) -> Result<(), String> {
    let measured = measure_in(&place, members, seconds).await;
    place.remove().await?;
    measured
}

async fn measure_in(place: &Place, members: i64, seconds: u32) -> Result<(), String> {
    let app = shop::open(place).await?;
    shop::fill_demo(&app).await?;
    let network = write(&app, members).await.map_err(|error| error.to_string())?;
    let Network { first, closed, depth, below_top, .. } = network;
    println!("\n{members} members, {depth} deep, {below_top} below one leader, {} order lines", members * 10);
    join(&app, &network).await.map_err(|error| error.to_string())?;
    let owner = shop::owner(&app).await?;
    app.db.close().await;
    let server = Server::start(place).await?;
    let show = async |name: &str, load: Load, target: &str| {
        let outcome = load::measure(&server, load, CONNECTIONS, seconds).await;
        print_row(name, &outcome.map_err(|error| format!("{name}: {error}"))?, target);
        Ok::<_, String>(())
    };
    let middle = format!("{depth}.{}", first + members / 3);
    let later = 1_780_000_000_000 + members;
    let deep =
        [format!("/api/downlines?limit=50&cursor={middle}"), format!("/api/downlines?limit=50&cursor=4.{first}")];
    let get = |path: &str| vec![path.to_owned()];
    let card = |token: &String| load::get_as(token, "/api/rank-card");
    // The first request waits until everyone's standing is known.
    let asked = Instant::now();
    load::ask(server.address, &card(&network.top)).await?;
    println!("{:32}{:>8} ms", "rank card, the first", asked.elapsed().as_millis());
    show("rank card: member", Load::rotating(network.average.iter().map(card).collect()), TARGET).await?;
    show(&format!("rank card: {LED} below"), Load::rotating(vec![card(&network.leading)]), TARGET).await?;
    show(&format!("rank card: {below_top} below"), Load::rotating(vec![card(&network.top)]), "").await?;
    for (name, target, paths) in [
        ("downlines", TARGET, get("/api/downlines?limit=50")),
        ("downlines further on", TARGET, deep.to_vec()),
        ("downlines, rare name", TARGET, get("/api/downlines?limit=50&search=jarang")),
        ("downlines, common name", TARGET, get("/api/downlines?limit=50&search=anggota")),
        ("BV report", TARGET, get(&format!("/api/bv-report?limit=50&period_id={closed}"))),
        ("downline summary", TARGET, get(&format!("/api/downline-bv-summary?limit=50&period_id={closed}"))),
        ("history", TARGET, get("/api/history-bv?limit=50")),
        ("history further on", TARGET, get(&format!("/api/history-bv?limit=50&cursor={later}.{}.1", members * 2))),
        ("history, 1000 lines", "", get("/api/history-bv")),
        ("summary, 1000 members", "", get(&format!("/api/downline-bv-summary?period_id={closed}"))),
    ] {
        let by = |tokens: &[String]| {
            let requests = tokens.iter().flat_map(|token| paths.iter().map(move |path| load::get_as(token, path)));
            Load::rotating(requests.collect())
        };
        show(&format!("{name}: member"), by(&network.average), target).await?;
        show(&format!("{name}: leader"), by(std::slice::from_ref(&network.top)), target).await?;
    }
    show("register, hash included", network.registration(), "").await?;
    for (name, path) in LISTS {
        show(name, Load::rotating(vec![load::get_as(&owner, path)]), TARGET).await?;
    }
    for (name, path) in REPORTS {
        let asked = Instant::now();
        let answer = load::ask(server.address, &load::get_as(&owner, path)).await?;
        if answer.status != 200 {
            return Err(format!("{name}: {}", answer.status));
        }
        println!("{name:32}{:>8} ms", asked.elapsed().as_millis());
    }
    server.stop()?;
    calculate(place, closed)?;
    export(place, &network).await
}

/// Exports all stored data of the topmost leader, who has more orders than any other member.
async fn export(place: &Place, network: &Network) -> Result<(), String> {
    let app = shop::open(place).await?;
    let work = async {
        let mut tx = app.db.write_for_long_work().await?;
        let first: i64 = query_scalar("SELECT MAX(id) + 1 FROM orders").fetch_one(&mut *tx).await?;
        let orders = Orders { first, count: EXPORTED, closed: network.closed, open: network.closed };
        rows::write_orders(&mut tx, network.first, 1, &orders).await?;
        tx.commit().await
    };
    work.await.map_err(|error| error.to_string())?;
    app.db.close().await;
    let server = Server::start(place).await?;
    let started = Instant::now();
    let request = reqwest::Client::new().get(format!("http://{}/api/me/export", server.address));
    let answer = request.bearer_auth(&network.top).send().await.and_then(reqwest::Response::error_for_status);
    let file = answer.map_err(|error| error.to_string())?.bytes().await.map_err(|error| error.to_string())?;
    let took = started.elapsed();
    // A truncated file has no directory at its end.
    if !file.windows(4).rev().take(64).any(|bytes| bytes == b"PK\x05\x06") {
        return Err("the file with a member's data is not whole".to_owned());
    }
    println!("{:32}{:>8} ms{:>26}   < 60 s", format!("export: {EXPORTED} orders"), took.as_millis(), "");
    println!("{:32}{:>8} kB", "its file", file.len().div_ceil(1024));
    server.stop()
}

/// Calculates the ended period, as an operator does.
fn calculate(place: &Place, closed: i64) -> Result<(), String> {
    let started = Instant::now();
    let mut process = Command::new(program()?)
        .args(["period", "calculate", &closed.to_string()])
        .env_clear()
        .env("DATABASE_URL", &place.database_url)
        .env("STORAGE_URL", place.storage_url())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let status = format!("/proc/{}/status", process.id());
    let mut peak_kb = 0;
    while process.try_wait().map_err(|error| error.to_string())?.is_none() {
        let status = fs::read_to_string(&status).unwrap_or_default();
        let peak =
            status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
        peak_kb = peak_kb.max(peak.unwrap_or(0_u64));
        std::thread::sleep(Duration::from_millis(5));
    }
    let took = started.elapsed();
    let output = process.wait_with_output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("the period is not calculated: {said}"));
    }
    println!("{:32}{:>8} ms{:>26}   < 10 s", "calculate a period", took.as_millis(), "");
    println!("{:32}{:>8} MB{:>26}   < 500 MB", "memory of that, at most", peak_kb.div_ceil(1024), "");
    print!("{said}");
    Ok(())
}

/// A filled database, and the members who send requests.
pub struct Network {
    /// Key of the first member, who leads three fifths.
    pub first: i64,
    /// Key of the ended period.
    pub closed: i64,
    depth: i64,
    below_top: i64,
    /// Session token of the first member.
    top: String,
    /// Session token of the leader with [`LED`] members below or, if there is none, with the next smaller number.
    leading: String,
    /// Session tokens of other members, from all over the network.
    average: Vec<String>,
    /// Uid of one of the deepest members.
    deepest: String,
}

impl Network {
    /// Returns registrations below the deepest member, a different one each time.
    fn registration(&self) -> Load {
        let leader = Arc::new(self.deepest.clone());
        let request = move |number: usize| {
            let email = format!("baru{number}@example.com");
            load::form(
                "/api/register",
                &[
                    ("name", "Anggota Baru"),
                    ("email", &email),
                    ("password", "rahasia-sekali"),
                    ("confirmPassword", "rahasia-sekali"),
                    ("no_hp", "081234567890"),
                    ("alamat", "Jl. Melati 1"),
                    ("bank", "BCA"),
                    ("rekening_bank", "1234567890"),
                    ("jenis_kelamin", "P"),
                    ("tanggal_lahir", "1990-02-28"),
                    ("leader_id", &leader),
                ],
            )
        };
        Load { request: Box::new(request), status: 201 }
    }
}

/// Number of registrations timed without password hashing.
const JOINS: usize = 300;

/// Registers members below the deepest one, without hashing a password.
async fn join(app: &App, network: &Network) -> sqlx::Result<()> {
    let leader = accounts::find_by_uid(&mut *app.db.read().await?, &network.deepest).await?;
    let mut took = Vec::with_capacity(JOINS);
    for number in 0..JOINS {
        let mut new = NewMember::admin(&format!("lekas{number}@example.com"), String::new());
        (new.role, new.leader) = (Role::Member, leader.as_ref().map(|(id, ..)| *id));
        let started = Instant::now();
        ksmart_flows::registration::insert_member(&app.db, &app.random, &new, app.clock.now_ms()).await?;
        took.push(started.elapsed());
    }
    took.sort_unstable();
    let ms = |took: Duration| took.as_secs_f64() * 1000.0;
    let (p50, p99) = (ms(took[JOINS / 2]), ms(took[JOINS * 99 / 100]));
    println!("{:32}{:>20.2}{p99:>9.2}{:>14}   {TARGET}", "register, without the hash", p50, "");
    Ok(())
}

/// Writes the given number of members, their orders and the sums of these.
pub async fn write(app: &App, members: i64) -> sqlx::Result<Network> {
    let mut tx = app.db.write_for_long_work().await?;
    let first: i64 = query_scalar("SELECT MAX(id) + 1 FROM members").fetch_one(&mut *tx).await?;
    let first_order: i64 = query_scalar("SELECT MAX(id) + 1 FROM orders").fetch_one(&mut *tx).await?;
    // An ended period that is not calculated, and the period that takes orders.
    let sql = "SELECT MIN(id), MAX(id) FROM bv_periods WHERE calculated_ms IS NULL";
    let (closed, open) = query_as(sql).fetch_one(&mut *tx).await?;
    rows::write_members(&mut tx, first, members).await?;
    let orders = Orders { first: first_order, count: ORDERS * members, closed, open };
    rows::write_orders(&mut tx, first, members, &orders).await?;
    rows::write_sums(&mut tx).await?;
    let depth = query_scalar("SELECT MAX(depth) FROM member_ancestors").fetch_one(&mut *tx).await?;
    let below_top = query_scalar("SELECT members FROM downline_counts WHERE member_id = $1").bind(first);
    let below_top = below_top.fetch_one(&mut *tx).await?;
    let sql = "SELECT m.uid FROM members m JOIN member_ancestors a ON a.member_id = m.id
               WHERE a.ancestor_id = $1 ORDER BY a.depth DESC LIMIT 1";
    let deepest = query_scalar(sql).bind(first).fetch_one(&mut *tx).await?;
    if app.db.is_shared() {
        // PostgreSQL's sequences count only keys that they generate, not inserted ones.
        for table in ["members", "orders"] {
            let sql = format!("SELECT setval(pg_get_serial_sequence('{table}', 'id'), MAX(id)) FROM {table}");
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *tx).await?;
        }
    }
    tx.commit().await?;
    // Both databases plan queries by their statistics of the tables.
    rows::know(&mut *app.db.write_one().await?).await?;
    let sql = "SELECT member_id FROM downline_counts WHERE members <= $1 ORDER BY members DESC, member_id LIMIT 1";
    let leading: i64 = query_scalar(sql).bind(LED).fetch_one(&mut *app.db.read().await?).await?;
    let asking = (1..=AVERAGE).map(|number| first + number * (members - 1) / AVERAGE);
    let asking = [first, leading].into_iter().chain(asking).map(|id| member(first, id));
    let mut average = shop::sessions(app, &asking.collect::<Vec<_>>()).await.map_err(sqlx::Error::Protocol)?;
    let (top, leading) = (average.remove(0), average.remove(0));
    Ok(Network { first, closed, depth, below_top, top, leading, average, deepest })
}

/// Returns the member with the key `id`; `first` is the key of the first member.
pub fn member(first: i64, id: i64) -> Member {
    Member { id: MemberId(id), email: format!("anggota{}@example.com", id - first + 1) }
}
