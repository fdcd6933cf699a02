//! The catalogue as a file for spreadsheets.

use axum::{
    body::{Body, Bytes},
    extract::State,
    response::Response,
};
use futures_util::{StreamExt, TryStreamExt, stream};
use ksmart_foundation::{
    db::Db,
    document::routes,
    error::{Error, Result},
    ids::ProductId,
    response::attachment,
    table::{CSV, guard, writer},
    time::{Clock, jakarta_date},
    workbook,
};
use ksmart_identity::roles::{Admin, CATALOGUE};
use sqlx::query_scalar;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    ShopState,
    catalog::{
        admin::{
            csv_columns::{COLUMNS, Column, EXAMPLES, TOLD, counted_variants},
            listing::{self, ListedProduct},
        },
        sale_status::SaleStatus,
    },
};

/// Columns that hold numbers; codes made of digits are not among them.
const NUMBERS: [&str; 10] =
    ["id", "harga", "harga_promo", "harga_umum", "bv", "berat_gram", "isi_ml", "pemesanan_min", "stok", "terjual"];

/// The routes of this part.
pub fn router() -> OpenApiRouter<ShopState> {
    OpenApiRouter::new().routes(routes!(export)).routes(routes!(export_workbook)).routes(routes!(template))
}

/// Returns every product as CSV, by key: UTF-8 with a byte order mark, cells separated by `;`, as Excel in Indonesia
/// opens it. An import of the same file changes nothing.
#[utoipa::path(get, path = "/api/admin/products.csv", operation_id = "exportProducts",
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn export(State(db): State<Db>, State(clock): State<Clock>, _: Admin<CATALOGUE>) -> Result<Response> {
    let file_name = format!("produk-{}.csv", jakarta_date(clock.now_ms()));
    let first = beginning(exported().chain(TOLD))?;
    let rest = stream::try_unfold((db, ProductId(i64::MIN)), |(db, after)| async move {
        let products = next_products(&db, after).await?;
        let Some(last) = products.last().map(|product| product.id) else { return Ok::<_, Error>(None) };
        let mut writer = writer(Vec::new());
        for product in &products {
            writer.write_record(row(product)).map_err(Error::internal)?;
        }
        Ok(Some((Bytes::from(writer.into_inner().map_err(Error::internal)?), (db, last))))
    });
    let body = stream::once(async { Ok(first) }).chain(rest);
    Ok(attachment(&file_name, CSV, Body::from_stream(body.map_err(|_| "the export was cut short"))))
}

/// Every product as a workbook of one sheet, by key, up to 100,000. An import of the same file changes nothing.
#[utoipa::path(get, path = "/api/admin/products.xlsx", operation_id = "exportProductsXlsx",
    responses((status = 200, body = String,
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (status = 422)))]
async fn export_workbook(State(db): State<Db>, State(clock): State<Clock>, _: Admin<CATALOGUE>) -> Result<Response> {
    let _turn = workbook::turn().await?;
    let columns: Vec<&str> = exported().chain(TOLD).collect();
    let mut sheet = workbook::sheet("Produk", columns.iter().copied()).map_err(Error::internal)?;
    let (mut rows, mut after) = (0, ProductId(i64::MIN));
    loop {
        let products = next_products(&db, after).await?;
        let Some(last) = products.last() else { break };
        after = last.id;
        for product in &products {
            rows += 1;
            if rows > workbook::MOST {
                return Err(Error::invalid("Lebih dari 100.000 produk: unduh sebagai CSV."));
            }
            for ((place, name), cell) in (0..).zip(&columns).zip(row(product)) {
                let put = match cell.parse().ok().filter(|_| NUMBERS.contains(name)) {
                    Some(number) => workbook::put_number(&mut sheet, rows, place, number),
                    None => workbook::put_text(&mut sheet, rows, place, &cell),
                };
                put.map_err(Error::internal)?;
            }
        }
    }
    workbook::finish(sheet, &format!("produk-{}.xlsx", jakarta_date(clock.now_ms()))).await
}

/// Returns a template of the file to import: the column names, and two example rows, which an import skips.
#[utoipa::path(get, path = "/api/admin/products-template.csv", operation_id = "downloadImportTemplate",
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn template(_: Admin<CATALOGUE>) -> Result<Response> {
    let columns: Vec<(Column, &str)> = COLUMNS
        .into_iter()
        .filter(|(column, _)| !matches!(column, Column::Id | Column::Stock | Column::VariantStocks))
        .collect();
    let mut file = writer(beginning(columns.iter().map(|(_, name)| *name))?.into());
    for example in EXAMPLES {
        let cell =
            |(column, _): &(Column, &str)| example.iter().find(|(of, _)| of == column).map_or("", |(_, cell)| cell);
        file.write_record(columns.iter().map(cell)).map_err(Error::internal)?;
    }
    Ok(attachment("contoh-produk.csv", CSV, file.into_inner().map_err(Error::internal)?))
}

/// Returns the columns of an exported file that an import reads.
fn exported() -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().filter(|(column, _)| *column != Column::OpeningStock).map(|(_, name)| *name)
}

/// Returns the UTF-8 byte order mark and the first row.
fn beginning<'a>(names: impl Iterator<Item = &'a str>) -> Result<Bytes> {
    let mut writer = writer("\u{feff}".into());
    writer.write_record(names).map_err(Error::internal)?;
    Ok(writer.into_inner().map_err(Error::internal)?.into())
}

/// Returns the next products with keys above `after`, at most [`listing::AT_ONCE`]; empty at the end.
async fn next_products(db: &Db, after: ProductId) -> Result<Vec<ListedProduct>> {
    let mut conn = db.read().await?;
    let sql = "SELECT id FROM products WHERE id > $1 ORDER BY id LIMIT $2";
    let at_once = i64::try_from(listing::AT_ONCE).unwrap_or(i64::MAX);
    let ids: Vec<ProductId> = query_scalar(sql).bind(after).bind(at_once).fetch_all(&mut *conn).await?;
    Ok(listing::load(&mut conn, &ids).await?)
}

fn row(product: &ListedProduct) -> Vec<String> {
    let cells = COLUMNS.iter().filter(|(column, _)| *column != Column::OpeningStock).map(|(column, _)| match column {
        Column::Stock => product.stock.to_string(),
        Column::VariantStocks => counted_variants(product),
        column => guard(column.cell(Some(product.id), &product.fields, &product.category_name)),
    });
    let status = match product.status {
        SaleStatus::Draft => "konsep",
        SaleStatus::Archived => "diarsipkan",
        SaleStatus::ForSale => "dijual",
    };
    cells.chain([product.sold.to_string(), status.to_owned()]).collect()
}
