//! Layers of the server, called floors: crates in the order of the workspace, so cargo refuses imports from a higher
//! floor. These tests read the sources for circular imports within a floor, and for access to tables of other features.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use ksmart_foundation::db;
use syn::{
    UseTree,
    visit::{self, Visit},
};

/// Path of a file: its floor and its modules there, such as `["shop", "cart"]`. Files of the program itself have no
/// floor.
pub type Module = Vec<String>;

/// Other files of the same floor that each file imports from.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// Returns the names of the floors, from the highest to the lowest.
fn floors() -> Vec<String> {
    let workspace = include_str!("../../../../Cargo.toml");
    let members = workspace.lines().filter_map(|line| line.trim().strip_prefix("\"server/")?.strip_suffix("\","));
    let mut floors: Vec<String> = members.map(str::to_owned).collect();
    floors.reverse();
    assert_eq!(floors.len(), 8, "the workspace lists the floors");
    floors
}

/// Collects all files of a folder with their text.
fn read_folder(folder: &Path, module: &Module, found: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let inner: Module = module.iter().cloned().chain([name.clone()]).collect();
        if path.is_dir() {
            read_folder(&path, &inner, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let own = if ["mod", "lib"].contains(&name.as_str()) { module.clone() } else { inner };
            found.insert(own, fs::read_to_string(&path).unwrap());
        }
    }
}

/// Returns all files of the server with their text.
pub fn sources() -> BTreeMap<Module, String> {
    let server = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::new();
    for floor in floors() {
        read_folder(&server.join(&floor).join("src"), &vec![floor], &mut found);
    }
    read_folder(&server.join("src"), &Vec::new(), &mut found);
    found
}

/// Collects the paths that a file names, as paths in its floor.
struct Reader {
    module: Module,
    /// Depth inside modules within the file itself, such as its tests.
    depth: usize,
    paths: BTreeSet<Module>,
}

impl Reader {
    fn take(&mut self, path: &[String]) {
        let ups = path.iter().take_while(|part| *part == "super").count();
        let rest = path[ups..].iter().cloned();
        match path.first().map(String::as_str) {
            Some("crate") => {
                self.paths.insert(self.module[..1].iter().chain(&path[1..]).cloned().collect());
            }
            Some("super") if ups > self.depth => {
                let base = self.module.len() - (ups - self.depth).min(self.module.len());
                self.paths.insert(self.module[..base].iter().cloned().chain(rest).collect());
            }
            Some("self") if self.depth == 0 => {
                self.paths.insert(self.module.iter().cloned().chain(path[1..].iter().cloned()).collect());
            }
            // A child module of this file.
            Some(_) if self.depth == 0 && ups == 0 => {
                self.paths.insert(self.module.iter().cloned().chain(rest).collect());
            }
            _ => {}
        }
    }

    fn tree(&mut self, tree: &UseTree, before: &[String]) {
        let with = |part: String| before.iter().cloned().chain([part]).collect::<Module>();
        match tree {
            UseTree::Path(path) => self.tree(&path.tree, &with(path.ident.to_string())),
            UseTree::Name(name) => self.take(&with(name.ident.to_string())),
            UseTree::Rename(name) => self.take(&with(name.ident.to_string())),
            UseTree::Glob(_) => self.take(before),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, before)),
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.take(&path.segments.iter().map(|part| part.ident.to_string()).collect::<Vec<_>>());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        // A macro contains only tokens: `json!({"a": crate::shop::cart::b()})`.
        let words = mac.tokens.to_string().replace(" :: ", "::").replace("::{", " ");
        for path in words.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
            let parts: Vec<String> = path.trim_matches(':').split("::").map(str::to_owned).collect();
            if parts.len() > 1 && parts.iter().all(|part| !part.is_empty() && !part.contains(':')) {
                self.take(&parts);
            }
        }
        visit::visit_macro(self, mac);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.depth += 1;
        visit::visit_item_mod(self, item);
        self.depth -= 1;
    }
}

/// Finds the other files that each file imports from: a path belongs to the file with its longest prefix.
fn imports(sources: &BTreeMap<Module, String>) -> Imports {
    let file_of = |path: &Module| (1..=path.len()).rev().map(|n| path[..n].to_vec()).find(|m| sources.contains_key(m));
    let read = |(module, text): (&Module, &String)| {
        let mut reader = Reader { module: module.clone(), depth: 0, paths: BTreeSet::new() };
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", module.join("::")));
        reader.visit_file(&file);
        // The root file of a floor declares its features and combines their state, which they import from it.
        let is_other = |other: &Module| other != module && other.len() > 1;
        let others = reader.paths.iter().filter_map(file_of).filter(is_other).collect();
        (module.clone(), others)
    };
    sources.iter().map(read).collect()
}

/// Returns every circular import of files or of features, as a path from each of its members back to itself.
fn circles(imports: &Imports) -> Vec<String> {
    let feature = |module: &Module| module[..module.len().min(2)].to_vec();
    let mut features = Imports::new();
    for (from, others) in imports {
        let own = features.entry(feature(from)).or_default();
        own.extend(others.iter().map(feature).filter(|other| *other != feature(from)));
    }
    [imports, &features].into_iter().flat_map(|graph| graph.keys().filter_map(|start| way_back(graph, start))).collect()
}

/// Returns the shortest path of imports from a module back to itself.
fn way_back(graph: &Imports, start: &Module) -> Option<String> {
    let mut came_from: BTreeMap<&Module, &Module> = BTreeMap::new();
    let mut next = vec![start];
    while !next.is_empty() {
        let mut further = Vec::new();
        for module in next {
            for other in graph.get(module).into_iter().flatten() {
                if other == start {
                    let mut way = vec![start.join("::"), module.join("::")];
                    let mut at = module;
                    while let Some(before) = came_from.get(at) {
                        way.push(before.join("::"));
                        at = before;
                    }
                    way.reverse();
                    return Some(way.join(" -> "));
                }
                if !came_from.contains_key(other) {
                    came_from.insert(other, module);
                    further.push(other);
                }
            }
        }
        next = further;
    }
    None
}

#[test]
fn no_imports_go_in_circles() {
    let mut found = sources();
    // The program's own files belong to no floor.
    found.retain(|module, _| module.first().is_some_and(|first| floors().contains(first)));
    let imports = imports(&found);
    let all: usize = imports.values().map(BTreeSet::len).sum();
    assert!(all > 400, "only {all} imports were found");
    assert_eq!(circles(&imports), Vec::<String>::new());
}

/// Returns the circular imports of two files.
fn wrong(files: [(&str, &str); 2]) -> Vec<String> {
    let module = |path: &str| path.split("::").map(str::to_owned).collect::<Module>();
    let sources = files.into_iter().map(|(path, text)| (module(path), text.to_owned())).collect();
    circles(&imports(&sources))
}

#[test]
fn circular_imports_are_reported() {
    let catalog = ("shop::catalog", "fn a() {}");
    assert_eq!(wrong([("shop::cart", "use crate::{catalog, ShopState};"), catalog]), Vec::<String>::new());
    for back in [
        "use crate::cart::Line;",
        "fn a() -> crate::cart::Line { b() }",
        "json!({\"a\": crate::cart::b()});",
        "use crate::cart as c;",
    ] {
        let wrong = wrong([("shop::cart", "use super::catalog::A;"), ("shop::catalog", back)]);
        assert!(wrong.iter().any(|found| found == "shop::cart -> shop::catalog -> shop::cart"), "{back}: {wrong:?}");
    }
    // A child module that uses its parent's items, and a parent that uses its child.
    let family = [("shop::cart", "mod lines; fn a() { lines::b() }"), ("shop::cart::lines", "use super::Line;")];
    assert!(wrong(family).iter().any(|found| found.contains("shop::cart::lines")), "{:?}", wrong(family));
}

/// Tables with a second module that may write their rows; a comment states the reason.
const WRITERS: [(&str, &str); 2] = [
    // The end of a member's sessions belongs to the sessions, but is stored in the member's row.
    ("members", "identity::sessions"),
    // The payouts decide whether a bonus is paid.
    ("bonuses", "flows::payouts"),
];

/// Returns the tables that an SQL text writes.
fn written(text: &str) -> impl Iterator<Item = &str> {
    ["INSERT INTO ", "UPDATE ", "DELETE FROM "].into_iter().flat_map(move |verb| {
        let tables = text.match_indices(verb).map(move |(at, _)| &text[at + verb.len()..]);
        tables.filter_map(|rest| {
            let name = rest.split(|c: char| !(c.is_ascii_lowercase() || c == '_')).next()?;
            (!name.is_empty() && name != "set").then_some(name)
        })
    })
}

/// Tables with a module on a lower floor that may read their rows; a comment states the reason.
const READERS: [(&str, &str); 3] = [
    // A member's bonus is paid with its payout, and is shown with the tax that the payout withheld.
    ("payout_items", "members::bonuses::bonus"),
    ("payout_batches", "members::bonuses::bonus"),
    // The list of orders can be filtered to the waiting ones, whatever they wait for.
    ("payment_problems", "shop::orders::admin::listing"),
];

/// Returns the tables that an SQL text reads.
fn read(text: &str) -> impl Iterator<Item = &str> {
    ["FROM ", "JOIN "].into_iter().flat_map(move |verb| {
        let tables = text.match_indices(verb).map(move |(at, _)| &text[at + verb.len()..]);
        tables.filter_map(|rest| rest.split(|c: char| !(c.is_ascii_lowercase() || c == '_')).next())
    })
}

/// Returns a message for every file that reads a table of a higher floor, with the names of the file and the writer.
fn upward_reads(found: &BTreeMap<Module, String>, floors: &[String]) -> Vec<String> {
    let height =
        |module: &Module| floors.iter().position(|floor| Some(floor) == module.first()).map_or(0, |floor| floor + 1);
    let mut writers: BTreeMap<&str, &Module> = BTreeMap::new();
    for (module, text) in found {
        for table in written(text) {
            // The lower of two writers counts: modules above it may read the rows.
            let writer = writers.entry(table).or_insert(module);
            if height(module) > height(writer) {
                *writer = module;
            }
        }
    }
    let mut wrong = Vec::new();
    for (module, text) in found {
        for table in read(text).filter(|table| !READERS.contains(&(table, &module.join("::")))) {
            if let Some(writer) = writers.get(table).filter(|writer| height(writer) < height(module)) {
                wrong.push(format!(
                    "{} reads {table} of {}, which stands above it",
                    module.join("::"),
                    writer.join("::")
                ));
            }
        }
    }
    wrong
}

#[test]
fn no_feature_reads_tables_of_a_higher_floor() {
    let (mut found, floors) = (sources(), floors());
    assert_eq!(upward_reads(&found, &floors), Vec::<String>::new());
    let planted = ["members".to_owned(), "planted".to_owned()].to_vec();
    found.insert(planted, "\"SELECT id FROM orders\"".to_owned());
    let named = upward_reads(&found, &floors);
    assert_eq!(named.len(), 1, "{named:?}");
    assert!(named[0].starts_with("members::planted reads orders of shop::orders"), "{named:?}");
}

#[test]
fn every_table_is_written_by_one_feature() {
    let found = sources();
    let tables: BTreeSet<String> = db::tables(db::newest_version()).into_iter().map(|table| table.name).collect();
    let mut writers: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (module, text) in &found {
        let feature = module[..module.len().min(2)].join("::");
        for table in written(text).filter(|table| tables.contains(*table)) {
            if !WRITERS.contains(&(table, &feature)) {
                writers.entry(table).or_default().insert(feature.clone());
            }
        }
    }
    assert!(writers.len() > 30, "only {} tables were found", writers.len());
    writers.retain(|_, features| features.len() > 1);
    assert_eq!(writers, BTreeMap::new());
}
