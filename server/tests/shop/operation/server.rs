//! The program as a separate process: started, killed, and started again at the same address.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// A server that is killed when it is dropped.
pub struct Server {
    /// Base URL.
    pub base: String,
    port: u16,
    flags: Vec<String>,
    log: PathBuf,
    process: Option<Child>,
}

/// Returns a free port of this machine.
pub fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// Returns the path of the program: that of these tests, or the one named by `KSMART_BIN`.
fn program() -> PathBuf {
    std::env::var_os("KSMART_BIN").map_or_else(|| env!("CARGO_BIN_EXE_ksmart").into(), PathBuf::from)
}

impl Server {
    /// Starts a server on a free port, and waits until it listens. Its log goes to a file in `folder`.
    pub async fn start(folder: &Path, flags: Vec<String>) -> Self {
        let port = free_port();
        let log = folder.join(format!("server-{port}.log"));
        let mut server = Self { base: format!("http://127.0.0.1:{port}"), port, flags, log, process: None };
        server.restart().await;
        server
    }

    /// Starts the server again at the same address after it was killed.
    pub async fn restart(&mut self) {
        let log = File::options().create(true).append(true).open(&self.log).unwrap();
        let begins = log.metadata().unwrap().len();
        let mut process = Command::new(program())
            .arg("serve")
            .arg(format!("--listen=127.0.0.1:{}", self.port))
            .args(&self.flags)
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        loop {
            if self.lines_from(begins).any(|line| line.contains("listening on http://")) {
                break;
            }
            if let Some(status) = process.try_wait().unwrap() {
                let said: Vec<String> = self.lines_from(begins).collect();
                panic!("the server does not start: {status}: {}", said.join("\n"));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.process = Some(process);
    }

    /// Kills the server at once, whatever it is doing.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Sends the server the signal to stop, and waits until it has ended.
    pub async fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let asked = Command::new("kill").arg(process.id().to_string()).status().unwrap();
            assert!(asked.success());
            while process.try_wait().unwrap().is_none() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// Returns the lines of the server's log.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.lines_from(0)
    }

    fn lines_from(&self, place: u64) -> impl Iterator<Item = String> + use<> {
        use std::io::Seek;
        let mut file = File::open(&self.log).unwrap();
        file.seek(std::io::SeekFrom::Start(place)).unwrap();
        BufReader::new(file).lines().map_while(Result::ok)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
