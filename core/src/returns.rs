//! Return of goods: its states, and the value of a part of an order, exact to the rupiah and the point.
//!
//! The value of returned goods depends only on the pieces, never on the order or the portions in which they came back:
//! the value of a portion is the value of all returned goods after it, less the value of those before it. So portions
//! always add up to at most the paid amount, and to exactly that amount once every piece was refunded with its
//! shipping.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::quote::{MAX_AMOUNT, Percent};

/// Kind of return that a member requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReturnKind {
    /// Refund of the money, with the share of the shipping.
    Refund,
    /// Replacement with the same goods.
    Replacement,
    /// Refund of the money less a deduction and without shipping, for example when the member leaves the company.
    Buyback,
}

impl ReturnKind {
    /// Whether this kind of return refunds money, and takes back the points of the goods.
    pub fn takes_money(self) -> bool {
        self != Self::Replacement
    }
}

/// State of a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ReturnState {
    /// The member has requested the return.
    Asked,
    /// The shop has approved the return, and waits for the goods.
    Approved,
    /// The shop has refused the return.
    Refused,
    /// The member has withdrawn the request.
    Withdrawn,
    /// The goods are in the shop.
    Received,
    /// A transfer of the money is prepared, and waits for a second person.
    Transferring,
    /// The money was refunded.
    Refunded,
    /// The shop has sent replacement goods.
    Replaced,
}

/// Event that can happen to a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReturnEvent {
    /// The shop approves the return.
    Approve,
    /// The shop refuses the return.
    Refuse,
    /// The member withdraws the request.
    Withdraw,
    /// The goods have arrived.
    Receive,
    /// A person prepares a transfer of the money, or prepares it again.
    Transfer,
    /// The money was refunded.
    Refund,
    /// The shop has sent replacement goods.
    Replace,
}

/// The event does not fit the return's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Status pengembalian tidak mengizinkan tindakan ini.")]
pub struct StepRefused;

impl ReturnState {
    /// Returns the state after `event`, for a return of `kind`; `is_paid` states whether the shop still has the order's
    /// money.
    ///
    /// asked → approved, refused or withdrawn; approved → received, refused or withdrawn; received → refunded
    /// (immediately or after a transfer was prepared) or replaced. A return whose goods were received can be refused
    /// only if the money was refunded in another way.
    ///
    /// # Errors
    /// The event does not fit this state.
    pub fn after(self, event: ReturnEvent, kind: ReturnKind, is_paid: bool) -> Result<Self, StepRefused> {
        use ReturnEvent as Event;
        match (self, event) {
            (Self::Asked | Self::Approved, Event::Withdraw) => Ok(Self::Withdrawn),
            (Self::Asked | Self::Approved, Event::Refuse) => Ok(Self::Refused),
            (Self::Received | Self::Transferring, Event::Refuse) if !is_paid => Ok(Self::Refused),
            (Self::Asked, Event::Approve) if is_paid => Ok(Self::Approved),
            (Self::Approved, Event::Receive) if is_paid => Ok(Self::Received),
            (Self::Received, Event::Replace) if is_paid && !kind.takes_money() => Ok(Self::Replaced),
            (Self::Received | Self::Transferring, Event::Transfer) if is_paid && kind.takes_money() => {
                Ok(Self::Transferring)
            }
            (Self::Received | Self::Transferring, Event::Refund) if is_paid && kind.takes_money() => Ok(Self::Refunded),
            _ => Err(StepRefused),
        }
    }

    /// Whether the return still needs an action.
    pub fn is_under_way(self) -> bool {
        matches!(self, Self::Asked | Self::Approved | Self::Received | Self::Transferring)
    }
}

/// A line of an order as it was sold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SoldLine {
    /// Price of one piece in whole rupiah, 0 or more.
    pub price_rp: i64,
    /// Business volume of one piece in points, 0 or more.
    pub bv: i64,
    /// Pieces, 1 or more.
    pub quantity: i64,
    /// Whether the voucher excluded this product.
    pub excluded: bool,
}

/// An order as it was sold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    /// Sold lines, always in the same order, because rounding depends on it.
    pub lines: Vec<SoldLine>,
    /// Discount by the voucher, in rupiah: 0 to the value of the lines that it covered.
    pub discount_rp: i64,
    /// Shipping cost in rupiah, 0 or more.
    pub shipping_rp: i64,
}

/// Number of refunded pieces of a line, by whether their share of the shipping was refunded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Back {
    /// Pieces whose share of the shipping was refunded too.
    pub with_shipping: i64,
    /// Pieces whose share of the shipping the shop keeps: bought back, or refunded for a change of mind.
    pub without_shipping: i64,
}

/// Terms of a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// Kind of return that the member wants.
    pub kind: ReturnKind,
    /// Whether the shop keeps the share of the shipping in a refund.
    pub keeps_shipping: bool,
    /// Share of each piece's price after discount that the shop keeps in a buy-back, in percent, 0 to 100; rounded down
    /// to the rupiah.
    pub deduction_percent: Decimal,
}

impl Terms {
    /// Whether the share of the shipping is refunded.
    fn gives_shipping(self) -> bool {
        self.kind == ReturnKind::Refund && !self.keeps_shipping
    }

    /// Adds pieces that are refunded on these terms to the counts of their line.
    pub fn count(self, back: &mut Back, pieces: i64) {
        if self.gives_shipping() {
            back.with_shipping += pieces;
        } else if self.kind.takes_money() {
            back.without_shipping += pieces;
        }
    }
}

/// Value of a portion of an order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Portion {
    /// Price of the goods, in rupiah.
    pub goods_rp: i64,
    /// Share of the goods in the voucher discount, in rupiah.
    pub discount_rp: i64,
    /// Share of the goods in the shipping, in rupiah.
    pub shipping_rp: i64,
    /// Deduction that the shop keeps in a buy-back, in rupiah.
    pub deduction_rp: i64,
    /// Refund: goods − discount + shipping − deduction, in rupiah.
    pub refund_rp: i64,
    /// Business volume of the goods, in points.
    pub points: i64,
}

/// Reason why the value of a portion cannot be calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReturnError {
    /// More pieces than the order has, or a negative number.
    #[error("Jumlah yang dikembalikan melebihi yang dibeli.")]
    Quantity,
    /// The order cannot be represented: an amount is negative or above [`MAX_AMOUNT`], or the discount exceeds the goods.
    #[error("Nilai pesanan tidak dapat dihitung.")]
    Amount,
}

/// Discount and shipping share of each sold line, for all its pieces.
struct Shares<'a> {
    lines: &'a [SoldLine],
    discount_rp: Vec<i64>,
    shipping_rp: Vec<i64>,
}

impl Sale {
    /// Returns the value of a portion: `now` are the pieces of each line that come back, `before` those that were
    /// returned earlier. The value of a replacement is zero.
    ///
    /// # Errors
    /// More pieces than the order has, or an order that cannot be represented.
    pub fn portion(&self, terms: Terms, before: &[Back], now: &[i64]) -> Result<Portion, ReturnError> {
        let shares = self.shares()?;
        if before.len() != self.lines.len() || now.len() != self.lines.len() {
            return Err(ReturnError::Quantity);
        }
        let mut portion = Portion::default();
        for (index, (before, now)) in before.iter().zip(now).enumerate() {
            let line = self.lines[index];
            let taken = before.with_shipping.checked_add(before.without_shipping).ok_or(ReturnError::Quantity)?;
            let left = line.quantity.checked_sub(taken).ok_or(ReturnError::Quantity)?;
            if before.with_shipping < 0 || before.without_shipping < 0 || left < 0 || !(0..=left).contains(now) {
                return Err(ReturnError::Quantity);
            }
            if !terms.kind.takes_money() {
                continue;
            }
            let within =
                |share: i64, from: i64| of_line(share, from + now, line.quantity) - of_line(share, from, line.quantity);
            portion.goods_rp += line.price_rp * now;
            portion.discount_rp += within(shares.discount_rp[index], taken);
            portion.points += line.bv * now;
            if terms.gives_shipping() {
                portion.shipping_rp += within(shares.shipping_rp[index], before.with_shipping);
            }
            if terms.kind == ReturnKind::Buyback {
                let percent = Percent::new(terms.deduction_percent).ok_or(ReturnError::Amount)?;
                let part = percent.part_of(shares.cheapest_piece(index)).ok_or(ReturnError::Amount)?;
                portion.deduction_rp += part * now;
            }
        }
        portion.refund_rp = portion.goods_rp - portion.discount_rp + portion.shipping_rp - portion.deduction_rp;
        Ok(portion)
    }

    /// Distributes discount and shipping over the lines.
    fn shares(&self) -> Result<Shares<'_>, ReturnError> {
        let (mut values, mut covered) = (Vec::with_capacity(self.lines.len()), Vec::with_capacity(self.lines.len()));
        let (mut subtotal, mut bv) = (0_i64, 0_i64);
        for line in &self.lines {
            if line.price_rp < 0 || line.bv < 0 || line.quantity < 1 {
                return Err(ReturnError::Amount);
            }
            let value = line.price_rp.checked_mul(line.quantity).ok_or(ReturnError::Amount)?;
            let points = line.bv.checked_mul(line.quantity).ok_or(ReturnError::Amount)?;
            (subtotal, bv) = (amount(subtotal.checked_add(value))?, amount(bv.checked_add(points))?);
            values.push(value);
            covered.push(if line.excluded { 0 } else { value });
        }
        let total = subtotal.checked_add(self.shipping_rp).filter(|_| self.shipping_rp >= 0);
        // The sum cannot overflow, because these values are part of the subtotal, which was added up before.
        if !(0..=covered.iter().sum()).contains(&self.discount_rp) || amount(total).is_err() {
            return Err(ReturnError::Amount);
        }
        let discount_rp = allotted(self.discount_rp, &covered);
        // Goods that cost nothing share the shipping by their quantity.
        let weights = if subtotal > 0 { values } else { self.lines.iter().map(|line| line.quantity).collect() };
        Ok(Shares { lines: &self.lines, discount_rp, shipping_rp: allotted(self.shipping_rp, &weights) })
    }
}

impl Shares<'_> {
    /// Returns the price of one piece of a line after discount, rounded down to the rupiah.
    fn cheapest_piece(&self, index: usize) -> i64 {
        let line = self.lines[index];
        (line.price_rp * line.quantity - self.discount_rp[index]) / line.quantity
    }
}

fn amount(value: Option<i64>) -> Result<i64, ReturnError> {
    value.filter(|value| (0..=MAX_AMOUNT).contains(value)).ok_or(ReturnError::Amount)
}

/// Divides `total` in proportion to the weights, so that the parts add up to it exactly.
///
/// Each part is the cumulative share up to and including it, rounded down, less the parts before it.
fn allotted(total: i64, weights: &[i64]) -> Vec<i64> {
    let all: i128 = weights.iter().copied().map(i128::from).sum();
    let (mut weight, mut given) = (0_i128, 0_i64);
    let share = |each: &i64| {
        weight += i128::from(*each);
        let due = if all == 0 { 0 } else { i128::from(total) * weight / all };
        // The value is at most `total`, so the conversion succeeds.
        let due = i64::try_from(due).unwrap_or(total);
        let share = due - given;
        given = due;
        share
    };
    weights.iter().map(share).collect()
}

/// Returns the part of a line's share for `pieces` of its `quantity`, rounded down; for all pieces, the whole share.
fn of_line(share: i64, pieces: i64, quantity: i64) -> i64 {
    let due = i128::from(share) * i128::from(pieces) / i128::from(quantity);
    // The value is at most `share`, so the conversion succeeds.
    i64::try_from(due).unwrap_or(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sale(lines: &[(i64, i64, i64)], discount_rp: i64, shipping_rp: i64) -> Sale {
        let line = |&(price_rp, bv, quantity): &(i64, i64, i64)| SoldLine { price_rp, bv, quantity, excluded: false };
        Sale { lines: lines.iter().map(line).collect(), discount_rp, shipping_rp }
    }

    fn back(pieces: &[(i64, i64)]) -> Vec<Back> {
        pieces.iter().map(|&(with_shipping, without_shipping)| Back { with_shipping, without_shipping }).collect()
    }

    const REFUND: Terms = Terms { kind: ReturnKind::Refund, keeps_shipping: false, deduction_percent: Decimal::TEN };
    const UNWANTED: Terms = Terms { keeps_shipping: true, ..REFUND };
    const BUYBACK: Terms = Terms { kind: ReturnKind::Buyback, ..REFUND };
    const REPLACEMENT: Terms = Terms { kind: ReturnKind::Replacement, ..REFUND };

    #[test]
    fn refunds_of_single_pieces_add_up_to_the_total() {
        // 3 × 10,000 less 10 % and 10,001 of shipping: 37,001.
        let sale = sale(&[(10_000, 7, 3)], 3_000, 10_001);
        let parts: Vec<_> = (0..3)
            .map(|done| sale.portion(REFUND, &back(&[(done, 0)]), &[1]).unwrap())
            .map(|part| (part.goods_rp, part.discount_rp, part.shipping_rp, part.refund_rp, part.points))
            .collect();
        let first = (10_000, 1_000, 3_333, 12_333, 7);
        // The last piece takes the rest.
        assert_eq!(parts, [first, (10_000, 1_000, 3_334, 12_334, 7), (10_000, 1_000, 3_334, 12_334, 7)]);
        assert_eq!(parts.iter().map(|part| part.3).sum::<i64>(), 37_001);
        let whole = sale.portion(REFUND, &back(&[(0, 0)]), &[3]).unwrap();
        assert_eq!((whole.refund_rp, whole.points), (37_001, 21));
    }

    #[test]
    fn discount_and_shipping_are_split_by_price() {
        // Lines of 100 and 2 × 50, together 200: half of the discount of 33 and half of the shipping of 25, rounded
        // down for the first line.
        let sale = sale(&[(100, 0, 1), (50, 5, 2)], 33, 25);
        let first = sale.portion(REFUND, &back(&[(0, 0); 2]), &[1, 0]).unwrap();
        assert_eq!((first.discount_rp, first.shipping_rp, first.refund_rp, first.points), (16, 12, 96, 0));
        let rest = sale.portion(REFUND, &back(&[(1, 0), (0, 0)]), &[0, 2]).unwrap();
        assert_eq!((rest.discount_rp, rest.shipping_rp, rest.refund_rp, rest.points), (17, 13, 96, 10));
    }

    #[test]
    fn excluded_lines_bear_no_voucher_discount() {
        let mut sale = sale(&[(100, 0, 1), (50, 5, 2), (10, 0, 1)], 33, 21);
        (sale.lines[0].excluded, sale.lines[2].excluded) = (true, true);
        let discount = |now: &[i64]| sale.portion(REFUND, &back(&[(0, 0); 3]), now).map(|portion| portion.discount_rp);
        assert_eq!(discount(&[1, 0, 0]), Ok(0));
        assert_eq!(discount(&[0, 1, 0]), Ok(16));
        assert_eq!(discount(&[0, 2, 0]), Ok(33));
        assert_eq!(discount(&[0, 0, 1]), Ok(0));
        assert_eq!(discount(&[1, 2, 1]), Ok(33));
        let too_much = Sale { discount_rp: 101, ..sale.clone() };
        let whole = too_much.portion(REFUND, &back(&[(0, 0); 3]), &[1, 2, 1]);
        assert_eq!(whole, Err(ReturnError::Amount), "more than its lines cost");
    }

    #[test]
    fn a_buyback_deducts_ten_percent_and_shipping() {
        let sale = sale(&[(10_000, 7, 2)], 2_000, 9_000);
        let one = sale.portion(BUYBACK, &back(&[(0, 0)]), &[1]).unwrap();
        assert_eq!((one.discount_rp, one.shipping_rp, one.deduction_rp, one.refund_rp), (1_000, 0, 900, 8_100));
        assert_eq!(one.points, 7, "points go back in full");
        // The other piece is refunded with its half of the shipping.
        let other = sale.portion(REFUND, &back(&[(0, 1)]), &[1]).unwrap();
        assert_eq!((other.shipping_rp, other.refund_rp), (4_500, 13_500));
    }

    #[test]
    fn a_refund_can_leave_out_the_shipping() {
        let sale = sale(&[(10_000, 7, 2)], 2_000, 9_001);
        let kept = sale.portion(UNWANTED, &back(&[(0, 0)]), &[1]).unwrap();
        assert_eq!((kept.discount_rp, kept.shipping_rp, kept.refund_rp, kept.points), (1_000, 0, 9_000, 7));
        let other = sale.portion(REFUND, &back(&[(0, 1)]), &[1]).unwrap();
        assert_eq!((other.shipping_rp, other.refund_rp), (4_500, 13_500));
        let mut counted = Back::default();
        for (terms, pieces) in [(REFUND, 1), (UNWANTED, 20), (BUYBACK, 300), (REPLACEMENT, 4000)] {
            terms.count(&mut counted, pieces);
        }
        assert_eq!(counted, Back { with_shipping: 1, without_shipping: 320 });
    }

    #[test]
    fn free_goods_share_shipping_by_quantity() {
        let sale = sale(&[(0, 0, 1), (0, 0, 3)], 0, 10);
        let first = sale.portion(REFUND, &back(&[(0, 0); 2]), &[1, 0]).unwrap();
        assert_eq!((first.refund_rp, first.points), (2, 0));
        let none = sale.portion(REPLACEMENT, &back(&[(0, 0); 2]), &[1, 3]).unwrap();
        assert_eq!(none, Portion::default());
    }

    #[test]
    fn returns_beyond_the_purchase_are_refused() {
        let sale = sale(&[(100, 1, 2)], 0, 0);
        for (before, now) in [((0, 0), 3), ((1, 1), 1), ((0, 0), -1), ((3, 0), 0), ((-1, 0), 1)] {
            let portion = sale.portion(REFUND, &back(&[before]), &[now]);
            assert_eq!(portion, Err(ReturnError::Quantity), "{before:?} {now}");
        }
        assert_eq!(sale.portion(REFUND, &[], &[]), Err(ReturnError::Quantity));
        for wrong in [
            Sale { discount_rp: 201, ..sale.clone() },
            Sale { shipping_rp: -1, ..sale.clone() },
            Sale { shipping_rp: MAX_AMOUNT, ..sale.clone() },
            Sale {
                lines: vec![SoldLine { price_rp: i64::MAX, quantity: 2, ..SoldLine::default() }],
                discount_rp: 0,
                shipping_rp: 0,
            },
        ] {
            assert_eq!(wrong.portion(REFUND, &back(&[(0, 0)]), &[1]), Err(ReturnError::Amount));
        }
        let portion = sale.portion(Terms { deduction_percent: Decimal::from(101), ..BUYBACK }, &back(&[(0, 0)]), &[1]);
        assert_eq!(portion, Err(ReturnError::Amount));
    }

    #[test]
    fn impossible_sales_are_refused() {
        let refund = |sale: &Sale, before: &[(i64, i64)], now: &[i64]| {
            sale.portion(REFUND, &back(before), now).map(|part| part.refund_rp)
        };
        // Each wrong value alone, next to a line that compensates for it.
        for wrong in [(-1, 0, 1), (0, -1, 1), (0, 0, 0), (0, 0, -1)] {
            let sale = sale(&[(100, 5, 1), wrong], 0, 0);
            assert_eq!(refund(&sale, &[(0, 0); 2], &[1, 0]), Err(ReturnError::Amount), "{wrong:?}");
        }
        for (discount_rp, shipping_rp, worth) in [
            (100, 0, Ok(0)),
            (-1, 0, Err(ReturnError::Amount)),
            (0, MAX_AMOUNT - 100, Ok(MAX_AMOUNT)),
            (0, MAX_AMOUNT - 99, Err(ReturnError::Amount)),
            (0, i64::MAX, Err(ReturnError::Amount)),
        ] {
            let sale = sale(&[(100, 5, 1)], discount_rp, shipping_rp);
            assert_eq!(refund(&sale, &[(0, 0)], &[1]), worth, "{discount_rp} {shipping_rp}");
        }
        let most = sale(&[(MAX_AMOUNT, MAX_AMOUNT, 1)], 0, 0);
        assert_eq!(refund(&most, &[(0, 0)], &[1]), Ok(MAX_AMOUNT));
        let many = sale(&[(0, MAX_AMOUNT, 1), (0, 1, 1)], 0, 0);
        assert_eq!(refund(&many, &[(0, 0); 2], &[0, 0]), Err(ReturnError::Amount));
        // The counts must match the lines, and cannot be negative.
        let two = sale(&[(100, 5, 2)], 0, 0);
        for (before, now) in
            [(&[(0, 0)][..], &[][..]), (&[], &[1]), (&[(0, 0); 2], &[1]), (&[(0, 0)], &[1, 0]), (&[(0, -1)], &[1])]
        {
            assert_eq!(refund(&two, before, now), Err(ReturnError::Quantity), "{before:?} {now:?}");
        }
        assert_eq!(refund(&two, &[(i64::MAX, 1)], &[0]), Err(ReturnError::Quantity));
        assert_eq!((refund(&two, &[(1, 1)], &[0]), refund(&two, &[(0, 0)], &[2])), (Ok(0), Ok(200)));
    }

    #[test]
    fn a_return_is_under_way_until_it_ends() {
        use ReturnState::{Approved, Asked, Received, Refunded, Refused, Replaced, Transferring, Withdrawn};
        assert!([Asked, Approved, Received, Transferring].into_iter().all(ReturnState::is_under_way));
        assert!(![Refused, Withdrawn, Refunded, Replaced].into_iter().any(ReturnState::is_under_way));
        assert!(ReturnKind::Refund.takes_money() && ReturnKind::Buyback.takes_money());
        assert!(!ReturnKind::Replacement.takes_money());
    }

    #[test]
    fn a_return_follows_the_allowed_steps() {
        use ReturnEvent::{Approve, Receive, Refund, Refuse, Replace, Transfer, Withdraw};
        let walk = |kind, is_paid, events: &[ReturnEvent]| {
            events.iter().try_fold(ReturnState::Asked, |state, event| state.after(*event, kind, is_paid))
        };
        let money = |events: &[ReturnEvent]| walk(ReturnKind::Refund, true, events);
        assert_eq!(money(&[Approve, Receive, Refund]), Ok(ReturnState::Refunded));
        assert_eq!(money(&[Approve, Receive, Transfer, Transfer, Refund]), Ok(ReturnState::Refunded));
        assert_eq!(walk(ReturnKind::Replacement, true, &[Approve, Receive, Replace]), Ok(ReturnState::Replaced));
        for events in [&[Withdraw][..], &[Approve, Withdraw]] {
            assert_eq!(money(events), Ok(ReturnState::Withdrawn));
        }
        assert_eq!(money(&[Approve, Refuse]), Ok(ReturnState::Refused));
        for wrong in [
            &[Receive][..],
            &[Refund],
            &[Approve, Refund],
            &[Approve, Receive, Withdraw],
            &[Approve, Receive, Refuse],
            &[Approve, Receive, Replace],
            &[Withdraw, Approve],
            &[Approve, Receive, Refund, Refund],
        ] {
            assert_eq!(money(wrong), Err(StepRefused), "{wrong:?}");
        }
        let replaced = |event| walk(ReturnKind::Replacement, true, &[Approve, Receive, event]);
        assert!(replaced(Refund).is_err() && replaced(Transfer).is_err(), "no money for new goods");
        // The money was refunded in another way.
        let lost = |state: ReturnState, event| state.after(event, ReturnKind::Refund, false);
        assert_eq!(lost(ReturnState::Received, Refuse), Ok(ReturnState::Refused));
        assert_eq!(lost(ReturnState::Transferring, Refuse), Ok(ReturnState::Refused));
        for event in [Approve, Receive, Refund, Transfer, Replace] {
            for state in [ReturnState::Asked, ReturnState::Approved, ReturnState::Received, ReturnState::Transferring] {
                assert!(lost(state, event).is_err(), "{event:?}");
            }
        }
    }
}
