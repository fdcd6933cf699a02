//! Rule for the owner's settings: every stored section is valid.

use ksmart_flows::payouts::BankFiles;
use ksmart_foundation::db::Conn;
use ksmart_identity::{
    internal_values,
    settings::{
        Section, StoredSections, brand::Brand, contact::Contact, origin::Origin, payouts::PayoutSettings,
        privacy::PrivacySettings, registration::RegistrationSettings, returns::ReturnSettings, sales::SalesSettings,
        security::SecuritySettings, shipping::ShippingRules, taxes::TaxSettings,
    },
};
use sqlx::Error;

use crate::integrity::report::Finding;

/// Function that returns the fault of a stored section.
type Fault = fn(&StoredSections) -> Option<String>;

/// Sections of the settings, with their checks.
const SECTIONS: [(&str, Fault); 12] = [
    section::<Contact>(),
    section::<Origin>(),
    section::<SalesSettings>(),
    section::<ReturnSettings>(),
    section::<RegistrationSettings>(),
    section::<PrivacySettings>(),
    section::<PayoutSettings>(),
    section::<SecuritySettings>(),
    section::<TaxSettings>(),
    section::<Brand>(),
    section::<ShippingRules>(),
    section::<BankFiles>(),
];

const fn section<S: Section>() -> (&'static str, Fault) {
    (S::NAME, |stored| stored.get::<S>().err().map(message_of))
}

/// Checks that every section can be read, and that the program knows it.
pub(super) async fn sections(conn: &mut Conn) -> sqlx::Result<Finding> {
    let mut finding = Finding::new("settings", "each section of the owner's settings can be read, within its limits");
    let stored = StoredSections::read(conn).await?;
    for name in stored.names() {
        finding.rows += 1;
        if SECTIONS.iter().all(|(known, _)| *known != name) {
            finding.breaks(format!("\"{name}\" is no section"));
        }
    }
    for fault in SECTIONS.iter().filter_map(|(_, fault)| fault(&stored)) {
        finding.breaks(fault);
    }
    match internal_values::opened_ms(conn).await {
        Err(error @ Error::Decode(_)) => finding.breaks(message_of(error)),
        other => drop(other?),
    }
    Ok(finding)
}

fn message_of(error: Error) -> String {
    match error {
        Error::Decode(why) => why.to_string(),
        error => error.to_string(),
    }
}
