//! The shop under test: its database, its servers, its provider, and the final checks.

use std::{
    collections::{HashMap, HashSet},
    net::SocketAddr,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};

use clap::Parser;
use ksmart::app::App;
use ksmart_core::{plan::document::Plan, voucher::Reduction};
use ksmart_foundation::{config::Config, time::DAY_MS};
use ksmart_identity::{
    internal_values,
    outbox::deliveries,
    roles::Role,
    sessions::Device,
    settings::{self, Versioned, privacy::PrivacySettings, sales::SalesSettings, security::SecuritySettings},
    tokens::Member,
};
use ksmart_members::{accounts::NewMember, bonuses, volume};
use ksmart_ops::{integrity, jobs};
use ksmart_shop::{
    catalog::{self, NewProduct},
    vouchers::VoucherFields,
};
use rand::{RngExt, rngs::StdRng};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, FromRow};
use tempfile::TempDir;
use tokio::sync::Mutex;

use crate::{Fire, book::Book, midtrans::Midtrans, receiver::Receiver, server::Server};

/// Number of members who shop.
const MEMBERS: u64 = 12;

const JWT_SECRET: &str = "a-secret-of-the-fire-tests-that-is-long-enough";

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    config: Config,
}

/// A person with a session.
#[derive(Clone)]
pub struct Person {
    pub id: i64,
    pub uid: String,
    pub email: String,
    pub token: String,
}

/// Result of a call.
pub struct Answer {
    pub status: u16,
    pub body: Value,
}

/// A product as shoppers know it.
#[derive(Clone)]
pub struct Goods {
    pub id: i64,
    pub price: i64,
    pub bv: i64,
    pub weight_gr: i64,
}

/// A voucher as shoppers know it.
pub struct Voucher {
    pub code: &'static str,
    pub percent: &'static str,
}

pub const VOUCHERS: [(Voucher, Option<i64>, Option<i64>); 3] = [
    (Voucher { code: "SEDIKIT", percent: "12.5" }, Some(7), None),
    (Voucher { code: "SEKALI", percent: "10" }, None, Some(1)),
    (Voucher { code: "SELALU", percent: "3.33" }, None, None),
];

/// Message kinds sent to the receiver.
const TOLD: [&str; 5] = ["order_placed", "order_paid", "order_shipped", "order_cancelled", "order_refunded"];

/// Everything under test.
pub struct World {
    pub fire: Fire,
    pub book: Arc<Book>,
    pub midtrans: Midtrans,
    /// Receiver of the webhooks about orders, which accepts or refuses them.
    pub receiver: Receiver,
    pub servers: Vec<Mutex<Server>>,
    pub members: Vec<Person>,
    pub admin: Person,
    /// Second administrator, who approves what the first one has prepared.
    pub second: Person,
    pub goods: Vec<Goods>,
    /// Periods of the test; the first is calculated while members shop.
    pub periods: [i64; 2],
    /// Period in which members currently place their orders.
    pub period: AtomicI64,
    bases: Vec<String>,
    config: Config,
    /// Count that increases when PostgreSQL is killed and when it is back: odd during an outage.
    pub outages: AtomicU64,
    _folder: TempDir,
}

impl World {
    /// Fills a fresh database and starts the servers: one on SQLite, two on PostgreSQL.
    pub async fn build(fire: Fire) -> Self {
        let folder = TempDir::new().unwrap();
        let (database_url, servers) = database(&folder).await;
        let midtrans = Midtrans::start().await;
        let receiver = Receiver::start().await;
        let mut flags = vec![
            format!("--database-url={database_url}"),
            format!("--storage-url=file://{}/storage", folder.path().display()),
            format!("--jwt-secret={JWT_SECRET}"),
            "--rate-limits=off".to_owned(),
            "--public-url=http://127.0.0.1:9".to_owned(),
        ];
        flags.extend(midtrans.flags());
        let config = Flags::parse_from([&["ksmart".to_owned()], &flags[..]].concat()).config;
        let app = open(&config).await;
        let mut conn = app.db.write_one().await.unwrap();
        internal_values::put_opened(&mut conn, Some(0)).await.unwrap();
        // The administrators of this test have no second factor.
        let security = SecuritySettings { admin_factors: false, ..SecuritySettings::default() };
        settings::store(&mut conn, &Versioned { values: security, version: 0 }).await.unwrap();
        // This test runs rounds of jobs in parallel with the servers, without the lease that lets only one process make
        // backups.
        let privacy = PrivacySettings { backups_kept: 0, ..PrivacySettings::default() };
        settings::store(&mut conn, &Versioned { values: privacy, version: 0 }).await.unwrap();
        let sales = SalesSettings { max_unpaid_orders: 0, max_unpaid_pieces: 0, ..SalesSettings::default() };
        settings::store(&mut conn, &Versioned { values: sales, version: 0 }).await.unwrap();
        let sql = "INSERT INTO webhooks (url, secret, kinds, created_ms) VALUES ($1, 'whsec_YQ==', $2, 0)";
        sqlx::query(sql).bind(&receiver.url).bind(TOLD.join(" ")).execute(&mut *conn).await.unwrap();
        drop(conn);
        let (members, [admin, second]) = people(&app).await;
        let (goods, periods) = wares(&app, fire).await;
        app.db.close().await;
        let mut running = Vec::new();
        for _ in 0..servers {
            running.push(Server::start(folder.path(), flags.clone()).await);
        }
        Self {
            fire,
            book: Arc::default(),
            midtrans,
            receiver,
            bases: running.iter().map(|server| server.base.clone()).collect(),
            servers: running.into_iter().map(Mutex::new).collect(),
            members,
            admin,
            second,
            goods,
            periods,
            period: AtomicI64::new(periods[0]),
            config,
            outages: AtomicU64::new(0),
            _folder: folder,
        }
    }

    /// Returns the base URL of a random server.
    pub fn any_server(&self, rng: &mut StdRng) -> &str {
        &self.bases[rng.random_range(0..self.bases.len())]
    }

    /// Sends a call to random servers until one answers. Status 500 is accepted only if PostgreSQL was down during the
    /// call.
    pub async fn call(
        &self,
        client: &Client,
        rng: &mut StdRng,
        who: &Person,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Answer {
        let with_body = |request: RequestBuilder| match body {
            Some(body) => request.json(body),
            None => request,
        };
        self.send(client, rng, who, (method, path), with_body).await
    }

    /// Sends a call as [`World::call`] does, with the content that `fill` adds.
    pub async fn send(
        &self,
        client: &Client,
        rng: &mut StdRng,
        who: &Person,
        (method, path): (Method, &str),
        fill: impl Fn(RequestBuilder) -> RequestBuilder,
    ) -> Answer {
        loop {
            let outages = self.outages.load(Ordering::SeqCst);
            let url = format!("{}{path}", self.any_server(rng));
            let request = fill(client.request(method.clone(), url).bearer_auth(&who.token));
            self.book.count("requests");
            let answered = async {
                let answer = request.send().await.ok()?;
                let status = answer.status().as_u16();
                Some(Answer { status, body: answer.json().await.ok()? })
            };
            match answered.await {
                Some(Answer { status: 500, body }) => {
                    assert!(self.was_out(outages), "{method} {path}: {body}");
                    self.book.count("answered: 500 without PostgreSQL");
                }
                Some(answer) => {
                    self.book.count(format!("answered: {}", answer.status));
                    return answer;
                }
                None => self.book.count("not answered"),
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// Whether PostgreSQL is down, or was down since `outages` had the value `since`.
    pub fn was_out(&self, since: u64) -> bool {
        let now = self.outages.load(Ordering::SeqCst);
        now != since || now % 2 == 1
    }

    /// Whether these tests may kill PostgreSQL, because something restarts it.
    pub fn can_kill_postgres(&self) -> bool {
        self.bases.len() > 1 && std::env::var_os("TEST_POSTGRES_PID_FILE").is_some()
    }

    /// Kills PostgreSQL, and waits until it is back.
    pub async fn kill_postgres(&self) {
        let file = std::env::var("TEST_POSTGRES_PID_FILE").unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let pid = text.lines().next().unwrap().trim();
        self.outages.fetch_add(1, Ordering::SeqCst);
        assert!(Command::new("kill").args(["-9", pid]).status().unwrap().success());
        while AnyConnection::connect(&self.config.database_url.0).await.is_err() || same(&file, pid) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.outages.fetch_add(1, Ordering::SeqCst);
    }

    /// Runs the jobs like a server whose clock is two days ahead: unpaid orders expire while they are being paid.
    pub async fn days_pass(&self) {
        let app = open(&self.config).await;
        app.clock.advance(2 * DAY_MS);
        // Failures caused by the test are retried in a later round.
        let _ = jobs::round(&app.jobs()).await;
        app.db.close().await;
    }

    /// Runs the jobs until no work is left.
    pub async fn burn_out(&self) {
        let app = open(&self.config).await;
        app.clock.advance(2 * DAY_MS);
        self.receiver.answer(200);
        let rounds = 50 + self.fire.orders / 20;
        for _ in 0..rounds {
            app.clock.advance(2 * 60 * 60 * 1000);
            jobs::round(&app.jobs()).await.unwrap();
            for notice in self.midtrans.held() {
                let url = format!("{}/api/payments/notification", self.bases[0]);
                self.midtrans.deliver(&crate::midtrans::Notice { url, body: notice.body }).await;
            }
            let sql = "SELECT (SELECT COUNT(*) FROM payments WHERE next_check_ms IS NOT NULL)
                            + (SELECT COUNT(*) FROM payment_problems
                               WHERE solved_ms IS NULL AND next_try_ms IS NOT NULL)
                            + (SELECT COUNT(*) FROM returns WHERE next_try_ms IS NOT NULL)
                            + (SELECT COUNT(*) FROM outbox_messages WHERE spread_ms IS NULL)
                            + (SELECT COUNT(*) FROM outbox_deliveries WHERE channel = 'webhook' AND state = 'waiting')";
            let left: i64 = sqlx::query_scalar(sql).fetch_one(&mut *app.db.read().await.unwrap()).await.unwrap();
            if left == 0 {
                app.db.close().await;
                return;
            }
        }
        panic!("the jobs are not done after {rounds} rounds");
    }

    /// Compares the shop's stored data with its answers and with the provider's data.
    pub async fn judge(&self) {
        let app = open(&self.config).await;
        let orders = orders(&app).await;
        self.judge_answers(&app, &orders).await;
        self.judge_money(&app, &orders).await;
        self.judge_messages(&app).await;
        let report = integrity::run(&app.db).await.unwrap();
        assert!(report.is_sound(), "SEED={}\n{report}", self.fire.seed);
        app.db.close().await;
    }

    async fn judge_answers(&self, app: &Arc<App>, orders: &HashMap<String, OrderRow>) {
        let checkouts = self.book.checkouts();
        let mut kept = 0;
        for (token, (member, answered)) in &checkouts {
            let found: Vec<_> = orders.values().filter(|order| order.checkout_token == *token).collect();
            assert!(found.len() <= 1, "one checkout, {} orders: {found:?}", found.len());
            kept += found.len();
            if let Some(number) = answered {
                let order = found.first().unwrap_or_else(|| panic!("{number} was answered and is lost"));
                assert_eq!((&order.number, order.member_id), (number, *member));
            }
        }
        assert_eq!(kept, orders.len(), "there are orders that nobody placed");
        let sql = "SELECT o.number, m.event FROM order_moves m JOIN orders o ON o.id = m.order_id";
        let rows: Vec<(String, String)> =
            sqlx::query_as(sql).fetch_all(&mut *app.db.read().await.unwrap()).await.unwrap();
        let mut moves: HashMap<(String, String), u32> = HashMap::new();
        for row in rows {
            *moves.entry(row).or_default() += 1;
        }
        for (number, event) in self.book.moves() {
            let made = moves.get(&(number.clone(), event.to_owned())).copied();
            assert_eq!(made, Some(1), "{number} was answered to be {event}");
        }
    }

    /// Asserts that each message was accepted, and had the same id and content at every delivery.
    async fn judge_messages(&self, app: &Arc<App>) {
        let sql = "SELECT id, created_ms FROM outbox_messages
                   WHERE kind IN ('order_placed', 'order_paid', 'order_shipped', 'order_cancelled', 'order_refunded')";
        let told: Vec<(i64, i64)> = sqlx::query_as(sql).fetch_all(&mut *app.db.read().await.unwrap()).await.unwrap();
        let told: HashSet<String> = told.into_iter().map(|(id, at_ms)| deliveries::uid(id, at_ms)).collect();
        let mut taken = HashMap::new();
        for request in self.receiver.take() {
            let name = request.header("webhook-id").to_owned();
            assert!(told.contains(&name), "SEED={}: {name} was told by nobody", self.fire.seed);
            if request.status.is_success() {
                let before = taken.insert(name.clone(), request.body.clone());
                assert!(before.is_none_or(|before| before == request.body), "two messages are called {name}");
            }
        }
        assert!(
            !told.is_empty() && taken.len() == told.len(),
            "SEED={}: {} of {} came",
            self.fire.seed,
            taken.len(),
            told.len()
        );
        println!("{} messages were taken", taken.len());
    }

    async fn judge_money(&self, app: &Arc<App>, orders: &HashMap<String, OrderRow>) {
        let sql =
            "SELECT o.number FROM payment_problems p JOIN orders o ON o.id = p.order_id WHERE p.solved_ms IS NULL";
        let problems: Vec<String> =
            sqlx::query_scalar(sql).fetch_all(&mut *app.db.read().await.unwrap()).await.unwrap();
        let mut charged: HashMap<&str, u32> = HashMap::new();
        let payments = self.midtrans.payments();
        for payment in &payments {
            // If the answer with the payment page was lost, the next payment's number is that of the order with a
            // suffix.
            let number = payment.order_id.splitn(4, '-').take(3).collect::<Vec<_>>().join("-");
            let order = orders.get(&number).unwrap_or_else(|| panic!("a payment of no order: {payment:?}"));
            assert_eq!(payment.amount, order.total_rp, "{number}");
            if payment.charged == 0 {
                continue;
            }
            assert_eq!(payment.charged, order.total_rp, "{number}");
            let times = charged.entry(&order.number).or_default();
            *times += 1;
            assert_eq!(*times, 1, "{number} was charged twice");
            let paid = order.payment_status == "success";
            // Refunds of an order that is still paid are those for its returns.
            let (given, by_hand) = given_back(app, &order.number).await;
            assert!(!paid || payment.returned == given, "{given} were given back of {order:?}: {payment:?}");
            let waits_for_someone = problems.contains(&number) || self.book.is_by_hand(&number);
            if payment.kept() > by_hand {
                assert!(paid || waits_for_someone, "the shop keeps the money of {order:?}: {payment:?}");
            } else {
                assert!(!paid, "the shop has no money of {order:?}: {payment:?}");
            }
        }
        for order in orders.values().filter(|order| order.payment_method == "online") {
            assert_ne!(order.payment_status, "pending", "{} is left open", order.number);
            let paid = matches!(order.payment_status.as_str(), "success" | "refunded");
            assert!(!paid || charged.contains_key(order.number.as_str()), "nobody paid {order:?}");
        }
    }
}

/// Returns the rupiah refunded for the returns of an order, according to the shop's books: by the provider, and
/// manually.
async fn given_back(app: &Arc<App>, number: &str) -> (i64, i64) {
    let sql = "SELECT CAST(COALESCE(SUM(CASE WHEN r.approved_by IS NULL THEN r.refund_rp ELSE 0 END), 0) AS BIGINT),
                      CAST(COALESCE(SUM(CASE WHEN r.approved_by IS NULL THEN 0 ELSE r.refund_rp END), 0) AS BIGINT)
               FROM returns r JOIN orders o ON o.id = r.order_id WHERE o.number = $1 AND r.state = 'refunded'";
    sqlx::query_as(sql).bind(number).fetch_one(&mut *app.db.read().await.unwrap()).await.unwrap()
}

#[derive(Debug, FromRow)]
struct OrderRow {
    number: String,
    member_id: i64,
    checkout_token: String,
    payment_method: String,
    payment_status: String,
    total_rp: i64,
}

async fn orders(app: &Arc<App>) -> HashMap<String, OrderRow> {
    let sql = "SELECT number, member_id, checkout_token, payment_method, payment_status, total_rp FROM orders";
    let rows: Vec<OrderRow> = sqlx::query_as(sql).fetch_all(&mut *app.db.read().await.unwrap()).await.unwrap();
    rows.into_iter().map(|row| (row.number.clone(), row)).collect()
}

/// Whether the first line of a file is this process id.
fn same(file: &str, pid: &str) -> bool {
    std::fs::read_to_string(file).is_ok_and(|text| text.lines().next().is_some_and(|line| line.trim() == pid))
}

/// Creates a fresh database; returns its URL, and the number of servers to run on it.
async fn database(folder: &TempDir) -> (String, usize) {
    let Ok(url) = std::env::var("TEST_DATABASE_URL") else {
        return (format!("sqlite://{}/shop.db", folder.path().display()), 1);
    };
    let schema = format!("fire_{}", std::process::id());
    sqlx::any::install_default_drivers();
    let mut conn = AnyConnection::connect(&url).await.expect("TEST_DATABASE_URL can be reached");
    sqlx::raw_sql(AssertSqlSafe(format!("CREATE SCHEMA {schema}"))).execute(&mut conn).await.unwrap();
    let separator = if url.contains('?') { '&' } else { '?' };
    (format!("{url}{separator}options[search_path]={schema}"), 2)
}

/// Opens the shop's database with the shop's own library, even while PostgreSQL restarts.
async fn open(config: &Config) -> Arc<App> {
    loop {
        match App::open(config, SocketAddr::from(([127, 0, 0, 1], 9))).await {
            Ok(app) => return app,
            Err(sentence) => {
                assert!(config.database_url.0.starts_with("postgres"), "{sentence}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// Creates the members, in chains of leaders, and two administrators.
async fn people(app: &Arc<App>) -> (Vec<Person>, [Person; 2]) {
    let now_ms = app.clock.now_ms();
    let (mut people, mut leader) = (Vec::new(), None);
    for number in 0..MEMBERS + 2 {
        let email = format!("anggota{number}@example.com");
        let mut new = NewMember::admin(&email, "nobody logs in".to_owned());
        if number < MEMBERS {
            new.role = Role::Member;
            new.leader = leader;
        }
        let id = ksmart_flows::registration::insert_member(&app.db, &app.random, &new, now_ms).await.unwrap();
        // Two of three members start below the previous member.
        leader = (number % 3 != 2).then_some(id);
        let member = Member { id, email: email.clone() };
        let mut tx = app.db.write().await.unwrap();
        let (_, token) = app.sessions.open(&mut tx, &member, &Device::default(), 0, now_ms).await.unwrap();
        tx.commit().await.unwrap();
        let sql = "SELECT uid FROM members WHERE id = $1";
        let uid = sqlx::query_scalar(sql).bind(id).fetch_one(&mut *app.db.read().await.unwrap()).await.unwrap();
        people.push(Person { id: id.0, uid, email, token });
    }
    let admins = [people.pop().unwrap(), people.pop().unwrap()];
    (people, admins)
}

/// Returns a compensation plan with a component of each kind, and a rank that is held permanently.
fn plan() -> Plan {
    let needs = json!([{"metric": "pv", "volume": "both", "at_least": 10}]);
    let document = json!({
        "name": "Rencana", "point_value_rp": 1234, "cap_percent": "40", "member_cap_rp": 900_000,
        "boundary_rank": "leader",
        "ranks": [
            {"code": "member", "name": "Anggota", "keeps": "period", "needs": []},
            {"code": "leader", "name": "Leader", "keeps": "for_ever", "needs": needs},
        ],
        "components": [
            {"code": "personal", "name": "Pribadi", "kind": "personal", "volume": "both", "rate": "10.5", "needs": []},
            {"code": "level", "name": "Tingkat", "kind": "level", "volume": "both", "rates": ["8", "3.3", "0.5"],
             "compression": true, "needs": needs},
            {"code": "group", "name": "Grup", "kind": "differential", "volume": "b",
             "rates": {"member": "1", "leader": "4"}, "pass_up": false, "needs": needs},
            {"code": "generation", "name": "Generasi", "kind": "generation", "volume": "both", "rates": ["2", "1"],
             "needs": []},
            {"code": "pool", "name": "Dana", "kind": "pool", "volume": "a", "percent": "1", "shares": {"leader": 1},
             "needs": []},
        ],
    });
    Plan::read(&document).unwrap()
}

/// Creates products, some of them scarce, vouchers, a plan, and two open periods.
async fn wares(app: &Arc<App>, fire: Fire) -> (Vec<Goods>, [i64; 2]) {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.write().await.unwrap();
    let first = volume::insert_period(&mut tx, "Kini", now_ms - DAY_MS, now_ms + 90 * DAY_MS).await.unwrap();
    let next = volume::insert_period(&mut tx, "Nanti", now_ms, now_ms + 90 * DAY_MS).await.unwrap();
    bonuses::insert_plan(&mut tx, &plan(), now_ms).await.unwrap();
    let category_id = catalog::insert_category(&mut tx, "Kategori", "categories/x.webp", 1).await.unwrap();
    let mut goods = Vec::new();
    for number in 0..6_i64 {
        let scarce = number < 2;
        let (price_rp, bv, weight_gr) = (7_300 + 1_111 * number, 3 + number, 150 + 400 * number);
        let stock = if scarce { i64::try_from(fire.orders / 3).unwrap() + 3 } else { 1_000_000 };
        let new = NewProduct {
            category_id,
            name: &format!("Produk {number}"),
            description: "Keterangan",
            composition: "Isi",
            usage: "Pakai",
            storage: "Simpan",
            price_rp,
            bv,
            weight_gr,
            net_ml: 100,
            min_order: 1,
            sku: "",
            barcode: "",
            shelf: "",
            stock,
            sold: 0,
            variants: &[],
            images: &["products/a.webp".to_owned()],
            augmented: &[],
        };
        let id = catalog::insert_product(&mut tx, &new, now_ms).await.unwrap();
        goods.push(Goods { id: id.0, price: price_rp, bv, weight_gr });
    }
    for (Voucher { code, percent }, quota, member_quota) in VOUCHERS {
        let fields = VoucherFields {
            code: code.to_owned(),
            title: "Hemat".to_owned(),
            terms: String::new(),
            picture: "vouchers/x.webp".to_owned(),
            reduction: Reduction::Percent { percent: percent.parse().unwrap(), most: None },
            starts_ms: now_ms - DAY_MS,
            ends_ms: now_ms + DAY_MS,
            quota,
            member_quota,
            minimum_rp: 0,
            first_order: false,
            scoped: false,
            chosen_members: false,
        };
        fields.insert(&mut tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    (goods, [first.0, next.0])
}
