//! Head of a page: tags for search engines, messengers and the browser, which are needed before the app runs.

use ksmart_foundation::{format::rupiah, palette::Palette};
use serde_json::Value;

use crate::front::Front;

/// Maximum number of characters of a description.
const DESCRIPTION: usize = 160;

/// Maximum number of characters of a title that an address can set.
pub const TITLE: usize = 100;

/// Metadata of a page.
#[derive(Debug, Default)]
pub struct Head {
    /// Title without the shop's name; empty if the shop's name is the title.
    pub title: String,
    /// Description for search engines, in a sentence or two.
    pub description: String,
    /// Price, rupiah, where there is one.
    pub price_rp: Option<i64>,
    /// Canonical path of this page, percent-encoded; `None` if it has none, such as a missing page.
    pub path: Option<String>,
    /// Whether search engines must not index the page.
    pub hidden: bool,
    /// Picture shown with a link to this page.
    pub picture: Option<Picture>,
    /// Structured data for search engines, each a JSON-LD object.
    pub facts: Vec<Value>,
    /// Tags of files that the browser fetches at once.
    pub preloads: String,
    /// First view of the page before the app runs, as HTML; `None` if only the app can draw it.
    pub beginning: Option<String>,
    /// Greeting dialog above the page, as HTML; empty if there is none.
    pub greeting: String,
    /// Whether the page is shown without the shop's header and footer.
    pub bare: bool,
}

/// Picture shown with a link.
#[derive(Debug)]
pub struct Picture {
    /// Path with its query, percent-encoded.
    pub path: String,
    /// Alternative text.
    pub alt: String,
}

impl Head {
    /// Returns its tags, for the shop with the public address `base`, including the facts about the shop that the app
    /// needs.
    pub fn tags(&self, base: &str, shop: &Front) -> String {
        let site = one_line(&shop.contact.name);
        let title = one_line(&self.title);
        let tab = if title.is_empty() { site.clone() } else { format!("{title} · {site}") };
        let mut tags = Tags(String::with_capacity(4096));
        tags.0 += &format!("<title>{}</title>\n", escape(&tab));
        tags.name("description", &shorten(&self.description, DESCRIPTION));
        if self.hidden {
            tags.name("robots", "noindex");
        }
        tags.0 += &format!(
            "<link rel=\"icon\" href=\"{}\" type=\"{}\">\n<link rel=\"apple-touch-icon\" href=\"{}\">\n",
            escape(&shop.icons.tab),
            shop.icons.tab_type,
            escape(&shop.icons.touch)
        );
        let colours = shop.palette.as_ref().map_or_else(String::new, Palette::css);
        // The element has an id, because the office changes these colours in it for a preview of other ones.
        tags.0 += &format!("<style id=\"palette\">{colours}</style>\n");
        tags.0 += &self.preloads;
        if let Some(path) = &self.path {
            let url = format!("{base}{path}");
            tags.0 += &format!("<link rel=\"canonical\" href=\"{}\">\n", escape(&url));
            tags.property("og:url", &url);
        }
        let social = match self.price_rp {
            Some(price) => shorten(&format!("{} · {}", rupiah(price), self.description), DESCRIPTION),
            None => shorten(&self.description, DESCRIPTION),
        };
        let title = if title.is_empty() { &site } else { &title };
        tags.property("og:site_name", &site);
        tags.property("og:type", if self.price_rp.is_some() { "product" } else { "website" });
        tags.property("og:locale", "id_ID");
        tags.property("og:title", title);
        tags.property("og:description", &social);
        if let Some(price) = self.price_rp {
            tags.property("product:price:amount", &price.to_string());
            tags.property("product:price:currency", "IDR");
        }
        let logo = Picture { path: shop.icons.large.clone(), alt: site.clone() };
        let picture = self.picture.as_ref().unwrap_or(&logo);
        let image = format!("{base}{}", picture.path);
        let alt = one_line(&picture.alt);
        tags.property("og:image", &image);
        tags.property("og:image:alt", &alt);
        tags.name("twitter:card", if self.picture.is_some() { "summary_large_image" } else { "summary" });
        tags.name("twitter:title", title);
        tags.name("twitter:description", &social);
        tags.name("twitter:image", &image);
        tags.name("twitter:image:alt", &alt);
        for fact in &self.facts {
            tags.0 += &format!("<script type=\"application/ld+json\">{}</script>\n", in_script(fact));
        }
        let shop = serde_json::to_value(shop).unwrap_or_default();
        tags.0 += &format!("<script type=\"application/json\" id=\"shop\">{}</script>\n", in_script(&shop));
        tags.0
    }
}

struct Tags(String);

impl Tags {
    fn name(&mut self, name: &str, content: &str) {
        self.0 += &format!("<meta name=\"{name}\" content=\"{}\">\n", escape(content));
    }

    fn property(&mut self, name: &str, content: &str) {
        self.0 += &format!("<meta property=\"{name}\" content=\"{}\">\n", escape(content));
    }
}

/// Escapes text for HTML, between tags and in attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for each in text.chars() {
        match each {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            // HTML does not allow NUL.
            '\0' => escaped.push(char::REPLACEMENT_CHARACTER),
            _ => escaped.push(each),
        }
    }
    escaped
}

/// Escapes JSON for a script element: these characters occur only inside its texts, where an escape means the same.
fn in_script(value: &Value) -> String {
    let mut escaped = value.to_string();
    for (each, escape) in
        [('<', "\\u003c"), ('>', "\\u003e"), ('&', "\\u0026"), ('\u{2028}', "\\u2028"), ('\u{2029}', "\\u2029")]
    {
        if escaped.contains(each) {
            escaped = escaped.replace(each, escape);
        }
    }
    escaped
}

/// Returns text in one line, without control characters.
pub fn one_line(text: &str) -> String {
    let words = text.split(|each: char| each.is_whitespace() || each.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Shortens a text to one line of at most `length` characters. The cut is between two words, or within a word if more
/// than half would be lost otherwise.
pub fn shorten(text: &str, length: usize) -> String {
    let text = one_line(text);
    if text.chars().count() <= length {
        return text;
    }
    let start: String = text.chars().take(length - 1).collect();
    // The cut already falls between two words.
    let whole = text[start.len()..].starts_with(' ');
    let kept = match start.rfind(' ') {
        Some(end) if !whole && end > start.len() / 2 => &start[..end],
        _ => &start,
    };
    format!("{}…", kept.trim_end_matches([' ', ',', ';', ':', '.', '·']))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use ksmart_identity::settings::{ShopSettings, contact::Contact};

    #[test]
    fn descriptions_are_cut_at_a_word() {
        assert_eq!(shorten("  Madu \n hutan\u{0}\tasli ", 160), "Madu hutan asli");
        assert_eq!(shorten("Madu hutan asli", 15), "Madu hutan asli");
        assert_eq!(shorten("Madu hutan asli", 14), "Madu hutan…");
        assert_eq!(shorten("Madu hutan, asli", 12), "Madu hutan…");
        assert_eq!(shorten("Madu hutan asli", 11), "Madu hutan…");
        let long = "é".repeat(500);
        assert_eq!(shorten(&long, 160).chars().count(), 160);
        let words = "kata ".repeat(100);
        assert!(shorten(&words, 160).chars().count() <= 160);
    }

    #[test]
    fn texts_in_the_head_are_escaped() {
        let name = "</script><script>alert(1)</script>\"'&\u{2028}\u{2029}<!--";
        let head = Head {
            title: name.to_owned(),
            description: name.to_owned(),
            picture: Some(Picture { path: "/storage/\"x".to_owned(), alt: name.to_owned() }),
            facts: vec![json!({"name": name})],
            path: Some("/product/1-\"><script>".to_owned()),
            ..Head::default()
        };
        let contact = Contact { name: name.to_owned(), ..Contact::default() };
        let shop = Front::of(&ShopSettings { contact, ..ShopSettings::default() }, &BTreeMap::new(), true);
        let tags = head.tags("https://toko.example", &shop);
        assert_eq!(tags.matches("<script").count(), 2, "{tags}");
        assert_eq!(tags.matches("</script").count(), 2, "{tags}");
        assert!(!tags.contains("<!--") && !tags.contains(['\u{2028}', '\u{2029}']), "{tags}");
        for line in tags.lines().filter(|line| !line.starts_with("<script")) {
            assert!(line.matches('"').count().is_multiple_of(2), "{line}");
        }
        let (_, fact) = tags.split_once("ld+json\">").unwrap();
        let fact: Value = serde_json::from_str(fact.split_once("</script>").unwrap().0).unwrap();
        assert_eq!(fact["name"], name);
        let (_, shop) = tags.split_once("id=\"shop\">").unwrap();
        let shop: Value = serde_json::from_str(shop.split_once("</script>").unwrap().0).unwrap();
        assert_eq!(shop["name"], name);
    }
}
