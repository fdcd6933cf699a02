-- Which administrator made a move; NULL where it was none.
ALTER TABLE order_moves ADD COLUMN member_id BIGINT REFERENCES members (id);

-- What a search of the back office looks through: number, receiver, phone, tracking number, member's name and uid, in
-- lower case.
ALTER TABLE orders ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE orders SET search_text = LOWER(number || ' ' || receiver_name || ' ' || receiver_phone || ' ' ||
  COALESCE(tracking_number, '')) || ' ' || (SELECT search_text FROM members WHERE members.id = orders.member_id);

-- All orders from the newest on, with what a search looks through, so that it need not read the orders that do not fit.
CREATE INDEX orders_by_time ON orders (created_ms, id, search_text);

-- By one of their states from the newest on, with the others, so that two together need not read the orders either.
CREATE INDEX orders_by_shipment ON orders (shipment_status, created_ms, id, payment_status, payment_method);
CREATE INDEX orders_by_payment ON orders (payment_status, created_ms, id, shipment_status, payment_method, expires_ms);

-- What was done about a problem that a person has solved, and who.
ALTER TABLE payment_problems ADD COLUMN solution TEXT;
ALTER TABLE payment_problems ADD COLUMN solved_by BIGINT REFERENCES members (id);
CREATE INDEX payment_problems_open ON payment_problems (order_id) WHERE solved_ms IS NULL;

-- What waits for someone.
CREATE INDEX products_running_low ON products (stock);
CREATE INDEX bonuses_unpaid ON bonuses (bonus_rp) WHERE paid_ms IS NULL;

-- What an entry's order came to: product value after discount, negated for a refund. Sales are summed up from the two
-- indexes alone.
ALTER TABLE bv_entries ADD COLUMN sales_rp BIGINT NOT NULL DEFAULT 0;
UPDATE bv_entries SET sales_rp =
  (SELECT CASE bv_entries.kind WHEN 'sale' THEN o.subtotal_rp - o.discount_rp ELSE o.discount_rp - o.subtotal_rp END
   FROM orders o WHERE o.id = bv_entries.order_id);
CREATE INDEX bv_entries_by_day ON bv_entries (posted_ms, kind, points, sales_rp);
CREATE INDEX bv_entries_by_period ON bv_entries (period_id, kind, points, sales_rp);
