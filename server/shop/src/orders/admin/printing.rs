//! Papers printed for packing parcels: packing slips, address labels and picking lists.

use std::collections::{BTreeSet, HashMap};

use axum::{Json, extract::State};
use ksmart_core::order::{PaymentMethod, PaymentStatus, ShipmentStatus};
use ksmart_foundation::{
    db::{Conn, Db},
    error::{Error, Result},
    extract::Query,
    ids::ProductId,
    time::rfc3339,
};
use ksmart_identity::{
    roles::{Admin, FULFILMENT},
    settings::{self, contact::Contact},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    catalog::{self, Codes, WarehouseProduct},
    orders::{
        finding::{LOOKUP, find_by_numbers},
        order::{Order, OrderLine, Receiver},
        parcels::{codes, weight_gr},
    },
};

/// Maximum number of orders printed at once.
const MOST: usize = 100;

/// Selection of the orders to print.
#[derive(Debug, Deserialize, IntoParams)]
pub(super) struct PrintParams {
    /// Numbers of 1 to 100 orders, separated by commas.
    ids: String,
}

/// Sender of the parcels.
#[derive(Debug, Serialize, ToSchema)]
struct Sender {
    name: String,
    /// Phone number; empty if the shop has not set it.
    phone: String,
    /// Postal address; empty if the shop has not set it.
    address: String,
}

/// A line of a packing slip.
#[derive(Debug, Serialize, ToSchema)]
struct PrintedLine {
    product_id: ProductId,
    name: String,
    variant: Option<String>,
    quantity: i64,
    #[serde(flatten)]
    codes: Codes,
}

impl PrintedLine {
    fn of(line: &OrderLine, warehouse_products: &[WarehouseProduct]) -> Self {
        Self {
            product_id: line.product_id,
            name: line.name.clone(),
            variant: line.variant.clone(),
            quantity: line.quantity,
            codes: codes(line, warehouse_products),
        }
    }
}

/// Total and tax of an order of a taxable business.
#[derive(Debug, Serialize, ToSchema)]
struct TaxedTotal {
    /// Total with shipping, rupiah.
    total_rp: i64,
    /// Value-added tax in the price of its goods, rupiah.
    vat_rp: i64,
}

/// Contents of the papers of a parcel.
#[derive(Debug, Serialize, ToSchema)]
struct PrintedOrder {
    order_id: String,
    /// Time of placing the order, RFC 3339.
    created_at: String,
    payment_method: PaymentMethod,
    payment_status: PaymentStatus,
    shipment_status: ShipmentStatus,
    receiver: Receiver,
    /// Courier and service, such as `JNE - REG23`.
    courier: String,
    resi: Option<String>,
    /// Cash that the courier collects from the receiver, rupiah; null if there is none to collect.
    cod_rp: Option<i64>,
    /// Total of the order in rupiah, and the value-added tax in the goods' price; null if the shop was not a taxable
    /// business when the order was placed.
    taxed: Option<TaxedTotal>,
    /// Weight of the goods, grams, from the current data of the products.
    weight_gr: i64,
    lines: Vec<PrintedLine>,
}

/// The papers of some parcels.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Papers {
    sender: Sender,
    /// Orders in the requested sequence, each once.
    orders: Vec<PrintedOrder>,
    /// Requested numbers for which no order exists.
    missing: Vec<String>,
}

/// Returns the contents of packing slips, address labels and picking lists.
#[utoipa::path(get, path = "/api/admin/orders/print", operation_id = "printOrders",
    responses((status = 200, body = Papers), (status = 422)))]
pub(super) async fn print(
    State(db): State<Db>,
    _: Admin<FULFILMENT>,
    Query(params): Query<PrintParams>,
) -> Result<Json<Papers>> {
    let mut numbers: Vec<&str> = Vec::new();
    for number in params.ids.split(',').map(str::trim).filter(|number| !number.is_empty()) {
        if !numbers.contains(&number) {
            numbers.push(number);
        }
        if numbers.len() > MOST {
            break;
        }
    }
    if numbers.is_empty() || numbers.len() > MOST {
        return Err(Error::invalid("Pilih 1 sampai 100 pesanan untuk dicetak."));
    }
    let mut conn = db.read().await?;
    let mut papers = Papers { sender: sender(&mut conn).await?, orders: Vec::new(), missing: Vec::new() };
    let orders = find_by_numbers(&mut conn, &numbers).await?;
    let products: BTreeSet<ProductId> =
        orders.iter().flat_map(|order| &order.lines).map(|line| line.product_id).collect();
    let mut warehouse_products = Vec::with_capacity(products.len());
    for some in products.into_iter().collect::<Vec<_>>().chunks(LOOKUP) {
        warehouse_products.extend(catalog::warehouse_products(&mut conn, some).await?);
    }
    let mut found: HashMap<String, Order> = orders.into_iter().map(|order| (order.number.clone(), order)).collect();
    for number in numbers {
        match found.remove(number) {
            Some(order) => papers.orders.push(printed(order, &warehouse_products)),
            None => papers.missing.push(number.to_owned()),
        }
    }
    Ok(Json(papers))
}

async fn sender(conn: &mut Conn) -> sqlx::Result<Sender> {
    let Contact { name, phone, address, .. } = settings::read::<Contact>(conn).await?.values;
    Ok(Sender { name, phone, address })
}

fn printed(order: Order, warehouse_products: &[WarehouseProduct]) -> PrintedOrder {
    let to_be_taken =
        order.state.payment_method == PaymentMethod::Cod && order.state.payment_status == PaymentStatus::Pending;
    PrintedOrder {
        cod_rp: to_be_taken.then_some(order.total_rp),
        taxed: order.vat_rp().map(|vat_rp| TaxedTotal { total_rp: order.total_rp, vat_rp }),
        weight_gr: weight_gr(&order.lines, warehouse_products),
        lines: order.lines.iter().map(|line| PrintedLine::of(line, warehouse_products)).collect(),
        order_id: order.number,
        created_at: rfc3339(order.created_ms),
        payment_method: order.state.payment_method,
        payment_status: order.state.payment_status,
        shipment_status: order.state.shipment_status,
        receiver: order.receiver,
        courier: order.shipping_method,
        resi: order.tracking_number,
    }
}
