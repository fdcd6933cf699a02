//! Format of a backup: gzip over lines of JSON, with the unchanged files of the storage between them.
//!
//! ```text
//! {"ksmart_backup":1,"version":11,"made":"2026-11-21T03:00:00.000Z"}
//! {"file":"products/teh-3f2a9c81b0d4.webp","bytes":20480}
//! …20480 bytes…
//! {"table":"members","columns":[["id","int"],["uid","text"], …]}
//! [1,"KS00000001", …]
//! {"rows":5120,"files":301,"sha256":"…"}
//! ```
//!
//! The last line contains the SHA-256 of everything before it, which reveals a cut or damaged file. The whole backup
//! may be encrypted with [age](https://age-encryption.org/v1).

use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::{Arc, Mutex, PoisonError},
};

use age::{
    DecryptError, Decryptor, Encryptor,
    stream::StreamWriter,
    x25519::{Identity, Recipient},
};
use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};
use ksmart_foundation::format;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Number of the format that this program writes and reads.
const FORM: i64 = 1;

/// Maximum length of a line and of a file, bytes, so that a damaged length cannot exhaust the memory.
const LONGEST: u64 = 1 << 30;

/// Type of a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A whole number.
    Int,
    /// A text.
    Text,
}

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    ksmart_backup: i64,
    /// Number of the database's newest migration.
    pub version: i64,
    /// Time at which the backup began, RFC 3339.
    pub made: String,
}

#[derive(Serialize, Deserialize)]
struct FileHead {
    file: String,
    bytes: u64,
}

#[derive(Serialize, Deserialize)]
struct TableHead {
    table: String,
    columns: Vec<(String, Kind)>,
}

#[derive(Serialize, Deserialize)]
struct End {
    rows: u64,
    files: u64,
    sha256: String,
}

/// Number of rows and of files in a backup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Amount {
    /// Rows of all tables.
    pub rows: u64,
    /// Files of the storage.
    pub files: u64,
}

/// A part of a backup, after its head.
#[derive(Debug, PartialEq)]
pub enum Part {
    /// A file of the storage, with its key.
    File(String, Vec<u8>),
    /// Table of the rows that follow.
    Table(String, Vec<(String, Kind)>),
    /// A row of the table.
    Row(Vec<Value>),
}

/// First bytes of an encrypted file.
const ENCRYPTED: &[u8] = b"age-encryption.org/";

/// Encryption of a new backup.
#[derive(Clone)]
pub enum BackupEncryption {
    /// No encryption: anyone with the file can read it.
    Open,
    /// Encryption for the holder of this recipient's key, and for a temporary key. With the temporary key, the program
    /// itself can read the backup once, to check that it is complete.
    For(Recipient, Identity),
}

impl BackupEncryption {
    /// Returns the encryption for a recipient, or none without a recipient.
    pub fn of(recipient: Option<Recipient>) -> Self {
        recipient.map_or(Self::Open, |recipient| Self::For(recipient, Identity::generate()))
    }

    /// Returns the keys for reading in this run.
    pub fn keys(&self) -> Vec<&dyn age::Identity> {
        match self {
            Self::Open => Vec::new(),
            Self::For(_, own) => vec![own],
        }
    }
}

/// Bytes written and not yet taken.
#[derive(Clone, Default)]
struct Pipe(Arc<Mutex<Vec<u8>>>);

impl Pipe {
    /// Takes the waiting bytes, if there are at least `least`.
    fn take(&self, least: usize) -> Option<Vec<u8>> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (waiting.len() >= least).then(|| std::mem::take(&mut *waiting))
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Output of a backup's bytes, encrypted or not.
enum Sink {
    Open(Pipe),
    Encrypted(StreamWriter<Pipe>),
}

impl Sink {
    fn begin(out: Pipe, seal: &BackupEncryption) -> io::Result<Self> {
        let BackupEncryption::For(recipient, own) = seal else { return Ok(Self::Open(out)) };
        let (first, second) = (recipient as &dyn age::Recipient, &own.to_public() as &dyn age::Recipient);
        let encryptor = Encryptor::with_recipients([first, second].into_iter()).map_err(io::Error::other)?;
        Ok(Self::Encrypted(encryptor.wrap_output(out)?))
    }

    fn end(self) -> io::Result<Pipe> {
        match self {
            Self::Open(out) => Ok(out),
            Self::Encrypted(out) => out.finish(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Open(out) => out.write(bytes),
            Self::Encrypted(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Open(out) => out.flush(),
            Self::Encrypted(out) => out.flush(),
        }
    }
}

/// Minimum number of output bytes that are taken at once.
const CHUNK: usize = 1 << 20;

/// Writer of a backup, which buffers the bytes until they are taken.
pub struct Writer {
    out: GzEncoder<Sink>,
    pipe: Pipe,
    hash: Sha256,
    amount: Amount,
}

impl Writer {
    /// Begins a backup of a database at `version`.
    ///
    /// # Errors
    /// Fails if the backup cannot be encrypted.
    pub fn begin(seal: &BackupEncryption, version: i64, made: String) -> io::Result<Self> {
        let pipe = Pipe::default();
        let out = GzEncoder::new(Sink::begin(pipe.clone(), seal)?, Compression::fast());
        let mut writer = Self { out, pipe, hash: Sha256::new(), amount: Amount::default() };
        writer.line(&Head { ksmart_backup: FORM, version, made })?;
        Ok(writer)
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.out.write_all(bytes)
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.bytes(&line)
    }

    /// Adds a file of the storage.
    ///
    /// # Errors
    /// Fails if the backup cannot be written.
    pub fn file(&mut self, key: &str, bytes: &[u8]) -> io::Result<()> {
        self.amount.files += 1;
        self.line(&FileHead { file: key.to_owned(), bytes: bytes.len() as u64 })?;
        self.bytes(bytes)?;
        self.bytes(b"\n")
    }

    /// Begins a table.
    ///
    /// # Errors
    /// Fails if the backup cannot be written.
    pub fn table(&mut self, name: &str, columns: Vec<(String, Kind)>) -> io::Result<()> {
        self.line(&TableHead { table: name.to_owned(), columns })
    }

    /// Adds a row to the table.
    ///
    /// # Errors
    /// Fails if the backup cannot be written.
    pub fn row(&mut self, values: &[Value]) -> io::Result<()> {
        self.amount.rows += 1;
        self.line(&values)
    }

    /// Takes the bytes written since the last call, once there are enough to send.
    pub fn take(&self) -> Option<Vec<u8>> {
        self.pipe.take(CHUNK)
    }

    /// Ends the backup; returns the bytes that were not taken yet.
    ///
    /// # Errors
    /// Fails if the backup cannot be written.
    pub fn end(mut self) -> io::Result<Vec<u8>> {
        let Amount { rows, files } = self.amount;
        let sha256 = format::hex(&self.hash.finalize_reset());
        self.line(&End { rows, files, sha256 })?;
        let pipe = self.out.finish()?.end()?;
        Ok(pipe.take(0).unwrap_or_default())
    }
}

/// Reader of a backup.
pub struct Reader {
    input: BufReader<MultiGzDecoder<Box<dyn Read>>>,
    hash: Sha256,
    amount: Amount,
    /// Number of columns of the current table.
    columns: usize,
}

impl Reader {
    /// Opens a backup, with one of these keys if it is encrypted, and reads its head.
    ///
    /// # Errors
    /// Fails if it is not a backup, has another format, or cannot be opened with any of the keys.
    pub fn open(file: impl Read + 'static, keys: &[&dyn age::Identity]) -> io::Result<(Self, Head)> {
        let input = BufReader::new(MultiGzDecoder::new(plain(BufReader::new(file), keys)?));
        let mut reader = Self { input, hash: Sha256::new(), amount: Amount::default(), columns: 0 };
        let line = reader.line()?;
        let head: Head = serde_json::from_slice(&line).map_err(|_| damaged("it does not begin as a backup does"))?;
        if head.ksmart_backup != FORM {
            return Err(damaged(&format!("its form is {}, this program reads {FORM}", head.ksmart_backup)));
        }
        reader.hash.update(&line);
        Ok((reader, head))
    }

    /// Reads the next line with its line break, without hashing it.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        (&mut self.input).take(LONGEST).read_until(b'\n', &mut line)?;
        if line.last() == Some(&b'\n') { Ok(line) } else { Err(damaged("it ends too soon")) }
    }

    /// Returns the next part; `None` at the end, once the checksum of everything before is verified.
    ///
    /// # Errors
    /// Fails if the backup was cut or damaged.
    pub fn next(&mut self) -> io::Result<Option<Part>> {
        let line = self.line()?;
        if line.first() == Some(&b'[') {
            self.hash.update(&line);
            let row: Vec<Value> = serde_json::from_slice(&line)?;
            if row.len() != self.columns {
                return Err(damaged("a row has not its table's columns"));
            }
            self.amount.rows += 1;
            return Ok(Some(Part::Row(row)));
        }
        if let Ok(End { rows, files, sha256 }) = serde_json::from_slice(&line) {
            let right = sha256 == format::hex(&self.hash.finalize_reset()) && (Amount { rows, files }) == self.amount;
            // Reads beyond the last line, because only that verifies the end of the compressed data.
            let at_end = self.input.fill_buf()?.is_empty();
            return if right && at_end { Ok(None) } else { Err(damaged("its checksum is wrong")) };
        }
        self.hash.update(&line);
        if let Ok(TableHead { table, columns }) = serde_json::from_slice(&line) {
            self.columns = columns.len();
            return Ok(Some(Part::Table(table, columns)));
        }
        let FileHead { file, bytes } = serde_json::from_slice(&line)?;
        let mut content = Vec::new();
        (&mut self.input).take(bytes.min(LONGEST) + 1).read_to_end(&mut content)?;
        self.hash.update(&content);
        if content.pop() != Some(b'\n') || content.len() as u64 != bytes {
            return Err(damaged("a file in it ends too soon"));
        }
        self.amount.files += 1;
        Ok(Some(Part::File(file, content)))
    }

    /// Reads the rest; returns the number of rows and files in the whole backup.
    ///
    /// # Errors
    /// Fails if the backup was cut or damaged.
    pub fn finish(mut self) -> io::Result<Amount> {
        while self.next()?.is_some() {}
        Ok(self.amount)
    }
}

/// Returns the content of a file, decrypted where necessary.
fn plain(mut file: BufReader<impl Read + 'static>, keys: &[&dyn age::Identity]) -> io::Result<Box<dyn Read>> {
    if !file.fill_buf()?.starts_with(ENCRYPTED) {
        return Ok(Box::new(file));
    }
    if keys.is_empty() {
        return Err(damaged("the backup is encrypted: name the file of its key with --identity"));
    }
    let opened = Decryptor::new_buffered(file).and_then(|file| file.decrypt(keys.iter().copied()));
    opened.map(|stream| Box::new(stream) as Box<dyn Read>).map_err(|error| match error {
        DecryptError::NoMatchingKeys => damaged("the backup is encrypted for another key than --identity has"),
        DecryptError::Io(error) => error,
        error => damaged(&format!("its encryption is damaged: {error}")),
    })
}

fn damaged(how: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, how)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parts() -> Vec<Part> {
        let columns = vec![("id".to_owned(), Kind::Int), ("name".to_owned(), Kind::Text)];
        vec![
            Part::File("a/b.webp".to_owned(), vec![0, b'\n', b'{', 255, b'\n']),
            Part::Table("things".to_owned(), columns),
            Part::Row(vec![json!(i64::MIN), json!("baris\nbaru \"é\" 日本 \u{0}")]),
            Part::Row(vec![json!(i64::MAX), Value::Null]),
            Part::File("kosong.webp".to_owned(), Vec::new()),
        ]
    }

    fn written(seal: &BackupEncryption) -> Vec<u8> {
        let mut writer = Writer::begin(seal, 11, "2026".to_owned()).unwrap();
        for part in parts() {
            match part {
                Part::File(key, bytes) => writer.file(&key, &bytes),
                Part::Table(name, columns) => writer.table(&name, columns),
                Part::Row(values) => writer.row(&values),
            }
            .unwrap();
        }
        assert_eq!(writer.take(), None, "too little for a trip");
        writer.end().unwrap()
    }

    fn read(bytes: &[u8]) -> io::Result<(Head, Vec<Part>)> {
        read_with(bytes, &[])
    }

    fn read_with(bytes: &[u8], keys: &[&dyn age::Identity]) -> io::Result<(Head, Vec<Part>)> {
        let (mut reader, head) = Reader::open(io::Cursor::new(bytes.to_vec()), keys)?;
        let mut parts = Vec::new();
        while let Some(part) = reader.next()? {
            parts.push(part);
        }
        Ok((head, parts))
    }

    #[test]
    fn an_encrypted_backup_opens_only_with_its_key() {
        let (key, other) = (Identity::generate(), Identity::generate());
        let seal = BackupEncryption::of(Some(key.to_public()));
        let whole = written(&seal);
        assert!(!whole.windows(4).any(|bytes| bytes == b"name"), "nothing of it is plain");
        for keys in [vec![&key as &dyn age::Identity], vec![&other, &key], seal.keys()] {
            assert_eq!(read_with(&whole, &keys).unwrap().1, parts());
        }
        let said = |keys: &[&dyn age::Identity]| read_with(&whole, keys).unwrap_err().to_string();
        assert_eq!(said(&[]), "the backup is encrypted: name the file of its key with --identity");
        assert_eq!(said(&[&other]), "the backup is encrypted for another key than --identity has");
        for length in 0..whole.len() {
            assert!(read_with(&whole[..length], &[&key]).is_err(), "cut to {length}");
        }
        for place in (0..whole.len()).step_by(7) {
            let mut damaged = whole.clone();
            damaged[place] ^= 0x55;
            assert!(read_with(&damaged, &[&key]).is_err(), "byte {place}");
        }
    }

    #[test]
    fn a_written_backup_can_be_read() {
        let (head, read) = read(&written(&BackupEncryption::Open)).unwrap();
        assert_eq!((head.version, head.made.as_str()), (11, "2026"));
        assert_eq!(read, parts());
    }

    #[test]
    fn a_damaged_backup_is_refused() {
        let whole = written(&BackupEncryption::Open);
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "cut to {length}");
        }
        // The header of gzip contains a time and a system without meaning.
        for place in (0..4).chain(10..whole.len()) {
            let mut damaged = whole.clone();
            damaged[place] ^= 0x55;
            assert!(read(&damaged).is_err(), "byte {place}");
        }
        assert!(read(&[&whole[..], &whole[..]].concat()).is_err(), "twice");
    }

    #[test]
    fn a_backup_with_a_missing_line_is_refused() {
        let mut plain = Vec::new();
        MultiGzDecoder::new(&written(&BackupEncryption::Open)[..]).read_to_end(&mut plain).unwrap();
        let pack = |plain: &[u8]| {
            let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
            gzip.write_all(plain).unwrap();
            gzip.finish().unwrap()
        };
        assert!(read(&pack(&plain)).is_ok());
        let lines: Vec<&[u8]> = plain.split_inclusive(|byte| *byte == b'\n').collect();
        for missing in 0..lines.len() {
            let rest: Vec<u8> =
                (0..lines.len()).filter(|line| *line != missing).flat_map(|line| lines[line]).copied().collect();
            assert!(read(&pack(&rest)).is_err(), "without line {missing}");
        }
    }
}
