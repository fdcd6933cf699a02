//! Long lists in pages: how many rows a call wants, where it goes on, and the text that it searches for.
//!
//! A page is found by the key of the last row before it, never by counting rows: the last page of a long list costs as
//! much as the first, and a row that comes meanwhile moves none across a border.

use axum::{
    extract::{FromRequestParts, Query},
    http::request::Parts,
};
use ksmart_core::text;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::foundation::{
    document::{Call, Part},
    error::{Error, Result},
};

/// The most rows that a page can be asked to have.
const MAX_LIMIT: i64 = 100;

/// The most rows that a call gets that asks for no limit.
pub const CEILING: i64 = 1000;

/// Pattern that no folded text fits: none has an apostrophe.
const NOTHING: &str = "'";

/// The longest text that can be searched for, in characters.
const MAX_SEARCH: usize = 100;

/// The query parameters of a list in pages.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PageParams {
    /// Rows wanted, 1 to 100; without it up to 1000 come.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    /// The `next_cursor` of the page before.
    #[param(pattern = r"^-?\d{1,18}(\.-?\d{1,18})*$")]
    cursor: Option<String>,
}

/// The page that a call wants of a list whose rows are in the order of `K` numbers.
#[derive(Debug)]
pub struct Page<const K: usize> {
    limit: i64,
    after: Option<[i64; K]>,
}

impl<const K: usize> Page<K> {
    /// The next `limit` rows, after the row with the key `after`: what the server itself asks for, to go through a whole list.
    pub fn next(limit: i64, after: Option<[i64; K]>) -> Self {
        Self { limit, after }
    }

    /// Returns the number of rows to look up: one more than wanted, which shows whether there is another page.
    pub fn lookup(&self) -> i64 {
        self.limit + 1
    }

    /// The key of the last row before this page; on the first page the key that comes before all others, made of
    /// `first`: `i64::MIN` for a rising order, `i64::MAX` for a falling one.
    pub fn after(&self, first: i64) -> [i64; K] {
        self.after.unwrap_or([first; K])
    }

    /// Cuts what was looked up to what is wanted; gives the cursor of the next page if there is one.
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

/// The numbers of a cursor, written exactly as [`Page::cut`] writes them.
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

/// The pattern for `LIKE $n ESCAPE '\'` that finds `search` anywhere in a column of folded text; everything without one.
///
/// # Errors
/// 422 for a text that is too long.
pub fn pattern(search: Option<&str>) -> Result<String> {
    found_anywhere(search, text::fold)
}

/// The pattern for `LIKE $n ESCAPE '\'` that finds `search` anywhere in what [`lowered`] makes of a column; everything
/// without one.
///
/// It is for free texts: names are found by their folded columns, however their letters are typed.
///
/// # Errors
/// 422 for a text that is too long.
pub fn lowered_pattern(search: Option<&str>) -> Result<String> {
    found_anywhere(search, |search| search.to_lowercase().replace(['’', '‘'], "'"))
}

/// The SQL of a text that is kept as it was typed, for [`lowered_pattern`]: in lower case, its apostrophes straight.
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
        // Signs alone, such as apostrophes, stand in no folded text.
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
    fn a_cursor_leads_back_to_the_row_it_was_made_of() {
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
    fn what_is_no_page_is_refused() {
        for limit in ["0", "101", "-1", "", "ten", "9999999999999999999999"] {
            assert!(page(Some(limit), None).is_err(), "{limit}");
        }
        for cursor in ["", ".", "1", "1.2.3", "1.x", "+1.2", "01.2", "1. 2", "99999999999999999999.1"] {
            assert!(page(None, Some(cursor)).is_err(), "{cursor}");
        }
    }

    #[test]
    fn a_search_finds_its_letters_and_nothing_else() {
        assert_eq!(pattern(None).unwrap(), "%");
        assert_eq!(pattern(Some("  ")).unwrap(), "%");
        assert_eq!(pattern(Some(" Siti_100%\\ ")).unwrap(), "%siti\\_100\\%\\\\%");
        assert_eq!(pattern(Some("Nur’s  Crème\u{a0}")).unwrap(), "%nurs creme%");
        assert_eq!(pattern(Some(" ’` ")).unwrap(), NOTHING);
        assert_eq!(lowered_pattern(Some("Nur’s  Crème\u{a0}")).unwrap(), "%nur's  crème%");
        assert!(pattern(Some(&"x".repeat(101))).is_err());
    }
}
