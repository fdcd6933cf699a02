//! Measures the server as users experience it: the release program as a separate process, over HTTP.
//!
//!     cargo bench -p ksmart --bench shop -- [--seconds N] [--connections N] [--only NAME] [--members N]
//!
//! It runs on SQLite, and also on PostgreSQL if `TEST_DATABASE_URL` is set. The load shares the machine with the
//! server (and with PostgreSQL), so the requests per second are the limit of both together; the processor time is the
//! server's alone. Targets are printed next to the figures for information: no figure makes the benchmark fail, but an
//! unexpected answer does.

mod load;
mod network;
mod plans;
mod previewing;
mod quoting;
mod replay;
mod rows;
mod selling;
mod server;
mod shop;

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::Parser;

use crate::{
    load::{Load, Outcome},
    server::{Place, Server},
    shop::Buyers,
};

/// Number of measured starts, of which the median is reported.
const STARTS: usize = 7;

/// Number of connections for logins: password hashing keeps every core busy, so further logins would only wait.
const LOGIN_CONNECTIONS: usize = 2;

/// Measures the server.
#[derive(Parser)]
struct Options {
    /// Seconds of measurement for each figure, after one second of warm-up.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// Connections that send one request after the other.
    #[arg(long, default_value_t = 16)]
    connections: usize,
    /// Measures only one figure.
    #[arg(long, value_enum)]
    only: Option<Figure>,
    /// Measures only a network of this size.
    #[arg(long)]
    members: Option<i64>,
    /// Flag that Cargo passes.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Figure that can be measured.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Figure {
    Start,
    Static,
    List,
    Product,
    Page,
    Search,
    Picture,
    Login,
    Cart,
    Order,
    Network,
    Selling,
    Replay,
    Quote,
    Plans,
    Preview,
}

impl Options {
    fn want(&self, figure: Figure) -> bool {
        self.only.is_none_or(|only| only == figure)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run(&Options::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("bench: {sentence}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: &Options) -> Result<(), String> {
    server::program()?;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    println!(
        "{cores} cores for server and load, {} connections, {} s each after {} s of warm-up",
        options.connections,
        options.seconds,
        load::WARM_UP.as_secs()
    );
    let of_a_shop = !matches!(
        options.only,
        Some(Figure::Network | Figure::Selling | Figure::Replay | Figure::Quote | Figure::Plans | Figure::Preview)
    );
    if of_a_shop {
        measure("SQLite", Place::sqlite()?, options).await?;
        match std::env::var("TEST_DATABASE_URL") {
            Ok(url) => measure("PostgreSQL", Place::postgres(&url).await?, options).await?,
            Err(_) => println!("\nPostgreSQL: not measured, TEST_DATABASE_URL is not set"),
        }
    }
    if options.want(Figure::Network) {
        for members in options.members.map_or(network::SIZES.to_vec(), |members| vec![members]) {
            network::measure(Place::sqlite()?, members, options.seconds).await?;
        }
    }
    if options.want(Figure::Selling) {
        let members = options.members.unwrap_or(selling::MEMBERS);
        selling::measure("SQLite", Place::sqlite()?, members).await?;
        if let Ok(url) = std::env::var("TEST_DATABASE_URL") {
            selling::measure("PostgreSQL", Place::postgres(&url).await?, members).await?;
        }
    }
    if options.want(Figure::Replay) {
        let members = options.members.unwrap_or(replay::MEMBERS);
        replay::measure("SQLite", Place::sqlite()?, members).await?;
        if let Ok(url) = std::env::var("TEST_DATABASE_URL") {
            replay::measure("PostgreSQL", Place::postgres(&url).await?, members).await?;
        }
    }
    if options.want(Figure::Quote) {
        println!("\nquote of 20 lines");
        println!("{:32}{:>9} ns", "native", quoting::native().as_nanos());
        match quoting::wasm() {
            Ok(took) => println!("{:32}{:>9} ns", "WebAssembly, with objects", took.as_nanos()),
            Err(why) => println!("{:32}not measured: {why}", "WebAssembly, with objects"),
        }
    }
    if options.want(Figure::Plans) {
        println!(
            "\n{:32}{:>12}{:>14}{:>12}{:>10}",
            "compensation plan", "lines", "ns by member", "ns by line", "all ms"
        );
        for members in plans::SIZES {
            let plans::Took { lines, standings, all } = plans::measure(members)?;
            let by = |took: Duration, count: usize| took.as_nanos() / count.max(1) as u128;
            let name = format!("{members} members");
            println!(
                "{name:32}{lines:>12}{:>14}{:>12}{:>10}   {} ms of it ranks",
                by(all, members),
                by(all, lines),
                all.as_millis(),
                standings.as_millis()
            );
        }
    }
    if options.want(Figure::Preview) {
        previewing::measure()?;
    }
    Ok(())
}

/// Measures on one database, which is removed even after a failure.
async fn measure(database: &str, place: Place, options: &Options) -> Result<(), String> {
    let measured = measure_in(database, &place, options).await;
    place.remove().await?;
    measured.map_err(|error| format!("{database}: {error}"))
}

async fn measure_in(database: &str, place: &Place, options: &Options) -> Result<(), String> {
    sqlx::any::install_default_drivers();
    let buyers = shop::fill(place).await?;
    println!("\n{database:32}{:>11}{:>9}{:>9}{:>14}   target", "requests/s", "p50 ms", "p99 ms", "server CPU µs");
    if options.want(Figure::Start) {
        let mut starts = Vec::with_capacity(STARTS);
        for _ in 0..STARTS {
            starts.push(cold_start(place).await?);
        }
        starts.sort_unstable();
        println!("{:32}{:>8} ms{:>32}   < 100 ms", "cold start", starts[STARTS / 2].as_millis(), "");
    }
    let server = Server::start(place).await?;
    load::ask(server.address, &load::get("/api/products")).await?;
    let idle_kb = server.memory_kb()?;
    let bench = Bench { server: &server, options };
    bench.reads().await?;
    bench.writes(&buyers).await?;
    println!("{:32}{:>8} MB", "memory, idle", megabytes(idle_kb));
    println!("{:32}{:>8} MB{:>32}   < 80 MB", "memory, after this", megabytes(server.memory_kb()?), "");
    server.stop()
}

/// Measures the time from the start of the server to the first list of products.
async fn cold_start(place: &Place) -> Result<Duration, String> {
    let started = Instant::now();
    let server = Server::start(place).await?;
    let answer = load::ask(server.address, &load::get("/api/products")).await?;
    let took = started.elapsed();
    server.stop()?;
    if answer.status == 200 { Ok(took) } else { Err(format!("the list of products answers {}", answer.status)) }
}

fn megabytes(kb: u32) -> u32 {
    kb.div_ceil(1024)
}

/// A running server, and the options of its measurement.
struct Bench<'a> {
    server: &'a Server,
    options: &'a Options,
}

impl Bench<'_> {
    async fn reads(&self) -> Result<(), String> {
        let address = self.server.address;
        let (mut list_bytes, mut limit) = (0, None);
        if self.options.want(Figure::Static) || self.options.want(Figure::List) {
            let (file, bytes, list) = shop::static_file(address).await?;
            list_bytes = list;
            let name = format!("static file, {bytes} bytes");
            limit = Some(self.show(&name, file, self.options.connections, "the list's limit").await?.per_second);
        }
        if self.options.want(Figure::List) {
            let outcome = self.measure("product list", shop::products(), self.options.connections).await?;
            let share = limit.map_or(0.0, |limit| outcome.per_second / limit * 100.0);
            print_row(
                &format!("product list, {list_bytes} bytes"),
                &outcome,
                &format!("≥ 80 % of the file: {share:.0} %"),
            );
        }
        if self.options.want(Figure::Product) {
            self.show("one product", shop::product(address).await?, self.options.connections, "").await?;
        }
        if self.options.want(Figure::Page) {
            self.show("a product's page", shop::page(address).await?, self.options.connections, "").await?;
        }
        if self.options.want(Figure::Search) {
            self.show("search of destinations", shop::search(), self.options.connections, "").await?;
        }
        if self.options.want(Figure::Picture) {
            self.pictures().await?;
        }
        Ok(())
    }

    /// Measures product pictures of 800 pixels in a size that is made on its first request.
    async fn pictures(&self) -> Result<(), String> {
        let requests = shop::pictures(self.server.address).await?;
        let mut first = Vec::with_capacity(requests.len());
        for request in &requests {
            let asked = Instant::now();
            let status = load::ask(self.server.address, request).await?.status;
            first.push(asked.elapsed());
            if status != 200 {
                return Err(format!("a picture answers {status}"));
            }
        }
        first.sort_unstable();
        println!("{:32}{:>8} ms", "picture, 400 px, first", first[first.len() / 2].as_millis());
        self.show("picture, 400 px, again", Load::rotating(requests), self.options.connections, "").await?;
        Ok(())
    }

    async fn writes(&self, buyers: &Buyers) -> Result<(), String> {
        let address = self.server.address;
        if self.options.want(Figure::Login) {
            let name = format!("login, {LOGIN_CONNECTIONS} connections");
            self.show(&name, shop::login(buyers), LOGIN_CONNECTIONS, "").await?;
        }
        if self.options.want(Figure::Cart) {
            let load = shop::add_to_cart(address, buyers).await?;
            self.show("add to cart", load, self.options.connections, "≥ 5000/s on SQLite").await?;
        }
        if self.options.want(Figure::Order) {
            let load = shop::place_order(address, buyers, "cod").await?;
            self.show("place an order", load, self.options.connections, "≥ 1500/s on SQLite").await?;
        }
        Ok(())
    }

    async fn show(&self, name: &str, load: Load, connections: usize, target: &str) -> Result<Outcome, String> {
        let outcome = self.measure(name, load, connections).await?;
        print_row(name, &outcome, target);
        Ok(outcome)
    }

    async fn measure(&self, name: &str, load: Load, connections: usize) -> Result<Outcome, String> {
        let measured = load::measure(self.server, load, connections, self.options.seconds).await;
        measured.map_err(|error| format!("{name}: {error}"))
    }
}

fn print_row(name: &str, outcome: &Outcome, target: &str) {
    let ms = |took: Duration| took.as_secs_f64() * 1000.0;
    let Outcome { per_second, p50, p99, cpu_per_request } = outcome;
    let (p50, p99, cpu) = (ms(*p50), ms(*p99), cpu_per_request.as_micros());
    println!("{name:32}{per_second:>11.0}{p50:>9.2}{p99:>9.2}{cpu:>14}   {target}");
}
