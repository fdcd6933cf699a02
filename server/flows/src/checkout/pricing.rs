//! Pricing of a requested order by the shop's current products, voucher, period and shipping costs.

use std::sync::Arc;

use ksmart_core::{
    fields::{self, MinimumLine},
    order::PaymentMethod,
    quote::{Quote, QuoteInput, quote},
    voucher::Reduction,
};
use ksmart_foundation::{
    db::Conn,
    error::{Code, Error, Result},
};
use ksmart_identity::{
    roles::{self, Role},
    settings::ShopSettings,
    tokens::Member,
};
use ksmart_members::volume::{self, Period};
use ksmart_shop::{
    catalog::{self, ProductSnapshot},
    orders::{
        address::with_label,
        placing::{NewLine, NewOrder, UsedVoucher},
    },
    shipping::{
        Parcel,
        couriers::unknown_destination,
        is_own,
        offers::{Offer, check_cod, offers},
        place::Place,
    },
    vouchers::{self, VoucherRow},
};

use crate::checkout::{dependencies::Checkout, request::CreateTransaction, selection::check_lines};

/// Message for a request whose total differs from the one that the shopper saw.
pub(super) const TOTAL_CHANGED: &str = "Total belanja telah berubah. Silakan periksa kembali pesanan Anda.";

/// An order to be written, and the facts on which its price is based.
pub(super) struct Priced {
    pub(super) order: NewOrder,
    pub(super) voucher: Option<VoucherRow>,
    pub(super) period: Period,
    pub(super) settings: Arc<ShopSettings>,
}

impl Priced {
    /// Whether the order's products and voucher are unchanged since the pricing.
    pub(super) async fn still_holds(&self, conn: &mut Conn, now_ms: i64) -> sqlx::Result<bool> {
        let lines = &self.order.lines;
        let chosen: Vec<_> = lines.iter().map(|line| (line.goods.id, line.variant.as_str())).collect();
        let now = catalog::chosen(conn, &chosen, now_ms).await?;
        let facts = |goods: &ProductSnapshot| {
            let money = (goods.price_rp, goods.bv, goods.weight_gr);
            (money, goods.min_order, goods.category_id, goods.variant_id)
        };
        let same = |line: &NewLine| {
            now.get(&(line.goods.id, line.variant.clone())).is_some_and(|now| facts(now) == facts(&line.goods))
        };
        if !lines.iter().all(same) {
            return Ok(false);
        }
        let Some(voucher) = &self.voucher else { return Ok(true) };
        Ok(vouchers::find(conn, &voucher.code).await?.is_some_and(|now| now.offers_as(voucher, now_ms)))
    }
}

/// Checks a requested order against the shop's current data and prices it; stores no order.
pub(super) async fn priced(
    checkout: &Checkout,
    member: &Member,
    request: &CreateTransaction,
    now_ms: i64,
) -> Result<Priced> {
    let mut receiver = request.checked_receiver()?;
    let settings = checkout.settings.now().await?;
    let mut conn = checkout.payments.db.read().await?;
    if !settings.is_open() && roles::role(&mut conn, member.id).await?.map_or(0, Role::rights) == 0 {
        let message = "Toko belum dibuka, jadi pesanan belum dapat dibuat. Silakan kembali lagi nanti.";
        return Err(Error::conflict(Code::ShopClosed, message));
    }
    let mut lines = new_lines(&mut conn, request, now_ms).await?;
    if settings.sales.minimum_binds {
        check_minimum(&lines)?;
    }
    let plan_id = request.id_plan.ok_or_else(|| Error::invalid("Pilih Plan untuk BV terlebih dahulu"))?;
    let (period, plan_exists) = volume::period_and_plan(&mut conn, request.bv_period_id, plan_id)
        .await?
        .ok_or_else(|| Error::not_found("Periode BV tidak ditemukan."))?;
    if !plan_exists {
        return Err(Error::not_found("Plan tidak ditemukan."));
    }
    if !period.is_open(now_ms) {
        return Err(period_closed());
    }
    let undiscounted = quote(&quote_input(&lines))?;
    let voucher = match request.voucher_code() {
        Some(code) => Some(usable_voucher(&mut conn, member, code, &mut lines, now_ms).await?),
        None => None,
    };
    // Querying couriers may take long, so no connection is held.
    drop(conn);
    let place = checkout.couriers.place(request.receiver_destination_id).await?.unwrap_or_default();
    let offer = offered(checkout, &settings, (member, request), &place, &undiscounted).await?;
    let mut input = QuoteInput { shipping_cost: offer.option.shipping_cost, ..quote_input(&lines) };
    if let Some((_, reduction)) = &voucher {
        reduction.apply(&mut input);
    }
    let quote = quote(&input)?;
    if request.gross_amount != quote.total {
        return Err(Error::conflict(Code::AmountMismatch, TOTAL_CHANGED).with("quote", quote));
    }
    // A voucher without effect, for example on free shipping, is not used up.
    let voucher = voucher.filter(|_| quote.discount > 0 || quote.shipping_discount > 0);
    // A free order has no cash to collect: it is paid when it is placed.
    let payment_method = if quote.total == 0 { PaymentMethod::Online } else { request.payment_method };
    if payment_method == PaymentMethod::Cod {
        check_cod(&settings.shipping, &place, &offer.option, quote.total)?;
    }
    if !place.label.is_empty() {
        receiver.receiver_address = with_label(&receiver.receiver_address, &place.label);
    }
    let used = voucher.as_ref().map(|(voucher, _)| UsedVoucher { id: voucher.id, code: voucher.code.clone() });
    let order = NewOrder {
        member: member.id,
        checkout_token: request.checkout_token.clone(),
        contents: Some(request.contents()),
        plan_id,
        period: period.id,
        period_name: period.name.clone(),
        open_at_ms: Some(now_ms),
        payment_method,
        receiver,
        destination_id: request.receiver_destination_id,
        place,
        shipping_method: offer.option.method(),
        voucher: used,
        reduction: voucher.as_ref().map(|(_, reduction)| *reduction),
        quote,
        lines,
        trial: !settings.is_open(),
        taxable: settings.taxes.taxable,
    };
    Ok(Priced { order, voucher: voucher.map(|(voucher, _)| voucher), period, settings })
}

/// Returns the shipping option of a request, as the shop offers it for these goods.
async fn offered(
    checkout: &Checkout,
    settings: &ShopSettings,
    (member, request): (&Member, &CreateTransaction),
    place: &Place,
    goods: &Quote,
) -> Result<Offer> {
    let parcel = Parcel::new(settings.origin.id, request.receiver_destination_id, goods.weight_kg);
    // Couriers may be unreachable, so they are not queried for the shop's own delivery or pick-up.
    let by_shop = !checkout.couriers.are_built_in() && request.shipping_method.as_deref().is_some_and(is_own);
    if by_shop && place.label.is_empty() {
        return Err(unknown_destination());
    }
    let options = if by_shop { Vec::new() } else { checkout.couriers.options(&parcel, Some(member.id)).await? };
    offers(&settings.shipping, place, goods.subtotal, options)
        .into_iter()
        .find(|offer| Some(offer.option.method()) == request.shipping_method)
        .ok_or_else(|| Error::invalid("Pilih metode pengiriman terlebih dahulu"))
}

/// Returns the error for a period that no longer takes orders.
pub(super) fn period_closed() -> Error {
    Error::conflict(Code::PeriodClosed, "Periode BV ini sudah ditutup untuk pembelian.")
}

/// Looks up the requested products; returns one line for each product and variant, sorted by product.
async fn new_lines(conn: &mut Conn, request: &CreateTransaction, now_ms: i64) -> Result<Vec<NewLine>> {
    if request.products.is_empty() {
        return Err(Error::invalid("Pilih minimal satu produk untuk checkout."));
    }
    check_lines(&request.products)?;
    let wanted = request.pieces().ok_or_else(stock_short)?;
    let keys: Vec<_> = wanted.keys().copied().collect();
    let mut goods = catalog::chosen(conn, &keys, now_ms).await?;
    let mut lines = Vec::with_capacity(wanted.len());
    for ((product, variant), quantity) in wanted {
        let goods = goods.remove(&(product, variant.to_owned())).ok_or_else(catalog::product_not_found)?;
        if goods.variants > 0 || !variant.is_empty() {
            catalog::check_variant(conn, product, variant).await?;
        }
        if quantity > goods.stock {
            return Err(stock_short());
        }
        lines.push(NewLine::new(goods, variant.to_owned(), quantity));
    }
    Ok(lines)
}

/// Refuses lines with fewer pieces than the product's minimum.
fn check_minimum(lines: &[NewLine]) -> Result<()> {
    let line = |line: &NewLine| MinimumLine {
        product_id: line.goods.id.0,
        name: line.goods.name.clone(),
        quantity: line.quantity,
        least: line.goods.min_order,
    };
    let lines: Vec<MinimumLine> = lines.iter().map(line).collect();
    fields::check_minimum(&lines).map_or(Ok(()), |short| Err(Error::conflict(Code::BelowMinimum, short.message)))
}

/// Returns the error for goods that are not in stock.
pub(super) fn stock_short() -> Error {
    Error::conflict(Code::OutOfStock, "Stok tidak mencukupi!")
}

/// Returns the input for pricing the lines before any voucher.
fn quote_input(lines: &[NewLine]) -> QuoteInput {
    QuoteInput { lines: lines.iter().map(NewLine::quote_line).collect(), ..QuoteInput::default() }
}

/// Returns the voucher with this code and its reduction, if the member may use it for these lines; marks the lines that
/// it excludes.
async fn usable_voucher(
    conn: &mut Conn,
    member: &Member,
    code: &str,
    lines: &mut [NewLine],
    now_ms: i64,
) -> Result<(VoucherRow, Reduction)> {
    let voucher = vouchers::find(conn, code).await?.ok_or_else(vouchers::not_found)?;
    let asked = vouchers::asked_by(conn, voucher.id, member.id).await?;
    let goods = lines.iter_mut().map(|line| (&line.goods, line.quantity, &mut line.excluded));
    let covered = vouchers::covered(conn, &voucher, goods).await?;
    let reduction = voucher.check(asked, covered, now_ms)?;
    Ok((voucher, reduction))
}
