//! Order as the checkout requests it.

use std::collections::BTreeMap;

use ksmart_core::{
    fields::{self, ReceiverForm, phone_e164},
    order::PaymentMethod,
};
use ksmart_foundation::{
    error::Result,
    format,
    ids::{MemberId, PeriodId, ProductId},
};
use ksmart_shop::cart::Bought;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::checkout::selection::SelectedLine;

/// An order as sent by the checkout.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"userId": 3, "id_plan": 1, "receiver_name": "Budi Santoso", "receiver_phone": "081234567890",
    "receiver_email": "budi@ksmart.test",
    "receiver_address": "Jl. Melati 1, Kuningan Timur, Setiabudi, Jakarta Selatan", "gross_amount": 99000,
    "voucher_code": null, "shipping_cost": 9000, "shipping_method": "JNE - REG23",
    "payment_method": "online", "products": [{"id": 7, "product_id": 1, "variant": null, "quantity": 2}],
    "bv_period_id": 2, "checkout_token": "q3VtK0aZ7nXc5LwY8sBd2RfHj1", "receiver_destination_id": 17579}
)))]
pub(super) struct CreateTransaction {
    #[serde(rename = "userId")]
    pub(super) user_id: Option<MemberId>,
    pub(super) id_plan: Option<i64>,
    #[schema(min_length = 1, max_length = 100, pattern = r"\S")]
    receiver_name: String,
    #[schema(pattern = r"^[ .()-]*(\+?62|0)?[ .()-]*8[0-9 .()-]{8,20}$")]
    receiver_phone: String,
    #[schema(format = Email, max_length = 254)]
    receiver_email: String,
    /// Street address and the label of the destination.
    #[schema(min_length = 1, max_length = 500, pattern = r"\S")]
    receiver_address: String,
    /// Total shown to the shopper, rupiah; it must equal the server's result.
    #[schema(minimum = 0)]
    pub(super) gross_amount: i64,
    voucher_code: Option<String>,
    /// Shipping cost shown to the shopper, rupiah; ignored, because the server calculates its own.
    #[expect(dead_code, reason = "part of the payload; the server computes its own")]
    #[schema(minimum = 0)]
    shipping_cost: Option<i64>,
    /// Courier and service, such as `JNE - REG23`.
    pub(super) shipping_method: Option<String>,
    pub(super) payment_method: PaymentMethod,
    #[schema(min_items = 1, max_items = 100)]
    pub(super) products: Vec<SelectedLine>,
    pub(super) bv_period_id: PeriodId,
    /// Idempotency key: the same token with the same contents returns the same order.
    #[schema(pattern = r"^[A-Za-z0-9_-]{16,64}$")]
    pub(super) checkout_token: String,
    #[schema(minimum = 1)]
    pub(super) receiver_destination_id: i64,
}

impl CreateTransaction {
    /// Returns the number of pieces of each product and variant; `None` if a number is too large.
    pub(super) fn pieces(&self) -> Option<BTreeMap<(ProductId, &str), i64>> {
        let mut pieces: BTreeMap<_, i64> = BTreeMap::new();
        for line in &self.products {
            let quantity = pieces.entry(line.key()).or_default();
            *quantity = quantity.checked_add(line.quantity)?;
        }
        Some(pieces)
    }

    /// Returns the pieces that were chosen from the cart.
    pub(super) fn chosen_from_cart(&self) -> Vec<Bought<'_>> {
        let mut chosen = Vec::new();
        for each in &self.products {
            let (product, variant) = each.key();
            chosen.extend(each.id.map(|line| Bought { line, product, variant, quantity: each.quantity }));
        }
        chosen
    }

    /// Returns the digest of the order's contents: SHA-256 in hexadecimal digits. Values computed by the server are not
    /// included, so a price change does not make it a different order.
    pub(super) fn contents(&self) -> String {
        let pieces: Vec<_> = self.pieces().unwrap_or_default().into_iter().collect();
        let receiver = self.receiver();
        let phone = phone_e164(&receiver.receiver_phone).unwrap_or_default();
        let receiver = [receiver.receiver_name, phone, receiver.receiver_email, receiver.receiver_address];
        let way = (self.receiver_destination_id, &self.shipping_method, self.payment_method);
        let counted = (self.id_plan, self.bv_period_id, self.voucher_code().map(str::to_uppercase));
        let text = serde_json::json!([pieces, receiver, way, counted]).to_string();
        format::hex(&Sha256::digest(text.as_bytes()))
    }

    /// Returns the receiver of the goods.
    ///
    /// # Errors
    /// 422 if the receiver is invalid.
    pub(super) fn checked_receiver(&self) -> Result<ReceiverForm> {
        let receiver = self.receiver();
        let errors = fields::check_receiver(&receiver);
        if errors.is_empty() { Ok(receiver) } else { Err(errors.into()) }
    }

    /// Returns the receiver as typed, without unwanted characters from pasting.
    fn receiver(&self) -> ReceiverForm {
        ReceiverForm {
            receiver_name: self.receiver_name.clone(),
            receiver_phone: self.receiver_phone.clone(),
            receiver_email: self.receiver_email.clone(),
            receiver_address: self.receiver_address.clone(),
        }
        .tidied()
    }

    /// Returns the code of the voucher, if one is used.
    pub(super) fn voucher_code(&self) -> Option<&str> {
        self.voucher_code.as_deref().map(str::trim).filter(|code| !code.is_empty())
    }
}
