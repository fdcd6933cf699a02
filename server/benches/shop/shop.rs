//! The measured shop: the demo's products, many members, and the requests that they send.

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use clap::Parser;
use ksmart::app::App;
use ksmart_core::quote::{QuoteInput, QuoteLine, quote};
use ksmart_foundation::{
    config::Config,
    ids::{MemberId, ProductId},
};
use ksmart_identity::{
    roles::Role,
    sessions::Device,
    settings::{self, Versioned, sales::SalesSettings},
    tokens::Member,
};
use ksmart_members::accounts::{self, NewMember};
use ksmart_ops::demo;
use ksmart_shop::catalog;
use serde_json::{Value, json};

use crate::{
    load::{self, Load},
    server::{JWT_SECRET, Place},
};

/// Number of members who buy.
const MEMBERS: usize = 20_000;

/// Number of members who log in.
const LOGINS: usize = 8;

/// Number of different baskets ordered.
const BASKETS: usize = 40;

/// Stock of each product: enough for any load.
const STOCK: i64 = 1_000_000_000;

/// Number of pieces of each product that were sold before the measurement.
const SOLD: i64 = 1000;

/// The password of every member.
const PASSWORD: &str = "rahasia-sekali";

/// Destination of the orders: Kuningan Timur in Jakarta.
const DESTINATION: i64 = 17579;

/// Search texts that shoppers enter for destinations.
const KEYWORDS: [&str; 50] = [
    "jakarta",
    "kuningan",
    "setiabudi",
    "kuningan timur",
    "tebet",
    "menteng",
    "kemang",
    "cilandak",
    "pondok indah",
    "kelapa gading",
    "bandung",
    "dago",
    "cicendo",
    "lembang",
    "cimahi",
    "bekasi",
    "bekasi timur",
    "depok",
    "cinere",
    "bogor",
    "tangerang",
    "serpong",
    "bsd",
    "ciputat",
    "semarang",
    "banyumanik",
    "yogyakarta",
    "sleman",
    "gamping",
    "solo",
    "surakarta",
    "surabaya",
    "gubeng",
    "wonokromo",
    "malang",
    "lowokwaru",
    "denpasar",
    "kuta",
    "ubud",
    "medan",
    "medan baru",
    "palembang",
    "padang",
    "pekanbaru",
    "makassar",
    "panakkukang",
    "balikpapan",
    "manado",
    "12950",
    "40135",
];

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    config: Config,
}

/// Member who buys.
struct Buyer {
    id: MemberId,
    email: String,
    token: String,
}

/// Members of a filled database, as buyers.
pub struct Buyers(Arc<Vec<Buyer>>);

/// Opens the database of `place` with the server's own library.
pub async fn open(place: &Place) -> Result<Arc<App>, String> {
    let flags = Flags::parse_from([
        "ksmart".to_owned(),
        format!("--database-url={}", place.database_url),
        format!("--storage-url={}", place.storage_url()),
        format!("--jwt-secret={JWT_SECRET}"),
    ]);
    App::open(&flags.config, flags.config.listen).await
}

/// Fills an empty database with the demo shop, without limits for unpaid orders.
pub async fn fill_demo(app: &App) -> Result<(), String> {
    demo::fill(&app.demo()).await?;
    let failed = |error: sqlx::Error| error.to_string();
    let mut conn = app.db.write_one().await.map_err(failed)?;
    let sales = SalesSettings { max_unpaid_orders: 0, max_unpaid_pieces: 0, ..SalesSettings::default() };
    settings::store(&mut conn, &Versioned { values: sales, version: 0 }).await.map_err(failed)?;
    Ok(())
}

/// Fills the database of `place` with the demo shop and the members.
pub async fn fill(place: &Place) -> Result<Buyers, String> {
    let app = open(place).await?;
    fill_demo(&app).await?;
    let failed = |_| "the members cannot be made".to_owned();
    let hash = app.hashing.hash(PASSWORD.to_owned()).await.map_err(failed)?;
    let now_ms = app.clock.now_ms();
    let work = async {
        let mut buyers = Vec::with_capacity(MEMBERS);
        let mut tx = app.db.write().await?;
        for number in 0..MEMBERS {
            let email = format!("buyer{number}@example.com");
            let mut new = NewMember::admin(&email, hash.clone());
            new.role = Role::Member;
            let id = accounts::insert(&mut tx, &new, &format!("B{number:08}"), now_ms).await?;
            buyers.push(Member { id, email });
        }
        tx.commit().await?;
        Ok::<_, sqlx::Error>(buyers)
    };
    let buyers = buyers(&app, work.await.map_err(|error| error.to_string())?).await?;
    app.db.close().await;
    Ok(buyers)
}

/// Opens sessions for the buyers, and gives the shop enough stock of everything.
pub async fn buyers(app: &App, members: Vec<Member>) -> Result<Buyers, String> {
    let now_ms = app.clock.now_ms();
    let work = async {
        let mut tx = app.db.write().await?;
        let products: Vec<ProductId> =
            sqlx::query_scalar("SELECT id FROM products ORDER BY id").fetch_all(&mut *tx).await?;
        for product in products {
            catalog::set_counts(&mut tx, product, STOCK, SOLD, "Stok opname", now_ms).await?;
        }
        tx.commit().await
    };
    work.await.map_err(|error: sqlx::Error| error.to_string())?;
    let tokens = sessions(app, &members).await?;
    let buyer = |(member, token): (Member, String)| Buyer { id: member.id, email: member.email, token };
    Ok(Buyers(Arc::new(members.into_iter().zip(tokens).map(buyer).collect())))
}

/// Opens a session for each member; returns their tokens.
pub async fn sessions(app: &App, members: &[Member]) -> Result<Vec<String>, String> {
    let failed = |error: sqlx::Error| error.to_string();
    let mut tx = app.db.write_for_long_work().await.map_err(failed)?;
    let mut tokens = Vec::with_capacity(members.len());
    for member in members {
        let opened = app.sessions.open(&mut tx, member, &Device::default(), 0, app.clock.now_ms()).await;
        tokens.push(opened.map_err(|_| "no session can be made".to_owned())?.1);
    }
    tx.commit().await.map_err(failed)?;
    Ok(tokens)
}

/// Opens a session for the demo shop's owner; returns its token.
pub async fn owner(app: &App) -> Result<String, String> {
    let failed = |error: sqlx::Error| error.to_string();
    let sql = "SELECT id FROM members WHERE email = 'admin@ksmart.test'";
    let id = sqlx::query_scalar(sql).fetch_one(&mut *app.db.read().await.map_err(failed)?).await.map_err(failed)?;
    let owner = Member { id, email: "admin@ksmart.test".to_owned() };
    Ok(sessions(app, &[owner]).await?.remove(0))
}

/// Requests JSON from a running shop.
async fn json_of(address: SocketAddr, path: &str) -> Result<Value, String> {
    let answer = load::ask(address, format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes()).await?;
    if answer.status != 200 {
        return Err(format!("{path} answers {}", answer.status));
    }
    serde_json::from_slice(&answer.body).map_err(|error| format!("{path}: {error}"))
}

fn number(value: &Value, name: &str) -> Result<i64, String> {
    value[name].as_i64().ok_or_else(|| format!("no {name} in {value}"))
}

/// Returns a load that requests the list of products.
pub fn products() -> Load {
    Load::rotating(vec![load::get("/api/products")])
}

/// Returns a load for the web app's file whose length on the wire is nearest to that of the product list, and both
/// lengths. The server can answer no faster than with such a file.
///
/// # Errors
/// There is no web app, or the server does not answer.
pub async fn static_file(address: SocketAddr) -> Result<(Load, usize, usize), String> {
    let list = load::ask(address, &load::get("/api/products")).await?.body.len();
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist/assets");
    let mut nearest: Option<(usize, Vec<u8>)> = None;
    for file in std::fs::read_dir(&assets).map_err(|error| format!("{}: {error}", assets.display()))? {
        let name = file.map_err(|error| error.to_string())?.file_name();
        let request = load::get(&format!("/assets/{}", name.to_string_lossy()));
        let answer = load::ask(address, &request).await?;
        let length = answer.body.len();
        if answer.status == 200 && nearest.as_ref().is_none_or(|(best, _)| length.abs_diff(list) < best.abs_diff(list))
        {
            nearest = Some((length, request));
        }
    }
    let (length, request) = nearest.ok_or_else(|| format!("the program holds no file of {}", assets.display()))?;
    Ok((Load::rotating(vec![request]), length, list))
}

/// Returns a load that requests each product in turn from the API.
///
/// # Errors
/// The server does not answer.
pub async fn product(address: SocketAddr) -> Result<Load, String> {
    each_product(address, |id| format!("/api/product/{id}")).await
}

/// Returns a load that requests the page of each product in turn, with the head for link previews.
///
/// # Errors
/// The server does not answer.
pub async fn page(address: SocketAddr) -> Result<Load, String> {
    each_product(address, |id| format!("/product/{id}-x")).await
}

async fn each_product(address: SocketAddr, path: impl Fn(i64) -> String) -> Result<Load, String> {
    let list = json_of(address, "/api/products").await?;
    let ids = list.as_array().into_iter().flatten().map(|product| number(product, "id"));
    let requests = ids.map(|id| Ok(load::get(&path(id?)))).collect::<Result<Vec<_>, String>>()?;
    Ok(Load::rotating(requests))
}

/// Returns requests for the picture of each product, scaled to 400 pixels.
///
/// # Errors
/// The server does not answer, or the shop has no pictures.
pub async fn pictures(address: SocketAddr) -> Result<Vec<Vec<u8>>, String> {
    let list = json_of(address, "/api/products").await?;
    let pictures = list.as_array().into_iter().flatten().filter_map(|product| product["picture"].as_str());
    let requests: BTreeSet<_> = pictures.map(|key| load::get(&format!("/storage/{key}?w=400&h=400"))).collect();
    if requests.is_empty() { Err("the shop has no pictures".to_owned()) } else { Ok(requests.into_iter().collect()) }
}

/// Returns a load that searches destinations, for each keyword in turn.
pub fn search() -> Load {
    let path = |keyword: &str| format!("/api/search-destination?keyword={}", keyword.replace(' ', "%20"));
    Load::rotating(KEYWORDS.iter().map(|keyword| load::get(&path(keyword))).collect())
}

/// Returns a load that logs in a few members in turn.
pub fn login(buyers: &Buyers) -> Load {
    let body = |buyer: &Buyer| json!({"email": buyer.email, "password": PASSWORD}).to_string();
    Load::rotating(buyers.0.iter().take(LOGINS).map(|buyer| load::post("/api/login", None, &body(buyer))).collect())
}

/// Returns a load in which each request uses the next member's cart; after one round of all members, other products are
/// added.
///
/// # Errors
/// The server does not answer.
pub async fn add_to_cart(address: SocketAddr, buyers: &Buyers) -> Result<Load, String> {
    let products = goods(address).await?;
    let buyers = Arc::clone(&buyers.0);
    let request = move |number: usize| {
        let buyer = &buyers[number % buyers.len()];
        let product = &products[(number + number / buyers.len()) % products.len()];
        let body =
            json!({"user_email": buyer.email, "product_id": product.id, "quantity": 1, "variant": product.variant});
        load::post("/api/cart", Some(&buyer.token), &body.to_string())
    };
    Ok(Load { request: Box::new(request), status: 201 })
}

/// Returns a load whose requests each place an order of another member, for one or two products, to be paid in cash
/// (`cod`) or `online`.
///
/// # Errors
/// The server does not answer.
pub async fn place_order(address: SocketAddr, buyers: &Buyers, payment: &str) -> Result<Load, String> {
    let products = goods(address).await?;
    let periods = json_of(address, "/api/active-bv-periods").await?;
    let period = number(&periods["data"][0], "id")?;
    let mut baskets = Vec::with_capacity(BASKETS);
    for number in 0..BASKETS {
        let chosen: Vec<&Goods> = (0..=number % 2).map(|next| &products[(number + next) % products.len()]).collect();
        baskets.push(basket(address, &chosen, period, payment).await?);
    }
    let buyers = Arc::clone(&buyers.0);
    // A request with the checkout token of an earlier order would only return that order.
    static LOADS: AtomicUsize = AtomicUsize::new(0);
    let load = LOADS.fetch_add(1, Ordering::Relaxed);
    let request = move |number: usize| {
        let buyer = &buyers[number % buyers.len()];
        let Buyer { id, email, token } = buyer;
        let basket = &baskets[number % baskets.len()];
        let body = format!(
            r#"{{"userId":{id},"receiver_email":"{email}","checkout_token":"benchmark-{load:05}-{number:010}",{basket}"#
        );
        load::post("/api/create-transaction", Some(token), &body)
    };
    Ok(Load { request: Box::new(request), status: 201 })
}

/// Product in the form that a cart needs.
struct Goods {
    id: i64,
    variant: Option<String>,
    line: QuoteLine,
}

async fn goods(address: SocketAddr) -> Result<Vec<Goods>, String> {
    let list = json_of(address, "/api/products").await?;
    let mut goods = Vec::new();
    for product in list.as_array().into_iter().flatten() {
        let id = number(product, "id")?;
        let variants = json_of(address, &format!("/api/product/{id}/variants")).await?;
        let variant = variants[0]["variant_name"].as_str().map(str::to_owned);
        let (price, bv, weight_gr) =
            (number(product, "harga")?, number(product, "bv")?, number(product, "beratPengiriman")?);
        goods.push(Goods { id, variant, line: QuoteLine { price, bv, weight_gr, quantity: 1, excluded: false } });
    }
    if goods.is_empty() { Err("the shop has no products".to_owned()) } else { Ok(goods) }
}

/// Returns an order of these products without its buyer: the rest of a JSON object, shipped with the first option
/// offered by the shop.
async fn basket(address: SocketAddr, chosen: &[&Goods], period: i64, payment: &str) -> Result<String, String> {
    let mut input =
        QuoteInput { lines: chosen.iter().map(|goods| goods.line.clone()).collect(), ..QuoteInput::default() };
    let weight = quote(&input).map_err(|error| error.to_string())?.weight_kg;
    let path = format!("/api/calculate-shipping?receiver_destination_id={DESTINATION}&weight={weight}");
    let option = json_of(address, &path).await?["shipping_options"][0].take();
    input.shipping_cost = number(&option, "shipping_cost")?;
    let text = |name: &str| option[name].as_str().unwrap_or_default();
    let products = chosen.iter().map(
        |goods| json!({"id": null, "product_id": goods.id, "variant": goods.variant, "quantity": goods.line.quantity}),
    );
    let rest = json!({
        "id_plan": 1,
        "receiver_name": "Budi Santoso",
        "receiver_phone": "081234567890",
        "receiver_address": "Jl. Melati 1, Kuningan Timur, Setiabudi, Kota Jakarta Selatan, DKI Jakarta 12950",
        "gross_amount": quote(&input).map_err(|error| error.to_string())?.total,
        "voucher_code": null,
        "shipping_cost": input.shipping_cost,
        "shipping_method": format!("{} - {}", text("shipping_name"), text("service_name")),
        "payment_method": payment,
        "products": products.collect::<Vec<_>>(),
        "bv_period_id": period,
        "receiver_destination_id": DESTINATION,
    });
    let rest = rest.to_string();
    Ok(rest.trim_start_matches('{').to_owned())
}
