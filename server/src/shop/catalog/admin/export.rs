//! The catalogue as a file for spreadsheets.

use axum::{
    body::{Body, Bytes},
    extract::{FromRef, State},
    response::Response,
};
use futures_util::{StreamExt, TryStreamExt, stream};
use sqlx::query_scalar;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    foundation::{
        db::Db,
        document::routes,
        error::{Error, Result},
        ids::ProductId,
        response::attachment,
        table::{CSV, guard, writer},
        time::{Clock, jakarta_date},
    },
    identity::{
        roles::{Admin, CATALOGUE},
        sessions::Sessions,
    },
    shop::catalog::admin::{
        csv_columns::{COLUMNS, Column, TOLD},
        listing::{self, Kept},
    },
};

/// The routes of this part.
pub fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Clock: FromRef<S>,
    Db: FromRef<S>,
    Sessions: FromRef<S>,
{
    OpenApiRouter::new().routes(routes!(export)).routes(routes!(template))
}

/// Every product as CSV, by key: UTF-8 with its mark, cells separated by `;`, as Excel in Indonesia opens it. An import
/// of the same file changes nothing.
#[utoipa::path(get, path = "/api/admin/products.csv", operation_id = "exportProducts",
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn export(State(db): State<Db>, State(clock): State<Clock>, _: Admin<CATALOGUE>) -> Result<Response> {
    let file_name = format!("produk-{}.csv", jakarta_date(clock.now_ms()));
    let first = beginning(exported().chain(TOLD))?;
    let rest = stream::try_unfold((db, ProductId(i64::MIN)), |(db, after)| async move {
        let (rows, last) = next_rows(&db, after).await?;
        Ok::<_, Error>(last.map(|last| (rows, (db, last))))
    });
    let body = stream::once(async { Ok(first) }).chain(rest);
    Ok(attachment(&file_name, CSV, Body::from_stream(body.map_err(|_| "the export was cut short"))))
}

/// The first row of a file to be imported, and nothing else.
#[utoipa::path(get, path = "/api/admin/products-template.csv", operation_id = "downloadImportTemplate",
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn template(_: Admin<CATALOGUE>) -> Result<Response> {
    let columns = COLUMNS.iter().filter(|(column, _)| *column != Column::Id).map(|(_, name)| *name);
    Ok(attachment("produk-kosong.csv", CSV, beginning(columns)?))
}

/// The columns of an exported file that an import reads.
fn exported() -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().filter(|(column, _)| *column != Column::OpeningStock).map(|(_, name)| *name)
}

/// The mark of UTF-8 and the first row.
fn beginning<'a>(names: impl Iterator<Item = &'a str>) -> Result<Bytes> {
    let mut writer = writer("\u{feff}".into());
    writer.write_record(names).map_err(Error::internal)?;
    Ok(writer.into_inner().map_err(Error::internal)?.into())
}

/// The rows of the next products, and the key of the last one; none at the end.
async fn next_rows(db: &Db, after: ProductId) -> Result<(Bytes, Option<ProductId>)> {
    let mut conn = db.read().await?;
    let sql = "SELECT id FROM products WHERE id > $1 ORDER BY id LIMIT $2";
    let at_once = i64::try_from(listing::AT_ONCE).unwrap_or(i64::MAX);
    let ids: Vec<ProductId> = query_scalar(sql).bind(after).bind(at_once).fetch_all(&mut *conn).await?;
    let products = listing::load(&mut conn, &ids).await?;
    drop(conn);
    let mut writer = writer(Vec::new());
    for product in &products {
        writer.write_record(row(product)).map_err(Error::internal)?;
    }
    Ok((writer.into_inner().map_err(Error::internal)?.into(), ids.last().copied()))
}

fn row(product: &Kept) -> Vec<String> {
    let cells = COLUMNS
        .iter()
        .filter(|(column, _)| *column != Column::OpeningStock)
        .map(|(column, _)| guard(column.cell(Some(product.id), &product.fields, &product.category_name)));
    let status = if product.archived_ms.is_some() { "diarsipkan" } else { "dijual" };
    cells.chain([product.stock.to_string(), product.sold.to_string(), status.to_owned()]).collect()
}
