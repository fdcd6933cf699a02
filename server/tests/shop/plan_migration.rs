//! Shop of the version in which a compensation plan consisted only of rates by level. After its migration its plans are
//! documents, calculated bonuses are unchanged to the rupiah, and later calculations have the same results as before.

use std::{path::Path, process::Command};

use ksmart_core::plan::document::Plan;
use ksmart_foundation::ids::PeriodId;
use ksmart_members::bonuses;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::shop::{Shop, database_url};

/// Bonus line in readable form: period, payee, member with the points, levels below, points, percent, rupiah.
type Line = (i64, &'static str, &'static str, i64, i64, &'static str, i64);

/// Bonus lines calculated by the program version of the backup; those of the third period were calculated after it was
/// made.
const LINES: [Line; 35] = [
    (1, "siti", "siti", 0, 61, "10.5", 7903),
    (1, "siti", "budi", 1, 20, "8", 1974),
    (1, "siti", "rina", 1, 280, "8", 27641),
    (1, "siti", "wahyu", 2, 63, "3.3", 2565),
    (1, "siti", "intan", 3, 220, "0.5", 1357),
    (1, "budi", "budi", 0, 20, "10.5", 2591),
    (1, "rina", "rina", 0, 280, "10.5", 36279),
    (1, "wahyu", "wahyu", 0, 63, "10.5", 8162),
    (1, "wahyu", "intan", 1, 220, "8", 21718),
    (1, "wahyu", "agus", 2, 7, "3.3", 285),
    (1, "intan", "intan", 0, 220, "10.5", 28505),
    (1, "intan", "agus", 1, 7, "8", 691),
    (1, "agus", "agus", 0, 7, "10.5", 906),
    (1, "nur", "nur", 0, 60, "10.5", 7774),
    (2, "siti", "siti", 0, 60, "10", 8845),
    (2, "siti", "rina", 1, 615, "8", 72534),
    (2, "siti", "wahyu", 2, 20, "5", 1474),
    (2, "siti", "agus", 4, 140, "1.25", 2579),
    (2, "budi", "wahyu", 1, 20, "8", 2358),
    (2, "rina", "rina", 0, 615, "10", 90668),
    (2, "wahyu", "wahyu", 0, 20, "10", 2948),
    (2, "wahyu", "agus", 2, 140, "5", 10319),
    (2, "intan", "agus", 1, 140, "8", 16511),
    (2, "agus", "agus", 0, 140, "10", 20639),
    (2, "nur", "nur", 0, 100, "10", 14742),
    (3, "siti", "budi", 1, 134, "8", 53600),
    (3, "siti", "rina", 1, 14, "8", 5600),
    (3, "siti", "wahyu", 2, 40, "5", 10000),
    (3, "siti", "intan", 3, 194, "3", 29100),
    (3, "budi", "wahyu", 1, 40, "8", 16000),
    (3, "budi", "intan", 2, 194, "5", 48500),
    (3, "budi", "agus", 3, 21, "3", 3150),
    (3, "wahyu", "intan", 1, 194, "8", 77600),
    (3, "wahyu", "agus", 2, 21, "5", 5250),
    (3, "intan", "agus", 1, 21, "8", 8400),
];

/// Period, members with points, bonuses, sales, cap, bonuses before the cap and after it.
type Figures = (i64, i64, i64, i64, i64, i64, i64);

const FIGURES: [Figures; 3] = [
    (1, 7, 7, 3_113_000, 1_245_200, 148_351, 148_351),
    (2, 5, 7, 1_949_000, 243_625, 826_250, 243_617),
    (3, 6, 4, 2_325_000, 930_000, 257_200, 257_200),
];

async fn must_be_as_before(shop: &Shop, periods: usize) {
    let mut conn = shop.app.db.read().await.unwrap();
    let last = i64::try_from(periods).unwrap();
    let sql = "SELECT b.period_id, m.name, s.name, l.depth, l.points, l.rate, l.amount_rp
               FROM bonuses b JOIN bonus_lines l ON l.bonus_id = b.id JOIN members m ON m.id = b.member_id
               JOIN members s ON s.id = l.source_member_id ORDER BY b.period_id, b.member_id, l.id";
    let rows: Vec<(i64, String, String, i64, i64, String, i64)> =
        sqlx::query_as(sql).fetch_all(&mut *conn).await.unwrap();
    let lines: Vec<Line> = LINES.into_iter().filter(|line| line.0 <= last).collect();
    assert_eq!(rows.len(), lines.len());
    for (row, line) in rows.iter().zip(lines) {
        let rate = |text: &str| text.parse::<rust_decimal::Decimal>().unwrap();
        assert_eq!(
            (row.0, row.1.as_str(), row.2.as_str(), row.3, row.4, row.6),
            (line.0, line.1, line.2, line.3, line.4, line.6)
        );
        assert_eq!(rate(&row.5), rate(line.5), "{row:?}");
    }
    let sql = "SELECT period_id, members, bonuses, sales_rp, cap_rp, uncapped_rp, bonus_rp FROM bonus_calculations
               ORDER BY number";
    let figures: Vec<Figures> = sqlx::query_as(sql).fetch_all(&mut *conn).await.unwrap();
    assert_eq!(figures, FIGURES[..periods]);
}

/// Returns the documents of the backup's three plans.
fn documents() -> [Value; 3] {
    let document = |point_value: i64, cap: &str, components: Value| {
        json!({
            "name": "Rencana awal", "point_value_rp": point_value, "cap_percent": cap, "member_cap_rp": null,
            "boundary_rank": null, "ranks": [{"code": "member", "name": "Anggota", "keeps": "period", "needs": []}],
            "components": components,
        })
    };
    let personal = |rate: &str| json!({"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "both", "rate": rate, "needs": []});
    let level = |rates: Value, needs: Value| {
        json!({
            "code": "level", "name": "Bonus tingkat", "kind": "level", "volume": "both", "rates": rates,
            "compression": false, "needs": needs,
        })
    };
    let points = |at_least: i64| json!([{"metric": "pv", "volume": "both", "at_least": at_least}]);
    [
        document(1234, "40", json!([personal("10.5"), level(json!(["8", "3.3", "0.5"]), points(30))])),
        document(5000, "12.5", json!([personal("10"), level(json!(["8", "5", "0", "1.25"]), json!([]))])),
        document(5000, "40", json!([level(json!(["8", "5", "3"]), points(20))])),
    ]
}

#[tokio::test]
async fn migrated_plans_pay_the_same_bonuses() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shop/backups/version-61.ksmart");
    let folder = TempDir::new().unwrap();
    let url = database_url(&folder).await;
    let mut restore = Command::new(env!("CARGO_BIN_EXE_ksmart"));
    restore.arg("restore").arg(&file).args(["--database-url", &url]);
    restore.arg(format!("--storage-url=file://{}/storage", folder.path().display()));
    let restored = restore.output().unwrap();
    let said = String::from_utf8(restored.stdout).unwrap();
    assert!(restored.status.success() && said.ends_with("rules hold\n"), "{said}");
    let shop = Shop::open(folder, url, &[]).await;
    shop.must_be_sound().await;
    must_be_as_before(&shop, 2).await;

    let sql = "SELECT document FROM compensation_plans ORDER BY id";
    let kept: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut *shop.app.db.read().await.unwrap()).await.unwrap();
    for (text, document) in kept.iter().zip(documents()) {
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), document);
        let plan = Plan::parse(text).unwrap();
        assert_eq!(&serde_json::to_string(&plan.document()).unwrap(), text, "as it is written today");
    }

    shop.change("UPDATE bv_periods SET starts_ms = 1, ends_ms = 2 WHERE id = 3").await;
    bonuses::calculate(&shop.app.db, &shop.app.clock, PeriodId(3)).await.unwrap();
    must_be_as_before(&shop, 3).await;
    shop.must_be_sound().await;
}
