//! Jobs: the result of the latest run of each, as the owner sees it.

use ksmart_foundation::time::rfc3339;
use ksmart_identity::roles::Role;
use ksmart_ops::jobs::round;
use serde_json::{Value, json};

use crate::shop::{Actor, Shop};

async fn list(owner: &Actor) -> Vec<Value> {
    owner.get("/api/admin/jobs").await.expect(200)["jobs"].as_array().unwrap().clone()
}

fn find<'v>(jobs: &'v [Value], id: &str) -> &'v Value {
    jobs.iter().find(|job| job["id"] == id).unwrap()
}

#[tokio::test]
async fn jobs_show_when_they_last_ended() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let expected = |ended_at: &Value, is_late: bool| {
        json!({"id": "open_periods", "name": "Membuka periode BV", "every_seconds": 30, "ended_at": ended_at,
            "failing_since": null, "is_late": is_late})
    };
    assert_eq!(find(&list(&owner).await, "open_periods"), &expected(&Value::Null, false));
    let from = rfc3339(shop.app.clock.now_ms());
    round(&shop.app.jobs()).await.unwrap();
    let to = rfc3339(shop.app.clock.now_ms());
    let jobs = list(&owner).await;
    let ended_at = &find(&jobs, "open_periods")["ended_at"];
    assert_eq!(find(&jobs, "open_periods"), &expected(ended_at, false));
    let is_now = |job: &Value| job["ended_at"].as_str().is_some_and(|at| (from.as_str()..=to.as_str()).contains(&at));
    assert!(jobs.iter().all(|job| is_now(job) && job["failing_since"].is_null()), "{jobs:?}");
    shop.app.clock.advance(600_001);
    let owner = shop.renewed(&owner).await;
    assert_eq!(find(&list(&owner).await, "open_periods"), &expected(ended_at, true));
    shop.staff(Role::Finance).await.get("/api/admin/jobs").await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_failing_job_shows_since_when() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    round(&shop.app.jobs()).await.unwrap();
    // The settings are invalid: they do not state after how many days messages are deleted, so the deletion fails.
    shop.set("privacy", json!({})).await;
    shop.change_by("UPDATE settings SET content = 'x' WHERE section = 'privacy'").await;
    assert!(round(&shop.app.jobs()).await.is_err());
    let first = find(&list(&owner).await, "delete_messages").clone();
    assert_eq!(first["failing_since"], first["ended_at"]);
    shop.app.clock.advance(90_000);
    assert!(round(&shop.app.jobs()).await.is_err());
    let jobs = list(&owner).await;
    assert!(jobs.is_sorted_by_key(|job| job["failing_since"].is_null()), "failing ones come first: {jobs:?}");
    let second = find(&jobs, "delete_messages");
    assert_eq!(second["failing_since"], first["failing_since"]);
    assert_ne!(second["ended_at"], first["ended_at"]);
    assert_eq!(find(&jobs, "open_periods")["failing_since"], Value::Null);
    shop.change_by("UPDATE settings SET content = '{}' WHERE section = 'privacy'").await;
    round(&shop.app.jobs()).await.unwrap();
    assert_eq!(find(&list(&owner).await, "delete_messages")["failing_since"], Value::Null);
}

#[tokio::test]
async fn equal_runs_are_recorded_once_a_minute() {
    let shop = Shop::start().await;
    shop.app.clock.stop();
    let owner = shop.admin().await;
    let ended_at = async || find(&list(&owner).await, "send_messages")["ended_at"].clone();
    round(&shop.app.jobs()).await.unwrap();
    let first = ended_at().await;
    shop.app.clock.advance(59_999);
    round(&shop.app.jobs()).await.unwrap();
    assert_eq!(ended_at().await, first);
    shop.app.clock.advance(1);
    round(&shop.app.jobs()).await.unwrap();
    assert_ne!(ended_at().await, first);
}
