//! Settings of the shop, which the owner reads and changes.

use axum::{
    Json,
    extract::{FromRef, State},
};
use ksmart_core::fields::MORE_BANKS;
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::Result,
    extract::Body,
    form::refuse,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Subject},
    roles::{Admin, Confirmed, OWNER},
    settings::{
        self, CachedSettings, Section, StoredSections, Versioned, contact::Contact, origin::Origin,
        payouts::PayoutSettings, privacy::PrivacySettings, registration::RegistrationSettings, returns::ReturnSettings,
        sales::SalesSettings, security::SecuritySettings, taxes::TaxSettings,
    },
};
use ksmart_shop::shipping::{couriers::Couriers, destinations::Destinations};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{AdminState, operation::Operation};

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new()
        .routes(routes!(show))
        .routes(routes!(edit_contact))
        .routes(routes!(edit_origin))
        .routes(routes!(edit_sales))
        .routes(routes!(edit_returns))
        .routes(routes!(edit_registration))
        .routes(routes!(edit_privacy))
        .routes(routes!(edit_payouts))
        .routes(routes!(edit_security))
        .routes(routes!(edit_taxes))
}

/// Settings chosen by the owner, and the configuration with which the server was started.
#[derive(Debug, Serialize, ToSchema)]
struct AdminSettings {
    contact: Versioned<Contact>,
    /// Origin of parcels; the program's default while its version is 0, because the owner has not chosen one.
    origin: Versioned<Origin>,
    sales: Versioned<SalesSettings>,
    returns: Versioned<ReturnSettings>,
    registration: Versioned<RegistrationSettings>,
    privacy: Versioned<PrivacySettings>,
    payouts: Versioned<PayoutSettings>,
    security: Versioned<SecuritySettings>,
    taxes: Versioned<TaxSettings>,
    /// Banks that a shop may add.
    bank_choices: Vec<&'static str>,
    operation: Operation,
}

/// Dependencies for reading and changing the settings.
struct Office {
    db: Db,
    clock: Clock,
    couriers: Couriers,
    settings: CachedSettings,
    operation: Operation,
}

impl FromRef<AdminState> for Office {
    fn from_ref(AdminState(parts): &AdminState) -> Self {
        Self {
            db: parts.db.clone(),
            clock: parts.clock.clone(),
            couriers: parts.couriers.clone(),
            settings: parts.settings.clone(),
            operation: parts.operation.clone(),
        }
    }
}

impl Office {
    async fn read(&self, conn: &mut Conn) -> Result<AdminSettings> {
        let stored = StoredSections::read(conn).await?;
        let mut origin = stored.get::<Origin>()?;
        // The built-in list names the default origin, which is in use until the owner chooses another.
        let is_default = origin.values == Origin::default();
        if (self.couriers.are_built_in() || is_default)
            && let Some(label) = label(origin.values.id)
        {
            origin.values.label = label;
        }
        Ok(AdminSettings {
            contact: stored.get()?,
            origin,
            sales: stored.get()?,
            returns: stored.get()?,
            registration: stored.get()?,
            privacy: stored.get()?,
            payouts: stored.get()?,
            security: stored.get()?,
            taxes: stored.get()?,
            bank_choices: MORE_BANKS.to_vec(),
            operation: self.operation.clone(),
        })
    }

    async fn edit<S: Section>(&self, admin: &Admin<OWNER>, edit: Versioned<S>) -> Result<Json<AdminSettings>> {
        let edit = Versioned { values: edit.values.validated()?, version: edit.version };
        let mut tx = self.db.write().await?;
        if !settings::save(&mut tx, &admin.0, self.clock.now_ms(), &edit).await? {
            let current = self.read(&mut tx).await?;
            return Err(audit::conflict(current, &mut tx, Subject::Settings, S::LOGGED_AS).await);
        }
        let after = self.read(&mut tx).await?;
        tx.commit().await?;
        self.settings.mark_changed();
        Ok(Json(after))
    }
}

/// Returns the name of a destination in the program's built-in list.
fn label(id: i64) -> Option<String> {
    Destinations::embedded().get(id).map(|destination| destination.label())
}

/// Returns the owner's settings, and the configuration of the server at its start.
#[utoipa::path(get, path = "/api/admin/settings", operation_id = "getSettings",
    responses((status = 200, body = AdminSettings)))]
async fn show(State(office): State<Office>, _: Admin<OWNER>) -> Result<Json<AdminSettings>> {
    Ok(Json(office.read(&mut *office.db.read().await?).await?))
}

/// Stores the public contact details.
#[utoipa::path(put, path = "/api/admin/settings/contact", operation_id = "updateContact",
    request_body(content = Versioned<Contact>, example = json!({"values":
        {"name": "K-Smart", "address": "Jl. Melati 1, Jakarta", "hours": "Senin-Jumat 09.00-17.00",
        "email": "halo@example.com", "phone": "021-5550100", "whatsapp": "081234567890"}, "version": 0})),
    responses((status = 200, body = AdminSettings), (status = 409)))]
async fn edit_contact(
    State(office): State<Office>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(edit): Body<Versioned<Contact>>,
) -> Result<Json<AdminSettings>> {
    office.edit(&admin, edit).await
}

/// Stores the destination that parcels are sent from.
#[utoipa::path(put, path = "/api/admin/settings/origin", operation_id = "updateOrigin",
    request_body(content = Versioned<Origin>, example = json!({"values":
        {"id": 17579, "label": "Kuningan Timur, Setiabudi"}, "version": 0})),
    responses((status = 200, body = AdminSettings), (status = 409)))]
async fn edit_origin(
    State(office): State<Office>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(mut edit): Body<Versioned<Origin>>,
) -> Result<Json<AdminSettings>> {
    if office.couriers.are_built_in() {
        let unknown = || refuse("id", "destination", "Pilih asal pengiriman dari daftar.");
        edit.values.label = label(edit.values.id).ok_or_else(unknown)?;
    }
    office.edit(&admin, edit).await
}

/// Stores the rules for prices, stock and orders.
#[utoipa::path(put, path = "/api/admin/settings/sales", operation_id = "updateSalesSettings",
    request_body(content = Versioned<SalesSettings>, example = json!({"values":
        {"visitor_prices": "member", "low_stock": 10, "minimum_binds": false, "max_unpaid_orders": 20,
        "max_unpaid_pieces": 2000, "holds_first_cod": false}, "version": 0})),
    responses((status = 200, body = AdminSettings), (status = 409)))]
async fn edit_sales(
    State(office): State<Office>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(edit): Body<Versioned<SalesSettings>>,
) -> Result<Json<AdminSettings>> {
    office.edit(&admin, edit).await
}

/// Stores the rules for returns.
#[utoipa::path(put, path = "/api/admin/settings/returns", operation_id = "updateReturnSettings",
    request_body(content = Versioned<ReturnSettings>, example = json!({"values":
        {"return_days": 7, "buyback_days": 0, "buyback_percent": "10", "unwanted_refunds_shipping": false}, "version": 0})),
    responses((status = 200, body = AdminSettings), (status = 409)))]
async fn edit_returns(
    State(office): State<Office>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(edit): Body<Versioned<ReturnSettings>>,
) -> Result<Json<AdminSettings>> {
    office.edit(&admin, edit).await
}

/// Stores the rules for the registration of members.
#[utoipa::path(put, path = "/api/admin/settings/registration", operation_id = "updateRegistrationSettings",
    request_body(content = Versioned<RegistrationSettings>, example = json!({"values":
        {"later": ["profile_picture", "bank"], "plan_a_text": "Bonus dari belanja Anda sendiri.",
        "plan_b_text": "Bonus dari belanja jaringan Anda."}, "version": 0})),
    responses((status = 200, body = AdminSettings), (status = 409)))]
async fn edit_registration(
    State(office): State<Office>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(edit): Body<Versioned<RegistrationSettings>>,
) -> Result<Json<AdminSettings>> {
    office.edit(&admin, edit).await
}

/// Stores the rules for the members' data.
#[utoipa::path(put, path = "/api/admin/settings/privacy", operation_id = "updatePrivacySettings",
    request_body(content = Versioned<PrivacySettings>, example = json!({"values":
        {"downline_contacts": "shown", "message_days": 90, "books_years": 10, "backups_kept": 7}, "version": 0})),
    responses((status = 200, body = AdminSettings), (status = 409)))]
async fn edit_privacy(
    State(office): State<Office>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(edit): Body<Versioned<PrivacySettings>>,
) -> Result<Json<AdminSettings>> {
    office.edit(&admin, edit).await
}

/// Stores the rules for the payment of bonuses.
#[utoipa::path(put, path = "/api/admin/settings/payouts", operation_id = "updatePayoutSettings",
    request_body(content = Versioned<PayoutSettings>, example = json!({"values":
        {"minimum_rp": 0, "more_banks": ["BSI"], "bank_hold_days": 3}, "version": 0})),
    responses((status = 200, body = AdminSettings), (status = 409)))]
async fn edit_payouts(
    State(office): State<Office>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(edit): Body<Versioned<PayoutSettings>>,
) -> Result<Json<AdminSettings>> {
    office.edit(&admin, edit).await
}

/// Stores the rules for logins and administrators.
#[utoipa::path(put, path = "/api/admin/settings/security", operation_id = "updateSecuritySettings",
    request_body(content = Versioned<SecuritySettings>, example = json!({"values":
        {"session_days": 7, "session_idle_hours": 72, "admin_factors": true, "approval_wait_days": 3,
        "tells_views": true}, "version": 0})),
    responses((status = 200, body = AdminSettings), (status = 409)))]
async fn edit_security(
    State(office): State<Office>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(edit): Body<Versioned<SecuritySettings>>,
) -> Result<Json<AdminSettings>> {
    office.edit(&admin, edit).await
}

/// Stores the tax on bonuses, and the legal entity.
#[utoipa::path(put, path = "/api/admin/settings/taxes", operation_id = "updateTaxSettings",
    request_body(content = Versioned<TaxSettings>, example = json!({"values":
        {"method": "flat", "percent": "2.5", "legal_name": "PT Melati Sehat",
        "legal_address": "Jl. Melati 1, Jakarta", "tax_number": "", "taxable": false}, "version": 0})),
    responses((status = 200, body = AdminSettings), (status = 409)))]
async fn edit_taxes(
    State(office): State<Office>,
    Confirmed(admin): Confirmed<OWNER>,
    Body(edit): Body<Versioned<TaxSettings>>,
) -> Result<Json<AdminSettings>> {
    office.edit(&admin, edit).await
}
