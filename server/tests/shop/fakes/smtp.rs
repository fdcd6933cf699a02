//! A mail server that records the e-mails it receives, and speaks SMTP (RFC 5321) as far as a client needs it.

use std::sync::{Arc, Mutex};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// Behaviour of the server towards e-mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// Accepts everything.
    Well,
    /// Refuses every connection (421).
    Down,
    /// Refuses every recipient (550).
    Strict,
}

/// An accepted e-mail.
#[derive(Debug, Clone)]
pub struct Mail {
    /// Recipient in the envelope.
    pub to: String,
    /// Header and body as received.
    pub text: String,
}

impl Mail {
    /// Returns the value of a header field.
    pub fn head(&self, name: &str) -> &str {
        let line = self.text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
        line.unwrap_or_else(|| panic!("no {name} in {}", self.text))
    }
}

/// A running server.
#[derive(Clone)]
pub struct Smtp {
    /// URL of the mail server.
    pub url: String,
    mood: Arc<Mutex<Mood>>,
    mails: Arc<Mutex<Vec<Mail>>>,
}

impl Smtp {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let server = Self { url, mood: Arc::new(Mutex::new(Mood::Well)), mails: Arc::default() };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let server = serving.clone();
                tokio::spawn(async move { server.talk(stream).await });
            }
        });
        server
    }

    pub fn be(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    /// Returns and removes the e-mails since the last call.
    pub fn take(&self) -> Vec<Mail> {
        std::mem::take(&mut self.mails.lock().unwrap())
    }

    async fn talk(&self, stream: TcpStream) -> std::io::Result<()> {
        let (reading, mut writing) = stream.into_split();
        let mut lines = BufReader::new(reading).lines();
        if *self.mood.lock().unwrap() == Mood::Down {
            return writing.write_all(b"421 closed for today\r\n").await;
        }
        writing.write_all(b"220 mail.example.com\r\n").await?;
        let mut to = String::new();
        while let Some(line) = lines.next_line().await? {
            let mood = *self.mood.lock().unwrap();
            let verb = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
            let answer = match verb.as_str() {
                _ if mood == Mood::Down => "421 closed for today",
                "EHLO" => "250-mail.example.com\r\n250 8BITMIME",
                "RCPT" if mood == Mood::Strict => "550 no such reader",
                "RCPT" => {
                    to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                    "250 ok"
                }
                "DATA" => {
                    writing.write_all(b"354 go on\r\n").await?;
                    let mut text = String::new();
                    while let Some(line) = lines.next_line().await?
                        && line != "."
                    {
                        text.push_str(line.strip_prefix('.').unwrap_or(&line));
                        text.push('\n');
                    }
                    self.mails.lock().unwrap().push(Mail { to: to.clone(), text });
                    "250 taken"
                }
                "QUIT" => "221 bye",
                _ => "250 ok",
            };
            writing.write_all(format!("{answer}\r\n").as_bytes()).await?;
            if answer.starts_with("221") || answer.starts_with("421") {
                return Ok(());
            }
        }
        Ok(())
    }
}
