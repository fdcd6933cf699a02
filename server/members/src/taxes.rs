//! Taxation of bonuses: by a percentage, or by income tax rules, each of which applies from a month on.
//!
//! A rule never changes once its month has begun, and withheld amounts stay unchanged: a new law requires a new rule.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{
    quote::MAX_AMOUNT,
    tax::{MAX_LAYERS, TaxLayer, TaxRule, Withholding},
};
use ksmart_foundation::{
    db::{Conn, Db, DecimalText, is_duplicate},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form::{Refusals, refuse},
    id,
    time::{Clock, Month},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, Confirmed, FINANCE},
    settings::{
        self,
        taxes::{TaxMethod, TaxSettings},
    },
};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::MembersState;

id!(TaxRuleId, "a rule of income tax.");

/// The routes of this feature.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(list, add)).routes(routes!(remove))
}

/// Returns the shop's method of withholding tax from payments in a month.
///
/// # Errors
/// Returns 409 if the method is income tax and no rule applies in the month.
pub async fn withholding(conn: &mut Conn, month: Month) -> Result<Withholding> {
    let taxes = settings::read::<TaxSettings>(conn).await?.values;
    match taxes.method {
        TaxMethod::Flat => Ok(Withholding::Flat(taxes.percent)),
        TaxMethod::Pph21 => {
            let missing = || Error::conflict(Code::MoveRefused, "Belum ada aturan PPh 21 untuk bulan ini.");
            Ok(Withholding::Layered(rule_of(conn, month).await?.ok_or_else(missing)?))
        }
    }
}

/// Returns the rule that applies in a month: the newest that began in or before it.
///
/// # Errors
/// Fails for an invalid rule.
pub async fn rule_of(conn: &mut Conn, month: Month) -> Result<Option<TaxRule>> {
    let sql = "SELECT id, from_month, base_percent, surcharge_percent FROM tax_rules
               WHERE from_month <= $1 ORDER BY from_month DESC LIMIT 1";
    let row: Option<RuleRow> = query_as(sql).bind(month).fetch_optional(&mut *conn).await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(row.rule(conn).await?))
}

#[derive(FromRow)]
struct RuleRow {
    id: TaxRuleId,
    from_month: Month,
    base_percent: DecimalText,
    surcharge_percent: DecimalText,
}

impl RuleRow {
    async fn rule(&self, conn: &mut Conn) -> sqlx::Result<TaxRule> {
        let sql = "SELECT from_rp, rate FROM tax_layers WHERE rule_id = $1 ORDER BY from_rp";
        let layers: Vec<(i64, DecimalText)> = query_as(sql).bind(self.id).fetch_all(conn).await?;
        Ok(TaxRule {
            base_percent: self.base_percent.0,
            surcharge_percent: self.surcharge_percent.0,
            layers: layers.into_iter().map(|(from, rate)| TaxLayer { from, rate: rate.0 }).collect(),
        })
    }
}

/// A layer of a rule.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
struct TaxRuleLayer {
    /// Lower bound of the taxable amount, rupiah; 0 for the first.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    from_rp: i64,
    /// Percent, decimal text with up to two decimals.
    #[schema(pattern = r"^(100|\d{1,2}([.,]\d{1,2})?)$")]
    rate: String,
}

/// A rule of income tax.
#[derive(Debug, Serialize, ToSchema)]
struct TaxRuleShown {
    id: TaxRuleId,
    /// First month in which it applies, `YYYY-MM`.
    from_month: Month,
    /// Taxable part of an income, percent, decimal text.
    base_percent: String,
    /// Surcharge on the tax that is withheld without a valid tax number, percent, decimal text.
    surcharge_percent: String,
    /// Layers of the taxable amount, lowest first.
    layers: Vec<TaxRuleLayer>,
    /// Whether it applies this month.
    is_current: bool,
    /// Whether the first month of the rule is still ahead, so that the rule can be removed.
    is_ahead: bool,
}

/// The rules of income tax, newest first.
#[derive(Debug, Serialize, ToSchema)]
struct TaxRules {
    rules: Vec<TaxRuleShown>,
    /// Current method of calculating the tax on bonuses.
    method: TaxMethod,
}

async fn all(conn: &mut Conn, now: Month) -> Result<TaxRules> {
    let sql = "SELECT id, from_month, base_percent, surcharge_percent FROM tax_rules ORDER BY from_month DESC";
    let rows: Vec<RuleRow> = query_as(sql).fetch_all(&mut *conn).await?;
    let current = rows.iter().map(|row| row.from_month).find(|from| *from <= now);
    let mut rules = Vec::with_capacity(rows.len());
    for row in rows {
        let rule = row.rule(conn).await?;
        let layer = |layer: TaxLayer| TaxRuleLayer { from_rp: layer.from, rate: layer.rate.to_string() };
        rules.push(TaxRuleShown {
            id: row.id,
            from_month: row.from_month,
            base_percent: rule.base_percent.to_string(),
            surcharge_percent: rule.surcharge_percent.to_string(),
            layers: rule.layers.into_iter().map(layer).collect(),
            is_current: Some(row.from_month) == current,
            is_ahead: row.from_month > now,
        });
    }
    Ok(TaxRules { rules, method: settings::read::<TaxSettings>(conn).await?.values.method })
}

/// Lists the rules of income tax.
#[utoipa::path(get, path = "/api/admin/tax/rules", operation_id = "listTaxRules",
    responses((status = 200, body = TaxRules)))]
async fn list(State(db): State<Db>, State(clock): State<Clock>, _: Admin<FINANCE>) -> Result<Json<TaxRules>> {
    Ok(Json(all(&mut *db.read().await?, Month::of(clock.now_ms())).await?))
}

/// A rule of income tax as typed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
#[schema(examples(json!({"from_month": "2030-01", "base_percent": "50", "surcharge_percent": "20", "layers": [
    {"from_rp": 0, "rate": "5"}, {"from_rp": 60_000_000, "rate": "15"}, {"from_rp": 250_000_000, "rate": "25"},
]})))]
struct TaxRuleForm {
    /// First month in which the rule applies, `YYYY-MM`: the current month or a later one.
    #[schema(pattern = r"^\d{4}-\d{2}$")]
    from_month: String,
    /// Taxable part of an income, percent: 0 to 100, up to two decimals.
    #[schema(pattern = r"^(100|\d{1,2}([.,]\d{1,2})?)$")]
    base_percent: String,
    /// Surcharge on the tax of members without a valid tax number, percent: 0 to 100, up to two decimals.
    #[schema(pattern = r"^(100|\d{1,2}([.,]\d{1,2})?)$")]
    surcharge_percent: String,
    /// Layers, 1 to 20, lowest first; the first begins at 0 rupiah.
    #[schema(min_items = 1, max_items = 20)]
    layers: Vec<TaxRuleLayer>,
}

impl TaxRuleForm {
    fn check(&self, now: Month) -> Result<(Month, TaxRule)> {
        let mut refusals = Refusals::default();
        let month = Month::parse(self.from_month.trim()).filter(|month| *month >= now).unwrap_or_else(|| {
            refusals.add("from_month", "month", "Pilih bulan ini atau bulan yang akan datang.");
            now
        });
        let base_percent = refusals.percent("base_percent", "Dasar pengenaan", &self.base_percent, true);
        let surcharge_percent = refusals.percent("surcharge_percent", "Tambahan", &self.surcharge_percent, true);
        let mut layers = Vec::with_capacity(self.layers.len().min(MAX_LAYERS));
        for layer in self.layers.iter().take(MAX_LAYERS) {
            let rate: Decimal = refusals.percent("layers", "Tarif lapisan", &layer.rate, true);
            layers.push(TaxLayer { from: layer.from_rp, rate });
        }
        let rises = layers.is_sorted_by(|lower, higher| lower.from < higher.from);
        let begins = layers.first().is_some_and(|first| first.from == 0);
        let ends = layers.last().is_some_and(|last| last.from <= MAX_AMOUNT) && self.layers.len() <= MAX_LAYERS;
        if !(rises && begins && ends) {
            let message = format!("Lapisan harus mulai dari 0 dan makin tinggi, paling banyak {MAX_LAYERS}.");
            refusals.add("layers", "layers", message);
        }
        refusals.done()?;
        let rule = TaxRule { base_percent, surcharge_percent, layers };
        if rule.check().is_err() {
            let message = "Pajaknya akan melebihi bonusnya. Periksa dasar, tarif, dan tambahannya.";
            return Err(refuse("layers", "layers", message));
        }
        Ok((month, rule))
    }
}

/// Adds a rule that applies from a month on; returns 409 if that month already has one.
#[utoipa::path(post, path = "/api/admin/tax/rules", operation_id = "addTaxRule", request_body = TaxRuleForm,
    responses((status = 201, body = TaxRules), (status = 409), (status = 422)))]
async fn add(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<FINANCE>,
    Body(form): Body<TaxRuleForm>,
) -> Result<(StatusCode, Json<TaxRules>)> {
    let now_ms = clock.now_ms();
    let (month, rule) = form.check(Month::of(now_ms))?;
    let mut tx = db.write().await?;
    let sql = "INSERT INTO tax_rules (from_month, base_percent, surcharge_percent) VALUES ($1, $2, $3) RETURNING id";
    let added = query_scalar(sql)
        .bind(month)
        .bind(DecimalText(rule.base_percent))
        .bind(DecimalText(rule.surcharge_percent))
        .fetch_one(&mut *tx)
        .await;
    let id: TaxRuleId = added.map_err(|error| match is_duplicate(&error) {
        true => Error::conflict(Code::MoveRefused, "Sudah ada aturan yang mulai berlaku bulan itu."),
        false => error.into(),
    })?;
    for layer in &rule.layers {
        let sql = "INSERT INTO tax_layers (rule_id, from_rp, rate) VALUES ($1, $2, $3)";
        query(sql).bind(id).bind(layer.from).bind(DecimalText(layer.rate)).execute(&mut *tx).await?;
    }
    let change = Change::new("add_tax_rule", Subject::Settings, "pajak", Value::Null, logged(month, &rule));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let rules = all(&mut tx, Month::of(now_ms)).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(rules)))
}

/// Removes a rule that has not begun yet; returns 409 for one that has.
#[utoipa::path(delete, path = "/api/admin/tax/rules/{id}", operation_id = "removeTaxRule",
    responses((status = 200, body = TaxRules), (status = 409)))]
async fn remove(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<FINANCE>,
    Path(id): Path<TaxRuleId>,
) -> Result<Json<TaxRules>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let sql = "SELECT id, from_month, base_percent, surcharge_percent FROM tax_rules WHERE id = $1";
    let row: Option<RuleRow> = query_as(sql).bind(id).fetch_optional(&mut *tx).await?;
    let row = row.ok_or_else(|| Error::not_found("Aturan tidak ditemukan."))?;
    if row.from_month <= Month::of(now_ms) {
        let message = "Aturan ini sudah berlaku. Buat aturan baru untuk bulan yang akan datang.";
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let before = logged(row.from_month, &row.rule(&mut tx).await?);
    query("DELETE FROM tax_layers WHERE rule_id = $1").bind(id).execute(&mut *tx).await?;
    query("DELETE FROM tax_rules WHERE id = $1").bind(id).execute(&mut *tx).await?;
    let change = Change::new("remove_tax_rule", Subject::Settings, "pajak", before, Value::Null);
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    let rules = all(&mut tx, Month::of(now_ms)).await?;
    tx.commit().await?;
    Ok(Json(rules))
}

fn logged(month: Month, rule: &TaxRule) -> Value {
    let layers = rule.layers.iter().map(|layer| format!("{}%: {}", layer.rate, layer.from)).collect::<Vec<_>>();
    json!({
        "from_month": month.to_string(), "base_percent": rule.base_percent.to_string(),
        "surcharge_percent": rule.surcharge_percent.to_string(), "layers": layers.join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tax_rule_form_is_checked() {
        let layer = |from_rp, rate: &str| TaxRuleLayer { from_rp, rate: rate.to_owned() };
        let form = |from_month: &str, layers| TaxRuleForm {
            from_month: from_month.to_owned(),
            base_percent: "50".to_owned(),
            surcharge_percent: "20,0".to_owned(),
            layers,
        };
        let now = Month::parse("2026-11").unwrap();
        let (month, rule) = form("2027-01", vec![layer(0, "5"), layer(60_000_000, "12,5")]).check(now).unwrap();
        assert_eq!((month.to_string().as_str(), rule.of_month(200_000_000, false)), ("2027-01", Ok(9_600_000)));
        for wrong in [
            form("2026-10", vec![layer(0, "5")]),
            form("2026-13", vec![layer(0, "5")]),
            form("2027-01", vec![]),
            form("2027-01", vec![layer(1, "5")]),
            form("2027-01", vec![layer(0, "5"), layer(0, "15")]),
            form("2027-01", vec![layer(0, "banyak")]),
            form("2027-01", (0..21).map(|from| layer(from, "5")).collect()),
            TaxRuleForm { base_percent: "100".to_owned(), ..form("2027-01", vec![layer(0, "90")]) },
            TaxRuleForm::default(),
        ] {
            assert!(wrong.check(now).is_err(), "{wrong:?}");
        }
    }
}
