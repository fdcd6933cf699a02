//! Keyset pagination of long lists: the requested number of rows, the cursor to continue from, and the search text.
//!
//! A page is found by the key of the last row before it, never by counting rows. So the last page of a long list costs
//! as much as the first, and a new row moves no other row to another page.

use axum::{
    extract::{FromRequestParts, Query},
    http::request::Parts,
};
use ksmart_core::text;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    document::{Call, Part},
    error::{Error, Result},
};

/// Maximum number of rows that a call can request for a page.
const MAX_LIMIT: i64 = 100;

/// Maximum number of rows for a call without a limit.
pub const CEILING: i64 = 1000;

/// Pattern that matches no folded text, since none has an apostrophe.
const NOTHING: &str = "'";

/// Maximum length of a search text, in characters.
const MAX_SEARCH: usize = 100;

/// The query parameters of a list in pages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PageParams {
    /// Number of rows, 1 to 100; without it up to 1000 are returned.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    /// The `next_cursor` of the previous page.
    #[param(pattern = r"^-?\d{1,18}(\.-?\d{1,18})*$")]
    cursor: Option<String>,
}

/// Requested page of a list whose rows are sorted by a key of `K` numbers.
#[derive(Debug)]
pub struct Page<const K: usize> {
    limit: i64,
    after: Option<[i64; K]>,
}

impl<const K: usize> Page<K> {
    /// Returns a page of the next `limit` rows, after the row with the key `after`. The server itself uses it to go
    /// through a whole list.
    pub fn next(limit: i64, after: Option<[i64; K]>) -> Self {
        Self { limit, after }
    }

    /// Returns the number of rows to look up: one more than wanted, which shows whether there is another page.
    pub fn lookup(&self) -> i64 {
        self.limit + 1
    }

    /// Returns the key of the last row before this page. For the first page it is the key before all others, made of
    /// `first`: `i64::MIN` in ascending order, `i64::MAX` in descending order.
    pub fn after(&self, first: i64) -> [i64; K] {
        self.after.unwrap_or([first; K])
    }

    /// Cuts the rows that were looked up to the requested number; returns the cursor of the next page if there is one.
    pub fn cut<T>(&self, rows: &mut Vec<T>, key: impl FnOnce(&T) -> [i64; K]) -> Option<String> {
        let limit = usize::try_from(self.limit).unwrap_or_default();
        if rows.len() <= limit {
            return None;
        }
        rows.truncate(limit);
        rows.last().map(|last| key(last).map(|number| number.to_string()).join("."))
    }

    fn of(params: &PageParams) -> Result<Self> {
        let limit = match &params.limit {
            None => CEILING,
            Some(typed) => typed
                .parse()
                .ok()
                .filter(|limit| (1..=MAX_LIMIT).contains(limit))
                .ok_or_else(|| Error::invalid("Jumlah baris per halaman harus 1 sampai 100."))?,
        };
        let after = match &params.cursor {
            None => None,
            Some(cursor) => Some(read_cursor(cursor).ok_or_else(|| Error::invalid("Halaman tidak ditemukan."))?),
        };
        Ok(Self { limit, after })
    }
}

/// Reads the numbers of a cursor, written exactly as [`Page::cut`] writes them.
fn read_cursor<const K: usize>(cursor: &str) -> Option<[i64; K]> {
    let numbers: Vec<i64> = cursor
        .split('.')
        .map(|text| text.parse().ok().filter(|number: &i64| number.to_string() == text))
        .collect::<Option<_>>()?;
    numbers.try_into().ok()
}

impl<S: Send + Sync, const K: usize> FromRequestParts<S> for Page<K> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Self::of(&Query::from_request_parts(parts, state).await?.0)
    }
}

impl<const K: usize> Part for Page<K> {
    fn describe(call: &mut Call<'_>) {
        call.takes_query::<PageParams>();
        call.refuses(&[400, 422]);
    }
}

/// Returns the pattern for `LIKE $n ESCAPE '\'` that finds `search` anywhere in a column of folded text; without
/// `search` it matches everything.
///
/// # Errors
/// 422 for a text that is too long.
pub fn pattern(search: Option<&str>) -> Result<String> {
    found_anywhere(search, text::fold)
}

/// Returns the pattern for `LIKE $n ESCAPE '\'` that finds `search` anywhere in a column converted by [`lowered`];
/// without `search` it matches everything.
///
/// For free texts only: names are found by their folded columns, in any spelling of their letters.
///
/// # Errors
/// 422 for a text that is too long.
pub fn lowered_pattern(search: Option<&str>) -> Result<String> {
    found_anywhere(search, |search| search.to_lowercase().replace(['’', '‘'], "'"))
}

/// Returns the SQL that converts a text, stored as typed, for [`lowered_pattern`]: lower case, straight apostrophes.
pub fn lowered(sql: &str) -> String {
    format!("LOWER(REPLACE(REPLACE({sql}, '’', ''''), '‘', ''''))")
}

fn found_anywhere(search: Option<&str>, normal: fn(&str) -> String) -> Result<String> {
    let search = search.unwrap_or_default().trim();
    if search.chars().count() > MAX_SEARCH {
        return Err(Error::invalid("Kata pencarian maksimal 100 karakter."));
    }
    let normal = normal(search);
    if normal.is_empty() && !search.is_empty() {
        // Punctuation alone, such as apostrophes, does not occur in folded text.
        return Ok(NOTHING.to_owned());
    }
    let mut pattern = String::from("%");
    for c in normal.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    if pattern.len() > 1 {
        pattern.push('%');
    }
    Ok(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(limit: Option<&str>, cursor: Option<&str>) -> Result<Page<2>> {
        Page::of(&PageParams { limit: limit.map(str::to_owned), cursor: cursor.map(str::to_owned) })
    }

    #[test]
    fn a_cursor_continues_after_its_row() {
        let first = page(Some("2"), None).unwrap();
        assert_eq!((first.lookup(), first.after(i64::MIN)), (3, [i64::MIN; 2]));
        let mut rows = vec![[1, 5], [1, 6], [2, -1]];
        let cursor = first.cut(&mut rows, |row| *row).unwrap();
        assert_eq!(rows, [[1, 5], [1, 6]]);
        let second = page(None, Some(&cursor)).unwrap();
        assert_eq!((second.lookup(), second.after(i64::MIN)), (1001, [1, 6]));
        assert_eq!(second.cut(&mut rows, |row| *row), None);
    }

    #[test]
    fn invalid_limits_and_cursors_are_refused() {
        for limit in ["0", "101", "-1", "", "ten", "9999999999999999999999"] {
            assert!(page(Some(limit), None).is_err(), "{limit}");
        }
        for cursor in ["", ".", "1", "1.2.3", "1.x", "+1.2", "01.2", "1. 2", "99999999999999999999.1"] {
            assert!(page(None, Some(cursor)).is_err(), "{cursor}");
        }
    }

    #[test]
    fn search_patterns_escape_wildcards() {
        assert_eq!(pattern(None).unwrap(), "%");
        assert_eq!(pattern(Some("  ")).unwrap(), "%");
        assert_eq!(pattern(Some(" Siti_100%\\ ")).unwrap(), "%siti\\_100\\%\\\\%");
        assert_eq!(pattern(Some("Nur’s  Crème\u{a0}")).unwrap(), "%nurs creme%");
        assert_eq!(pattern(Some(" ’` ")).unwrap(), NOTHING);
        assert_eq!(lowered_pattern(Some("Nur’s  Crème\u{a0}")).unwrap(), "%nur's  crème%");
        assert!(pattern(Some(&"x".repeat(101))).is_err());
    }
}
