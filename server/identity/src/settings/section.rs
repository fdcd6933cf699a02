//! A section of the settings: how it is stored, read and edited.

use std::collections::HashMap;

use ksmart_foundation::{db::Conn, error::Result, form::Refusals};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use sqlx::{Error, query, query_as};
use utoipa::ToSchema;

use crate::{
    audit::{self, Change, Subject},
    tokens::Member,
};

/// Settings that are edited together.
pub trait Section: Default + Serialize + DeserializeOwned + Send + Sync {
    /// Name in the database and in the API.
    const NAME: &'static str;

    /// Name in the audit log, in Indonesian.
    const LOGGED_AS: &'static str;

    /// Normalises the values for storage; adds those that are not allowed to `refusals`.
    #[must_use]
    fn validate(self, refusals: &mut Refusals) -> Self;

    /// Normalises the values for storage.
    ///
    /// # Errors
    /// 422 with every refusal.
    fn validated(self) -> Result<Self> {
        let mut refusals = Refusals::default();
        let values = self.validate(&mut refusals);
        refusals.done()?;
        Ok(values)
    }

    /// Returns the values for the audit log.
    fn logged(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// Section with its version, for optimistic locking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Versioned<S> {
    /// The settings.
    pub values: S,
    /// Number of edits; an edit names the number that it is based on.
    pub version: i64,
}

/// Reads a section; defaults with version 0 if it was never edited.
///
/// # Errors
/// Fails if the stored content is invalid.
pub async fn read<S: Section>(conn: &mut Conn) -> sqlx::Result<Versioned<S>> {
    let sql = "SELECT content, version FROM settings WHERE section = $1";
    let row: Option<(String, i64)> = query_as(sql).bind(S::NAME).fetch_optional(conn).await?;
    versioned(row.as_ref())
}

/// Stored content and version of all edited sections, by name.
pub struct StoredSections(HashMap<String, (String, i64)>);

impl StoredSections {
    /// Reads the rows.
    pub async fn read(conn: &mut Conn) -> sqlx::Result<Self> {
        let sql = "SELECT section, content, version FROM settings";
        let rows: Vec<(String, String, i64)> = query_as(sql).fetch_all(conn).await?;
        Ok(Self(rows.into_iter().map(|(section, content, version)| (section, (content, version))).collect()))
    }

    /// Returns a section; defaults with version 0 if it was never edited.
    ///
    /// # Errors
    /// Fails if the stored content is invalid.
    pub fn get<S: Section>(&self) -> sqlx::Result<Versioned<S>> {
        versioned(self.0.get(S::NAME))
    }

    /// Lists the names of the sections.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

fn versioned<S: Section>(row: Option<&(String, i64)>) -> sqlx::Result<Versioned<S>> {
    let values = values(row.map(|(content, _)| content.as_str()))?;
    Ok(Versioned { values, version: row.map_or(0, |(_, version)| *version) })
}

/// Returns the values of a section from its stored content, or its defaults if there is none.
///
/// # Errors
/// Fails if the content is invalid.
pub fn values<S: Section>(content: Option<&str>) -> sqlx::Result<S> {
    content.map_or_else(|| Ok(S::default()), parse)
}

/// Parses the stored content of a section; missing values get their defaults.
///
/// # Errors
/// Fails if the content is invalid.
pub(super) fn parse<S: Section>(content: &str) -> sqlx::Result<S> {
    let invalid = |why: &str| Error::Decode(format!("the settings \"{}\" are invalid: {why}", S::NAME).into());
    let stored: Map<String, Value> = serde_json::from_str(content).map_err(|error| invalid(&error.to_string()))?;
    let mut all = serde_json::to_value(S::default()).map_err(|error| invalid(&error.to_string()))?;
    if let Value::Object(all) = &mut all {
        all.extend(stored);
    }
    let mut refusals = Refusals::default();
    let values: S = serde_json::from_value(all).map_err(|error| invalid(&error.to_string()))?;
    let values = values.validate(&mut refusals);
    match refusals.first() {
        Some(refused) => Err(invalid(&format!("{}: {}", refused.field, refused.message))),
        None => Ok(values),
    }
}

/// Stores an edit of a section; returns false if the edit is based on an older version (optimistic locking).
pub async fn store<S: Section>(conn: &mut Conn, edit: &Versioned<S>) -> sqlx::Result<bool> {
    let content = written(&edit.values)?;
    let query = if edit.version == 0 {
        let sql = "INSERT INTO settings (section, content, version) VALUES ($1, $2, 1) ON CONFLICT DO NOTHING";
        query(sql).bind(S::NAME).bind(content)
    } else {
        let sql = "UPDATE settings SET content = $2, version = version + 1 WHERE section = $1 AND version = $3";
        query(sql).bind(S::NAME).bind(content).bind(edit.version)
    };
    let stored = query.execute(conn).await?;
    Ok(stored.rows_affected() == 1)
}

/// Stores an administrator's edit like [`store`], and records it in the audit log; returns false for an edit of an
/// older version.
///
/// # Errors
/// Fails if the current content is invalid.
pub async fn save<S: Section>(conn: &mut Conn, admin: &Member, now_ms: i64, edit: &Versioned<S>) -> Result<bool> {
    let before = read::<S>(conn).await?.values;
    if !store(conn, edit).await? {
        return Ok(false);
    }
    let change = Change::new("update", Subject::Settings, S::LOGGED_AS, before.logged(), edit.values.logged());
    audit::record(conn, admin, now_ms, change).await?;
    Ok(true)
}

fn written(section: &impl Section) -> sqlx::Result<String> {
    serde_json::to_string(section).map_err(|error| Error::Encode(error.into()))
}

/// Returns the entries of `list` that are in `chosen`, in the order of `list`.
pub(super) fn in_order_of(list: &[&str], chosen: &[String]) -> Vec<String> {
    list.iter().filter(|each| chosen.iter().any(|name| name == *each)).map(|each| (*each).to_owned()).collect()
}
