//! Correction of an order's address before it is packed. Shipping to another destination is priced again. A buyer who
//! has paid, or sees the total on a payment page, still pays that amount, and the shop pays the difference; a COD
//! order gets a new total.

use axum::{Json, extract::State};
use ksmart_core::{
    fields::{FieldError, ReceiverForm, check_receiver, phone_e164},
    order::{MoveRefused, PaymentMethod, PaymentStatus, ShipmentStatus},
    quote::{QuoteInput, QuoteLine, quote},
    text,
};
use ksmart_foundation::{
    db::Conn,
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path, Query},
    form::{reason, refuse},
    format::{local_phone, masked_account, rupiah, short_name},
    ids::ProductId,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    outbox::{self, Kind},
    roles::{Admin, FULFILMENT},
    settings::CachedSettings,
    tokens::Member,
};
use ksmart_shop::{
    catalog,
    orders::{
        Order,
        address::{Address, address_of, correct_address, street_of, with_label},
        find_any,
        moves::{ADDRESS_CORRECTED, MoveAuthor, move_context, record},
        parcels::piece_weight_gr,
    },
    shipping::{
        Parcel,
        couriers::{Couriers, unknown_destination},
        offered,
        offers::{Offer, check_cod},
        place::Place,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::{FlowsState, fulfilment::admin::moved, order_transitions::MoveAnswer, payments::Payments};

/// The routes of this part.
pub fn router() -> OpenApiRouter<FlowsState> {
    OpenApiRouter::new().routes(routes!(show_address, change_address))
}

#[derive(Debug, Deserialize, IntoParams)]
struct AddressParams {
    /// Key of another destination to price; the order's own destination, or none, gives no offers.
    #[param(minimum = 1)]
    destination_id: Option<i64>,
}

/// Offer to ship an order to another destination.
#[derive(Debug, Serialize, ToSchema)]
struct AddressOffer {
    /// Courier and service, such as `JNE - REG23`.
    method: String,
    /// Working days, such as `2-3`, or empty.
    etd: String,
    /// Cost by the shop's rules, before any voucher, rupiah.
    cost_rp: i64,
    /// Cost beyond the shipping price of the order, rupiah; below 0 if it costs less.
    difference_rp: i64,
    /// New total of the order for the buyer, rupiah.
    total_rp: i64,
    /// Reason why the order cannot be shipped this way; null if it can.
    refused: Option<String>,
}

/// Delivery address of an order, with shipping offers.
#[derive(Debug, Serialize, ToSchema)]
struct OrderAddress {
    receiver_name: String,
    receiver_phone: String,
    /// Street address without the destination.
    street: String,
    destination_id: i64,
    /// Name of the destination; empty where the shipping provider has not given it.
    destination: String,
    /// Courier and service, such as `JNE - REG23`.
    shipping_method: String,
    /// Version of the address, to be sent with the correction.
    version: i64,
    /// Shipping offers for the requested destination, cheapest first.
    offers: Vec<AddressOffer>,
    /// Whether couriers could be queried; otherwise the offers are only the shop's own delivery or pick-up.
    couriers_reached: bool,
}

/// Shipping offers of an order for a destination.
struct Priced {
    place: Place,
    offers: Vec<AddressOffer>,
    couriers_reached: bool,
}

/// Correction of an address.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"receiver_name": "Budi Santoso", "receiver_phone": "081234567890", "street": "Jl. Melati 1 RT 02/03",
    "destination_id": 17579, "shipping_method": null, "cost_rp": null, "reason": "Salah nomor rumah.", "version": 0}
)))]
struct AddressForm {
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    receiver_name: String,
    #[schema(pattern = r"^[ .()-]*(\+?62|0)?[ .()-]*8[0-9 .()-]{8,20}$")]
    receiver_phone: String,
    /// Street address without the destination.
    #[schema(min_length = 1, max_length = 500, pattern = r"\S")]
    street: String,
    #[schema(minimum = 1)]
    destination_id: i64,
    /// Shipping service to another destination, one of its offers; not needed if the destination is unchanged.
    #[schema(max_length = 100)]
    shipping_method: Option<String>,
    /// Displayed cost of that offer, rupiah; it must still be the same.
    cost_rp: Option<i64>,
    /// Reason, for the buyer and the log; 1 to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
    /// Version of the address that was read; 409 if it has changed since.
    version: i64,
}

/// Dependencies for correcting an address.
#[derive(Clone)]
struct Desk {
    /// Administrator who makes the correction.
    admin: Member,
    payments: Payments,
    couriers: Couriers,
    settings: CachedSettings,
}

/// Shows the delivery address of an order, and its shipping offers for another destination.
#[utoipa::path(get, path = "/api/admin/orders/{order_id}/address", operation_id = "getOrderAddress",
    responses((status = 200, body = OrderAddress), (status = 404), (status = 502)))]
async fn show_address(
    State(payments): State<Payments>,
    State(couriers): State<Couriers>,
    State(settings): State<CachedSettings>,
    Admin(admin): Admin<FULFILMENT>,
    Path(number): Path<String>,
    Query(params): Query<AddressParams>,
) -> Result<Json<OrderAddress>> {
    let desk = Desk { admin, payments, couriers, settings };
    let mut conn = desk.payments.db.read().await?;
    let order = find_any(&mut conn, &number).await?;
    let address = address_of(&mut conn, order.key).await?;
    drop(conn);
    let priced = match params.destination_id.filter(|wanted| *wanted != address.destination_id) {
        Some(wanted) => Some(desk.price(&order, &address, wanted).await?),
        None => None,
    };
    Ok(Json(desk.shown(address, priced).await?))
}

/// Corrects the address of an order that waits to be packed. 409 if it no longer waits, someone else has corrected the
/// address meanwhile, or the shipping cost has changed.
#[utoipa::path(put, path = "/api/admin/orders/{order_id}/address", operation_id = "correctOrderAddress",
        request_body = AddressForm,
    responses((status = 200, body = MoveAnswer), (status = 404), (status = 409), (status = 422), (status = 502)))]
async fn change_address(
    State(payments): State<Payments>,
    State(couriers): State<Couriers>,
    State(settings): State<CachedSettings>,
    Admin(admin): Admin<FULFILMENT>,
    Path(number): Path<String>,
    Body(form): Body<AddressForm>,
) -> Result<Json<MoveAnswer>> {
    let desk = Desk { admin, payments, couriers, settings };
    let why = reason(&form.reason)?;
    moved(&desk.payments, &number, "Alamat diperbaiki.", || desk.correct(&number, &form, &why)).await
}

/// Checks that the order still waits to be packed: `menunggu`, and its payment is pending or successful.
fn must_await_packing(order: &Order) -> Result<()> {
    let state = order.state;
    let waits = state.shipment_status == ShipmentStatus::Waiting
        && matches!(state.payment_status, PaymentStatus::Pending | PaymentStatus::Success);
    if waits { Ok(()) } else { Err(MoveRefused.into()) }
}

impl Desk {
    /// Returns an address as the office shows it, with the shipping offers if another destination was priced.
    async fn shown(&self, address: Address, priced: Option<Priced>) -> Result<OrderAddress> {
        let destination = self.couriers.place(address.destination_id).await?.unwrap_or_default().label;
        Ok(OrderAddress {
            street: street_of(&address.receiver_address, &destination).to_owned(),
            receiver_name: address.receiver_name,
            receiver_phone: address.receiver_phone,
            destination_id: address.destination_id,
            destination,
            shipping_method: address.shipping_method,
            version: address.address_version,
            couriers_reached: priced.as_ref().is_none_or(|priced| priced.couriers_reached),
            offers: priced.map(|priced| priced.offers).unwrap_or_default(),
        })
    }

    /// Returns the place of a destination and the shipping offers for an order there. No database connection is held
    /// while couriers are queried.
    async fn price(&self, order: &Order, address: &Address, destination: i64) -> Result<Priced> {
        let place = self.couriers.place(destination).await?.ok_or_else(unknown_destination)?;
        let settings = self.settings.now().await?;
        let ids: Vec<ProductId> = order.lines.iter().map(|line| line.product_id).collect();
        let warehouse_products = catalog::warehouse_products(&mut *self.payments.db.read().await?, &ids).await?;
        let lines = order.lines.iter().map(|line| QuoteLine {
            price: line.price_rp,
            bv: line.bv,
            weight_gr: piece_weight_gr(line, &warehouse_products),
            quantity: line.quantity,
            excluded: line.excluded,
        });
        let goods = quote(&QuoteInput { lines: lines.collect(), ..QuoteInput::default() })?;
        let parcel = Parcel::new(settings.origin.id, destination, goods.weight_kg);
        let asked = self.couriers.options(&parcel, Some(self.admin.id)).await;
        let (offers, couriers_reached) = offered(&settings.shipping, &place, order.subtotal_rp, asked)?;
        let priced = address.shipping_cost_rp + address.shipping_discount_rp;
        let offer = |offer: Offer| {
            let cost_rp = offer.option.shipping_cost;
            let total_rp = charged(order, address, cost_rp).total_rp;
            let refused = (order.state.payment_method == PaymentMethod::Cod)
                .then(|| check_cod(&settings.shipping, &place, &offer.option, total_rp).err())
                .flatten();
            AddressOffer {
                method: offer.option.method(),
                etd: offer.option.etd,
                cost_rp,
                difference_rp: cost_rp - priced,
                total_rp,
                refused: refused.map(|error| error.message().to_owned()),
            }
        };
        let offers = offers.into_iter().map(offer).collect();
        Ok(Priced { place, offers, couriers_reached })
    }

    async fn correct(&self, number: &str, form: &AddressForm, why: &str) -> Result<()> {
        let mut conn = self.payments.db.read().await?;
        let order = find_any(&mut conn, number).await?;
        must_await_packing(&order)?;
        let before = address_of(&mut conn, order.key).await?;
        drop(conn);
        if before.address_version != form.version {
            return Err(self.conflict(&order, before).await);
        }
        let mut after = self.moved_to(&order, &before, form).await?;
        let receiver = ReceiverForm {
            receiver_name: form.receiver_name.clone(),
            receiver_phone: form.receiver_phone.clone(),
            receiver_email: order.receiver.email.clone(),
            receiver_address: after.receiver_address.clone(),
        }
        .tidied();
        let errors: Vec<_> =
            check_receiver(&receiver)
                .into_iter()
                .filter(|error| error.field != "receiver_email")
                .map(|error| {
                    if error.field == "receiver_address" {
                        FieldError { field: "street".into(), ..error }
                    } else {
                        error
                    }
                })
                .collect();
        if !errors.is_empty() {
            return Err(errors.into());
        }
        after.receiver_name = receiver.receiver_name;
        after.receiver_phone = local_phone(&phone_e164(&receiver.receiver_phone).unwrap_or_default());
        if after == before {
            return Err(Error::invalid("Tidak ada yang berubah."));
        }
        self.write(&order, &before, &after, why).await
    }

    /// Returns the order's address according to a form, and the cost of shipping there.
    async fn moved_to(&self, order: &Order, before: &Address, form: &AddressForm) -> Result<Address> {
        let street = &text::tidy(&form.street);
        if street.is_empty() {
            return Err(refuse("street", "required", "Tuliskan alamatnya."));
        }
        if form.destination_id == before.destination_id {
            let place = self.couriers.place(before.destination_id).await?.unwrap_or_default();
            let receiver_address = with_label(street, &place.label);
            return Ok(Address { receiver_address, ..before.clone() });
        }
        let Priced { place, offers, .. } = self.price(order, before, form.destination_id).await?;
        let offer = offers
            .into_iter()
            .find(|offer| Some(&offer.method) == form.shipping_method.as_ref())
            .ok_or_else(|| refuse("shipping_method", "required", "Pilih pengirimannya ke tujuan ini."))?;
        if form.cost_rp != Some(offer.cost_rp) {
            let message = "Ongkos kirimnya baru saja berubah. Periksa lagi, lalu simpan.";
            return Err(Error::conflict(Code::AmountMismatch, message));
        }
        if let Some(refused) = offer.refused {
            return Err(Error::conflict(Code::CodUnavailable, refused));
        }
        Ok(Address {
            receiver_address: with_label(street, &place.label),
            city: place.city,
            province: place.province,
            destination_id: form.destination_id,
            shipping_method: offer.method,
            ..charged(order, before, offer.cost_rp)
        })
    }

    async fn write(&self, order: &Order, before: &Address, after: &Address, why: &str) -> Result<()> {
        let now_ms = self.payments.clock.now_ms();
        let mut tx = self.payments.db.write().await?;
        if !correct_address(&mut tx, order.key, before, after).await? {
            tx.rollback().await?;
            let mut conn = self.payments.db.read().await?;
            must_await_packing(&find_any(&mut conn, &order.number).await?)?;
            let now = address_of(&mut conn, order.key).await?;
            drop(conn);
            return Err(self.conflict(order, now).await);
        }
        let mut said = why.to_owned();
        if after.total_rp != before.total_rp {
            said = format!("{said} Total pesanan menjadi {}.", rupiah(after.total_rp));
        }
        record(&mut tx, order.key, ADDRESS_CORRECTED, &MoveAuthor::admin(self.admin.clone()), Some(&said), now_ms)
            .await?;
        notify(&mut tx, order, after, why, now_ms).await?;
        let mut changed = facts(after);
        changed["reason"] = why.into();
        let change = Change::new(ADDRESS_CORRECTED, Subject::Order, &order.number, facts(before), changed);
        audit::record(&mut tx, &self.admin, now_ms, change).await?;
        tx.commit().await?;
        tracing::info!(order = order.number, admin = self.admin.id.0, "address put right");
        Ok(())
    }

    /// Returns 409 with the current address, which someone else has corrected.
    async fn conflict(&self, order: &Order, now: Address) -> Error {
        let shown = match self.shown(now, None).await {
            Ok(shown) => shown,
            Err(error) => return error,
        };
        match self.payments.db.read().await {
            Ok(mut conn) => audit::conflict(shown, &mut conn, Subject::Order, &order.number).await,
            Err(error) => error.into(),
        }
    }
}

/// Returns an order's amounts if shipping costs `cost_rp` before its voucher. A COD order gets a new total, with the
/// voucher's shipping discount as before; otherwise the buyer pays the same, and the shop pays the difference.
fn charged(order: &Order, address: &Address, cost_rp: i64) -> Address {
    if order.state.payment_method != PaymentMethod::Cod {
        let priced = address.shipping_cost_rp + address.shipping_discount_rp;
        return Address { shipping_borne_rp: cost_rp - priced, ..address.clone() };
    }
    let shipping_discount_rp = address.shipping_discount_rp.min(cost_rp);
    let shipping_cost_rp = cost_rp - shipping_discount_rp;
    let total_rp = address.total_rp - address.shipping_cost_rp + shipping_cost_rp;
    Address { shipping_cost_rp, shipping_discount_rp, total_rp, ..address.clone() }
}

/// Returns the facts of an address for the audit log.
fn facts(address: &Address) -> Value {
    json!({
        "receiver_name": address.receiver_name,
        "receiver_phone": address.receiver_phone,
        "receiver_address": address.receiver_address,
        "courier": address.shipping_method,
        "shipping_cost_rp": address.shipping_cost_rp,
        "shipping_borne_rp": address.shipping_borne_rp,
        "total_rp": address.total_rp,
    })
}

/// Notifies the buyer of the new address, without the street.
async fn notify(conn: &mut Conn, order: &Order, address: &Address, why: &str, now_ms: i64) -> Result<()> {
    let number = &order.number;
    let member = move_context(conn, order.key).await?.ok_or(MoveRefused)?.member_id;
    let hidden = masked_account(&address.receiver_phone);
    // The last parts of an address name the place.
    let parts: Vec<&str> = address.receiver_address.split(", ").collect();
    let place = parts[parts.len().saturating_sub(2)..].join(", ");
    let told = format!("{}, {hidden}, {place}", short_name(&address.receiver_name));
    let payload = json!({"order": number, "address": told, "why": why, "total_rp": address.total_rp});
    let version = address.address_version + 1;
    let about = format!("{number}:{version}");
    Ok(outbox::notify_member_once(conn, now_ms, Kind::OrderAddressChanged, member, &about, payload).await?)
}
