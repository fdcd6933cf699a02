//! Periods that open automatically: their length, first day and name.
//!
//! There is always a period for the present and for the next day, so that orders continue when one ends at midnight.

use axum::{Json, extract::State};
use chrono::{Datelike, Days, Months, NaiveDate};
use ksmart_foundation::{
    db::{Conn, Db, Text},
    document::routes,
    error::Result,
    extract::Body,
    form::Refusals,
    format, text_enum,
    time::{Clock, DAY_MS, jakarta, jakarta_date, jakarta_midnight, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, FINANCE},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState,
    volume::periods::{MAX_PERIOD_NAME, free_name, insert_period},
};

/// Time before the end of the last period at which the next one is created, in milliseconds.
const LEAD_MS: i64 = DAY_MS;

/// Name of the rule in the audit log.
const RULE: &str = "berulang";

/// Placeholders in the pattern of a name: month, year, first day and last day.
const PLACES: [&str; 4] = ["{bulan}", "{tahun}", "{mulai}", "{selesai}"];

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(show, change))
}

/// Unit of the length of a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Unit {
    /// Weeks; a week begins on Monday or another chosen day.
    Week,
    /// Calendar months.
    Month,
}

text_enum!(Unit { Week => "week", Month => "month" });

/// Recurrence of periods.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(examples(json!({"unit": "month", "length": 1, "starts_day": 1, "name_pattern": "{bulan} {tahun}"})))]
struct Rule {
    unit: Unit,
    /// Number of weeks or months: at most 52 or 12.
    #[schema(minimum = 1, maximum = 52)]
    length: u32,
    /// Day on which a period begins: 1 (Monday) to 7 of a week, 1 to 28 of a month.
    #[schema(minimum = 1, maximum = 28)]
    starts_day: u32,
    /// Pattern of their names: `{bulan}` and `{tahun}` are month and year of a period's last day, `{mulai}` and
    /// `{selesai}` its first and last day.
    #[schema(min_length = 1, max_length = 100, pattern = r"\{(bulan|tahun|mulai|selesai)\}")]
    name_pattern: String,
}

impl Rule {
    /// Whether a period begins on this day.
    fn begins_on(&self, day: NaiveDate) -> bool {
        match self.unit {
            Unit::Week => day.weekday().number_from_monday() == self.starts_day,
            Unit::Month => day.day() == self.starts_day,
        }
    }

    /// Returns the first day after a period that begins on `day`.
    ///
    /// Days before the next regular start form a separate period if they are at least half as many as in a regular one.
    /// Otherwise they are added to that regular period.
    fn ends_before(&self, day: NaiveDate) -> Option<NaiveDate> {
        let first = day.iter_days().take(32).find(|day| self.begins_on(*day))?;
        let next = match self.unit {
            Unit::Week => first.checked_add_days(Days::new(u64::from(self.length) * 7)),
            Unit::Month => first.checked_add_months(Months::new(self.length)),
        }?;
        let rest = (first - day).num_days();
        Some(if rest * 2 >= (next - first).num_days() { first } else { next })
    }

    /// Returns the last millisecond of a period that begins at `starts_ms`.
    fn ends_ms(&self, starts_ms: i64) -> Option<i64> {
        let midnight = jakarta_midnight(&jakarta_date(starts_ms))?;
        // A whole period cannot begin on a day that has already begun.
        let begun = u64::from(starts_ms > midnight);
        let day = jakarta(starts_ms).date_naive().checked_add_days(Days::new(begun))?;
        Some(jakarta_midnight(&self.ends_before(day)?.to_string())? - 1)
    }

    /// Returns the name of a period from `starts_ms` to `ends_ms`.
    fn name(&self, starts_ms: i64, ends_ms: i64) -> String {
        let month = format::month(ends_ms);
        let (month, year) = month.split_once(' ').unwrap_or_default();
        let said = [month, year, &format::date(starts_ms), &format::date(ends_ms)];
        PLACES.iter().zip(said).fold(self.name_pattern.clone(), |name, (place, text)| name.replace(place, text))
    }

    /// Checks a typed rule; returns it with its pattern trimmed, or fails with all faults.
    fn read(mut self) -> Result<Self> {
        let mut refusals = Refusals::default();
        let (longest, last_day) = match self.unit {
            Unit::Week => (52, 7),
            Unit::Month => (12, 28),
        };
        refusals.whole("length", "Lama periode", i64::from(self.length), 1..=longest);
        refusals.whole("starts_day", "Hari mulai", i64::from(self.starts_day), 1..=last_day);
        self.name_pattern = refusals.line("name_pattern", "Pola nama", &self.name_pattern, MAX_PERIOD_NAME);
        let rest = PLACES.iter().fold(self.name_pattern.clone(), |rest, place| rest.replace(place, ""));
        if rest.contains(['{', '}']) {
            let message = format!("Dalam kurung kurawal hanya boleh {}.", PLACES.join(", "));
            refusals.add("name_pattern", "place", message);
        } else if rest == self.name_pattern && !rest.is_empty() {
            let message = format!("Sertakan {} agar nama setiap periode berbeda.", PLACES.join(", atau "));
            refusals.add("name_pattern", "place", message);
        } else if self.name(LONG_MS, LONG_MS).chars().count() > MAX_PERIOD_NAME {
            let message = format!("Nama yang jadi tidak boleh lebih dari {MAX_PERIOD_NAME} karakter.");
            refusals.add("name_pattern", "too_long", message);
        }
        refusals.done()?;
        Ok(self)
    }
}

/// A time whose date has the maximum length: 30 September 2026.
const LONG_MS: i64 = 1_790_726_400_000;

#[derive(FromRow)]
struct Row {
    unit: Text<Unit>,
    length: i64,
    starts_day: i64,
    name_pattern: String,
    stopped_ms: Option<i64>,
    version: i64,
}

impl Row {
    /// Returns the rule, unless it was stopped.
    fn rule(&self) -> Option<Rule> {
        Some(Rule {
            unit: self.unit.0,
            length: u32::try_from(self.length).ok()?,
            starts_day: u32::try_from(self.starts_day).ok()?,
            name_pattern: self.name_pattern.clone(),
        })
        .filter(|_| self.stopped_ms.is_none())
    }
}

async fn find(conn: &mut Conn) -> sqlx::Result<Option<Row>> {
    query_as("SELECT unit, length, starts_day, name_pattern, stopped_ms, version FROM bv_recurrence WHERE id = 1")
        .fetch_optional(conn)
        .await
}

/// Time during which the shop can take orders.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderWindow {
    /// Time after which no period takes orders, RFC 3339; null if no period takes orders now.
    pub open_until: Option<String>,
    /// Whether the next period opens automatically.
    pub recurs: bool,
}

/// Returns until when the shop can take orders, by the existing periods.
pub async fn order_window(conn: &mut Conn, now_ms: i64) -> sqlx::Result<OrderWindow> {
    let until_ms = covered_until(conn, now_ms).await?;
    let recurs = find(conn).await?.is_some_and(|row| row.rule().is_some());
    Ok(OrderWindow { open_until: (until_ms > now_ms).then(|| rfc3339(until_ms - 1)), recurs })
}

/// Returns the first time, not before `now_ms`, that no order-taking period covers.
async fn covered_until(conn: &mut Conn, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "SELECT starts_ms, ends_ms FROM bv_periods WHERE frozen_ms IS NULL AND ends_ms >= $1
               ORDER BY starts_ms";
    let periods: Vec<(i64, i64)> = query_as(sql).bind(now_ms).fetch_all(conn).await?;
    let covers = |until_ms: i64, &(starts_ms, ends_ms): &(i64, i64)| {
        if starts_ms <= until_ms { until_ms.max(ends_ms + 1) } else { until_ms }
    };
    Ok(periods.iter().fold(now_ms, covers))
}

/// Opens the periods that are due by the rule, if there is one; part of a transaction that writes.
pub async fn open_due(conn: &mut Conn, now_ms: i64) -> sqlx::Result<()> {
    let Some(rule) = find(conn).await?.and_then(|row| row.rule()) else { return Ok(()) };
    if covered_until(conn, now_ms).await? > now_ms + LEAD_MS {
        return Ok(());
    }
    // The second of two concurrent transactions waits here and then has nothing left to do. Transactions that move
    // points hold the last period, so this one waits for them too.
    query("UPDATE bv_recurrence SET version = version WHERE id = 1").execute(&mut *conn).await?;
    let sql = "UPDATE bv_periods SET name = name
               WHERE id = (SELECT id FROM bv_periods ORDER BY ends_ms DESC, id DESC LIMIT 1)";
    query(sql).execute(&mut *conn).await?;
    loop {
        let until_ms = covered_until(conn, now_ms).await?;
        if until_ms > now_ms + LEAD_MS {
            return Ok(());
        }
        let starts_ms = if until_ms > now_ms { until_ms } else { first_moment(conn, now_ms).await? };
        let sql = "SELECT MIN(starts_ms) FROM bv_periods WHERE starts_ms > $1";
        let following_ms: Option<i64> = query_scalar(sql).bind(until_ms).fetch_one(&mut *conn).await?;
        let Some(ends_ms) = rule.ends_ms(starts_ms) else { return Ok(()) };
        let ends_ms = following_ms.map_or(ends_ms, |following_ms| ends_ms.min(following_ms - 1));
        let name = free_name(conn, rule.name(starts_ms, ends_ms), starts_ms, ends_ms).await?;
        insert_period(conn, &name, starts_ms, ends_ms).await?;
        let after = json!({"name": name, "starts_at": rfc3339(starts_ms), "ends_at": rfc3339(ends_ms)});
        let change = Change::new("open_by_rule", Subject::Period, &name, Value::Null, after);
        audit::record_by_rule(conn, (Subject::Period, RULE), now_ms, change).await?;
        tracing::info!(name, "a BV period opens by itself");
    }
}

/// Returns the start of a new period that takes orders now: the start of the day, or the time after the last ended
/// period if that is later.
async fn first_moment(conn: &mut Conn, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "SELECT MAX(ends_ms) FROM bv_periods WHERE ends_ms < $1";
    let ended_ms: Option<i64> = query_scalar(sql).bind(now_ms).fetch_one(conn).await?;
    let midnight_ms = jakarta_midnight(&jakarta_date(now_ms)).unwrap_or(now_ms);
    Ok(ended_ms.map_or(midnight_ms, |ended_ms| midnight_ms.max(ended_ms + 1)))
}

/// The rule as administrators see it.
#[derive(Debug, Serialize, ToSchema)]
struct Recurrence {
    /// Rule in force; null while periods are created manually.
    rule: Option<Rule>,
    order_window: OrderWindow,
    /// Version that an edit refers to; 0 before the first edit.
    version: i64,
}

/// The rule as typed.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({
    "rule": {"unit": "month", "length": 1, "starts_day": 1, "name_pattern": "{bulan} {tahun}"}, "version": 0
})))]
struct RecurrenceEdit {
    /// New rule; null stops the automatic opening, and existing periods stay.
    rule: Option<Rule>,
    /// The version that was read.
    version: i64,
}

async fn current(conn: &mut Conn, now_ms: i64) -> sqlx::Result<Recurrence> {
    let row = find(conn).await?;
    Ok(Recurrence {
        rule: row.as_ref().and_then(Row::rule),
        order_window: order_window(conn, now_ms).await?,
        version: row.map_or(0, |row| row.version),
    })
}

/// Returns the rule for recurring periods.
#[utoipa::path(get, path = "/api/admin/periods/recurrence", operation_id = "getRecurrence",
    responses((status = 200, body = Recurrence)))]
async fn show(State(db): State<Db>, State(clock): State<Clock>, _: Admin<FINANCE>) -> Result<Json<Recurrence>> {
    Ok(Json(current(&mut *db.read().await?, clock.now_ms()).await?))
}

/// Sets the rule for recurring periods and opens the due ones at once; or stops it.
#[utoipa::path(put, path = "/api/admin/periods/recurrence", operation_id = "setRecurrence",
    request_body = RecurrenceEdit, responses((status = 200, body = Recurrence), (status = 409)))]
async fn change(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<FINANCE>,
    Body(edit): Body<RecurrenceEdit>,
) -> Result<Json<Recurrence>> {
    let now_ms = clock.now_ms();
    let rule = edit.rule.map(Rule::read).transpose()?;
    let mut tx = db.write().await?;
    let before = find(&mut tx).await?.and_then(|row| row.rule());
    if update(&mut tx, rule.as_ref(), edit.version, now_ms).await? == 0 {
        return Err(audit::conflict(current(&mut tx, now_ms).await?, &mut tx, Subject::Period, RULE).await);
    }
    let action = if rule.is_some() { "recur" } else { "stop_recurring" };
    let logged = |rule: &Option<Rule>| rule.as_ref().map_or(Value::Null, |rule| json!(rule));
    let change = Change::new(action, Subject::Period, RULE, logged(&before), logged(&rule));
    audit::record(&mut tx, &admin.0, now_ms, change).await?;
    open_due(&mut tx, now_ms).await?;
    let now = current(&mut tx, now_ms).await?;
    tx.commit().await?;
    Ok(Json(now))
}

/// Writes the rule over the version that was read; returns the number of changed rows.
async fn update(conn: &mut Conn, rule: Option<&Rule>, version: i64, now_ms: i64) -> sqlx::Result<u64> {
    let Some(rule) = rule else {
        let sql = "UPDATE bv_recurrence SET stopped_ms = $2, version = version + 1 WHERE id = 1 AND version = $1";
        return Ok(query(sql).bind(version).bind(now_ms).execute(conn).await?.rows_affected());
    };
    let sql = "INSERT INTO bv_recurrence (id, unit, length, starts_day, name_pattern, version)
               SELECT 1, $1, $2, $3, $4, 1 WHERE $5 = 0 OR EXISTS (SELECT id FROM bv_recurrence)
               ON CONFLICT (id) DO UPDATE SET
                 unit = excluded.unit, length = excluded.length, starts_day = excluded.starts_day,
                 name_pattern = excluded.name_pattern, stopped_ms = NULL, version = bv_recurrence.version + 1
               WHERE bv_recurrence.version = $5";
    let query = query(sql).bind(Text(rule.unit)).bind(i64::from(rule.length)).bind(i64::from(rule.starts_day));
    Ok(query.bind(&rule.name_pattern).bind(version).execute(conn).await?.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(unit: Unit, length: u32, starts_day: u32, name_pattern: &str) -> Rule {
        Rule { unit, length, starts_day, name_pattern: name_pattern.to_owned() }
    }

    #[test]
    fn a_period_lasts_until_the_next_begins() {
        let ends = |rule: &Rule, day: &str| {
            let starts_ms = jakarta_midnight(day).unwrap();
            jakarta_date(rule.ends_ms(starts_ms).unwrap())
        };
        let monthly = rule(Unit::Month, 1, 1, "{bulan} {tahun}");
        for (from, to) in [
            ("2026-12-01", "2026-12-31"),
            ("2028-02-01", "2028-02-29"),
            ("2026-11-03", "2026-11-30"),
            ("2026-11-22", "2026-12-31"),
        ] {
            assert_eq!(ends(&monthly, from), to, "{from}");
        }
        let weekly = rule(Unit::Week, 2, 1, "{mulai}");
        // The 23rd is a Monday.
        assert_eq!(ends(&weekly, "2026-11-23"), "2026-12-06");
        assert_eq!(ends(&weekly, "2026-11-22"), "2026-12-06");
        assert_eq!(ends(&weekly, "2026-11-16"), "2026-11-29");
        let quarterly = rule(Unit::Month, 3, 28, "{bulan}");
        assert_eq!(ends(&quarterly, "2026-11-28"), "2027-02-27");
        // Closed early: the rest of the day is a remainder, not a whole period.
        let noon_ms = jakarta_midnight("2026-12-01").unwrap() + DAY_MS / 2;
        assert_eq!(jakarta_date(monthly.ends_ms(noon_ms).unwrap()), "2026-12-31");
    }

    #[test]
    fn period_names_follow_a_pattern() {
        let (from_ms, to_ms) = (jakarta_midnight("2026-11-22").unwrap(), jakarta_midnight("2027-01-01").unwrap() - 1);
        let named = |pattern| rule(Unit::Month, 1, 1, pattern).name(from_ms, to_ms);
        assert_eq!(named("{bulan} {tahun}"), "Desember 2026");
        assert_eq!(named("BV {mulai} – {selesai}"), "BV 22 November 2026 – 31 Desember 2026");
        for wrong in ["", "Periode", "{nomor} {bulan}", "{bulan", &"{selesai}".repeat(9)] {
            assert!(rule(Unit::Month, 1, 1, wrong).read().is_err(), "{wrong}");
        }
        assert!(rule(Unit::Week, 53, 1, "{mulai}").read().is_err());
        assert!(rule(Unit::Week, 1, 8, "{mulai}").read().is_err());
        assert_eq!(rule(Unit::Week, 1, 7, " {mulai} ").read().unwrap().name_pattern, "{mulai}");
    }
}
