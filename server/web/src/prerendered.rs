//! First view of a page before the app runs, from templates. The build draws them with the app's own components
//! (`web/src/prerender/pages.tsx`); the server fills them with the data that the app would request first.

use std::{collections::BTreeMap, sync::LazyLock};

use ksmart_foundation::{
    addresses::{category_path, component, picture_path, product_path, voucher_path},
    format::{date, number, rupiah},
    ids::ProductId,
};
use ksmart_shop::{
    catalog::{Category, Product},
    content::Banner,
    vouchers::{VoucherRow, popups::PopupVoucher},
};
use minijinja::{AutoEscape, Environment, value::Serde};
use serde::Serialize;
use serde_json::json;

use crate::{front::Front, head::escape};

/// Number of products at the beginning of a list.
const CARDS: usize = 8;

/// Number of products on a shelf of the home page, as in `web/src/features/home/HomePage.tsx`.
const SHELF: usize = 4;

/// Templates, as `build.rs` found them; empty if there was no built app.
const TEMPLATES: &str = include_str!(concat!(env!("OUT_DIR"), "/prerendered.json"));

static BEGINNINGS: LazyLock<Environment<'static>> = LazyLock::new(|| environment(TEMPLATES));

fn environment(templates: &str) -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(|out, _, value| {
        let text = value.to_string();
        out.write_str(&if value.is_safe() { text } else { escape(&text) }).map_err(minijinja::Error::from)
    });
    environment.add_filter("rupiah", rupiah);
    environment.add_filter("number", number);
    environment.add_filter("percent_off", percent_off);
    environment.add_filter("rating", |rating: f64| decimal(rating));
    environment.add_filter("stars", |rating: f64| (rating * 2.0).round() * 10.0);
    environment.add_filter("digits", |text: String| text.chars().filter(char::is_ascii_digit).collect::<String>());
    environment.add_filter("component", |text: String| component(&text));
    environment.add_filter("product_path", |id: i64, name: String| product_path(ProductId(id), &name));
    environment.add_filter("category_path", |name: String| category_path(&name));
    environment.add_filter("voucher_path", |code: String| voucher_path(&code));
    environment.add_filter("picture_path", |picture: String| picture_path(&picture));
    let templates: BTreeMap<String, String> = serde_json::from_str(templates).unwrap_or_default();
    for (name, template) in templates {
        if let Err(error) = environment.add_template_owned(name, template) {
            tracing::error!(%error, "a prerendered page is no template");
        }
    }
    environment
}

/// Returns the discount of a price against the struck-through price, in whole percent, as in
/// `web/src/components/StruckPrice.tsx`.
fn percent_off(price: i64, struck: i64) -> i64 {
    struck.saturating_sub(price).saturating_mul(100).checked_div(struck).unwrap_or_default()
}

/// Formats a number as `4,67`, `4,5` or `4`, like `web/src/format.ts`.
fn decimal(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').replace('.', ",")
}

/// Reads the templates in advance, so that no visitor has to wait.
pub fn warm() {
    LazyLock::force(&BEGINNINGS);
}

/// Fills a template with values; returns an empty text if there is no such template, so that only the app draws the
/// page.
fn fill(name: &str, values: impl Serialize) -> String {
    let Ok(template) = BEGINNINGS.get_template(name) else { return String::new() };
    template.render(Serde(values)).unwrap_or_else(|error| {
        tracing::error!(%error, name, "a prerendered page cannot be filled");
        String::new()
    })
}

/// Draws the frame (header and footer) around the first view of a page. If `page` is `None`, the frame contains a
/// placeholder until the app draws it.
pub fn frame(page: Option<&str>, shop: &Front, year: &str) -> String {
    let waiting = || fill("waiting", ());
    let page = page.map_or_else(waiting, str::to_owned);
    fill("frame", json!({"page": page, "shop": shop, "year": year}))
}

/// Draws the page of a closed shop.
pub fn soon(shop: &str) -> String {
    fill("soon", json!({"shop": {"name": shop}}))
}

/// Draws the home page.
pub fn home(
    shop: &Front,
    banners: &[Banner],
    categories: &[Category],
    best_sellers: &[&Product],
    products: &[Product],
) -> String {
    let best_sellers = &best_sellers[..best_sellers.len().min(SHELF)];
    let products = &products[..products.len().min(SHELF)];
    let values = json!({"shop": shop, "banners": banners, "categories": categories, "best_sellers": best_sellers,
                        "products": products});
    fill("home", values)
}

/// Draws the popup with a voucher on the home page; a script of the page opens it.
pub fn popup(popup: &PopupVoucher) -> String {
    fill("popup", popup)
}

/// Draws the first products of a list, with their number; without products if their order is unknown.
pub fn list(title: &str, products: &[&Product]) -> String {
    let first = &products[..products.len().min(CARDS)];
    let count = i64::try_from(products.len()).map_or_else(|_| String::new(), number);
    let count = if products.is_empty() { String::new() } else { count };
    fill("list", json!({"title": title, "products": first, "count": count}))
}

/// Draws the page of a product; `message` is the text for sharing it.
pub fn product(product: &Product, message: &str) -> String {
    fill("product", json!({"p": product, "message": message}))
}

/// Draws the page of vouchers, still without vouchers.
pub fn vouchers() -> String {
    fill("vouchers", ())
}

/// Draws the page of a voucher.
pub fn voucher(row: &VoucherRow, valid: bool) -> String {
    let values = json!({
        "code": row.code,
        "title": row.title,
        "picture": row.picture,
        "valid": valid,
        "benefit": row.benefit(),
        "ends": date(row.ends_ms),
        "terms": row.public_terms(),
    });
    fill("voucher", values)
}

/// Draws a text page with its title, still without its body.
pub fn text(title: &str) -> String {
    fill("text", json!({"title": title}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn template_values_are_escaped() {
        let template =
            r#"{"card": "<a href=\"{{ p.id|product_path(p.name) }}\">{{ p.name }} {{ p.harga|rupiah }}</a>"}"#;
        let environment = environment(template);
        let name = "</a><script>\"'&";
        let card = environment.get_template("card").unwrap();
        let html = card.render(Serde(json!({"p": {"id": 7, "name": name, "harga": 125_000}}))).unwrap();
        assert_eq!(
            html,
            "<a href=\"/product/7-%3C%2Fa%3E%3Cscript%3E%22&#39;%26\">&lt;/a&gt;&lt;script&gt;&quot;&#39;&amp; Rp\u{a0}125.000</a>"
        );
    }

    #[test]
    fn discount_percentages_are_rounded_down() {
        for (price, struck, percent) in [(800, 1000, 20), (667, 1000, 33), (999, 1000, 0), (1, 0, 0)] {
            assert_eq!(percent_off(price, struck), percent);
        }
    }

    #[test]
    fn ratings_use_a_decimal_comma() {
        for (rating, text) in [(4.67, "4,67"), (4.5, "4,5"), (4.0, "4"), (0.0, "0")] {
            assert_eq!(decimal(rating), text);
        }
    }

    #[test]
    fn every_template_compiles() {
        let templates: BTreeMap<String, String> = serde_json::from_str(TEMPLATES).unwrap_or_default();
        for name in templates.keys() {
            assert!(environment(TEMPLATES).get_template(name).is_ok(), "{name}");
        }
    }
}
