//! Answers from the product's own data: a question is searched for the keywords of each topic.

use ksmart_foundation::format::{number, rupiah};

use crate::catalog::{Product, ProductDetail};

/// Maximum number of topics in one answer.
const MAX_TOPICS: usize = 3;

/// Contact for questions that the data does not answer.
const CUSTOMER_SERVICE: &str =
    "layanan pelanggan (Senin sampai Jumat, 09.00-17.00 WIB; kontaknya ada di bagian bawah halaman)";

/// Topic of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    Price,
    Discount,
    Bv,
    Weight,
    NetContent,
    Stock,
    Variants,
    MinimumOrder,
    Composition,
    Usage,
    Storage,
    Expiry,
    Rating,
    Sold,
    Description,
    Category,
    Shipping,
    Payment,
    Replacement,
    Original,
    Certificate,
    Health,
    Greeting,
    Thanks,
}

/// Keywords of each topic, in lower case. Of phrases that begin at the same word, the longest one counts: "berat
/// bersih" is about the net content, not the weight. Endings such as -nya need not be listed.
const WORDS: [(Topic, &[&str]); 24] = [
    (Topic::Price, &["harga", "harganya", "berapa rupiah", "berapa duit", "berapaan", "mahal", "murah"]),
    (Topic::Discount, &["diskon", "promo", "voucher", "potongan", "potongan harga", "kupon"]),
    (Topic::Bv, &["bv", "business volume", "nilai bisnis", "poin", "point"]),
    (Topic::Weight, &["berat", "berat pengiriman", "berat kirim", "beratnya", "bobot", "gram", "gr", "kg"]),
    (
        Topic::NetContent,
        &["isi", "isi bersih", "isi berapa", "berat bersih", "netto", "neto", "ml", "mililiter", "ukuran"],
    ),
    (Topic::Stock, &["stok", "stock", "tersedia", "ready", "habis", "sisa", "kosong", "masih ada"]),
    (Topic::Variants, &["varian", "variant", "rasa", "warna", "aroma", "pilihan", "macam"]),
    (
        Topic::MinimumOrder,
        &["minimum", "minimal", "min", "paling sedikit", "pemesanan minimum", "minimum pemesanan", "minimal beli"],
    ),
    (
        Topic::Composition,
        &[
            "komposisi",
            "bahan",
            "kandungan",
            "mengandung",
            "terbuat",
            "gula",
            "pengawet",
            "pewarna",
            "pewangi",
            "alkohol",
            "paraben",
            "tanpa",
            "terkandung",
            "isi apa",
            "apa isi",
            "isinya apa",
        ],
    ),
    (
        Topic::Usage,
        &[
            "pakai",
            "cara pakai",
            "dipakai",
            "memakai",
            "pemakaian",
            "penggunaan",
            "gunakan",
            "digunakan",
            "menggunakan",
            "minum",
            "diminum",
            "meminum",
            "konsumsi",
            "dikonsumsi",
            "mengonsumsi",
            "dosis",
            "aturan pakai",
            "takaran",
            "seduh",
            "menyeduh",
            "dimakan",
            "dioles",
            "berapa kali sehari",
            "kali sehari",
            "sehari berapa",
        ],
    ),
    (
        Topic::Storage,
        &[
            "simpan",
            "cara simpan",
            "menyimpan",
            "cara menyimpan",
            "disimpan",
            "penyimpanan",
            "kulkas",
            "lemari es",
            "suhu",
        ],
    ),
    (
        Topic::Expiry,
        &[
            "kedaluwarsa",
            "kadaluarsa",
            "kadaluwarsa",
            "kedaluarsa",
            "expired",
            "expire",
            "exp",
            "tahan berapa",
            "tahan lama",
            "masa simpan",
        ],
    ),
    (Topic::Rating, &["rating", "bintang", "ulasan", "review", "testimoni", "penilaian"]),
    (Topic::Sold, &["terjual", "laku", "laris", "pembeli", "populer"]),
    (
        Topic::Description,
        &[
            "apa itu",
            "apa ini",
            "ini apa",
            "produk apa",
            "manfaat",
            "khasiat",
            "fungsi",
            "guna",
            "kegunaan",
            "untuk apa",
            "buat apa",
            "deskripsi",
            "jelaskan",
            "penjelasan",
            "ceritakan",
            "keunggulan",
            "kelebihan",
        ],
    ),
    (Topic::Category, &["kategori", "golongan"]),
    (
        Topic::Shipping,
        &[
            "kirim",
            "dikirim",
            "pengiriman",
            "mengirim",
            "ongkir",
            "ongkos kirim",
            "biaya kirim",
            "kurir",
            "ekspedisi",
            "sampai kapan",
            "kapan sampai",
            "berapa hari",
            "berapa lama sampai",
            "resi",
            "antar",
            "diantar",
            "pengantaran",
        ],
    ),
    (
        Topic::Payment,
        &[
            "bayar",
            "cara bayar",
            "membayar",
            "dibayar",
            "pembayaran",
            "cara pembayaran",
            "cod",
            "bayar di tempat",
            "transfer",
            "cicil",
            "cicilan",
            "kredit",
            "qris",
            "virtual account",
            "gopay",
            "shopeepay",
            "ovo",
            "kartu kredit",
        ],
    ),
    (
        Topic::Replacement,
        &[
            "retur",
            "return",
            "tukar",
            "ditukar",
            "penukaran",
            "dikembalikan",
            "pengembalian",
            "refund",
            "garansi",
            "rusak",
            "pecah",
            "komplain",
        ],
    ),
    (Topic::Original, &["asli", "original", "ori", "palsu", "keaslian"]),
    (
        Topic::Certificate,
        &[
            "halal",
            "haram",
            "mui",
            "bpom",
            "sertifikat",
            "sertifikasi",
            "izin edar",
            "nomor izin",
            "p irt",
            "terdaftar",
        ],
    ),
    (
        Topic::Health,
        &[
            "hamil",
            "bumil",
            "menyusui",
            "busui",
            "bayi",
            "balita",
            "anak",
            "lansia",
            "alergi",
            "efek samping",
            "aman",
            "obat",
            "mengobati",
            "penyakit",
            "sakit",
            "sembuh",
            "menyembuhkan",
            "dokter",
            "diabetes",
            "gula darah",
            "kolesterol",
            "hipertensi",
            "darah tinggi",
            "jantung",
            "ginjal",
            "maag",
            "asam lambung",
            "kanker",
            "stroke",
            "diet",
            "melangsingkan",
            "pantangan",
            "kontraindikasi",
        ],
    ),
    (
        Topic::Greeting,
        &[
            "halo",
            "hallo",
            "hai",
            "selamat pagi",
            "selamat siang",
            "selamat sore",
            "selamat malam",
            "assalamualaikum",
            "permisi",
        ],
    ),
    (Topic::Thanks, &["terima kasih", "terimakasih", "makasih", "trims", "thanks"]),
];

/// Word endings that do not change the meaning of a word.
const ENDINGS: [&str; 4] = ["nya", "kah", "lah", "ku"];

/// Returns the answer to a question about `product`; `None` if the question matches no topic.
pub fn answer(product: &ProductDetail, question: &str) -> Option<String> {
    let mut topics = topics(question);
    if topics.iter().any(|topic| !is_small_talk(*topic)) {
        topics.retain(|topic| !is_small_talk(*topic));
    }
    let answers: Vec<String> = topics.into_iter().take(MAX_TOPICS).map(|topic| say(topic, product)).collect();
    (!answers.is_empty()).then(|| answers.join("\n\n"))
}

fn is_small_talk(topic: Topic) -> bool {
    matches!(topic, Topic::Greeting | Topic::Thanks)
}

/// Returns the topics of a question in the order of their first mention, each once.
fn topics(question: &str) -> Vec<Topic> {
    let question = question.to_lowercase();
    let words: Vec<&str> = question.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut found = Vec::new();
    let mut place = 0;
    while place < words.len() {
        let here = WORDS
            .iter()
            .flat_map(|(topic, phrases)| phrases.iter().map(move |phrase| (*topic, phrase)))
            .filter(|(_, phrase)| begins_with(&words[place..], phrase))
            .map(|(topic, phrase)| (topic, phrase.split(' ').count()))
            .max_by_key(|(_, length)| *length);
        if let Some((topic, length)) = here {
            if !found.contains(&topic) {
                found.push(topic);
            }
            place += length;
        } else {
            place += 1;
        }
    }
    found
}

fn begins_with(words: &[&str], phrase: &str) -> bool {
    let mut words = words.iter();
    phrase.split(' ').all(|wanted| words.next().is_some_and(|word| is_form_of(word, wanted)))
}

fn is_form_of(word: &str, wanted: &str) -> bool {
    word.strip_prefix(wanted).is_some_and(|ending| ending.is_empty() || ENDINGS.contains(&ending))
}

fn say(topic: Topic, detail: &ProductDetail) -> String {
    let product = &detail.product;
    let name = &product.name;
    match topic {
        Topic::Price => price(product),
        Topic::Discount => {
            "Kode voucher, bila ada, dimasukkan di halaman checkout; potongannya dihitung dari subtotal \
                            produk dan terlihat sebelum Anda membayar."
                .to_owned()
        }
        Topic::Bv => format!("Setiap pcs {name} bernilai {} BV.", number(product.bv)),
        Topic::Weight => format!("Berat pengiriman {name} adalah {} gram per pcs.", number(product.berat_pengiriman)),
        Topic::NetContent => format!("Isi bersih {name} adalah {} ml per pcs.", number(product.berat_bersih)),
        Topic::Stock if product.stock > 0 => format!("Stok {name} saat ini {} pcs.", number(product.stock)),
        Topic::Stock => format!("Stok {name} sedang kosong."),
        Topic::Variants => variants(detail),
        Topic::MinimumOrder => format!("Pemesanan minimum {name} adalah {} pcs.", number(product.pemesanan_min)),
        Topic::Composition => text("Komposisi", &detail.komposisi, name),
        Topic::Usage => text("Cara pakai", &detail.cara_pakai, name),
        Topic::Storage => text("Penyimpanan", &detail.penyimpanan, name),
        Topic::Description => text("Deskripsi", &product.deskripsi, name),
        Topic::Rating if product.average_rating > 0.0 => {
            let rating = product.average_rating.to_string().replace('.', ",");
            format!("Nilai rata-rata {name} dari pembeli adalah {rating} dari 5. Ulasannya ada di halaman ini.")
        }
        Topic::Rating => format!("{name} belum memiliki ulasan."),
        Topic::Sold => format!("{name} sudah terjual {} pcs.", number(product.terjual)),
        Topic::Category => format!("{name} termasuk kategori {}.", detail.category_name),
        Topic::Expiry => elsewhere("Tanggal kedaluwarsa berbeda untuk setiap kemasan dan tidak tercatat di sini."),
        Topic::Shipping => elsewhere(
            "Kurir, ongkos kirim, dan perkiraan tiba ditampilkan di halaman checkout setelah Anda memilih tujuan.",
        ),
        Topic::Payment => {
            elsewhere("Cara pembayaran dipilih di halaman checkout: online, atau COD (bayar di tempat) bila tersedia.")
        }
        Topic::Replacement => elsewhere("Ketentuan penggantian barang ada di halaman Replacement."),
        Topic::Original => elsewhere("Toko ini menjamin produknya 100% original."),
        Topic::Certificate => elsewhere("Keterangan halal, BPOM, atau izin edar produk ini tidak tercatat di sini."),
        Topic::Health => elsewhere(
            "Kami tidak dapat memberi nasihat medis. Bacalah komposisi dan cara pakai, dan tanyakan dahulu kepada dokter \
             bila menyangkut kehamilan, anak, alergi, penyakit, atau obat lain.",
        ),
        Topic::Greeting => {
            format!("Halo! Silakan bertanya tentang {name}: harga, stok, komposisi, cara pakai, dan lainnya.")
        }
        Topic::Thanks => "Sama-sama! Silakan bertanya lagi kapan saja.".to_owned(),
    }
}

fn price(product: &Product) -> String {
    let (name, beside) = (&product.name, &product.beside);
    let mut said = match beside.harga_coret {
        Some(struck) => {
            format!("Harga {name} sekarang {} per pcs, dari harga normal {}.", rupiah(product.harga), rupiah(struck))
        }
        None => format!("Harga {name} adalah {} per pcs.", rupiah(product.harga)),
    };
    if beside.harga_umum == Some(product.harga) {
        said += " Anggota membayar lebih sedikit.";
    }
    said
}

fn variants(detail: &ProductDetail) -> String {
    let name = &detail.product.name;
    let variants: Vec<&str> = detail.variants.iter().map(|variant| variant.variant_name.as_str()).collect();
    match variants.split_last() {
        None => format!("{name} tidak memiliki pilihan varian."),
        Some((only, [])) => format!("{name} tersedia dalam satu varian: {only}."),
        Some((last, others)) => format!("Varian {name}: {} dan {last}.", others.join(", ")),
    }
}

fn text(title: &str, text: &str, name: &str) -> String {
    match text.trim() {
        "" => elsewhere(&format!("{title} {name} belum tercatat di sini.")),
        text => format!("{title} {name}: {text}"),
    }
}

fn elsewhere(known: &str) -> String {
    format!("{known} Untuk kepastiannya, silakan hubungi {CUSTOMER_SERVICE}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_assigned_to_topics() {
        for (question, about) in [
            ("Berapa harganya?", &[Topic::Price] as &[_]),
            ("BV-nya berapa, kak?", &[Topic::Bv]),
            ("harga dan STOKNYA gimana", &[Topic::Price, Topic::Stock]),
            ("Berat pengirimannya berapa gram?", &[Topic::Weight]),
            ("berat bersih?", &[Topic::NetContent]),
            ("Apa isinya?", &[Topic::Composition]),
            ("Isinya berapa ml", &[Topic::NetContent]),
            ("Bagaimana cara pakainya?", &[Topic::Usage]),
            ("Bagaimana cara menyimpannya?", &[Topic::Storage]),
            ("cara bayar pakai QRIS", &[Topic::Payment, Topic::Usage]),
            ("Apakah aman untuk ibu hamil?", &[Topic::Health]),
            ("ada gula darah tinggi", &[Topic::Health]),
            ("tanpa gula?", &[Topic::Composition]),
            ("Sudah BPOM dan halal?", &[Topic::Certificate]),
            ("Ongkos kirim ke Medan?", &[Topic::Shipping]),
            ("masa simpan", &[Topic::Expiry]),
            ("Selamat pagi, ada varian apa saja?", &[Topic::Greeting, Topic::Variants]),
            ("harga harga harga", &[Topic::Price]),
        ] {
            assert_eq!(topics(question), about, "{question}");
        }
    }

    #[test]
    fn unrelated_questions_have_no_topic() {
        for question in ["Siapa presiden Indonesia?", "?", "", "hargailah orang tua", "%%% \u{0} 😀", "Ì̈İ"] {
            assert_eq!(topics(question), [], "{question}");
        }
    }
}
