//! PostgreSQL over TLS: a connection is as secure as `sslmode` requires, or there is none.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use ksmart_foundation::db::Db;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::aws_lc_rs,
        pki_types::{PrivateKeyDer, pem::PemObject},
    },
};
use url::Url;

use crate::shop::{Shop, database_url};

/// Request to PostgreSQL for TLS (its documentation, protocol-message-formats: SSLRequest).
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// Certificate authority, whose certificate is in a file.
struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    file: PathBuf,
}

impl Authority {
    fn new(folder: &TempDir, name: &str) -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let file = folder.path().join(name);
        std::fs::write(&file, issuer.pem()).unwrap();
        Self { issuer, file }
    }

    /// Returns the TLS acceptor of a server called `localhost`.
    fn acceptor(&self) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivateKeyDer::from_pem_slice(key.serialize_pem().as_bytes()).unwrap(),
            );
        TlsAcceptor::from(Arc::new(config.unwrap()))
    }
}

/// Starts a proxy in front of a PostgreSQL, which handles TLS if it has an `acceptor`; returns its port, and a counter
/// of encrypted connections.
async fn front(upstream: String, acceptor: Option<TlsAcceptor>) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let encrypted = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&encrypted);
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let (upstream, acceptor, count) = (upstream.clone(), acceptor.clone(), Arc::clone(&count));
            tokio::spawn(async move {
                let mut server = TcpStream::connect(upstream).await?;
                let mut head = [0; 8];
                client.read_exact(&mut head).await?;
                if head != SSL_REQUEST {
                    server.write_all(&head).await?;
                    return copy_bidirectional(&mut client, &mut server).await;
                }
                let Some(acceptor) = acceptor else {
                    client.write_all(b"N").await?;
                    return copy_bidirectional(&mut client, &mut server).await;
                };
                client.write_all(b"S").await?;
                let mut client = acceptor.accept(client).await?;
                count.fetch_add(1, Ordering::Relaxed);
                copy_bidirectional(&mut client, &mut server).await
            });
        }
    });
    (port, encrypted)
}

/// Returns the URL of a database, changed to the proxy at `host` and `port`, with the parameters `more`.
fn behind(url: &str, host: &str, port: u16, more: &str) -> String {
    let mut url = Url::parse(url).unwrap();
    url.set_host(Some(host)).unwrap();
    url.set_port(Some(port)).unwrap();
    format!("{url}&{more}")
}

#[tokio::test]
async fn database_tls_follows_sslmode() {
    let folder = TempDir::new().unwrap();
    let url = database_url(&folder).await;
    // SQLite uses no network.
    let Some(upstream) = Url::parse(&url).ok().filter(|url| url.scheme().starts_with("postgres")) else { return };
    let upstream = format!("{}:{}", upstream.host_str().unwrap(), upstream.port().unwrap_or(5432));
    let (ours, foreign) = (Authority::new(&folder, "ours.pem"), Authority::new(&folder, "foreign.pem"));
    let (port, encrypted) = front(upstream.clone(), Some(ours.acceptor())).await;
    let (ours, foreign) = (ours.file.display(), foreign.file.display());
    for (host, mode, is_safe) in [
        ("localhost", format!("sslmode=verify-full&sslrootcert={ours}"), true),
        ("localhost", format!("sslmode=verify-ca&sslrootcert={ours}"), true),
        ("127.0.0.1", format!("sslmode=verify-ca&sslrootcert={ours}"), true),
        ("127.0.0.1", "sslmode=require".to_owned(), true),
        ("127.0.0.1", "sslmode=prefer".to_owned(), true),
        ("127.0.0.1", "sslmode=disable".to_owned(), false),
    ] {
        let before = encrypted.load(Ordering::Relaxed);
        let db = Db::open(&behind(&url, host, port, &mode)).await.unwrap_or_else(|error| panic!("{mode}: {error}"));
        db.close().await;
        assert_eq!(encrypted.load(Ordering::Relaxed) > before, is_safe, "{mode}");
    }
    for (host, mode, why) in [
        // The certificate is for another name.
        ("127.0.0.1", format!("sslmode=verify-full&sslrootcert={ours}"), "certificate"),
        // The certificate is signed by another authority, or by none that is generally trusted.
        ("localhost", format!("sslmode=verify-full&sslrootcert={foreign}"), "certificate"),
        ("localhost", format!("sslmode=verify-ca&sslrootcert={foreign}"), "certificate"),
        ("localhost", "sslmode=verify-full".to_owned(), "certificate"),
        ("localhost", "sslmode=verify-full&sslrootcert=/nowhere.pem".to_owned(), "No such file"),
        ("localhost", "sslmode=safe".to_owned(), "unknown value"),
    ] {
        let error =
            Db::open(&behind(&url, host, port, &mode)).await.err().unwrap_or_else(|| panic!("{mode} at {host}"));
        assert!(error.to_string().contains(why), "{mode}: {error}");
    }
    // A server without TLS is recognised, and refused if TLS is required.
    let (port, encrypted) = front(upstream, None).await;
    for mode in ["verify-full", "verify-ca", "require"] {
        let error = Db::open(&behind(&url, "localhost", port, &format!("sslmode={mode}"))).await.err().unwrap();
        assert!(error.to_string().contains("does not support TLS"), "{mode}: {error}");
    }
    Db::open(&behind(&url, "localhost", port, "sslmode=prefer")).await.unwrap().close().await;
    assert_eq!(encrypted.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_shop_runs_on_a_tls_database_connection() {
    let folder = TempDir::new().unwrap();
    let url = database_url(&folder).await;
    let Some(upstream) = Url::parse(&url).ok().filter(|url| url.scheme().starts_with("postgres")) else { return };
    let upstream = format!("{}:{}", upstream.host_str().unwrap(), upstream.port().unwrap_or(5432));
    let authority = Authority::new(&folder, "authority.pem");
    let (port, encrypted) = front(upstream, Some(authority.acceptor())).await;
    let mode = format!("sslmode=verify-full&sslrootcert={}", authority.file.display());
    let shop = Shop::open(folder, behind(&url, "localhost", port, &mode), &[]).await;
    let salt = shop.product("Garam", 10, 5).await;
    assert_eq!(shop.stock(salt).await, 5);
    assert!(encrypted.load(Ordering::Relaxed) > 1);
}
