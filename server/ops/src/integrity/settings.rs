//! Rule for the owner's settings: every stored section is valid.

use ksmart_flows::payouts::BankFiles;
use ksmart_foundation::db::Conn;
use ksmart_identity::settings::{
    self, Section, brand::Brand, contact::Contact, origin::Origin, payouts::PayoutSettings, privacy::PrivacySettings,
    registration::RegistrationSettings, returns::ReturnSettings, sales::SalesSettings, security::SecuritySettings,
    shipping::ShippingRules, taxes::TaxSettings,
};
use sqlx::{Error, query_scalar};

use crate::integrity::report::Finding;

/// Checks that every section can be read.
pub(super) async fn sections(conn: &mut Conn) -> sqlx::Result<Finding> {
    let mut finding = Finding::new("settings", "each section of the owner's settings holds what its rules allow");
    finding.rows = query_scalar("SELECT COUNT(*) FROM settings").fetch_one(&mut *conn).await?;
    for fault in [
        fault::<Contact>(conn).await?,
        fault::<Origin>(conn).await?,
        fault::<SalesSettings>(conn).await?,
        fault::<ReturnSettings>(conn).await?,
        fault::<RegistrationSettings>(conn).await?,
        fault::<PrivacySettings>(conn).await?,
        fault::<PayoutSettings>(conn).await?,
        fault::<SecuritySettings>(conn).await?,
        fault::<TaxSettings>(conn).await?,
        fault::<Brand>(conn).await?,
        fault::<ShippingRules>(conn).await?,
        fault::<BankFiles>(conn).await?,
    ]
    .into_iter()
    .flatten()
    {
        finding.breaks(fault);
    }
    Ok(finding)
}

async fn fault<S: Section>(conn: &mut Conn) -> sqlx::Result<Option<String>> {
    match settings::read::<S>(conn).await {
        Ok(_) => Ok(None),
        Err(Error::Decode(why)) => Ok(Some(why.to_string())),
        Err(error) => Err(error),
    }
}
