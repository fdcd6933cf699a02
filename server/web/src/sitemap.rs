//! Sitemap of the pages for search engines, and the rules for robots.

use std::collections::BTreeSet;

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use ksmart_foundation::{
    addresses::{ADDRESSES, Page, category_path, product_path, voucher_path},
    error::Result,
    response::Prepared,
    time::jakarta_date,
};
use ksmart_shop::{catalog, content::pages, vouchers};

use crate::{head::escape, pages::Pages};

/// Maximum number of addresses in one file, by the protocol (sitemaps.org).
const MOST: usize = 50_000;

/// Returns every address for search engines. Above the protocol's limit, the oldest products are left out; the
/// categories still lead to them.
pub async fn sitemap(State(pages): State<Pages>, headers: HeaderMap) -> Result<Response> {
    let now_ms = pages.clock.now_ms();
    let settings = pages.settings.now().await?;
    let texts = pages::published(&settings, &*pages.titles.now().await?);
    let mut conn = pages.db.read().await?;
    let mut paths: Vec<(String, Option<i64>)> = Vec::new();
    let written = pages::updates(&mut conn).await?;
    for address in ADDRESSES.iter().filter(|address| settings.is_open() || !address.page.sells()) {
        match address.page {
            Page::Category => {
                let names = catalog::category_names(&mut conn).await?;
                paths.extend(names.iter().map(|name| (category_path(name), None)));
            }
            Page::Voucher => {
                let all = vouchers::all(&mut conn).await?;
                let valid = all.iter().filter(|row| row.is_offered(now_ms));
                paths.extend(valid.map(|row| (voucher_path(&row.code), None)));
            }
            Page::Product | Page::Private(_) => {}
            Page::Text => {
                let slug = address.path.trim_start_matches('/');
                if !texts.contains_key(slug) {
                    continue;
                }
                let written = written.iter().find(|(written, _)| written == slug);
                paths.push((address.path.to_owned(), written.map(|(_, ms)| *ms)));
            }
            Page::Agreement if !settings.is_open() => {}
            Page::Home | Page::Products | Page::BestSellers | Page::Vouchers | Page::Agreement => {
                paths.push((address.path.to_owned(), None));
            }
        }
    }
    let left = i64::try_from(MOST.saturating_sub(paths.len())).unwrap_or_default();
    let left = if settings.is_open() { left } else { 0 };
    let products = catalog::newest(&mut conn, left).await?;
    drop(conn);
    paths.extend(products.iter().map(|each| (product_path(each.id, &each.name), Some(each.changed_ms))));
    paths.truncate(MOST);
    Ok(Prepared::new("application/xml", document(&pages.public_url, &paths)).answer(&headers))
}

fn document(base: &str, paths: &[(String, Option<i64>)]) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (path, changed_ms) in paths {
        xml += &format!("<url><loc>{}{}</loc>", escape(base), escape(path));
        if let Some(ms) = changed_ms {
            xml += &format!("<lastmod>{}</lastmod>", jakarta_date(*ms));
        }
        xml += "</url>\n";
    }
    xml + "</urlset>\n"
}

/// Returns the addresses that robots may fetch: the shop, its pictures and the API data of its pages, but no private
/// pages or data of visitors.
pub async fn robots(State(pages): State<Pages>) -> Response {
    let mut text = String::from("User-agent: *\nDisallow: /api/\nDisallow: /sandbox/\nDisallow: /uploads/\n");
    // The data of pages is allowed, because search engines run the app. A longer rule takes precedence over `/api/`.
    let data = ADDRESSES.iter().flat_map(|address| address.data);
    let shown: BTreeSet<&str> = data.map(|path| path.split(['{', '?']).next().unwrap_or_default()).collect();
    for path in shown {
        text += &format!("Allow: {path}\n");
    }
    for address in ADDRESSES {
        if matches!(address.page, Page::Private(_)) {
            text += &format!("Disallow: {}\n", address.path.split(['{', '*']).next().unwrap_or_default());
        }
    }
    text += &format!("\nSitemap: {}/sitemap.xml\n", pages.public_url);
    let headers =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "public, max-age=3600")];
    (headers, text).into_response()
}
