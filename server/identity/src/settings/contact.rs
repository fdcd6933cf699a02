//! Public contact details of the shop.

use ksmart_core::{fields::phone_e164, text};
use ksmart_foundation::form::Refusals;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::settings::section::Section;

/// Public information about the shop, shown in the footer of each page. Empty where not set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// The shop's name.
    #[schema(min_length = 1, max_length = 60, pattern = r"\S")]
    pub name: String,
    /// Postal address.
    #[schema(max_length = 200)]
    pub address: String,
    /// Customer service hours.
    #[schema(max_length = 100)]
    pub hours: String,
    /// E-mail address.
    #[schema(max_length = 254)]
    pub email: String,
    /// Telephone number, as people write it.
    #[schema(max_length = 30)]
    pub phone: String,
    /// WhatsApp number, E.164; an edit may have an Indonesian mobile number in any usual spelling.
    pub whatsapp: String,
}

impl Default for Contact {
    fn default() -> Self {
        Self {
            name: "Toko Baru".to_owned(),
            address: String::new(),
            hours: String::new(),
            email: String::new(),
            phone: String::new(),
            whatsapp: String::new(),
        }
    }
}

impl Contact {
    /// Returns the demo shop's contact details.
    pub fn k_smart() -> Self {
        Self {
            name: "K-Smart".to_owned(),
            address: "Jl. Jenderal Gatot Subroto, Jakarta Selatan, DKI Jakarta".to_owned(),
            hours: "Senin sampai Jumat, 09:00-17:00 WIB".to_owned(),
            email: "layanan@ksmart.test".to_owned(),
            phone: "0800-0000-000".to_owned(),
            whatsapp: String::new(),
        }
    }
}

impl Section for Contact {
    const NAME: &'static str = "contact";
    const LOGGED_AS: &'static str = "kontak";

    fn validate(self, refusals: &mut Refusals) -> Self {
        let contact = Self {
            name: refusals.line("name", "Nama toko", &self.name, 60),
            address: refusals.line_or_none("address", "Alamat", &self.address, 200),
            hours: refusals.line_or_none("hours", "Jam layanan", &self.hours, 100),
            email: refusals.line_or_none("email", "Email", &self.email, 254),
            phone: refusals.line_or_none("phone", "Telepon", &self.phone, 30),
            whatsapp: phone_e164(&self.whatsapp).unwrap_or_default(),
        };
        if !contact.email.is_empty() && !is_email(&contact.email) {
            refusals.add("email", "email", "Format email tidak benar.");
        }
        if !contact.phone.is_empty() && !is_phone(&contact.phone) {
            refusals.add("phone", "phone", "Nomor telepon tidak benar, contoh 021-5550100.");
        }
        if contact.whatsapp.is_empty() && !self.whatsapp.trim().is_empty() {
            refusals.add("whatsapp", "phone", "Nomor WhatsApp tidak benar, contoh 081234567890.");
        }
        contact
    }
}

fn is_email(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | ',' | '\'' | '&' | '?' | '%');
    text.chars().all(plain)
        && text.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty()
                && !domain.contains('@')
                && domain.contains('.')
                && domain.split('.').all(|label| !label.is_empty())
        })
}

fn is_phone(text: &str) -> bool {
    let bare = text::bare(text);
    let digits = bare.strip_prefix('+').unwrap_or(&bare);
    (5..=15).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_must_be_valid() {
        assert!(is_email("layanan@toko.example") && is_phone("(021) 555-0100") && is_phone("0800-0000-000"));
        for email in ["layanan", "@toko.example", "a@b", "a b@toko.example", "a@toko.example?cc=x@y.example", "a@.id"] {
            assert!(!is_email(email), "{email}");
        }
        for phone in ["12", "telepon", "0800-0000-000 ext", "1234567890123456"] {
            assert!(!is_phone(phone), "{phone}");
        }
    }
}
