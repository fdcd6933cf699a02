//! Import and export of products as files.

use ksmart_foundation::time::{DAY_MS, rfc3339};
use ksmart_identity::roles::Role;
use reqwest::{Method, multipart};
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook, Worksheet, XlsxError};
use serde_json::{Value, json};

use crate::{
    catalog::admin_catalog::{audited, category, form},
    shop::{Actor, Answer, Shop},
};

pub async fn send(actor: &Actor, query: &str, file: impl Into<Vec<u8>>) -> Answer {
    let part = multipart::Part::bytes(file.into()).file_name("produk.csv");
    let request = actor.request(Method::POST, &format!("/api/admin/products/import?{query}"));
    actor.send(request.multipart(multipart::Form::new().part("file", part))).await
}

pub async fn preview(actor: &Actor, file: impl Into<Vec<u8>>) -> Value {
    send(actor, "dry_run=true", file).await.expect(200)
}

/// Applies a previewed file.
async fn apply(actor: &Actor, file: impl Into<Vec<u8>>, preview: &Value) -> Answer {
    send(actor, &format!("dry_run=false&digest={}", preview["digest"].as_str().unwrap()), file).await
}

pub async fn exported(actor: &Actor) -> String {
    let answer = actor.request(Method::GET, "/api/admin/products.csv").send().await.unwrap();
    assert_eq!(answer.headers()["content-type"], "text/csv; charset=utf-8");
    assert!(answer.headers()["content-disposition"].to_str().unwrap().starts_with("attachment; filename=\"produk-"));
    String::from_utf8(answer.bytes().await.unwrap().to_vec()).unwrap()
}

/// Creates a workbook with one sheet.
pub fn workbook(fill: impl FnOnce(&mut Worksheet) -> Result<(), XlsxError>) -> Vec<u8> {
    let mut book = Workbook::new();
    fill(book.add_worksheet()).unwrap();
    book.save_to_buffer().unwrap()
}

async fn exported_workbook(actor: &Actor) -> Vec<u8> {
    let answer = actor.request(Method::GET, "/api/admin/products.xlsx").send().await.unwrap();
    let name = answer.headers()["content-disposition"].to_str().unwrap().to_owned();
    assert!(name.starts_with("attachment; filename=\"produk-") && name.ends_with(".xlsx\""), "{name}");
    answer.bytes().await.unwrap().to_vec()
}

fn counts(answer: &Value) -> [i64; 4] {
    ["created", "changed", "unchanged", "mistakes"].map(|name| answer[name].as_i64().unwrap())
}

#[tokio::test]
async fn reimporting_an_export_changes_nothing() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let drinks = category(&keeper, "Minuman; \"dingin\"").await;
    for (name, description) in [
        ("=HYPERLINK(\"http://x\")", "-1\n+2"),
        ("'Teh'", "Baris satu\r\nbaris; \"dua\", tiga"),
        ("@Kopi 100%", "'=bukan rumus"),
        ("Émilie 🍵", ""),
    ] {
        let mut request = form(drinks);
        (request["name"], request["description"]) = (json!(name), json!(description));
        keeper.post("/api/admin/products", request).await.expect(201);
    }
    let at = |days| json!(rfc3339(shop.app.clock.now_ms() + days * DAY_MS));
    let mut request = form(drinks);
    (request["name"], request["draft"]) = (json!("Sirup"), json!(true));
    (request["promo_rp"], request["promo_from"], request["promo_until"]) = (json!(20_000), at(-1), at(3));
    (request["retail_rp"], request["publish_at"], request["withdraw_at"]) = (json!(30_000), at(1), at(2));
    keeper.post("/api/admin/products", request).await.expect(201);
    // A value that today's rules would refuse, and a name stored with a blank at its end.
    shop.product("Gratis ", 0, 3).await;
    shop.change("UPDATE products SET status = 'archived' WHERE name = '@Kopi 100%'").await;
    let file = exported(&keeper).await;
    let head = "\u{feff}id;nama;kategori;harga;harga_promo;promo_mulai;promo_sampai;harga_umum;bv;berat_gram;isi_ml;\
                pemesanan_min;sku;barcode;rak;deskripsi;komposisi;cara_pakai;penyimpanan;varian;harga_varian;\
                bv_varian;berat_varian;sku_varian;barcode_varian;stok_varian;terbit_pada;turun_pada;stok;terjual;\
                status\r\n";
    assert!(file.starts_with(head), "{file}");
    assert!(file.contains("Celup|Tubruk") && file.contains(";diarsipkan\r\n") && file.contains("'=HYPERLINK"));
    for cell in ["\n=", ";=", ";-", ";+", ";@", ";\"=", ";\"-", ";\"@"] {
        assert!(!file.contains(cell), "{cell} in {file}");
    }
    let told = preview(&keeper, file.as_str()).await;
    assert_eq!((counts(&told), &told["changes"]), ([0, 0, 6, 0], &json!([])));
    assert_eq!(told["ignored_columns"], json!(["stok_varian", "stok", "terjual", "status"]));
    apply(&keeper, file.as_str(), &told).await.expect(200);
    let told = preview(&keeper, exported_workbook(&keeper).await).await;
    assert_eq!((counts(&told), &told["changes"]), ([0, 0, 6, 0], &json!([])), "{told}");
    assert_eq!(exported(&keeper).await, file);
    assert_eq!(shop.count("SELECT COUNT(*) FROM products WHERE version <> 1").await, 0);
}

#[tokio::test]
async fn workbooks_are_imported_like_csv_files() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let id = keeper.post("/api/admin/products", form(teas)).await.expect(201)["id"].as_i64().unwrap();
    let head = ["id", "Nama ", "kategori", "harga", "bv", "berat_gram", "barcode", "sku", "terjual"];
    let file = workbook(|sheet| {
        sheet.write_row(0, 0, head)?;
        sheet.write_row(1, 0, [id])?;
        sheet.write(1, 3, 29_999.999_999_999_996)?.write(1, 6, 8_991_234_567_897.0)?;
        sheet.write_row(1, 1, ["Teh Melati", "Teh"])?.write_row(1, 4, [12, 250])?.write(1, 7, " teh-1 ")?;
        // An empty row, and one with only a format and a blank.
        sheet.write_blank(3, 0, &Format::new().set_bold())?.write(4, 1, "  ")?;
        sheet.write_row(5, 1, ["'=Teh", "teh"])?.write_row(5, 4, [1, 100])?;
        sheet.write_formula(5, 3, Formula::new("=500*3").set_result("1500"))?;
        // Cells in a column that is not read are not checked.
        sheet.write_formula(5, 8, Formula::new("=1/0").set_result("#DIV/0!"))?;
        Ok(())
    });
    let told = preview(&keeper, file.clone()).await;
    assert_eq!((counts(&told), &told["ignored_columns"]), ([1, 1, 0, 0], &json!(["terjual"])), "{told}");
    assert_eq!(
        told["changes"][0]["cells"],
        json!([
            {"column": "harga", "before": "25000", "after": "30000"},
            {"column": "sku", "before": "", "after": "TEH-1"},
            {"column": "barcode", "before": "", "after": "8991234567897"},
        ])
    );
    assert_eq!((&told["changes"][1]["line"], &told["changes"][1]["name"]), (&json!(6), &json!("=Teh")));
    apply(&keeper, file, &told).await.expect(200);
    assert_eq!(shop.guest().get(&format!("/api/product/{id}")).await.expect(200)["harga"], 30_000);

    let day = ExcelDateTime::from_ymd(2026, 2, 1).unwrap();
    let faulty = workbook(|sheet| {
        sheet.write_row(0, 0, head)?;
        sheet.write_row(1, 1, ["Teh Satu", "Teh"])?.write_row(1, 3, [1.5, 1.0, 1.0])?;
        sheet.write_row(2, 1, ["Teh Dua", "Teh"])?.write_row(2, 3, [1, 1, 1])?;
        sheet.write_with_format(2, 7, &day, &Format::new().set_num_format("d-mmm"))?;
        sheet.write_row(3, 1, ["Teh Tiga", "Teh"])?.write_row(3, 4, [1, 1])?;
        sheet.write_formula(3, 3, Formula::new("=1/0").set_result("#DIV/0!"))?;
        sheet.write_row(4, 1, ["Teh Empat", "Teh"])?.write_row(4, 3, [1, 1, 1])?.write(4, 12, "di luar")?;
        Ok(())
    });
    let told = preview(&keeper, faulty).await;
    let error = |line: u64, column: &str, message: &str| json!({"line": line, "column": column, "message": message});
    let expected = json!([
        error(2, "harga", "“1,5” bukan angka bulat."),
        error(3, "sku", "Sel ini berisi tanggal. Ubah formatnya menjadi Teks di Excel, lalu ketik isinya lagi."),
        error(4, "harga", "Sel ini berisi kesalahan Excel (#DIV/0!)."),
        error(5, "", "Baris ini berisi 13 kolom, seharusnya 9."),
    ]);
    assert_eq!((counts(&told), &told["errors"]), ([0, 0, 0, 4], &expected), "{told}");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn imports_set_stock_only_on_request() {
    let shop = Shop::start().await;
    let (keeper, owner, siti) = (shop.staff(Role::Catalogue).await, shop.admin().await, shop.member("siti").await);
    category(&keeper, "Teh").await;
    let (salt, sugar) = (shop.product("Garam", 10, 10).await, shop.product("Gula", 10, 20).await);
    let file = format!("id;terjual;stok\n{salt};0;8\n{sugar};0;20\n");
    let told = preview(&keeper, file.as_str()).await;
    assert_eq!((counts(&told), &told["ignored_columns"]), ([0, 0, 2, 0], &json!(["terjual", "stok"])), "{told}");
    let send_counted = async |query: &str| send(&keeper, &format!("stock=true&{query}"), file.as_str()).await;
    let told = send_counted("dry_run=true").await.expect(200);
    assert_eq!((counts(&told), &told["ignored_columns"]), ([0, 1, 1, 0], &json!(["terjual"])), "{told}");
    assert_eq!(told["changes"][0]["cells"], json!([{"column": "stok", "before": "10", "after": "8"}]));
    // After a sale since the preview, the file is refused and the current data are shown.
    shop.order(&siti).item(salt, 1).send().await.expect(201);
    let digest = |told: &Value| format!("dry_run=false&digest={}", told["digest"].as_str().unwrap());
    let refused = send_counted(&digest(&told)).await.expect(409);
    let current = &refused["current"];
    assert_eq!(current["changes"][0]["cells"], json!([{"column": "stok", "before": "9", "after": "8"}]));
    let long = format!("{}&reason={}", digest(current), "x".repeat(301));
    send_counted(&long).await.refused(422, "invalid_field");
    send_counted(&digest(current)).await.expect(200);
    let book = keeper.get(&format!("/api/admin/stock-movements?product_id={salt}")).await.expect(200);
    let newest = &book["movements"][0];
    assert_eq!((&newest["kind"], &newest["quantity"]), (&json!("adjusted"), &json!(-1)));
    assert_eq!((&newest["reason"], &newest["member_name"]), (&json!("Impor berkas produk.csv"), &json!("catalogue")));
    let log = audited(&owner, "product", &salt.to_string()).await;
    assert_eq!((log.len(), &log[0]["action"], &log[0]["after"]["stock"]), (1, &json!("adjust"), &json!(8)));
    // The same file again changes nothing.
    assert_eq!(counts(&send_counted("dry_run=true").await.expect(200)), [0, 0, 2, 0]);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_new_product_starts_with_imported_stock() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let id = keeper.post("/api/admin/products", form(teas)).await.expect(201)["id"].as_i64().unwrap();
    let head = "id;nama;kategori;harga;bv;berat_gram;stok;stok_awal";
    let counted = async |query: &str, file: String| send(&keeper, &format!("stock=true&{query}"), file).await;
    let bad = format!(
        "{head}\n{id};Teh Melati;Teh;25000;12;250;-1;\n;Teh A;Teh;1;1;1;x;\n;Teh B;Teh;1;1;1;1000001;\n;Teh C;Teh;1;1;1;4;5\n"
    );
    let told = counted("dry_run=true", bad).await.expect(200);
    let messages: Vec<&str> =
        told["errors"].as_array().unwrap().iter().map(|error| error["message"].as_str().unwrap()).collect();
    let number = "Stok harus angka bulat 0 sampai 1.000.000.";
    assert_eq!(messages, [number, number, number, "Stok dan stok_awal berbeda. Isi salah satu saja."]);
    let good = format!("{head}\n{id};Teh Melati;Teh;26.000;12;250;7;\n;Teh A;Teh;1;1;1;1.200;\n;Teh B;Teh;1;1;1;;5\n");
    let told = counted("dry_run=true", good.clone()).await.expect(200);
    assert_eq!(counts(&told), [2, 1, 0, 0], "{told}");
    let query = format!("dry_run=false&reason=Stok%20opname&digest={}", told["digest"].as_str().unwrap());
    counted(&query, good).await.expect(200);
    assert_eq!(shop.count("SELECT stock FROM products WHERE name = 'Teh A'").await, 1200);
    assert_eq!(shop.count("SELECT stock FROM products WHERE name = 'Teh B'").await, 5);
    let reasons = "SELECT COUNT(*) FROM stock_movements WHERE reason = 'Stok opname' AND quantity = 7";
    assert_eq!(shop.count(reasons).await, 1);
    let product = keeper.get(&format!("/api/admin/products/{id}")).await.expect(200);
    assert_eq!((&product["stock"], &product["price_rp"]), (&json!(7), &json!(26_000)));
    shop.must_be_sound().await;
}

#[tokio::test]
async fn imported_codes_must_be_unique() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let mut request = form(teas);
    (request["sku"], request["barcode"]) = (json!("TEH-1"), json!("899111"));
    let id = keeper.post("/api/admin/products", request).await.expect(201)["id"].take();
    let head = "id;nama;kategori;harga;bv;berat_gram;sku;barcode;rak\r\n";
    let bad = format!(
        "{head};Teh Satu;Teh;1000;1;100;teh-8;899111;A\r\n;Teh Dua;Teh;1000;1;100;TEH-2;899111;A\r\n\
         ;Teh Tiga;Teh;1000;1;100;TEH-3;;A\r\n;Teh Empat;Teh;1000;1;100;teh-3;;A\r\n;Teh Lima;Teh;1000;1;100;a b;;A\r\n"
    );
    let told = preview(&keeper, bad.as_str()).await;
    let errors: Vec<String> = told["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| {
            format!("{} {}: {}", error["line"], error["column"].as_str().unwrap(), error["message"].as_str().unwrap())
        })
        .collect();
    let expected = [
        format!("2 barcode: Barcode ini sudah dipakai produk {id}."),
        format!("3 barcode: Barcode ini sudah dipakai produk {id}."),
        "5 sku: SKU ini sudah ada di baris 4.".to_owned(),
        "6 sku: SKU hanya berisi huruf, angka, dan tanda - . _ /, paling banyak 40.".to_owned(),
    ];
    assert_eq!(errors, expected);
    let good =
        format!("{head}{id};Teh Melati;Teh;25000;12;250;teh-1;899222;B-7\r\n;Teh Baru;Teh;1000;1;100;teh-9;;A-1\r\n");
    let told = preview(&keeper, good.as_str()).await;
    assert_eq!(counts(&told), [1, 1, 0, 0], "{told}");
    let cells = told["changes"][0]["cells"].as_array().unwrap();
    assert_eq!(cells.iter().map(|cell| cell["column"].as_str().unwrap()).collect::<Vec<_>>(), ["barcode", "rak"]);
    apply(&keeper, good.as_str(), &told).await.expect(200);
    let file = exported(&keeper).await;
    assert!(file.contains(";TEH-1;899222;B-7;") && file.contains(";TEH-9;;A-1;"), "{file}");
}

#[tokio::test]
async fn a_row_without_an_id_matches_by_sku() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    category(&keeper, "Teh").await;
    let head = "nama;kategori;harga;bv;berat_gram;sku;stok_awal;varian;sku_varian\r\n";
    let file = format!(
        "{head}Teh Hijau;Teh;20000;5;100;TEH-1;9;;\r\nTeh Putih;Teh;30000;5;100;TEH-2;4;Celup|Tubruk;TEH-2A|TEH-2B\r\n"
    );
    let told = preview(&keeper, file.as_str()).await;
    assert_eq!(counts(&told), [2, 0, 0, 0], "{told}");
    apply(&keeper, file.as_str(), &told).await.expect(200);
    // The same file again changes nothing; the opening stock counts only once.
    let told = preview(&keeper, file.as_str()).await;
    assert_eq!((counts(&told), &told["changes"]), ([0, 0, 2, 0], &json!([])), "{told}");
    let dearer = file.replace("20000", "21000").replace("TEH-1;9", "teh-1;50");
    let told = preview(&keeper, dearer.as_str()).await;
    let price = json!([{"column": "harga", "before": "20000", "after": "21000"}]);
    assert_eq!((counts(&told), &told["changes"][0]["cells"]), ([0, 1, 1, 0], &price));
    apply(&keeper, dearer.as_str(), &told).await.expect(200);
    assert_eq!(shop.count("SELECT COUNT(*) FROM products").await, 2);
    assert_eq!(shop.count("SELECT stock FROM products WHERE sku = 'TEH-1'").await, 9);
    // Two rows cannot be for the same product, and the SKU of a variant cannot be a product's.
    let rows =
        "Teh Satu;Teh;1000;1;100;TEH-1;;;\r\nTeh Dua;Teh;1000;1;100;TEH-1;;;\r\nTeh Tiga;Teh;1000;1;100;TEH-2A;;;\r\n";
    let bad = preview(&keeper, format!("{head}{rows}")).await;
    let wrong: Vec<(i64, &str)> = bad["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| (error["line"].as_i64().unwrap(), error["column"].as_str().unwrap()))
        .collect();
    assert_eq!(wrong, [(3, "sku"), (4, "sku")], "{bad}");
}

#[tokio::test]
async fn one_invalid_row_stops_the_whole_import() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let made = keeper.post("/api/admin/products", form(teas)).await.expect(201);
    let id = &made["id"];
    let file = format!(
        "id;nama;kategori;harga;bv;berat_gram;varian;stok_awal\r\n\
         {id};Teh Melati;Teh;30.000;12;250;Celup|Tubruk;\r\n\
         ;Teh Baru;Minuman;1000;1;100;;\r\n\
         ;teh melati;Teh;1000;1;100;;\r\n\
         ;;Teh;0;x;;;-1\r\n\
         999;Hilang;Teh;1;1;1;;\r\n\
         {id};Dua Kali;Teh;1;1;1;;\r\n\
         abc;Teh;Teh;1;1;1;;\r\n\
         ;Kurang\r\n\
         ;Teh Hijau;teh;1000;1;100;A|a;5\r\n\
         ;Teh Putih;Teh;1000;1;100;;5\r\n\
         ;Teh PUTIH;Teh;1000;1;100;;5\r\n"
    );
    let told = preview(&keeper, file.as_str()).await;
    assert_eq!(counts(&told), [1, 1, 0, 13], "a row with a mistake makes nothing");
    let errors: Vec<String> = told["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| {
            let (column, message) = (error["column"].as_str().unwrap(), error["message"].as_str().unwrap());
            format!("{} {column}: {message}", error["line"])
        })
        .collect();
    let expected = [
        "3 kategori: Kategori “Minuman” belum ada. Buat dulu, atau tulis yang ada.".to_owned(),
        format!("4 nama: Nama ini sudah dipakai produk {id}. Isi id-nya untuk mengubah produk itu."),
        "5 nama: Kolom nama wajib diisi untuk produk baru.".to_owned(),
        "5 berat_gram: Kolom berat_gram wajib diisi untuk produk baru.".to_owned(),
        "5 bv: “x” bukan angka bulat.".to_owned(),
        "5 stok_awal: Stok awal harus angka bulat 0 sampai 1.000.000.".to_owned(),
        "5 harga: Harga harus 1 sampai 1.000.000.000.".to_owned(),
        "6 id: Tidak ada produk dengan id 999. Kosongkan id untuk produk baru.".to_owned(),
        format!("7 id: Produk {id} sudah ada di baris 2."),
        "8 id: Id harus angka, atau kosong untuk produk baru.".to_owned(),
        "9 : Baris ini berisi 2 kolom, seharusnya 8.".to_owned(),
        "10 varian: Varian a ditulis dua kali.".to_owned(),
        "12 nama: Nama ini sudah ada di baris 11.".to_owned(),
    ];
    assert_eq!(errors, expected);
    // Applying the file despite its errors changes nothing.
    let refused = apply(&keeper, file.as_str(), &told).await.expect(409);
    assert_eq!((&refused["code"], &refused["current"]["mistakes"]), (&json!("edit_conflict"), &json!(13)));
    assert_eq!(shop.count("SELECT COUNT(*) FROM products").await, 1);
    assert_eq!(keeper.get(&format!("/api/admin/products/{id}")).await.expect(200), made);
}

#[tokio::test]
async fn an_import_creates_and_changes_products() {
    let shop = Shop::start().await;
    let (keeper, owner) = (shop.staff(Role::Catalogue).await, shop.admin().await);
    let teas = category(&keeper, "Teh").await;
    category(&keeper, "Kopi").await;
    let id = keeper.post("/api/admin/products", form(teas)).await.expect(201)["id"].as_i64().unwrap();
    let file = format!(
        "nama,kategori,harga,id,bv,berat_gram,stok_awal,deskripsi,varian\n\
         Teh Melati,kopi,30000,{id},12,250,,,Celup\n\
         \"Kopi, susu\",Kopi,18.500,,3,100,25,\"Satu\nDua\",Panas | Dingin\n"
    );
    let told = preview(&keeper, file.as_str()).await;
    assert_eq!((counts(&told), told["applied"].as_bool()), ([1, 1, 0, 0], Some(false)));
    let cells = &told["changes"][0]["cells"];
    assert_eq!(
        *cells,
        json!([
            {"column": "kategori", "before": "Teh", "after": "Kopi"},
            {"column": "harga", "before": "25000", "after": "30000"},
            {"column": "deskripsi", "before": "Harum.\nHangat.", "after": ""},
            {"column": "varian", "before": "Celup|Tubruk", "after": "Celup"},
        ])
    );
    assert_eq!((&told["changes"][1]["line"], &told["changes"][1]["id"]), (&json!(3), &Value::Null));
    assert_eq!(shop.count("SELECT COUNT(*) FROM products").await, 1, "a preview writes nothing");
    send(&keeper, "dry_run=false", file.as_str()).await.refused(422, "invalid_field");

    let done = apply(&keeper, file.as_str(), &told).await.expect(200);
    assert_eq!((counts(&done), done["applied"].as_bool()), ([1, 1, 0, 0], Some(true)));
    let listed = shop.guest().get("/api/products").await.expect(200);
    assert_eq!((&listed[0]["harga"], &listed[1]["name"]), (&json!(30_000), &json!("Kopi, susu")));
    assert_eq!((&listed[1]["stock"], &listed[1]["deskripsi"]), (&json!(25), &json!("Satu\nDua")));
    let changed = keeper.get(&format!("/api/admin/products/{id}")).await.expect(200);
    assert_eq!((&changed["usage"], &changed["images"]), (&json!("Seduh"), &form(teas)["images"]));
    assert_eq!((&changed["version"], &changed["variants"][0]["name"]), (&json!(2), &json!("Celup")));
    let made = listed[1]["id"].as_i64().unwrap();
    assert_eq!(audited(&owner, "product", &made.to_string()).await[0]["action"], "create");
    let log = audited(&owner, "product", &id.to_string()).await;
    assert_eq!((&log[0]["action"], &log[0]["after"]["price_rp"]), (&json!("import"), &json!(30_000)));
    // A product from a file has no picture yet, and its page contains no picture path.
    let page = shop.guest().get(&format!("/product/{made}-kopi-susu")).await.expect(200);
    assert!(!page.as_str().unwrap().contains("/storage/?"), "{page}");
    // The same file again finds the new product by its name.
    assert_eq!(counts(&preview(&keeper, file.as_str()).await), [0, 0, 1, 1]);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn an_outdated_import_is_refused_with_a_preview() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let id = keeper.post("/api/admin/products", form(teas)).await.expect(201)["id"].as_i64().unwrap();
    let file = format!("id;harga\n{id};30000\n");
    let told = preview(&keeper, file.as_str()).await;
    let mut edit = form(teas);
    (edit["price_rp"], edit["version"]) = (json!(27_000), json!(1));
    keeper.put(&format!("/api/admin/products/{id}"), edit).await.expect(200);
    let refused = apply(&keeper, file.as_str(), &told).await.expect(409);
    let current = &refused["current"];
    assert_eq!((&refused["code"], counts(current)), (&json!("edit_conflict"), [0, 1, 0, 0]));
    let said = refused["message"].as_str().unwrap();
    assert!(said.starts_with("Data ini baru saja diubah oleh catalogue ("), "{said}");
    assert_eq!(current["changes"][0]["cells"][0]["before"], "27000");
    apply(&keeper, file.as_str(), current).await.expect(200);
    assert_eq!(shop.guest().get(&format!("/api/product/{id}")).await.expect(200)["harga"], 30_000);
}

#[tokio::test]
async fn invalid_import_files_are_refused() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    for (file, sentence) in [
        (Vec::new(), "Baris pertama harus berisi nama kolom"),
        (b"\xff\xfe\x00".to_vec(), "File ini bukan CSV UTF-8."),
        (b"PK\x03\x04\xff".to_vec(), "File ini tidak dapat dibaca sebagai tabel Excel (.xlsx)."),
        (b"nama;warna\nTeh;x\n".to_vec(), "Kolom tidak dikenal: warna."),
    ] {
        let said = send(&keeper, "dry_run=true", file).await.refused(422, "invalid_field");
        assert!(said.starts_with(sentence), "{said}");
    }
    let large = "x".repeat(6 * 1024 * 1024);
    send(&keeper, "dry_run=true", large).await.refused(413, "too_large");
    let request = keeper.request(Method::POST, "/api/admin/products/import?dry_run=true");
    let without = keeper.send(request.multipart(multipart::Form::new().text("x", "y"))).await;
    assert_eq!(without.refused(422, "invalid_field"), "Pilih filenya.");
    let packer = shop.staff(Role::Fulfilment).await;
    send(&packer, "dry_run=true", "nama\nx\n").await.refused(403, "forbidden");
}

#[tokio::test]
async fn template_examples_are_not_imported() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let template = keeper.get("/api/admin/products-template.csv").await.expect(200);
    let template = template.as_str().unwrap();
    assert!(template.starts_with("\u{feff}nama;kategori;harga;harga_promo;"), "{template}");
    let empty = send(&keeper, "dry_run=true", template).await.refused(422, "invalid_field");
    assert_eq!(empty, "File ini tidak berisi produk.");
    // An example row is valid once its mark is removed.
    let told = send(&keeper, "dry_run=true&categories=true", template.replacen("[CONTOH] ", "", 1)).await.expect(200);
    assert_eq!((counts(&told), &told["examples"]), ([1, 0, 0, 0], &json!(1)), "{told}");
    let told = send(&keeper, "dry_run=true&categories=true", template.replace("[CONTOH] ", "")).await.expect(200);
    assert_eq!((counts(&told), &told["examples"]), ([2, 0, 0, 0], &json!(0)), "{told}");
}

#[tokio::test]
async fn supplier_tables_are_read_below_their_title() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    category(&keeper, "Teh").await;
    let letters = "PT Teh Nusantara, Bandung;;;;;;\nDaftar harga per 1 November 2026;;;;;;\n\n\
                   No.;Nama Produk*;Kategori;Harga Member (Rp);BV (poin);Berat (kg);Stok Awal\n\
                   1;Teh Melati;teh;Rp 45.000;20;0,25;50\n";
    let book = workbook(|sheet| {
        sheet.write(0, 0, "PT Teh Nusantara")?;
        sheet.write_with_format(
            1,
            0,
            &ExcelDateTime::from_ymd(2026, 11, 1)?,
            &Format::new().set_num_format("d-mmm"),
        )?;
        let head = ["No", "Nama Produk*", "Kategori", "Harga Member (Rp)", "BV (poin)", "Berat (kg)", "Stok Awal"];
        sheet.write_row(3, 0, head)?.write(4, 0, 1)?.write_row(4, 1, ["Teh Melati", "teh"])?;
        sheet.write_row(4, 3, [45_000.0, 20.0, 0.25, 50.0])?;
        Ok(())
    });
    for file in [letters.as_bytes().to_vec(), book] {
        let told = preview(&keeper, file).await;
        let numbering = told["ignored_columns"][0].as_str().unwrap().trim_end_matches('.');
        assert_eq!((counts(&told), numbering), ([1, 0, 0, 0], "no"), "{told}");
        let row = &told["changes"][0];
        let cell = |column: &str| {
            let cells = row["cells"].as_array().unwrap().iter();
            cells.clone().find(|cell| cell["column"] == column).map(|cell| cell["after"].clone())
        };
        assert_eq!(row["line"], 5);
        assert_eq!(
            ["harga", "berat_gram", "stok_awal"].map(cell),
            ["45000", "250", "50"].map(|cell| Some(json!(cell)))
        );
    }
    let variants = "nama;kategori;harga;bv;berat (kg);varian;berat varian\nTeh;Teh;1;1;1;A|B;1|2\n";
    let told = preview(&keeper, variants).await;
    assert_eq!((counts(&told), &told["errors"][0]["column"]), ([0, 0, 0, 1], &json!("berat_varian")), "{told}");
    let unknown = "nama;kategori;harga;bv;berat\nTeh;Teh;1;1;250\nKopi;Teh;1;1;250 gram\n";
    let told = preview(&keeper, unknown).await;
    assert_eq!((counts(&told), &told["errors"][0]["column"]), ([1, 0, 0, 1], &json!("berat_gram")), "{told}");
}

#[tokio::test]
async fn missing_categories_are_created_on_request() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    category(&keeper, "Teh").await;
    let file = "nama;kategori;harga;bv;berat_gram\nSatu;teh;1000;1;1\nDua; Kopi  Bubuk;1000;1;1\n\
                Tiga;KOPI BUBUK;1000;1;1\nEmpat;Madu;1000;1;1\n";
    let told = preview(&keeper, file).await;
    assert_eq!((counts(&told), &told["missing_categories"]), ([1, 0, 0, 3], &json!(["Kopi Bubuk", "Madu"])), "{told}");
    let asked = |rest: &str| format!("categories=true&{rest}");
    let told = send(&keeper, &asked("dry_run=true"), file).await.expect(200);
    assert_eq!((counts(&told), &told["missing_categories"]), ([4, 0, 0, 0], &json!(["Kopi Bubuk", "Madu"])), "{told}");
    let apply = |told: &Value| format!("dry_run=false&digest={}", told["digest"].as_str().unwrap());
    // Someone else creates one of the categories before the file is applied: the new preview is shown first.
    category(&keeper, "Madu").await;
    let refused = send(&keeper, &asked(&apply(&told)), file).await.expect(409);
    let told = refused["current"].clone();
    assert_eq!(told["missing_categories"], json!(["Kopi Bubuk"]), "{refused}");
    // Unless categories are requested again, nothing is created.
    send(&keeper, &apply(&told), file).await.refused(409, "edit_conflict");
    let done = send(&keeper, &asked(&apply(&told)), file).await.expect(200);
    assert_eq!(done["applied"], true);
    let categories = keeper.get("/api/admin/categories").await.expect(200)["categories"].clone();
    let listed: Vec<_> =
        categories.as_array().unwrap().iter().map(|c| (c["name"].clone(), c["products"].clone())).collect();
    let wanted = [("Teh", 1), ("Madu", 1), ("Kopi Bubuk", 2)].map(|(name, products)| (json!(name), json!(products)));
    assert_eq!(listed, wanted);
    let picture = format!("/storage/{}", categories[2]["picture"].as_str().unwrap());
    assert!(shop.guest().request(Method::GET, &picture).send().await.unwrap().status().is_success(), "{picture}");
    let made = audited(&shop.admin().await, "category", &categories[2]["id"].to_string()).await;
    assert_eq!((made.len(), &made[0]["action"]), (1, &json!("create")));
    let long = format!("nama;kategori;harga;bv;berat_gram\nLima;{};1000;1;1\n", "x".repeat(61));
    let told = send(&keeper, &asked("dry_run=true"), long).await.expect(200);
    assert_eq!((counts(&told), &told["missing_categories"]), ([0, 0, 0, 1], &json!([])), "{told}");
    shop.must_be_sound().await;
}

#[tokio::test]
async fn a_file_of_5000_products_is_imported() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    category(&keeper, "Teh").await;
    let mut file = String::from("nama;kategori;harga;bv;berat_gram;stok_awal\n");
    for number in 0..5000 {
        file += &format!("Teh {number};Teh;{};1;100;1\n", 1000 + number);
    }
    let told = preview(&keeper, file.as_str()).await;
    assert_eq!((counts(&told), told["changes"].as_array().unwrap().len()), ([5000, 0, 0, 0], 200));
    apply(&keeper, file.as_str(), &told).await.expect(200);
    // Export and import handle more than one portion.
    let all = exported(&keeper).await;
    assert_eq!(all.lines().count(), 5001);
    assert_eq!(counts(&preview(&keeper, all.as_str()).await), [0, 0, 5000, 0]);
    shop.must_be_sound().await;
}

#[tokio::test]
async fn imported_products_may_become_drafts() {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Teh").await;
    let sold = keeper.post("/api/admin/products", form(teas)).await.expect(201)["id"].as_i64().unwrap();
    let head = "id;nama;kategori;harga;bv;berat_gram;stok_awal";
    let file = format!(
        "{head}\r\n;Teh Baru;Teh;9000;1;50;4\r\n;Teh Lain;Teh;9000;1;50;\r\n{sold};Teh Lama;Teh;25000;12;250;\r\n"
    );
    let before = preview(&keeper, file.clone()).await;
    assert_eq!(counts(&before), [2, 1, 0, 0]);
    let query = format!("dry_run=false&draft=true&digest={}", before["digest"].as_str().unwrap());
    assert_eq!(counts(&send(&keeper, &query, file).await.expect(200)), [2, 1, 0, 0]);
    let shown = shop.guest().get("/api/products").await.expect(200);
    let names: Vec<&str> = shown.as_array().unwrap().iter().map(|each| each["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Teh Lama"]);
    let drafts = keeper.get("/api/admin/products?status=draft").await.expect(200)["products"].take();
    let stock: Vec<&Value> = drafts.as_array().unwrap().iter().map(|each| &each["stock"]).collect();
    assert_eq!(stock, [&json!(0), &json!(4)]);
    let table = exported(&keeper).await;
    assert_eq!((table.matches(";konsep").count(), table.matches(";dijual").count()), (2, 1), "{table}");
    crate::office::audit_words::check(&shop).await;
}
