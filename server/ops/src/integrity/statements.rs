//! Rules that one SQL statement can check. The statement returns a readable key of each row that breaks the rule.

/// A rule.
pub struct Statement {
    pub name: &'static str,
    pub says: &'static str,
    /// Table whose rows are counted as checked.
    pub table: &'static str,
    /// SQL that returns one text for each row that breaks the rule.
    pub broken: &'static str,
}

/// All rules that one SQL statement can check.
///
/// Where two lists must be equal, the statement sums their union, because a row may be missing in either list.
pub const STATEMENTS: &[Statement] = &[
    Statement {
        name: "stock",
        says: "a product's stock is the sum of its movements, and never negative",
        table: "products",
        broken: "SELECT 'product ' || p.id FROM products p
                 LEFT JOIN (SELECT product_id, SUM(quantity) AS quantity FROM stock_movements GROUP BY product_id) m
                   ON m.product_id = p.id
                 WHERE p.stock < 0 OR p.stock <> COALESCE(m.quantity, 0) ORDER BY p.id",
    },
    Statement {
        name: "stock by variant",
        says: "a product that is counted by variant has what its variants have together, any other has variants without pieces; and each has the sum of its movements",
        table: "product_variants",
        broken: "SELECT 'product ' || p.id FROM products p
                 LEFT JOIN (SELECT product_id, SUM(stock) AS stock FROM product_variants GROUP BY product_id) v
                   ON v.product_id = p.id
                 WHERE COALESCE(v.stock, 0) <> CASE WHEN p.by_variant = 1 THEN p.stock ELSE 0 END
                 UNION ALL
                 SELECT 'variant ' || v.id FROM product_variants v
                 LEFT JOIN (SELECT variant_id, SUM(quantity) AS quantity FROM stock_movements
                            WHERE variant_id IS NOT NULL GROUP BY variant_id) m ON m.variant_id = v.id
                 WHERE v.stock <> COALESCE(m.quantity, 0) OR (v.removed = 1 AND v.stock <> 0)",
    },
    Statement {
        name: "stock by hand",
        says: "what a person adjusts in stock has a reason",
        table: "stock_movements",
        broken: "SELECT 'movement ' || id FROM stock_movements
                 WHERE kind = 'adjusted' AND COALESCE(reason, '') = '' ORDER BY id",
    },
    Statement {
        name: "main pictures",
        says: "a product's picture is the first one of its gallery",
        table: "products",
        broken: "SELECT 'product ' || p.id FROM products p
                 WHERE p.picture <> COALESCE((SELECT i.picture FROM product_pictures i
                                              WHERE i.product_id = p.id AND i.kind = 'detail'
                                              ORDER BY i.position, i.id LIMIT 1), '') ORDER BY p.id",
    },
    Statement {
        name: "stock of orders",
        says: "an order has taken what its lines say while it holds it, less what came back and can be sold again, with what replaced it; and given all of it back when it is released",
        table: "order_lines",
        broken: "SELECT o.number || ' product ' || x.product_id
                 FROM (SELECT order_id, product_id, SUM(bought) AS bought, SUM(moved) AS moved, SUM(back) AS back
                       FROM (SELECT order_id, product_id, quantity AS bought, 0 AS moved, 0 AS back FROM order_lines
                             UNION ALL
                             SELECT order_id, product_id, 0, quantity, 0 FROM stock_movements WHERE order_id IS NOT NULL
                             UNION ALL
                             SELECT r.order_id, l.product_id, 0, 0,
                                    p.saleable - CASE WHEN r.state = 'replaced' THEN p.saleable + p.damaged ELSE 0 END
                             FROM return_lines p JOIN returns r ON r.id = p.return_id JOIN order_lines l ON l.id = p.line_id
                             WHERE p.saleable IS NOT NULL) u
                       GROUP BY order_id, product_id) x
                 JOIN orders o ON o.id = x.order_id
                 WHERE x.moved <> CASE WHEN o.shipment_status = 'dibatalkan' THEN 0 ELSE x.back - x.bought END
                 ORDER BY o.id, x.product_id",
    },
    Statement {
        name: "pieces sold",
        says: "a product's sold pieces are those of its paid orders that count, less those whose money went back, and what was sold before the books",
        table: "products",
        broken: "SELECT 'product ' || p.id FROM products p
                 LEFT JOIN (SELECT l.product_id, SUM(l.quantity - COALESCE(b.pieces, 0)) AS quantity
                            FROM order_lines l JOIN orders o ON o.id = l.order_id
                            LEFT JOIN (SELECT x.line_id, SUM(x.saleable + x.damaged) AS pieces
                                       FROM return_lines x JOIN returns r ON r.id = x.return_id
                                       WHERE r.state = 'refunded' GROUP BY x.line_id) b ON b.line_id = l.id
                            WHERE o.payment_status = 'success' AND o.trial = 0 GROUP BY l.product_id) s ON s.product_id = p.id
                 WHERE p.sold <> p.sold_before + COALESCE(s.quantity, 0) ORDER BY p.id",
    },
    Statement {
        name: "ratings",
        says: "a product's rating is that of its reviews which are shown",
        table: "reviews",
        broken: "SELECT 'product ' || p.id FROM products p
                 LEFT JOIN (SELECT product_id, SUM(rating) AS rating, COUNT(*) AS reviews
                            FROM reviews WHERE hidden_ms IS NULL GROUP BY product_id) r ON r.product_id = p.id
                 WHERE p.rating_sum <> COALESCE(r.rating, 0) OR p.rating_count <> COALESCE(r.reviews, 0) ORDER BY p.id",
    },
    Statement {
        name: "voucher uses",
        says: "a voucher counts the uses that orders hold, and no more than its quota",
        table: "vouchers",
        broken: "SELECT 'voucher ' || v.code FROM vouchers v
                 LEFT JOIN (SELECT voucher_id, COUNT(*) AS uses FROM voucher_uses GROUP BY voucher_id) u
                   ON u.voucher_id = v.id
                 WHERE v.used <> COALESCE(u.uses, 0) OR v.used > v.quota ORDER BY v.id",
    },
    Statement {
        name: "voucher member quota",
        says: "no member holds more uses of a voucher than one may",
        table: "voucher_uses",
        broken: "SELECT 'voucher ' || v.code || ' member ' || u.member_id
                 FROM voucher_uses u JOIN vouchers v ON v.id = u.voucher_id
                 GROUP BY v.id, v.code, v.member_quota, u.member_id
                 HAVING COUNT(*) > v.member_quota ORDER BY v.id, u.member_id",
    },
    Statement {
        name: "voucher holders",
        says: "an order holds a use of its voucher, for its member, until it is released",
        table: "orders",
        broken: "SELECT o.number FROM orders o LEFT JOIN voucher_uses u ON u.order_id = o.id
                 WHERE (u.order_id IS NULL AND o.voucher_id IS NOT NULL AND o.shipment_status <> 'dibatalkan')
                    OR (u.order_id IS NOT NULL AND (o.shipment_status = 'dibatalkan' OR o.voucher_id IS NULL
                                                    OR o.voucher_id <> u.voucher_id OR o.member_id <> u.member_id))
                 ORDER BY o.id",
    },
    Statement {
        name: "checkout tokens",
        says: "a checkout of a member has placed one order",
        table: "orders",
        broken: "SELECT 'member ' || member_id || ' token ' || checkout_token FROM orders
                 GROUP BY member_id, checkout_token HAVING COUNT(*) > 1 ORDER BY member_id, checkout_token",
    },
    Statement {
        name: "payments",
        says: "the sandbox asks for what the order costs, a paid order has its money there unless a transfer paid it, and is marked for ever",
        table: "sandbox_payments",
        broken: "SELECT o.number FROM sandbox_payments s
                 JOIN payments p ON p.number = s.order_number JOIN orders o ON o.id = p.order_id
                 WHERE s.gross_amount_rp <> o.total_rp
                    OR (o.payment_status IN ('success', 'refunded') AND p.sandbox_paid_ms IS NULL
                        AND NOT EXISTS (SELECT 1 FROM order_transfers t WHERE t.order_id = o.id))
                    OR (p.sandbox_paid_ms IS NOT NULL AND EXISTS
                          (SELECT e.id FROM money_entries e WHERE e.order_id = o.id AND e.channel <> 'sandbox'))
                    OR (o.payment_status = 'success'
                        AND s.status IN ('opened', 'pending', 'deny', 'cancel', 'expire', 'failure')
                        AND NOT EXISTS (SELECT 1 FROM order_transfers t WHERE t.order_id = o.id))
                 ORDER BY o.id",
    },
    Statement {
        name: "payments of orders",
        says: "an order that is paid online is known to the provider by one number, its newest, unless it costs nothing, and no other is",
        table: "payments",
        broken: "SELECT o.number FROM orders o LEFT JOIN payments p ON p.order_id = o.id
                 WHERE (o.payment_method = 'online' AND o.total_rp > 0 AND p.order_id IS NULL)
                    OR (o.payment_method <> 'online' AND p.order_id IS NOT NULL)
                    OR (p.order_id IS NOT NULL AND p.number <> COALESCE(
                          (SELECT a.number FROM payment_attempts a WHERE a.order_id = o.id
                           ORDER BY a.position DESC LIMIT 1), '')) ORDER BY o.id",
    },
    Statement {
        name: "bank transfers",
        says: "a transfer to the shop's account is the whole of an online order that is paid, or was given back since, and its money is in the books as that alone",
        table: "order_transfers",
        broken: "SELECT o.number FROM order_transfers t JOIN orders o ON o.id = t.order_id
                 WHERE t.amount_rp <> o.total_rp OR o.payment_method <> 'online'
                    OR o.payment_status NOT IN ('success', 'refunded')
                    OR EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id AND p.sandbox_paid_ms IS NOT NULL)
                 UNION
                 SELECT o.number FROM money_entries e JOIN orders o ON o.id = e.order_id
                 LEFT JOIN order_transfers t ON t.order_id = e.order_id
                 WHERE (e.channel = 'transfer') <> (t.order_id IS NOT NULL)",
    },
    Statement {
        name: "corrected addresses",
        says: "each time an address was put right is in the order's history, and none but the shop bears what its shipping costs since where it is not paid in cash",
        table: "orders",
        broken: "SELECT o.number FROM orders o
                 LEFT JOIN (SELECT order_id, COUNT(*) AS corrections FROM order_moves WHERE event = 'address' GROUP BY order_id) v
                   ON v.order_id = o.id
                 WHERE o.address_version <> COALESCE(v.corrections, 0)
                    OR (o.shipping_borne_rp <> 0 AND (o.payment_method = 'cod' OR o.address_version = 0))
                 ORDER BY o.id",
    },
    Statement {
        name: "ledger",
        says: "an order that was paid has one sale of its points and value, one that was refunded has them taken back, each return whose money went back its own, no other has any, nor has one that the shop was tried with",
        table: "bv_entries",
        broken: "SELECT o.number FROM orders o
                 JOIN (SELECT order_id, SUM(quantity) AS pieces FROM order_lines GROUP BY order_id) l ON l.order_id = o.id
                 LEFT JOIN (SELECT order_id,
                                   SUM(CASE WHEN kind = 'sale' THEN 1 ELSE 0 END) AS sales,
                                   SUM(CASE WHEN kind = 'refund' THEN 1 ELSE 0 END) AS refunds,
                                   SUM(CASE WHEN kind = 'return' THEN 1 ELSE 0 END) AS returns,
                                   SUM(CASE WHEN kind = 'sale' THEN points ELSE 0 END) AS sold,
                                   SUM(CASE WHEN kind = 'sale' THEN 0 ELSE points END) AS refunded,
                                   SUM(CASE WHEN kind = 'sale' THEN sales_rp ELSE 0 END) AS sold_rp,
                                   SUM(CASE WHEN kind = 'sale' THEN 0 ELSE sales_rp END) AS refunded_rp,
                                   COUNT(*) AS entries,
                                   MIN(member_id) AS least_member, MAX(member_id) AS most_member,
                                   MIN(plan_id) AS least_plan, MAX(plan_id) AS most_plan
                            FROM bv_entries GROUP BY order_id) e ON e.order_id = o.id
                 LEFT JOIN (SELECT order_id, COUNT(*) AS returns, SUM(points) AS points, SUM(goods_rp - discount_rp) AS sales_rp
                            FROM returns WHERE state = 'refunded' GROUP BY order_id) b ON b.order_id = o.id
                 LEFT JOIN (SELECT r.order_id, SUM(x.saleable + x.damaged) AS pieces
                            FROM returns r JOIN return_lines x ON x.return_id = r.id
                            WHERE r.state = 'refunded' GROUP BY r.order_id) p ON p.order_id = o.id
                 WHERE COALESCE(e.sales, 0) <> CASE WHEN o.trial = 0 AND o.payment_status IN ('success', 'refunded') THEN 1 ELSE 0 END
                    OR COALESCE(e.refunds, 0) <> CASE WHEN o.trial = 0 AND o.payment_status = 'refunded'
                                                           AND l.pieces > COALESCE(p.pieces, 0) THEN 1 ELSE 0 END
                    OR COALESCE(e.returns, 0) <> CASE WHEN o.trial = 0 THEN COALESCE(b.returns, 0) ELSE 0 END
                    OR e.entries <> e.sales + e.refunds + e.returns
                    OR (e.sales > 0 AND (e.sold <> o.bv OR e.sold_rp <> o.subtotal_rp - o.discount_rp))
                    OR (e.sales > 0 AND o.payment_status = 'refunded'
                        AND (e.refunded <> -o.bv OR e.refunded_rp <> o.discount_rp - o.subtotal_rp))
                    OR (e.sales > 0 AND o.payment_status = 'success'
                        AND (e.refunded <> -COALESCE(b.points, 0) OR e.refunded_rp <> -COALESCE(b.sales_rp, 0)))
                    OR e.least_member <> o.member_id OR e.most_member <> o.member_id
                    OR e.least_plan <> o.plan_id OR e.most_plan <> o.plan_id
                 UNION ALL
                 SELECT r.number FROM bv_entries e JOIN returns r ON r.id = e.return_id
                 WHERE e.order_id <> r.order_id OR r.state <> 'refunded' OR e.points <> -r.points
                    OR e.sales_rp <> r.discount_rp - r.goods_rp",
    },
    Statement {
        name: "returns",
        says: "no more pieces of a line come back than were bought, what came was looked at, and shipping is kept of a change of mind alone",
        table: "return_lines",
        broken: "SELECT o.number || ' line ' || l.id
                 FROM order_lines l JOIN orders o ON o.id = l.order_id
                 JOIN (SELECT p.line_id, SUM(COALESCE(p.saleable + p.damaged, p.quantity)) AS pieces
                       FROM return_lines p JOIN returns r ON r.id = p.return_id
                       WHERE r.state NOT IN ('refused', 'withdrawn') GROUP BY p.line_id) b ON b.line_id = l.id
                 WHERE b.pieces > l.quantity
                 UNION ALL
                 SELECT r.number FROM return_lines p JOIN returns r ON r.id = p.return_id JOIN order_lines l ON l.id = p.line_id
                 WHERE l.order_id <> r.order_id
                    OR (r.state IN ('asked', 'approved', 'withdrawn') AND p.saleable IS NOT NULL)
                    OR (r.state IN ('received', 'transferring', 'refunded', 'replaced') AND p.saleable IS NULL)
                    OR (r.keeps_shipping = 1 AND (r.kind <> 'refund' OR r.reason <> 'unwanted' OR r.shipping_rp > 0))",
    },
    Statement {
        name: "money of returns",
        says: "no more goes back of an order than was paid, and exactly that when all of it was refunded by returns with its shipping",
        table: "returns",
        broken: "SELECT o.number FROM orders o
                 JOIN (SELECT order_id, SUM(refund_rp) AS refund_rp, SUM(keeps_shipping) AS kept FROM returns
                       WHERE state = 'refunded' GROUP BY order_id) b ON b.order_id = o.id
                 JOIN (SELECT order_id, SUM(quantity) AS pieces FROM order_lines GROUP BY order_id) l ON l.order_id = o.id
                 LEFT JOIN (SELECT r.order_id, SUM(x.saleable + x.damaged) AS pieces
                            FROM returns r JOIN return_lines x ON x.return_id = r.id
                            WHERE r.state = 'refunded' AND r.kind = 'refund' GROUP BY r.order_id) p ON p.order_id = o.id
                 WHERE b.refund_rp > o.total_rp OR o.payment_status NOT IN ('success', 'refunded')
                    OR (p.pieces = l.pieces AND ((b.kept = 0 AND b.refund_rp <> o.total_rp) OR o.payment_status <> 'refunded'))
                 ORDER BY o.id",
    },
    Statement {
        name: "transfers of returns",
        says: "money of a return that no provider gave back was transferred by one who prepared it and another who approved it",
        table: "returns",
        broken: "SELECT r.number FROM returns r JOIN orders o ON o.id = r.order_id
                 WHERE r.approved_by = r.prepared_by
                    OR (r.state = 'transferring' AND r.prepared_by IS NULL)
                    OR (r.approved_by IS NOT NULL AND (r.prepared_by IS NULL OR r.reference IS NULL OR r.state <> 'refunded'))
                    OR (r.state = 'refunded' AND r.refund_rp > 0 AND r.refund_asked_ms IS NULL AND r.approved_by IS NULL)
                    OR (r.state = 'refunded' AND r.refund_asked_ms IS NOT NULL AND r.approved_by IS NOT NULL)
                    OR (r.kind = 'replacement' AND (r.refund_rp > 0 OR r.points > 0 OR r.state = 'refunded'))
                 ORDER BY r.id",
    },
    Statement {
        name: "returns at the sandbox",
        says: "the sandbox has given back what the shop asked it for, once for each return",
        table: "returns",
        broken: "SELECT r.number FROM returns r
                 JOIN payments p ON p.order_id = r.order_id JOIN sandbox_payments s ON s.order_number = p.number
                 LEFT JOIN sandbox_refunds f ON f.order_number = s.order_number AND f.refund_key = r.number
                 WHERE (r.state = 'refunded' AND r.refund_asked_ms IS NOT NULL AND r.refund_rp > 0
                        AND COALESCE(f.amount_rp, 0) <> r.refund_rp)
                    OR (f.amount_rp IS NOT NULL AND r.refund_asked_ms IS NULL)
                 ORDER BY r.id",
    },
    Statement {
        name: "cash on delivery",
        says: "a courier's report comes to what its lines do, each the whole of a COD order that was paid",
        table: "cod_settlements",
        broken: "SELECT 'settlement ' || s.id FROM cod_settlements s
                 LEFT JOIN (SELECT settlement_id, COUNT(*) AS orders, SUM(amount_rp) AS amount_rp, SUM(fee_rp) AS fee_rp
                            FROM cod_settlement_lines GROUP BY settlement_id) l ON l.settlement_id = s.id
                 WHERE l.settlement_id IS NULL OR s.orders <> l.orders OR s.amount_rp <> l.amount_rp OR s.fee_rp <> l.fee_rp
                 UNION ALL
                 SELECT o.number FROM cod_settlement_lines l JOIN orders o ON o.id = l.order_id
                 WHERE l.amount_rp <> o.total_rp OR l.fee_rp > l.amount_rp OR o.payment_method <> 'cod'
                    OR o.payment_status NOT IN ('success', 'refunded')",
    },
    Statement {
        name: "money",
        says: "what came in for an order that was paid is its total, what went back of it is what its returns did and all with the order itself but for what came back without its shipping, and what a courier kept of it is what its report says",
        table: "money_entries",
        broken: "SELECT o.number FROM orders o
                 LEFT JOIN (SELECT order_id,
                                   SUM(CASE kind WHEN 'received' THEN amount_rp ELSE 0 END) AS received_rp,
                                   SUM(CASE kind WHEN 'refunded' THEN amount_rp ELSE 0 END) AS refunded_rp,
                                   SUM(CASE kind WHEN 'fee' THEN amount_rp ELSE 0 END) AS fee_rp,
                                   MIN(channel) AS least_channel, MAX(channel) AS most_channel
                            FROM money_entries GROUP BY order_id) e ON e.order_id = o.id
                 LEFT JOIN (SELECT order_id, SUM(refund_rp) AS refund_rp,
                                   SUM(CASE kind WHEN 'buyback' THEN 1 ELSE keeps_shipping END) AS kept
                            FROM returns WHERE state = 'refunded' GROUP BY order_id) r ON r.order_id = o.id
                 LEFT JOIN cod_settlement_lines l ON l.order_id = o.id
                 WHERE COALESCE(e.received_rp, 0)
                       <> CASE WHEN o.trial = 0 AND o.payment_status IN ('success', 'refunded') THEN o.total_rp ELSE 0 END
                    OR (o.trial = 0 AND COALESCE(e.refunded_rp, 0) < COALESCE(r.refund_rp, 0))
                    OR COALESCE(e.refunded_rp, 0) > COALESCE(e.received_rp, 0)
                    OR (o.trial = 0 AND o.payment_status = 'success'
                        AND COALESCE(e.refunded_rp, 0) <> COALESCE(r.refund_rp, 0))
                    OR (o.trial = 0 AND o.payment_status = 'refunded' AND COALESCE(r.kept, 0) = 0
                        AND COALESCE(e.refunded_rp, 0) <> o.total_rp)
                    OR COALESCE(e.fee_rp, 0) <> COALESCE(l.fee_rp, 0)
                    OR e.least_channel <> e.most_channel OR (e.least_channel = 'cod') <> (o.payment_method = 'cod')
                 ORDER BY o.id",
    },
    Statement {
        name: "own points",
        says: "a member's points of a period and plan are the sum of the ledger",
        table: "bv_totals",
        broken: "SELECT 'member ' || member_id || ' period ' || period_id || ' plan ' || plan_id
                 FROM (SELECT member_id, period_id, plan_id, personal_points AS kept, 0 AS posted FROM bv_totals
                       UNION ALL SELECT member_id, period_id, plan_id, 0, points FROM bv_entries) x
                 GROUP BY member_id, period_id, plan_id HAVING SUM(kept) <> SUM(posted)
                 ORDER BY member_id, period_id, plan_id",
    },
    Statement {
        name: "own points of plans",
        says: "a member's points of a period over all plans are the sum of the ledger",
        table: "bv_personal_totals",
        broken: "SELECT 'member ' || member_id || ' period ' || period_id
                 FROM (SELECT member_id, period_id, points AS kept, 0 AS posted FROM bv_personal_totals
                       UNION ALL SELECT member_id, period_id, 0, points FROM bv_entries) x
                 GROUP BY member_id, period_id HAVING SUM(kept) <> SUM(posted) ORDER BY member_id, period_id",
    },
    Statement {
        name: "group points",
        says: "a member's group points are the sum of the ledger of all below",
        table: "bv_totals",
        broken: "SELECT 'member ' || member_id || ' period ' || period_id || ' plan ' || plan_id
                 FROM (SELECT member_id, period_id, plan_id, group_points AS kept, 0 AS posted FROM bv_totals
                       UNION ALL
                       SELECT a.ancestor_id, e.period_id, e.plan_id, 0, e.points
                       FROM (SELECT member_id, period_id, plan_id, SUM(points) AS points
                             FROM bv_entries GROUP BY member_id, period_id, plan_id) e
                       JOIN member_ancestors a ON a.member_id = e.member_id) x
                 -- A leader who changed after a period was calculated did not change it: `replays` tells of those.
                 WHERE period_id NOT IN (SELECT period_id FROM calculated_networks
                                         WHERE change_id < (SELECT COALESCE(MAX(id), 0) FROM leader_changes))
                 GROUP BY member_id, period_id, plan_id HAVING SUM(kept) <> SUM(posted)
                 ORDER BY member_id, period_id, plan_id",
    },
    Statement {
        name: "ancestors",
        says: "those above a member are the leader, and those above the leader one step further away",
        table: "member_ancestors",
        // By induction from the members without a leader, these rules define the transitive closure; a cycle of leaders
        // breaks them.
        broken: "SELECT 'member ' || member_id || ' below ' || ancestor_id
                 FROM (SELECT member_id, ancestor_id, depth, 1 AS kept, 0 AS due FROM member_ancestors
                       UNION ALL SELECT id, leader_id, 1, 0, 1 FROM members WHERE leader_id IS NOT NULL
                       UNION ALL SELECT m.id, a.ancestor_id, a.depth + 1, 0, 1
                                 FROM members m JOIN member_ancestors a ON a.member_id = m.leader_id) x
                 GROUP BY member_id, ancestor_id, depth HAVING SUM(kept) <> SUM(due)
                 ORDER BY member_id, ancestor_id, depth",
    },
    Statement {
        name: "downline counts",
        says: "a leader's downline is counted as it is",
        table: "downline_counts",
        broken: "SELECT 'member ' || member_id
                 FROM (SELECT member_id, members AS kept, 0 AS found, directs AS kept_directs, 0 AS found_directs
                       FROM downline_counts
                       UNION ALL
                       SELECT ancestor_id, 0, COUNT(*), 0, SUM(CASE WHEN depth = 1 THEN 1 ELSE 0 END)
                       FROM member_ancestors GROUP BY ancestor_id) x
                 GROUP BY member_id HAVING SUM(kept) <> SUM(found) OR SUM(kept_directs) <> SUM(found_directs)
                 ORDER BY member_id",
    },
    Statement {
        name: "leader changes",
        says: "each change of a member's leader begins where the one before ended, and the last one led to today's",
        table: "leader_changes",
        broken: "SELECT 'member ' || m.uid
                 FROM (SELECT member_id, to_id, LEAD(id) OVER own AS next, LEAD(from_id) OVER own AS next_from
                       FROM leader_changes WINDOW own AS (PARTITION BY member_id ORDER BY id)) c
                 JOIN members m ON m.id = c.member_id
                 WHERE COALESCE(c.to_id, 0) <> COALESCE(CASE WHEN c.next IS NULL THEN m.leader_id ELSE c.next_from END, 0)
                 ORDER BY m.id",
    },
    Statement {
        name: "closed periods",
        says: "nothing is posted into a period once it is calculated",
        table: "bv_entries",
        // A posting that begins just before a calculation may read the clock after it. A minute is allowed for this.
        broken: "SELECT COALESCE(o.number, 'carry ' || e.id)
                 FROM bv_entries e JOIN bv_periods p ON p.id = e.period_id LEFT JOIN orders o ON o.id = e.order_id
                 WHERE e.posted_ms > p.calculated_ms + 60000 ORDER BY e.id",
    },
    Statement {
        name: "period sums",
        says: "a period's orders, points and sales are the sums of its ledger",
        table: "bv_periods",
        broken: "SELECT 'period ' || p.id FROM bv_periods p
                 LEFT JOIN (SELECT e.period_id, SUM(CASE e.kind WHEN 'sale' THEN 1 ELSE 0 END) AS orders,
                                   SUM(e.points) AS points,
                                   SUM(CASE e.kind WHEN 'sale' THEN o.subtotal_rp - o.discount_rp
                                                   WHEN 'refund' THEN o.discount_rp - o.subtotal_rp + COALESCE(b.sales_rp, 0)
                                                   WHEN 'return' THEN r.discount_rp - r.goods_rp ELSE 0 END) AS sales_rp
                            FROM bv_entries e LEFT JOIN orders o ON o.id = e.order_id
                            LEFT JOIN returns r ON r.id = e.return_id
                            LEFT JOIN (SELECT order_id, SUM(goods_rp - discount_rp) AS sales_rp
                                       FROM returns WHERE state = 'refunded' GROUP BY order_id) b ON b.order_id = e.order_id
                            GROUP BY e.period_id) s
                   ON s.period_id = p.id
                 WHERE p.orders <> COALESCE(s.orders, 0) OR p.points <> COALESCE(s.points, 0)
                    OR p.sales_rp <> COALESCE(s.sales_rp, 0) ORDER BY p.id",
    },
    Statement {
        name: "carries",
        says: "what refunds took below 0 in a period is 0 there once it is calculated, and is carried whole into one other",
        table: "bv_entries",
        broken: "SELECT 'member ' || member_id || ' period ' || from_period_id || ' plan ' || plan_id
                 FROM bv_entries WHERE from_period_id IS NOT NULL
                 GROUP BY member_id, from_period_id, plan_id
                 HAVING COUNT(*) <> 2 OR SUM(points) <> 0
                     OR SUM(CASE WHEN period_id = from_period_id THEN 1 ELSE 0 END) <> 1
                 UNION ALL
                 SELECT 'member ' || s.member_id || ' period ' || s.period_id
                 FROM bv_personal_totals s JOIN bonus_calculations c ON c.period_id = s.period_id
                 WHERE s.points < 0 OR s.points > 0 AND EXISTS
                         (SELECT e.id FROM bv_entries e
                          WHERE e.from_period_id = s.period_id AND e.member_id = s.member_id)
                 UNION ALL
                 SELECT 'period ' || c.period_id FROM bonus_calculations c
                 LEFT JOIN (SELECT from_period_id, SUM(points) AS points FROM bv_entries
                            WHERE period_id = from_period_id GROUP BY from_period_id) e ON e.from_period_id = c.period_id
                 WHERE c.carried_points <> COALESCE(e.points, 0)",
    },
    Statement {
        name: "calculations",
        says: "calculations are counted one after the other, and each goes by ranks that those before it keep whole",
        table: "bonus_calculations",
        broken: "SELECT 'period ' || c.period_id FROM bonus_calculations c
                 WHERE c.number <> (SELECT COUNT(*) FROM bonus_calculations o WHERE o.number <= c.number)
                 UNION ALL
                 SELECT 'period ' || c.period_id FROM bonus_calculations c
                 JOIN bv_periods p ON p.id = c.period_id AND p.calculated_ms IS NULL
                 WHERE EXISTS (SELECT o.number FROM bonus_calculations o WHERE o.number > c.number)",
    },
    Statement {
        name: "payouts",
        says: "a payout comes to what its items do once they are there, and was approved by another than who prepared it",
        table: "payout_batches",
        broken: "SELECT 'payout ' || b.id FROM payout_batches b
                 LEFT JOIN (SELECT batch_id, COUNT(*) AS items, SUM(gross_rp) AS gross_rp, SUM(tax_rp) AS tax_rp,
                                   SUM(net_rp) AS net_rp,
                                   SUM(CASE WHEN cancelled_ms IS NOT NULL AND failure IS NULL AND left_out_reason IS NULL
                                            THEN 1 ELSE 0 END) AS cancelled
                            FROM payout_items GROUP BY batch_id) i ON i.batch_id = b.id
                 WHERE (b.begun_ms IS NULL
                        AND (i.batch_id IS NULL OR b.items <> i.items OR b.gross_rp <> i.gross_rp OR b.tax_rp <> i.tax_rp
                             OR b.net_rp <> i.net_rp))
                    OR (b.begun_ms IS NOT NULL AND b.state <> 'prepared') OR b.approved_by = b.prepared_by
                    OR (b.state IN ('approved', 'paid') AND b.approved_by IS NULL)
                    OR (i.cancelled > 0 AND b.state <> 'cancelled') ORDER BY b.id",
    },
    Statement {
        name: "taken out of payouts",
        says: "what was left out of a payout or failed to be transferred is taken out of its sums once, with all bonuses of \
               its member, and is in it no more",
        table: "payout_batches",
        broken: "SELECT 'payout ' || b.id FROM payout_batches b
                 LEFT JOIN (SELECT batch_id, COUNT(*) AS items, SUM(gross_rp) AS gross_rp, SUM(tax_rp) AS tax_rp,
                                   SUM(net_rp) AS net_rp, COUNT(cancelled_ms) AS cancelled
                            FROM payout_items WHERE failure IS NOT NULL OR left_out_reason IS NOT NULL
                            GROUP BY batch_id) i ON i.batch_id = b.id
                 WHERE b.removed_items <> COALESCE(i.items, 0) OR b.removed_gross_rp <> COALESCE(i.gross_rp, 0)
                    OR b.removed_tax_rp <> COALESCE(i.tax_rp, 0) OR b.removed_net_rp <> COALESCE(i.net_rp, 0)
                    OR i.cancelled <> i.items
                 UNION ALL
                 SELECT 'payout ' || i.batch_id || ' member ' || i.member_id FROM payout_items i
                 JOIN payout_items f ON f.batch_id = i.batch_id AND f.member_id = i.member_id AND f.id < i.id
                 JOIN payout_batches b ON b.id = i.batch_id
                 WHERE i.bank <> f.bank OR i.bank_account <> f.bank_account OR i.name <> f.name
                    OR (b.state <> 'cancelled' AND COALESCE(i.cancelled_ms, 0) <> COALESCE(f.cancelled_ms, 0))",
    },
    Statement {
        name: "payouts by period",
        says: "what a payout holds of each period is what its items of it come to, and its own period is the last of them",
        table: "payout_periods",
        broken: "SELECT 'payout ' || b.id FROM payout_batches b
                 WHERE NOT EXISTS (SELECT 1 FROM payout_periods o WHERE o.batch_id = b.id AND o.period_id = b.period_id)
                    OR EXISTS (SELECT 1 FROM payout_periods o JOIN bv_periods p ON p.id = o.period_id
                               JOIN bv_periods own ON own.id = b.period_id
                               WHERE o.batch_id = b.id AND (p.starts_ms, p.id) > (own.starts_ms, own.id))
                 UNION ALL
                 SELECT 'payout ' || o.batch_id || ' period ' || o.period_id
                 FROM payout_periods o JOIN payout_batches b ON b.id = o.batch_id AND b.begun_ms IS NULL
                 LEFT JOIN (SELECT x.batch_id, n.period_id, COUNT(*) AS items, SUM(x.gross_rp) AS gross_rp, SUM(x.tax_rp) AS tax_rp
                            FROM payout_items x JOIN bonuses n ON n.id = x.bonus_id
                            WHERE x.failure IS NULL AND x.left_out_reason IS NULL GROUP BY x.batch_id, n.period_id) i
                   ON i.batch_id = o.batch_id AND i.period_id = o.period_id
                 WHERE o.items <> COALESCE(i.items, 0) OR o.gross_rp <> COALESCE(i.gross_rp, 0)
                    OR o.tax_rp <> COALESCE(i.tax_rp, 0)
                 UNION ALL
                 SELECT 'payout ' || x.batch_id || ' bonus ' || x.bonus_id
                 FROM payout_items x JOIN bonuses n ON n.id = x.bonus_id
                 WHERE NOT EXISTS (SELECT 1 FROM payout_periods o WHERE o.batch_id = x.batch_id AND o.period_id = n.period_id)",
    },
    Statement {
        name: "payout items",
        says: "a bonus is paid whole, to its member, once: with the payout that it is in, and not by hand beside it",
        table: "payout_items",
        broken: "SELECT 'payout ' || i.batch_id || ' bonus ' || i.bonus_id
                 FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id JOIN bonuses n ON n.id = i.bonus_id
                 WHERE i.gross_rp <> n.bonus_rp OR i.gross_rp <> i.tax_rp + i.net_rp OR i.member_id <> n.member_id
                    OR (b.state <> 'cancelled' AND i.cancelled_ms IS NULL AND n.paid_ms IS NOT NULL)
                 UNION ALL
                 SELECT 'bonus ' || i.bonus_id FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id
                 WHERE b.state <> 'cancelled' AND i.cancelled_ms IS NULL GROUP BY i.bonus_id HAVING COUNT(*) > 1",
    },
    Statement {
        name: "told of payments",
        says: "whoever has paid an order was told so; what is older than a month may be forgotten",
        table: "orders",
        broken: "SELECT o.number FROM orders o JOIN order_moves v ON v.order_id = o.id AND v.event = 'paid'
                 WHERE o.total_rp > 0 AND v.at_ms > (SELECT MIN(created_ms) FROM outbox_messages)
                   AND v.at_ms > (SELECT MAX(created_ms) FROM outbox_messages) - 2592000000
                   AND NOT EXISTS (SELECT 1 FROM outbox_messages m WHERE m.dedup_key = 'order_paid:' || o.number)
                   AND NOT EXISTS (SELECT 1 FROM members e WHERE e.id = o.member_id AND e.erased_ms IS NOT NULL)
                 ORDER BY o.id",
    },
    Statement {
        name: "tax slips",
        says: "whoever was paid in a month has a tax slip of it, which comes to what was paid and withheld",
        table: "payout_batches",
        broken: "SELECT 'month ' || b.tax_month || ' member ' || i.member_id
                 FROM payout_batches b JOIN payout_items i ON i.batch_id = b.id
                 LEFT JOIN tax_slip_numbers n ON n.member_id = i.member_id AND n.tax_month = b.tax_month
                 WHERE b.state = 'paid' AND i.cancelled_ms IS NULL AND n.number IS NULL",
    },
    Statement {
        name: "erased members",
        says: "of a member who was erased nothing personal is left, but what the books need of whom was paid",
        table: "members",
        broken: "SELECT 'member ' || m.uid FROM members m
                 WHERE m.erased_ms IS NOT NULL
                   AND (m.name <> 'Mantan anggota' OR m.email <> LOWER(m.uid) OR m.password_hash <> '' OR m.role <> 'member'
                        OR m.suspended_ms IS NULL OR m.picture IS NOT NULL OR m.bank_changed_ms <> 0
                        OR m.bank_failed_ms IS NOT NULL
                        OR m.phone || m.address || m.bank || m.bank_account || m.gender || m.birth_date <> ''
                        OR m.search_text <> 'mantan anggota ' || LOWER(m.uid) OR m.contact_text <> m.search_text
                        OR m.short_text <> 'mantan a. ' || LOWER(m.uid)
                        OR (m.tax_number <> '' AND NOT EXISTS
                              (SELECT 1 FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id
                               WHERE i.member_id = m.id AND i.cancelled_ms IS NULL AND b.state = 'paid'))
                        OR EXISTS (SELECT 1 FROM sessions x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM member_views x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM known_devices x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM password_links x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM email_links x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM totp_factors x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM passkeys x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM recovery_codes x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM bank_account_changes x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM heirs x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM likely_doubles x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM likely_doubles x WHERE x.other_id = m.id)
                        OR EXISTS (SELECT 1 FROM member_notes x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM member_tags x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM cart_lines x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM wishlist_items x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM checkout_drafts x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM push_subscriptions x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM order_views x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM outbox_refusals x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM outbox_messages x WHERE x.member_id = m.id)
                        OR EXISTS (SELECT 1 FROM audit_entries x WHERE x.subject = 'member' AND x.subject_key = m.uid
                                     AND (x.before <> '' OR x.after <> ''))
                        OR EXISTS (SELECT 1 FROM payout_items x JOIN payout_batches b ON b.id = x.batch_id
                                   WHERE x.member_id = m.id AND x.bank_account <> ''
                                     AND (x.cancelled_ms IS NOT NULL OR b.state <> 'paid')))
                 UNION ALL
                 SELECT o.number FROM members m JOIN orders o ON o.member_id = m.id
                 WHERE m.erased_ms IS NOT NULL
                   AND (o.receiver_name <> m.name OR o.receiver_phone || o.receiver_email || o.receiver_address <> ''
                        OR o.payment_url IS NOT NULL
                        OR EXISTS (SELECT 1 FROM order_moves v
                                   WHERE v.order_id = o.id AND v.actor = 'member' AND v.reason IS NOT NULL)
                        OR EXISTS (SELECT 1 FROM shipping_histories h WHERE h.order_id = o.id)
                        OR EXISTS (SELECT 1 FROM order_notes n WHERE n.order_id = o.id)
                        OR EXISTS (SELECT 1 FROM order_tags t WHERE t.order_id = o.id)
                        OR EXISTS (SELECT 1 FROM returns r JOIN audit_entries x ON x.subject_key = r.number
                                   WHERE r.order_id = o.id AND x.subject = 'return' AND x.action = 'prepare'
                                     AND (x.before <> '' OR x.after <> ''))
                        OR EXISTS (SELECT 1 FROM returns r
                                   WHERE r.order_id = o.id
                                     AND (r.note <> '' OR (r.approved_ms IS NULL AND r.bank_account IS NOT NULL)
                                          OR EXISTS (SELECT 1 FROM return_pictures p WHERE p.return_id = r.id))))",
    },
    Statement {
        name: "references",
        says: "what a row names is there",
        table: "cart_lines",
        // The check is needed because SQLite enforces foreign keys only while they are enabled.
        broken: "SELECT 'cart line ' || l.id FROM cart_lines l
                 LEFT JOIN products p ON p.id = l.product_id LEFT JOIN members m ON m.id = l.member_id
                 WHERE p.id IS NULL OR m.id IS NULL
                 UNION ALL
                 SELECT 'wishlist item ' || w.id FROM wishlist_items w
                 LEFT JOIN products p ON p.id = w.product_id LEFT JOIN members m ON m.id = w.member_id
                 WHERE p.id IS NULL OR m.id IS NULL
                 UNION ALL
                 SELECT 'product ' || p.id FROM products p
                 LEFT JOIN categories c ON c.id = p.category_id WHERE c.id IS NULL
                 UNION ALL
                 SELECT 'variant ' || v.id FROM product_variants v
                 LEFT JOIN products p ON p.id = v.product_id WHERE p.id IS NULL
                 UNION ALL
                 SELECT 'movement ' || s.id FROM stock_movements s
                 LEFT JOIN product_variants v ON v.id = s.variant_id AND v.product_id = s.product_id
                 WHERE s.variant_id IS NOT NULL AND v.id IS NULL
                 UNION ALL
                 SELECT 'picture ' || i.id FROM product_pictures i
                 LEFT JOIN products p ON p.id = i.product_id WHERE p.id IS NULL
                 UNION ALL
                 SELECT 'movement ' || s.id FROM stock_movements s
                 LEFT JOIN products p ON p.id = s.product_id LEFT JOIN members m ON m.id = s.member_id
                 WHERE p.id IS NULL OR (s.member_id IS NOT NULL AND m.id IS NULL)
                 UNION ALL
                 SELECT 'order line ' || l.id FROM order_lines l
                 LEFT JOIN products p ON p.id = l.product_id LEFT JOIN orders o ON o.id = l.order_id
                 WHERE p.id IS NULL OR o.id IS NULL
                 UNION ALL
                 SELECT 'order ' || o.number FROM orders o
                 LEFT JOIN members m ON m.id = o.member_id LEFT JOIN bv_periods p ON p.id = o.period_id
                 WHERE m.id IS NULL OR p.id IS NULL",
    },
];
