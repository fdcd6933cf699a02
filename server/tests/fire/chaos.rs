//! Failures in the test: of the provider, of the delivery of notifications, and killed servers and databases.

use std::{
    sync::{Arc, Mutex, atomic::Ordering},
    time::Duration,
};

use rand::{RngExt, rngs::StdRng};

use crate::{
    midtrans::{Delivery, Fault, Notice},
    world::World,
};

/// Number of repetitions of a notification that the shop did not accept, before the provider gives up.
const REPEATS: u32 = 4;

/// Makes about a fifth of the provider's calls fail or answer late, and sometimes many fail in a row.
pub fn provider_faults(world: &Arc<World>) {
    world.midtrans.set_delivery(Delivery::Held);
    let choices = Mutex::new((world.fire.choices(1_000_001), 0_u32));
    let book = Arc::clone(&world.book);
    world.midtrans.set_faults(move |_| {
        let (rng, down) = &mut *choices.lock().unwrap();
        if *down > 0 {
            *down -= 1;
            book.count("provider is down");
            return Some(Fault::Down);
        }
        let (name, fault) = match rng.random_range(0..400) {
            0..16 => ("connection breaks", Fault::Down),
            16..32 => ("answer gets lost", Fault::AnswerLost),
            32..48 => ("answer is slow", Fault::Slow(Duration::from_millis(rng.random_range(20..400)))),
            48..60 => ("error 500", Fault::Status(500)),
            60..66 => ("error 503", Fault::Status(503)),
            66..72 => ("error 429", Fault::Status(429)),
            72..78 => ("a web page for an answer", Fault::Garbage),
            78 => ("an answer without end", Fault::Endless),
            79 => {
                *down = rng.random_range(5..40);
                ("outage begins", Fault::Down)
            }
            _ => return None,
        };
        book.count(format!("provider: {name}"));
        Some(fault)
    });
}

/// Deliverer of the provider's notifications.
pub struct Courier {
    world: Arc<World>,
    rng: StdRng,
    /// Undelivered notices, each with the number of rounds until its delivery, and of failed deliveries.
    bag: Vec<(u32, u32, Notice)>,
}

impl Courier {
    pub fn new(world: Arc<World>) -> Self {
        let rng = world.fire.choices(1_000_002);
        Self { world, rng, bag: Vec::new() }
    }

    /// Delivers notices until all shopping has ended; the remaining ones stay in the bag.
    pub async fn run(mut self) -> Self {
        while !self.world.book.is_closed() {
            self.fill();
            let mut arrived = Vec::new();
            for (rounds, refused, notice) in std::mem::take(&mut self.bag) {
                match rounds.checked_sub(1) {
                    None => arrived.push((refused, notice)),
                    Some(rounds) => self.bag.push((rounds, refused, notice)),
                }
            }
            while !arrived.is_empty() {
                let place = self.rng.random_range(0..arrived.len());
                let (refused, notice) = arrived.swap_remove(place);
                self.deliver(refused, notice).await;
            }
            tokio::time::sleep(Duration::from_millis(15)).await;
        }
        self
    }

    /// Takes new notices from the provider; some of them are lost, duplicated or delayed.
    fn fill(&mut self) {
        for notice in self.world.midtrans.held() {
            let count = |what: &str| self.world.book.count(format!("notice: {what}"));
            count("sent");
            match self.rng.random_range(0..100) {
                0..10 => {
                    count("lost");
                    continue;
                }
                10..25 => {
                    count("doubled");
                    self.bag.push((self.rng.random_range(0..40), 0, notice.clone()));
                }
                _ => {}
            }
            let late = self.rng.random_range(0..100) < 30;
            if late {
                count("late");
            }
            let rounds = if late { self.rng.random_range(5..120) } else { 0 };
            self.bag.push((rounds, 0, notice));
        }
    }

    async fn deliver(&mut self, refused: u32, notice: Notice) {
        let base = self.world.any_server(&mut self.rng);
        let url = format!("{base}/api/payments/notification");
        let taken = self.world.midtrans.deliver(&Notice { url, body: notice.body.clone() }).await;
        self.world.book.count("requests");
        match taken {
            Some(200..=299) => {}
            // The provider retries only if there was no answer or a server error.
            None | Some(500..) if refused < REPEATS => {
                self.bag.push((self.rng.random_range(1..20), refused + 1, notice))
            }
            None | Some(500..) => self.world.book.count("notice: given up"),
            Some(status) => panic!("a notice was refused with {status}: {}", notice.body),
        }
    }

    /// Makes a last attempt to deliver each remaining notice.
    pub async fn deliver_all(mut self) {
        self.fill();
        for (_, refused, notice) in std::mem::take(&mut self.bag) {
            self.deliver(refused, notice).await;
        }
    }
}

/// Task that kills servers and databases, and runs the jobs of later days.
pub struct Killer {
    world: Arc<World>,
    rng: StdRng,
}

/// Disruption at some point of the test.
enum Blow {
    Server,
    Postgres,
    Days,
}

impl Killer {
    pub fn new(world: Arc<World>) -> Self {
        let rng = world.fire.choices(1_000_003);
        Self { world, rng }
    }

    /// Carries out all disruptions, each after a random number of tried orders.
    pub async fn run(mut self) {
        let fire = self.world.fire;
        let mut blows: Vec<(u64, Blow)> = Vec::new();
        for kill in 0..fire.kills {
            let postgres = self.world.can_kill_postgres() && kill % 3 == 2;
            blows.push((self.moment(), if postgres { Blow::Postgres } else { Blow::Server }));
        }
        for _ in 0..fire.kills.div_ceil(4) {
            blows.push((self.moment().max(fire.orders / 2), Blow::Days));
        }
        blows.sort_by_key(|(moment, _)| *moment);
        for (moment, blow) in blows {
            while self.world.book.tried.load(Ordering::Relaxed) < moment && !self.world.book.is_closed() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            tokio::time::sleep(Duration::from_millis(self.rng.random_range(0..120))).await;
            match blow {
                Blow::Server => {
                    self.world.book.count("kill -9 of a server");
                    let which = self.rng.random_range(0..self.world.servers.len());
                    let mut server = self.world.servers[which].lock().await;
                    // The webhook receiver may refuse messages during this time; the shop must send them again.
                    self.world.receiver.answer([200, 503, 410][which % 3 + self.rng.random_range(0..2)]);
                    server.kill();
                    tokio::time::sleep(Duration::from_millis(self.rng.random_range(0..80))).await;
                    server.restart().await;
                    self.world.receiver.answer(200);
                }
                Blow::Postgres => {
                    self.world.book.count("kill -9 of PostgreSQL");
                    self.world.kill_postgres().await;
                }
                Blow::Days => {
                    // An entry posted on a later day cannot belong to a period that is calculated today.
                    while self.world.book.counted("period calculated") == 0 && !self.world.book.is_closed() {
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                    if self.world.book.counted("period calculated") == 0 {
                        continue;
                    }
                    self.world.book.count("two days pass for the jobs");
                    self.world.days_pass().await;
                }
            }
        }
    }

    fn moment(&mut self) -> u64 {
        let orders = self.world.fire.orders;
        self.rng.random_range(orders / 20..orders - orders / 20)
    }
}
