//! Link previews of each page of the shop, and the information for search engines.

use std::io::Read;

use ksmart_foundation::{ids::ProductId, time::DAY_MS};
use ksmart_shop::catalog::{self, NewProduct};
use reqwest::{Method, header::HeaderMap};
use serde_json::Value;

use crate::shop::Shop;

const BASE: &str = "https://toko.example";

/// A served page.
struct Page {
    status: u16,
    headers: HeaderMap,
    html: String,
}

impl Page {
    fn title(&self) -> &str {
        self.html.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0
    }

    /// Returns the content of a `meta` tag as written in the HTML.
    fn meta(&self, name: &str) -> Option<&str> {
        let find = |kind: &str| self.html.split_once(&format!("<meta {kind}=\"{name}\" content=\""));
        find("property").or_else(|| find("name")).map(|(_, rest)| rest.split_once('"').unwrap().0)
    }

    fn canonical(&self) -> Option<&str> {
        let link = self.html.split_once("<link rel=\"canonical\" href=\"")?;
        Some(link.1.split_once('"').unwrap().0)
    }

    /// Returns the structured data (JSON-LD) of a type.
    fn fact(&self, kind: &str) -> Option<Value> {
        let scripts = self.html.split("<script type=\"application/ld+json\">").skip(1);
        let facts = scripts.map(|text| serde_json::from_str::<Value>(text.split_once("</script>").unwrap().0).unwrap());
        facts.into_iter().find(|fact| fact["@type"] == kind)
    }
}

async fn shop() -> Shop {
    Shop::start_with(&[&format!("--public-url={BASE}/")]).await
}

async fn load(shop: &Shop, path: &str) -> Page {
    let answer = shop.guest().request(Method::GET, path).send().await.unwrap();
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    Page { status, headers, html: answer.text().await.unwrap() }
}

/// Inserts a product with arbitrary texts.
async fn product(shop: &Shop, name: &str, description: &str, stock: i64) -> i64 {
    let mut tx = shop.app.db.write().await.unwrap();
    let category_id = catalog::insert_category(&mut tx, "Kopi & Teh", "categories/kopi.webp", 1).await.unwrap();
    let product = NewProduct {
        category_id,
        name,
        description,
        composition: "",
        usage: "",
        storage: "",
        price_rp: 125_000,
        bv: 5,
        weight_gr: 500,
        net_ml: 250,
        min_order: 1,
        sku: "",
        barcode: "",
        shelf: "",
        stock,
        sold: 0,
        variants: &[],
        images: &["products/teh hijau.webp".to_owned()],
        augmented: &[],
    };
    let ProductId(id) = catalog::insert_product(&mut tx, &product, 0).await.unwrap();
    tx.commit().await.unwrap();
    id
}

#[tokio::test]
async fn product_pages_have_link_previews() {
    let shop = shop().await;
    let id = product(&shop, "Teh Hijau 50/50", &"Daun teh pilihan. ".repeat(20), 3).await;
    let own = format!("{BASE}/product/{id}-teh-hijau-50%2F50");
    for path in
        [format!("/product/{id}-teh-hijau-50%2F50"), format!("/product/{id}-nama-lama/"), format!("/Product/{id}")]
    {
        let page = load(&shop, &path).await;
        assert_eq!((page.status, page.title()), (200, "Teh Hijau 50/50 · K-Smart"), "{path}");
        assert_eq!(page.canonical(), Some(own.as_str()));
        assert_eq!(page.meta("robots"), None);
        assert_eq!(page.meta("og:url"), Some(own.as_str()));
        assert_eq!(page.meta("og:title"), Some("Teh Hijau 50/50"));
        assert_eq!(page.meta("og:type"), Some("product"));
        assert_eq!(page.meta("og:locale"), Some("id_ID"));
        let picture = format!("{BASE}/storage/products/teh%20hijau.webp?w=800&amp;h=800");
        assert_eq!(page.meta("og:image"), Some(picture.as_str()));
        assert_eq!(page.meta("og:image:alt"), Some("Teh Hijau 50/50"));
        assert_eq!(page.meta("twitter:card"), Some("summary_large_image"));
        assert_eq!(page.meta("product:price:amount"), Some("125000"));
        assert_eq!(page.meta("product:price:currency"), Some("IDR"));
        let social = page.meta("og:description").unwrap();
        assert!(social.starts_with("Rp 125.000 · Daun teh") && social.ends_with('…'), "{social}");
        for text in [social, page.meta("description").unwrap()] {
            assert!(text.chars().count() <= 160, "{text}");
        }
    }
}

#[tokio::test]
async fn product_pages_have_structured_data() {
    let shop = shop().await;
    let id = product(&shop, "Teh", "Daun.", 3).await;
    let path = format!("/product/{id}-teh");
    let fact = load(&shop, &path).await.fact("Product").unwrap();
    assert_eq!(fact["name"], "Teh");
    assert_eq!(fact["sku"], id.to_string());
    assert_eq!(fact["category"], "Kopi & Teh");
    assert_eq!(fact["image"][0], format!("{BASE}/storage/products/teh%20hijau.webp?w=800&h=800"));
    assert_eq!(fact["offers"]["price"], "125000");
    assert_eq!(fact["offers"]["priceCurrency"], "IDR");
    assert_eq!(fact["offers"]["availability"], "https://schema.org/InStock");
    assert_eq!(fact["offers"]["url"], format!("{BASE}{path}"));
    assert_eq!(fact.get("aggregateRating"), None);
    assert_eq!(fact.get("brand"), None);

    let mut conn = shop.app.db.write_one().await.unwrap();
    for rating in [4, 5, 5] {
        catalog::count_rating(&mut conn, ProductId(id), rating).await.unwrap();
    }
    catalog::set_counts(&mut conn, ProductId(id), 0, 3, "Stok opname", 0).await.unwrap();
    drop(conn);
    let page = load(&shop, &path).await;
    let fact = page.fact("Product").unwrap();
    assert_eq!(fact["offers"]["availability"], "https://schema.org/OutOfStock");
    assert_eq!(fact["aggregateRating"]["ratingValue"], 4.67);
    assert_eq!(fact["aggregateRating"]["ratingCount"], 3);
    let way = page.fact("BreadcrumbList").unwrap();
    let items: Vec<&str> =
        way["itemListElement"].as_array().unwrap().iter().map(|item| item["item"].as_str().unwrap()).collect();
    assert_eq!(items, [format!("{BASE}/"), format!("{BASE}/category/Kopi%20%26%20Teh"), format!("{BASE}{path}")]);
}

#[tokio::test]
async fn product_texts_are_escaped_in_html() {
    let shop = shop().await;
    let name = "</script><script>alert(1)</script>\"'&\u{2028}<!--";
    let id = product(&shop, name, name, 1).await;
    let page = load(&shop, &format!("/product/{id}-x")).await;
    assert_eq!(page.status, 200);
    assert!(!page.html.contains("<script>alert"), "{}", page.html);
    assert_eq!(page.html.matches("<script").count(), page.html.matches("</script>").count());
    let scripts = page.html.split("<script").skip(1).map(|rest| rest.split_once("</script>").unwrap().0);
    assert!(!scripts.into_iter().any(|script| script.contains('\u{2028}')), "{}", page.html);
    assert_eq!(page.fact("Product").unwrap()["name"], name);
    let list = load(&shop, "/all-product").await.html;
    assert!(list.contains("alert(1)") && !list.contains("<script>alert") && list.contains("&lt;!--"), "{list}");
    assert!(page.title().starts_with("&lt;/script&gt;&lt;script&gt;"), "{}", page.title());
    assert_eq!(
        page.headers["content-security-policy"].to_str().unwrap(),
        ksmart_web::CONTENT_SECURITY_POLICY.as_str(),
        "the page's facts need no other policy"
    );
}

#[tokio::test]
async fn pages_have_content_before_the_app_runs() {
    let shop = shop().await;
    let id = product(&shop, "Teh Hijau", "Daun.", 1).await;
    shop.voucher("HEMAT 10", "12.5", None, None).await;
    let heading = |html: &str| {
        let (_, rest) = html.split_once("<h1 ").unwrap();
        rest.split_once("</h1>").unwrap().0.split_once('>').unwrap().1.to_owned()
    };
    let page = load(&shop, &format!("/product/{id}-teh-hijau")).await.html;
    assert_eq!(heading(&page), "Teh Hijau");
    assert!(
        page.contains(">Rp\u{a0}125.000</span>") && page.contains("/storage/products/teh%20hijau.webp?w=800&amp;h=800")
    );
    for (path, title) in [
        ("/", "Sehat setiap hari, dari rumah sendiri."),
        ("/voucher", "Voucher"),
        ("/voucher/hemat-10", "Hemat"),
        ("/why", "Kenapa Harus K-Link?"),
    ] {
        assert_eq!(heading(&load(&shop, path).await.html), title, "{path}");
    }
    let card = ">Teh Hijau</h3>";
    for (path, title, shown) in [
        ("/all-product", "Semua Produk", true),
        ("/category/Kopi%20&%20Teh", "Kopi &amp; Teh", true),
        ("/best-sellers", "Paling Laris", false),
        ("/all-product?sort=termahal", "Semua Produk", false),
        ("/all-product?keyword=%3Cb%3E", "Hasil untuk “&lt;b&gt;”", false),
    ] {
        let page = load(&shop, path).await.html;
        assert_eq!((heading(&page).as_str(), page.contains(card)), (title, shown), "{path}");
    }
    for path in ["/profile", "/checkout", "/login", "/tidak/ada", "/product/99-x"] {
        assert!(!load(&shop, path).await.html.contains("<h1 "), "{path}");
    }
}

#[tokio::test]
async fn public_pages_have_their_own_metadata() {
    let shop = shop().await;
    product(&shop, "Teh", "Daun.", 1).await;
    for (path, title, canonical) in [
        ("/", "K-Smart", "/"),
        ("/all-product?sort=termurah", "Semua Produk · K-Smart", "/all-product"),
        ("/best-sellers/", "Paling Laris · K-Smart", "/best-sellers"),
        ("/category/Kopi%20%26%20Teh", "Kopi &amp; Teh · K-Smart", "/category/Kopi%20%26%20Teh"),
        ("/category/Kopi%20&%20Teh", "Kopi &amp; Teh · K-Smart", "/category/Kopi%20%26%20Teh"),
        ("/voucher", "Voucher · K-Smart", "/voucher"),
        ("/about-us", "Tentang Kami · K-Smart", "/about-us"),
        ("/why", "Kenapa Harus K-Link? · K-Smart", "/why"),
        ("/shipping-rate", "Shipping Rate · K-Smart", "/shipping-rate"),
        ("/replacement", "Replacement · K-Smart", "/replacement"),
        ("/delivery", "Delivery · K-Smart", "/delivery"),
        ("/privacy-policy", "Privacy Policy · K-Smart", "/privacy-policy"),
        ("/how-to-order", "Cara Berbelanja · K-Smart", "/how-to-order"),
    ] {
        let page = load(&shop, path).await;
        assert_eq!((page.status, page.title()), (200, title), "{path}");
        assert_eq!(page.canonical(), Some(format!("{BASE}{canonical}").as_str()), "{path}");
        assert_eq!(page.meta("robots"), None, "{path}");
        assert!(page.meta("description").unwrap().len() > 20, "{path}");
        assert!(page.meta("og:image").unwrap().starts_with(BASE), "{path}");
    }
    let about = load(&shop, "/about-us").await;
    assert!(about.meta("description").unwrap().starts_with("K-Smart adalah toko daring resmi"));
    let category = load(&shop, "/category/Kopi%20%26%20Teh").await;
    assert_eq!(category.meta("og:image"), Some(format!("{BASE}/storage/categories/kopi.webp").as_str()));
    assert!(category.fact("BreadcrumbList").is_some());
    let home = load(&shop, "/").await;
    let search = &home.fact("WebSite").unwrap()["potentialAction"]["target"]["urlTemplate"];
    assert_eq!(search, &format!("{BASE}/all-product?keyword={{search_term_string}}"));
    assert_eq!(home.fact("Organization").unwrap()["logo"], format!("{BASE}/icon-512.png"));
}

#[tokio::test]
async fn searches_and_private_pages_are_not_indexed() {
    let shop = shop().await;
    for (path, title) in [
        ("/all-product?keyword=%20kopi+%3Cb%3E%20", "Hasil untuk “kopi &lt;b&gt;” · K-Smart"),
        ("/voucher?keyword=sehat", "Voucher · K-Smart"),
        ("/login", "Login · K-Smart"),
        ("/register", "Register · K-Smart"),
        ("/cart", "Keranjang · K-Smart"),
        ("/checkout", "Checkout · K-Smart"),
        ("/payment-callback?order_id=1", "Memproses Pembayaran... · K-Smart"),
        ("/profile", "Akun saya · K-Smart"),
        ("/edit-profile", "Edit profil · K-Smart"),
        ("/my-order", "Pesanan saya · K-Smart"),
        ("/my-order-detail/KS-1", "Detail pesanan · K-Smart"),
        ("/wishlist", "Favorite Saya · K-Smart"),
        ("/history-bv", "History BV · K-Smart"),
        ("/downline", "Info Jaringan · K-Smart"),
        ("/bv-report", "Laporan BV Transaksi Saya · K-Smart"),
        ("/bonus", "Bonus Saya · K-Smart"),
    ] {
        let page = load(&shop, path).await;
        assert_eq!((page.status, page.title(), page.meta("robots")), (200, title, Some("noindex")), "{path}");
    }
    let long = format!("/all-product?keyword={}", "kopi+".repeat(1500));
    let page = load(&shop, &long).await;
    assert!(page.status == 200 && page.title().chars().count() < 150, "{}", page.title());
}

#[tokio::test]
async fn a_voucher_page_opens_by_code_or_key() {
    let shop = shop().await;
    shop.voucher("HEMAT 10", "12.5", None, None).await;
    shop.voucher("HABIS", "5", Some(0), None).await;
    let id = shop.count("SELECT id FROM vouchers WHERE code = 'HEMAT 10'").await;
    for path in [
        "/voucher/hemat-10".to_owned(),
        "/voucher/HEMAT%2010".to_owned(),
        "/voucher/Hemat-10/".to_owned(),
        format!("/voucher/{id}-hemat-10"),
        format!("/voucher/{id}-HEMAT%2010"),
    ] {
        let page = load(&shop, &path).await;
        assert_eq!((page.status, page.title()), (200, "Hemat · K-Smart"), "{path}");
        assert_eq!(page.canonical(), Some(format!("{BASE}/voucher/hemat-10").as_str()));
        let description = page.meta("og:description").unwrap();
        assert!(description.starts_with("Diskon 12,5% dengan kode HEMAT 10, berlaku sampai "), "{description}");
        assert_eq!(page.meta("og:image"), Some(format!("{BASE}/storage/vouchers/x.webp").as_str()));
        assert_eq!(page.meta("robots"), None);
    }
    for path in [
        "/voucher/nihil".to_owned(),
        format!("/voucher/{id}"),
        format!("/voucher/{id}-nihil"),
        format!("/voucher/{}-hemat-10", id + 7),
    ] {
        let page = load(&shop, &path).await;
        assert_eq!((page.status, page.title()), (404, "Voucher tidak ditemukan · K-Smart"), "{path}");
        assert_eq!(page.meta("robots"), Some("noindex"));
    }
    assert_eq!(load(&shop, "/voucher/habis").await.meta("robots"), Some("noindex"), "its uses are spent");
    shop.app.clock.advance(2 * DAY_MS);
    assert_eq!(load(&shop, "/voucher/hemat-10").await.meta("robots"), Some("noindex"), "it has ended");
}

#[tokio::test]
async fn unknown_pages_show_the_app_with_404() {
    let shop = shop().await;
    let id = product(&shop, "Teh", "Daun.", 1).await;
    for path in [
        format!("/product/{}-teh", id + 1),
        "/product/teh".to_owned(),
        "/product/-1-teh".to_owned(),
        "/product/99999999999999999999-teh".to_owned(),
        format!("/product/{id}x-teh"),
    ] {
        let page = load(&shop, &path).await;
        assert_eq!((page.status, page.title()), (404, "Produk tidak ditemukan! · K-Smart"), "{path}");
        assert_eq!((page.meta("robots"), page.canonical()), (Some("noindex"), None));
    }
    let page = load(&shop, "/category/Penipuan").await;
    assert_eq!((page.status, page.title()), (404, "Kategori tidak ditemukan · K-Smart"));
    let long = format!("/{}", "a".repeat(8192));
    for path in [
        "/tidak/ada",
        "/%",
        "/%ff",
        "/category/%ff",
        "/category/%E0%A4%A",
        "/about-us/x",
        "/favicon.ico",
        "/index.html",
        "/api",
        &long,
    ] {
        let page = load(&shop, path).await;
        assert_eq!((page.status, page.title()), (404, "Not Found Page · K-Smart"), "{path:.80}");
        assert_eq!(page.meta("robots"), Some("noindex"), "{path:.80}");
        assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    }
    let long = format!("/product/{id}-{}", "a".repeat(8192));
    assert_eq!(load(&shop, &long).await.canonical(), Some(format!("{BASE}/product/{id}-teh").as_str()));
    // A text that PostgreSQL cannot store.
    assert_eq!(load(&shop, "/category/%00").await.status, 404);
    assert_eq!(load(&shop, "/voucher/%00").await.status, 404);
    shop.guest().get("/assets/none.js").await.refused(404, "not_found");
    shop.guest().post("/about-us", serde_json::json!({})).await.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn pages_are_cached_and_compressed() {
    let shop = shop().await;
    let id = product(&shop, "Teh", "Daun.", 3).await;
    let path = format!("/product/{id}-teh");
    let ask = async |method, name: &str, value: &str| {
        shop.guest().request(method, &path).header(name, value).send().await.unwrap()
    };
    let plain = load(&shop, &path).await;
    assert_eq!(plain.headers["cache-control"], "no-cache");
    assert_eq!(plain.headers["vary"], "accept-encoding");
    let tag = plain.headers["etag"].to_str().unwrap();
    let same = ask(Method::GET, "if-none-match", tag).await;
    assert_eq!((same.status().as_u16(), same.headers()["etag"].to_str().unwrap()), (304, tag));

    let packed = ask(Method::GET, "accept-encoding", "gzip, br").await;
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    let mut html = String::new();
    flate2::read::GzDecoder::new(&*packed.bytes().await.unwrap()).read_to_string(&mut html).unwrap();
    assert_eq!(html, plain.html);
    let refused = ask(Method::GET, "accept-encoding", "gzip;q=0").await;
    assert_eq!(refused.headers().get("content-encoding"), None);

    let head = ask(Method::HEAD, "accept", "*/*").await;
    assert_eq!(head.status(), 200);
    assert_eq!(head.headers()["content-length"].to_str().unwrap(), plain.html.len().to_string());
    assert!(head.bytes().await.unwrap().is_empty());

    catalog::set_counts(&mut shop.app.db.write_one().await.unwrap(), ProductId(id), 0, 3, "Stok opname", 0)
        .await
        .unwrap();
    assert_eq!(ask(Method::GET, "if-none-match", tag).await.status(), 200, "it is out of stock now");

    let missing = shop.guest().request(Method::GET, "/tidak/ada").send().await.unwrap();
    let tag = missing.headers()["etag"].clone();
    let again = shop.guest().request(Method::GET, "/tidak/ada").header("if-none-match", tag).send().await.unwrap();
    assert_eq!(again.status(), 404);
    assert!(!again.bytes().await.unwrap().is_empty(), "a page that is not there is never cut short");
}

#[tokio::test]
async fn pages_answer_503_without_a_database() {
    let shop = shop().await;
    shop.app.db.close().await;
    let page = load(&shop, "/product/1-teh").await;
    assert_eq!((page.status, page.title()), (503, "K-Smart"));
    assert_eq!((page.meta("robots"), page.canonical()), (None, None));
    assert_eq!(load(&shop, "/").await.status, 503);
    // The shop's own text is not available; the app then shows its built-in one.
    assert_eq!(load(&shop, "/about-us").await.status, 503);
    assert_eq!(load(&shop, "/login").await.status, 200);
}

#[tokio::test]
async fn the_sitemap_lists_public_pages() {
    let shop = shop().await;
    let id = product(&shop, "Teh <50/50> & Co", "Daun.", 1).await;
    shop.voucher("HEMAT10", "10", None, None).await;
    shop.voucher("HABIS", "5", Some(0), None).await;
    let answer = shop.guest().request(Method::GET, "/sitemap.xml").send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "application/xml");
    let xml = answer.text().await.unwrap();
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").unwrap();
    let body = body.strip_prefix("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n").unwrap();
    let body = body.strip_suffix("</urlset>\n").unwrap();
    let mut paths = Vec::new();
    for line in body.lines() {
        let url = line.strip_prefix("<url><loc>").and_then(|line| line.strip_suffix("</url>")).unwrap();
        let (loc, lastmod) = url.split_once("</loc>").unwrap();
        assert!(!loc.contains(['<', '>', '"']), "{loc}");
        assert!(lastmod.is_empty() || lastmod == "<lastmod>1970-01-01</lastmod>", "{lastmod}");
        paths.push(loc.strip_prefix(BASE).unwrap().replace("&#39;", "'").replace("&amp;", "&"));
    }
    for path in
        ["/", "/all-product", "/best-sellers", "/category/Kopi%20%26%20Teh", "/voucher", "/voucher/hemat10", "/why"]
    {
        assert!(paths.iter().any(|known| known == path), "{path} is not in {paths:?}");
    }
    assert!(paths.contains(&format!("/product/{id}-teh-%3C50%2F50%3E-%26-co")), "{paths:?}");
    assert_eq!(paths.len(), 16, "{paths:?}");
    for path in &paths {
        let page = load(&shop, path).await;
        assert_eq!((page.status, page.meta("robots")), (200, None), "{path}");
        assert_eq!(page.canonical().unwrap().replace("&#39;", "'"), format!("{BASE}{path}"));
    }
}

#[tokio::test]
async fn robots_txt_excludes_private_pages() {
    let shop = shop().await;
    let answer = shop.guest().request(Method::GET, "/robots.txt").send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/plain; charset=utf-8");
    let text = answer.text().await.unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "User-agent: *");
    for rule in ["Disallow: /api/", "Disallow: /checkout", "Disallow: /my-order-detail/", "Disallow: /profile"] {
        assert!(lines.contains(&rule), "{rule} is not in {text}");
    }
    for rule in ["Allow: /api/pages/why", "Allow: /api/products", "Allow: /api/product/", "Allow: /api/reviews"] {
        assert!(lines.contains(&rule), "{rule} is not in {text}");
    }
    assert!(!lines.contains(&"Disallow: /") && !text.contains("{}"), "{text}");
    assert_eq!(lines.last(), Some(&format!("Sitemap: {BASE}/sitemap.xml").as_str()));
}
