//! Inputs in the office's files.

use std::io::Cursor;

use ksmart_core::order::OrderEvent::{Pack, Ship};
use ksmart_identity::roles::Role;
use reqwest::{Method, multipart};
use rust_xlsxwriter::{Format, Formula};
use serde_json::{Value, json};

use crate::{
    bonuses::payouts::{at, prepare, sheet, shop_with_bonuses},
    catalog::admin_catalog::{category, form},
    catalog::admin_import::{preview, workbook},
    orders::cash,
    shop::{Actor, Shop},
};

async fn office() -> (Shop, Actor, i64) {
    let shop = Shop::start().await;
    let keeper = shop.staff(Role::Catalogue).await;
    let teas = category(&keeper, "Kopi & Teh").await;
    (shop, keeper, teas)
}

/// Returns the changed cells in the first row of a preview, by column.
fn cells(told: &Value) -> Vec<(&str, &str)> {
    assert_eq!(told["mistakes"], 0, "{told}");
    let cells = told["changes"][0]["cells"].as_array().unwrap().iter();
    cells.map(|cell| (cell["column"].as_str().unwrap(), cell["after"].as_str().unwrap())).collect()
}

/// Returns the new cell of a column in the first row.
fn cell<'a>(told: &'a Value, column: &str) -> &'a str {
    cells(told).iter().find(|(name, _)| *name == column).unwrap().1
}

const HEAD: &str = "nama;kategori;harga;bv;berat_gram";

pub async fn empty_columns_are_left_out() {
    let (shop, keeper, _) = office().await;
    let told = preview(&keeper, format!("{HEAD};;\nTeh Satu;Kopi & Teh;1000;1;100;;\n")).await;
    assert_eq!(cell(&told, "nama"), "Teh Satu");
    let file = workbook(|sheet| {
        sheet.write_row(0, 0, HEAD.split(';'))?.write(0, 5, " ")?.write(0, 6, "\u{a0}")?;
        sheet.write_row(1, 0, ["Teh Satu", "Kopi & Teh"])?.write_row(1, 2, [1000, 1, 100])?.write(1, 7, " ")?;
        Ok(())
    });
    assert_eq!(cell(&preview(&keeper, file).await, "nama"), "Teh Satu");
    let banker = shop.staff(Role::Finance).await;
    let seen = cash::preview(&banker, "resi;jumlah;;\nX1;15000;;\n").await;
    assert_eq!((&seen["ignored_columns"], &seen["errors"][0]["column"]), (&json!([]), &json!("resi")));
}

pub async fn a_picture_is_too_large_and_said_to_be() {
    let (_shop, keeper, _) = office().await;
    let mut jpeg = Cursor::new(Vec::new());
    image::RgbImage::new(16, 16).write_to(&mut jpeg, image::ImageFormat::Jpeg).unwrap();
    let mut jpeg = jpeg.into_inner();
    // The header of a picture contains its height and width.
    let head = jpeg.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
    jpeg[head + 5..head + 9].copy_from_slice(&[0x18, 0x00, 0x1f, 0xe0]);
    let part = multipart::Part::bytes(jpeg).file_name("foto.jpg");
    let request = keeper.request(Method::POST, "/api/admin/pictures?folder=products");
    let answer = keeper.send(request.multipart(multipart::Form::new().part("picture", part))).await;
    let sentence = answer.refused(422, "invalid_field");
    assert!(sentence.starts_with("Gambar ini terlalu besar: 8.160 × 6.144 piksel."), "{sentence}");
}

pub async fn accounts_keep_their_digits() {
    let (shop, _, owner, keeper) = shop_with_bonuses().await;
    shop.change("UPDATE members SET bank_account = '0012345678' WHERE id % 2 = 0").await;
    shop.change("UPDATE members SET bank_account = '1234567890123456' WHERE id % 2 = 1").await;
    let made = prepare(&shop, &owner).await.expect(201)["payout"].take();
    keeper.post(&at(&made["id"], "/approve"), json!({"version": 1})).await.expect(200);
    let rows = sheet(&keeper, &at(&made["id"], "/transfers.xlsx")).await;
    let accounts: Vec<&str> = rows[1..].iter().map(|row| row[5].as_str()).collect();
    for account in ["0012345678", "1234567890123456"] {
        assert!(accounts.contains(&account), "{accounts:?}");
    }
    let plain = keeper.get(&at(&made["id"], "/bank.csv")).await.expect(200);
    assert!(plain.as_str().unwrap().contains(&format!(",{},", accounts[0])));
}

pub async fn a_number_is_what_its_cell_shows() {
    let (_shop, keeper, _) = office().await;
    let zeros = |format: &str| Format::new().set_num_format(format);
    let file = workbook(|sheet| {
        sheet.write_row(0, 0, HEAD.split(';'))?.write_row(0, 5, ["sku", "barcode"])?;
        sheet.write_row(1, 0, ["Teh Satu", "Kopi & Teh"])?.write_row(1, 2, [1000, 1, 100])?;
        sheet.write_with_format(1, 5, 42, &zeros("00000"))?;
        sheet.write_with_format(1, 6, 12_345_678_905_i64, &zeros("000000000000"))?;
        sheet.write_with_format(1, 2, 15_000, &zeros("#,##0"))?;
        Ok(())
    });
    let told = preview(&keeper, file).await;
    assert_eq!((cell(&told, "sku"), cell(&told, "barcode")), ("00042", "012345678905"));
    assert_eq!(cell(&told, "harga"), "15000");
    let lost = workbook(|sheet| {
        sheet.write_row(0, 0, HEAD.split(';'))?.write(0, 5, "sku")?;
        sheet.write_row(1, 0, ["Teh Satu", "Kopi & Teh"])?.write_row(1, 2, [1000, 1, 100])?;
        sheet.write(1, 5, 1_234_567_890_123_450_i64)?;
        Ok(())
    });
    let told = preview(&keeper, lost).await;
    assert_eq!((&told["mistakes"], &told["errors"][0]["column"]), (&json!(1), &json!("sku")));
}

pub async fn a_file_of_the_shop_is_read() {
    let shop = Shop::start().await;
    let salt = shop.product("Garam", 10, 20).await;
    let (owner, budi) = (shop.admin().await, shop.member("budi").await);
    let number = cash::tell(&shop, &budi, salt, "0012345678", &[Pack, Ship]).await;
    let own = owner.get("/api/admin/orders.csv").await.expect(200).as_str().unwrap().to_owned();
    assert!(own.contains(";'0012345678;"), "{own}");
    let seen = cash::preview(&owner, own).await;
    assert_eq!((&seen["mistakes"], &seen["rows"][0]["order_id"]), (&json!(0), &json!(number)), "{seen}");
    // A courier's own column names, with the number cell as the shop wrote it.
    let total = seen["rows"][0]["amount_rp"].to_string();
    let couriers = format!("No. Resi;Nilai COD;Biaya_COD\n'0012345678;{total};500\n");
    let seen = cash::preview(&owner, couriers).await;
    assert_eq!((&seen["mistakes"], &seen["rows"][0]["fee_rp"]), (&json!(0), &json!(500)), "{seen}");
    let excel = workbook(|sheet| {
        sheet.write_row(0, 0, ["AWB", "COD"])?.write(1, 0, "0012345678")?.write(1, 1, total.parse::<i64>().unwrap())?;
        Ok(())
    });
    assert_eq!(cash::preview(&owner, excel).await["mistakes"], 0);
}

pub async fn an_amount_is_read_as_it_is_written() {
    let (_shop, keeper, _) = office().await;
    for amount in ["Rp 15.000,00", "15.000,-", "Rp\u{a0}15.000", "15.000,–", "15000", "\"Rp. 15.000,00\""] {
        let told = preview(&keeper, format!("{HEAD}\nTeh Satu;Kopi & Teh;{amount};1;100\n")).await;
        assert_eq!(cell(&told, "harga"), "15000", "{amount}");
    }
    for amount in ["15.000,50", "15,5", "1.5", "15.000,000"] {
        let told = preview(&keeper, format!("{HEAD}\nTeh Satu;Kopi & Teh;{amount};1;100\n")).await;
        assert_eq!((&told["mistakes"], &told["errors"][0]["column"]), (&json!(1), &json!("harga")), "{amount}");
    }
}

pub async fn a_formula_without_a_result_is_a_mistake() {
    let (_shop, keeper, teas) = office().await;
    let id = keeper.post("/api/admin/products", form(teas)).await.expect(201)["id"].as_i64().unwrap();
    let file = workbook(|sheet| {
        sheet.write_row(0, 0, ["id", "deskripsi"])?.write(1, 0, id)?;
        sheet.write_formula(1, 1, Formula::new("=A1&B7").set_result(""))?;
        Ok(())
    });
    // A file by a program that does not calculate formulas contains no results.
    let told = preview(&keeper, without_results(&file)).await;
    assert_eq!((&told["mistakes"], &told["changes"]), (&json!(1), &json!([])), "{told}");
    let message = told["errors"][0]["message"].as_str().unwrap();
    assert_eq!(message, "Rumus di sel ini belum dihitung. Buka filenya di Excel, simpan, lalu unggah lagi.");
}

/// Removes the results of all formulas from a workbook.
fn without_results(book: &[u8]) -> Vec<u8> {
    use std::io::{Read, Write};

    use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

    let mut archive = ZipArchive::new(Cursor::new(book)).unwrap();
    let mut changed = ZipWriter::new(Cursor::new(Vec::new()));
    for place in 0..archive.len() {
        let mut part = archive.by_index(place).unwrap();
        let (name, mut text) = (part.name().unwrap().into_owned(), Vec::new());
        part.read_to_end(&mut text).unwrap();
        if name.ends_with("sheet1.xml") {
            let xml = String::from_utf8(text).unwrap();
            let after = xml.find("</f>").unwrap() + "</f>".len();
            let end = after + xml[after..].find("</c>").unwrap();
            text = format!("{}{}", &xml[..after], &xml[end..]).into_bytes();
        }
        changed.start_file(name, SimpleFileOptions::default()).unwrap();
        changed.write_all(&text).unwrap();
    }
    changed.finish().unwrap().into_inner()
}

pub async fn a_category_is_found_by_its_words() {
    let (_shop, keeper, _) = office().await;
    for name in ["Kopi &\u{a0}Teh", "kopi  & TEH", " Kopi & Teh\u{200b}"] {
        let told = preview(&keeper, format!("{HEAD}\nTeh Satu;{name};15000;1;100\n")).await;
        assert_eq!(cell(&told, "kategori"), "Kopi & Teh", "{name:?}");
    }
}

pub async fn a_named_separator_is_used() {
    let (shop, keeper, _) = office().await;
    for separator in [";", ",", "|"] {
        let table = format!("{HEAD}\r\nTeh Satu;Kopi & Teh;15000;1;100\r\n").replace(';', separator);
        let told = preview(&keeper, format!("sep={separator}\r\n{table}")).await;
        assert_eq!((cell(&told, "nama"), &told["changes"][0]["line"]), ("Teh Satu", &json!(3)), "{separator}");
    }
    let banker = shop.staff(Role::Finance).await;
    let seen = cash::preview(&banker, "sep=;\nresi;jumlah\nX1;15000\n").await;
    assert_eq!((&seen["errors"][0]["line"], &seen["errors"][0]["column"]), (&json!(3), &json!("resi")));
}

pub async fn a_picture_finds_its_product() {
    let (_shop, keeper, teas) = office().await;
    let mut ids = Vec::new();
    for (name, sku) in [("Satu", "TJ/250"), ("Dua", "KP/1_2"), ("Tiga", "KP_1/2"), ("Empat", "KP/2"), ("Lima", "KP-2")]
    {
        let mut request = form(teas);
        (request["name"], request["sku"]) = (json!(name), json!(sku));
        ids.push(keeper.post("/api/admin/products", request).await.expect(201)["id"].take());
    }
    let names = ["TJ-250.jpg", "tj_250.png", "TJ-250-2.jpg", "KP-1-2.jpg", "KP-2.jpg", "KP_2.jpg"];
    let body = json!({"names": names});
    let answer = keeper.post("/api/admin/products/pictures/matches", body).await.expect(200);
    let found: Vec<&Value> = answer["matches"].as_array().unwrap().iter().map(|each| &each["product"]["id"]).collect();
    // `KP-1-2` matches two products; a name that is exactly a product's code belongs to that product.
    assert_eq!(found, [&ids[0], &ids[0], &ids[0], &Value::Null, &ids[4], &ids[3]]);
    assert_eq!(answer["matches"][2]["place"], 2);
}
