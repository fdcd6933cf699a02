-- A COD order that waits for the shop's word before it is packed: 1.
ALTER TABLE orders ADD COLUMN held BIGINT NOT NULL DEFAULT 0 CHECK (held IN (0, 1));
CREATE INDEX orders_held ON orders (held, created_ms, id) WHERE held = 1;

-- What a member has not paid yet.
CREATE INDEX orders_unpaid_of_member ON orders (member_id) WHERE payment_status = 'pending';
