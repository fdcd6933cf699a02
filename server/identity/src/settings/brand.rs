//! Look and wording of the shop, beyond its name.

use ksmart_foundation::{form::Refusals, palette::Colour};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::settings::section::Section;

/// Logo and icons included in the program: those of the demo shop.
pub const BUILT_IN: &str = "k-smart";

/// Settings of the owner for the shop's looks. Where nothing is set, the shop's name and the program's own colours and
/// plain icons are used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brand {
    /// Company behind the shop; empty if it has the shop's name.
    pub company: String,
    /// Kinds of goods sold, such as `kesehatan dan kecantikan`.
    pub goods: String,
    /// The heading of the home page.
    pub hero_title: String,
    /// Text below that heading.
    pub hero_text: String,
    /// Heading of the footer links about the company.
    pub about_heading: String,
    /// Heading of the footer links for shoppers.
    pub help_heading: String,
    /// Promises of the shop about its goods, one per line; empty for the program's own words.
    pub promises: String,
    /// Picture below `/storage/`, or [`BUILT_IN`]; empty to show the shop's name instead.
    pub logo: String,
    /// Logo for the dark theme; empty if one logo serves both themes.
    pub logo_dark: String,
    /// Width of the logo in pixels at a height of 36.
    pub logo_width: u32,
    /// Uploaded picture of the icon, or [`BUILT_IN`]; empty for the program's plain icons.
    pub icon: String,
    /// Files made from the icon.
    pub icons: Icons,
    /// The colour of links and buttons, `#rrggbb`; empty for the program's own.
    pub accent: String,
    /// Address of the shop's page on Instagram; empty if there is none.
    pub instagram: String,
    /// Address of the shop's page on Facebook; empty if there is none.
    pub facebook: String,
    /// Address of the shop's page on TikTok; empty if there is none.
    pub tiktok: String,
    /// Address of the shop's channel on YouTube; empty if there is none.
    pub youtube: String,
}

/// Icon in the forms that devices request, PNG below `/storage/`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Icons {
    /// Square picture with a side of 192 pixels.
    pub small: String,
    /// Square picture with a side of 512 pixels.
    pub large: String,
    /// Square picture with a side of 512 pixels, and a margin that devices may crop.
    pub maskable: String,
    /// Picture of 180 × 180 pixels, without transparency.
    pub touch: String,
}

impl Brand {
    /// Returns the brand of the demo shop.
    pub fn k_smart() -> Self {
        Self {
            company: "K-Link".to_owned(),
            goods: "kesehatan, kecantikan, dan rumah tangga".to_owned(),
            hero_title: "Sehat setiap hari, dari rumah sendiri.".to_owned(),
            hero_text: "Produk kesehatan, kecantikan, dan rumah tangga pilihan. Setiap pembelian mengumpulkan BV."
                .to_owned(),
            logo: BUILT_IN.to_owned(),
            logo_width: 115,
            icon: BUILT_IN.to_owned(),
            ..Self::default()
        }
    }

    /// Returns the name of the company behind a shop of this name.
    pub fn company_of<'a>(&'a self, shop: &'a str) -> &'a str {
        if self.company.is_empty() { shop } else { &self.company }
    }

    /// Describes the goods sold: `produk kesehatan dan kecantikan`.
    pub fn products(&self) -> String {
        format!("produk {}", if self.goods.is_empty() { "pilihan" } else { &self.goods })
    }
}

impl Section for Brand {
    const NAME: &'static str = "brand";
    const LOGGED_AS: &'static str = "merek";

    fn validate(self, refusals: &mut Refusals) -> Self {
        if !self.accent.is_empty() && Colour::parse(&self.accent).is_none() {
            refusals.add("accent", "colour", "Tulis warna seperti #0f7b5c.");
        }
        self
    }

    fn logged(&self) -> Value {
        json!({
            "company": self.company, "goods": self.goods, "hero_title": self.hero_title, "hero_text": self.hero_text,
            "about_heading": self.about_heading, "help_heading": self.help_heading,
            "promises": self.promises, "logo": self.logo, "logo_dark": self.logo_dark, "icon": self.icon,
            "accent": self.accent, "instagram": self.instagram,
            "facebook": self.facebook, "tiktok": self.tiktok, "youtube": self.youtube,
        })
    }
}
