//! Imports products from a file: first a preview that names each bad row; then all changes, or none.

mod file;
mod headers;
mod plan;

use std::collections::HashMap;

use axum::{
    Json,
    extract::{DefaultBodyLimit, State},
};
use ksmart_foundation::{
    db::{Conn, Db, is_duplicate, retried},
    document::routes,
    error::{Error, Result},
    extract::{Multipart, Query},
    ids::{ProductId, VariantId},
    storage::Storage,
    table::{self, RowError},
    time::Clock,
    upload,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, CATALOGUE},
    tokens::Member,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::{
        admin::{
            categories,
            import::{
                file::Table,
                plan::{CellChange, Plan, Step},
            },
            listing::ListedProduct,
            products::{self, Beginning},
            stock::MAX_REASON,
            terms_form::refusal,
        },
        choices::Edit,
        products::Catalog,
        stock::{ByHand, lock, move_by_hand},
        variants,
        writing::{ProductFields, insert_products, update_product},
    },
};

/// Maximum size of a file, bytes.
const MAX_FILE: usize = 5 * 1024 * 1024;

/// Maximum number of new products stored at once.
const MADE_AT_ONCE: usize = 200;

/// Maximum number of characters of a cell that a preview shows.
const MAX_SHOWN: usize = 200;

/// The routes of the import. The body limit is the maximum size of the file plus 64 KiB for the rest of the request.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(import)).layer(DefaultBodyLimit::max(MAX_FILE + 64 * 1024))
}

#[derive(Debug, Deserialize, IntoParams)]
struct ImportParams {
    /// Whether only to return a preview.
    dry_run: bool,
    /// Digest from the preview: ensures that the import done now is the one that was shown.
    digest: Option<String>,
    /// Whether the columns `stok` and `stok_varian` are read and change stock.
    #[serde(default)]
    #[param(required = false)]
    stock: bool,
    /// Whether missing categories are created.
    #[serde(default)]
    #[param(required = false)]
    categories: bool,
    /// Whether new products stay outside the shop until they are published.
    #[serde(default)]
    #[param(required = false)]
    draft: bool,
    /// Reason for the stock changes, for the stock books; up to 300 characters, by default the name of the file.
    #[param(max_length = 300)]
    reason: Option<String>,
}

impl ImportParams {
    /// Returns the reason for the stock changes, by default the name of the file.
    ///
    /// # Errors
    /// 422 if the given reason is too long, or contains control characters.
    fn reason(&self, file: &str) -> Result<String> {
        let typed = self.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
        let Some(reason) = typed else { return Ok(format!("Impor berkas {file}").trim_end().to_owned()) };
        if reason.chars().count() > MAX_REASON || reason.contains(char::is_control) {
            return Err(vec![refusal("reason", format!("Alasan maksimal {MAX_REASON} karakter."))].into());
        }
        Ok(reason.to_owned())
    }
}

/// Result of importing a file of products.
#[derive(Debug, Serialize, ToSchema)]
struct ImportAnswer {
    /// Whether the import was done; if not, nothing was changed.
    applied: bool,
    /// Number of rows that create a product.
    created: usize,
    /// Number of rows that change a product.
    changed: usize,
    /// Number of rows that change nothing.
    unchanged: usize,
    /// Number of mistakes in all rows; while there are any, nothing can be imported.
    mistakes: usize,
    /// The first 200 mistakes, by line.
    errors: Vec<RowError>,
    /// The first 200 rows that create or change a product.
    changes: Vec<RowChange>,
    /// Columns that are not read: informative ones, row numbers, and the stock columns unless requested.
    ignored_columns: Vec<&'static str>,
    /// Number of example rows left over from the downloadable table; they are not read.
    examples: usize,
    /// Names of missing categories; with `categories` the import creates them, otherwise `errors` reports them.
    missing_categories: Vec<String>,
    /// Digest of this preview, to be sent with the same file to perform the import.
    digest: String,
}

/// Product created or changed by a row.
#[derive(Debug, Serialize, ToSchema)]
struct RowChange {
    /// Line in the file, from 1.
    line: u64,
    /// Key of the product; null for a new one.
    id: Option<ProductId>,
    /// Its name after the import.
    name: String,
    cells: Vec<CellChange>,
}

/// Part of an import request.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the part is read by its name")]
struct ImportUpload {
    /// CSV, or a workbook (.xlsx) of which the first sheet is read; up to 5 MB and 5,000 rows.
    #[schema(value_type = String, content_media_type = "application/octet-stream")]
    file: Vec<u8>,
}

/// Previews or performs an import of a file of products (multipart field `file`; CSV or .xlsx, up to 5 MB and 5,000
/// rows).
#[utoipa::path(post, path = "/api/admin/products/import", request_body(content = ImportUpload, content_type = "multipart/form-data"), operation_id = "importProducts",
    responses((status = 200, body = ImportAnswer), (status = 409), (status = 422)))]
async fn import(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(catalog): State<Catalog>,
    State(storage): State<Storage>,
    admin: Admin<CATALOGUE>,
    Query(params): Query<ImportParams>,
    Multipart(form): Multipart,
) -> Result<Json<ImportAnswer>> {
    let (bytes, name) = upload::uploaded(form).await?;
    let reason = params.reason(&name)?;
    let table = file::read(bytes, params.stock).await.map_err(Error::invalid)?;
    let now_ms = clock.now_ms();
    if params.dry_run {
        let plan = plan::make(&mut *db.read().await?, &table, params.categories, now_ms).await?;
        return Ok(Json(answer(&plan, &table, false)));
    }
    let digest = params.digest.ok_or_else(|| Error::invalid("Periksa pratinjaunya lebih dulu."))?;
    let pictures = match params.categories {
        true => draw_missing(&db, &storage, &table, &digest, now_ms).await?,
        false => HashMap::new(),
    };
    let by = By { member: &admin.0, reason: &reason, draft: params.draft, pictures, now_ms };
    let applied = retried(|| apply(&db, &by, &table, params.categories, &digest)).await?;
    let Some(plan) = applied else {
        let mut conn = db.read().await?;
        let plan = plan::make(&mut conn, &table, params.categories, now_ms).await?;
        let kept: Vec<String> =
            plan.steps.iter().filter_map(|step| step.kept.as_ref()).map(|kept| kept.id.to_string()).collect();
        let current = answer(&plan, &table, false);
        return Err(audit::conflict_among(current, &mut conn, Subject::Product, &kept).await);
    };
    catalog.mark_changed();
    Ok(Json(answer(&plan, &table, true)))
}

/// Draws a picture for each missing category, if the file matches the digest; returns the pictures' keys by category
/// name. Runs before the import's transaction, which therefore does not wait for the drawing.
async fn draw_missing(
    db: &Db,
    storage: &Storage,
    table: &Table,
    digest: &str,
    now_ms: i64,
) -> Result<HashMap<String, String>> {
    let plan = plan::make(&mut *db.read().await?, table, true, now_ms).await?;
    let is_seen = plan.errors.is_empty() && plan.digest == digest;
    let mut pictures = HashMap::new();
    for name in plan.missing.into_iter().filter(|_| is_seen) {
        let picture = categories::draw(storage, &name).await?;
        pictures.insert(name, picture);
    }
    Ok(pictures)
}

/// Administrator and time of an import, the reason for its stock changes, and whether new products are drafts.
struct By<'a> {
    member: &'a Member,
    reason: &'a str,
    draft: bool,
    /// Keys of the pictures for the categories that the import creates, by category name.
    pictures: HashMap<String, String>,
    now_ms: i64,
}

impl By<'_> {
    fn adjusted(&self, variant: Option<VariantId>, quantity: i64) -> ByHand<'_> {
        ByHand::adjustment(self.member.id, variant, quantity, self.reason, self.now_ms)
    }
}

/// Imports a file in one transaction. Returns `None` and changes nothing if the effect does not match the digest.
async fn apply(db: &Db, by: &By<'_>, table: &Table, makes_missing: bool, digest: &str) -> Result<Option<Plan>> {
    let mut tx = db.write().await?;
    if makes_missing {
        categories::lock_all(&mut tx).await?;
    }
    let mut plan = plan::make(&mut tx, table, makes_missing, by.now_ms).await?;
    if !plan.errors.is_empty() || plan.digest != digest {
        return Ok(None);
    }
    if !make_missing(&mut tx, by, &mut plan).await? {
        return Ok(None);
    }
    if !write(&mut tx, by, &plan).await.map_err(products::name_or_code_taken)? {
        return Ok(None);
    }
    tx.commit().await?;
    Ok(Some(plan))
}

/// Creates the missing categories; returns false if another request has just created or deleted one of them.
async fn make_missing(conn: &mut Conn, by: &By<'_>, plan: &mut Plan) -> sqlx::Result<bool> {
    for (name, place) in plan.missing.iter().zip(1..) {
        let Some(picture) = by.pictures.get(name) else { return Ok(false) };
        let id = match categories::make(conn, name, picture, by.member, by.now_ms).await {
            Err(error) if is_duplicate(&error) => return Ok(false),
            id => id?,
        };
        for step in plan.steps.iter_mut().filter(|step| step.fields.category_id == -place) {
            step.fields.category_id = id;
        }
    }
    Ok(true)
}

/// Makes the changes of a plan; returns false if a product has changed since the plan was made.
async fn write(conn: &mut Conn, by: &By<'_>, plan: &Plan) -> sqlx::Result<bool> {
    let mut changes = Vec::with_capacity(plan.steps.len());
    let mut changed: Vec<(&ListedProduct, &Step)> =
        plan.steps.iter().filter_map(|step| Some((step.kept.as_ref()?, step))).collect();
    // Checkouts take the products in this order too, which prevents deadlocks.
    changed.sort_by_key(|(kept, _)| kept.id);
    for (kept, step) in changed {
        let fields = &step.fields;
        if *fields != kept.fields {
            let edit = Edit { member: by.member.id, at_ms: by.now_ms, division: &[] };
            if !update_product(conn, kept.id, kept.version, &kept.fields, fields, &edit).await? {
                return Ok(false);
            }
            changes.push(Change::new("import", Subject::Product, kept.id, kept.fields.log_value(), fields.log_value()));
        }
        if !step.variant_stocks.is_empty() {
            if !count_variants(conn, by, kept, &step.variant_stocks).await? {
                return Ok(false);
            }
            let before = json!({"variant_stocks": kept.variant_stocks});
            let after = json!({"variant_stocks": step.variant_stocks, "reason": by.reason});
            changes.push(Change::new("adjust", Subject::Product, kept.id, before, after));
        }
        if let Some(stock) = step.stock {
            if !count(conn, by, kept, stock).await? {
                return Ok(false);
            }
            let (before, after) = (json!({"stock": kept.stock}), json!({"stock": stock, "reason": by.reason}));
            changes.push(Change::new("adjust", Subject::Product, kept.id, before, after));
        }
    }
    let new: Vec<&Step> = plan.steps.iter().filter(|step| step.kept.is_none()).collect();
    let waits = |fields: &ProductFields| by.draft || fields.schedule.publish_ms.is_some();
    let begin = Beginning { member: by.member.id, at_ms: by.now_ms };
    for some in new.chunks(MADE_AT_ONCE) {
        let stocked: Vec<_> = some.iter().map(|step| (&step.fields, step.opening_stock)).collect();
        let ids = insert_products(conn, &stocked, by.member.id, by.now_ms).await?;
        let drafts: Vec<ProductId> =
            ids.iter().zip(some).filter(|(_, step)| waits(&step.fields)).map(|(id, _)| *id).collect();
        if !drafts.is_empty() {
            products::keep_as_drafts(conn, &drafts).await?;
        }
        for (id, step) in ids.into_iter().zip(some) {
            let mut stock = step.opening_stock;
            if step.fields.by_variant {
                begin.by_variant(conn, id, &step.variant_stocks).await?;
                stock = step.variant_stocks.iter().sum();
            }
            changes.push(Change::new(
                "create",
                Subject::Product,
                id,
                Value::Null,
                products::made(&step.fields, stock, waits(&step.fields)),
            ));
        }
    }
    audit::record_all(conn, by.member, by.now_ms, changes).await?;
    Ok(true)
}

/// Sets the pieces of a product's variants to the counted numbers; returns false if its stock has changed since it was
/// read.
async fn count_variants(conn: &mut Conn, by: &By<'_>, kept: &ListedProduct, stocks: &[i64]) -> sqlx::Result<bool> {
    lock(conn, kept.id).await?;
    let now = variants::of(conn, &[kept.id]).await?.remove(&kept.id).unwrap_or_default();
    let before = |id| kept.fields.variants.iter().position(|variant| variant.id == id);
    for ((variant, has), counted) in now.iter().zip(stocks) {
        // A variant added by this file has no pieces yet.
        let seen = before(variant.id).map_or(0, |place| kept.variant_stocks[place]);
        if *has != seen {
            return Ok(false);
        }
        if counted != has {
            let change = by.adjusted(variant.id, counted - has);
            move_by_hand(conn, kept.id, &change).await?;
        }
    }
    Ok(true)
}

/// Sets a product's stock to the counted number; returns false if the stock has changed since the plan was made.
async fn count(conn: &mut Conn, by: &By<'_>, kept: &ListedProduct, stock: i64) -> sqlx::Result<bool> {
    if lock(conn, kept.id).await? != Some(kept.stock) {
        return Ok(false);
    }
    move_by_hand(conn, kept.id, &by.adjusted(None, stock - kept.stock)).await?;
    Ok(true)
}

fn answer(plan: &Plan, table: &Table, applied: bool) -> ImportAnswer {
    let created = plan.steps.iter().filter(|step| step.kept.is_none()).count();
    let change = |step: &Step| RowChange {
        line: step.line,
        id: step.kept.as_ref().map(|kept| kept.id),
        name: step.fields.name.clone(),
        cells: step.changes.iter().map(shown).collect(),
    };
    ImportAnswer {
        applied,
        created,
        changed: plan.steps.len() - created,
        unchanged: plan.unchanged,
        mistakes: plan.errors.len(),
        errors: table::named(&plan.errors, RowError::clone),
        changes: table::named(&plan.steps, change),
        ignored_columns: table.ignored.clone(),
        examples: table.examples,
        missing_categories: plan.missing.clone(),
        digest: plan.digest.clone(),
    }
}

/// Returns a change as a preview shows it, with only the beginning of a long text.
fn shown(change: &CellChange) -> CellChange {
    let short = |text: &String| match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.clone(),
    };
    CellChange { column: change.column, before: change.before.as_ref().map(short), after: short(&change.after) }
}
