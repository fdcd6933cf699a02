//! Counting the questions of each address.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, PoisonError},
};

/// How many questions an address may ask within [`WINDOW_MS`].
const QUESTIONS: u32 = 20;

/// How long questions are remembered, in milliseconds.
const WINDOW_MS: i64 = 5 * 60 * 1000;

/// How many addresses are remembered; of more, the one that began first is forgotten.
const ADDRESSES: usize = 10_000;

/// Who asked how much lately. In memory: each process counts for itself, and forgets when it ends.
#[derive(Default)]
pub struct Counter(Mutex<HashMap<IpAddr, Window>>);

struct Window {
    since_ms: i64,
    questions: u32,
}

impl Counter {
    /// Counts a question; false, and nothing counted, when the address has asked enough.
    pub fn count(&self, address: IpAddr, now_ms: i64) -> bool {
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let asker = asker(address);
        if !windows.contains_key(&asker) && windows.len() >= ADDRESSES {
            windows.retain(|_, window| window.since_ms > now_ms - WINDOW_MS);
            let oldest = windows.iter().min_by_key(|(_, window)| window.since_ms).map(|(asker, _)| *asker);
            if let Some(oldest) = oldest.filter(|_| windows.len() >= ADDRESSES) {
                windows.remove(&oldest);
            }
        }
        let window = windows.entry(asker).or_insert(Window { since_ms: now_ms, questions: 0 });
        if window.since_ms <= now_ms - WINDOW_MS {
            *window = Window { since_ms: now_ms, questions: 0 };
        }
        if window.questions >= QUESTIONS {
            return false;
        }
        window.questions += 1;
        true
    }
}

/// Whom an address stands for: of IPv6, one household has a whole /64.
fn asker(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn an_address_asks_so_much_and_again_after_a_while() {
        let counter = Counter::default();
        let one: IpAddr = "10.0.0.1".parse().unwrap();
        assert!((0..QUESTIONS).all(|_| counter.count(one, 1000)));
        assert!(!counter.count(one, 1000));
        assert!(!counter.count("::ffff:10.0.0.1".parse().unwrap(), 1000));
        assert!(counter.count("10.0.0.2".parse().unwrap(), 1000));
        assert!(!counter.count(one, 1000 + WINDOW_MS - 1));
        assert!(counter.count(one, 1000 + WINDOW_MS));
    }

    #[test]
    fn a_household_with_ipv6_is_one() {
        let counter = Counter::default();
        for host in 0..QUESTIONS {
            assert!(counter.count(format!("2001:db8:0:1::{host:x}").parse().unwrap(), 0));
        }
        assert!(!counter.count("2001:db8:0:1:ffff::1".parse().unwrap(), 0));
        assert!(counter.count("2001:db8:0:2::1".parse().unwrap(), 0));
    }

    #[test]
    fn no_crowd_fills_the_memory() {
        let counter = Counter::default();
        let address = |number: u32| IpAddr::from(Ipv4Addr::from_bits(number));
        let crowd = u32::try_from(ADDRESSES).unwrap() + 50;
        for number in 0..crowd {
            assert!(counter.count(address(number), i64::from(number)));
        }
        let known = |number| counter.0.lock().unwrap().contains_key(&address(number));
        assert_eq!(counter.0.lock().unwrap().len(), ADDRESSES);
        assert!(!known(49) && known(50) && known(crowd - 1));
        assert!(counter.count(address(crowd), WINDOW_MS * 2));
        assert_eq!(counter.0.lock().unwrap().len(), 1);
    }
}
