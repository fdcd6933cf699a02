//! Changes of leaders: the network, the points and the calculated periods afterwards, compared with a simple model.

use std::collections::HashMap;

use futures_util::future::join_all;
use ksmart_core::order::OrderEvent;
use ksmart_flows::registration;
use ksmart_foundation::{ids::MemberId, time::DAY_MS};
use ksmart_identity::roles::Role;
use ksmart_members::{
    accounts::NewMember,
    bonuses::{self, insert_plan},
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    accounts::registration::form as registration_form,
    shop::{Actor, Answer, Shop, Story},
    volume::ledger::plan,
};

/// Returns the member's uid.
pub async fn uid(member: &Actor) -> String {
    member.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned()
}

/// Requests a change of leader as the form does.
pub async fn put_below(admin: &Actor, member: &str, from: Option<&str>, to: Option<&str>) -> Answer {
    let change = json!({"leader_uid": to, "leader_uid_before": from, "reason": " Salah daftar "});
    admin.post(&format!("/api/admin/members/{member}/leader"), change).await
}

/// Places and pays an order worth 7 points a piece.
async fn buys(shop: &Shop, buyer: &Actor, product: i64, pieces: i64) {
    let (products, events) = (&[(product, pieces)], &[OrderEvent::Pay]);
    let story = Story { buyer, products, period: shop.open, plan_id: 1, percent: "0", at_ms: 1, events };
    shop.tell(&story).await;
}

/// Returns the points of the whole downline in the open period, as shown on the member's page.
async fn group(admin: &Actor, uid: &str) -> i64 {
    let period = admin.get(&format!("/api/admin/members/{uid}")).await.expect(200)["periods"][0].take();
    period["group_bv"].as_i64().unwrap() - period["own_bv"].as_i64().unwrap()
}

#[tokio::test]
async fn a_move_includes_downline_and_open_points() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let nur = shop.member_below("nur", Some(&budi)).await;
    let dewi = shop.member("dewi").await;
    let tea = shop.product_worth("Teh", 100, 7).await;
    buys(&shop, &nur, tea, 2).await;
    buys(&shop, &budi, tea, 1).await;
    let (siti, budi, nur, dewi) = (uid(&siti).await, uid(&budi).await, uid(&nur).await, uid(&dewi).await);
    let preview = admin.get(&format!("/api/admin/members/{budi}/leader?leader_uid={dewi}")).await.expect(200);
    assert_eq!(preview["members"], 2);
    assert_eq!(preview["periods"], json!([{"period_id": shop.open.0, "name": "Kini", "points": 21}]));
    let names = |path: &Value| -> Vec<String> {
        path.as_array().unwrap().iter().map(|step| step["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        (names(&preview["from"]), names(&preview["to"])),
        (vec!["siti".to_owned(), "budi".to_owned()], vec!["dewi".to_owned(), "budi".to_owned()],)
    );
    assert_eq!((group(&admin, &siti).await, group(&admin, &dewi).await), (21, 0), "a preview changes nothing");

    // Uids as people type them: in lower case, or with spaces.
    let moved = put_below(&admin, &budi.to_lowercase(), Some(&siti), Some(&format!(" {} ", dewi.to_lowercase()))).await;
    let moved = moved.expect(200);
    assert_eq!((&moved["leader"], &moved["downlines"]), (&json!({"uid": dewi, "name": "dewi"}), &json!(1)));
    assert_eq!((group(&admin, &siti).await, group(&admin, &dewi).await, group(&admin, &budi).await), (0, 21, 14));
    let path = admin.get(&format!("/api/admin/members/{nur}/path")).await.expect(200);
    assert_eq!(names(&path["path"]), ["dewi", "budi", "nur"]);
    shop.must_be_sound().await;

    let log = admin.get(&format!("/api/admin/audit?subject=member&key={budi}")).await.expect(200);
    assert_eq!(log["entries"][0]["action"], "leader");
    assert_eq!(log["entries"][0]["before"], json!({"leader": siti}));
    assert_eq!(log["entries"][0]["after"], json!({"leader": dewi, "moved_members": 2, "reason": "Salah daftar"}));
    assert_eq!(moved["changes"][0], log["entries"][0]);

    // To the top of the network: the member's later points count for no leader.
    put_below(&admin, &budi, Some(&dewi), None).await.expect(200);
    assert_eq!((group(&admin, &dewi).await, group(&admin, &budi).await), (0, 14));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn invalid_leader_changes_are_refused() {
    let shop = Shop::start().await;
    let (admin, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let nur = shop.member_below("nur", Some(&budi)).await;
    let (siti, budi, nur) = (uid(&siti).await, uid(&budi).await, uid(&nur).await);
    let circle = "Leader baru tidak boleh anggota itu sendiri atau salah satu downline-nya.";
    let unknown = "ID Leader tidak ditemukan.";
    for (member, from, to, sentence) in [
        (&siti, None, Some(siti.as_str()), circle),
        (&siti, None, Some(nur.as_str()), circle),
        (&budi, Some(siti.as_str()), Some(nur.as_str()), circle),
        (&budi, Some(siti.as_str()), Some("KS00000000"), unknown),
        (&budi, Some(siti.as_str()), Some("' OR 1=1"), unknown),
        (&budi, Some(siti.as_str()), Some(siti.as_str()), "Anggota ini sudah berada langsung di bawah leader itu."),
        (&siti, None, None, "Anggota ini sudah berada di puncak jaringan."),
    ] {
        let refused = put_below(&admin, member, from, to).await.expect(422);
        assert_eq!(refused["fields"][0]["field"], "leader_uid", "{refused}");
        assert_eq!(refused["message"], sentence, "{member} below {to:?}");
        let leader = to.map(|to| format!("?leader_uid={}", to.replace(' ', "%20"))).unwrap_or_default();
        let preview = admin.get(&format!("/api/admin/members/{member}/leader{leader}")).await;
        assert_eq!(preview.refused(422, "invalid_field"), sentence);
    }
    let path = format!("/api/admin/members/{budi}/leader");
    for reason in ["", "  ", &"x".repeat(301)] {
        let change = json!({"leader_uid": null, "leader_uid_before": siti, "reason": reason});
        assert_eq!(admin.post(&path, change).await.expect(422)["fields"][0]["field"], "reason");
    }
    // A missing field is not treated as null.
    admin.post(&path, json!({"reason": "x", "leader_uid_before": siti})).await.refused(422, "invalid_field");
    admin.post(&path, json!({"reason": "x", "leader_uid": null})).await.refused(422, "invalid_field");
    put_below(&admin, "KS00000000", None, None).await.refused(404, "not_found");
    put_below(&banker, &budi, Some(&siti), None).await.refused(403, "forbidden");
    // Someone else changed the leader first.
    for shown in [None, Some(nur.as_str())] {
        let conflict = put_below(&admin, &budi, shown, None).await.expect(409);
        assert_eq!(conflict["code"], "edit_conflict");
        assert_eq!(conflict["current"]["leader"]["uid"], siti.as_str());
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM leader_changes").await, 0);
    shop.must_be_sound().await;
}

/// Simple model of a network: each member's leader, and the points that each member earned in the open period.
struct Model {
    leaders: HashMap<usize, usize>,
    points: Vec<i64>,
}

impl Model {
    fn above(&self, member: usize) -> Vec<usize> {
        std::iter::successors(self.leaders.get(&member), |above| self.leaders.get(above)).copied().collect()
    }

    fn below(&self, member: usize) -> Vec<usize> {
        (0..self.points.len()).filter(|other| self.above(*other).contains(&member)).collect()
    }
}

/// Moves members at random and lets them buy, and checks everything after each step.
async fn wander(seed: u64, members: usize, steps: usize) {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let tea = shop.product_worth("Teh", 100, 7).await;
    let mut rng = StdRng::seed_from_u64(seed);
    let mut model = Model { leaders: HashMap::new(), points: vec![0; members] };
    let (mut actors, mut uids): (Vec<Actor>, Vec<String>) = (Vec::new(), Vec::new());
    for member in 0..members {
        // Makes the network deep rather than wide.
        let leader =
            (member > 0 && rng.random_range(0..10) > 0).then(|| member - 1 - rng.random_range(0..member.min(4)));
        let actor = shop.member_below(&format!("m{member}"), leader.map(|leader| &actors[leader])).await;
        uids.push(uid(&actor).await);
        actors.push(actor);
        leader.map(|leader| model.leaders.insert(member, leader));
    }
    let mut refused = 0;
    for step in 0..steps {
        let case = format!("seed {seed} step {step}");
        let member = rng.random_range(0..members);
        if rng.random_range(0..3) == 0 {
            let pieces = rng.random_range(1..9);
            buys(&shop, &actors[member], tea, pieces).await;
            model.points[member] += 7 * pieces;
            continue;
        }
        let to = (rng.random_range(0..8) > 0).then(|| rng.random_range(0..members));
        let from = model.leaders.get(&member).copied();
        let answer =
            put_below(&admin, &uids[member], from.map(|from| uids[from].as_str()), to.map(|to| uids[to].as_str()));
        let answer = answer.await;
        let is_circle = to.is_some_and(|to| to == member || model.above(to).contains(&member));
        if from == to || is_circle {
            answer.refused(422, "invalid_field");
            refused += 1;
            continue;
        }
        answer.expect(200);
        match to {
            Some(to) => model.leaders.insert(member, to),
            None => model.leaders.remove(&member),
        };
        for (other, uid) in uids.iter().enumerate() {
            let page = admin.get(&format!("/api/admin/members/{uid}")).await.expect(200);
            let below = model.below(other);
            let points: i64 = below.iter().chain([&other]).map(|each| model.points[*each]).sum();
            let directs = model.leaders.values().filter(|leader| **leader == other).count();
            assert_eq!(page["downlines"], below.len(), "{case}: {uid}");
            assert_eq!(page["directs"], directs, "{case}: {uid}");
            assert_eq!(page["periods"][0]["group_bv"], points, "{case}: {uid}");
            let path = admin.get(&format!("/api/admin/members/{uid}/path")).await.expect(200);
            let mut right: Vec<&str> = model.above(other).into_iter().map(|above| uids[above].as_str()).collect();
            right.reverse();
            right.push(uid);
            let shown: Vec<&str> =
                path["path"].as_array().unwrap().iter().map(|step| step["uid"].as_str().unwrap()).collect();
            assert_eq!(shown, right, "{case}");
        }
        shop.must_be_sound().await;
    }
    assert!(refused > 0 && refused < steps / 2, "seed {seed}: {refused} of {steps} refused");
}

#[tokio::test]
async fn random_moves_match_a_simple_model() {
    wander(1, 14, 40).await;
}

#[tokio::test]
async fn random_moves_match_in_a_larger_network() {
    wander(2, 22, 25).await;
}

#[tokio::test]
async fn moves_do_not_change_calculated_periods() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let siti = shop.member("siti").await;
    let budi = shop.member_below("budi", Some(&siti)).await;
    let nur = shop.member_below("nur", Some(&budi)).await;
    let dewi = shop.member("dewi").await;
    let tea = shop.product_worth("Teh", 100, 200).await;
    for buyer in [&siti, &budi, &nur, &dewi] {
        buys(&shop, buyer, tea, 1).await;
    }
    let uids = join_all([&siti, &budi, &nur, &dewi].map(uid)).await;
    let [siti, budi, nur, dewi] = uids.try_into().unwrap();
    // A move before the period is calculated counts.
    put_below(&admin, &nur, Some(&budi), Some(&siti)).await.expect(200);
    insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
    shop.app.clock.advance(31 * DAY_MS);
    let admin = shop.renewed(&admin).await;
    let first = bonuses::calculate(&shop.app.db, &shop.app.clock, shop.open).await.unwrap();
    let bonuses = "SELECT CAST(SUM(bonus_rp) AS BIGINT) FROM bonuses";
    let paid = shop.count(bonuses).await;
    assert!(paid > 0);
    shop.must_be_sound().await;
    // A move after the calculation changes nothing in the calculated period.
    let groups = join_all([&siti, &budi, &nur, &dewi].map(|uid| group(&admin, uid))).await;
    for (member, from, to) in [
        (&budi, Some(&siti), Some(&dewi)),
        (&nur, Some(&siti), Some(&budi)),
        (&siti, None, Some(&nur)),
        (&nur, Some(&budi), None),
    ] {
        put_below(&admin, member, from.map(String::as_str), to.map(String::as_str)).await.expect(200);
        shop.must_be_sound().await;
    }
    assert_eq!(join_all([&siti, &budi, &nur, &dewi].map(|uid| group(&admin, uid))).await, groups);
    let again = bonuses::calculate(&shop.app.db, &shop.app.clock, shop.open).await.unwrap();
    assert_eq!((again.figures, shop.count(bonuses).await), (first.figures, paid));
    // The check must report wrong totals, otherwise it proves nothing.
    shop.change("UPDATE bv_totals SET group_points = group_points + 1 WHERE period_id = 2 AND member_id = 2").await;
    let broken = ksmart_ops::integrity::run(&shop.app.db).await.unwrap().broken();
    assert_eq!(broken, ["group points then"]);
}

#[tokio::test]
async fn simultaneous_moves_leave_a_sound_network() {
    let shop = Shop::start().await;
    let admin = shop.admin().await;
    let tea = shop.product_worth("Teh", 100, 7).await;
    let mut members: Vec<Actor> = Vec::new();
    for number in 0..8_usize {
        // Two chains of four members.
        let leader = (number % 4 > 0).then(|| members[number - 1].clone());
        members.push(shop.member_below(&format!("m{number}"), leader.as_ref()).await);
    }
    let uids = join_all(members.iter().map(uid)).await;
    for round in 0..4 {
        let leader = async |member: usize| {
            let page = admin.get(&format!("/api/admin/members/{}", uids[member])).await.expect(200);
            page["leader"]["uid"].as_str().map(str::to_owned)
        };
        // Each chain is put below the end of the other: the second move would make a circle.
        let tops = [leader(0).await, leader(4).await];
        let moves = async {
            tokio::join!(
                put_below(&admin, &uids[0], tops[0].as_deref(), Some(&uids[7])),
                put_below(&admin, &uids[4], tops[1].as_deref(), Some(&uids[3])),
            )
        };
        let joins = join_all((0..4).map(|number| {
            let (shop, email) = (&shop, format!("baru{round}{number}@example.com"));
            let below = &uids[(number * 2 + 1) % 8];
            async move {
                let fields = registration_form(&[("email", &email), ("leader_id", below)]);
                shop.guest().form(Method::POST, "/api/register", &fields, None).await.expect(201);
            }
        }));
        let buying = join_all((0..4).map(|number| buys(&shop, &members[(number + 3) % 8], tea, 1)));
        let ((first, second), _, _) = tokio::join!(moves, joins, buying);
        let mut statuses = [first.status.as_u16(), second.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 422], "{} {}", first.body, second.body);
        shop.must_be_sound().await;
        // Restores the two chains.
        for top in [0, 4] {
            if let Some(above) = leader(top).await {
                put_below(&admin, &uids[top], Some(&above), None).await.expect(200);
            }
        }
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM members WHERE leader_id IS NOT NULL").await, 6 + 16);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn large_networks_are_listed_by_level() {
    let shop = Shop::start().await;
    let (admin, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
    let top = shop.member("top").await;
    let (mut tx, now_ms) = (shop.app.db.write().await.unwrap(), shop.app.clock.now_ms());
    let mut above = MemberId(top.id);
    for number in 0..300 {
        let mut new = NewMember::admin(&format!("d{number}@example.com"), String::new());
        (new.leader, new.role) = (Some(above), Role::Member);
        above = registration::enrol(&mut tx, &new, &format!("D{number}"), now_ms).await.unwrap();
        new.leader = Some(MemberId(top.id));
        new.email = format!("w{number}@example.com");
        registration::enrol(&mut tx, &new, &format!("W{number}"), now_ms).await.unwrap();
    }
    tx.commit().await.unwrap();
    let tops = banker.get("/api/admin/network").await.expect(200);
    let names: Vec<&str> =
        tops["members"].as_array().unwrap().iter().map(|member| member["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["admin", "finance", "top"]);
    assert_eq!((&tops["members"][2]["directs"], &tops["members"][2]["downlines"]), (&json!(301), &json!(600)));
    let below = format!("/api/admin/network?below={}", uid(&top).await);
    let level = banker.all(&below, "/members", 50).await;
    assert_eq!((level.len(), &level[0]["uid"], &level[0]["downlines"]), (301, &json!("D0"), &json!(299)));
    assert_eq!((&level[300]["uid"], &level[300]["directs"]), (&json!("W299"), &json!(0)));
    let path = banker.get("/api/admin/members/D299/path").await.expect(200);
    assert_eq!(path["path"].as_array().unwrap().len(), 301);
    banker.get("/api/admin/network?below=KS0").await.refused(404, "not_found");
    put_below(&admin, "D0", Some(&uid(&top).await), Some("W7")).await.expect(200);
    let path = banker.get("/api/admin/members/D299/path").await.expect(200);
    assert_eq!((path["path"].as_array().unwrap().len(), &path["path"][1]["uid"]), (302, &json!("W7")));
    shop.must_be_sound().await;
}
