//! The words of the audit log: for everything that an administrator does in a test, the office has an Indonesian word.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::OnceLock,
};

use serde_json::{Map, Value};

use crate::shop::Shop;

/// Fields with enum values of the program, as opposed to texts that people enter.
const ENUMS: [&str; 25] = [
    "payment_status",
    "shipment_status",
    "state",
    "downline_contacts",
    "taxable",
    "tax_method",
    "tax_number_state",
    "unit",
    "problem",
    "solved",
    "archived",
    "draft",
    "hidden",
    "held",
    "switched_off",
    "minimum_binds",
    "holds_first_cod",
    "plan",
    "example",
    "admin_factors",
    "tells_views",
    "means",
    "factor",
    "by_schedule",
    "visitor_prices",
];

/// Returns the office's words, grouped by their list.
fn words() -> &'static BTreeMap<String, BTreeSet<String>> {
    static WORDS: OnceLock<BTreeMap<String, BTreeSet<String>>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/admin");
        let text = ["components/auditLabels.ts", "audit/values.ts"]
            .map(|file| std::fs::read_to_string(format!("{folder}/{file}")).unwrap());
        let text = text.concat();
        let (mut all, mut list) = (BTreeMap::<String, BTreeSet<String>>::new(), String::new());
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("export const ").and_then(|rest| rest.split(':').next()) {
                name.clone_into(&mut list);
            } else if let Some((word, _)) = line.strip_prefix("  ").and_then(|rest| rest.split_once(": '")) {
                all.entry(list.clone()).or_default().insert(word.trim_matches('\'').to_owned());
            }
        }
        all
    })
}

/// Lists the parts of an entry for which the office has no word.
fn missing(action: &str, sides: [&str; 2]) -> Vec<String> {
    let has = |list: &str, word: &str| words().get(list).is_some_and(|words| words.contains(word));
    let mut missing = Vec::new();
    if !has("actions", action) {
        missing.push(format!("action {action}"));
    }
    for side in sides {
        let fields: Map<String, Value> = serde_json::from_str(side).unwrap_or_default();
        for (field, value) in fields {
            if !has("fields", &field) {
                missing.push(format!("field {field} of {action}"));
            }
            let said = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            if ENUMS.contains(&field.as_str()) && !value.is_null() && !has("words", &said) {
                missing.push(format!("{field} {said}"));
            }
        }
    }
    missing
}

/// Asserts that the office has words for everything in the shop's log.
pub async fn check(shop: &Shop) {
    let sql = "SELECT action, before, after FROM audit_entries";
    let mut conn = shop.app.db.read().await.unwrap();
    let entries: Vec<(String, String, String)> = sqlx::query_as(sql).fetch_all(&mut *conn).await.unwrap();
    let missing: BTreeSet<String> =
        entries.iter().flat_map(|(action, before, after)| missing(action, [before, after])).collect();
    assert!(missing.is_empty(), "web/src/admin/audit lacks {missing:?}");
}

/// Checks every action that appears as a word in the sources, whether or not a test performs it.
#[test]
fn every_audit_action_has_a_label() {
    let sources = crate::rules::floors::sources();
    let mut found = BTreeSet::new();
    for text in sources.values() {
        for opening in ["Change::new(\"", "action: \"", "keep(&mut tx, &admin.0, now_ms, (\""] {
            found.extend(text.split(opening).skip(1).filter_map(|rest| rest.split('"').next()));
        }
    }
    found.remove("closed");
    let lacking: Vec<_> = found.iter().filter(|action| !words()["actions"].contains(**action)).collect();
    assert!(found.len() > 15 && lacking.is_empty(), "{lacking:?} of {found:?}");
    assert_eq!(missing("vanish", ["{\"x_ms\": 1}", ""]), ["action vanish", "field x_ms of vanish"]);
}
