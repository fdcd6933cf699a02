-- An order that a shop was tried with while it was closed: 1; it counts nowhere, and can be thrown away.
ALTER TABLE orders ADD COLUMN trial BIGINT NOT NULL DEFAULT 0 CHECK (trial IN (0, 1));
CREATE INDEX orders_of_trial ON orders (trial, id) WHERE trial = 1;
