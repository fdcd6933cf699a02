//! Check whether the server at `LISTEN` answers, for the system that keeps it running.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    time::Duration,
};

use reqwest::Client;

/// Maximum wait for the answer.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Requests the first page of the server on this machine that listens at `listen`.
///
/// # Errors
/// Returns a message if there is no answer, or its status is not a success.
pub async fn ask(listen: SocketAddr) -> Result<(), String> {
    let address = from_here(listen);
    let client = Client::builder().timeout(TIME_LIMIT).no_proxy().build().map_err(|error| error.to_string())?;
    let answer = client.get(format!("http://{address}/")).send().await;
    let status = answer.map_err(|_| format!("nobody answers at {address}"))?.status();
    if status.is_success() { Ok(()) } else { Err(format!("{address} answers with {status}")) }
}

/// Returns the address at which a program on the same machine reaches a server, which may listen on all addresses.
pub fn from_here(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_health_check_asks_the_local_address() {
        for (listen, asked) in
            [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:80", "[::1]:80"), ("192.0.2.7:81", "192.0.2.7:81")]
        {
            assert_eq!(from_here(listen.parse().unwrap()).to_string(), asked);
        }
    }
}
