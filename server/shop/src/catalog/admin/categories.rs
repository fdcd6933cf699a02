//! Administration of categories.

use std::collections::HashSet;

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::{fields::FieldError, text};
use ksmart_foundation::{
    db::{Conn, Db, is_duplicate},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    response::Done,
    storage::{self, Storage, drawn},
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, CATALOGUE},
    tokens::Member,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{FromRow, query, query_as, query_scalar};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::{admin::terms_form::refusal, writing::insert_category},
};

/// Maximum length of a name, in characters.
const MAX_NAME: usize = 60;

/// Maximum number of categories.
pub const MAX_CATEGORIES: usize = 200;

/// Folder of the categories' pictures.
const FOLDER: &str = "categories";

/// Width and height of a drawn picture, in pixels.
const DRAWN: [u32; 2] = [600, 600];

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(order)).routes(routes!(update, remove))
}

/// A category as administrators see it.
#[derive(Debug, Serialize, FromRow, ToSchema)]
struct AdminCategory {
    id: i64,
    name: String,
    /// Path of the picture below `/storage/`.
    picture: String,
    /// Number of products in it, including archived ones.
    products: i64,
    /// Version, which grows with each change; the form sends back the version that it read.
    version: i64,
}

/// The categories, in the shop's order.
#[derive(Debug, Serialize, ToSchema)]
struct AdminCategories {
    categories: Vec<AdminCategory>,
}

/// Lists the categories with the number of products in each, in the shop's order.
#[utoipa::path(get, path = "/api/admin/categories", operation_id = "listAdminCategories",
    responses((status = 200, body = AdminCategories)))]
async fn list(State(db): State<Db>, _: Admin<CATALOGUE>) -> Result<Json<AdminCategories>> {
    let categories = all(&mut *db.read().await?).await?;
    Ok(Json(AdminCategories { categories }))
}

async fn all(conn: &mut Conn) -> sqlx::Result<Vec<AdminCategory>> {
    let sql = "SELECT c.id, c.name, c.picture, c.version,
                      (SELECT COUNT(*) FROM products p WHERE p.category_id = c.id) AS products
               FROM categories c ORDER BY c.position, c.id";
    query_as(sql).fetch_all(conn).await
}

async fn found(conn: &mut Conn, id: i64) -> Result<AdminCategory> {
    let sql = "SELECT c.id, c.name, c.picture, c.version,
                      (SELECT COUNT(*) FROM products p WHERE p.category_id = c.id) AS products
               FROM categories c WHERE c.id = $1";
    let category: Option<AdminCategory> = query_as(sql).bind(id).fetch_optional(conn).await?;
    category.ok_or_else(|| Error::not_found("Kategori tidak ditemukan."))
}

/// A category as a form sends it.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"name": "Teh", "picture": "categories/a1b2c3d4.webp", "version": 1})))]
struct CategoryForm {
    /// Name, up to 60 characters; no two categories have the same name.
    #[schema(min_length = 1, max_length = 60, pattern = r"\S")]
    #[serde(default)]
    name: String,
    /// Key of the uploaded picture; empty for a picture drawn by the shop.
    #[schema(max_length = 200, pattern = r"^(categories/[A-Za-z0-9_-][A-Za-z0-9_.-]*)?$")]
    #[serde(default)]
    picture: String,
    /// Version of the category that the form was filled from, for optimistic locking; omitted for a new category.
    version: Option<i64>,
}

impl CategoryForm {
    /// Returns the name without surrounding blanks, and the faults of the form.
    async fn check(&self, conn: &mut Conn, own: Option<i64>) -> Result<(String, Vec<FieldError>)> {
        let name = text::line(&self.name);
        let mut errors = Vec::new();
        if let Some(wrong) = wrong_name(&name) {
            errors.push(refusal("name", wrong));
        } else {
            // The categories are few enough to compare here.
            let names: Vec<(i64, String)> = query_as("SELECT id, name FROM categories").fetch_all(conn).await?;
            let same = |other: &str| text::fold(other) == text::fold(&name);
            if names.iter().any(|(id, other)| Some(*id) != own && same(other)) {
                errors.push(name_taken());
            }
        }
        if !self.picture.is_empty() && storage::check_key(FOLDER, &self.picture).is_err() {
            errors.push(refusal("picture", "Unggah gambarnya lebih dulu."));
        }
        Ok((name, errors))
    }

    /// Returns the chosen picture, or one drawn for the name if the form is valid.
    ///
    /// # Errors
    /// 422 for an invalid form; also fails if the storage cannot be written.
    async fn picture_or_drawn(&self, db: &Db, storage: &Storage, own: Option<i64>) -> Result<String> {
        if !self.picture.is_empty() {
            return Ok(self.picture.clone());
        }
        let (name, errors) = self.check(&mut *db.read().await?, own).await?;
        if errors.is_empty() { draw(storage, &name).await } else { Err(errors.into()) }
    }
}

/// Draws the picture of a category that has none; returns the picture's key in the storage.
///
/// # Errors
/// The storage cannot be written.
pub async fn draw(storage: &Storage, name: &str) -> Result<String> {
    drawn::draw(storage, FOLDER, DRAWN, name).await
}

/// Returns the error message for an invalid category name; `None` if the name is valid.
pub fn wrong_name(name: &str) -> Option<String> {
    if name.is_empty() {
        Some("Nama wajib diisi.".to_owned())
    } else if name.chars().count() > MAX_NAME || name.contains(char::is_control) {
        Some(format!("Nama maksimal {MAX_NAME} karakter, dalam satu baris."))
    } else {
        None
    }
}

fn name_taken() -> FieldError {
    refusal("name", "Nama ini sudah dipakai kategori lain.")
}

/// Returns a category as the audit log contains it.
fn shown(name: &str, picture: &str) -> Value {
    json!({"name": name, "picture": picture})
}

/// Creates a category, after all others.
#[utoipa::path(post, path = "/api/admin/categories", operation_id = "createCategory", request_body = CategoryForm,
    responses((status = 201, body = AdminCategory)))]
async fn create(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(storage): State<Storage>,
    admin: Admin<CATALOGUE>,
    Body(form): Body<CategoryForm>,
) -> Result<(StatusCode, Json<AdminCategory>)> {
    let picture = form.picture_or_drawn(&db, &storage, None).await?;
    let mut tx = db.write().await?;
    lock_all(&mut tx).await?;
    let (name, errors) = form.check(&mut tx, None).await?;
    if !errors.is_empty() {
        return Err(errors.into());
    }
    let count: i64 = query_scalar("SELECT COUNT(*) FROM categories").fetch_one(&mut *tx).await?;
    if usize::try_from(count).is_ok_and(|count| count >= MAX_CATEGORIES) {
        return Err(Error::invalid(format!("Kategori maksimal {MAX_CATEGORIES}.")));
    }
    let id = match make(&mut tx, &name, &picture, &admin.0, clock.now_ms()).await {
        Err(error) if is_duplicate(&error) => return Err(vec![name_taken()].into()),
        id => id?,
    };
    let category = found(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(category)))
}

/// Locks all categories, so that requests that order, create or rename categories wait for each other. A shop without
/// categories has nothing to lock.
pub async fn lock_all(conn: &mut Conn) -> sqlx::Result<()> {
    query("UPDATE categories SET position = position").execute(conn).await.map(drop)
}

/// Creates a category after all others; returns its key.
///
/// # Errors
/// Another category has the same name ([`is_duplicate`]).
pub async fn make(conn: &mut Conn, name: &str, picture: &str, by: &Member, now_ms: i64) -> sqlx::Result<i64> {
    let sql = "SELECT CAST(COALESCE(MAX(position), 0) AS BIGINT) FROM categories";
    let last: i64 = query_scalar(sql).fetch_one(&mut *conn).await?;
    let id = insert_category(conn, name, picture, last + 1).await?;
    let change = Change::new("create", Subject::Category, id, Value::Null, shown(name, picture));
    audit::record(conn, by, now_ms, change).await?;
    Ok(id)
}

/// Renames a category or gives it another picture.
#[utoipa::path(put, path = "/api/admin/categories/{id}", operation_id = "updateCategory", request_body = CategoryForm,
    responses((status = 200, body = AdminCategory), (status = 409)))]
async fn update(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(storage): State<Storage>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
    Body(form): Body<CategoryForm>,
) -> Result<Json<AdminCategory>> {
    let picture = form.picture_or_drawn(&db, &storage, Some(id)).await?;
    let mut tx = db.write().await?;
    lock_all(&mut tx).await?;
    let before = found(&mut tx, id).await?;
    if form.version != Some(before.version) {
        return Err(audit::conflict(before, &mut tx, Subject::Category, id).await);
    }
    let (name, errors) = form.check(&mut tx, Some(id)).await?;
    if !errors.is_empty() {
        return Err(errors.into());
    }
    if name == before.name && picture == before.picture {
        return Ok(Json(before));
    }
    let sql = "UPDATE categories SET name = $3, picture = $4, version = version + 1 WHERE id = $1 AND version = $2";
    let changed = query(sql).bind(id).bind(before.version).bind(&name).bind(&picture).execute(&mut *tx).await;
    let changed = match changed {
        Err(error) if is_duplicate(&error) => return Err(vec![name_taken()].into()),
        changed => changed?,
    };
    if changed.rows_affected() == 0 {
        return Err(audit::conflict(found(&mut tx, id).await?, &mut tx, Subject::Category, id).await);
    }
    let after = found(&mut tx, id).await?;
    let was = shown(&before.name, &before.picture);
    let change = Change::new("update", Subject::Category, id, was, shown(&after.name, &after.picture));
    audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    tx.commit().await?;
    Ok(Json(after))
}

/// A new order of the categories.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"ids": [2, 1, 3], "was": [1, 2, 3]})))]
struct CategoryOrder {
    /// Keys of all categories, in the wanted order.
    ids: Vec<i64>,
    /// Keys of all categories, in their order before the move.
    was: Vec<i64>,
}

/// Sets the order of the categories.
#[utoipa::path(put, path = "/api/admin/categories/order", operation_id = "orderCategories",
        request_body = CategoryOrder,
    responses((status = 200, body = AdminCategories), (status = 409)))]
async fn order(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Body(form): Body<CategoryOrder>,
) -> Result<Json<AdminCategories>> {
    let mut tx = db.write().await?;
    lock_all(&mut tx).await?;
    let before = all(&mut tx).await?;
    let stood: Vec<i64> = before.iter().map(|category| category.id).collect();
    if form.was != stood {
        let current = AdminCategories { categories: before };
        return Err(audit::list_conflict(current, &mut tx, Subject::Category).await);
    }
    let wanted: HashSet<i64> = form.ids.iter().copied().collect();
    if form.ids.len() != stood.len() || wanted != stood.iter().copied().collect() {
        return Err(Error::invalid("Urutan harus memuat setiap kategori satu kali."));
    }
    if form.ids != stood {
        for (position, id) in (1i64..).zip(&form.ids) {
            query("UPDATE categories SET position = $2 WHERE id = $1")
                .bind(*id)
                .bind(position)
                .execute(&mut *tx)
                .await?;
        }
        let names = |ids: &[i64]| -> Vec<String> {
            let name = |id: &i64| before.iter().find(|category| category.id == *id).map(|found| found.name.clone());
            ids.iter().filter_map(name).collect()
        };
        let (was, is) = (json!({"order": names(&stood)}), json!({"order": names(&form.ids)}));
        let change = Change::new("order", Subject::Category, "semua", was, is);
        audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    }
    let categories = all(&mut tx).await?;
    tx.commit().await?;
    Ok(Json(AdminCategories { categories }))
}

/// Deletes a category without products.
#[utoipa::path(delete, path = "/api/admin/categories/{id}", operation_id = "deleteCategory",
    responses((status = 200, body = Done), (status = 409)))]
async fn remove(
    State(db): State<Db>,
    State(clock): State<Clock>,
    admin: Admin<CATALOGUE>,
    Path(id): Path<i64>,
) -> Result<Json<Done>> {
    let mut tx = db.write().await?;
    let before = found(&mut tx, id).await?;
    if before.products > 0 {
        return Err(in_use(before.products));
    }
    match query("DELETE FROM categories WHERE id = $1").bind(id).execute(&mut *tx).await {
        // Another request has just put a product into the category.
        Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => return Err(in_use(1)),
        done => done?,
    };
    let change = Change::new("delete", Subject::Category, id, shown(&before.name, &before.picture), Value::Null);
    audit::record(&mut tx, &admin.0, clock.now_ms(), change).await?;
    tx.commit().await?;
    Ok(Json(Done { success: true }))
}

fn in_use(products: i64) -> Error {
    let message = format!("Kategori ini masih berisi {products} produk. Pindahkan dulu ke kategori lain.");
    Error::conflict(Code::InUse, message)
}
