//! Separate shop for each test, and the people who act in it.

use std::{
    path::PathBuf,
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use clap::Parser;
use ksmart::app::App;
use ksmart_core::{
    fields::ReceiverForm,
    order::{OrderEvent, PaymentMethod},
    quote::{QuoteInput, quote},
    voucher::Reduction,
};
use ksmart_flows::{checkout, order_transitions, registration};
use ksmart_foundation::{
    config::Config,
    db::{Conn, Db, TextEnum},
    ids::{MemberId, OrderKey, PeriodId, ProductId},
    time::{Clock, DAY_MS},
};
use ksmart_identity::{roles::Role, sessions::Device, settings, tokens::Member};
use ksmart_members::{accounts::NewMember, volume};
use ksmart_ops::serving::{self, Timeouts};
use ksmart_shop::{
    catalog::{self, NewProduct, VariantFields},
    orders::{
        self,
        placing::{NewLine, NewOrder},
    },
    shipping::{destinations::Destinations, place::Place},
    vouchers::VoucherFields,
};
use reqwest::{Method, StatusCode, header::CONTENT_TYPE, multipart};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::rules::openapi::PROMISES;

/// The password of every member that [`Shop::member`] makes.
pub const PASSWORD: &str = "rahasia-sekali";

/// Kuningan Timur in Jakarta, which is also the origin of the shop's parcels.
pub const JAKARTA: i64 = 17579;

/// Milliseconds by which the clock of these tests is ahead of the system's. The clock starts at TEST_START (RFC 3339).
/// Its default is a working day that is neither among the first nor the last days of a month, and later than everything
/// in the backups of these tests.
static AHEAD_MS: LazyLock<i64> = LazyLock::new(|| {
    let start = std::env::var("TEST_START").unwrap_or_else(|_| "2027-07-14T10:00:00+07:00".to_owned());
    let start = chrono::DateTime::parse_from_rfc3339(&start).expect("TEST_START is a time");
    start.timestamp_millis() - Clock::system().now_ms()
});

/// Hash of [`PASSWORD`], calculated only once, because hashing is slow on purpose.
static PASSWORD_HASH: OnceCell<String> = OnceCell::const_new();

#[derive(Parser)]
pub struct Flags {
    #[command(flatten)]
    pub config: Config,
}

/// Running shop with one open period, one closed period, and the data that a test adds.
pub struct Shop {
    pub app: Arc<App>,
    pub base: String,
    pub open: PeriodId,
    pub closed: PeriodId,
    pub folder: TempDir,
    pub database_url: String,
    client: reqwest::Client,
}

/// Order that is written directly into the database, and the events that then move it.
pub struct Story<'a> {
    pub buyer: &'a Actor,
    /// Products with their quantities.
    pub products: &'a [(i64, i64)],
    pub period: PeriodId,
    pub plan_id: i64,
    /// Discount in percent.
    pub percent: &'a str,
    pub at_ms: i64,
    pub events: &'a [OrderEvent],
}

/// Caller of the shop.
#[derive(Clone)]
pub struct Actor {
    pub id: i64,
    pub email: String,
    base: String,
    token: Option<String>,
    client: reqwest::Client,
}

/// HTTP answer of the shop.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub content_type: String,
    pub body: Value,
    /// Body as received, for an answer that is not text.
    pub bytes: Bytes,
}

impl Answer {
    /// Asserts the status; returns the body.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self.body
    }

    /// Asserts status and code of an error; returns its message.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> String {
        let body = self.expect(status);
        assert_eq!(body["code"], code, "{body}");
        body["message"].as_str().expect("an error has a sentence").to_owned()
    }
}

/// Name of the file of a shop's database.
const SQLITE_FILE: &str = "shop.db";

/// Returns the URL of an empty database.
pub async fn database_url(folder: &TempDir) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let Ok(url) = std::env::var("TEST_DATABASE_URL") else { return sqlite(folder) };
    let schema = format!("test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    execute(&url, &format!("CREATE SCHEMA {schema}")).await;
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}options[search_path]={schema}")
}

/// Database with the shop's tables, copied for each shop, because migrating each one would take longer than most tests.
/// On PostgreSQL a copy is deleted after the folder of its shop is gone.
enum Template {
    /// The bytes of SQLite's file.
    Sqlite(Vec<u8>),
    Postgres {
        /// URL for creating and dropping databases.
        url: String,
        /// Name of the template database.
        name: String,
        /// Folder of each shop, with the name of its copy.
        copies: Mutex<Vec<(PathBuf, String)>>,
    },
}

static TEMPLATE: OnceCell<Template> = OnceCell::const_new();

impl Template {
    async fn make() -> Self {
        let Ok(url) = std::env::var("TEST_DATABASE_URL") else {
            let folder = TempDir::new().expect("a temporary folder");
            migrate(&sqlite(&folder)).await;
            return Self::Sqlite(std::fs::read(folder.path().join(SQLITE_FILE)).expect("a file with the tables"));
        };
        let name = format!("template_{}", std::process::id());
        execute(&url, &format!("DROP DATABASE IF EXISTS {name}")).await;
        execute(&url, &format!("CREATE DATABASE {name}")).await;
        migrate(&beside(&url, &name)).await;
        Self::Postgres { url, name, copies: Mutex::default() }
    }

    /// Creates a copy for the shop in `folder`, and returns its URL.
    async fn copy(&self, folder: &TempDir) -> String {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        match self {
            Self::Sqlite(bytes) => {
                std::fs::write(folder.path().join(SQLITE_FILE), bytes).expect("room for a copy");
                sqlite(folder)
            }
            Self::Postgres { url, name: template, copies } => {
                let gone: Vec<_> = copies.lock().unwrap().extract_if(.., |(folder, _)| !folder.exists()).collect();
                for (_, name) in gone {
                    execute(url, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
                }
                let name = format!("shop_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
                execute(url, &format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
                copies.lock().unwrap().push((folder.path().to_owned(), name.clone()));
                beside(url, &name)
            }
        }
    }
}

/// Creates the shop's tables in an empty database.
async fn migrate(url: &str) {
    Db::open(url).await.expect("the tables can be made").close().await;
}

/// Executes a statement as the administrator of the PostgreSQL at `url`.
async fn execute(url: &str, sql: &str) {
    sqlx::any::install_default_drivers();
    let mut conn = Conn::connect(url).await.expect("TEST_DATABASE_URL can be reached");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut conn).await.expect(sql);
    conn.close().await.expect("the connection can be closed");
}

/// Returns the URL of the database with that name on the PostgreSQL at `url`.
fn beside(url: &str, name: &str) -> String {
    let mut url = url::Url::parse(url).expect("TEST_DATABASE_URL is an address");
    url.set_path(name);
    url.into()
}

/// Returns the URL of the SQLite database in a shop's folder.
fn sqlite(folder: &TempDir) -> String {
    format!("sqlite://{}", folder.path().join(SQLITE_FILE).display())
}

impl Shop {
    /// Starts an open shop that has the demo shop's name but no data yet, with flags such as
    /// `--payment-expiry-minutes=1`.
    pub async fn start_with(flags: &[&str]) -> Self {
        Self::start_untouched(flags).await.introduced().await
    }

    /// Starts a shop like [`Shop::start`] that sends e-mails; in these tests they stay in the outbox.
    pub async fn start_with_mail() -> Self {
        Self::begin(&[], |app| app.links.sends_mail = true).await.introduced().await
    }

    async fn introduced(self) -> Self {
        let mut conn = self.app.db.write_one().await.unwrap();
        settings::apply_demo_defaults(&mut conn, 0).await.unwrap();
        drop(conn);
        self.reload_settings().await;
        self
    }

    /// Starts a new shop without settings, except that administrators need no second factor.
    pub async fn start_new(flags: &[&str]) -> Self {
        Self::start_untouched(flags).await.without_factors().await
    }

    /// Turns off the second factor for administrators; returns the same shop.
    pub async fn without_factors(self) -> Self {
        self.set("security", json!({"admin_factors": false})).await;
        self
    }

    /// Starts a new shop without settings.
    pub async fn start_untouched(flags: &[&str]) -> Self {
        Self::begin(flags, |_| ()).await
    }

    async fn begin(flags: &[&str], change: impl FnOnce(&mut App)) -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        let database_url = TEMPLATE.get_or_init(Template::make).await.copy(&folder).await;
        let mut shop = Self::open_changed(folder, database_url, flags, change).await;
        let now_ms = shop.app.clock.now_ms();
        let mut tx = shop.app.db.write().await.unwrap();
        let (from_ms, to_ms) = (now_ms - 60 * DAY_MS, now_ms - 30 * DAY_MS);
        shop.closed = volume::insert_period(&mut tx, "Lalu", from_ms, to_ms).await.unwrap();
        let (from_ms, to_ms) = (now_ms - 29 * DAY_MS, now_ms + 30 * DAY_MS);
        shop.open = volume::insert_period(&mut tx, "Kini", from_ms, to_ms).await.unwrap();
        tx.commit().await.unwrap();
        shop
    }

    /// Starts a shop on a database, with the files in the folder's `storage`. Its periods are those of [`Shop::start`].
    pub async fn open(folder: TempDir, database_url: String, flags: &[&str]) -> Self {
        Self::open_changed(folder, database_url, flags, |_| ()).await
    }

    async fn open_changed(
        folder: TempDir,
        database_url: String,
        flags: &[&str],
        change: impl FnOnce(&mut App),
    ) -> Self {
        let mut args = vec![
            "ksmart".to_owned(),
            "--listen=127.0.0.1:0".to_owned(),
            format!("--database-url={database_url}"),
            format!("--storage-url=file://{}/storage", folder.path().display()),
        ];
        args.extend(flags.iter().map(ToString::to_string));
        let mut config = Flags::parse_from(args).config;
        // A public shop uses no clock other than the system's.
        config.clock_ahead_ms = if config.is_local() { *AHEAD_MS } else { 0 };
        let listener = tokio::net::TcpListener::bind(config.listen).await.expect("a free port");
        let bound = listener.local_addr().expect("an address");
        let mut app = App::open(&config, bound).await.expect("the shop opens");
        change(Arc::get_mut(&mut app).expect("nobody else has it yet"));
        let router = ksmart::app::router(app.clone());
        let proxies = config.trusted_proxies.clone();
        tokio::spawn(serving::serve(listener, router, Timeouts::default(), proxies, std::future::pending()));
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let base = format!("http://{bound}");
        Self { base, app, open: PeriodId(2), closed: PeriodId(1), folder, database_url, client }
    }

    /// Returns the flags of another server on the same database and storage, with the same clock.
    pub fn flags(&self) -> Vec<String> {
        vec![
            format!("--database-url={}", self.database_url),
            format!("--storage-url=file://{}/storage", self.folder.path().display()),
            format!("--clock-ahead-ms={}", self.app.clock.now_ms() - Clock::system().now_ms()),
        ]
    }

    /// Starts an open shop without data, like [`Shop::start_with`] without flags.
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// Returns a caller without a session.
    pub fn guest(&self) -> Actor {
        Actor { id: 0, email: String::new(), base: self.base.clone(), token: None, client: self.client.clone() }
    }

    /// Creates a member with a session, below `leader` if there is one.
    pub async fn member_below(&self, name: &str, leader: Option<&Actor>) -> Actor {
        self.account(name, leader.map(|leader| MemberId(leader.id)), Role::Member).await
    }

    /// Creates a member with a session.
    pub async fn member(&self, name: &str) -> Actor {
        self.member_below(name, None).await
    }

    /// Creates the owner, an administrator who may do everything, with a session.
    pub async fn admin(&self) -> Actor {
        self.account("admin", None, Role::Owner).await
    }

    /// Creates an administrator of one desk, with a session.
    pub async fn staff(&self, role: Role) -> Actor {
        self.account(role.text(), None, role).await
    }

    async fn account(&self, name: &str, leader: Option<MemberId>, role: Role) -> Actor {
        let email = format!("{name}@example.com");
        let hash = PASSWORD_HASH.get_or_init(|| async { self.app.hashing.hash(PASSWORD.to_owned()).await.unwrap() });
        let mut new = NewMember::admin(&email, hash.await.clone());
        name.clone_into(&mut new.name);
        new.leader = leader;
        new.role = role;
        let now_ms = self.app.clock.now_ms();
        let id = registration::insert_member(&self.app.db, &self.app.random, &new, now_ms).await.unwrap();
        self.renewed(&Actor { id: id.0, email, ..self.guest() }).await
    }

    /// Returns the same account with a new session.
    pub async fn renewed(&self, actor: &Actor) -> Actor {
        self.session_since(actor, 0).await
    }

    /// Returns the same account with a new session, as if the login had read that all sessions before `since_ms` were
    /// ended. If sessions were ended later, this one is over too.
    pub async fn session_since(&self, actor: &Actor, since_ms: i64) -> Actor {
        let member = Member { id: MemberId(actor.id), email: actor.email.clone() };
        let now_ms = self.app.clock.now_ms();
        let mut tx = self.app.db.write().await.unwrap();
        let device = Device::default();
        let (_, token) = self.app.sessions.open(&mut tx, &member, &device, since_ms, now_ms).await.unwrap();
        tx.commit().await.unwrap();
        actor.with_token(Some(&token))
    }

    /// Creates a product of 100 rupiah times `hundreds`, 5 points and 500 g.
    pub async fn product(&self, name: &str, hundreds: i64, stock: i64) -> i64 {
        self.product_with(name, hundreds, stock, &[]).await
    }

    /// Creates a product of 100 rupiah times `hundreds`, with this many points.
    pub async fn product_worth(&self, name: &str, hundreds: i64, bv: i64) -> i64 {
        let id = self.product(name, hundreds, 1_000_000).await;
        let sql = "UPDATE products SET bv = $2 WHERE id = $1";
        let mut conn = self.app.db.write_one().await.unwrap();
        sqlx::query(sql).bind(id).bind(bv).execute(&mut *conn).await.unwrap();
        id
    }

    /// Inserts an order and moves it by its events; returns its key and its number.
    pub async fn tell(&self, story: &Story<'_>) -> (OrderKey, String) {
        let mut tx = self.app.db.write().await.unwrap();
        let mut lines = Vec::new();
        for (product, quantity) in story.products {
            let goods = catalog::snapshots(&mut tx, &[ProductId(*product)], story.at_ms).await.unwrap().pop().unwrap();
            lines.push(NewLine::new(goods, String::new(), *quantity));
        }
        let input = QuoteInput {
            lines: lines.iter().map(NewLine::quote_line).collect(),
            discount_percent: story.percent.parse().unwrap(),
            shipping_cost: 9_000,
            ..QuoteInput::default()
        };
        let online = story.events.first() != Some(&OrderEvent::Pack);
        let order = NewOrder {
            open_at_ms: None,
            trial: !self.app.settings.now().await.unwrap().is_open(),
            taxable: false,
            member: MemberId(story.buyer.id),
            checkout_token: self.app.random.token(26),
            contents: None,
            plan_id: story.plan_id,
            period: story.period,
            period_name: String::new(),
            payment_method: if online { PaymentMethod::Online } else { PaymentMethod::Cod },
            receiver: ReceiverForm::default(),
            destination_id: JAKARTA,
            place: Place::of(&Destinations::embedded().get(JAKARTA).unwrap()),
            shipping_method: "JNE - REG".to_owned(),
            voucher: None,
            reduction: Some(Reduction::Percent { percent: input.discount_percent, most: None }),
            quote: quote(&input).unwrap(),
            lines,
        };
        let number = format!("KS-20260101-{}", self.app.random.token(8));
        let placed = checkout::insert_order(&mut tx, &order, &number, None, story.at_ms).await.unwrap();
        let key = placed.expect("the period takes orders").key;
        let wanted: Vec<_> = order.lines.iter().map(NewLine::wanted).collect();
        assert!(catalog::take_stock(&mut tx, key, &wanted, story.at_ms).await.unwrap(), "too few in stock");
        for event in story.events {
            order_transitions::advance_within(&mut tx, key, *event, orders::Actor::Admin, None, story.at_ms)
                .await
                .unwrap();
        }
        tx.commit().await.unwrap();
        (key, number)
    }

    /// Moves an order now.
    pub async fn advance(&self, key: OrderKey, event: OrderEvent) {
        order_transitions::advance(&self.app.payments.orders, key, event, orders::Actor::Admin, None).await.unwrap();
    }

    /// Changes the database, bypassing all rules.
    pub async fn change(&self, sql: &'static str) {
        sqlx::query(sql).execute(&mut *self.app.db.write_one().await.unwrap()).await.unwrap();
    }

    /// Changes the database, bypassing all rules, with a statement composed at run time.
    pub async fn change_by(&self, sql: &str) {
        let mut conn = self.app.db.write_one().await.unwrap();
        sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut *conn).await.unwrap();
    }

    /// Changes values of a section of the settings, bypassing all rules.
    pub async fn set(&self, section: &str, changes: Value) {
        let mut tx = self.app.db.write().await.unwrap();
        let sql = "SELECT content FROM settings WHERE section = $1";
        let content: Option<String> = sqlx::query_scalar(sql).bind(section).fetch_optional(&mut *tx).await.unwrap();
        let content = content.map_or_else(|| json!({}), |content| serde_json::from_str(&content).unwrap());
        let sql = "INSERT INTO settings (section, content, version) VALUES ($1, $2, 1)
                   ON CONFLICT (section) DO UPDATE SET content = excluded.content";
        let content = with(content, &changes).to_string();
        sqlx::query(sql).bind(section).bind(content).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        self.reload_settings().await;
    }

    /// Makes the server read its settings, as it does a second after another server has changed them.
    pub async fn reload_settings(&self) {
        self.app.settings.mark_changed();
        let _ = self.app.settings.now().await;
    }

    /// Asserts that every rule of the check holds.
    pub async fn must_be_sound(&self) {
        let report = ksmart_ops::integrity::run(&self.app.db).await.unwrap();
        assert!(report.is_sound(), "{report}");
        crate::office::audit_words::check(self).await;
    }

    /// Creates a product with variants.
    pub async fn product_with(&self, name: &str, hundreds: i64, stock: i64, variants: &[&str]) -> i64 {
        let variants: Vec<VariantFields> = variants.iter().map(|name| VariantFields::named(*name)).collect();
        let mut tx = self.app.db.write().await.unwrap();
        let category_id =
            catalog::insert_category(&mut tx, &format!("Kategori {name}"), "categories/x.webp", 1).await.unwrap();
        let product = NewProduct {
            category_id,
            name,
            description: "Keterangan",
            composition: "Isi",
            usage: "Pakai",
            storage: "Simpan",
            price_rp: hundreds * 100,
            bv: 5,
            weight_gr: 500,
            net_ml: 250,
            min_order: 1,
            sku: "",
            barcode: "",
            shelf: "",
            stock,
            sold: 0,
            variants: &variants,
            images: &["products/a.webp".to_owned(), "products/b.webp".to_owned()],
            augmented: &["products/c.webp".to_owned()],
        };
        let ProductId(id) = catalog::insert_product(&mut tx, &product, self.app.clock.now_ms()).await.unwrap();
        tx.commit().await.unwrap();
        self.app.catalog.mark_changed();
        id
    }

    /// Creates a voucher that is valid from yesterday until tomorrow.
    pub async fn voucher(&self, code: &str, percent: &str, quota: Option<i64>, member_quota: Option<i64>) {
        let now_ms = self.app.clock.now_ms();
        let voucher = VoucherFields {
            code: code.to_owned(),
            title: "Hemat".to_owned(),
            terms: "Satu kali.".to_owned(),
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
        voucher.insert(&mut self.app.db.write_one().await.unwrap()).await.unwrap();
    }

    /// Returns the stock that the shop shows for a product.
    pub async fn stock(&self, product: i64) -> i64 {
        self.guest().get(&format!("/api/product/{product}")).await.expect(200)["stock"].as_i64().unwrap()
    }

    /// Returns a number from the database.
    pub async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql).fetch_one(&mut *self.app.db.read().await.unwrap()).await.unwrap()
    }

    /// Returns the cheapest way to ship this many grams within Jakarta.
    pub async fn shipping(&self, grams: i64) -> Value {
        let path = format!(
            "/api/calculate-shipping?receiver_destination_id={JAKARTA}&weight={}.{:03}",
            grams / 1000,
            grams % 1000
        );
        self.guest().get(&path).await.expect(200)["shipping_options"][0].take()
    }
}

/// Returns a JSON object with changed or additional fields.
pub fn with(mut object: Value, changes: &Value) -> Value {
    object.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    object
}

impl Actor {
    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    /// Returns the values of a section of the settings.
    pub async fn settings(&self, section: &str) -> Value {
        self.get("/api/admin/settings").await.expect(200)[section]["values"].take()
    }

    /// Edits a section of the settings in the office: the current values, with changes.
    pub async fn edit_settings(&self, section: &str, changes: Value) -> Answer {
        let mut edit = self.get("/api/admin/settings").await.expect(200)[section].take();
        edit["values"] = with(edit["values"].take(), &changes);
        self.put(&format!("/api/admin/settings/{section}"), edit).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path)).await
    }

    /// Sends a multipart form of texts, and a photo if there is one.
    pub async fn form(
        &self,
        method: Method,
        path: &str,
        fields: &[(&str, &str)],
        photo: Option<(&str, Vec<u8>)>,
    ) -> Answer {
        let mut form = multipart::Form::new();
        for (name, value) in fields {
            form = form.text(name.to_string(), value.to_string());
        }
        if let Some((name, bytes)) = photo {
            form = form.part("profile_picture", multipart::Part::bytes(bytes).file_name(name.to_owned()));
        }
        self.send(self.request(method, path).multipart(form)).await
    }

    /// Returns every row of a list that comes in pages of `limit`; `list` is a JSON pointer to the rows, and the cursor
    /// is next to them.
    pub async fn all(&self, path: &str, list: &str, limit: usize) -> Vec<Value> {
        let (mut rows, mut cursor) = (Vec::new(), Value::Null);
        let separator = if path.contains('?') { '&' } else { '?' };
        let beside = list.rsplit_once('/').expect("a pointer").0;
        loop {
            let from = cursor.as_str().map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
            let mut body = self.get(&format!("{path}{separator}limit={limit}{from}")).await.expect(200);
            cursor = body.pointer(&format!("{beside}/next_cursor")).expect("a cursor or null").clone();
            let Value::Array(page) = body.pointer_mut(list).expect("a list").take() else { panic!("no list") };
            assert!(page.len() == limit || cursor.is_null() && page.len() < limit, "{path}: a page of {}", page.len());
            rows.extend(page);
            if cursor.is_null() {
                return rows;
            }
        }
    }

    /// Returns this caller with another token, or none.
    pub fn with_token(&self, token: Option<&str>) -> Self {
        Self { token: token.map(str::to_owned), ..self.clone() }
    }

    /// Returns this caller with another member's id, and with the same session.
    pub fn with_id(&self, id: i64) -> Self {
        Self { id, ..self.clone() }
    }

    /// Returns the token of the session.
    pub fn token(&self) -> &str {
        self.token.as_deref().expect("a session")
    }

    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.base) };
        let request = self.client.request(method, url);
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    /// Sends a request; the answer must match the promises of the OpenAPI document.
    pub async fn send(&self, request: reqwest::RequestBuilder) -> Answer {
        let request = request.build().expect("a request");
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let response = self.client.execute(request).await.expect("the shop answers");
        let status = response.status();
        let content_type = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let content_type = content_type.unwrap_or_default().to_owned();
        let bytes = response.bytes().await.expect("the answer can be read");
        let text = String::from_utf8_lossy(&bytes);
        let body = serde_json::from_str(&text).unwrap_or_else(|_| text.into());
        let answer = Answer { status, content_type, body, bytes };
        let broken = PROMISES.broken_by(method.as_str(), &path, &answer);
        assert!(broken.is_none(), "{}", broken.unwrap_or_default());
        answer
    }
}
