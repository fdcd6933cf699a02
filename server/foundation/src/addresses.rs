//! Table of the URL paths of the web app's pages, and the lookup of a request's path in it.

use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::ids::ProductId;

/// Kind of page that a path shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// Home page of the shop.
    Home,
    /// All products, or those that match a keyword.
    Products,
    /// Best-selling products.
    BestSellers,
    /// Products of the category in the path.
    Category,
    /// Product whose key is in the path.
    Product,
    /// All vouchers, or those that match a keyword.
    Vouchers,
    /// Voucher whose code is in the path.
    Voucher,
    /// Text page of the shop; its name is the path, such as `about-us`.
    Text,
    /// Agreement that members accept; its name is the path, such as `terms`.
    Agreement,
    /// Private page of the visitor, with its title; hidden from search engines.
    Private(&'static str),
}

impl Page {
    /// Whether the page shows goods for sale, and is therefore hidden while the shop is closed.
    pub fn sells(self) -> bool {
        !matches!(self, Self::Text | Self::Agreement | Self::Private(_))
    }
}

/// URL path of the web app, with the page that it shows.
#[derive(Debug)]
pub struct Address {
    /// Path; `{}` stands for the last part, which identifies the content, and `*` for any number of parts, or none.
    pub path: &'static str,
    /// Kind of page.
    pub page: Page,
    /// Source file of the page, as `web/src/routes.tsx` imports it.
    pub part: &'static str,
    /// API requests that the page sends at once, without a session; `{}` stands for the key in the path.
    pub data: &'static [&'static str],
}

const fn at(path: &'static str, page: Page, part: &'static str, data: &'static [&'static str]) -> Address {
    Address { path, page, part, data }
}

/// Source file of the pages to which links in e-mails lead.
const LINKS: &str = "src/features/accounts/LinkPage.tsx";

const AGREEMENT: &str = "src/features/content/AgreementPage.tsx";
const LISTS: &str = "src/features/catalog/listPages.tsx";
const TEXT: &str = "src/features/content/StaticPage.tsx";

/// All paths of the web app; any other path is answered with 404.
pub const ADDRESSES: &[Address] = &[
    at("/", Page::Home, "src/features/home/HomePage.tsx", &["/api/banners", "/api/products", "/api/categories"]),
    at("/all-product", Page::Products, LISTS, &["/api/products"]),
    at("/best-sellers", Page::BestSellers, LISTS, &["/api/products"]),
    at("/category/{}", Page::Category, LISTS, &["/api/products", "/api/categories"]),
    at(
        "/product/{}",
        Page::Product,
        "src/features/catalog/ProductPage.tsx",
        &["/api/product/{}", "/api/reviews?product_id={}&limit=20"],
    ),
    at("/voucher", Page::Vouchers, "src/features/vouchers/VouchersPage.tsx", &["/api/vouchers"]),
    at("/voucher/{}", Page::Voucher, "src/features/vouchers/VoucherPage.tsx", &["/api/vouchers"]),
    at("/about-us", Page::Text, TEXT, &["/api/pages/about-us"]),
    at("/why", Page::Text, TEXT, &["/api/pages/why"]),
    at("/shipping-rate", Page::Text, TEXT, &["/api/pages/shipping-rate"]),
    at("/replacement", Page::Text, TEXT, &["/api/pages/replacement"]),
    at("/delivery", Page::Text, TEXT, &["/api/pages/delivery"]),
    at("/privacy-policy", Page::Text, TEXT, &["/api/pages/privacy-policy"]),
    at("/how-to-order", Page::Text, TEXT, &["/api/pages/how-to-order"]),
    at("/code-of-ethics", Page::Agreement, AGREEMENT, &["/api/agreements/code-of-ethics"]),
    at("/terms", Page::Agreement, AGREEMENT, &["/api/agreements/terms"]),
    at("/login", Page::Private("Login"), "src/features/accounts/LoginPage.tsx", &[]),
    at("/register", Page::Private("Register"), "src/features/accounts/RegisterPage.tsx", &["/api/plan-choice"]),
    at("/reset-password", Page::Private("Password baru"), LINKS, &[]),
    at("/reset-password/forgotten", Page::Private("Lupa kata sandi"), LINKS, &[]),
    at("/reset-password/email", Page::Private("Verifikasi email"), LINKS, &[]),
    at("/cart", Page::Private("Keranjang"), "src/features/cart/CartPage.tsx", &[]),
    at(
        "/payment-callback",
        Page::Private("Memproses Pembayaran..."),
        "src/features/payments/PaymentCallbackPage.tsx",
        &[],
    ),
    at("/checkout", Page::Private("Checkout"), "src/features/checkout/CheckoutPage.tsx", &[]),
    at("/profile", Page::Private("Akun saya"), "src/features/accounts/ProfilePage.tsx", &[]),
    at("/edit-profile", Page::Private("Edit profil"), "src/features/accounts/EditProfilePage.tsx", &[]),
    at("/my-order", Page::Private("Pesanan saya"), "src/features/orders/OrdersPage.tsx", &[]),
    at("/my-order-detail/{}", Page::Private("Detail pesanan"), "src/features/orders/OrderPage.tsx", &[]),
    at("/my-return/*", Page::Private("Pengembalian"), "src/features/returns/ReturnsPage.tsx", &[]),
    at("/wishlist", Page::Private("Favorite Saya"), "src/features/wishlist/WishlistPage.tsx", &[]),
    at("/history-bv", Page::Private("History BV"), "src/features/volume/HistoryPage.tsx", &[]),
    at("/downline", Page::Private("Info Jaringan"), "src/features/network/DownlinePage.tsx", &[]),
    at("/bv-report", Page::Private("Laporan BV Transaksi Saya"), "src/features/volume/ReportPage.tsx", &[]),
    at("/bonus", Page::Private("Bonus Saya"), "src/features/bonuses/BonusPage.tsx", &[]),
    at("/bonus/tax", Page::Private("Pajak bonus"), "src/features/bonuses/TaxPage.tsx", &[]),
    at("/bonus/tax/{}", Page::Private("Bukti potong"), "src/features/bonuses/TaxPage.tsx", &[]),
    at("/admin/*", Page::Private("Kantor"), "src/admin/routes.tsx", &[]),
];

/// Finds the entry for a request's path, and the last part of the path if the entry has a `{}`, else an empty text.
///
/// Like the app's router, it ignores upper and lower case and trailing slashes.
pub fn find(path: &str) -> Option<(&'static Address, String)> {
    let path = path.trim_end_matches('/');
    let parts = path.split('/').skip(1).map(|part| percent_decode_str(part).decode_utf8().ok());
    let parts: Vec<_> = parts.collect::<Option<_>>()?;
    ADDRESSES.iter().find_map(|address| {
        let known: Vec<&str> = address.path.split('/').skip(1).filter(|part| !part.is_empty()).collect();
        let (known, parts) = match known.split_last() {
            Some((&"*", known)) if known.len() <= parts.len() => (known, &parts[..known.len()]),
            _ => (known.as_slice(), parts.as_slice()),
        };
        let fits = |(known, part): (&&str, &_)| match *known {
            "{}" => true,
            known => known.eq_ignore_ascii_case(AsRef::<str>::as_ref(part)),
        };
        let found = known.len() == parts.len() && known.iter().zip(parts).all(fits);
        let last = if known.contains(&"{}") { parts.last().map(ToString::to_string) } else { None };
        found.then(|| (address, last.unwrap_or_default()))
    })
}

/// Characters that JavaScript's `encodeURIComponent` percent-encodes: all but letters, digits and those removed here.
const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// Characters that a browser percent-encodes in the path of a URL.
const PATH: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>').add(b'?').add(b'`').add(b'{').add(b'}');

/// Percent-encodes a text as one part of a URL path.
pub fn component(text: &str) -> String {
    utf8_percent_encode(text, COMPONENT).to_string()
}

/// Returns a path such as `/product/12-klorofil-mint`, as `web/src/paths.ts` makes it.
pub fn product_path(id: ProductId, name: &str) -> String {
    let slug = format!("{id}-{}", name.to_lowercase().replace(' ', "-"));
    format!("/product/{}", utf8_percent_encode(&slug, COMPONENT))
}

/// Returns the product key at the beginning of the last part of a product's address: the digits before the first
/// hyphen.
pub fn product_id(slug: &str) -> Option<ProductId> {
    let digits = slug.split('-').next().filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    digits.parse().ok().map(ProductId)
}

/// Returns a path such as `/category/Kopi%20%26%20Teh`, as `web/src/paths.ts` makes it.
pub fn category_path(name: &str) -> String {
    format!("/category/{}", utf8_percent_encode(name, COMPONENT))
}

/// Returns a path such as `/voucher/hemat-10`, for the code `HEMAT 10`.
pub fn voucher_path(code: &str) -> String {
    let slug = code.to_lowercase().replace(' ', "-");
    format!("/voucher/{}", utf8_percent_encode(&slug, COMPONENT))
}

/// Returns the URL path of a picture below `/storage/`, as `web/src/api/pictures.ts` makes it.
pub fn picture_path(picture: &str) -> String {
    format!("/storage/{}", utf8_percent_encode(picture, PATH))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(path: &str) -> Option<(Page, String)> {
        find(path).map(|(address, last)| (address.page, last))
    }

    #[test]
    fn paths_are_matched_like_in_the_app() {
        let last = String::new;
        assert_eq!(page("/"), Some((Page::Home, last())));
        assert_eq!(page("//"), Some((Page::Home, last())));
        assert_eq!(page("/All-Product/"), Some((Page::Products, last())));
        assert_eq!(page("/%61bout-us"), Some((Page::Text, last())));
        assert_eq!(page("/category/Kopi%20%26%20Teh"), Some((Page::Category, "Kopi & Teh".to_owned())));
        assert_eq!(page("/category/a%2Fb"), Some((Page::Category, "a/b".to_owned())));
        assert_eq!(page("/product/7-Madu"), Some((Page::Product, "7-Madu".to_owned())));
        for admin in ["/admin", "/Admin/", "/admin/orders/KS-1"] {
            assert_eq!(page(admin), Some((Page::Private("Kantor"), last())), "{admin}");
        }
        for unknown in [
            "/administration",
            "/category",
            "/product/",
            "/product/1/2",
            "/tidak/ada",
            "/about-us/x",
            "/category/%ff",
            "/%",
        ] {
            assert_eq!(page(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn the_product_id_precedes_the_first_hyphen() {
        assert_eq!(product_id("12-klorofil-mint"), Some(ProductId(12)));
        assert_eq!(product_id("12"), Some(ProductId(12)));
        for slug in ["", "-12", "12a-b", "+1-a", "a-1", "99999999999999999999-x"] {
            assert_eq!(product_id(slug), None, "{slug}");
        }
    }

    #[test]
    fn paths_are_built_like_in_the_app() {
        assert_eq!(product_path(ProductId(7), "Kopi Gula Aren 250 g"), "/product/7-kopi-gula-aren-250-g");
        assert_eq!(product_path(ProductId(7), "Teh 50/50 'Été'"), "/product/7-teh-50%2F50-'%C3%A9t%C3%A9'");
        assert_eq!(category_path("Kopi & Teh"), "/category/Kopi%20%26%20Teh");
        assert_eq!(picture_path("products/teh hijau.webp"), "/storage/products/teh%20hijau.webp");
        assert_eq!(voucher_path("HEMAT 10"), "/voucher/hemat-10");
    }

    /// A route of the app that is missing in this table would be 404; one with a wrong source file would load slowly.
    #[test]
    fn the_table_contains_every_route_of_the_app() {
        let routes = include_str!("../../../web/src/routes.tsx");
        let mut seen = 0;
        for route in routes.split("path: '").skip(1) {
            let (path, rest) = route.split_once('\'').expect("a path ends");
            if path == "*" {
                continue;
            }
            let pattern: Vec<&str> =
                path.split('/').map(|part| if part.starts_with(':') { "{}" } else { part }).collect();
            let pattern = format!("/{}", pattern.join("/"));
            // A route with a tree below it may have a row for each address of the tree.
            let tree = pattern.strip_suffix('*');
            let of_route =
                |path: &str| path == pattern || tree.is_some_and(|tree| format!("{path}/").starts_with(tree));
            let addresses: Vec<_> = ADDRESSES.iter().filter(|address| of_route(address.path)).collect();
            assert!(!addresses.is_empty(), "{pattern} is not in the table");
            let shared = rest.trim_start_matches(", ");
            let part = match rest.split_once("import('@/") {
                _ if shared.starts_with("element: staticPage") => TEXT.to_owned(),
                _ if shared.starts_with("element: agreementPage") => AGREEMENT.to_owned(),
                Some((_, part)) => format!("src/{}.tsx", part.split('\'').next().unwrap_or_default()),
                None => panic!("{pattern} shows nothing"),
            };
            for address in addresses {
                assert_eq!(address.part, part, "{}", address.path);
            }
            seen += 1;
        }
        assert!(seen > 15, "{seen} routes");
    }
}
