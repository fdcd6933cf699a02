//! Rate limits on the requests of a member or an IP address: one table of classes, counted by [`governor`].
//!
//! Requests are counted in memory: each server counts for itself, and loses its counts when it stops. Requests are
//! answered at once up to the burst of their class; further ones are limited to its pace.

use std::{
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::http::StatusCode;
use governor::{
    NotUntil, Quota, RateLimiter,
    clock::Clock as _,
    middleware::NoOpMiddleware,
    state::{InMemoryState, NotKeyed, keyed::HashMapStateStore},
};

use crate::{
    config::RateLimits,
    error::{Code, Error, Result},
    ids::MemberId,
    time::Clock,
};

/// Maximum number of keys in memory. Beyond it, keys without recent requests are removed; if that is not enough, all
/// counts are reset.
///
/// A caller with so many IP addresses is limited by none of them anyway, and no other caller suffers.
const KEYS: usize = 20_000;

/// Class of a route, by the cost of its requests for the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Reads data.
    Reading,
    /// Searches for words.
    Searching,
    /// Changes something.
    Writing,
    /// Presents a password, or another proof of identity.
    LoggingIn,
    /// Creates an account, or has a message sent to one.
    Registering,
    /// Looks up a person by number or a voucher by code: a caller could try one after another.
    Looking,
    /// Uploads a file.
    Uploading,
    /// Calls the payment or the shipping provider.
    Providing,
    /// Asks the assistant.
    Chatting,
    /// Reports an error of a page.
    Reporting,
    /// Exports many rows.
    Exporting,
    /// Calculates something.
    Calculating,
    /// Receives a notification from a provider.
    Notified,
    /// Fetches a file, such as a picture or a part of the app.
    Showing,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 14] = [
        Self::Reading,
        Self::Searching,
        Self::Writing,
        Self::LoggingIn,
        Self::Registering,
        Self::Looking,
        Self::Uploading,
        Self::Providing,
        Self::Chatting,
        Self::Reporting,
        Self::Exporting,
        Self::Calculating,
        Self::Notified,
        Self::Showing,
    ];

    /// Returns the burst, that is the number of requests answered at once, and the milliseconds between further ones.
    ///
    /// Many customers of a mobile network share one IP address, so the limits are higher for routes that need no
    /// session.
    pub const fn pace(self) -> (u32, u64) {
        match self {
            Self::Reading => (1200, 25),
            Self::Searching => (300, 200),
            Self::Writing => (300, 200),
            Self::LoggingIn => (120, 1000),
            Self::Registering => (60, 5000),
            Self::Looking => (60, 3000),
            Self::Uploading => (60, 2000),
            Self::Providing => (120, 1000),
            Self::Chatting => (20, 15_000),
            Self::Reporting => (20, 30_000),
            Self::Exporting => (60, 2000),
            Self::Calculating => (90, 1000),
            Self::Notified => (1200, 20),
            Self::Showing => (3000, 10),
        }
    }

    /// Returns the message for a caller over the limit.
    fn sentence(self) -> &'static str {
        match self {
            Self::Chatting => "Terlalu banyak pertanyaan. Coba lagi beberapa menit lagi.",
            Self::LoggingIn => "Terlalu banyak percobaan login. Coba lagi nanti.",
            _ => "Terlalu banyak permintaan. Silakan coba lagi sebentar lagi.",
        }
    }
}

/// Caller whose requests are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CountedCaller {
    /// A member, from any IP address.
    Member(MemberId),
    /// A caller without a session, by IP address.
    Address(IpAddr),
}

impl CountedCaller {
    /// Returns the caller at an IP address. IPv6 callers are counted by /64 network, because a home or an office has a
    /// whole one.
    pub fn at(address: IpAddr) -> Self {
        Self::Address(network_of(address))
    }
}

/// Returns the /64 network of an IPv6 address; an IPv4 address stays unchanged.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// The application's clock, as the rate limiter reads it: the time since 1970.
#[derive(Clone)]
struct Now(Clock);

impl governor::clock::Clock for Now {
    type Instant = Duration;

    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.now_ms()).unwrap_or_default())
    }
}

type Counted<K> = RateLimiter<K, HashMapStateStore<K>, Now, NoOpMiddleware<Duration>>;

/// Counters of the recent requests of all callers; `None` if the operator has turned the limits off.
#[derive(Clone)]
pub struct Limits(Option<Arc<[RateLimit<CountedCaller>; Class::ALL.len()]>>);

impl Limits {
    /// Creates the counters, which use `clock`, if limits are on.
    pub fn new(limits: RateLimits, clock: &Clock) -> Self {
        let paced = |class: Class| {
            let (burst, every_ms) = class.pace();
            RateLimit::new(burst, every_ms, clock)
        };
        Self((limits == RateLimits::On).then(|| Arc::new(Class::ALL.map(paced))))
    }

    /// Counts a request.
    ///
    /// # Errors
    /// 429 if the limit is exceeded; then nothing is counted.
    pub fn take(&self, class: Class, caller: CountedCaller) -> Result<()> {
        let Some(all) = &self.0 else { return Ok(()) };
        all[class as usize].take(&caller).map_err(|seconds| {
            Error::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, class.sentence()).retry_after(seconds)
        })
    }
}

/// Rate limit of an action, counted for each key.
pub struct RateLimit<K: Hash + Eq + Clone> {
    quota: Quota,
    clock: Now,
    counted: Mutex<Counted<K>>,
}

impl<K: Hash + Eq + Clone> RateLimit<K> {
    /// Creates a limit that allows `burst` actions at once, and one more every `every_ms` milliseconds.
    pub fn new(burst: u32, every_ms: u64, clock: &Clock) -> Self {
        let (quota, clock) = (quota(burst, every_ms), Now(clock.clone()));
        Self { quota, counted: Mutex::new(Counted::hashmap_with_clock(quota, clock.clone())), clock }
    }

    /// Counts one action, or returns the seconds after which the next one is allowed.
    ///
    /// # Errors
    /// The limit is exceeded.
    pub fn take(&self, key: &K) -> Result<(), u64> {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.len() >= KEYS {
            counted.retain_recent();
            if counted.len() >= KEYS {
                *counted = Counted::hashmap_with_clock(self.quota, self.clock.clone());
            }
        }
        counted.check_key(key).map_err(|early| seconds(&early, &self.clock))
    }
}

/// Rate limit of one server for all callers together, for the use of an external service.
pub struct Budget {
    clock: Now,
    spent: RateLimiter<NotKeyed, InMemoryState, Now, NoOpMiddleware<Duration>>,
}

impl Budget {
    /// Creates a budget that allows `burst` uses at once, and one more every `every_ms` milliseconds.
    pub fn new(burst: u32, every_ms: u64, clock: &Clock) -> Self {
        let clock = Now(clock.clone());
        Self { spent: RateLimiter::direct_with_clock(quota(burst, every_ms), clock.clone()), clock }
    }

    /// Creates a budget of `most` uses a day.
    pub fn daily(most: u32, clock: &Clock) -> Self {
        Self::new(most, 24 * 60 * 60 * 1000 / u64::from(most.max(1)), clock)
    }

    /// Spends one use, or returns the seconds after which the next one is available.
    ///
    /// # Errors
    /// All uses are spent.
    pub fn spend(&self) -> Result<(), u64> {
        self.spent.check().map_err(|early| seconds(&early, &self.clock))
    }
}

fn quota(burst: u32, every_ms: u64) -> Quota {
    let burst = NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN);
    let period = Quota::with_period(Duration::from_millis(every_ms.max(1)));
    period.unwrap_or_else(|| Quota::per_second(burst)).allow_burst(burst)
}

/// Returns the time to wait, in whole seconds, 1 or more.
fn seconds(early: &NotUntil<Duration>, clock: &Now) -> u64 {
    let left = early.wait_time_from(clock.now());
    left.as_secs() + u64::from(left.subsec_nanos() > 0 || left.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> (Limits, Clock) {
        let clock = Clock::system();
        (Limits::new(RateLimits::On, &clock), clock)
    }

    fn at(address: &str) -> CountedCaller {
        CountedCaller::at(address.parse().unwrap())
    }

    #[test]
    fn requests_of_an_address_are_limited() {
        let (limits, clock) = limits();
        let (burst, every_ms) = Class::Chatting.pace();
        assert!((0..burst).all(|_| limits.take(Class::Chatting, at("10.0.0.1")).is_ok()));
        assert!(limits.take(Class::Chatting, at("10.0.0.1")).is_err());
        assert!(limits.take(Class::Chatting, at("::ffff:10.0.0.1")).is_err(), "it is the same address");
        // Other addresses, members, and other classes are counted separately.
        assert!(limits.take(Class::Chatting, at("10.0.0.2")).is_ok());
        assert!(limits.take(Class::Chatting, CountedCaller::Member(MemberId(1))).is_ok());
        assert!(limits.take(Class::Reading, at("10.0.0.1")).is_ok());
        clock.advance(i64::try_from(every_ms).unwrap());
        assert!(limits.take(Class::Chatting, at("10.0.0.1")).is_ok());
        assert!(limits.take(Class::Chatting, at("10.0.0.1")).is_err());
        clock.advance(i64::from(burst) * i64::try_from(every_ms).unwrap());
        assert!((0..burst).all(|_| limits.take(Class::Chatting, at("10.0.0.1")).is_ok()));
    }

    #[test]
    fn an_ipv6_network_counts_as_one_caller() {
        let (limits, _) = limits();
        for host in 0..Class::Chatting.pace().0 {
            assert!(limits.take(Class::Chatting, at(&format!("2001:db8:0:1::{host:x}"))).is_ok());
        }
        assert!(limits.take(Class::Chatting, at("2001:db8:0:1:ffff::1")).is_err());
        assert!(limits.take(Class::Chatting, at("2001:db8:0:2::1")).is_ok());
    }

    #[test]
    fn the_number_of_counted_callers_is_limited() {
        let (limits, clock) = limits();
        let known = || limits.0.as_ref().unwrap()[Class::Chatting as usize].counted.lock().unwrap().len();
        let crowd = |from: u32, to: u32| {
            for number in from..to {
                let address = IpAddr::from(std::net::Ipv4Addr::from_bits(number));
                assert!(limits.take(Class::Chatting, CountedCaller::at(address)).is_ok());
                assert!(known() <= KEYS);
            }
        };
        let most = u32::try_from(KEYS).unwrap();
        crowd(0, most + 50);
        // Only the callers whose pause is over are removed.
        crowd(most + 50, 2 * most - 1);
        clock.advance(16_000);
        crowd(2 * most, 2 * most + 2);
        assert!(known() < 10, "{}", known());
    }

    #[test]
    fn a_spent_budget_refills_over_time() {
        let clock = Clock::system();
        let budget = Budget::daily(2, &clock);
        assert!(budget.spend().is_ok() && budget.spend().is_ok());
        let wait = budget.spend().unwrap_err();
        assert!((43_190..=43_200).contains(&wait), "{wait}");
        clock.advance(12 * 60 * 60 * 1000);
        assert!(budget.spend().is_ok() && budget.spend().is_err());
    }
}
