//! HTML page of the built web app, and the files that each of its parts loads.

use std::{
    collections::{BTreeSet, HashMap},
    sync::LazyLock,
};

use base64::{Engine, prelude::BASE64_STANDARD as BASE64};
use ksmart_foundation::addresses::ADDRESSES;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::head::escape;

/// Markers around the tags in the page's head that are replaced for each request.
const HEAD: (&str, &str) = ("<!-- head -->", "<!-- /head -->");

/// Markers in the page: one for its first view before the app runs, one for a greeting dialog.
const BEGINNING: &str = "<!-- beginning -->";
const GREETING: &str = "<!-- greeting -->";

/// First parts of the names of the fonts that the page preloads on fast connections.
const FACES: [&str; 3] = ["/fraunces-latin-wght-normal-", "/poppins-latin-400-normal-", "/poppins-latin-600-normal-"];

/// Page used if there is no built app, as in a test of the server alone.
const UNBUILT: &str = "<!doctype html>\n<html lang=\"id\"><head><meta charset=\"utf-8\">\n<!-- head --><!-- /head -->\
                       </head><body><!-- beginning --><!-- greeting --></body></html>\n";

/// Page and Vite's manifest, as `build.rs` found them; empty if there was no built app.
const PAGE: &str = include_str!(concat!(env!("OUT_DIR"), "/index.html"));
const MANIFEST: &str = include_str!(concat!(env!("OUT_DIR"), "/manifest.json"));

/// Page of the app, split at its markers.
pub struct Built {
    before: String,
    /// Tags of the preloaded fonts.
    common: String,
    /// HTML between the replaced tags of the head and the first view.
    between: String,
    /// HTML between the first view and the greeting.
    around: String,
    after: String,
    /// Tags that load the additional files of each part of the app, by the part's source path.
    parts: HashMap<&'static str, String>,
}

static BUILT: LazyLock<Built> =
    LazyLock::new(|| Built::read(if PAGE.contains(HEAD.0) { PAGE } else { UNBUILT }, MANIFEST));

/// Returns the built app.
pub fn built() -> &'static Built {
    &BUILT
}

/// A file of the built app, as Vite's manifest lists it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Chunk {
    file: String,
    imports: Vec<String>,
    css: Vec<String>,
    assets: Vec<String>,
}

impl Built {
    fn read(page: &str, manifest: &str) -> Self {
        let (before, rest) = page.split_once(HEAD.0).unwrap_or((page, ""));
        let rest = rest.split_once(HEAD.1).map_or("", |(_, rest)| rest);
        let (between, rest) = rest.split_once(BEGINNING).unwrap_or((rest, ""));
        let (around, after) = rest.split_once(GREETING).unwrap_or(("", rest));
        let chunks: HashMap<String, Chunk> = serde_json::from_str(manifest).unwrap_or_default();
        let first = needed(&chunks, "index.html");
        let fonts = chunks.get("index.html").into_iter().flat_map(|entry| &entry.assets);
        let fonts = fonts.filter(|file| FACES.iter().any(|face| file.contains(face)));
        let common = fonts.map(|file| {
            let href = escape(file);
            format!("<link as=\"font\" type=\"font/woff2\" crossorigin href=\"/{href}\">\n")
        });
        let tags = |part: &'static str| {
            let others = needed(&chunks, part).into_iter().filter(|key| !first.contains(key));
            let others: Vec<&Chunk> = others.filter_map(|key| chunks.get(key)).collect();
            let scripts = others
                .iter()
                .map(|chunk| format!("<link rel=\"modulepreload\" crossorigin href=\"/{}\">\n", chunk.file));
            let styles = others.iter().flat_map(|chunk| &chunk.css);
            let styles = styles.map(|file| format!("<link rel=\"stylesheet\" crossorigin href=\"/{file}\">\n"));
            (part, scripts.chain(styles).collect())
        };
        Self {
            before: before.to_owned(),
            common: common.collect(),
            between: between.trim_start().to_owned(),
            after: after.to_owned(),
            around: around.to_owned(),
            parts: ADDRESSES
                .iter()
                .filter(|address| chunks.contains_key(address.part))
                .map(|address| tags(address.part))
                .collect(),
        }
    }

    /// Returns the page with `tags` in its head, `beginning` as its first view and `greeting`.
    pub fn page(&self, tags: &str, beginning: &str, greeting: &str) -> String {
        [&self.before, tags, &self.common, &self.between, beginning, &self.around, greeting, &self.after].concat()
    }

    /// Returns the hashes of the page's own scripts, as sources of a content security policy, each after a space.
    pub fn script_hashes(&self) -> String {
        let scripts = [&self.before, &self.between, &self.around, &self.after];
        let scripts = scripts.into_iter().flat_map(|text| text.split("<script>").skip(1));
        let scripts = scripts.filter_map(|text| text.split_once("</script>"));
        scripts.map(|(script, _)| format!(" 'sha256-{}'", BASE64.encode(Sha256::digest(script)))).collect()
    }

    /// Returns the tags for a part of the app and for its API data; the page's loader activates the data's tags after
    /// the scripts. Empty if the app has no such part, because unused data would be loaded in vain.
    pub fn preloads(&self, part: &str, data: &[String]) -> String {
        let Some(modules) = self.parts.get(part) else { return String::new() };
        let data =
            data.iter().map(|path| format!("<link data-later as=\"fetch\" crossorigin href=\"{}\">\n", escape(path)));
        modules.clone() + &data.collect::<String>()
    }
}

/// Returns a chunk and all its imports, by their names in the manifest.
fn needed<'a>(chunks: &'a HashMap<String, Chunk>, part: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut left = vec![part];
    while let Some(key) = left.pop() {
        if let Some(chunk) = chunks.get(key)
            && found.insert(key)
        {
            left.extend(chunk.imports.iter().map(String::as_str));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "src/features/home/HomePage.tsx";

    fn example() -> Built {
        let manifest = r#"{
            "index.html": {"file": "assets/index-1.js", "imports": ["_a.js"],
                           "assets": ["assets/poppins-latin-400-normal-1.woff2", "assets/poppins-latin-400-italic-1.woff2"]},
            "_a.js": {"file": "assets/a-1.js", "imports": ["_a.js"]},
            "_b.js": {"file": "assets/b-1.js", "imports": ["_a.js"], "css": ["assets/b-1.css"]},
            "src/features/home/HomePage.tsx": {"file": "assets/Home-1.js", "imports": ["_a.js", "_b.js"]}
        }"#;
        Built::read(
            "<head><!-- head --><title>x</title><!-- /head --></head><p><!-- beginning --></p><!-- greeting -->.",
            manifest,
        )
    }

    #[test]
    fn preloads_skip_files_the_page_already_loads() {
        let tags = example().preloads(HOME, &["/api/products?a=1&b=2".to_owned()]);
        assert_eq!(
            tags,
            "<link rel=\"modulepreload\" crossorigin href=\"/assets/b-1.js\">\n\
             <link rel=\"modulepreload\" crossorigin href=\"/assets/Home-1.js\">\n\
             <link rel=\"stylesheet\" crossorigin href=\"/assets/b-1.css\">\n\
             <link data-later as=\"fetch\" crossorigin href=\"/api/products?a=1&amp;b=2\">\n"
        );
        assert_eq!(example().preloads("src/features/none/None.tsx", &["/api/x".to_owned()]), "");
    }

    #[test]
    fn tags_replace_the_text_between_the_marks() {
        assert_eq!(
            example().page("<title>y</title>\n", "<h1>z</h1>", "<dialog>"),
            "<head><title>y</title>\n<link as=\"font\" type=\"font/woff2\" crossorigin \
             href=\"/assets/poppins-latin-400-normal-1.woff2\">\n</head><p><h1>z</h1></p><dialog>."
        );
    }

    #[test]
    fn inline_scripts_are_listed_by_hash() {
        let page = Built::read("<!-- head --><!-- /head --><script>a()</script><script src=\"x\"></script>", "");
        assert_eq!(page.script_hashes(), " 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='");
        assert_eq!(example().script_hashes(), "");
    }

    #[test]
    fn an_unbuilt_page_still_renders() {
        assert_eq!(Built::read(UNBUILT, "").page("<title>y</title>", "", "").matches("<title>").count(), 1);
        assert_eq!(Built::read(UNBUILT, "nonsense").preloads(HOME, &[]), "");
    }
}
