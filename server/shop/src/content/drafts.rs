//! Texts of a new shop: drafts that take facts from its settings, and mark the parts that its owner must write.

use ksmart_foundation::format::{number, rupiah};
use ksmart_identity::settings::{
    ShopSettings,
    contact::Contact,
    privacy::DownlineContacts,
    shipping::{OwnWay, ShippingRules},
};

/// Beginning of a mark for a part that the owner must write; a text with such a mark is not published.
pub const MARK: &str = "[[ISI:";

/// The drafts, by slug. A name in braces is replaced by a fact of the shop; a paragraph that remains empty is left out.
const DRAFTS: [(&str, &str); 7] = [
    ("about-us", include_str!("drafts/about-us.md")),
    ("why", include_str!("drafts/why.md")),
    ("shipping-rate", include_str!("drafts/shipping-rate.md")),
    ("replacement", include_str!("drafts/replacement.md")),
    ("delivery", include_str!("drafts/delivery.md")),
    ("privacy-policy", include_str!("drafts/privacy-policy.md")),
    ("how-to-order", include_str!("drafts/how-to-order.md")),
];

/// Draft about returns for a shop that takes no goods back.
const NOTHING_BACK: &str = include_str!("drafts/nothing-back.md");

/// Returns the draft of a text as Markdown; `None` for a slug without a draft.
pub fn draft(slug: &str, settings: &ShopSettings) -> Option<String> {
    let (_, text) = DRAFTS.iter().find(|(each, _)| *each == slug)?;
    let takes_back = settings.returns.return_days > 0 || settings.returns.buyback_days > 0;
    let text = if slug == "replacement" && !takes_back { &NOTHING_BACK } else { text };
    // Names are inserted last, so that braces in a shop's name are not replaced by a fact.
    let ShopSettings { contact, brand, shipping, .. } = settings;
    let facts = [
        ("{legal_entity}", legal_entity(settings)),
        ("{origin}", origin(settings)),
        ("{free_shipping}", free_shipping(shipping)),
        ("{own_ways}", own_ways(&shipping.own)),
        ("{packing_days}", packing_days(shipping)),
        ("{cash_on_delivery}", cash_on_delivery(shipping)),
        ("{return_days}", return_days(settings.returns.return_days)),
        ("{unwanted}", unwanted(settings)),
        ("{buyback}", buyback(settings)),
        ("{leaders_see}", leaders_see(settings.privacy.downline_contacts)),
        ("{message_days}", number(settings.privacy.message_days)),
        ("{books_years}", number(settings.privacy.books_years)),
        ("{hours}", said(&contact.hours, "hari dan jam layanan")),
        ("{contacts}", contacts(contact)),
        ("{products}", brand.products()),
        ("{company}", brand.company_of(&contact.name).to_owned()),
        ("{shop}", contact.name.clone()),
    ];
    let text = facts.iter().fold((*text).to_owned(), |text, (name, fact)| text.replace(name, fact));
    let paragraphs = text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    Some(paragraphs.collect::<Vec<_>>().join("\n\n"))
}

/// Returns a mark for something that the owner must write.
fn mark(what: &str) -> String {
    format!("{MARK} {what}]]")
}

/// Returns the text that the owner has entered, or a mark if it is empty.
fn said(text: &str, what: &str) -> String {
    if text.is_empty() { mark(what) } else { text.to_owned() }
}

fn legal_entity(settings: &ShopSettings) -> String {
    match settings.taxes.legal_name.as_str() {
        "" => mark("nama badan usaha yang menjual dan alamatnya, seperti di NPWP"),
        name => {
            let address = settings.seller().address;
            let at = if address.is_empty() { String::new() } else { format!(", {address}") };
            format!("Toko ini dikelola oleh {name}{at}.")
        }
    }
}

fn origin(settings: &ShopSettings) -> String {
    let label = if settings.origin_chosen { settings.origin.label.as_str() } else { "" };
    said(label, "kota asal pengiriman")
}

fn contacts(contact: &Contact) -> String {
    let whatsapp = contact.whatsapp.trim_start_matches('+');
    let ways = [("email", contact.email.as_str()), ("telepon", &contact.phone), ("WhatsApp", whatsapp)];
    let ways: Vec<String> =
        ways.iter().filter(|(_, to)| !to.is_empty()).map(|(way, to)| format!("{way} {to}")).collect();
    said(&ways.join(", "), "email atau nomor yang dapat dihubungi")
}

/// Returns ` untuk tujuan A, B`; an empty text for no places, which means all destinations.
fn only_to(places: &[String]) -> String {
    if places.is_empty() { String::new() } else { format!(" untuk tujuan {}", places.join(", ")) }
}

/// Returns ` sampai Rp 25.000`; an empty text for 0, which means no limit.
fn up_to(most_rp: i64) -> String {
    if most_rp == 0 { String::new() } else { format!(" sampai {}", rupiah(most_rp)) }
}

fn free_shipping(rules: &ShippingRules) -> String {
    if rules.free_from_rp == 0 {
        return String::new();
    }
    let most = up_to(rules.free_most_rp);
    let (from, places) = (rupiah(rules.free_from_rp), only_to(&rules.free_places));
    format!("Untuk belanja mulai {from}, toko menanggung ongkos kirim{most}{places}.")
}

fn own_ways(ways: &[OwnWay]) -> String {
    let way = |OwnWay { name, cost_rp, days, places }: &OwnWay| {
        let cost = if *cost_rp == 0 { "tanpa biaya".to_owned() } else { rupiah(*cost_rp) };
        let days = if days.is_empty() { String::new() } else { format!(", {days} hari kerja") };
        format!("- **{name}**: {cost}{days}{}", only_to(places))
    };
    match ways {
        [] => String::new(),
        ways => {
            format!("Selain kurir, toko ini menawarkan:\n\n{}", ways.iter().map(way).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn packing_days(rules: &ShippingRules) -> String {
    match rules.packing_days {
        0 => mark("kapan paket diserahkan, misalnya paling lama 2 hari kerja setelah dibayar"),
        days => {
            let cod = if rules.cod_off { "" } else { ", atau setelah pesanan COD kami terima" };
            format!("paling lama {} hari kerja setelah dibayar{cod}", number(days))
        }
    }
}

fn cash_on_delivery(rules: &ShippingRules) -> String {
    if rules.cod_off {
        return "Toko ini tidak menerima bayar di tempat (COD).".to_owned();
    }
    let most = up_to(rules.cod_most_rp);
    format!("Bayar di tempat (COD) dapat dipilih bila kurirnya melayani{most}{}.", only_to(&rules.cod_places))
}

fn return_days(days: i64) -> String {
    match days {
        0 => String::new(),
        days => format!(
            "Uang kembali dan ganti barang dapat diajukan sampai {} hari setelah pesanan selesai.",
            number(days)
        ),
    }
}

fn unwanted(settings: &ShopSettings) -> String {
    if settings.returns.return_days == 0 {
        return String::new();
    }
    let back = if settings.returns.unwanted_refunds_shipping { "ikut" } else { "tidak" };
    format!("Bila Anda berubah pikiran, ongkos kirim {back} dikembalikan.")
}

fn buyback(settings: &ShopSettings) -> String {
    match settings.returns.buyback_days {
        0 => String::new(),
        days => format!(
            "Barang yang tidak jadi Anda perlukan dapat dibeli kembali oleh toko sampai {} hari setelah pesanan selesai, \
             dengan potongan {}% dan tanpa ongkos kirim.",
            number(days),
            settings.returns.buyback_percent.to_string().replace('.', ",")
        ),
    }
}

fn leaders_see(contacts: Option<DownlineContacts>) -> String {
    match contacts {
        Some(DownlineContacts::Masked) => {
            "Leader langsung Anda melihat nama, nomor anggota, email, dan foto profil Anda; leader di atasnya melihat \
             nomor anggota, nama yang disingkat, dan email yang disamarkan. Semuanya melihat produk, jumlah, tanggal, \
             dan BV belanja Anda."
        }
        None | Some(DownlineContacts::Shown) => {
            "Leader Anda dan leader di atasnya melihat nama, nomor anggota, email, dan foto profil Anda, serta produk, \
             jumlah, tanggal, dan BV belanja Anda."
        }
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use ksmart_identity::settings::{
        origin::Origin, privacy::PrivacySettings, returns::ReturnSettings, taxes::TaxSettings,
    };
    use rust_decimal::Decimal;

    use super::*;

    /// Returns the settings of a shop whose owner has filled in everything.
    fn settled() -> ShopSettings {
        ShopSettings {
            contact: Contact { name: "Sehat {hours}".to_owned(), ..Contact::k_smart() },
            taxes: TaxSettings { legal_name: "PT Sehat Selalu".to_owned(), ..TaxSettings::default() },
            origin: Origin { label: "Coblong, Bandung".to_owned(), ..Origin::default() },
            origin_chosen: true,
            returns: ReturnSettings {
                buyback_days: 30,
                buyback_percent: Decimal::new(125, 1),
                ..ReturnSettings::default()
            },
            privacy: PrivacySettings {
                downline_contacts: Some(DownlineContacts::Masked),
                ..PrivacySettings::default()
            },
            shipping: ShippingRules {
                packing_days: 2,
                cod_most_rp: 2_000_000,
                cod_places: vec!["Jawa Barat".to_owned()],
                free_from_rp: 300_000,
                free_most_rp: 25_000,
                free_places: vec!["Kota Bandung".to_owned(), "Bali".to_owned()],
                own: vec![
                    OwnWay { name: "Ambil di toko".to_owned(), days: "1-2".to_owned(), ..OwnWay::default() },
                    OwnWay {
                        name: "Kurir toko".to_owned(),
                        cost_rp: 8000,
                        places: vec!["Bali".to_owned()],
                        ..OwnWay::default()
                    },
                ],
                ..ShippingRules::default()
            },
            ..ShopSettings::default()
        }
    }

    fn all(settings: &ShopSettings) -> String {
        DRAFTS.iter().map(|(slug, _)| draft(slug, settings).unwrap_or_default() + "\n").collect()
    }

    #[test]
    fn each_placeholder_of_a_draft_is_filled() {
        for settings in [ShopSettings::default(), ShopSettings { contact: Contact::k_smart(), ..settled() }] {
            let text = all(&settings);
            assert!(!text.contains(['{', '}']), "{text}");
            assert!(!text.contains("\n\n\n") && !text.contains(" \n"), "{text}");
        }
        assert_eq!(draft("lain", &settled()), None);
    }

    #[test]
    fn drafts_contain_the_facts_of_the_settings() {
        let text = all(&settled());
        for fact in [
            "dikelola oleh PT Sehat Selalu, Jl. Jenderal Gatot Subroto, Jakarta Selatan, DKI Jakarta.",
            "Bila Anda berubah pikiran, ongkos kirim tidak dikembalikan.",
            "dari Coblong, Bandung.",
            "lewat email layanan@ksmart.test, telepon 0800-0000-000",
            "Untuk belanja mulai Rp\u{a0}300.000, toko menanggung ongkos kirim sampai Rp\u{a0}25.000 untuk \
             tujuan Kota Bandung, Bali.",
            "- **Kurir toko**: Rp\u{a0}8.000 untuk tujuan Bali",
            "- **Ambil di toko**: tanpa biaya, 1-2 hari kerja",
            "paling lama 2 hari kerja setelah dibayar, atau setelah pesanan COD kami terima.",
            "sampai Rp\u{a0}2.000.000 untuk tujuan Jawa Barat.",
            "sampai 7 hari setelah pesanan selesai",
            "dengan potongan 12,5% dan tanpa ongkos kirim",
            "nama yang disingkat, dan email yang disamarkan. Semuanya melihat produk",
            "disimpan 90 hari",
            "disimpan 10 tahun",
            "pesanan di Sehat {hours}.",
        ] {
            assert!(text.contains(fact), "{fact}\n{text}");
        }
    }

    #[test]
    fn draft_texts_mention_only_offered_services() {
        let other = ShopSettings {
            returns: ReturnSettings { return_days: 0, ..ReturnSettings::default() },
            shipping: ShippingRules { cod_off: true, ..ShippingRules::default() },
            ..settled()
        };
        for text in [all(&settled()), all(&other), all(&ShopSettings::default())].map(|text| text.to_lowercase()) {
            for word in ["syariah", "stockist", "asuransi", "original", "senin", "formulir kerusakan"] {
                let hours = text.replace("senin sampai jumat, 09:00-17:00 wib", "");
                assert!(!hours.contains(word), "{word}\n{text}");
            }
        }
        let text = all(&other);
        assert!(text.contains("tidak menerima bayar di tempat") && text.contains("tidak dapat ditukar"), "{text}");
        for word in ["dibeli kembali", "Ajukan pengembalian", "berubah pikiran", "pesanan COD"] {
            assert!(!text.contains(word), "{word}\n{text}");
        }
        let returns = ReturnSettings { buyback_days: 30, ..other.returns };
        let bought_back = all(&ShopSettings { returns, ..other });
        assert!(bought_back.contains("dibeli kembali") && bought_back.contains("Ajukan pengembalian"), "{bought_back}");
        assert!(
            !bought_back.contains("tidak dapat ditukar") && !bought_back.contains("berubah pikiran"),
            "{bought_back}"
        );
    }

    #[test]
    fn missing_settings_are_marked_in_drafts() {
        let text = all(&ShopSettings::default());
        for what in ["kota asal pengiriman", "hari dan jam layanan", "email atau nomor", "kapan paket diserahkan"] {
            assert!(text.contains(&format!("{MARK} {what}")), "{what}\n{text}");
        }
    }
}
