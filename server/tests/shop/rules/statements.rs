//! Every SQL text of the server, read from its sources: each is prepared on the database under test, to find texts that
//! are wrong on either database before they are used.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem,
};

use ksmart_foundation::{
    db::{Conn, placeholders, value_rows},
    page::lowered,
};
use sqlx::AssertSqlSafe;
use syn::{
    Block, Expr, ExprLit, File, Lit, Member, Pat, Stmt, Token, Type,
    punctuated::Punctuated,
    visit::{self, Visit},
};

use crate::{
    rules::floors::{Module, sources},
    shop::Shop,
};

/// Parts of SQL that are decided at run time and cannot be read from the sources.
const PIECES: Pieces = &[
    ("flows::payouts::preparation", "values", &["($8, $9, $10, $11, $12, $13, $14)"]),
    ("foundation::db::pool", "caching", &["PRAGMA query_only = ON"]),
    ("foundation::db::references", "when", &["NOT DEFERRABLE"]),
    ("members::network::downline", "among", &["{NEXT}", "{NAMED}", "{SHORT_NAMED}"]),
    ("ops::backup", "name", &["orders"]),
    ("ops::backup", "table", &["orders"]),
    ("ops::backup", "quoted", &["\"internal_values\""]),
    ("ops::backup", "columns", &["\"name\",\"value\""]),
    ("ops::backup", "len", &["2"]),
    ("ops::backup::writing", "name", &["orders"]),
    ("ops::integrity", "table", &["orders"]),
    (
        "shop::catalog::admin::products",
        "conditions",
        &[
            "{status}",
            " AND p.status = 'for_sale' AND p.category_id = $3 AND (p.search_text LIKE $4 ESCAPE '\\' OR p.id = $5)",
        ],
    ),
    (
        "shop::catalog::admin::stock",
        "conditions",
        &["", " AND m.product_id = $6", " AND m.product_id = $6 AND m.kind = $7"],
    ),
    ("shop::orders::admin::listing", "saturating_add", &["1"]),
    (
        "shop::orders::admin::listing",
        "with_product",
        &[
            "o.id IN (SELECT l.order_id FROM products p JOIN order_lines l ON l.product_id = p.id WHERE p.search_text LIKE $3 ESCAPE '\\')",
        ],
    ),
    (
        "shop::orders::admin::listing",
        "moved",
        &[
            "e.kind = $3 AND e.at_ms >= $4 AND e.at_ms < $5",
            "e.kind = $3 AND e.at_ms >= $4 AND e.at_ms < $5 AND e.period_id = $6 AND e.channel <> 'sandbox'",
        ],
    ),
    (
        "shop::orders::admin::listing",
        "conditions",
        &[
            "(o.created_ms, o.id) < ($1, $2)",
            "(o.created_ms, o.id) < ($1, $2) AND o.created_ms >= $3 AND o.payment_status = $4 AND o.shipment_status = $5 AND o.payment_method = $6",
            "(o.created_ms, o.id) < ($1, $2) AND (o.search_text LIKE $3 ESCAPE '\\' OR o.search_text LIKE $4 ESCAPE '\\' OR {with_product}) AND o.payment_status || '' = $5",
            "(o.created_ms, o.id) < ($1, $2) AND {condition}",
            "(o.created_ms, o.id) > ($1, $2) AND o.created_ms < $3 AND {condition}",
            "(o.created_ms, o.id) < ($1, $2) AND o.period_id = $3",
            "(o.created_ms, o.id) < ($1, $2) AND o.id IN (SELECT t.order_id FROM order_tags t WHERE t.tag = $3)",
            "(o.created_ms, o.id) < ($1, $2) AND o.id IN (SELECT e.order_id FROM money_entries e WHERE {moved})",
        ],
    ),
];

/// SQL texts of the sources: every call of `query`, `query_as`, `query_scalar` and `raw_sql`, with its possible texts.
///
/// Literals, constants, `format!`, `if` and `match` are resolved; where several texts are possible, all are collected.
/// Parts decided only at run time are in the table of pieces, and anything else fails.
struct Texts {
    /// Place of each text, with the text.
    found: BTreeSet<(String, String)>,
    /// Calls whose text cannot be resolved, and literals that look like SQL but are passed to no call.
    unknown: BTreeSet<String>,
}

/// Parts decided at run time: the file, the name of the variable, field or function, and its possible texts.
type Pieces = &'static [(&'static str, &'static str, &'static [&'static str])];

/// The functions of sqlx that take a text.
const CALLS: [&str; 4] = ["query", "query_as", "query_scalar", "raw_sql"];

/// Beginnings of statements.
const VERBS: [&str; 5] = ["SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM ", "WITH "];

/// Collects the SQL texts of files.
fn texts(sources: &BTreeMap<Module, String>, pieces: Pieces) -> Texts {
    let files: BTreeMap<String, File> =
        sources.iter().map(|(module, text)| (module.join("::"), syn::parse_file(text).unwrap())).collect();
    let mut constants = Constants::default();
    for (name, file) in &files {
        constants.file.clone_from(name);
        constants.visit_file(file);
    }
    let mut reader = Reader {
        constants: &constants,
        pieces,
        file: String::new(),
        function: String::new(),
        scopes: Vec::new(),
        used: BTreeSet::new(),
        literals: BTreeSet::new(),
        texts: Texts { found: BTreeSet::new(), unknown: BTreeSet::new() },
    };
    for (name, file) in &files {
        reader.file.clone_from(name);
        reader.visit_file(file);
    }
    let Reader { used, literals, mut texts, .. } = reader;
    for (place, literal) in literals {
        if !texts.found.iter().any(|(_, text)| contains(text, &literal)) {
            texts.unknown.insert(format!("{place}: given to no call: {literal}"));
        }
    }
    for (file, name, _) in pieces {
        if !used.contains(&(*file, *name)) {
            texts.unknown.insert(format!("{file}: the piece {name} is asked for by nothing"));
        }
    }
    texts
}

/// Whether a text contains the part of a literal before its first placeholder.
fn contains(text: &str, literal: &str) -> bool {
    text.contains(literal.split(['{', '}']).next().unwrap_or_default())
}

/// Declarations in the files, apart from the calls: the constants, the fields of structs in them, and the functions.
#[derive(Default)]
struct Constants<'ast> {
    file: String,
    inside: bool,
    named: BTreeMap<String, BTreeMap<String, &'ast syn::ItemConst>>,
    fields: BTreeMap<String, Vec<(String, &'ast Expr)>>,
    functions: BTreeMap<String, BTreeMap<String, &'ast Block>>,
}

impl<'ast> Visit<'ast> for Constants<'ast> {
    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.named.entry(item.ident.to_string()).or_default().insert(self.file.clone(), item);
        self.inside = true;
        visit::visit_item_const(self, item);
        self.inside = false;
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.functions.entry(item.sig.ident.to_string()).or_default().insert(self.file.clone(), &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.functions.entry(item.sig.ident.to_string()).or_default().insert(self.file.clone(), &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        if self.inside
            && let Member::Named(name) = &field.member
        {
            self.fields.entry(name.to_string()).or_default().push((self.file.clone(), &field.expr));
        }
        visit::visit_field_value(self, field);
    }
}

struct Reader<'ast> {
    constants: &'ast Constants<'ast>,
    pieces: Pieces,
    file: String,
    function: String,
    /// Possible texts of each name, from the outermost scope to the innermost; `None` if they are unknown.
    scopes: Vec<BTreeMap<String, Option<Vec<String>>>>,
    used: BTreeSet<(&'static str, &'static str)>,
    /// Literals that look like SQL.
    literals: BTreeSet<(String, String)>,
    texts: Texts,
}

impl<'ast> Reader<'ast> {
    fn place(&self) -> String {
        format!("{}: {}", self.file, self.function)
    }

    /// Returns the texts of `pieces` for a name in this file.
    fn piece(&mut self, name: &str) -> Option<Vec<String>> {
        let (file, name, texts) = self.pieces.iter().find(|(file, known, _)| *file == self.file && *known == name)?;
        self.used.insert((file, name));
        let mut made = Vec::new();
        for text in *texts {
            made.extend(self.expand(text, &mut std::iter::empty())?);
        }
        Some(made)
    }

    /// Returns the texts of `pieces` for a function or, without them, the possible results of this function of the
    /// file.
    fn called(&mut self, name: &str) -> Option<Vec<String>> {
        let constants = self.constants;
        self.piece(name).or_else(|| self.block(constants.functions.get(name)?.get(&self.file)?))
    }

    /// Returns the possible texts of a function of another file, if only one file has a function with that name.
    fn imported(&mut self, name: &str) -> Option<Vec<String>> {
        let constants = self.constants;
        let by_file = constants.functions.get(name).filter(|by_file| by_file.len() == 1)?;
        let (file, block) = by_file.first_key_value()?;
        let here = (mem::replace(&mut self.file, file.clone()), mem::take(&mut self.scopes));
        let texts = self.block(block);
        (self.file, self.scopes) = here;
        texts
    }

    /// Resolves a name to its possible texts: of `pieces`, a variable, a constant or a function.
    fn named(&mut self, name: &str) -> Option<Vec<String>> {
        if let Some(piece) = self.piece(name) {
            return Some(piece);
        }
        if let Some(known) = self.scopes.iter().rev().find_map(|scope| scope.get(name)) {
            return known.clone();
        }
        let constants = self.constants;
        let Some(by_file) = constants.named.get(name) else { return self.called(name) };
        let constant = match by_file.get(&self.file) {
            Some(own) => own,
            None if by_file.len() == 1 => by_file.values().next()?,
            None => return None,
        };
        match &*constant.ty {
            Type::Reference(_) => self.value(&constant.expr),
            // The value of a number does not matter when a statement is prepared.
            _ => Some(vec!["1".to_owned()]),
        }
    }

    /// Resolves an expression to its possible texts; `None` if they are unknown.
    fn value(&mut self, expr: &'ast Expr) -> Option<Vec<String>> {
        match expr {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(vec![text.value()]),
                Lit::Int(number) => Some(vec![number.base10_digits().to_owned()]),
                _ => None,
            },
            Expr::Reference(inner) => self.value(&inner.expr),
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Await(inner) => self.value(&inner.base),
            Expr::Path(path) => self.named(&path.path.segments.last()?.ident.to_string()),
            Expr::Field(field) => {
                let Member::Named(name) = &field.member else { return None };
                let name = name.to_string();
                if let Some(piece) = self.piece(&name) {
                    return Some(piece);
                }
                let constants = self.constants;
                let room = self.file.rsplit_once("::").map_or("", |(room, _)| room);
                let near =
                    |file: &str| file == self.file || file.starts_with(&format!("{}::", self.file)) || file == room;
                let found: Vec<_> = constants.fields.get(&name)?.iter().filter(|(file, _)| near(file)).collect();
                self.all(found.into_iter().map(|(_, expr)| *expr))
            }
            Expr::If(choice) => {
                let (_, otherwise) = choice.else_branch.as_ref()?;
                let mut texts = self.block(&choice.then_branch)?;
                texts.extend(self.value(otherwise)?);
                Some(texts)
            }
            Expr::Match(choice) => self.all(choice.arms.iter().map(|arm| &*arm.body)),
            Expr::Block(block) => self.block(&block.block),
            Expr::Array(array) => self.all(array.elems.iter()),
            Expr::Macro(call) if call.mac.path.is_ident("format") => self.format(&call.mac),
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return None };
                match path.path.segments.last()?.ident.to_string().as_str() {
                    "AssertSqlSafe" | "from" => self.value(call.args.first()?),
                    "value_rows" => {
                        let columns = self.value(call.args.get(1)?).and_then(|n| n[0].parse().ok());
                        Some(vec![value_rows(2, columns?)])
                    }
                    "placeholders" => Some(vec![placeholders(self.value(call.args.first()?)?[0].parse().ok()?, 2)]),
                    "lowered" => Some(vec![lowered(&self.value(call.args.first()?)?[0])]),
                    name => self.called(name).or_else(|| self.imported(name)),
                }
            }
            Expr::MethodCall(call) => match call.method.to_string().as_str() {
                "to_owned" | "to_string" | "as_str" | "into" | "join" => self.value(&call.receiver),
                "replace" => {
                    let (from, to) = (self.value(call.args.first()?)?, self.value(call.args.get(1)?)?);
                    Some(self.value(&call.receiver)?.iter().map(|text| text.replace(&from[0], &to[0])).collect())
                }
                name => self.called(name),
            },
            _ => None,
        }
    }

    fn all(&mut self, exprs: impl Iterator<Item = &'ast Expr>) -> Option<Vec<String>> {
        let mut texts = Vec::new();
        for expr in exprs {
            texts.extend(self.value(expr)?);
        }
        (!texts.is_empty()).then_some(texts)
    }

    fn block(&mut self, block: &'ast Block) -> Option<Vec<String>> {
        self.value(last(block)?)
    }

    /// Returns the results of `format!` for all possible arguments.
    fn format(&mut self, mac: &'ast syn::Macro) -> Option<Vec<String>> {
        let parse = Punctuated::<Expr, Token![,]>::parse_terminated;
        // Leaked, so that the arguments parsed from a macro live as long as the files.
        let args: &'static Punctuated<Expr, Token![,]> = Box::leak(Box::new(mac.parse_body_with(parse).ok()?));
        let mut args = args.iter();
        let Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) = args.next() else { return None };
        let text = text.value();
        self.note(&text);
        self.expand(&text, &mut args)
    }

    /// Returns the text once for each combination of possible values of its placeholders.
    fn expand(&mut self, text: &str, args: &mut dyn Iterator<Item = &'ast Expr>) -> Option<Vec<String>> {
        let text = text.replace("{{", "\u{1}").replace("}}", "\u{2}");
        let mut parts = text.split('{');
        let mut made = vec![parts.next()?.to_owned()];
        for part in parts {
            let (name, rest) = part.split_once('}')?;
            let argument = if name.is_empty() { args.next() } else { None };
            let next = match argument {
                // The placeholder is a parameter's number: one more than the parameters before it.
                _ if made[0].ends_with('$') => None,
                Some(argument) => Some(self.value(argument)?),
                None => Some(self.named(name)?),
            };
            let with = |before: &String| match &next {
                None => vec![format!("{before}{}{rest}", last_parameter(before) + 1)],
                Some(texts) => texts.iter().map(|text| format!("{before}{text}{rest}")).collect(),
            };
            made = made.iter().flat_map(with).collect();
        }
        Some(made.into_iter().map(|text| text.replace('\u{1}', "{").replace('\u{2}', "}")).collect())
    }

    fn note(&mut self, literal: &str) {
        if VERBS.iter().any(|verb| literal.trim_start().starts_with(verb)) {
            self.literals.insert((self.place(), literal.to_owned()));
        }
    }

    /// Records the possible texts of a pattern's names.
    fn bind(&mut self, pattern: &'ast Pat, init: Option<&'ast Expr>) {
        match pattern {
            Pat::Ident(name) => {
                // A mutable variable may no longer have its initial value.
                let texts = init.filter(|_| name.mutability.is_none()).and_then(|init| self.value(init));
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(name.ident.to_string(), texts);
                }
            }
            Pat::Type(typed) => self.bind(&typed.pat, init),
            Pat::Tuple(tuple) => {
                for (place, pattern) in tuple.elems.iter().enumerate() {
                    if let Pat::Ident(name) = pattern {
                        let texts = init.and_then(|init| self.all(elements(init, place)?.into_iter()));
                        if let Some(scope) = self.scopes.last_mut() {
                            scope.insert(name.ident.to_string(), texts);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// Returns the final expression of a block that has no other statements.
fn last(block: &Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

/// Returns the expressions that can be at the position `place` of a tuple.
fn elements(expr: &Expr, place: usize) -> Option<Vec<&Expr>> {
    let choices: Vec<&Expr> = match expr {
        Expr::Tuple(tuple) => return Some(vec![tuple.elems.get(place)?]),
        Expr::Array(array) => array.elems.iter().collect(),
        Expr::Match(choice) => choice.arms.iter().map(|arm| &*arm.body).collect(),
        Expr::If(choice) => vec![last(&choice.then_branch)?, &choice.else_branch.as_ref()?.1],
        Expr::Block(block) => vec![last(&block.block)?],
        _ => return None,
    };
    let found: Option<Vec<_>> = choices.into_iter().map(|choice| elements(choice, place)).collect();
    Some(found?.concat())
}

/// Returns the largest parameter number in a text.
pub fn last_parameter(text: &str) -> usize {
    let numbers = text.split('$').skip(1).filter_map(|after| {
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        after[..digits].parse().ok()
    });
    numbers.max().unwrap_or(0)
}

impl<'ast> Visit<'ast> for Reader<'ast> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.function = signature.ident.to_string();
        visit::visit_signature(self, signature);
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_block(&mut self, block: &'ast Block) {
        self.scopes.push(BTreeMap::new());
        visit::visit_block(self, block);
        self.scopes.pop();
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        self.bind(&local.pat, local.init.as_ref().map(|init| &*init.expr));
    }

    fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
        self.scopes.push(BTreeMap::new());
        self.bind(&each.pat, Some(&each.expr));
        visit::visit_expr_for_loop(self, each);
        self.scopes.pop();
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*call.func
            && path.path.segments.last().is_some_and(|name| CALLS.iter().any(|known| name.ident == known))
            && let Some(argument) = call.args.first()
        {
            let place = self.place();
            match self.value(argument) {
                Some(texts) => self.texts.found.extend(texts.into_iter().map(|text| (place.clone(), text))),
                None => {
                    self.texts.unknown.insert(format!("{place}: a call is given a text that nobody knows"));
                }
            }
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.note(&literal.value());
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        // A macro contains only tokens: a call inside it would be missed.
        let words = mac.tokens.to_string();
        if CALLS.iter().any(|call| words.contains(&format!("{call} ("))) || words.contains("query_as ::") {
            self.texts.unknown.insert(format!("{}: a call inside a macro", self.place()));
        }
        if mac.path.is_ident("format") {
            // Records the text; its result is resolved where it is used.
            let _ = self.format(mac);
        }
    }
}

/// Returns the SQL texts of the server.
pub fn of_the_server() -> BTreeSet<(String, String)> {
    let Texts { found, unknown } = texts(&sources(), PIECES);
    assert!(unknown.is_empty(), "texts that are not known: {unknown:#?}");
    found
}

/// Whether a text is for this kind of database.
pub fn is_for(text: &str, shared: bool) -> bool {
    // PostgreSQL does not prepare statements that change tables or settings; those that restore a backup are run by the
    // restore's tests.
    let other: &[&str] = if shared {
        &["PRAGMA ", "sqlite_master", "DO $$", "SET CONSTRAINTS"]
    } else {
        &["pg_tables", "pg_get_serial_sequence", "set_config", "pg_constraint", "SET CONSTRAINTS"]
    };
    !other.iter().any(|word| text.contains(word))
}

/// Prepares a text without running it; it stays prepared until `forget`.
pub async fn prepare(conn: &mut Conn, text: &str, shared: bool) -> sqlx::Result<()> {
    if !shared {
        sqlx::raw_sql(AssertSqlSafe(format!("EXPLAIN {text}"))).execute(conn).await?;
        return Ok(());
    }
    // PostgreSQL cannot infer the type of some parameters; at run time they are numbers or texts, so both are tried.
    let parameters = last_parameter(text);
    let mut prepared = Ok(());
    for kinds in 0..=1_usize << parameters.min(8) {
        let kind = |n: usize| match kinds {
            0 => "unknown",
            _ if (kinds - 1) >> n & 1 == 0 => "bigint",
            _ => "text",
        };
        let kinds: Vec<&str> = (0..parameters).map(kind).collect();
        let kinds = if kinds.is_empty() { String::new() } else { format!("({})", kinds.join(",")) };
        let sql = format!("PREPARE looked_at {kinds} AS {text}");
        match sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *conn).await {
            Ok(_) => return Ok(()),
            Err(error) => prepared = prepared.and(Err(error)),
        }
    }
    prepared
}

/// Discards the prepared statement; SQLite stores none.
pub async fn forget(conn: &mut Conn, shared: bool) -> sqlx::Result<()> {
    if shared {
        sqlx::raw_sql("DEALLOCATE looked_at").execute(conn).await?;
    }
    Ok(())
}

#[tokio::test]
async fn every_sql_statement_can_be_prepared() {
    let texts = of_the_server();
    assert!(texts.len() > 400, "only {} texts were found", texts.len());
    let shop = Shop::start().await;
    let shared = shop.app.db.is_shared();
    let mut conn = shop.app.db.write_one().await.unwrap();
    let mut wrong = Vec::new();
    for (place, text) in texts.iter().filter(|(_, text)| is_for(text, shared)) {
        match prepare(&mut conn, text, shared).await {
            Ok(()) => forget(&mut conn, shared).await.unwrap(),
            Err(error) => wrong.push(format!("{place}: {error}: {text}")),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for text in [
        "SELECT nothing FROM members",
        "SELECT id FROM nobody",
        "UPDATE members SET",
        "SELECT id FROM members WHERE id = $1 AND",
    ] {
        assert!(prepare(&mut conn, text, shared).await.is_err(), "{text}");
    }
}

/// Returns messages about the texts of one file that cannot be resolved.
fn unknown(text: &str) -> Vec<String> {
    let files = BTreeMap::from([(vec!["shop".to_owned()], text.to_owned())]);
    let Texts { found, unknown } = texts(&files, &[("shop", "decided", &["id = $1"])]);
    assert!(unknown.len() + found.len() >= 1, "{text}");
    unknown.into_iter().filter(|message| !message.contains("the piece decided")).collect()
}

#[test]
fn unresolvable_sql_texts_are_reported() {
    for known in [
        r#"fn a() { query("SELECT 1"); }"#,
        r#"const A: &str = "SELECT 1"; fn a() { query_as(A); }"#,
        r#"const A: i64 = 1 + 1; fn a() { let sql = format!("SELECT {A}"); sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql)); }"#,
        r#"fn a(decided: &str) { query(&format!("SELECT 1 FROM a WHERE {decided}")); }"#,
        r#"fn a() { let (_, sql) = if b() { (1, "SELECT 1") } else { (2, "SELECT 2") }; query(sql); }"#,
        r#"fn a() { for sql in ["SELECT 1", "SELECT 2"] { query(sql); } }"#,
    ] {
        assert_eq!(unknown(known), Vec::<String>::new(), "{known}");
    }
    for not_known in [
        r#"fn a(sql: &str) { query(sql); }"#,
        r#"fn a() { let mut sql = String::from("SELECT 1"); sql += b(); query(sql); }"#,
        r#"fn a(b: &str) { query(&format!("SELECT {b}")); }"#,
        r#"fn a() { hidden("SELECT 1"); }"#,
        r#"fn a() { join!(query("SELECT 1")); }"#,
    ] {
        assert_ne!(unknown(not_known), Vec::<String>::new(), "{not_known}");
    }
}
