//! Pictures: names, sizes, caching and removal.

use std::{
    io::{Cursor, Write},
    path::Path,
};

use flate2::{Compression, Crc, write::ZlibEncoder};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use reqwest::{Method, Response, header::HeaderMap};

use crate::{accounts::registration::form, shop::Shop};

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Answer whose body is not JSON.
struct File {
    status: u16,
    headers: HeaderMap,
    bytes: Vec<u8>,
}

impl File {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns the width and height of the picture, which must be WebP.
    #[track_caller]
    fn webp(&self) -> (u32, u32) {
        assert_eq!((self.status, self.header("content-type")), (200, "image/webp"));
        let picture = image::load_from_memory_with_format(&self.bytes, ImageFormat::WebP).unwrap();
        (picture.width(), picture.height())
    }
}

async fn get(shop: &Shop, path: &str) -> File {
    read(shop.guest().request(Method::GET, path).send().await.unwrap()).await
}

async fn get_unless(shop: &Shop, path: &str, tag: &str) -> File {
    read(shop.guest().request(Method::GET, path).header("if-none-match", tag).send().await.unwrap()).await
}

async fn read(response: Response) -> File {
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    File { status, headers, bytes: response.bytes().await.unwrap().to_vec() }
}

/// Returns the keys of all files in the storage.
fn files(shop: &Shop) -> Vec<String> {
    fn walk(folder: &Path, root: &Path, found: &mut Vec<String>) {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, root, found);
            } else {
                found.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    let root = shop.folder.path().join("storage");
    let mut found = Vec::new();
    walk(&root, &root, &mut found);
    found.sort();
    found
}

pub fn encoded(picture: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Returns a picture with so many details that its file is not tiny.
pub fn scene(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let [a, b] = [x.wrapping_mul(7) ^ y, y.wrapping_mul(5) ^ (x >> 2)].map(|n| n.to_le_bytes()[0]);
        Rgb([a, b, a.wrapping_add(b)])
    })
}

fn png(width: u32, height: u32) -> Vec<u8> {
    encoded(scene(width, height), ImageFormat::Png)
}

/// Returns a PNG file with a black picture; the file is small even for large dimensions.
pub fn black_png(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |name: &[u8], data: &[u8]| {
        let mut sum = Crc::new();
        sum.update(name);
        sum.update(data);
        file.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        file.extend_from_slice(name);
        file.extend_from_slice(data);
        file.extend(sum.sum().to_be_bytes());
    };
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    chunk(b"IHDR", &[&size[..], &[8, 2, 0, 0, 0]].concat());
    let mut pixels = ZlibEncoder::new(Vec::new(), Compression::fast());
    let row = vec![0; 1 + 3 * usize::try_from(width).unwrap()];
    for _ in 0..height {
        pixels.write_all(&row).unwrap();
    }
    chunk(b"IDAT", &pixels.finish().unwrap());
    chunk(b"IEND", &[]);
    file
}

/// Stores a picture; returns its URL path.
async fn keep(shop: &Shop, extension: &str, bytes: Vec<u8>) -> String {
    let key = shop.app.storage.store("products", "teh", extension, bytes).await.unwrap();
    format!("/storage/{key}")
}

#[tokio::test]
async fn pictures_are_resized_in_proportion() {
    let shop = Shop::start().await;
    let original = png(1000, 500);
    let teh = keep(&shop, "png", original.clone()).await;
    let whole = get(&shop, &teh).await;
    assert_eq!((whole.header("content-type"), whole.bytes == original), ("image/png", true), "as it is");
    for (query, size) in [
        ("w=400&h=400", (400, 200)),
        ("w=400", (400, 200)),
        ("h=64", (128, 64)),
        ("w=800&h=64", (128, 64)),
        // Sizes are rounded up to steps that other requests share.
        ("w=257", (400, 200)),
        ("w=1&h=1", (64, 32)),
        ("w=801&h=4000000000", (1000, 500)),
        // Pictures are never enlarged.
        ("w=1600&h=1600", (1000, 500)),
    ] {
        let made = get(&shop, &format!("{teh}?{query}")).await;
        assert_eq!(made.webp(), size, "{query}");
        assert!(made.bytes.len() < original.len(), "{query}");
        assert_eq!(&made.bytes[12..16], b"VP8 ", "{query}: lossy");
        assert_eq!(made.header("cache-control"), FOR_EVER);
        assert_eq!(made.header("content-length"), made.bytes.len().to_string());
        assert!(made.header("content-security-policy").contains("sandbox"));
        let again = get(&shop, &format!("{teh}?{query}")).await;
        assert!(again.bytes == made.bytes && again.header("etag") == made.header("etag"), "{query}: kept");
    }
    let made = files(&shop).into_iter().filter(|file| file.starts_with("resized/")).count();
    assert_eq!(made, 7, "w=257 and w=400 are one");
}

#[tokio::test]
async fn a_small_webp_picture_is_served_unchanged() {
    let shop = Shop::start().await;
    let original = encoded(scene(300, 300), ImageFormat::WebP);
    let teh = keep(&shop, "webp", original.clone()).await;
    for _ in 0..2 {
        let fits = get(&shop, &format!("{teh}?w=400&h=400")).await;
        assert!(fits.status == 200 && fits.bytes == original);
        assert_eq!(fits.header("cache-control"), FOR_EVER);
        let known = get_unless(&shop, &format!("{teh}?w=400&h=400"), fits.header("etag")).await;
        assert_eq!((known.status, known.bytes.len()), (304, 0));
    }
    // The picture lies on its side, as its metadata states (Exif, orientation 6: turn to the right).
    let jpeg = encoded(scene(200, 100), ImageFormat::Jpeg);
    let exif = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let lying = [&jpeg[..2], exif, &jpeg[2..]].concat();
    let photo = keep(&shop, "jpg", lying).await;
    assert_eq!(get(&shop, &format!("{photo}?w=800")).await.webp(), (100, 200));
    assert_eq!(get(&shop, &format!("{photo}?h=128")).await.webp(), (64, 128));
}

#[tokio::test]
async fn resized_pictures_keep_transparency() {
    let shop = Shop::start().await;
    // Stripes of opaque green and of invisible red.
    let stripes = RgbaImage::from_fn(512, 512, |x, _| match x {
        0..256 => Rgba([255, 0, 0, 0]),
        _ if x % 2 == 0 => Rgba([255, 0, 0, 0]),
        _ => Rgba([0, 160, 0, 255]),
    });
    let logo = keep(&shop, "png", encoded(stripes, ImageFormat::Png)).await;
    let made = get(&shop, &format!("{logo}?w=128")).await;
    assert_eq!(made.webp(), (128, 128));
    let small = image::load_from_memory(&made.bytes).unwrap().into_rgba8();
    assert_eq!(small.get_pixel(20, 64)[3], 0);
    let Rgba([red, green, _, alpha]) = *small.get_pixel(100, 64);
    assert!((100..160).contains(&alpha), "half of it can be seen: {alpha}");
    assert!(red < 60 && green > 110, "{red} {green}");
}

#[tokio::test]
async fn hashed_picture_urls_are_cached_permanently() {
    let shop = Shop::start().await;
    let storage = &shop.app.storage;
    let first = storage.store("products", "teh", "png", png(8, 8)).await.unwrap();
    assert_eq!(storage.store("products", "teh", "png", png(8, 8)).await.unwrap(), first);
    let second = storage.store("products", "teh", "png", png(9, 9)).await.unwrap();
    assert_ne!(first, second);
    let hash = first.strip_prefix("products/teh-").unwrap().strip_suffix(".png").unwrap();
    assert!(hash.len() == 12 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{first}");
    assert_eq!(get(&shop, &format!("/storage/{first}")).await.header("cache-control"), FOR_EVER);
    // A file whose name does not depend on its content may get other content.
    let folder = shop.folder.path().join("storage/products");
    for name in ["teh.png", "teh-1.png", "3f2a9c81b0d4.png", "teh-3F2A9C81B0D4.png", "teh-hijaudaunteh.png"] {
        std::fs::write(folder.join(name), png(8, 8)).unwrap();
        for query in ["", "?w=64"] {
            let shown = get(&shop, &format!("/storage/products/{name}{query}")).await;
            assert_eq!((shown.status, shown.header("cache-control")), (200, "public, max-age=86400"), "{name}");
        }
    }
}

#[tokio::test]
async fn an_unchanged_picture_is_not_sent_again() {
    let shop = Shop::start().await;
    let teh = keep(&shop, "png", png(600, 600)).await;
    for path in [teh.clone(), format!("{teh}?w=128"), format!("{teh}?w=128")] {
        let shown = get(&shop, &path).await;
        let tag = shown.header("etag");
        assert!(!tag.is_empty());
        let known = get_unless(&shop, &path, tag).await;
        assert_eq!((known.status, known.bytes.len()), (304, 0));
        assert_eq!((known.header("etag"), known.header("cache-control")), (tag, FOR_EVER));
        assert_eq!(get_unless(&shop, &path, "\"other\"").await.status, 200);
    }
}

#[tokio::test]
async fn concurrent_requests_resize_a_picture_once() {
    let shop = Shop::start().await;
    let teh = keep(&shop, "png", png(1600, 1600)).await;
    let path = format!("{teh}?w=800");
    let asked = (0..12).map(|_| {
        let request = shop.guest().request(Method::GET, &path);
        tokio::spawn(async move { read(request.send().await.unwrap()).await })
    });
    let mut tags = Vec::new();
    for answer in asked.collect::<Vec<_>>() {
        let answer = answer.await.unwrap();
        assert_eq!(answer.webp(), (800, 800));
        tags.push(answer.header("etag").to_owned());
    }
    // The ETag belongs to the file: a second resizing would have replaced it.
    tags.dedup();
    assert_eq!(tags.len(), 1, "{tags:?}");
    // Another server, or this one after a restart, serves the file in the storage.
    let made = files(&shop).into_iter().find(|file| file.starts_with("resized/")).unwrap();
    std::fs::write(shop.folder.path().join("storage").join(made), b"made elsewhere").unwrap();
    assert_eq!(get(&shop, &path).await.bytes, b"made elsewhere");
}

#[tokio::test]
async fn an_aborted_request_does_not_block_resizing() {
    let shop = Shop::start().await;
    let teh = keep(&shop, "png", png(1600, 1600)).await;
    let path = format!("{teh}?w=600");
    let request = shop.guest().request(Method::GET, &path).send();
    let _ = tokio::time::timeout(std::time::Duration::from_millis(20), request).await;
    assert_eq!(get(&shop, &path).await.webp(), (600, 600));
}

#[tokio::test]
async fn broken_or_huge_pictures_are_refused() {
    let shop = Shop::start().await;
    let text = keep(&shop, "webp", b"not a picture".to_vec()).await;
    let cut = keep(&shop, "png", png(100, 100)[..300].to_vec()).await;
    // One picture has too long a side; the other has too many pixels within the allowed sides.
    let long = keep(&shop, "png", black_png(8193, 8)).await;
    let large = keep(&shop, "png", black_png(7000, 7000)).await;
    for path in [&text, &cut, &long, &large] {
        for _ in 0..2 {
            let refused = shop.guest().get(&format!("{path}?w=64")).await.refused(422, "invalid_field");
            assert_eq!(refused, "Gambar tidak dapat diolah.");
        }
        assert_eq!(get(&shop, path).await.status, 200, "the file itself is there");
    }
    assert!(!files(&shop).iter().any(|file| file.starts_with("resized/")));
    let fine = keep(&shop, "png", black_png(8192, 8)).await;
    assert_eq!(get(&shop, &format!("{fine}?w=64")).await.webp(), (64, 1));
}

#[tokio::test]
async fn svg_files_are_never_resized() {
    let shop = Shop::start().await;
    let drawing = br#"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#;
    let path = keep(&shop, "svg", drawing.to_vec()).await;
    let shown = get(&shop, &format!("{path}?w=64&h=64")).await;
    assert_eq!((shown.header("content-type"), &shown.bytes[..]), ("image/svg+xml", &drawing[..]));
    assert!(shown.header("content-security-policy").contains("default-src 'none'"));
    shop.guest().get(&format!("{path}?w=0")).await.refused(422, "invalid_field");
}

#[tokio::test]
async fn invalid_picture_sizes_are_refused() {
    let shop = Shop::start().await;
    let teh = keep(&shop, "png", png(100, 100)).await;
    for value in ["0", "-1", "1.5", "abc", "", "%00", "0x40", "99999999999", "NaN", "400px", "٤٠٠"] {
        for query in [format!("w={value}"), format!("h={value}"), format!("w=64&h={value}")] {
            let refused = shop.guest().get(&format!("{teh}?{query}")).await.refused(422, "invalid_field");
            assert_eq!(refused, "Ukuran gambar harus berupa bilangan bulat lebih dari nol.", "{query}");
        }
    }
    shop.guest().get(&format!("{teh}?w=64&w=128")).await.refused(400, "malformed_request");
    shop.guest().get("/storage/products/gone.png?w=64").await.refused(404, "not_found");
    shop.guest().get("/uploads/profile/gone.jpg?w=64").await.refused(404, "not_found");
    assert!(!files(&shop).iter().any(|file| file.starts_with("resized/")));
}

#[tokio::test]
async fn only_original_pictures_are_served_by_path() {
    let shop = Shop::start().await;
    let teh = keep(&shop, "png", png(200, 200)).await;
    assert_eq!(get(&shop, &format!("{teh}?w=64")).await.status, 200);
    // Simulates a file system that ignores case.
    let storage = shop.folder.path().join("storage");
    std::fs::create_dir(storage.join("RESIZED")).unwrap();
    std::fs::write(storage.join("RESIZED/x.png"), png(200, 200)).unwrap();
    let before = files(&shop);
    let made = before.iter().find(|file| file.starts_with("resized/")).unwrap();
    let escaped = made.replace('/', "%2f");
    for path in [
        format!("/storage/{made}"),
        format!("/storage//{made}"),
        format!("/storage/{escaped}"),
        "/storage/RESIZED/x.png".to_owned(),
        format!("/storage/{}", made.replace("resized", "%72esized")),
        format!("/storage/{}", made.replace("resized", "%2572esized")),
        format!("/storage/products/..%2f{escaped}"),
        format!("/uploads/profile/..%2f{escaped}"),
        "/storage/..%2fshop.db".to_owned(),
        "/storage/products/..%2f..%2fshop.webp".to_owned(),
        "/storage/%2e%2e%2f%2e%2e%2fetc%2fx.png".to_owned(),
        "/storage/..%5c..%5cshop.png".to_owned(),
        "/storage/products".to_owned(),
        "/storage/products/.webp".to_owned(),
    ] {
        for query in ["", "?w=64", "?w=400&h=400"] {
            shop.guest().get(&format!("{path}{query}")).await.refused(404, "not_found");
        }
    }
    assert_eq!(files(&shop), before);
}

#[tokio::test]
async fn a_replaced_photo_is_deleted_in_every_size() {
    let shop = Shop::start().await;
    let (budi, siti) = (shop.member("budi").await, shop.member("siti").await);
    let photo = || Some(("saya.png", png(300, 300)));
    let mut shown = Vec::new();
    for member in [&budi, &siti, &budi] {
        let user = member.form(Method::PUT, "/api/update", &form(&[]), photo()).await.expect(200)["user"].take();
        let file = user["profile_picture"].as_str().unwrap().to_owned();
        let path = format!("/uploads/profile/{file}");
        let whole = get(&shop, &path).await;
        assert_eq!((whole.header("content-type"), whole.header("cache-control")), ("image/jpeg", FOR_EVER));
        for side in [64, 128] {
            assert_eq!(get(&shop, &format!("{path}?w={side}&h={side}")).await.webp(), (side, side));
        }
        shown.push(file);
    }
    let [old, other, new] = &shown[..] else { panic!("{shown:?}") };
    assert!(old != other && old != new, "the same photo is a file each time");
    shop.guest().get(&format!("/uploads/profile/{old}")).await.refused(404, "not_found");
    shop.guest().get(&format!("/uploads/profile/{old}?w=64&h=64")).await.refused(404, "not_found");
    assert_eq!(get(&shop, &format!("/uploads/profile/{other}?w=64&h=64")).await.status, 200);
    let left = files(&shop);
    assert_eq!(left.len(), 6, "two photos, each in two sizes: {left:?}");
    assert!(!left.iter().any(|file| file.contains(old.as_str())));
    let folder = shop.folder.path().join("storage/resized/profile").join(old);
    assert!(!folder.exists(), "no empty folder is left");
    // A change without a photo deletes nothing, and neither does a refused one.
    budi.form(Method::PUT, "/api/update", &form(&[]), None).await.expect(200);
    budi.form(Method::PUT, "/api/update", &form(&[("name", "")]), photo()).await.refused(422, "invalid_field");
    assert_eq!(files(&shop), left);
}

#[tokio::test]
async fn concurrent_uploads_leave_no_unused_photo() {
    let shop = Shop::start().await;
    let budi = shop.member("budi").await;
    let photo = |side| Some(("saya.png", png(side, side)));
    let fields = form(&[]);
    let change = |side| budi.form(Method::PUT, "/api/update", &fields, photo(side));
    let answers = tokio::join!(change(40), change(41), change(42), change(43), change(44));
    for answer in [answers.0, answers.1, answers.2, answers.3, answers.4] {
        answer.expect(200);
    }
    let file = budi.get("/api/me").await.expect(200)["profile_picture"].as_str().unwrap().to_owned();
    assert_eq!(files(&shop), [format!("profile/{file}")]);
    let guest = shop.guest();
    let register = || guest.form(Method::POST, "/api/register", &fields, photo(50));
    let (first, second) = tokio::join!(register(), register());
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(files(&shop).len(), 2);
}
