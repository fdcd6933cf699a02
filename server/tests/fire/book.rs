//! The test's own record: the shop's answers, to be compared with its stored data.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt::Write as _,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// Record of all actions in the test.
#[derive(Default)]
pub struct Book {
    /// Member of each sent checkout, and the order number in its answer, if there was one; by checkout token.
    checkouts: Mutex<HashMap<String, (i64, Option<String>)>>,
    /// Order number and event of each move that was answered with 200.
    moves: Mutex<Vec<(String, &'static str)>>,
    /// Numbers of the orders whose money was refunded manually.
    by_hand: Mutex<HashSet<String>>,
    counts: Mutex<BTreeMap<String, u64>>,
    /// Number of orders tried so far.
    pub tried: AtomicU64,
    closed: AtomicBool,
}

impl Book {
    /// Records that a checkout is sent.
    pub fn send(&self, token: &str, member: i64) {
        let earlier = self.checkouts.lock().unwrap().insert(token.to_owned(), (member, None));
        assert!(earlier.is_none(), "a token was made twice");
    }

    /// Records the order number in the answer to a checkout; repeated answers must contain the same number.
    pub fn answer(&self, token: &str, number: &str) {
        let mut checkouts = self.checkouts.lock().unwrap();
        let (_, answered) = checkouts.get_mut(token).unwrap();
        match answered {
            Some(before) => assert_eq!(before, number, "one checkout, two orders"),
            None => *answered = Some(number.to_owned()),
        }
    }

    /// Records a move that was answered with 200.
    pub fn moved(&self, number: &str, event: &'static str) {
        self.moves.lock().unwrap().push((number.to_owned(), event));
        self.count(event);
    }

    /// Records that the money of an order was refunded manually.
    pub fn gave_back_by_hand(&self, number: &str) {
        self.by_hand.lock().unwrap().insert(number.to_owned());
    }

    /// Whether the money of an order was refunded manually.
    pub fn is_by_hand(&self, number: &str) -> bool {
        self.by_hand.lock().unwrap().contains(number)
    }

    /// Increases the counter named `what`.
    pub fn count(&self, what: impl Into<String>) {
        *self.counts.lock().unwrap().entry(what.into()).or_default() += 1;
    }

    /// Returns the counter named `what`; 0 if nothing was counted.
    pub fn counted(&self, what: &str) -> u64 {
        self.counts.lock().unwrap().get(what).copied().unwrap_or_default()
    }

    /// Returns all checkouts.
    pub fn checkouts(&self) -> HashMap<String, (i64, Option<String>)> {
        self.checkouts.lock().unwrap().clone()
    }

    /// Returns all moves that were answered with 200.
    pub fn moves(&self) -> Vec<(String, &'static str)> {
        self.moves.lock().unwrap().clone()
    }

    /// Records that all shopping has ended.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    /// Whether all shopping has ended.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// Returns a text with all counters, and the number of requests per second.
    pub fn figures(&self, seconds: f64) -> String {
        let mut text = String::new();
        for (what, count) in &*self.counts.lock().unwrap() {
            writeln!(text, "{count:>9}  {what}").unwrap();
        }
        let requests = u32::try_from(self.counted("requests")).unwrap_or(u32::MAX);
        write!(text, "{seconds:.0} seconds, {:.0} requests a second", f64::from(requests) / seconds).unwrap();
        text
    }
}
