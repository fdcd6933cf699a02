//! Keys that several features use.

use crate::id;

id!(MemberId, "a member.");
id!(OrderKey, "an order, inside the database; the world knows it by its number.");
id!(PeriodId, "a BV period.");
id!(ProductId, "a product.");
id!(VariantId, "a variant of a product.");
id!(VoucherId, "a voucher.");
id!(ReturnId, "a return.");
