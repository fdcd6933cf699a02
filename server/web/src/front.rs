//! Facts about the shop that every page contains, for the app and for the tags in the head.

use std::collections::BTreeMap;

use ksmart_foundation::{
    addresses::picture_path,
    db::TextEnum,
    palette::{Colour, Palette},
};
use ksmart_identity::settings::{
    ShopSettings,
    brand::{BUILT_IN, Brand},
    contact::Contact,
    sales::VisitorPrices,
};
use ksmart_members::agreements::Document;
use ksmart_shop::content::pages::{self, Titles};
use serde::Serialize;

/// Default heading of the section for shoppers in the footer, used if the owner has set none.
const HELP_HEADING: &str = "Bantuan Untuk Anda";

/// Facts about the shop; the serialised fields are embedded in each page as JSON for the app.
#[derive(Debug, Default, Serialize)]
pub struct Front {
    /// Public contact details.
    #[serde(flatten)]
    pub contact: Contact,
    /// The company behind the shop.
    company: String,
    hero_title: String,
    hero_text: String,
    about_heading: String,
    help_heading: String,
    /// Promises of the shop about its goods; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    promises: Vec<String>,
    /// Picture below `/storage/`, or [`BUILT_IN`]; if empty, the shop's name is shown instead.
    logo: String,
    logo_dark: String,
    logo_width: u32,
    instagram: String,
    facebook: String,
    tiktok: String,
    youtube: String,
    /// Titles of the texts and documents that visitors can read, by slug.
    pages: BTreeMap<String, String>,
    /// Whether the demo shop's built-in texts are shown where the owner has written none.
    built_in_words: bool,
    /// Whether the shop is not open yet.
    pub closed: bool,
    /// Whether prices include value-added tax.
    taxable: bool,
    /// Whether buyers must order at least a product's minimum quantity.
    minimum_binds: bool,
    /// Data requested from a member later than at registration.
    registration_later: Vec<String>,
    /// Banks that bonuses can be paid to, in addition to those of every shop.
    more_banks: Vec<String>,
    /// Explanation of Plan A, shown where the plan is chosen.
    plan_a_text: String,
    plan_b_text: String,
    /// Whether visitors see only the retail price, and members their own price.
    retail: bool,
    /// Whether the shop sends e-mails; without them, it cannot send links for a new password.
    sends_mail: bool,
    /// Goods that the shop sells, such as `produk kesehatan dan kecantikan`.
    #[serde(skip)]
    pub products: String,
    /// The icons of the app.
    #[serde(skip)]
    pub icons: IconPaths,
    /// Colours of the app, if they are not the program's own.
    #[serde(skip)]
    pub palette: Option<Palette>,
}

/// Paths of the app's icons.
#[derive(Debug, Default)]
pub struct IconPaths {
    /// Icon for a tab.
    pub tab: String,
    /// Media type of that file.
    pub tab_type: &'static str,
    /// Picture of 180 × 180 pixels, without transparency.
    pub touch: String,
    /// Picture with a side of 192 pixels.
    pub small: String,
    /// Picture with a side of 512 pixels.
    pub large: String,
    /// Picture with a side of 512 pixels, with a margin.
    pub maskable: String,
}

impl IconPaths {
    fn of(brand: &Brand) -> Self {
        let program = |prefix: &str| Self {
            tab: format!("/{prefix}icon.svg"),
            tab_type: "image/svg+xml",
            touch: format!("/{prefix}apple-touch-icon.png"),
            small: format!("/{prefix}icon-192.png"),
            large: format!("/{prefix}icon-512.png"),
            maskable: format!("/{prefix}icon-maskable-512.png"),
        };
        match brand.icon.as_str() {
            BUILT_IN => program(""),
            "" => program("plain-"),
            _ => Self {
                tab: picture_path(&brand.icons.small),
                tab_type: "image/png",
                touch: picture_path(&brand.icons.touch),
                small: picture_path(&brand.icons.small),
                large: picture_path(&brand.icons.large),
                maskable: picture_path(&brand.icons.maskable),
            },
        }
    }
}

impl Front {
    /// Creates the facts of a shop with these settings, and these titles of its own texts.
    pub fn of(settings: &ShopSettings, titles: &Titles, sends_mail: bool) -> Self {
        let ShopSettings { contact, brand, .. } = settings;
        let company = brand.company_of(&contact.name).to_owned();
        let products = brand.products();
        let documents = Document::ALL.map(|document| (document.text().to_owned(), document.title().to_owned()));
        let pages = pages::published(settings, titles).into_iter().chain(documents).collect();
        let said = |text: &str, otherwise: String| if text.is_empty() { otherwise } else { text.to_owned() };
        let sentence = |text: &str| {
            let mut letters = text.chars();
            letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
        };
        Self {
            hero_title: said(&brand.hero_title, format!("Selamat datang di {}.", contact.name)),
            hero_text: said(&brand.hero_text, format!("{}. Setiap pembelian mengumpulkan BV.", sentence(&products))),
            about_heading: said(&brand.about_heading, format!("Tentang {company}")),
            help_heading: said(&brand.help_heading, HELP_HEADING.to_owned()),
            promises: brand.promises.lines().map(str::to_owned).collect(),
            company,
            logo: brand.logo.clone(),
            logo_dark: said(&brand.logo_dark, brand.logo.clone()),
            logo_width: brand.logo_width,
            instagram: brand.instagram.clone(),
            facebook: brand.facebook.clone(),
            tiktok: brand.tiktok.clone(),
            youtube: brand.youtube.clone(),
            pages,
            built_in_words: settings.has_built_in_words,
            closed: !settings.is_open(),
            taxable: settings.taxes.taxable,
            minimum_binds: settings.sales.minimum_binds,
            registration_later: settings.registration.later.clone(),
            more_banks: settings.payouts.more_banks.clone(),
            plan_a_text: settings.registration.plan_a_text.clone(),
            plan_b_text: settings.registration.plan_b_text.clone(),
            retail: settings.sales.visitor_prices == VisitorPrices::Retail,
            sends_mail,
            products,
            icons: IconPaths::of(brand),
            palette: Colour::parse(&brand.accent).map(Palette::of),
            contact: contact.clone(),
        }
    }
}
