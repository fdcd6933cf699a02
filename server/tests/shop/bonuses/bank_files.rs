//! Data and proofs for banks: files in the shop's own formats, proofs on paper, and banks that a shop adds.

use ksmart_identity::roles::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    accounts::registration::register,
    bonuses::payouts::{PAYOUTS, at, proof, shop_with_bonuses},
    shop::Shop,
    volume::periods::{logged, refused_fields},
};

const FORMATS: &str = "/api/admin/payouts/formats";

fn format(name: &str, banks: &str) -> Value {
    json!({"name": name, "separator": "semicolon", "has_header": true, "has_mark": false, "banks": banks, "bank": if banks == "all" { "" } else { "BCA" },
           "columns": [{"title": "Rekening", "cells": "account", "text": ""}, {"title": "Mata uang", "cells": "text", "text": "IDR"},
                       {"title": "Jumlah", "cells": "amount", "text": ""}]})
}

#[tokio::test]
async fn bank_files_follow_the_shops_formats() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    shop.change_by(&format!("UPDATE members SET bank = 'BNI' WHERE id = {}", members[0].id)).await;
    assert_eq!(keeper.get(FORMATS).await.expect(200), json!({"formats": [], "version": 0}));
    let formats = json!([format("Sesama bank", "only"), format("Bank lain", "except")]);
    let kept = keeper.put(FORMATS, json!({"formats": formats, "version": 0})).await.expect(200);
    assert_eq!(kept, json!({"formats": formats, "version": 1}));
    keeper.put(FORMATS, json!({"formats": [], "version": 0})).await.refused(409, "edit_conflict");
    let nameless = json!({"formats": [format(" ", "all")], "version": 1});
    assert_eq!(refused_fields(keeper.put(FORMATS, nameless).await), ["formats"]);
    let mut unknown = format("Bank lain", "only");
    unknown["bank"] = json!("Bank Karangan");
    let unknown = json!({"formats": [unknown], "version": 1});
    assert_eq!(refused_fields(keeper.put(FORMATS, unknown).await), ["formats"]);
    // The account and amount columns always contain the payout's data.
    let columns = |account: &str, amount: &str, title: &str, text: &str| {
        let mut changed = format("Bank lain", "all");
        changed["columns"] = json!([{"title": title, "cells": account, "text": ""},
            {"title": "Mata uang", "cells": "text", "text": text}, {"title": "Jumlah", "cells": amount, "text": ""}]);
        json!({"formats": [changed], "version": 1})
    };
    for refused in [
        columns("text", "amount", "Rekening", ""),
        columns("account", "text", "Rekening", ""),
        columns("account", "account", "Rekening", ""),
        columns("account", "amount", "Rekening", "999-000-1111"),
        columns("account", "amount", "9990001111", ""),
    ] {
        assert_eq!(refused_fields(keeper.put(FORMATS, refused).await), ["formats"]);
    }
    let packer = shop.staff(Role::Fulfilment).await;
    packer.get(FORMATS).await.refused(403, "forbidden");
    packer.put(FORMATS, json!({"formats": [], "version": 1})).await.refused(403, "forbidden");
    assert_eq!(logged(&owner, "settings", "berkas-bank").await, ["update"]);
    // The content of a column is logged, too.
    let mut swapped = format("Sesama bank", "only");
    swapped["columns"][1]["text"] = json!("=IDR");
    let swapped = json!({"formats": [swapped, format("Bank lain", "except")], "version": 1});
    keeper.put(FORMATS, swapped).await.expect(200);
    let log = owner.get("/api/admin/audit?subject=settings&key=berkas-bank").await.expect(200);
    let [was, is] = ["before", "after"].map(|side| log["entries"][0][side]["bank_files"].as_str().unwrap());
    assert!(was.contains(r#""text":"IDR""#) && is.contains(r#""text":"=IDR""#), "{log}");

    let seen = owner.get(&format!("{PAYOUTS}/preview?period_id={}", shop.closed)).await.expect(200);
    let id = owner.post(PAYOUTS, seen).await.expect(201)["payout"]["id"].take();
    let file = async |name: &str| keeper.get(&at(&id, &format!("/file.csv?format={name}"))).await;
    file("Bank%20lain").await.refused(409, "move_refused");
    keeper.post(&at(&id, "/approve"), json!({"version": 1})).await.expect(200);
    file("Tidak%20ada").await.refused(404, "not_found");
    let items = keeper.all(&at(&id, "/items"), "/items", 10).await;
    for (name, is_of) in [("Sesama%20bank", true), ("Bank%20lain", false)] {
        let expected: String = items
            .iter()
            .filter(|item| (item["bank"] == "BCA") == is_of)
            .map(|item| {
                // The leading apostrophe keeps spreadsheet programs from reading a formula.
                let currency = if is_of { "'=IDR" } else { "IDR" };
                format!("{};{currency};{}\r\n", item["bank_account"].as_str().unwrap(), item["net_rp"])
            })
            .collect();
        let found = file(name).await.expect(200);
        assert_eq!(found.as_str().unwrap(), format!("Rekening;Mata uang;Jumlah\r\n{expected}"));
    }
    shop.change("UPDATE payout_items SET bank = 'BNI'").await;
    file("Sesama%20bank").await.refused(409, "move_refused");
    shop.change("UPDATE payout_items SET bank = 'BCA'").await;
    shop.must_be_sound().await;
}

#[tokio::test]
async fn finance_sees_the_members_payout_proof() {
    let (shop, members, owner, keeper) = shop_with_bonuses().await;
    let seen = owner.get(&format!("{PAYOUTS}/preview?period_id={}", shop.closed)).await.expect(200);
    let id = owner.post(PAYOUTS, seen).await.expect(201)["payout"]["id"].take();
    keeper.post(&at(&id, "/approve"), json!({"version": 1})).await.expect(200);
    let items = keeper.all(&at(&id, "/items"), "/items", 10).await;
    let path = at(&id, &format!("/proof?item={}", items[0]["id"]));
    keeper.get(&path).await.refused(404, "not_found");
    let body = json!({"version": 2, "proof_picture": proof(&keeper).await});
    keeper.post(&at(&id, "/pay"), body).await.expect(200);
    let answer = keeper.request(Method::GET, &path).send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "image/svg+xml");
    let drawn = answer.text().await.unwrap();
    let uid = items[0]["member_uid"].as_str().unwrap();
    assert!(drawn.contains(&format!("Berita KSB{id}-{uid}")), "{drawn}");
    let mut own = None;
    for member in &members {
        if member.get("/api/me").await.expect(200)["uid"] == uid {
            own = Some(member.get("/api/bonuses").await.expect(200)[0]["id"].take());
            let seen = member.request(Method::GET, &format!("/storage/proofs/{}", own.as_ref().unwrap()));
            assert_eq!(seen.send().await.unwrap().text().await.unwrap(), drawn);
        }
        member.get(&path).await.refused(403, "forbidden");
    }
    assert!(own.is_some());
    keeper.get(&at(&id, "/proof?item=999")).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_shop_can_add_banks() {
    let shop = Shop::start().await;
    let owner = shop.admin().await;
    let register = async |bank: &str, email: &str| {
        register(&shop, &[("bank", bank), ("rekening_bank", "7001234567"), ("email", email)], None).await
    };
    assert_eq!(refused_fields(register("BSI", "satu@example.com").await), ["bank"]);
    let settings = owner.get("/api/admin/settings").await.expect(200);
    assert!(settings["bank_choices"].as_array().unwrap().contains(&json!("BSI")));
    let edit = async |changes: Value| owner.edit_settings("payouts", changes).await;
    assert_eq!(refused_fields(edit(json!({"more_banks": ["Bank Karangan"]})).await), ["more_banks"]);
    assert_eq!(refused_fields(edit(json!({"minimum_rp": 10_000_001})).await), ["minimum_rp"]);
    let saved = edit(json!({"more_banks": ["BTN", "BSI"], "minimum_rp": 50_000})).await.expect(200);
    let saved = &saved["payouts"]["values"];
    assert_eq!((&saved["more_banks"], &saved["minimum_rp"]), (&json!(["BSI", "BTN"]), &json!(50_000)));
    register("BSI", "dua@example.com").await.expect(201);
    assert_eq!(refused_fields(register("Permata", "tiga@example.com").await), ["bank"]);
    let enrol = async |bank: &str| {
        let named = json!({"name": "Rina Wijaya", "email": "rina@example.com", "no_hp": "081234567890",
            "alamat": "Jl. Melati 1", "bank": bank, "rekening_bank": "7001234567", "jenis_kelamin": "P",
            "tanggal_lahir": "1990-02-28"});
        owner.post("/api/admin/members", named).await
    };
    assert_eq!(refused_fields(enrol("Permata").await), ["bank"]);
    enrol("BSI").await.expect(201);
}
