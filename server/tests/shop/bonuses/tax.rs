//! Tax of bonuses: by layers, on all payouts of a month together; members' tax numbers; slips, their table and their
//! file.

use futures_util::join;
use ksmart_foundation::time::DAY_MS;
use ksmart_identity::roles::Role;
use ksmart_members::bonuses;
use serde_json::{Value, json};

use crate::{
    bonuses::calculating::shop_with_plan,
    shop::{Actor, Answer, Shop},
    volume::periods::{logged, refused_fields},
};

const PAYOUTS: &str = "/api/admin/payouts";
const NIK: &str = "3174090101900001";

/// Starts a shop with bonuses of one calculated period and, for the first two members, of another; returns the shop,
/// its members, its owner and a second administrator. Tax is withheld by layers.
async fn shop_with_bonuses() -> (Shop, Vec<Actor>, Actor, Actor) {
    let (shop, members) = shop_with_plan().await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, shop.closed).await.unwrap();
    shop.change("UPDATE members SET bank = 'BCA', bank_account = '001234567' || id").await;
    shop.set("taxes", json!({"method": "pph21"})).await;
    shop.change_by(&format!("UPDATE bv_periods SET calculated_ms = 5, frozen_ms = 5 WHERE id = {}", shop.open)).await;
    shop.change_by(&format!(
        "INSERT INTO bonuses (member_id, period_id, compensation_plan_id, downline_points, bonus_rp, components)
         SELECT member_id, {}, compensation_plan_id, 0, 50000000, '[]' FROM bonuses WHERE member_id IN ({}, {})",
        shop.open, members[0].id, members[1].id
    ))
    .await;
    let (owner, keeper) = (shop.admin().await, shop.staff(Role::Finance).await);
    (shop, members, owner, keeper)
}

/// Sets a member's bonus of the calculated period to this amount.
async fn bonus_of(shop: &Shop, member: &Actor, bonus_rp: i64) {
    let (id, period) = (member.id, shop.closed);
    shop.change_by(&format!(
        "UPDATE bonuses SET bonus_rp = {bonus_rp} WHERE member_id = {id} AND period_id = {period}"
    ))
    .await;
}

async fn preview(by: &Actor, period: impl std::fmt::Display) -> Value {
    by.get(&format!("{PAYOUTS}/preview?period_id={period}")).await.expect(200)
}

async fn prepare(by: &Actor, period: impl std::fmt::Display) -> Answer {
    by.post(PAYOUTS, preview(by, period).await).await
}

async fn pay(by: &Actor, approver: &Actor, id: &Value) {
    approver.post(&format!("{PAYOUTS}/{id}/approve"), json!({"version": 1})).await.expect(200);
    let proof = json!({"version": 2, "proof_picture": "proofs/bukti.webp"});
    by.post(&format!("{PAYOUTS}/{id}/pay"), proof).await.expect(200);
}

/// Returns the tax withheld from each member in a batch, by name.
async fn withheld(by: &Actor, id: &Value) -> Vec<(String, i64)> {
    let items = by.all(&format!("{PAYOUTS}/{id}/items"), "/items", 4).await;
    let mut found: Vec<_> = items
        .iter()
        .map(|item| (item["member_name"].as_str().unwrap().to_owned(), item["tax_rp"].as_i64().unwrap()))
        .collect();
    found.sort();
    found
}

async fn validate(shop: &Shop, by: &Actor, member: &Actor, number: &str) {
    let typed = member.put("/api/me/tax-number", json!({"number": number})).await.expect(200);
    let uid = uid(member).await;
    let body = json!({"number": typed["number"], "state": "validated"});
    by.post(&format!("/api/admin/members/{uid}/tax-number"), body).await.expect(200);
    crate::office::audit_words::check(shop).await;
}

async fn uid(member: &Actor) -> String {
    member.get("/api/me").await.expect(200)["uid"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn payouts_of_a_month_are_taxed_together() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    bonus_of(&shop, &members[0], 100_000_000).await;
    bonus_of(&shop, &members[1], 100_000_000).await;
    validate(&shop, &keeper, &members[0], NIK).await;
    // Members see the tax that would be withheld from each bonus alone.
    let seen = members[0].get("/api/bonuses").await.expect(200);
    let expected: Vec<_> = seen.as_array().unwrap().iter().map(|bonus| bonus["tax_rp"].as_i64().unwrap()).collect();
    assert_eq!(expected, [1_250_000, 2_500_000]);

    let seen = preview(&keeper, shop.closed).await;
    assert_eq!((&seen["tax_method"], &seen["tax_percent"], &seen["items"]), (&json!("pph21"), &json!("0"), &json!(6)));
    let first = prepare(&owner, shop.closed).await.expect(201)["payout"].take();
    assert_eq!((&first["tax_method"], &first["tax_month"]), (&json!("pph21"), &seen["tax_month"]));
    let taxes = withheld(&keeper, &first["id"]).await;
    assert_eq!(taxes[0], ("anggota0".to_owned(), 2_500_000));
    assert_eq!(taxes[1], ("anggota1".to_owned(), 3_000_000), "a fifth more without a number");

    // While a payout is under way, its members are not prepared again, because the tax withheld from it is not final.
    let waiting = preview(&keeper, shop.open).await;
    assert_eq!((&waiting["items"], &waiting["left_out"]), (&json!(0), &json!(2)));
    let left_out = keeper.all(&format!("{PAYOUTS}/left-out?period_id={}", shop.open), "/left_out", 1).await;
    assert!(left_out.len() == 2 && left_out.iter().all(|bonus| bonus["reason"] == "underway"), "{left_out:?}");
    prepare(&keeper, shop.open).await.refused(409, "move_refused");
    assert_eq!(members[0].get("/api/tax-slips").await.expect(200)["slips"], json!([]), "nothing is paid yet");
    pay(&owner, &keeper, &first["id"]).await;

    let seen = members[0].get(&format!("/api/bonuses?bv_period_id={}", shop.open)).await.expect(200);
    assert_eq!((&seen[0]["tax_rp"], &seen[0]["net_rp"]), (&json!(2_750_000), &json!(47_250_000)));
    // The second payout of the month reaches into the second layer; a member who now has a number is taxed accordingly.
    validate(&shop, &keeper, &members[1], "09.254.294.3-407.000").await;
    let second = prepare(&keeper, shop.open).await.expect(201)["payout"].take();
    let taxes = withheld(&keeper, &second["id"]).await;
    assert_eq!(taxes, [("anggota0".to_owned(), 2_750_000), ("anggota1".to_owned(), 2_250_000)]);
    pay(&keeper, &owner, &second["id"]).await;

    let month = first["tax_month"].as_str().unwrap();
    for member in &members[..2] {
        let slips = member.get("/api/tax-slips").await.expect(200)["slips"].take();
        assert_eq!(slips.as_array().unwrap().len(), 1, "{slips}");
        assert_eq!((&slips[0]["gross_rp"], &slips[0]["tax_rp"]), (&json!(150_000_000), &json!(5_250_000)));
        let slip = member.get(&format!("/api/tax-slips/{month}")).await.expect(200);
        assert_eq!((&slip["base_rp"], &slip["is_final"]), (&json!(75_000_000), &json!(false)));
        let sum =
            |name: &str| slip["bonuses"].as_array().unwrap().iter().map(|one| one[name].as_i64().unwrap()).sum::<i64>();
        assert_eq!((json!(sum("gross_rp")), json!(sum("tax_rp"))), (slip["gross_rp"].clone(), slip["tax_rp"].clone()));
    }
    // Documents name the legal entity once the shop has entered it.
    let named = async |legal_name: &str, legal_address: &str| {
        let entity = json!({
            "legal_name": legal_name, "legal_address": legal_address, "tax_number": "09.254.294.3-407.000",
        });
        owner.edit_settings("taxes", entity).await.expect(200);
        let slip = members[1].get(&format!("/api/tax-slips/{month}")).await.expect(200);
        let seller = members[1].get("/api/seller").await.expect(200);
        assert_eq!(
            [&slip["shop_name"], &slip["shop_address"], &slip["shop_tax_number"]],
            [&seller["name"], &seller["address"], &seller["tax_number"]]
        );
        seller
    };
    let shop_address = "Jl. Jenderal Gatot Subroto, Jakarta Selatan, DKI Jakarta";
    let number = "092542943407000";
    let expected = json!({"name": "K-Smart", "address": shop_address, "tax_number": number});
    assert_eq!(named("", "").await, expected);
    let expected = json!({"name": "PT Sehat Selalu", "address": shop_address, "tax_number": number});
    assert_eq!(named(" PT Sehat Selalu ", "").await, expected);
    let expected = json!({"name": "PT Sehat Selalu", "address": "Jl. Melati 1", "tax_number": number});
    assert_eq!(named("PT Sehat Selalu", "Jl. Melati 1").await, expected);
    let slip = members[1].get(&format!("/api/tax-slips/{month}")).await.expect(200);
    assert_eq!(slip["tax_number"], json!({"number": "092542943407000", "state": "validated"}));
    members[0].get("/api/tax-slips/2001-01").await.refused(404, "not_found");
    assert!(members[0].get("/api/tax-slips/2001-13").await.status.is_client_error());
    let report = ksmart_ops::integrity::run(&shop.app.db).await.unwrap();
    assert!(!report.broken().contains(&"tax slips"), "{report}");
}

#[tokio::test]
async fn only_one_of_two_concurrent_payouts_succeeds() {
    let (shop, _, owner, keeper) = shop_with_bonuses().await;
    for round in 0..3 {
        let (one, two) = (preview(&owner, shop.closed).await, preview(&keeper, shop.open).await);
        let (one, two) = join!(owner.post(PAYOUTS, one), keeper.post(PAYOUTS, two));
        let made: Vec<_> = [&one, &two].into_iter().filter(|answer| answer.status == 201).collect();
        assert_eq!(made.len(), 1, "round {round}: {one:?} {two:?}");
        let id = &made[0].body["payout"]["id"];
        let cancel = json!({"version": 1, "reason": "Salah"});
        owner.post(&format!("{PAYOUTS}/{id}/cancel"), cancel).await.expect(200);
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM tax_slips").await, 0);
}

#[tokio::test]
async fn the_office_exports_the_tax_of_a_month() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    shop.change_by(&format!("UPDATE members SET name = '=1+1' WHERE id = {}", members[2].id)).await;
    bonus_of(&shop, &members[0], 150_000_000).await;
    validate(&shop, &keeper, &members[0], NIK).await;
    let batch = prepare(&owner, shop.closed).await.expect(201)["payout"].take();
    let month = batch["tax_month"].as_str().unwrap().to_owned();
    let at = |rest: &str| format!("/api/admin/tax/{month}{rest}");
    let empty = keeper.get(&at("")).await.expect(200);
    assert_eq!((&empty["members"], &empty["underway"], &empty["is_final"]), (&json!(0), &json!(1), &json!(false)));
    pay(&owner, &keeper, &batch["id"]).await;

    let seen = keeper.get(&at("")).await.expect(200);
    assert_eq!(
        (&seen["members"], &seen["without_number"], &seen["gross_rp"], &seen["tax_rp"], &seen["has_shop_number"]),
        (&json!(6), &json!(5), &batch["gross_rp"], &batch["tax_rp"], &json!(false))
    );
    let months = keeper.get("/api/admin/tax/months").await.expect(200);
    assert_eq!((&months["months"][0]["month"], &months["months"][0]["payouts"]), (&json!(month), &json!(1)));
    let slips = keeper.all(&at("/slips"), "/slips", 4).await;
    let sum = |name: &str| slips.iter().map(|slip| slip[name].as_i64().unwrap()).sum::<i64>();
    assert_eq!((json!(sum("gross_rp")), json!(sum("tax_rp"))), (batch["gross_rp"].clone(), batch["tax_rp"].clone()));
    let valid = keeper.get(&at("/slips?number=validated")).await.expect(200)["slips"].take();
    assert_eq!((valid.as_array().unwrap().len(), &valid[0]["base_rp"]), (1, &json!(75_000_000)));
    let found = keeper.get(&at("/slips?search=anggota3")).await.expect(200)["slips"].take();
    assert_eq!(found.as_array().unwrap().len(), 1);

    let table = keeper.get(&at("/slips.csv")).await.expect(200);
    let lines: Vec<&str> = table.as_str().unwrap().trim_start_matches('\u{feff}').split("\r\n").collect();
    assert_eq!((lines.len(), lines[7]), (8, ""));
    assert_eq!(lines[0], "nomor;id;nama;npwp_nik;status_npwp_nik;bruto;dasar;pph21;tanggal");
    assert!(lines[1].contains(&format!(";anggota0;'{NIK};tervalidasi;150000000;75000000;5250000;")), "{}", lines[1]);
    assert!(lines[3].contains(";'=1+1;;belum ada;"), "{}", lines[3]);

    // The file for the tax office is available once nothing of the month can change; if data are missing, the refusal
    // names them.
    keeper.get(&at("/bp21.xml")).await.refused(409, "move_refused");
    shop.app.clock.advance(32 * DAY_MS);
    let (owner, keeper) = (shop.renewed(&owner).await, shop.renewed(&keeper).await);
    assert_eq!(keeper.get(&at("")).await.expect(200)["is_final"], true);
    let missing = keeper.get(&at("/bp21.xml")).await.refused(409, "move_refused");
    assert_eq!(missing, "Isi NPWP toko di Pengaturan lebih dulu.");
    assert_eq!(owner.settings("taxes").await["method"], "pph21");
    owner.edit_settings("taxes", json!({"tax_number": "01.234.567.8-901.000"})).await.expect(200);
    let xml = keeper.get(&at("/bp21.xml")).await.expect(200);
    let xml = xml.as_str().unwrap();
    assert_eq!(xml.matches("<Bp21>").count(), 1, "{xml}");
    for part in [
        "<TIN>0012345678901000</TIN>",
        "<CounterpartTin>3174090101900001</CounterpartTin>",
        "<TaxObjectCode>21-100-04</TaxObjectCode>",
        "<Gross>150000000</Gross>",
        "<Deemed>50</Deemed>",
        "<Rate>7</Rate>",
    ] {
        assert!(xml.contains(part), "{part} is not in {xml}");
    }
    keeper.get("/api/admin/tax/2001-01/bp21.xml").await.refused(409, "move_refused");
    shop.staff(Role::Fulfilment).await.get(&at("/slips.csv")).await.refused(403, "forbidden");
}

#[tokio::test]
async fn the_office_validates_tax_numbers() {
    let shop = Shop::start().await;
    let (siti, owner, keeper) = (shop.member("siti").await, shop.admin().await, shop.staff(Role::Finance).await);
    let own = async || siti.get("/api/me/tax-number").await.expect(200);
    let say = async |number: &str| siti.put("/api/me/tax-number", json!({"number": number})).await;
    assert_eq!(own().await, json!({"number": "", "state": "missing"}));
    for wrong in ["1", "317409010190000", "12345678901234567", "abc", "1111111111111111"] {
        let answer = say(wrong).await;
        if wrong.len() == 15 {
            answer.expect(200);
            say("").await.expect(200);
        } else {
            assert_eq!(refused_fields(answer), ["number"], "{wrong}");
        }
    }
    assert_eq!(
        say(" 3174 0901 0190 0001 ").await.expect(200),
        json!({"number": NIK, "state": "unchecked"}),
        "blanks are none of it"
    );
    let uid = uid(&siti).await;
    let waiting = async || keeper.get("/api/admin/members?status=unchecked").await.expect(200)["members"].take();
    assert_eq!(waiting().await[0]["uid"], json!(uid));
    let path = format!("/api/admin/members/{uid}/tax-number");
    let judge =
        async |by: &Actor, number: &str, state: &str| by.post(&path, json!({"number": number, "state": state})).await;
    judge(&siti, NIK, "validated").await.refused(403, "forbidden");
    assert_eq!(refused_fields(judge(&keeper, NIK, "missing").await), ["state"]);
    let detail = judge(&keeper, NIK, "validated").await.expect(200);
    assert_eq!(detail["tax_number"], json!({"number": NIK, "state": "validated"}));
    assert_eq!(waiting().await, json!([]));
    assert!(!detail["changes"].to_string().contains(NIK), "the log does not tell it: {}", detail["changes"]);
    say(NIK).await.expect(200);
    assert_eq!(own().await["state"], "validated", "the same again");

    // A new number is checked again, and a decision applies only to the number that was seen.
    say("3174090101900002").await.expect(200);
    let stale = judge(&keeper, NIK, "validated").await;
    assert_eq!(stale.body["current"]["tax_number"]["number"], "3174090101900002");
    stale.refused(409, "edit_conflict");
    judge(&keeper, "3174090101900002", "rejected").await.expect(200);
    assert_eq!(own().await["state"], "rejected");
    say("").await.expect(200);
    judge(&keeper, "", "validated").await.refused(409, "edit_conflict");
    assert_eq!(own().await, json!({"number": "", "state": "missing"}));
    assert_eq!(logged(&owner, "member", &uid).await, ["judge_tax_number", "judge_tax_number"]);
    crate::office::audit_words::check(&shop).await;
}

#[tokio::test]
async fn a_tax_rule_applies_from_its_month() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    bonus_of(&shop, &members[0], 10_000_000).await;
    let rules = "/api/admin/tax/rules";
    let before = keeper.get(rules).await.expect(200);
    assert_eq!((&before["method"], &before["rules"][0]["from_month"]), (&json!("pph21"), &json!("2024-01")));
    assert_eq!(before["rules"][0]["layers"].as_array().unwrap().len(), 5);
    let now = preview(&keeper, shop.closed).await["tax_month"].as_str().unwrap().to_owned();
    let rule = |month: &str| {
        json!({"from_month": month, "base_percent": "100", "surcharge_percent": "0",
               "layers": [{"from_rp": 0, "rate": "10"}]})
    };
    assert_eq!(refused_fields(keeper.post(rules, rule("2024-02")).await), ["from_month"]);
    keeper.post(rules, rule("2099-01")).await.expect(201);
    keeper.post(rules, rule("2099-01")).await.refused(409, "move_refused");
    assert_eq!(preview(&keeper, shop.closed).await["tax_month"], json!(now));
    let ahead = keeper.get(rules).await.expect(200)["rules"].take();
    assert_eq!((&ahead[0]["is_ahead"], &ahead[1]["is_current"]), (&json!(true), &json!(true)));
    let (ahead, current) = (ahead[0]["id"].clone(), ahead[1]["id"].clone());
    keeper.delete(&format!("{rules}/{current}")).await.refused(409, "move_refused");
    keeper.delete(&format!("{rules}/{ahead}")).await.expect(200);
    keeper.delete(&format!("{rules}/{ahead}")).await.refused(404, "not_found");

    let tax = async || preview(&keeper, shop.closed).await["tax_rp"].as_i64().unwrap();
    let by_layers = tax().await;
    keeper.post(rules, rule(&now)).await.expect(201);
    let gross = preview(&keeper, shop.closed).await["gross_rp"].as_i64().unwrap();
    assert!(tax().await > by_layers && gross / 10 - tax().await < 6, "ten percent of each, rounded down");
    // A shop with a fixed percentage still uses it.
    shop.set("taxes", json!({"method": "flat"})).await;
    assert_eq!(preview(&keeper, shop.closed).await["tax_percent"], "2.5");
    shop.set("taxes", json!({"method": "pph21"})).await;
    shop.change("DELETE FROM tax_layers").await;
    shop.change("DELETE FROM tax_rules").await;
    keeper.get(&format!("{PAYOUTS}/preview?period_id={}", shop.closed)).await.refused(409, "move_refused");
    assert_eq!(members[0].get("/api/bonuses").await.expect(200)[0]["tax_rp"], Value::Null);
    assert_eq!(logged(&owner, "settings", "pajak").await, ["add_tax_rule", "remove_tax_rule", "add_tax_rule"]);
    crate::office::audit_words::check(&shop).await;
}

#[tokio::test]
async fn taxable_shops_show_vat_on_orders() {
    let shop = Shop::start().await;
    let (owner, packer) = (shop.admin().await, shop.staff(Role::Fulfilment).await);
    let (budi, salt) = (shop.member("budi").await, shop.product("Garam", 1000, 100).await);
    let buy = async || {
        let made = shop.order(&budi).item(salt, 2).send().await.expect(201);
        made["transaction"]["order_id"].as_str().unwrap().to_owned()
    };
    let before = buy().await;
    assert_eq!(owner.settings("taxes").await["taxable"], false);
    owner.edit_settings("taxes", json!({"taxable": true})).await.expect(200);
    let after = buy().await;
    for (number, vat_rp) in [(before, Value::Null), (after, json!(19_820))] {
        assert_eq!(budi.get(&format!("/api/transactions/{number}")).await.expect(200)["data"]["vat_rp"], vat_rp);
        let seen = owner.get(&format!("/api/admin/orders/{number}")).await.expect(200);
        assert_eq!((&seen["vat_rp"], &seen["subtotal_rp"]), (&vat_rp, &json!(200_000)));
        let paper = packer.get(&format!("/api/admin/orders/print?ids={number}")).await.expect(200)["orders"][0].take();
        assert_eq!((&paper["taxed"]["vat_rp"], paper["taxed"].is_null()), (&vat_rp, vat_rp.is_null()));
    }
    shop.must_be_sound().await;
}
