//! What an empty shop needs before it can sell, and what can wait.

use axum::{Json, extract::State};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    admin::settings::Operation,
    foundation::{
        db::{Conn, Db},
        error::Result,
        time::Clock,
    },
    identity::{
        roles::{ANY_ADMIN, Admin},
        settings,
    },
    members::volume,
    shop::{catalog, orders::admin as orders, shipping::couriers::Couriers},
};

/// A step of setting up a shop.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SetupTask {
    /// Name and contact are said.
    Contact,
    /// It is said where parcels leave from.
    Origin,
    /// There is a category.
    Category,
    /// There is a product with a picture.
    Product,
    /// A product has stock.
    Stock,
    /// A BV period takes orders.
    Period,
    /// The payment provider's key is set; without it the built-in sandbox takes no real money.
    PaymentKey,
    /// The shipping provider's key is set; without it the built-in tariff is used.
    ShippingKey,
    /// There is an order.
    FirstOrder,
    /// An order was shipped.
    FirstShipment,
}

/// Whether a step is done.
#[derive(Debug, Serialize, ToSchema)]
struct SetupStep {
    step: SetupTask,
    done: bool,
    /// Whether the shop cannot do without it.
    required: bool,
}

/// What a shop needs, in the order in which it is done.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Setup {
    /// Whether all that is required is done.
    ready: bool,
    steps: Vec<SetupStep>,
}

/// What the shop still needs before it can sell.
#[utoipa::path(get, path = "/api/admin/setup", operation_id = "getSetup", responses((status = 200, body = Setup)))]
pub(super) async fn setup(
    State(db): State<Db>,
    State(clock): State<Clock>,
    State(couriers): State<Couriers>,
    State(operation): State<Operation>,
    _: Admin<ANY_ADMIN>,
) -> Result<Json<Setup>> {
    let mut conn = db.read().await?;
    let contact = said(&mut conn, "shop_name").await?
        && said(&mut conn, "shop_address").await?
        && (said(&mut conn, "shop_phone").await?
            || said(&mut conn, "shop_email").await?
            || said(&mut conn, "shop_whatsapp").await?);
    let [category, product, stock] = catalog::readiness(&mut conn).await?;
    let required = [
        (SetupTask::Contact, contact),
        (SetupTask::Origin, said(&mut conn, "shipping_origin_id").await?),
        (SetupTask::Category, category),
        (SetupTask::Product, product),
        (SetupTask::Stock, stock),
        (SetupTask::Period, volume::takes_orders(&mut conn, clock.now_ms()).await?),
    ];
    let optional = [
        (SetupTask::PaymentKey, operation.has_payment_provider()),
        (SetupTask::ShippingKey, !couriers.are_built_in()),
        (SetupTask::FirstOrder, orders::has_order(&mut conn, false).await?),
        (SetupTask::FirstShipment, orders::has_order(&mut conn, true).await?),
    ];
    let ready = required.iter().all(|(_, done)| *done);
    let required = required.into_iter().map(|(step, done)| SetupStep { step, done, required: true });
    let optional = optional.into_iter().map(|(step, done)| SetupStep { step, done, required: false });
    Ok(Json(Setup { ready, steps: required.chain(optional).collect() }))
}

async fn said(conn: &mut Conn, name: &str) -> sqlx::Result<bool> {
    Ok(settings::get(conn, name).await?.is_some_and(|value| !value.trim().is_empty()))
}
