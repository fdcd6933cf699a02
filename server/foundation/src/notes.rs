//! Notes and tags that administrators put on orders, members and the like: their input, storage and display.

use std::collections::BTreeSet;

use ksmart_core::text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{error::Result, form::refuse};

/// Maximum number of notes on one object.
pub const MOST_NOTES: i64 = 100;
/// Maximum number of different tags that a call lists as being in use.
pub const MOST_NAMED: i64 = 200;
/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 1000;
/// Maximum length of a tag, in characters.
const MAX_TAG: usize = 30;
/// Maximum number of tags on one object.
const MOST_TAGS: usize = 10;

/// A note, visible only to administrators.
#[derive(Debug, Serialize, ToSchema)]
pub struct Note {
    /// Key of the note.
    pub id: i64,
    /// Time of writing, RFC 3339.
    pub at: String,
    /// Name of the administrator who wrote the note.
    pub author: String,
    /// Text of the note.
    pub text: String,
    /// Whether the caller wrote it, and may remove it.
    pub own: bool,
}

/// Request to add a note.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"text": "Telepon dulu sebelum dikirim"})))]
pub struct NoteForm {
    #[schema(min_length = 1, max_length = 1000, pattern = r"\S")]
    text: String,
}

impl NoteForm {
    /// Returns the text of the note, without blanks around it.
    ///
    /// # Errors
    /// 422 if it is empty, too long, or contains unreadable characters.
    pub fn text(&self) -> Result<&str> {
        let text = self.text.trim();
        let is_readable = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
        match text.chars().count() {
            0 => Err(refuse("text", "required", "Tulis catatannya.")),
            length if length > MAX_NOTE => Err(refuse("text", "too_long", "Catatan maksimal 1.000 karakter.")),
            _ if text.chars().all(is_readable) => Ok(text),
            _ => Err(refuse("text", "characters", "Catatan berisi karakter yang tidak diperbolehkan.")),
        }
    }
}

/// Tags, in alphabetical order.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tags {
    /// Tags in lower case.
    pub tags: Vec<String>,
}

/// Request to add tags to an object, and to remove tags from it.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"add": ["kado"], "remove": []})))]
pub struct TagsForm {
    /// Tags of up to 30 characters each.
    #[serde(default)]
    #[schema(max_items = 10)]
    add: Vec<String>,
    #[serde(default)]
    #[schema(max_items = 10)]
    remove: Vec<String>,
}

/// Tags to add and to remove, in the form that is stored.
pub struct TagChange {
    add: BTreeSet<String>,
    remove: BTreeSet<String>,
}

impl TagsForm {
    /// Returns the tags in the form that is stored.
    ///
    /// # Errors
    /// 422 for too many tags, or for an invalid one.
    pub fn checked(&self) -> Result<TagChange> {
        Ok(TagChange { add: kept("add", &self.add)?, remove: kept("remove", &self.remove)? })
    }
}

impl TagChange {
    /// Returns the tags of an object after the change.
    ///
    /// # Errors
    /// 422: there would be more than 10.
    pub fn of(&self, before: &BTreeSet<String>) -> Result<BTreeSet<String>> {
        let left: BTreeSet<String> = before.difference(&self.remove).cloned().collect();
        let after: BTreeSet<String> = left.union(&self.add).cloned().collect();
        if after.len() > MOST_TAGS { Err(too_many("add")) } else { Ok(after) }
    }
}

fn too_many(field: &'static str) -> crate::error::Error {
    refuse(field, "too_many", "Paling banyak 10 tanda.")
}

/// Returns tags in the form that is stored: lower case, one blank between words, no duplicates.
fn kept(field: &'static str, typed: &[String]) -> Result<BTreeSet<String>> {
    if typed.len() > MOST_TAGS {
        return Err(too_many(field));
    }
    let tags: BTreeSet<String> = typed.iter().map(|tag| text::line(tag).to_lowercase()).collect();
    let fits =
        |tag: &String| !tag.chars().any(|c| c == ',' || c.is_control()) && (1..=MAX_TAG).contains(&tag.chars().count());
    if tags.iter().all(fits) {
        Ok(tags)
    } else {
        Err(refuse(field, "characters", "Tanda berisi 1 sampai 30 karakter, tanpa koma."))
    }
}
