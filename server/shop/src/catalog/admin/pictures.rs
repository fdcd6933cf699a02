//! Matches the pictures of a folder to products, by their file names.

use std::collections::HashMap;

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    extract::Body,
    ids::ProductId,
};
use ksmart_identity::roles::{Admin, CATALOGUE};
use serde::{Deserialize, Serialize};
use sqlx::query_as;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::admin::{
        listing::{self, ProductCode},
        product_form::sku,
    },
};

/// Maximum number of files in one request.
const MOST: usize = 1000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(match_pictures))
}

/// Names of files.
#[derive(Deserialize, ToSchema)]
#[schema(examples(json!({"names": ["TJ-250.jpg", "TJ-250-2.jpg", "8991234567897.png"]})))]
struct PictureNames {
    /// File names, up to 1,000, each with its extension and, if it has one, the path before it.
    #[schema(max_items = 1000)]
    names: Vec<String>,
}

/// A product to which pictures belong.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct PicturedProduct {
    id: ProductId,
    name: String,
    sku: String,
    /// Number of pictures in its gallery.
    pictures: usize,
}

/// Product matching a file.
#[derive(Debug, Serialize, ToSchema)]
struct PictureMatch {
    /// The product; null if no code matches the file name.
    product: Option<PicturedProduct>,
    /// Position among the product's files: the number after the code, 0 without one.
    place: u8,
}

/// Products matching each file, in the order of the names.
#[derive(Debug, Serialize, ToSchema)]
struct PictureMatches {
    matches: Vec<PictureMatch>,
}

/// Returns the code in a file name, in the form that products store: without folders and extension, in capitals.
fn code(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
    sku(file.rsplit_once('.').map_or(file, |(stem, _)| stem))
}

/// Splits a file name such as `TJ-250-2`, `TJ-250_2` and `TJ-250 (2)` into the code and the number that distinguishes a
/// product's files; `None` without a number.
fn numbered(code: &str) -> Option<(&str, u8)> {
    let (stem, number) = match code.strip_suffix(')') {
        Some(open) => open.rsplit_once('(')?,
        None => code.rsplit_once(['-', '_', ' '])?,
    };
    let is_number = (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    let stem = stem.trim_end();
    (is_number && !stem.is_empty()).then_some(())?;
    Some((stem, number.parse().ok()?))
}

/// Returns a code with a hyphen for each slash, and for each character that people use instead of a slash in file
/// names.
fn as_file_name(code: &str) -> String {
    code.replace(['/', '_'], "-")
}

/// Returns the products whose SKU has a slash, which file names cannot contain, by the file name used instead. Names
/// that belong to several products are left out.
async fn by_file_name(conn: &mut Conn) -> sqlx::Result<HashMap<String, ProductId>> {
    let sql = "SELECT sku, id FROM products WHERE sku LIKE '%/%'
               UNION ALL
               SELECT sku, product_id FROM product_variants WHERE sku LIKE '%/%'";
    let codes: Vec<(String, ProductId)> = query_as(sql).fetch_all(conn).await?;
    let mut named: HashMap<String, Option<ProductId>> = HashMap::new();
    for (code, id) in codes {
        named
            .entry(as_file_name(&code))
            .and_modify(|other| *other = other.filter(|other| *other == id))
            .or_insert(Some(id));
    }
    Ok(named.into_iter().filter_map(|(name, id)| Some((name, id?))).collect())
}

/// Matches files to products by their names: a name is a product's SKU or barcode, with or without a number after it. A
/// name that is exactly a code belongs to that product, whatever its last digits are. A `-` or `_` may replace a slash.
#[utoipa::path(post, path = "/api/admin/products/pictures/matches", operation_id = "matchPictures",
    request_body = PictureNames, responses((status = 200, body = PictureMatches), (status = 422)))]
async fn match_pictures(
    State(db): State<Db>,
    _: Admin<CATALOGUE>,
    Body(form): Body<PictureNames>,
) -> Result<Json<PictureMatches>> {
    if form.names.len() > MOST {
        return Err(Error::invalid("Paling banyak 1.000 gambar sekaligus."));
    }
    let codes: Vec<String> = form.names.iter().map(|name| code(name)).collect();
    let mut asked: Vec<&str> = codes.iter().map(String::as_str).collect();
    asked.extend(codes.iter().filter_map(|code| numbered(code)).map(|(stem, _)| stem));
    asked.retain(|code| !code.is_empty());
    asked.sort_unstable();
    asked.dedup();

    let mut conn = db.read().await?;
    let mut found: HashMap<String, ProductId> = HashMap::new();
    // The shop's own number (SKU) takes precedence over the barcode printed on a piece.
    for kind in ProductCode::ALL {
        for (code, id) in listing::coded(&mut conn, kind, &asked).await? {
            found.entry(code).or_insert(id);
        }
    }
    if codes.iter().any(|code| !found.contains_key(code)) {
        let named = by_file_name(&mut conn).await?;
        for code in asked {
            if let Some(id) = named.get(&as_file_name(code)) {
                found.entry(code.to_owned()).or_insert(*id);
            }
        }
    }
    let mut ids: Vec<ProductId> = found.values().copied().collect();
    ids.sort_unstable();
    ids.dedup();
    let products: HashMap<ProductId, PicturedProduct> = listing::load(&mut conn, &ids)
        .await?
        .into_iter()
        .map(|kept| {
            let pictures = kept.fields.images.len();
            (kept.id, PicturedProduct { id: kept.id, name: kept.fields.name, sku: kept.fields.sku, pictures })
        })
        .collect();
    let of = |code: &str| found.get(code).and_then(|id| products.get(id)).cloned();
    let matched = |code: &String| match (of(code), numbered(code)) {
        (None, Some((stem, place))) => PictureMatch { product: of(stem), place },
        (product, _) => PictureMatch { product, place: 0 },
    };
    Ok(Json(PictureMatches { matches: codes.iter().map(matched).collect() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_reduced_to_its_code() {
        for name in ["tj-250.jpg", "foto/teh/TJ-250.JPEG", "C:\\foto\\Tj-250.webp", " tj-250 .png", "TJ-250"] {
            assert_eq!(code(name), "TJ-250", "{name}");
        }
        assert_eq!(code("a.b.png"), "A.B");
        assert_eq!(code(".jpg"), "");
    }

    #[test]
    fn a_number_after_the_code_is_recognized() {
        for name in ["TJ-250-2", "TJ-250_2", "TJ-250 2", "TJ-250 (2)", "TJ-250(02)"] {
            assert_eq!(numbered(name), Some(("TJ-250", 2)), "{name}");
        }
        for name in ["TJ", "TJ-250", "TJ-", "-2", "(2)", "TJ-2A", "TJ-(A)", "TJ)", "TJ-٣"] {
            assert_eq!(numbered(name), None, "{name}");
        }
    }
}
