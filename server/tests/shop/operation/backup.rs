//! Backups: made while the shop sells, restored into either database, refused when incomplete.

use std::{
    collections::BTreeSet,
    io::{Read, Write},
    path::Path,
    process::{Command, Output},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use ksmart_core::order::OrderEvent::{Cancel, Complete, Expire, Fail, Pack, Pay, Refund, Return, Ship};
use ksmart_foundation::{db, format};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::{
    network::admin_leaders::{put_below, uid},
    operation::integrity::shop_with_everything,
    shop::{Actor, PASSWORD, Shop, Story, database_url},
};

/// Runs the program on a database and a folder of files.
pub async fn ksmart(command: &str, file: &Path, database_url: &str, storage: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ksmart"));
    program.args(command.split(' ')).arg(file).args(["--database-url", database_url]);
    program.arg(format!("--storage-url=file://{}", storage.display()));
    tokio::task::spawn_blocking(move || program.output().unwrap()).await.unwrap()
}

/// Returns the program's output, after asserting that it succeeded.
#[track_caller]
pub fn done(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Returns the failed run's stderr.
#[track_caller]
pub fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns a backup as text, without the first line (time of creation) and the last line (summary). Data that a restore
/// creates again are also left out: session keys, sessions, and one-time links.
fn content(file: &Path) -> Vec<String> {
    let text = plain(file);
    let lines: Vec<&str> = text.lines().collect();
    let mut is_kept = true;
    let mut kept = Vec::new();
    for line in &lines[1..lines.len() - 1] {
        if line.starts_with('{') {
            let reopened = ["password_links", "sessions"];
            is_kept = !reopened.iter().any(|table| line.starts_with(&format!("{{\"table\":\"{table}\"")));
        }
        if is_kept && !line.starts_with("[\"jwt_secret") {
            kept.push((*line).to_owned());
        }
    }
    kept
}

/// Restores a backup into SQLite, from there into the database of these tests, and back, with the same content each
/// time. Returns the folders with the URLs of their databases.
async fn restored_everywhere(file: &Path) -> Vec<(TempDir, String)> {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap(), TempDir::new().unwrap()];
    let sqlite = |folder: &TempDir| format!("sqlite://{}/restored.db", folder.path().display());
    let urls = [sqlite(&folders[0]), database_url(&folders[1]).await, sqlite(&folders[2])];
    let mut from = file.to_owned();
    for (folder, url) in folders.iter().zip(&urls) {
        let files = folder.path().join("storage");
        let said = done(&ksmart("restore", &from, url, &files).await);
        assert!(said.contains("are restored\n") && said.ends_with("rules hold\n"), "{said}");
        let again = folder.path().join("again.ksmart");
        done(&ksmart("backup", &again, url, &files).await);
        assert_eq!(content(&again), content(file));
        from = again;
    }
    folders.into_iter().zip(urls).collect()
}

/// Starts a shop with data of every kind; also returns its members and its folder of files.
pub async fn full_shop() -> (Shop, Vec<Actor>, std::path::PathBuf) {
    let (shop, members) = shop_with_everything().await;
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n";
    for name in ["satu", "dua"] {
        shop.app.storage.store("products", name, "svg", drawing).await.unwrap();
    }
    let storage = shop.folder.path().join("storage");
    std::fs::create_dir_all(storage.join("resized/products")).unwrap();
    std::fs::write(storage.join("resized/products/satu.webp"), "can be made again").unwrap();
    (shop, members, storage)
}

/// Logs in with the password that all members of these tests share; returns the session.
pub async fn log_in(shop: &Shop, email: &str) -> String {
    let login = json!({"email": email, "password": PASSWORD});
    shop.guest().post("/api/login", login).await.expect(200)["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_backup_during_sales_restores_completely() {
    let (shop, members, storage) = full_shop().await;
    let file = shop.folder.path().join("shop.ksmart");
    let (budi, stop) = (members[3].clone(), Arc::new(AtomicBool::new(false)));
    let orders = "SELECT COUNT(*) FROM orders";
    let before = shop.count(orders).await;
    let shop = Arc::new(shop);
    let buying = tokio::spawn({
        let (shop, budi, stop) = (Arc::clone(&shop), budi.clone(), Arc::clone(&stop));
        async move {
            let mut numbers = Vec::new();
            // Stays below the limit on orders that a member may place and cancel in a row, however long the backup
            // takes.
            while numbers.len() < 50 && !stop.load(Ordering::Relaxed) {
                let order = shop.order(&budi).item(1, 1).placed().await;
                let number = order["order_id"].as_str().unwrap().to_owned();
                // Otherwise, on a slow machine, there would be more unpaid orders than a member may have.
                if !numbers.is_empty() {
                    let cancel = format!("/api/transactions/{number}/cancel");
                    budi.post(&cancel, json!({"reason": "Tidak jadi"})).await.expect(200);
                }
                numbers.push(number);
            }
            numbers
        }
    });
    // Waits until orders are being placed; they continue throughout the backup.
    while shop.count(orders).await < before + 3 {
        tokio::task::yield_now().await;
    }
    let made = ksmart("backup", &file, &shop.database_url, &storage).await;
    let placed_by_then = shop.count(orders).await;
    stop.store(true, Ordering::Relaxed);
    let numbers = buying.await.unwrap();
    assert!(done(&made).ends_with("rows and 2 files\n"), "{}", done(&made));
    assert_eq!(std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&file).unwrap()) & 0o777, 0o600);
    assert!(!shop.folder.path().join("shop.ksmart.partial").exists());

    for (folder, url) in restored_everywhere(&file).await {
        let restored = Shop::open(folder, url, &[]).await;
        restored.must_be_sound().await;
        let kept = restored.count(orders).await;
        assert!((before + 3..=placed_by_then).contains(&kept), "{before} {kept} {placed_by_then}");
        // The first order exists after a login; no earlier session is valid.
        let owner = restored.guest().with_id(budi.id).with_token(Some(budi.token()));
        owner.get("/api/me").await.refused(401, "unauthorized");
        let owner = owner.with_token(Some(&log_in(&restored, &budi.email).await));
        owner.get(&format!("/api/transactions/{}", numbers[0])).await.expect(200);
        let key = restored.app.storage.keys().await.unwrap().remove(0);
        let picture = restored.guest().request(reqwest::Method::GET, &format!("/storage/{key}")).send().await.unwrap();
        assert_eq!(picture.status(), 200);
        // New rows get new keys.
        let request = restored.order(&budi).item(2, 1).body().await;
        owner.post("/api/create-transaction", request).await.expect(201);
        restored.member("baru").await;
        restored.product("Lada", 10, 5).await;
        restored.must_be_sound().await;
        assert_eq!(restored.count(orders).await, kept + 1);
    }
}

/// Simulates activity in a shop: leaders change at random, also to members who joined later; orders are paid,
/// cancelled, sent and refunded; goods are archived; accounts are suspended and given links.
async fn live(shop: &Shop, members: &mut Vec<Actor>, steps: usize, rng: &mut StdRng) {
    let owner = shop.guest().with_token(Some(&log_in(shop, "admin@example.com").await));
    let (mut goods, mut archived) = (Vec::new(), Vec::new());
    for number in 0..4 {
        goods.push(shop.product_worth(&format!("Barang {number}"), 50, 3 + number).await);
    }
    for number in 0..8 {
        let leader = members.choose(rng).cloned();
        members.push(shop.member_below(&format!("lain{number}"), leader.as_ref()).await);
    }
    for step in 0..steps {
        let member = members.choose(rng).unwrap();
        let page = format!("/api/admin/members/{}", uid(member).await);
        match rng.random_range(0..6) {
            0 | 1 => {
                let from = owner.get(&page).await.expect(200)["leader"]["uid"].as_str().map(str::to_owned);
                let to = uid(members.choose(rng).unwrap()).await;
                let moved = put_below(&owner, &uid(member).await, from.as_deref(), Some(&to)).await;
                assert!([200, 422].contains(&moved.status.as_u16()), "step {step}: {}", moved.body);
            }
            2 | 3 => {
                let stories: [&[_]; 10] = [
                    &[],
                    &[Pay],
                    &[Pay, Refund],
                    &[Pay, Pack, Ship, Complete],
                    &[Pay, Pack, Ship, Complete, Refund],
                    &[Cancel],
                    &[Expire],
                    &[Fail],
                    &[Pack, Ship, Complete],
                    &[Pack, Ship, Return],
                ];
                let products = [(*goods.choose(rng).unwrap(), rng.random_range(1..5))];
                let story = Story {
                    buyer: member,
                    products: &products,
                    period: shop.open,
                    plan_id: rng.random_range(1..=2),
                    percent: ["0", "7.5"].choose(rng).unwrap(),
                    at_ms: shop.app.clock.now_ms(),
                    events: stories.choose(rng).unwrap(),
                };
                shop.tell(&story).await;
            }
            4 => {
                let (from, to, what) = match archived.len() {
                    0 => (&mut goods, &mut archived, "archive"),
                    _ => (&mut archived, &mut goods, "restore"),
                };
                let product = from.swap_remove(rng.random_range(0..from.len()));
                owner.post(&format!("/api/admin/products/{product}/{what}"), json!({})).await.expect(200);
                to.push(product);
            }
            _ => {
                owner.post(&format!("{page}/password-link"), json!({})).await.expect(200);
            }
        }
    }
    owner.post(&format!("/api/admin/products/{}/archive", goods[0]), json!({})).await.expect(200);
    // Ensures that a member has a leader who joined later, whatever happened at random.
    let (first, last) = (uid(&members[0]).await, shop.member("terakhir").await);
    let from = owner.get(&format!("/api/admin/members/{first}")).await.expect(200)["leader"]["uid"].take();
    put_below(&owner, &first, from.as_str(), Some(&uid(&last).await)).await.expect(200);
}

#[tokio::test]
async fn a_backup_after_random_activity_is_complete() {
    let (shop, mut members, storage) = full_shop().await;
    live(&shop, &mut members, 60, &mut StdRng::seed_from_u64(13)).await;
    shop.must_be_sound().await;
    for (some, sql) in [
        ("leaders who joined later", "SELECT COUNT(*) FROM members WHERE leader_id > id"),
        ("refunds", "SELECT COUNT(*) FROM orders WHERE payment_status = 'refunded'"),
        ("payouts", "SELECT COUNT(*) FROM payout_items"),
        ("archived products", "SELECT COUNT(*) FROM products WHERE status = 'archived'"),
        ("one-time links", "SELECT COUNT(*) FROM password_links"),
    ] {
        assert!(shop.count(sql).await > 0, "no {some}");
    }
    let file = shop.folder.path().join("shop.ksmart");
    done(&ksmart("backup", &file, &shop.database_url, &storage).await);
    for (folder, url) in restored_everywhere(&file).await {
        let restored = Shop::open(folder, url, &[]).await;
        restored.must_be_sound().await;
        assert_eq!(restored.count("SELECT COUNT(*) FROM password_links").await, 0);
    }
}

#[tokio::test]
async fn a_restore_ends_sessions_and_one_time_links() {
    let key = "--jwt-secret=kunci-rahasia-dari-pemilik-toko-ini";
    let shop = Shop::start_with(&[key]).await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    let page = format!("/api/admin/members/{}/password-link", uid(&budi).await);
    let link = owner.post(&page, json!({})).await.expect(200)["url"].take();
    let (_, token) = link.as_str().unwrap().split_once("#token=").unwrap();
    let reset = json!({"token": token, "password": "sandi-yang-baru", "confirm": "sandi-yang-baru"});
    let file = shop.folder.path().join("shop.ksmart");
    done(&ksmart("backup", &file, &shop.database_url, &shop.folder.path().join("storage")).await);
    let folder = TempDir::new().unwrap();
    let url = database_url(&folder).await;
    done(&ksmart("restore", &file, &url, &folder.path().join("storage")).await);
    let restored = Shop::open(folder, url, &[key]).await;
    let old = restored.guest().with_token(Some(budi.token()));
    old.get("/api/me").await.refused(401, "unauthorized");
    restored.guest().post("/api/password-reset", reset).await.refused(410, "link_invalid");
    let new = restored.guest().with_token(Some(&log_in(&restored, &budi.email).await));
    assert_eq!(new.get("/api/me").await.expect(200)["email"], budi.email.as_str());
    // The original shop still works.
    budi.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn a_restore_has_no_database_timeouts() {
    let shop = Shop::start().await;
    let file = shop.folder.path().join("shop.ksmart");
    done(&ksmart("backup", &file, &shop.database_url, &shop.folder.path().join("storage")).await);
    let folder = TempDir::new().unwrap();
    let url = database_url(&folder).await;
    let empty = db::Db::open(&url).await.unwrap();
    if empty.is_shared() {
        // The trigger checks the timeouts that apply to the statements of the restore.
        let sql = "CREATE FUNCTION check_patience() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                     IF current_setting('lock_timeout') <> '0' OR current_setting('statement_timeout') <> '0'
                     THEN RAISE 'a restore is given up'; END IF;
                     RETURN NULL;
                   END $$;
                   CREATE TRIGGER patience BEFORE INSERT ON bv_periods FOR EACH STATEMENT EXECUTE FUNCTION check_patience()";
        sqlx::raw_sql(sql).execute(&mut *empty.write_one().await.unwrap()).await.unwrap();
    }
    empty.close().await;
    done(&ksmart("restore", &file, &url, &folder.path().join("storage")).await);
    let restored = Shop::open(folder, url, &[]).await;
    assert_eq!(restored.count("SELECT COUNT(*) FROM bv_periods").await, 2);
}

#[tokio::test]
async fn a_backup_of_an_earlier_version_is_migrated() {
    let (shop, members, storage) = full_shop().await;
    let file = shop.folder.path().join("shop.ksmart");
    // The version before the newest migration, which only adds tables: they are empty, and thus not in the backup.
    let (newest, before) = (db::newest_version(), db::newest_version() - 1);
    let earlier = db::tables(before);
    let added: Vec<String> = db::tables(newest).into_iter().map(|table| table.name).collect();
    let added: Vec<&String> = added.iter().filter(|name| !earlier.iter().any(|table| table.name == **name)).collect();
    assert!(!added.is_empty());
    for table in &added {
        shop.change_by(&format!("DELETE FROM {table}")).await;
    }
    done(&ksmart("backup", &file, &shop.database_url, &storage).await);
    std::fs::write(&file, with_checksum(&of_version(&plain(&file), before))).unwrap();
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let sqlite = format!("sqlite://{}/restored.db", folders[0].path().display());
    let urls = [sqlite, database_url(&folders[1]).await];
    for (folder, url) in folders.into_iter().zip(urls) {
        let said = done(&ksmart("restore", &file, &url, &folder.path().join("storage")).await);
        assert!(said.contains("are restored\n") && said.ends_with("rules hold\n"), "{said}");
        let restored = Shop::open(folder, url, &[]).await;
        assert_eq!(restored.count("SELECT MAX(version) FROM _sqlx_migrations").await, newest);
        for table in &added {
            restored.change_by(&format!("DELETE FROM {table}")).await;
        }
        log_in(&restored, &members[3].email).await;
        // New rows continue the numbering of the restored ones.
        restored.member("baru").await;
        restored.product("Lada", 10, 5).await;
        restored.must_be_sound().await;
    }
}

#[tokio::test]
async fn a_backup_with_a_wrong_version_writes_nothing() {
    let (shop, _, storage) = full_shop().await;
    let file = shop.folder.path().join("shop.ksmart");
    done(&ksmart("backup", &file, &shop.database_url, &storage).await);
    let plain = plain(&file);
    let target = TempDir::new().unwrap();
    let (url, files) = (database_url(&target).await, target.path().join("storage"));
    for version in [0, 3] {
        let bad = shop.folder.path().join("bad.ksmart");
        std::fs::write(&bad, with_checksum(&of_version(&plain, version))).unwrap();
        let said = refused(&ksmart("restore", &bad, &url, &files).await);
        assert!(said.contains("which this program does not know") || said.contains("DATABASE_URL"), "{said}");
        assert!(!files.exists() || std::fs::read_dir(&files).unwrap().next().is_none());
    }
    done(&ksmart("restore", &file, &url, &files).await);
}

/// Returns the lines of a backup.
fn plain(file: &Path) -> String {
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut text).unwrap();
    text
}

/// Replaces the version that is stated in the lines of a backup.
fn of_version(lines: &str, version: i64) -> String {
    let newest = format!("\"version\":{}", db::newest_version());
    lines.replacen(&newest, &format!("\"version\":{version}"), 1)
}

/// Builds a backup with a valid checksum from these lines.
fn with_checksum(lines: &str) -> Vec<u8> {
    let (content, end) = lines.trim_end().rsplit_once('\n').unwrap();
    let content = format!("{content}\n");
    let mut end: Value = serde_json::from_str(end).unwrap();
    end["sha256"] = json!(format::hex(&Sha256::digest(&content)));
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(format!("{content}{end}\n").as_bytes()).unwrap();
    gzip.finish().unwrap()
}

#[tokio::test]
async fn invalid_backups_are_refused_before_writing() {
    let (shop, _, storage) = full_shop().await;
    let file = shop.folder.path().join("shop.ksmart");
    done(&ksmart("backup", &file, &shop.database_url, &storage).await);
    let whole = std::fs::read(&file).unwrap();
    let plain = plain(&file);
    let compressed = |plain: &[u8]| {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(plain).unwrap();
        gzip.finish().unwrap()
    };
    // Flips a bit of the checksum at the end: a changed bit of the compressed data might still decompress to the same
    // content.
    let mut damaged = whole.clone();
    damaged[whole.len() - 8] ^= 1;
    let mut altered = plain.clone().into_bytes();
    altered[plain.len() / 2] ^= 1;
    let target = TempDir::new().unwrap();
    let (url, files) = (format!("sqlite://{}/new.db", target.path().display()), target.path().join("storage"));
    let bad = shop.folder.path().join("bad.ksmart");
    for (bytes, why) in [
        (whole[..whole.len() - 9].to_vec(), ""),
        (whole[..whole.len() / 2].to_vec(), ""),
        (damaged, ""),
        (compressed(&altered), ""),
        (Vec::new(), ""),
        (b"PK\x03\x04".to_vec(), ""),
        (compressed(of_version(&plain, 1000).as_bytes()), "the backup is of version 1000"),
    ] {
        std::fs::write(&bad, bytes).unwrap();
        let said = refused(&ksmart("restore", &bad, &url, &files).await);
        assert!(said.contains("bad.ksmart: ") && said.contains(why), "{said}");
        assert!(!target.path().join("new.db").exists() && !files.exists());
    }
    // Nothing is restored into a database or a storage that is not empty.
    let said = refused(&ksmart("restore", &file, &shop.database_url, &files).await);
    assert!(said.contains("the database is not empty: ") && said.contains(" rows"), "{said}");
    shop.must_be_sound().await;
    let said = refused(&ksmart("restore", &file, &url, &storage).await);
    assert!(said.contains("the storage is not empty: it holds products/"), "{said}");
    assert!(!target.path().join("new.db").exists());
    // A database of another version is not even migrated.
    shop.change("DELETE FROM _sqlx_migrations WHERE version > 3").await;
    let said = refused(&ksmart("restore", &file, &shop.database_url, &files).await);
    assert!(said.contains("it holds a shop of version 3"), "{said}");
    let said = refused(&ksmart("backup", &bad, &shop.database_url, &storage).await);
    assert!(said.contains("the database is at version 3"), "{said}");
    assert_eq!(shop.count("SELECT COUNT(*) FROM _sqlx_migrations").await, 3);
    // After all these refusals the restore still succeeds.
    done(&ksmart("restore", &file, &url, &files).await);
}

#[tokio::test]
async fn a_failed_restore_can_be_repeated() {
    let (shop, _, storage) = full_shop().await;
    let file = shop.folder.path().join("shop.ksmart");
    // Rows that the new database refuses, because it checks a constraint that is switched off in the old one.
    if shop.app.db.is_shared() {
        shop.change("ALTER TABLE products DROP CONSTRAINT products_price_rp_check").await;
    } else {
        shop.change("PRAGMA ignore_check_constraints = ON").await;
    }
    shop.change("UPDATE products SET price_rp = -1 WHERE id = 2").await;
    done(&ksmart("backup", &file, &shop.database_url, &storage).await);
    let target = TempDir::new().unwrap();
    let (url, files) = (database_url(&target).await, target.path().join("storage"));
    refused(&ksmart("restore", &file, &url, &files).await);
    shop.change("UPDATE products SET price_rp = 1000 WHERE id = 2").await;
    // A backup does not overwrite an existing file of the same name.
    let before = std::fs::read(&file).unwrap();
    let said = refused(&ksmart("backup", &file, &shop.database_url, &storage).await);
    assert!(said.contains("there is such a file; name another one, or add --overwrite"), "{said}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    done(&ksmart("backup --overwrite", &file, &shop.database_url, &storage).await);
    done(&ksmart("restore", &file, &url, &files).await);
}

#[tokio::test]
async fn every_table_is_backed_up() {
    let shop = Shop::start().await;
    let sql = if shop.app.db.is_shared() {
        "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()"
    } else {
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    };
    let there: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut *shop.app.db.read().await.unwrap()).await.unwrap();
    let there: BTreeSet<String> = there.into_iter().filter(|name| name != "_sqlx_migrations").collect();
    let known: BTreeSet<String> = db::tables(db::newest_version()).into_iter().map(|table| table.name).collect();
    assert_eq!(known, there);
    assert!(db::tables(db::newest_version()).iter().any(|table| table.name == "orders" && table.has_id));
    assert!(db::tables(db::newest_version()).iter().any(|table| table.name == "settings" && !table.has_id));
}

#[tokio::test]
async fn an_encrypted_backup_needs_its_key() {
    use age::{secrecy::ExposeSecret, x25519::Identity};
    let (shop, _, storage) = full_shop().await;
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (key, other) = (Identity::generate(), Identity::generate());
    std::fs::write(at("kunci.txt"), format!("# dibuat hari ini\n{}\n", key.to_string().expose_secret())).unwrap();
    std::fs::write(at("lain.txt"), other.to_string().expose_secret()).unwrap();
    std::fs::write(at("bukan.txt"), "bukan kunci").unwrap();
    let (sealed, plain) = (at("toko.age"), at("toko.gz"));
    let made = format!("backup --recipient {}", key.to_public());
    done(&ksmart(&made, &sealed, &shop.database_url, &storage).await);
    done(&ksmart("backup", &plain, &shop.database_url, &storage).await);
    let bytes = std::fs::read(&sealed).unwrap();
    assert!(bytes.starts_with(b"age-encryption.org/v1\n"));
    let wrong = ksmart("backup --recipient age1salah", &at("x"), &shop.database_url, &storage).await;
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("--recipient"));
    assert!(!wrong.status.success() && !at("x").exists());

    let url = format!("sqlite://{}", at("restored.db").display());
    let restore = async |with: &str| ksmart(&format!("restore{with}"), &sealed, &url, &at("files")).await;
    let identity = |name: &str| format!(" --identity {}", at(name).display());
    for (with, said) in [
        (String::new(), "the backup is encrypted: name the file of its key with --identity"),
        (identity("lain.txt"), "the backup is encrypted for another key than --identity has"),
        (identity("bukan.txt"), "it holds no key that begins with AGE-SECRET-KEY-1"),
        (identity("hilang.txt"), "No such file"),
    ] {
        let refusal = refused(&restore(&with).await);
        assert!(refusal.contains(said), "{with}: {refusal}");
        assert!(!at("restored.db").exists() && !refusal.contains("AGE-SECRET-KEY-1Q"), "{refusal}");
    }
    done(&restore(&identity("kunci.txt")).await);
    done(&ksmart("backup", &at("again.gz"), &url, &at("files")).await);
    assert_eq!(content(&at("again.gz")), content(&plain));
}

#[tokio::test]
async fn a_rehearsal_tests_a_backup_and_leaves_nothing() {
    let (shop, _, storage) = full_shop().await;
    let file = shop.folder.path().join("shop.ksmart");
    let scratch = TempDir::new().unwrap();
    let rehearsed = async || {
        let mut program = Command::new(env!("CARGO_BIN_EXE_ksmart"));
        // The shop's own database is neither written to nor an obstacle.
        program.arg("rehearse").arg(&file).args(["--database-url", &shop.database_url]).env("TMPDIR", scratch.path());
        program.arg(format!("--storage-url=file://{}", storage.display()));
        let output = tokio::task::spawn_blocking(move || program.output().unwrap()).await.unwrap();
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
        output
    };
    done(&ksmart("backup", &file, &shop.database_url, &storage).await);
    let said = done(&rehearsed().await);
    assert!(
        said.contains(" files of ") && said.contains(" can be restored\n") && said.ends_with("rules hold\n"),
        "{said}"
    );
    let (before, at) = (content(&file), shop.folder.path().join("again.ksmart"));
    done(&ksmart("backup", &at, &shop.database_url, &storage).await);
    assert_eq!(content(&at), before);
    // Broken rules are reported, and so are damaged backups.
    shop.change("UPDATE members SET erased_ms = 1 WHERE id = 1").await;
    done(&ksmart("backup --overwrite", &file, &shop.database_url, &storage).await);
    let output = rehearsed().await;
    let said = refused(&output);
    assert!(said.contains("the database is not sound"), "{said}");
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    assert!(refused(&rehearsed().await).contains("shop.ksmart: "));
}
