//! HTTP clients that send messages. They follow no redirects and have a short timeout. Addresses given by members must
//! be outside this machine and its network.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use reqwest::{
    Client, ClientBuilder,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};

/// Maximum time to wait for the answer of a service that carries a message.
pub(super) const TIME_LIMIT: Duration = Duration::from_secs(10);

fn builder() -> ClientBuilder {
    let builder = Client::builder().redirect(Policy::none()).connect_timeout(TIME_LIMIT).timeout(TIME_LIMIT);
    builder.user_agent("ksmart")
}

/// Creates a client for URLs that the owner or operator set.
///
/// # Errors
/// Fails if the system has no trusted certificate authorities.
pub(super) fn anywhere() -> Result<Client, String> {
    builder().build().map_err(|error| error.to_string())
}

/// Creates a client for URLs from members, which connects only to public addresses.
///
/// # Errors
/// Fails if the system has no trusted certificate authorities.
pub(super) fn outside() -> Result<Client, String> {
    builder().no_proxy().dns_resolver(Arc::new(PublicNames)).build().map_err(|error| error.to_string())
}

/// Resolves names to public addresses only, never to this machine or its own network.
#[derive(Debug)]
struct PublicNames;

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            if public.is_empty() {
                return Err(io::Error::other("the name has no public address").into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// Whether an address is public on the internet.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            let is_shared =
                a == 100 && (64..128).contains(&b) || a == 198 && b & 0xfe == 18 || (a, b, c) == (192, 0, 0);
            let is_special = v4.is_private() || v4.is_loopback() || v4.is_link_local() || v4.is_broadcast();
            !(is_shared || is_special || v4.is_multicast() || a == 0 || a >= 240)
        }
        IpAddr::V6(v6) => match v6.segments() {
            // NAT64 addresses, by which a network without IPv4 reaches IPv4 addresses.
            [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
                is_public(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low)).into())
            }
            // 6to4 and Teredo addresses, which lead to the IPv4 address that they contain.
            [0x2002, ..] | [0x2001, 0, ..] => false,
            [first, ..] => first & 0xe000 == 0x2000,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_addresses_are_not_public() {
        for public in ["142.250.4.1", "2404:6800:4003::1", "64:ff9b::8efa:401"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for own in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "::1",
            "::",
            "fd00::1",
            "fe80::1",
            "ff02::1",
            "::ffff:10.0.0.1",
            "::10.0.0.1",
            "64:ff9b::a00:1",
            "64:ff9b::7f00:1",
            "2002:a00:1::1",
            "2001:0:a00:1::1",
            "fec0::1",
            "198.18.0.1",
            "192.0.0.8",
        ] {
            assert!(!is_public(own.parse().unwrap()), "{own}");
        }
    }
}
