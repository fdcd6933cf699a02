//! Look and wording of the shop, beyond its name.

use serde::{Deserialize, Serialize};

/// The logo and the icons that the program carries: those of the demo shop.
pub const BUILT_IN: &str = "k-smart";

/// Settings of the owner for the shop's looks. Where nothing is set, the shop's name and the program's own colours and
/// plain icons are used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Brand {
    /// The company behind the shop; empty where it is called as the shop is.
    pub company: String,
    /// Kinds of goods that are sold, such as `kesehatan dan kecantikan`.
    pub goods: String,
    /// The heading of the home page.
    pub hero_title: String,
    /// The sentence below it.
    pub hero_text: String,
    /// The heading of the foot's links about the company.
    pub about_heading: String,
    /// The heading of the foot's links for shoppers.
    pub help_heading: String,
    /// Promises of the shop about its goods, a line each; empty for the program's own words.
    pub promises: String,
    /// A picture below `/storage/`, or [`BUILT_IN`].
    pub logo: String,
    /// The same for the dark theme; empty where one serves both.
    pub logo_dark: String,
    /// Pixels from side to side where the logo is 36 high.
    pub logo_width: u32,
    /// The icon as it was uploaded, or [`BUILT_IN`].
    pub icon: String,
    /// Files made from the icon.
    pub icons: Icons,
    /// The colour of links and buttons, `#rrggbb`; empty for the program's own.
    pub accent: String,
    /// Address of the page there; empty where there is none.
    pub instagram: String,
    /// Address of the page there; empty where there is none.
    pub facebook: String,
    /// Address of the page there; empty where there is none.
    pub tiktok: String,
    /// Address of the channel there; empty where there is none.
    pub youtube: String,
}

/// An icon in the forms that devices ask for, PNG below `/storage/`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Icons {
    /// 192 pixels a side.
    pub small: String,
    /// 512 pixels a side.
    pub large: String,
    /// 512 pixels a side, with room around it for a device to cut from.
    pub maskable: String,
    /// Picture of 180 × 180 pixels, without transparency.
    pub touch: String,
}

impl Brand {
    /// The brand of the demo shop, and of shops that were there before a shop could have its own.
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
