//! Configurations with which the program refuses to start, access to its files, and its reports of attacks.

use std::{
    collections::HashMap,
    fs,
    io::Write,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
    sync::{Arc, Mutex},
};

use axum::{body::Body, extract::ConnectInfo};
use ksmart_identity::roles::Role;
use ksmart_members::accounts;
use ksmart_ops::demo;
use reqwest::{Method, header::CACHE_CONTROL};
use serde_json::{Value, json};
use tower::ServiceExt;
use tracing_subscriber::fmt::MakeWriter;

use crate::shop::{PASSWORD, Shop};

/// Runs the program with only these flags and variables, without the environment of this process.
fn run(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ksmart"));
    command.args(arguments).env_clear().envs(variables.iter().copied()).current_dir(folder);
    command.output().unwrap()
}

/// Returns the line with which the program refuses to start.
fn refusal(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

#[test]
fn a_secret_can_be_read_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let run = |variables: &[(&str, &str)]| run(folder.path(), &["openapi"], variables);
    for (name, bad, said) in [
        ("JWT_SECRET", "kurang\n", "ksmart: JWT_SECRET should be 32 characters or more"),
        ("DATABASE_URL", "mysql://x\n", "ksmart: DATABASE_URL should look like"),
        ("MIDTRANS_SERVER_KEY", "dua kata\n", "ksmart: MIDTRANS_SERVER_KEY should be a key"),
        ("KOMERCE_API_KEY", "dua kata\n", "ksmart: KOMERCE_API_KEY should be a key"),
        ("CHAT_API_KEY", "dua kata\n", "ksmart: CHAT_API_KEY should be a key"),
    ] {
        fs::write(folder.path().join("rahasia"), bad).unwrap();
        let variable = format!("{name}_FILE");
        let said_now = refusal(&run(&[(&variable, "rahasia")]));
        assert!(said_now.starts_with(said), "{said_now}");
        assert!(!said_now.contains(bad.trim()), "a secret is not shown: {said_now}");
        let said_now = refusal(&run(&[(&variable, "rahasia"), (name, "x")]));
        assert_eq!(said_now, format!("ksmart: {name} and {name}_FILE should not both be set"));
        let said_now = refusal(&run(&[(&variable, "tidak-ada")]));
        assert!(
            said_now.starts_with(&format!("ksmart: {name}_FILE should name a file that can be read")),
            "{said_now}"
        );
    }
    fs::write(folder.path().join("rahasia"), "0123456789abcdef0123456789abcdef\n").unwrap();
    assert!(run(&[("JWT_SECRET_FILE", "rahasia")]).status.success());
}

#[test]
fn provider_addresses_must_use_https() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["MIDTRANS_SNAP_URL", "MIDTRANS_API_URL", "KOMERCE_URL", "CHAT_API_URL", "WHATSAPP_URL"] {
        let said = refusal(&run(folder.path(), &["openapi"], &[(name, "http://provider.example/v1")]));
        assert_eq!(said, format!("ksmart: {name} should begin with https:// unless it is a loopback address"));
    }
}

#[tokio::test]
async fn a_public_demo_needs_its_own_passwords() {
    let shop = Shop::start_new(&[]).await;
    shop.member("bukan-demo").await;
    demo::check_passwords(&shop.app.demo()).await.expect("no demo");
    let folder = tempfile::tempdir().unwrap();
    let url = crate::shop::database_url(&folder).await;
    let shop = Shop::open(folder, url, &[]).await;
    demo::fill(&shop.app.demo()).await.unwrap();
    let said = demo::check_passwords(&shop.app.demo()).await.unwrap_err();
    assert!(said.starts_with("PUBLIC_URL should be a loopback address"), "{said}");
    assert!(said.ends_with("`ksmart admin --email admin@ksmart.test`"), "{said}");
    let app = &shop.app;
    for email in ["admin@ksmart.test", "keuangan@ksmart.test"] {
        demo::check_passwords(&app.demo()).await.unwrap_err();
        let made = accounts::admin::make_admin(&app.db, &app.clock, &app.random, &app.hashing, email, PASSWORD.into());
        made.await.unwrap();
    }
    demo::check_passwords(&app.demo()).await.expect("passwords of its own");
    let logged = "SELECT COUNT(*) FROM audit_entries WHERE action = 'command_line'";
    assert_eq!(shop.count(logged).await, 2, "the command stands in the log");
    crate::office::audit_words::check(&shop).await;
}

#[tokio::test]
async fn the_database_file_is_private() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("toko.db");
    // A file made by an earlier version.
    fs::File::create(&file).unwrap().set_permissions(fs::Permissions::from_mode(0o644)).unwrap();
    let url = format!("sqlite://{}", file.display());
    let shop = Shop::open(folder, url, &[]).await;
    shop.member("budi").await;
    for end in ["", "-wal", "-shm"] {
        let mode = fs::metadata(format!("{}{end}", file.display())).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{end}");
    }
}

#[tokio::test]
async fn private_answers_are_not_cached() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let actors = [
        ("member", budi.clone()),
        ("owner", shop.admin().await),
        ("fulfilment", shop.staff(Role::Fulfilment).await),
        ("finance", shop.staff(Role::Finance).await),
        ("catalogue", shop.staff(Role::Catalogue).await),
    ];
    let document: Value = serde_json::from_str(&ksmart::app::openapi()).unwrap();
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(call) = methods.get("get") else { continue };
        let takes_session =
            call["security"].as_array().is_some_and(|ways| ways.iter().any(|way| way["session"].is_array()));
        for (who, actor) in &actors {
            let address = crate::rules::security::address(path, actor.id);
            let answer = actor.request(Method::GET, &address).send().await.unwrap();
            let kept = answer.headers().get(CACHE_CONTROL).map(|value| value.to_str().unwrap().to_owned());
            if takes_session {
                assert!(kept.as_deref().is_some_and(|kept| kept.contains("no-store")), "{path} of {who}: {kept:?}");
                *seen.entry(*who).or_default() += usize::from(answer.status() == 200);
            }
        }
    }
    for (who, answers) in seen {
        assert!(answers > 10, "{who} was served {answers} times");
    }
    let login = json!({"email": budi.email, "password": PASSWORD});
    let answer = shop.guest().request(Method::POST, "/api/login").json(&login).send().await.unwrap();
    assert_eq!(answer.headers()[CACHE_CONTROL], "no-store");
}

/// Captured log output.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Returns the log output of `work`, on the thread of its test.
async fn logged(work: impl Future<Output = ()>) -> String {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish();
    // With a single subscriber, a log statement first reached in another test's thread, which has no subscriber, would
    // be disabled permanently.
    let _other = tracing::Dispatch::new(tracing_subscriber::registry());
    let _here = tracing::subscriber::set_default(subscriber);
    work.await;
    String::from_utf8(log.0.lock().unwrap().clone()).unwrap()
}

#[tokio::test]
async fn answers_name_the_keep_alive_timeout() {
    let shop = Shop::start().await;
    let answer = shop.guest().request(Method::GET, "/api/products").send().await.unwrap();
    assert_eq!(answer.headers()["keep-alive"], "timeout=15");
}

#[tokio::test]
async fn an_unlisted_proxy_is_logged_once() {
    let shop = Shop::start().await;
    let router = ksmart::app::router(shop.app.clone());
    let ask = async |peer: [u8; 4], forwards: bool| {
        let mut request =
            axum::http::Request::get("/api/products").extension(ConnectInfo(std::net::SocketAddr::from((peer, 1))));
        if forwards {
            request = request.header("x-forwarded-for", "203.0.113.9");
        }
        let answer = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), 200);
    };
    let told = logged(async {
        ask([10, 88, 0, 1], false).await;
        ask([203, 0, 113, 1], true).await;
        ask([127, 0, 0, 1], true).await;
    })
    .await;
    assert!(!told.contains("TRUSTED_PROXIES"), "{told}");
    let told = logged(async {
        for _ in 0..3 {
            ask([10, 88, 0, 1], true).await;
        }
        ask([172, 17, 0, 1], true).await;
    })
    .await;
    let lines: Vec<_> = told.lines().filter(|line| line.contains("TRUSTED_PROXIES")).collect();
    assert!(lines.len() == 1 && lines[0].contains("peer=10.88.0.1"), "{told}");
}

#[tokio::test]
async fn security_events_log_member_and_address() {
    let shop = Shop::start().await;
    let (budi, owner) = (shop.member("budi").await, shop.admin().await);
    // A test's server runs on the same thread.
    let told = logged(async {
        let from = |actor: &crate::shop::Actor, method: Method, path: &str| {
            actor.request(method, path).header("x-forwarded-for", "203.0.113.9")
        };
        let wrong = json!({"email": budi.email, "password": "salah-salah"});
        from(&shop.guest(), Method::POST, "/api/login").json(&wrong).send().await.unwrap();
        from(&budi, Method::GET, "/api/admin/today").send().await.unwrap();
        from(&shop.guest().with_token(Some("a.b.c")), Method::GET, "/api/me").send().await.unwrap();
        let notice = json!({"order_id": "KS-1", "status_code": "200", "gross_amount": "1.00", "signature_key": "x",
            "transaction_status": "settlement", "transaction_id": "x", "payment_type": "qris",
            "transaction_time": "2026-11-22 10:00:00", "status_message": "x"});
        from(&shop.guest(), Method::POST, "/api/payments/notification").json(&notice).send().await.unwrap();
        let uid = budi.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned();
        let suspend = format!("/api/admin/members/{uid}/suspend");
        from(&owner, Method::POST, &suspend).json(&json!({"reason": "Uji"})).send().await.unwrap();
    })
    .await;
    let has = |event: &str, member: &str, detail: &str| {
        let line = told.lines().find(|line| line.contains("security: ") && line.contains(&format!("event={event} ")));
        let line = line.unwrap_or_else(|| panic!("no {event} in {told}"));
        assert!(line.contains(&format!("member={member} ")) && line.contains("address=203.0.113.9"), "{line}");
        assert!(line.contains(&format!("detail={detail}")), "{line}");
    };
    has("login_refused", "-", "wrong_credentials");
    has("refused", &budi.id.to_string(), "forbidden");
    has("bad_signature", "-", "bad_signature");
    has("administered", &owner.id.to_string(), "suspend member");
    for secret in [budi.email.as_str(), "salah-salah", PASSWORD] {
        assert!(!told.contains(secret), "{secret} in {told}");
    }
}
