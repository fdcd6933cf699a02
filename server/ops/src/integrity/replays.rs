//! Checks of the rules in core: stored results are recalculated.

use std::collections::HashMap;

use ksmart_core::{
    allocation::{PlanVolumes, allocate},
    order::{OrderEvent, OrderState, PaymentMethod},
    quote::{QuoteInput, QuoteLine, quote},
    returns::{Back, ReturnKind, Sale, SoldLine, Terms},
};
use sqlx::{FromRow, query_as, query_scalar};

use crate::integrity::report::Finding;
use ksmart_foundation::{
    db::{Conn, DecimalText, Flag, Text, TextEnum},
    ids::{MemberId, OrderKey, PeriodId},
};
use ksmart_members::{network, volume};
use ksmart_shop::{
    orders::{
        StoredState, find_by_number,
        moves::{ADDRESS_CORRECTED, PLACED, RESI_CORRECTED},
    },
    returns::worth::left_rp,
};

/// Number of orders that are checked at once.
const AT_ONCE: i64 = 1000;

#[derive(FromRow)]
struct TotalRow {
    id: i64,
    number: String,
    discount_percent: DecimalText,
    discount_most_rp: Option<i64>,
    discount_amount_rp: i64,
    shipping_cost_rp: i64,
    shipping_discount_rp: i64,
    subtotal_rp: i64,
    discount_rp: i64,
    total_rp: i64,
    bv: i64,
}

/// Checks that an order's amounts are those that core calculates from its lines.
pub async fn totals(conn: &mut Conn) -> sqlx::Result<Finding> {
    let mut finding = Finding::new("order totals", "an order comes to what the rules make of its lines");
    let mut after = i64::MIN;
    loop {
        let sql = "SELECT id, number, discount_percent, discount_most_rp, discount_amount_rp, shipping_cost_rp,
                          shipping_discount_rp, subtotal_rp, discount_rp, total_rp, bv
                   FROM orders WHERE id > $1 ORDER BY id LIMIT $2";
        let orders: Vec<TotalRow> = query_as(sql).bind(after).bind(AT_ONCE).fetch_all(&mut *conn).await?;
        let Some(last) = orders.last().map(|order| order.id) else { return Ok(finding) };
        let sql = "SELECT order_id, price_rp, bv, quantity, excluded FROM order_lines
                   WHERE order_id > $1 AND order_id <= $2";
        let rows: Vec<(i64, i64, i64, i64, Flag)> = query_as(sql).bind(after).bind(last).fetch_all(&mut *conn).await?;
        let mut lines: HashMap<i64, Vec<QuoteLine>> = HashMap::new();
        for (order, price, bv, quantity, excluded) in rows {
            // The weight is not stored; it is included in the shipping cost.
            lines.entry(order).or_default().push(QuoteLine { price, bv, weight_gr: 0, quantity, excluded: excluded.0 });
        }
        for order in orders {
            finding.rows += 1;
            let lines = lines.remove(&order.id).unwrap_or_default();
            let has_lines = !lines.is_empty();
            let sold = QuoteInput {
                lines,
                discount_percent: order.discount_percent.0,
                discount_most: order.discount_most_rp,
                discount_amount: order.discount_amount_rp,
                shipping_cost: order.shipping_cost_rp.saturating_add(order.shipping_discount_rp),
                shipping_discount: order.shipping_discount_rp,
            };
            let right = quote(&sold).is_ok_and(|quote| {
                (quote.subtotal, quote.discount, quote.total, quote.bv)
                    == (order.subtotal_rp, order.discount_rp, order.total_rp, order.bv)
            });
            if !has_lines || !right {
                finding.breaks(order.number);
            }
        }
        after = last;
    }
}

#[derive(FromRow)]
struct StateRow {
    id: i64,
    number: String,
    #[sqlx(flatten, try_from = "StoredState")]
    state: OrderState,
}

/// Checks that an order is in the state to which its moves lead in core's state machine.
pub async fn states(conn: &mut Conn) -> sqlx::Result<Finding> {
    let mut finding = Finding::new("order states", "an order is where its recorded moves lead");
    let mut after = i64::MIN;
    loop {
        let sql = "SELECT id, number, payment_method, payment_status, shipment_status, held
                   FROM orders WHERE id > $1 ORDER BY id LIMIT $2";
        let orders: Vec<StateRow> = query_as(sql).bind(after).bind(AT_ONCE).fetch_all(&mut *conn).await?;
        let Some(last) = orders.last().map(|order| order.id) else { return Ok(finding) };
        let sql = "SELECT order_id, event FROM order_moves WHERE order_id > $1 AND order_id <= $2 ORDER BY id";
        let rows: Vec<(i64, String)> = query_as(sql).bind(after).bind(last).fetch_all(&mut *conn).await?;
        let mut moves: HashMap<i64, Vec<String>> = HashMap::new();
        for (order, event) in rows {
            moves.entry(order).or_default().push(event);
        }
        for order in orders {
            finding.rows += 1;
            let moves = moves.remove(&order.id).unwrap_or_default();
            if replayed(order.state.payment_method, &moves) != Some(order.state) {
                finding.breaks(order.number);
            }
        }
        after = last;
    }
}

/// Returns the state to which moves lead; `None` if they do not begin with the placing, or one is not allowed.
fn replayed(method: PaymentMethod, moves: &[String]) -> Option<OrderState> {
    let (placed, events) = moves.split_first()?;
    (placed == PLACED).then_some(())?;
    let mut events = events.iter().filter(|event| ![RESI_CORRECTED, ADDRESS_CORRECTED].contains(&event.as_str()));
    events.try_fold(OrderState::placed(method), |state, event| state.after(OrderEvent::from_text(event)?).ok())
}

#[derive(FromRow)]
struct ReturnRow {
    number: String,
    order_id: OrderKey,
    kind: Text<ReturnKind>,
    keeps_shipping: Flag,
    deduction_percent: DecimalText,
    discount_rp: i64,
    shipping_rp: i64,
    deduction_rp: i64,
    goods_rp: i64,
    points: i64,
    line_id: i64,
    came: i64,
}

/// Checks that returned goods have the value that core calculates, in whatever order they came back.
pub async fn returns(conn: &mut Conn) -> sqlx::Result<Finding> {
    let mut finding = Finding::new("worth of returns", "what came back comes to what the rules make of its pieces");
    let mut after = i64::MIN;
    loop {
        let sql = "SELECT DISTINCT order_id FROM returns
                   WHERE state IN ('received', 'transferring', 'refunded', 'replaced') AND order_id > $1
                   ORDER BY order_id LIMIT $2";
        let orders: Vec<OrderKey> = query_scalar(sql).bind(after).bind(AT_ONCE).fetch_all(&mut *conn).await?;
        let Some(last) = orders.last().map(|order| order.0) else {
            rests(conn, &mut finding).await?;
            return Ok(finding);
        };
        let sql =
            "SELECT r.number, r.order_id, r.kind, r.keeps_shipping, r.deduction_percent, r.discount_rp, r.shipping_rp, r.deduction_rp,
                          r.goods_rp, r.points, p.line_id, p.saleable + p.damaged AS came
                   FROM returns r JOIN return_lines p ON p.return_id = r.id
                   WHERE r.state IN ('received', 'transferring', 'refunded', 'replaced') AND p.saleable IS NOT NULL
                     AND r.order_id > $1 AND r.order_id <= $2 ORDER BY r.id";
        let rows: Vec<ReturnRow> = query_as(sql).bind(after).bind(last).fetch_all(&mut *conn).await?;
        for order in orders {
            finding.rows += 1;
            let returned: Vec<&ReturnRow> = rows.iter().filter(|row| row.order_id == order).collect();
            let sql = "SELECT o.discount_rp, o.shipping_cost_rp, l.id, l.price_rp, l.bv, l.quantity, l.excluded
                       FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = $1 ORDER BY l.id";
            let lines: Vec<SoldRow> = query_as(sql).bind(order).fetch_all(&mut *conn).await?;
            for number in wrong_worth(&lines, &returned) {
                finding.breaks(number);
            }
        }
        after = last;
    }
}

/// Order line with its order's discount and shipping cost: discount, shipping, line key, price, points, pieces, whether
/// the voucher excludes it.
type SoldRow = (i64, i64, i64, i64, i64, i64, Flag);

/// Returns the numbers of returns whose amounts differ from core's calculation. Goods, deduction and points are
/// compared for each return, discount and shipping for all returns of the order together.
fn wrong_worth(lines: &[SoldRow], rows: &[&ReturnRow]) -> Vec<String> {
    let sold =
        |&(.., price_rp, bv, quantity, excluded): &SoldRow| SoldLine { price_rp, bv, quantity, excluded: excluded.0 };
    let sold = lines.iter().map(sold).collect();
    let (discount_rp, shipping_rp) = lines.first().map_or((0, 0), |line| (line.0, line.1));
    let sale = Sale { lines: sold, discount_rp, shipping_rp };
    let mut back = vec![Back::default(); lines.len()];
    let mut kept: HashMap<&str, [i64; 5]> = HashMap::new();
    let mut due: HashMap<&str, [i64; 5]> = HashMap::new();
    for row in rows {
        kept.insert(&row.number, [row.goods_rp, row.discount_rp, row.shipping_rp, row.deduction_rp, row.points]);
        let mut now = vec![0; lines.len()];
        if let Some(place) = lines.iter().position(|line| line.2 == row.line_id) {
            now[place] = row.came;
            let due = due.entry(&row.number).or_default();
            let (kind, keeps_shipping) = (row.kind.0, row.keeps_shipping.0);
            let terms = Terms { kind, keeps_shipping, deduction_percent: row.deduction_percent.0 };
            if let Ok(worth) = sale.portion(terms, &back, &now) {
                let worth = [worth.goods_rp, worth.discount_rp, worth.shipping_rp, worth.deduction_rp, worth.points];
                due.iter_mut().zip(worth).for_each(|(due, worth)| *due += worth);
            }
            terms.count(&mut back[place], row.came);
        }
    }
    let sum = |of: &HashMap<&str, [i64; 5]>| {
        of.values().fold([0; 5], |sum: [i64; 5], each| std::array::from_fn(|place| sum[place] + each[place]))
    };
    // Discount and shipping are divided with rounding, so the share of a return depends on which return came first.
    let together = sum(&kept) == sum(&due);
    let own = |amounts: &[i64; 5]| [amounts[0], amounts[3], amounts[4]];
    let wrong = kept.iter().filter(|(number, kept)| !together || due.get(*number).map(own) != Some(own(kept)));
    let mut wrong: Vec<String> = wrong.map(|(number, _)| (*number).to_owned()).collect();
    wrong.sort_unstable();
    wrong
}

/// Checks fully refunded orders with an earlier partial return whose shipping was not refunded.
///
/// The amount refunded must be the refunds of the returns plus core's value of the remaining pieces. For other orders
/// it is the order's total, which an SQL statement checks.
async fn rests(conn: &mut Conn, finding: &mut Finding) -> sqlx::Result<()> {
    let mut after = OrderKey(i64::MIN);
    loop {
        let sql = "SELECT o.id, o.number, COALESCE(e.refunded_rp, 0) - r.refund_rp FROM orders o
                   JOIN (SELECT order_id, CAST(SUM(refund_rp) AS BIGINT) AS refund_rp FROM returns
                         WHERE state = 'refunded' GROUP BY order_id
                         HAVING SUM(CASE kind WHEN 'buyback' THEN 1 ELSE keeps_shipping END) > 0) r ON r.order_id = o.id
                   LEFT JOIN (SELECT order_id, CAST(SUM(amount_rp) AS BIGINT) AS refunded_rp FROM money_entries
                              WHERE kind = 'refunded' GROUP BY order_id) e ON e.order_id = o.id
                   WHERE o.payment_status = 'refunded' AND o.trial = 0 AND o.id > $1 ORDER BY o.id LIMIT $2";
        let orders: Vec<(OrderKey, String, i64)> =
            query_as(sql).bind(after).bind(AT_ONCE).fetch_all(&mut *conn).await?;
        let Some((last, ..)) = orders.last() else { return Ok(()) };
        after = *last;
        for (_, number, rest_rp) in orders {
            let left_rp = match find_by_number(conn, &number).await? {
                Some(order) => left_rp(conn, &order).await.ok(),
                None => None,
            };
            if left_rp != Some(rest_rp) {
                finding.breaks(number);
            }
        }
    }
}

/// Returns the periods whose bonuses were calculated.
pub async fn calculated(conn: &mut Conn) -> sqlx::Result<Vec<PeriodId>> {
    let sql = "SELECT c.period_id FROM bonus_calculations c JOIN bv_periods p ON p.id = c.period_id
               WHERE p.calculated_ms IS NOT NULL ORDER BY c.period_id";
    query_scalar(sql).fetch_all(conn).await
}

/// Checks the group points of calculated periods since which a leader has changed, in the network of that calculation.
/// An SQL statement checks all other periods.
pub async fn groups(conn: &mut Conn) -> sqlx::Result<Finding> {
    let says = "a calculated period's group points are the sum of the ledger by the network of that time";
    let mut finding = Finding::new("group points then", says);
    for period in network::moved_periods(conn).await? {
        let leaders: HashMap<_, _> = network::leaders_of(conn, period).await?.into_iter().collect();
        let sql = "SELECT member_id, plan_id, CAST(SUM(points) AS BIGINT) FROM bv_entries
                   WHERE period_id = $1 GROUP BY member_id, plan_id";
        let posted: Vec<(MemberId, i64, i64)> = query_as(sql).bind(period).fetch_all(&mut *conn).await?;
        let mut due: HashMap<(MemberId, i64), i64> = HashMap::new();
        for (member, plan, points) in posted {
            let mut above = leaders.get(&member).copied().flatten();
            // A cycle would never end; no path up is longer than the number of members.
            for _ in 0..leaders.len() {
                let Some(leader) = above else { break };
                *due.entry((leader, plan)).or_default() += points;
                above = leaders.get(&leader).copied().flatten();
            }
            if above.is_some() {
                finding.breaks(format!("period {period} member {member} stands above themselves"));
            }
        }
        let sql = "SELECT member_id, plan_id, group_points FROM bv_totals WHERE period_id = $1";
        let kept: Vec<(MemberId, i64, i64)> = query_as(sql).bind(period).fetch_all(&mut *conn).await?;
        for (member, plan, points) in kept {
            finding.rows += 1;
            if due.remove(&(member, plan)).unwrap_or_default() != points {
                finding.breaks(format!("period {period} member {member} plan {plan}"));
            }
        }
        for ((member, plan), points) in due {
            if points != 0 {
                finding.breaks(format!("period {period} member {member} plan {plan}"));
            }
        }
    }
    Ok(finding)
}

/// Checks that the points of a calculated period are allocated as core allocates them.
pub async fn allocations(conn: &mut Conn) -> sqlx::Result<Finding> {
    let mut finding =
        Finding::new("allocations", "the points of a calculated period are allocated as the rules say, and stay so");
    for period in calculated(conn).await? {
        let sql = "SELECT member_id, chosen_a, chosen_b, plan_a, plan_b FROM bv_allocations WHERE period_id = $1";
        let rows: Vec<(MemberId, i64, i64, i64, i64)> = query_as(sql).bind(period).fetch_all(&mut *conn).await?;
        let mut kept: HashMap<MemberId, _> =
            rows.into_iter().map(|(member, a, b, plan_a, plan_b)| (member, (a, b, plan_a, plan_b))).collect();
        for earned in volume::earned(conn, period).await? {
            let chosen = PlanVolumes::of_sums(earned.plan_a, earned.plan_b);
            let due = allocate(chosen).ok().filter(|_| chosen.plan_a + chosen.plan_b > 0);
            let due = due.map(|due| (chosen.plan_a, chosen.plan_b, due.plan_a, due.plan_b));
            finding.rows += 1;
            if kept.remove(&earned.member_id) != due {
                finding.breaks(format!("period {period} member {}", earned.member_id));
            }
        }
        for member in kept.into_keys() {
            finding.breaks(format!("period {period} member {member}"));
        }
    }
    Ok(finding)
}
