//! Backups that the shop makes by itself and on the owner's request: one a night, complete or not at all, for the owner
//! only.

use std::{fs, os::unix::fs::MetadataExt, path::PathBuf, time::Duration};

use ksmart_foundation::time::DAY_MS;
use ksmart_identity::{internal_values, roles::Role};
use ksmart_ops::jobs;
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    operation::backup::{done, full_shop, ksmart, log_in},
    shop::{Actor, Shop, database_url},
};

const HOUR_MS: i64 = 60 * 60 * 1000;

async fn look(owner: &Actor) -> Value {
    owner.get("/api/admin/backups").await.expect(200)
}

/// Returns the names of the backups, newest first.
async fn names(owner: &Actor) -> Vec<String> {
    let list = look(owner).await;
    let backups = list["backups"].as_array().unwrap().iter();
    backups.map(|backup| backup["name"].as_str().unwrap().to_owned()).collect()
}

/// Lists the files in the storage's folder of backups, whatever their names.
fn files(shop: &Shop) -> Vec<PathBuf> {
    let found = fs::read_dir(folder(shop)).into_iter().flatten();
    found.map(|file| file.unwrap().path()).collect()
}

fn folder(shop: &Shop) -> PathBuf {
    shop.folder.path().join("storage/backups")
}

async fn round(shop: &Shop) {
    jobs::round(&shop.app.jobs()).await.unwrap();
}

/// Advances the clock by a day and runs the nightly jobs; returns the owner with a new session.
async fn night(shop: &Shop, owner: &Actor) -> Actor {
    shop.app.clock.advance(DAY_MS);
    round(shop).await;
    shop.renewed(owner).await
}

async fn keep(owner: &Actor, kept: Value) -> crate::shop::Answer {
    owner.edit_settings("privacy", json!({"backups_kept": kept})).await
}

#[tokio::test]
async fn a_nightly_backup_restores_the_shop() {
    let (shop, _, _) = full_shop().await;
    let owner = shop.guest().with_token(Some(&log_in(&shop, "admin@example.com").await));
    round(&shop).await;
    assert_eq!(look(&owner).await["kept"], 7);
    assert_eq!(names(&owner).await, Vec::<String>::new(), "a new shop waits for its first night");

    shop.app.clock.advance(DAY_MS);
    round(&shop).await;
    round(&shop).await;
    let first = look(&owner).await;
    assert_eq!(first["backups"].as_array().unwrap().len(), 1, "{first}");
    assert_eq!((&first["is_under_way"], &first["failed"]), (&json!(false), &Value::Null));
    assert_eq!(first["check"]["name"], first["backups"][0]["name"]);
    assert_eq!(first["check"]["files"], 2);
    shop.app.clock.advance(DAY_MS);
    round(&shop).await;
    let second = look(&owner).await;
    assert_eq!(second["backups"].as_array().unwrap().len(), 2);
    // A backup does not contain other backups.
    assert_eq!(second["check"]["files"], 2);
    let name = second["backups"][0]["name"].as_str().unwrap();
    let file = folder(&shop).join(name);
    assert_eq!(fs::metadata(&file).unwrap().len(), second["backups"][0]["bytes"].as_u64().unwrap());
    assert_eq!(fs::metadata(folder(&shop)).unwrap().mode() & 0o777, 0o700);

    let elsewhere = TempDir::new().unwrap();
    let url = database_url(&elsewhere).await;
    let storage = elsewhere.path().join("storage");
    // Existing backups in the storage do not prevent a restore.
    fs::create_dir_all(storage.join("backups")).unwrap();
    fs::copy(&file, storage.join("backups").join(name)).unwrap();
    let said = done(&ksmart("restore", &storage.join("backups").join(name), &url, &storage).await);
    assert!(said.contains(" and 2 files of ") && said.ends_with("rules hold\n"), "{said}");
    let restored = Shop::open(elsewhere, url, &[]).await;
    restored.must_be_sound().await;
    let orders = "SELECT COUNT(*) FROM orders";
    assert_eq!(restored.count(orders).await, shop.count(orders).await);
    let owner = restored.guest().with_token(Some(&log_in(&restored, "admin@example.com").await));
    let there = look(&owner).await;
    // The restored shop knows the backup before this one, and does not report this one as failed.
    assert_eq!((&there["is_under_way"], &there["failed"]), (&json!(false), &Value::Null));
    assert_eq!(there["check"]["name"], first["check"]["name"]);
    round(&restored).await;
    assert_eq!(names(&owner).await, [name]);
}

#[tokio::test]
async fn old_backups_are_deleted_beyond_the_limit() {
    let shop = Shop::start().await;
    let mut owner = shop.admin().await;
    for wrong in [json!(-1), json!(61)] {
        keep(&owner, wrong).await.refused(422, "invalid_field");
    }
    keep(&owner, json!(2)).await.expect(200);
    round(&shop).await;
    let mut seen = Vec::new();
    for _ in 0..3 {
        owner = night(&shop, &owner).await;
        seen.insert(0, names(&owner).await.remove(0));
    }
    assert_eq!(names(&owner).await, seen[..2]);
    assert_eq!(files(&shop).len(), 2);
    // If nightly backups are off, none is made automatically, and existing ones are not deleted.
    keep(&owner, json!(0)).await.expect(200);
    owner = night(&shop, &owner).await;
    assert_eq!(names(&owner).await, seen[..2]);
    let asked = owner.post("/api/admin/backups", json!({})).await.expect(200);
    assert_eq!((&asked["is_under_way"], &asked["kept"]), (&json!(true), &json!(0)));
    // Two requests make one backup.
    owner.post("/api/admin/backups", json!({})).await.expect(200);
    round(&shop).await;
    round(&shop).await;
    assert_eq!(names(&owner).await.len(), 3);
    assert_eq!(look(&owner).await["is_under_way"], false);
}

#[tokio::test]
async fn interrupted_backups_are_not_listed() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let picture: Vec<u8> = (0..4_000_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
    shop.app.storage.store("products", "besar", "webp", picture).await.unwrap();
    let backups = shop.app.jobs().backups;
    round(&shop).await;
    let mut cut = 0;
    for patience in 0.. {
        owner.post("/api/admin/backups", json!({})).await.expect(200);
        let _ = tokio::time::timeout(Duration::from_millis(1 << patience), backups.make_due()).await;
        let list = look(&owner).await;
        // The backup may also be complete if it was interrupted after its last statement was sent.
        if list["is_under_way"] == false {
            break;
        }
        cut += 1;
        assert_eq!(list["backups"], json!([]), "{list}");
        // An incomplete file may exist, but does not count.
        let _ = fs::remove_dir_all(folder(&shop));
        shop.change("DELETE FROM internal_values WHERE name = 'backups'").await;
    }
    assert!(cut > 0);
    let whole = names(&owner).await;
    assert_eq!(whole.len(), 1);

    // Files left by `kill -9`: one under its final name that was not verified, and one that was being written.
    let half = "2020-01-01T00-00-00Z.gz";
    fs::write(folder(&shop).join(half), "half of it").unwrap();
    fs::write(folder(&shop).join("2020-01-02T00-00-00Z.gz#1"), "a quarter").unwrap();
    let mut conn = shop.app.db.write_one().await.unwrap();
    let begun = json!({"since_ms": 1, "asked_ms": null, "made": null,
        "begun": {"name": half, "begun_ms": 1_577_836_800_000_i64, "failed": null}});
    internal_values::put(&mut conn, "backups", &begun.to_string()).await.unwrap();
    drop(conn);
    assert_eq!(names(&owner).await, whole);
    owner.get(&format!("/api/admin/backups/{half}")).await.refused(404, "not_found");
    round(&shop).await;
    assert_eq!(look(&owner).await["failed"]["stage"], "interrupted");
    assert_eq!(names(&owner).await, whole);
    shop.app.clock.advance(HOUR_MS + 1);
    let owner = shop.renewed(&owner).await;
    round(&shop).await;
    assert_eq!(look(&owner).await["failed"], Value::Null);
    assert_eq!((names(&owner).await.len(), files(&shop).len()), (2, 2));
}

#[tokio::test]
async fn a_failed_backup_is_reported_and_retried() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    round(&shop).await;
    // A file with the same name prevents the creation of the folder.
    fs::create_dir_all(shop.folder.path().join("storage")).unwrap();
    fs::write(folder(&shop), "in the way").unwrap();
    shop.app.clock.advance(DAY_MS);
    let owner = shop.renewed(&owner).await;
    assert!(jobs::round(&shop.app.jobs()).await.is_err());
    let failed = look(&owner).await;
    assert_eq!((&failed["failed"]["stage"], &failed["is_under_way"]), (&json!("writing"), &json!(false)));
    let told = "SELECT COUNT(*) FROM outbox_messages WHERE kind = 'job_failed'";
    assert_eq!(shop.count(told).await, 1);
    // It is not retried at once, and not reported again.
    round(&shop).await;
    assert_eq!(shop.count(told).await, 1);
    fs::remove_file(folder(&shop)).unwrap();
    round(&shop).await;
    assert_eq!(names(&owner).await.len(), 0);
    shop.app.clock.advance(HOUR_MS + 1);
    let owner = shop.renewed(&owner).await;
    round(&shop).await;
    assert_eq!((names(&owner).await.len(), &look(&owner).await["failed"]), (1, &Value::Null));
}

#[tokio::test]
async fn only_the_owner_downloads_backups() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    owner.post("/api/admin/backups", json!({})).await.expect(200);
    round(&shop).await;
    let name = names(&owner).await.remove(0);
    let path = format!("/api/admin/backups/{name}");
    for role in [Role::Finance, Role::Fulfilment, Role::Catalogue] {
        shop.staff(role).await.get(&path).await.refused(403, "forbidden");
    }
    shop.guest().get(&path).await.refused(401, "unauthorized");
    for address in
        [format!("/storage/backups/{name}"), format!("/storage/Backups/{name}"), "/storage/backups/".to_owned()]
    {
        for actor in [&owner, &shop.guest()] {
            assert_eq!(actor.request(Method::GET, &address).send().await.unwrap().status(), 404, "{address}");
        }
    }
    // Even a file with the name of a picture is not served.
    fs::write(folder(&shop).join("x.webp"), "no picture").unwrap();
    shop.guest().get("/storage/backups/x.webp").await.refused(404, "not_found");
    for wrong in ["x.webp", "..%2Fbackups%2Fx.webp", "2020-01-01T00-00-00Z.gz", "2020-01-01T00-00-00Z.gz%231"] {
        owner.get(&format!("/api/admin/backups/{wrong}")).await.refused(404, "not_found");
    }

    let answer = owner.request(Method::GET, &path).send().await.unwrap();
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("cache-control"), "no-store");
    assert_eq!(header("content-disposition"), format!("attachment; filename=\"cadangan-{name}\""));
    let kept = fs::read(folder(&shop).join(&name)).unwrap();
    assert_eq!(header("content-length"), kept.len().to_string());
    assert!(answer.bytes().await.unwrap() == kept);
    let log = owner.get("/api/admin/audit?subject=backup").await.expect(200);
    let said: Vec<_> = log["entries"].as_array().unwrap().iter().map(|entry| &entry["action"]).collect();
    assert_eq!(said, ["download", "create"]);
    assert_eq!(log["entries"][0]["key"], name);
    crate::office::audit_words::check(&shop).await;
}

#[tokio::test]
async fn backups_are_encrypted_for_a_recipient() {
    use age::{secrecy::ExposeSecret, x25519::Identity};
    let key = Identity::generate();
    let shop = Shop::start_with(&[&format!("--backup-recipient={}", key.to_public())]).await;
    let owner = shop.admin().await;
    owner.post("/api/admin/backups", json!({})).await.expect(200);
    round(&shop).await;
    let list = look(&owner).await;
    assert_eq!((&list["is_encrypted"], &list["backups"][0]["is_encrypted"]), (&json!(true), &json!(true)));
    // The encrypted backup was still read to its end.
    assert!(list["check"]["rows"].as_u64().unwrap() > 10, "{list}");
    let file = folder(&shop).join(list["backups"][0]["name"].as_str().unwrap());
    assert!(fs::read(&file).unwrap().starts_with(b"age-encryption.org/v1\n"));
    let at = |name: &str| shop.folder.path().join(name);
    fs::write(at("kunci.txt"), key.to_string().expose_secret()).unwrap();
    let rehearse = format!("rehearse --identity {}", at("kunci.txt").display());
    assert!(done(&ksmart(&rehearse, &file, &shop.database_url, &at("storage")).await).ends_with("rules hold\n"));

    // The operator's command reads the recipient from the environment, or from a file like other secrets.
    fs::write(at("penerima.txt"), format!("{}\n", key.to_public())).unwrap();
    for (name, value) in [
        ("BACKUP_RECIPIENT", key.to_public().to_string()),
        ("BACKUP_RECIPIENT_FILE", at("penerima.txt").display().to_string()),
    ] {
        let (file, url) = (at(name), shop.database_url.clone());
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_ksmart"));
        program.arg("backup").arg(&file).args(["--database-url", &url]).env(name, value);
        program.arg(format!("--storage-url=file://{}", at("storage").display()));
        done(&tokio::task::spawn_blocking(move || program.output().unwrap()).await.unwrap());
        assert!(fs::read(&file).unwrap().starts_with(b"age-encryption.org/v1\n"), "{name}");
    }
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_ksmart"));
    program.arg("serve").env("BACKUP_RECIPIENT", "age1salah");
    let output = tokio::task::spawn_blocking(move || program.output().unwrap()).await.unwrap();
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "ksmart: BACKUP_RECIPIENT should be a recipient as age-keygen prints it, age1…\n"
    );
}
