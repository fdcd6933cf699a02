//! Title, description and picture of each page of the app, for search engines and for link previews in messengers.

use std::sync::Arc;

use axum::http::{StatusCode, Uri};
use ksmart_foundation::{
    addresses::{self, Address, Page, category_path, picture_path, product_path, voucher_path},
    error::{Code, Result},
    format,
    ids::ProductId,
    time::jakarta_date,
};
use ksmart_members::agreements::Document;
use ksmart_shop::{
    catalog::{self, Offer, Product, ProductList},
    content::{
        self,
        pages::{self, PageText},
    },
    vouchers::{self, VoucherRow, VoucherStatus},
};
use serde_json::{Value, json};

use crate::{
    built::built,
    front::Front,
    head::{Head, Picture, TITLE, one_line, shorten},
    pages::Pages,
    prerendered,
};

/// Shop whose pages are described.
#[derive(Debug, Clone, Copy)]
pub struct Shop<'a> {
    /// Public URL of the shop, without a slash at its end.
    pub base: &'a str,
    /// Name of the shop.
    pub name: &'a str,
    /// Facts that its pages show.
    pub front: &'a Front,
}

impl Shop<'_> {
    /// Describes the shop in a sentence.
    fn about(self) -> String {
        format!("{}: belanja {}, dan kumpulkan BV dari setiap pembelian.", self.name, self.front.products)
    }
}

/// Returns the head of the page at an address, and the status of the answer.
///
/// If the database cannot be read, the status is 503 with a plain head: the app shows its own error, and a search
/// engine comes back later.
pub async fn describe(pages: &Pages, shop: Shop<'_>, uri: &Uri) -> (StatusCode, Head) {
    let Some((address, last)) = addresses::find(uri.path()) else { return missing(shop, "Not Found Page") };
    if shop.front.closed && address.page.sells() {
        let beginning = Some(prerendered::soon(shop.name));
        return (StatusCode::OK, Head { hidden: true, beginning, ..plain("Segera hadir", &shop.about()) });
    }
    match found(pages, shop, address, &last, uri.query().unwrap_or_default()).await {
        Ok(described) => described,
        // The database cannot store this text, so no page has it in its URL.
        Err(error) if error.code() == Code::MalformedRequest => missing(shop, "Not Found Page"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, Head { description: shop.about(), ..Head::default() }),
    }
}

async fn found(
    pages: &Pages,
    shop: Shop<'_>,
    address: &Address,
    last: &str,
    query: &str,
) -> Result<(StatusCode, Head)> {
    let mut key = String::new();
    let mut head = match address.page {
        Page::Home => {
            let mut conn = pages.db.read().await?;
            let banners = content::banners(&mut conn, pages.clock.now_ms()).await?;
            let popups = vouchers::popups::shown(&mut conn, pages.clock.now_ms()).await?;
            let categories = catalog::categories(&mut conn).await?;
            drop(conn);
            let list = listed(pages).await?;
            // The clock selects one of the popups, almost at random.
            let chance = usize::try_from(pages.clock.now_ms()).unwrap_or_default().checked_rem(popups.len());
            Head {
                beginning: Some(prerendered::home(
                    shop.front,
                    &banners,
                    &categories,
                    &list.best_sellers(),
                    list.products(),
                )),
                greeting: chance.and_then(|place| popups.get(place)).map(prerendered::popup).unwrap_or_default(),
                ..home(shop)
            }
        }
        Page::Products => list(pages, query, products(shop, query), |_| true).await?,
        Page::BestSellers => best_sellers(pages, shop, query).await?,
        Page::Vouchers => Head {
            hidden: has_keyword(query),
            beginning: Some(prerendered::vouchers()),
            ..plain("Voucher", &format!("Voucher belanja {} yang berlaku saat ini.", shop.name))
        },
        Page::Text => {
            let slug = address.path.trim_start_matches('/');
            let settings = pages.settings.now().await?;
            let (found, published) = pages::text(&mut *pages.db.read().await?, &settings, slug).await?;
            Head { hidden: !published, ..text(shop, &found) }
        }
        Page::Agreement => agreement(shop, Document::find(address.path.trim_start_matches('/'))?),
        Page::Private(title) => Head { hidden: true, bare: address.path.ends_with('*'), ..plain(title, &shop.about()) },
        Page::Category => match catalog::category(&mut *pages.db.read().await?, last).await? {
            Some((id, picture)) => {
                let head = category(shop, last, &picture);
                list(pages, query, head, |product| product.category_id == id).await?
            }
            None => return Ok(missing(shop, "Kategori tidak ditemukan")),
        },
        Page::Product => {
            let Some(id) = addresses::product_id(last) else { return Ok(missing(shop, "Produk tidak ditemukan!")) };
            let offer = catalog::offer(&mut *pages.db.read().await?, id, pages.clock.now_ms()).await?;
            let Some(offer) = offer else { return Ok(missing(shop, "Produk tidak ditemukan!")) };
            key = id.to_string();
            let list = listed(pages).await?;
            let listed = list.products().iter().find(|product| product.id == id);
            let head = product(shop, id, &offer);
            let path = head.path.as_deref().unwrap_or_default();
            let price = format::rupiah(offer.price.paid_rp);
            let message = format!("{}, {price} di {}\n{}{path}", offer.name, shop.name, shop.base);
            Head { beginning: listed.map(|product| prerendered::product(product, &message)), ..head }
        }
        Page::Voucher => match voucher(pages, last).await? {
            Some(head) => head,
            None => return Ok(missing(shop, "Voucher tidak ditemukan")),
        },
    };
    head.preloads = preloads(address, &key);
    if head.path.is_none() && !address.path.contains(['{', '*']) {
        head.path = Some(address.path.to_owned());
    }
    Ok((StatusCode::OK, head))
}

/// Returns the products as visitors see them now.
async fn listed(pages: &Pages) -> Result<Arc<ProductList>> {
    pages.catalog.list(&pages.db, pages.clock.now_ms()).await
}

/// Adds the first view of a product list to its head: the products for which `is_listed` is true. With a query the
/// order is unknown, and the view has no products.
async fn list(pages: &Pages, query: &str, head: Head, is_listed: impl Fn(&Product) -> bool) -> Result<Head> {
    let list = listed(pages).await?;
    let products: Vec<_> = list.products().iter().filter(|product| query.is_empty() && is_listed(product)).collect();
    Ok(Head { beginning: Some(prerendered::list(&head.title, &products)), ..head })
}

async fn best_sellers(pages: &Pages, shop: Shop<'_>, query: &str) -> Result<Head> {
    let list = listed(pages).await?;
    let products = if query.is_empty() { list.best_sellers() } else { Vec::new() };
    let head = plain("Paling Laris", &format!("Produk {} yang paling banyak dibeli.", shop.name));
    Ok(Head { beginning: Some(prerendered::list(&head.title, &products)), ..head })
}

fn missing(shop: Shop<'_>, title: &str) -> (StatusCode, Head) {
    (StatusCode::NOT_FOUND, Head { hidden: true, ..plain(title, &shop.about()) })
}

fn plain(title: &str, description: &str) -> Head {
    Head { title: title.to_owned(), description: description.to_owned(), ..Head::default() }
}

fn home(shop: Shop<'_>) -> Head {
    let Shop { base, name, .. } = shop;
    let home = format!("{base}/");
    let search = json!({
        "@type": "SearchAction",
        "target": {"@type": "EntryPoint", "urlTemplate": format!("{base}/all-product?keyword={{search_term_string}}")},
        "query-input": "required name=search_term_string",
    });
    Head {
        facts: vec![
            json!({"@context": "https://schema.org", "@type": "WebSite", "name": name, "url": home,
                   "inLanguage": "id", "potentialAction": search}),
            json!({"@context": "https://schema.org", "@type": "Organization", "name": name, "url": home,
                   "logo": format!("{base}{}", shop.front.icons.large)}),
        ],
        ..plain("", &shop.about())
    }
}

/// Returns the `keyword` parameter of a product list's query, as the app reads it; empty if there is none.
fn keyword(query: &str) -> String {
    let found = url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "keyword");
    found.map_or_else(String::new, |(_, value)| value.trim().to_owned())
}

fn has_keyword(query: &str) -> bool {
    !keyword(query).is_empty()
}

fn products(shop: Shop<'_>, query: &str) -> Head {
    let keyword = keyword(query);
    if keyword.is_empty() {
        let description = format!("Semua {} di {}.", shop.front.products, shop.name);
        return plain("Semua Produk", &description);
    }
    let title = format!("Hasil untuk “{}”", shorten(&keyword, TITLE));
    Head { hidden: true, ..plain(&title, &format!("Hasil pencarian produk di {}.", shop.name)) }
}

fn text(shop: Shop<'_>, text: &PageText) -> Head {
    let description = Some(first_sentence(&text.body)).filter(|sentence| !sentence.is_empty());
    Head {
        beginning: Some(prerendered::text(&text.title)),
        ..plain(&text.title, &description.unwrap_or_else(|| shop.about()))
    }
}

fn agreement(shop: Shop<'_>, document: Document) -> Head {
    let title = document.title();
    plain(title, &format!("{title} {}, dengan semua versinya.", shop.name))
}

/// Returns the first sentence of a Markdown text, without its markup; empty for a text that has only headings.
fn first_sentence(body: &str) -> String {
    let paragraph =
        body.split("\n\n").map(str::trim).find(|paragraph| !paragraph.is_empty() && !paragraph.starts_with('#'));
    let paragraph = one_line(&paragraph.unwrap_or_default().replace('*', ""));
    let paragraph = paragraph.trim_start_matches("- ");
    let paragraph = without_links(paragraph);
    match paragraph.split_once(". ") {
        Some((sentence, _)) => format!("{sentence}."),
        None => paragraph,
    }
}

/// Replaces the links (`[words](address)`) of a text by their words.
fn without_links(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        plain += before;
        let Some((words, after)) =
            link.split_once("](").and_then(|(words, after)| Some((words, after.split_once(')')?.1)))
        else {
            plain.push('[');
            rest = link;
            continue;
        };
        plain += words;
        rest = after;
    }
    plain + rest
}

fn category(shop: Shop<'_>, name: &str, picture: &str) -> Head {
    let path = category_path(name);
    Head {
        path: Some(path.clone()),
        picture: Some(Picture { path: picture_path(picture), alt: name.to_owned() }),
        facts: vec![breadcrumbs(shop.base, &[(name, &path)])],
        ..plain(name, &format!("Belanja produk {name} di {} dan kumpulkan BV dari setiap pembelian.", shop.name))
    }
}

fn product(shop: Shop<'_>, id: ProductId, offer: &Offer) -> Head {
    let base = shop.base;
    let path = product_path(id, &offer.name);
    // A product imported from a file has no picture yet.
    let picture = (!offer.picture.is_empty()).then(|| format!("{}?w=800&h=800", picture_path(&offer.picture)));
    let mut fact = json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": offer.name,
        "description": one_line(&offer.description),
        "sku": id.to_string(),
        "category": offer.category_name,
        "offers": {
            "@type": "Offer",
            "url": format!("{base}{path}"),
            "price": offer.price.paid_rp.to_string(),
            "priceCurrency": "IDR",
            "seller": {"@type": "Organization", "name": shop.name},
            "availability": format!("https://schema.org/{}", if offer.stock > 0 { "InStock" } else { "OutOfStock" }),
        },
    });
    if let Some(until_ms) = offer.price.until_ms {
        fact["offers"]["priceValidUntil"] = json!(jakarta_date(until_ms));
    }
    if let Some(picture) = &picture {
        fact["image"] = json!([format!("{base}{picture}")]);
    }
    if offer.rating_count > 0 {
        fact["aggregateRating"] = json!({
            "@type": "AggregateRating",
            "ratingValue": catalog::average(offer.rating_sum, offer.rating_count),
            "ratingCount": offer.rating_count,
        });
    }
    let category = category_path(&offer.category_name);
    let way = breadcrumbs(base, &[(&offer.category_name, &category), (&offer.name, &path)]);
    Head {
        path: Some(path),
        price_rp: Some(offer.price.paid_rp),
        picture: picture.map(|path| Picture { path, alt: offer.name.clone() }),
        facts: vec![fact, way],
        ..plain(&offer.name, &offer.description)
    }
}

/// Returns the breadcrumbs from the home page to a page, by names and paths.
fn breadcrumbs(base: &str, steps: &[(&str, &str)]) -> Value {
    let steps = [("Home", "/")].iter().chain(steps).enumerate().map(|(place, (name, path))| {
        json!({"@type": "ListItem", "position": place + 1, "name": name, "item": format!("{base}{path}")})
    });
    json!({
        "@context": "https://schema.org",
        "@type": "BreadcrumbList",
        "itemListElement": steps.collect::<Vec<_>>(),
    })
}

/// Returns the head of a voucher's page; `None` if the address names no voucher.
async fn voucher(pages: &Pages, slug: &str) -> Result<Option<Head>> {
    let now_ms = pages.clock.now_ms();
    let found = vouchers::find_by_slug(&mut *pages.db.read().await?, slug, now_ms).await?;
    Ok(found.map(|row| voucher_head(&row, now_ms)))
}

fn voucher_head(row: &VoucherRow, now_ms: i64) -> Head {
    let status = row.status(now_ms);
    let description = if status == VoucherStatus::Upcoming {
        format!("{}, berlaku mulai {}.", row.benefit(), format::date(row.starts_ms))
    } else {
        format!("{} dengan kode {}, berlaku sampai {}.", row.benefit(), row.code, format::date(row.ends_ms))
    };
    let valid = status == VoucherStatus::Running;
    // The pages of other states have content that the template does not contain.
    let has_beginning = matches!(status, VoucherStatus::Running | VoucherStatus::Ended);
    Head {
        path: (status != VoucherStatus::Upcoming).then(|| voucher_path(&row.code)),
        hidden: !valid,
        picture: Some(Picture { path: picture_path(&row.picture), alt: row.title.clone() }),
        beginning: has_beginning.then(|| prerendered::voucher(row, valid)),
        ..plain(&row.title, &description)
    }
}

/// Returns the tags that preload the files and data of a page; `key` replaces `{}` in the data's paths.
fn preloads(address: &Address, key: &str) -> String {
    let data: Vec<String> = address.data.iter().map(|path| path.replace("{}", key)).collect();
    built().preloads(address.part, &data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_the_first_sentence() {
        assert_eq!(first_sentence("# Judul\n\nKami **baik**. Lalu\n\nlain."), "Kami baik.");
        assert_eq!(first_sentence("Pukul 09.00-17.00 WIB\nsaja"), "Pukul 09.00-17.00 WIB saja");
        assert_eq!(first_sentence("## Judul\n\n### Lagi"), "");
        assert_eq!(
            first_sentence("- Lihat [tarif](/shipping-rate), [x] dan [y](z. Lalu"),
            "Lihat tarif, [x] dan [y](z."
        );
        for text in pages::BUILT_IN.iter() {
            let sentence = first_sentence(&text.body);
            assert!(sentence.ends_with('.') && !sentence.contains(['*', '#', '[']), "{sentence}");
        }
    }

    #[test]
    fn every_built_in_text_has_its_address() {
        let mut paths = 0;
        for address in addresses::ADDRESSES.iter().filter(|address| address.page == Page::Text) {
            let slug = address.path.trim_start_matches('/');
            assert!(pages::BUILT_IN.iter().any(|text| text.slug == slug), "{slug}");
            assert_eq!(address.data, [format!("/api/pages/{slug}")]);
            paths += 1;
        }
        assert_eq!(paths, pages::BUILT_IN.len());
    }
}
