//! Administrator who changes leaders, and closes and calculates a period, while members shop.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use rand::{RngExt, rngs::StdRng};
use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::{
    client,
    world::{Answer, World},
};

pub struct Administrator {
    world: Arc<World>,
    rng: StdRng,
    client: Client,
}

impl Administrator {
    pub fn new(world: Arc<World>) -> Self {
        let rng = world.fire.choices(1_000_004);
        Self { world, rng, client: client() }
    }

    /// Changes leaders until all shopping has ended; after half of the orders, calculates the first period.
    pub async fn run(mut self) {
        let half = self.world.fire.orders / 2;
        let mut calculated = false;
        while !self.world.book.is_closed() {
            if !calculated && self.world.book.tried.load(Ordering::Relaxed) >= half {
                self.calculate().await;
                calculated = true;
            }
            self.change_leader().await;
            tokio::time::sleep(Duration::from_millis(self.rng.random_range(20..300))).await;
        }
    }

    async fn call(&mut self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let admin = self.world.admin.clone();
        self.world.call(&self.client, &mut self.rng, &admin, method, path, body).await
    }

    async fn change_leader(&mut self) {
        let members = self.world.members.len();
        let mut anyone = || self.world.members[self.rng.random_range(0..members)].uid.clone();
        let (member, to) = (anyone(), anyone());
        let to = (member != to).then_some(to);
        let path = format!("/api/admin/members/{member}");
        let mut page = self.call(Method::GET, &path, None).await;
        if page.status != 200 {
            return;
        }
        let before = page.body["leader"]["uid"].take();
        let change = json!({"leader_uid": to, "leader_uid_before": before, "reason": "Salah daftar"});
        let Answer { status, body } = self.call(Method::POST, &format!("{path}/leader"), Some(&change)).await;
        match status {
            200 => self.world.book.count("leader changed"),
            // The change would make a circle or change nothing, or an earlier answer to it got lost; or the shop is
            // busy.
            409 | 422 | 503 => {}
            _ => panic!("a change of a leader was answered with {status}: {body}"),
        }
    }

    /// Moves sales to the next period, closes the first one, and calculates it.
    async fn calculate(&mut self) {
        let [first, next] = self.world.periods;
        self.world.period.store(next, Ordering::SeqCst);
        let path = format!("/api/admin/periods/{first}");
        loop {
            let page = self.call(Method::GET, &path, None).await;
            let period = &page.body["period"];
            if page.status == 200 && period["state"] == "ended" {
                break;
            }
            let version = json!({"version": period["version"]});
            self.call(Method::POST, &format!("{path}/close"), Some(&version)).await;
        }
        loop {
            let preview = self.call(Method::GET, &format!("{path}/calculation"), None).await;
            if preview.status == 200 && !preview.body["calculated_at"].is_null() {
                self.world.book.count("period calculated");
                return;
            }
            let request = json!({"name": "Kini", "digest": preview.body["digest"]});
            let answer = self.call(Method::POST, &format!("{path}/calculate"), Some(&request)).await;
            let what = match (answer.status, answer.body["code"].as_str().unwrap_or_default()) {
                (200, _) => continue,
                // Orders of the period keep being paid and refunded, so the preview is often outdated.
                (409, "edit_conflict") => "calculation: the figures had changed",
                (409 | 422 | 503, _) => "calculation: tried again",
                (status, _) => panic!("a calculation was answered with {status}: {}", answer.body),
            };
            self.world.book.count(what);
        }
    }
}
