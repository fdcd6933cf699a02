//! Backups: made beside a shop that sells, restored into either database, refused when they are not whole.

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
use ksmart::foundation::db;
use serde_json::json;
use tempfile::TempDir;

use crate::{
    integrity::shop_with_everything,
    shop::{Shop, database_url},
};

/// Runs the program on a database and a folder of files.
async fn ksmart(command: &str, file: &Path, database_url: &str, storage: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ksmart"));
    program.args(command.split(' ')).arg(file).args(["--database-url", database_url]);
    program.arg(format!("--storage-url=file://{}", storage.display()));
    tokio::task::spawn_blocking(move || program.output().unwrap()).await.unwrap()
}

/// What the program said, when it did what it was told.
#[track_caller]
fn done(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Why the program did not.
#[track_caller]
fn refused(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A backup as text, without its first line, which says when it was made, and its last, which sums it up.
fn content(file: &Path) -> Vec<String> {
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut text).unwrap();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[1..lines.len() - 1].to_vec()
}

/// A shop with something of everything, and its folder of files.
async fn full_shop() -> (Shop, Vec<crate::shop::Actor>, std::path::PathBuf) {
    let (shop, members) = shop_with_everything().await;
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n";
    for name in ["satu", "dua"] {
        shop.app.storage.keep("products", name, "svg", drawing).await.unwrap();
    }
    let storage = shop.folder.path().join("storage");
    std::fs::create_dir_all(storage.join("resized/products")).unwrap();
    std::fs::write(storage.join("resized/products/satu.webp"), "can be made again").unwrap();
    (shop, members, storage)
}

#[tokio::test]
async fn a_backup_made_while_orders_are_placed_comes_back_whole_in_either_database() {
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
            while !stop.load(Ordering::Relaxed) {
                let wish = shop.wish(&budi, 1, 1).await;
                let order = budi.post("/api/create-transaction", wish).await.expect(201);
                numbers.push(order["transaction"]["order_id"].as_str().unwrap().to_owned());
            }
            numbers
        }
    });
    // Until orders flow, and as long as the backup takes.
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

    // Into SQLite, from there into the database of these tests, and back: three times the same.
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap(), TempDir::new().unwrap()];
    let sqlite = |folder: &TempDir| format!("sqlite://{}/restored.db", folder.path().display());
    let urls = [sqlite(&folders[0]), database_url(&folders[1]).await, sqlite(&folders[2])];
    let mut from = file.clone();
    for (folder, url) in folders.iter().zip(&urls) {
        let files = folder.path().join("storage");
        let said = done(&ksmart("restore", &from, url, &files).await);
        assert!(said.contains("are restored\n") && said.ends_with("rules hold\n"), "{said}");
        let again = folder.path().join("again.ksmart");
        done(&ksmart("backup", &again, url, &files).await);
        assert_eq!(content(&again), content(&file));
        from = again;
    }
    for (folder, url) in folders.into_iter().zip(&urls) {
        let restored = Shop::open(folder, url.clone(), &[]).await;
        restored.must_be_sound().await;
        let kept = restored.count(orders).await;
        assert!((before + 3..=placed_by_then).contains(&kept), "{before} {kept} {placed_by_then}");
        // What was placed first is there, whoever was logged in still is, and others can log in.
        let owner = restored.guest().with_id(budi.id).with_token(Some(budi.token()));
        owner.get(&format!("/api/transactions/{}", numbers[0])).await.expect(200);
        let login = json!({"email": budi.email, "password": crate::shop::PASSWORD});
        restored.guest().post("/api/login", login).await.expect(200);
        let key = restored.app.storage.keys().await.unwrap().remove(0);
        let picture = restored.guest().request(reqwest::Method::GET, &format!("/storage/{key}")).send().await.unwrap();
        assert_eq!(picture.status(), 200);
        // New rows have keys of their own.
        let wish = restored.wish(&budi, 2, 1).await;
        owner.post("/api/create-transaction", wish).await.expect(201);
        restored.member("baru").await;
        restored.product("Lada", 10, 5).await;
        restored.must_be_sound().await;
        assert_eq!(restored.count(orders).await, kept + 1);
    }
}

#[tokio::test]
async fn what_is_not_whole_is_refused_before_anything_is_written() {
    let (shop, _, storage) = full_shop().await;
    let file = shop.folder.path().join("shop.ksmart");
    done(&ksmart("backup", &file, &shop.database_url, &storage).await);
    let whole = std::fs::read(&file).unwrap();
    let mut plain = String::new();
    GzDecoder::new(&whole[..]).read_to_string(&mut plain).unwrap();
    let compressed = |plain: &[u8]| {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(plain).unwrap();
        gzip.finish().unwrap()
    };
    let of_version = |version: i64| {
        let newest = format!("\"version\":{}", db::newest_version());
        compressed(plain.replacen(&newest, &format!("\"version\":{version}"), 1).as_bytes())
    };
    // Not a bit of the compressed data, which may say the same after it: that of the sum behind it.
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
        (of_version(9), "the backup is of version 9"),
        (of_version(1000), "the backup is of version 1000"),
    ] {
        std::fs::write(&bad, bytes).unwrap();
        let said = refused(&ksmart("restore", &bad, &url, &files).await);
        assert!(said.contains("bad.ksmart: ") && said.contains(why), "{said}");
        assert!(!target.path().join("new.db").exists() && !files.exists());
    }
    // Nor is anything put where something is.
    let said = refused(&ksmart("restore", &file, &shop.database_url, &files).await);
    assert!(said.contains("the database is not empty: ") && said.contains(" rows"), "{said}");
    shop.must_be_sound().await;
    let said = refused(&ksmart("restore", &file, &url, &storage).await);
    assert!(said.contains("the storage is not empty: it holds products/"), "{said}");
    assert!(!target.path().join("new.db").exists());
    // A database of another version is not even migrated.
    shop.change("DELETE FROM _sqlx_migrations WHERE version > 9").await;
    let said = refused(&ksmart("restore", &file, &shop.database_url, &files).await);
    assert!(said.contains("it holds a shop of version 9"), "{said}");
    let said = refused(&ksmart("backup", &bad, &shop.database_url, &storage).await);
    assert!(said.contains("the database is at version 9"), "{said}");
    assert_eq!(shop.count("SELECT COUNT(*) FROM _sqlx_migrations").await, 9);
    // After all of these, what was refused can be done.
    done(&ksmart("restore", &file, &url, &files).await);
}

#[tokio::test]
async fn a_restore_that_fails_halfway_leaves_nothing_and_can_be_done_again() {
    let (shop, _, storage) = full_shop().await;
    let file = shop.folder.path().join("shop.ksmart");
    // Rows that the new database refuses: it checks what the old one was told not to.
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
    // The backup of yesterday is not lost to whoever gives today's its name.
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
    let known: BTreeSet<String> = db::tables().into_iter().map(|table| table.name).collect();
    assert_eq!(known, there);
    assert!(db::tables().iter().any(|table| table.name == "orders" && table.has_id));
    assert!(db::tables().iter().any(|table| table.name == "settings" && !table.has_id));
}
