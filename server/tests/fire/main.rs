//! Stress test: members buy, pay, cancel, return goods and are refunded, leaders change, and a period is calculated. At
//! the same time the provider fails, notices get lost, come twice, late and out of order, and servers and PostgreSQL
//! are killed. In the end nothing is lost, oversold or charged twice.
//!
//! Every choice comes from one seed, with a separate stream for each actor: the same seed makes the same choices, in an
//! order that depends on the machine. `ORDERS`, `KILLS` and `SEED` make the test longer or different: `make fire`.

#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "../shop/fakes/midtrans.rs"]
mod midtrans;
#[path = "../shop/fakes/receiver.rs"]
mod receiver;
#[path = "../shop/operation/server.rs"]
mod server;

mod administrator;
mod book;
mod chaos;
mod shopper;
mod world;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use rand::{SeedableRng, rngs::StdRng};
use tokio::task::JoinSet;

use crate::{
    administrator::Administrator,
    chaos::{Courier, Killer, provider_faults},
    shopper::Shopper,
    world::World,
};

/// Size and seed of the test run.
#[derive(Debug, Clone, Copy)]
pub struct Fire {
    /// Number of orders to try.
    pub orders: u64,
    /// Number of times that a server, or PostgreSQL, is killed.
    pub kills: u64,
    /// Seed of all random choices.
    pub seed: u64,
}

impl Fire {
    /// Reads the settings from the environment; without them, the test is short.
    fn from_environment() -> Self {
        let number = |name: &str, default| match std::env::var(name) {
            Ok(text) if !text.is_empty() => text.parse().unwrap_or_else(|_| panic!("{name} should be a whole number")),
            _ => default,
        };
        Self { orders: number("ORDERS", 150), kills: number("KILLS", 4), seed: number("SEED", 20_261_121) }
    }

    /// Returns the random number generator of one actor.
    pub fn choices(&self, who: u64) -> StdRng {
        StdRng::seed_from_u64(self.seed.wrapping_mul(1_000_003).wrapping_add(who))
    }
}

/// Returns the client that calls the shop: a call that hangs for a minute has failed.
fn client() -> reqwest::Client {
    reqwest::Client::builder().timeout(Duration::from_secs(60)).build().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_data_is_lost_under_load_and_crashes() {
    let fire = Fire::from_environment();
    println!("{fire:?}");
    let world = Arc::new(World::build(fire).await);
    provider_faults(&world);
    let started = Instant::now();
    let mut actors = JoinSet::new();
    let shoppers = world.members.len() as u64;
    for place in 0..shoppers {
        let shopper = Shopper::new(Arc::clone(&world), place);
        // Each shopper has an equal share; the first ones take the remainder.
        let share = fire.orders / shoppers + u64::from(place < fire.orders % shoppers);
        actors.spawn(async move { shopper.shop(share).await });
    }
    let courier = tokio::spawn(Courier::new(Arc::clone(&world)).run());
    let killer = tokio::spawn(Killer::new(Arc::clone(&world)).run());
    let administrator = tokio::spawn(Administrator::new(Arc::clone(&world)).run());
    while let Some(done) = actors.join_next().await {
        if let Err(error) = done {
            panic!("{error}: repeat it with SEED={}", fire.seed);
        }
    }
    world.book.close();
    killer.await.unwrap();
    administrator.await.unwrap();
    let seconds = started.elapsed().as_secs_f64();
    courier.await.unwrap().deliver_all().await;
    world.midtrans.work();
    world.burn_out().await;
    println!("{}", world.book.figures(seconds));
    world.judge().await;
}
