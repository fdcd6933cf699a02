//! Requirements of an empty shop before it can sell, and steps that can wait.

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db},
    error::{Error, Result},
    extract::Body,
    time::{Clock, rfc3339},
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    internal_values,
    roles::{ANY_ADMIN, Admin, OWNER},
    settings::{self, CachedSettings, brand::Brand, contact::Contact},
};
use ksmart_members::{bonuses, volume};
use ksmart_shop::{catalog, content::pages, orders::admin as orders, shipping::couriers::Couriers};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::operation::Operation;

/// Maximum number of trial orders listed.
const MOST_TRIALS: i64 = 20;

/// A step of setting up a shop.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SetupTask {
    /// The owner has set the appearance of the shop.
    Brand,
    /// Name and contact are set.
    Contact,
    /// The origin of parcels is set.
    Origin,
    /// The owner has chosen which contact data a leader sees of members below the direct downline.
    Downline,
    /// At least one category exists.
    Category,
    /// At least one product with a picture exists.
    Product,
    /// A product has stock.
    Stock,
    /// A BV period takes orders.
    Period,
    /// A compensation plan exists; without it no bonus is calculated.
    Plan,
    /// The payment provider's key is set; without it the built-in sandbox takes no real money.
    PaymentKey,
    /// The shipping provider's key is set; without it the built-in tariff is used.
    ShippingKey,
    /// The mail server is set; without it no e-mail is sent.
    Email,
    /// The texts that came with the shop are published, or others in their place.
    Texts,
    /// The shop was tried with an order; once it is open, an order that counts exists.
    FirstOrder,
    /// An order that counts has been shipped.
    FirstShipment,
}

/// Whether a step is done.
#[derive(Debug, Serialize, ToSchema)]
struct SetupStep {
    step: SetupTask,
    done: bool,
    /// Whether the shop cannot open without it.
    required: bool,
}

/// A text of the shop that visitors cannot read yet.
#[derive(Debug, Serialize, ToSchema)]
struct DraftText {
    /// Path of the text's page, without the leading slash.
    slug: String,
    title: String,
}

/// Steps to set up a shop, in the order in which they are done.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Setup {
    /// Whether all required steps are done.
    ready: bool,
    /// Time when the shop was opened; null while it is closed.
    opened_at: Option<String>,
    steps: Vec<SetupStep>,
    /// Time of the payment provider's last test of its notification address, RFC 3339; null if it never made one.
    payment_notice_tested_at: Option<String>,
    /// Texts that are not published yet.
    drafts: Vec<DraftText>,
    /// Numbers of the trial orders that are not deleted yet, newest first; at most 20.
    trials: Vec<String>,
}

/// Shows the steps to set up the shop, done or not, and whether it can sell.
#[utoipa::path(get, path = "/api/admin/setup", operation_id = "getSetup", responses((status = 200, body = Setup)))]
pub(super) async fn setup(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(couriers): State<Couriers>,
    State(operation): State<Operation>,
    _: Admin<ANY_ADMIN>,
) -> Result<Json<Setup>> {
    let mut conn = db.read().await?;
    Ok(Json(find(&mut conn, &couriers, &operation, clock.now_ms()).await?))
}

async fn find(conn: &mut Conn, couriers: &Couriers, operation: &Operation, now_ms: i64) -> Result<Setup> {
    let settings = settings::read_all(conn).await?;
    let Contact { address, phone, email, whatsapp, .. } = &settings.contact;
    let contact = !address.is_empty() && [phone, email, whatsapp].iter().any(|way| !way.is_empty());
    let [category, product, stock] = catalog::readiness(conn).await?;
    let drafts = pages::drafts(conn, &settings).await?;
    let trials = orders::trials(conn, MOST_TRIALS).await?;
    let tried = !settings.is_open() && (!trials.is_empty() || internal_values::was_tried(conn).await?);
    let (required, optional) = (true, false);
    let steps = [
        (SetupTask::Brand, optional, settings.brand != Brand::default()),
        (SetupTask::Contact, required, contact),
        (SetupTask::Origin, required, settings.origin_chosen),
        (SetupTask::Downline, optional, settings.privacy.downline_contacts.is_some()),
        (SetupTask::Category, required, category),
        (SetupTask::Product, required, product),
        (SetupTask::Stock, required, stock),
        (SetupTask::Period, required, volume::takes_orders(conn, now_ms).await?),
        (SetupTask::Plan, optional, bonuses::versions::newest(conn).await? > 0),
        (SetupTask::PaymentKey, optional, operation.has_payment_provider()),
        (SetupTask::ShippingKey, optional, !couriers.are_built_in()),
        (SetupTask::Email, optional, operation.sends_mail()),
        (SetupTask::Texts, optional, drafts.is_empty()),
        (SetupTask::FirstOrder, optional, tried || orders::has_order(conn, false).await?),
        (SetupTask::FirstShipment, optional, orders::has_order(conn, true).await?),
    ];
    Ok(Setup {
        ready: steps.iter().all(|(_, required, done)| *done || !required),
        opened_at: settings.opened_ms.map(rfc3339),
        steps: steps.into_iter().map(|(step, required, done)| SetupStep { step, done, required }).collect(),
        payment_notice_tested_at: internal_values::payment_notice_tested_ms(conn).await?.map(rfc3339),
        drafts: drafts.into_iter().map(|(slug, title)| DraftText { slug, title }).collect(),
        trials,
    })
}

impl SetupTask {
    /// Returns the Indonesian name of what the shop lacks while a required step is not done.
    fn missing(self) -> &'static str {
        match self {
            Self::Contact => "nama dan kontak toko",
            Self::Origin => "asal pengiriman",
            Self::Category => "kategori",
            Self::Product => "produk dengan gambar",
            Self::Stock => "stok",
            Self::Period => "periode BV yang berjalan",
            _ => "langkah lain",
        }
    }
}

/// Whether the shop should be open.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"open": true})))]
pub(super) struct Opening {
    open: bool,
}

/// Opens the shop, once all required steps are done, or closes it. While it is closed, its pages announce it as coming
/// soon, to everyone except administrators.
#[utoipa::path(put, path = "/api/admin/setup/open", operation_id = "openShop", request_body = Opening,
    responses((status = 200, body = Setup), (status = 422)))]
pub(super) async fn open(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(couriers): State<Couriers>,
    State(operation): State<Operation>,
    State(settings): State<CachedSettings>,
    admin: Admin<OWNER>,
    Body(wanted): Body<Opening>,
) -> Result<Json<Setup>> {
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    let before = find(&mut tx, &couriers, &operation, now_ms).await?;
    if wanted.open == before.opened_at.is_some() {
        return Ok(Json(before));
    }
    if wanted.open && !before.ready {
        let left = before.steps.iter().filter(|step| step.required && !step.done);
        let left: Vec<_> = left.map(|step| step.step.missing()).collect();
        return Err(Error::invalid(format!("Toko belum dapat dibuka. Yang masih kurang: {}.", left.join(", "))));
    }
    let opened_ms = wanted.open.then_some(now_ms);
    internal_values::put_opened(&mut tx, opened_ms).await?;
    let action = if wanted.open { "open" } else { "close" };
    audit::record(&mut tx, &admin.0, now_ms, Change::new(action, Subject::Settings, "toko", Value::Null, Value::Null))
        .await?;
    tx.commit().await?;
    settings.mark_changed();
    Ok(Json(Setup { opened_at: opened_ms.map(rfc3339), ..before }))
}
