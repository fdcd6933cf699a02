//! Load generator: keep-alive connections that send one request after the other, with as little work as possible in
//! between, because they share the machine with the server.

use std::{
    fmt::Write as _,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinSet,
};

use crate::server::Server;

/// Warm-up time of the server before a measurement.
pub const WARM_UP: Duration = Duration::from_secs(1);

/// Builds a GET that accepts the same encodings as browsers.
pub fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip, deflate, br\r\n\r\n").into_bytes()
}

/// Builds a GET by the owner of `token`.
pub fn get_as(token: &str, path: &str) -> Vec<u8> {
    let head = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip, deflate, br\r\n");
    format!("{head}authorization: Bearer {token}\r\n\r\n").into_bytes()
}

/// Builds a POST of a multipart form of texts.
pub fn form(path: &str, fields: &[(&str, &str)]) -> Vec<u8> {
    let mut body = String::new();
    for (name, value) in fields {
        let _ = write!(body, "--part\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    }
    body.push_str("--part--\r\n");
    let head =
        format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=part\r\n");
    format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Builds a POST of JSON, by the owner of `token` if there is one.
pub fn post(path: &str, token: Option<&str>, body: &str) -> Vec<u8> {
    let mut head = format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n");
    if let Some(token) = token {
        let _ = write!(head, "authorization: Bearer {token}\r\n");
    }
    format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
}

/// Builds a POST of a form with one field, as sent by a page without scripts.
pub fn submit(path: &str, field: &str) -> Vec<u8> {
    let head =
        format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n");
    format!("{head}content-length: {}\r\n\r\n{field}", field.len()).into_bytes()
}

/// Kind of request that is sent repeatedly.
pub struct Load {
    /// Builds the request with the given number, counted from 0 over all connections.
    pub request: Box<dyn Fn(usize) -> Vec<u8> + Send + Sync>,
    /// Expected status of every answer.
    pub status: u16,
}

impl Load {
    /// Creates a load that sends these requests in turn and expects status 200.
    pub fn rotating(requests: Vec<Vec<u8>>) -> Self {
        Self { request: Box::new(move |number| requests[number % requests.len()].clone()), status: 200 }
    }
}

/// Result of a measurement.
pub struct Outcome {
    /// Answers per second.
    pub per_second: f64,
    /// Median response time.
    pub p50: Duration,
    /// 99th percentile of the response time.
    pub p99: Duration,
    /// Processor time of the server per answer, without that of a database server.
    pub cpu_per_request: Duration,
}

/// Answer to a request.
pub struct Answer {
    /// HTTP status.
    pub status: u16,
    /// Body as received, which may be compressed.
    pub body: Vec<u8>,
}

/// Results of one connection.
#[derive(Default)]
struct Seen {
    latencies: Vec<Duration>,
    unexpected: usize,
    /// The first unexpected answer.
    example: Option<String>,
}

/// Sends `load` over the given number of connections for `seconds`, after the warm-up.
///
/// # Errors
/// A connection breaks, or an answer has an unexpected status.
pub async fn measure(server: &Server, load: Load, connections: usize, seconds: u32) -> Result<Outcome, String> {
    let from = Instant::now() + WARM_UP;
    let until = from + Duration::from_secs(seconds.into());
    let driving = drive_all(server.address, load, connections, from, move |answered| answered >= until);
    let cpu = async {
        tokio::time::sleep_until(from.into()).await;
        let cpu_before = server.cpu()?;
        tokio::time::sleep_until(until.into()).await;
        Ok::<_, String>(server.cpu()? - cpu_before)
    };
    let (latencies, cpu) = tokio::join!(driving, cpu);
    Outcome::of(latencies?, until - from, cpu?)
}

/// Sends `load` over the given number of connections until `ended` is true.
///
/// # Errors
/// Same as [`measure`].
pub async fn measure_until(
    server: &Server,
    load: Load,
    connections: usize,
    ended: Arc<AtomicBool>,
) -> Result<Outcome, String> {
    let (from, cpu_before) = (Instant::now(), server.cpu()?);
    let ended = move |_| ended.load(Ordering::Relaxed);
    let latencies = drive_all(server.address, load, connections, from, ended).await?;
    Outcome::of(latencies, from.elapsed(), server.cpu()? - cpu_before)
}

impl Outcome {
    /// Calculates the figures from the response times, the duration and the server's processor time.
    ///
    /// # Errors
    /// There are too many responses to count.
    pub fn of(mut latencies: Vec<Duration>, took: Duration, cpu: Duration) -> Result<Self, String> {
        latencies.sort_unstable();
        let count = u32::try_from(latencies.len()).map_err(|error| error.to_string())?;
        let percentile = |percent: usize| latencies.get(latencies.len() * percent / 100).copied().unwrap_or_default();
        Ok(Self {
            per_second: f64::from(count) / took.as_secs_f64(),
            p50: percentile(50),
            p99: percentile(99),
            cpu_per_request: cpu / count.max(1),
        })
    }
}

/// Sends `load` over the given number of connections; returns the response time of each answer received from `from` on
/// and before `ended`.
async fn drive_all(
    address: SocketAddr,
    load: Load,
    connections: usize,
    from: Instant,
    ended: impl Fn(Instant) -> bool + Clone + Send + 'static,
) -> Result<Vec<Duration>, String> {
    let load = Arc::new(load);
    let next = Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    for _ in 0..connections {
        tasks.spawn(drive(address, Arc::clone(&load), Arc::clone(&next), from, ended.clone()));
    }
    let mut all = Seen::default();
    for seen in tasks.join_all().await {
        let seen = seen?;
        all.latencies.extend(seen.latencies);
        all.unexpected += seen.unexpected;
        all.example = all.example.or(seen.example);
    }
    match all.example {
        Some(example) => Err(format!("{} answers are not the expected {}: {example}", all.unexpected, load.status)),
        None => Ok(all.latencies),
    }
}

async fn drive(
    address: SocketAddr,
    load: Arc<Load>,
    next: Arc<AtomicUsize>,
    from: Instant,
    ended: impl Fn(Instant) -> bool,
) -> Result<Seen, String> {
    let mut connection = Connection::open(address).await?;
    let mut seen = Seen::default();
    loop {
        let request = (load.request)(next.fetch_add(1, Ordering::Relaxed));
        let sent = Instant::now();
        let status = connection.ask(&request).await?;
        let answered = Instant::now();
        if status != load.status {
            seen.unexpected += 1;
            seen.example.get_or_insert_with(|| format!("{status} {}", String::from_utf8_lossy(connection.body())));
        }
        if ended(answered) {
            return Ok(seen);
        }
        if answered >= from {
            seen.latencies.push(answered - sent);
        }
    }
}

/// Sends one request over a new connection.
///
/// # Errors
/// The connection breaks.
pub async fn ask(address: SocketAddr, request: &[u8]) -> Result<Answer, String> {
    let mut connection = Connection::open(address).await?;
    let status = connection.ask(request).await?;
    Ok(Answer { status, body: connection.body().to_vec() })
}

/// Connection that sends one request after the other. It reads the answers of this server: a status, and a body with
/// the length given in the head.
struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
    /// Range of the last answer's body in `buffer`.
    body: std::ops::Range<usize>,
}

impl Connection {
    async fn open(address: SocketAddr) -> Result<Self, String> {
        let stream = TcpStream::connect(address).await.map_err(|error| format!("{address}: {error}"))?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        Ok(Self { stream, buffer: vec![0; 64 * 1024], body: 0..0 })
    }

    /// Sends a request; returns the status of the answer.
    async fn ask(&mut self, request: &[u8]) -> Result<u16, String> {
        self.stream.write_all(request).await.map_err(|error| error.to_string())?;
        let mut filled = 0;
        let mut head = None;
        while head.is_none_or(|(_, end)| filled < end) {
            if filled == self.buffer.len() {
                self.buffer.resize(2 * filled, 0);
            }
            match self.stream.read(&mut self.buffer[filled..]).await.map_err(|error| error.to_string())? {
                0 => return Err("the server closed a connection".to_owned()),
                read => filled += read,
            }
            if head.is_none()
                && let Some(length) = memchr::memmem::find(&self.buffer[..filled], b"\r\n\r\n").map(|end| end + 4)
            {
                let (status, body) = parse_head(&self.buffer[..length])?;
                self.body = length..length + body;
                head = Some((status, length + body));
            }
        }
        head.map(|(status, _)| status).ok_or_else(|| "there is no answer".to_owned())
    }

    /// Returns the body of the last answer.
    fn body(&self) -> &[u8] {
        &self.buffer[self.body.clone()]
    }
}

/// Returns the status and the length of the body.
fn parse_head(head: &[u8]) -> Result<(u16, usize), String> {
    let number = |from: usize| {
        let digits = head[from..].iter().copied().take_while(u8::is_ascii_digit);
        digits.fold(0, |number: usize, digit| 10 * number + usize::from(digit - b'0'))
    };
    let length = memchr::memmem::find(head, b"\r\ncontent-length: ").map(|at| number(at + 18));
    let length = length.ok_or_else(|| format!("an answer without a length: {}", String::from_utf8_lossy(head)))?;
    let status = u16::try_from(number(9)).map_err(|error| error.to_string())?;
    Ok((status, length))
}
