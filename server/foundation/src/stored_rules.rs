//! Names under which the database stores the enums of `ksmart-core`.

use ksmart_core::{
    order::{OrderEvent, PaymentMethod, PaymentStatus, ShipmentStatus},
    returns::{ReturnKind, ReturnState},
};

use crate::text_enum;

text_enum!(PaymentMethod { Online => "online", Cod => "cod" });
text_enum!(PaymentStatus {
    Pending => "pending", Success => "success", Failed => "failed", Expired => "expired", Cancelled => "cancelled",
    Refunded => "refunded",
});
text_enum!(ShipmentStatus {
    Waiting => "menunggu", Packed => "dikemas", Shipped => "dikirim", Completed => "selesai", Cancelled => "dibatalkan",
});
text_enum!(OrderEvent {
    Pay => "paid", Fail => "failed", Expire => "expired", Cancel => "cancelled", Refund => "refunded", Pack => "packed",
    Ship => "shipped", Complete => "completed", Return => "returned", Hold => "held", Release => "released",
});
text_enum!(ReturnKind { Refund => "refund", Replacement => "replacement", Buyback => "buyback" });
text_enum!(ReturnState {
    Asked => "asked", Approved => "approved", Refused => "refused", Withdrawn => "withdrawn", Received => "received",
    Transferring => "transferring", Refunded => "refunded", Replaced => "replaced",
});
