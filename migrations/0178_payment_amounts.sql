-- Amount that the payment provider has charged for an order where that is more than its total: with a fee that the buyer
-- bears, or as finance has accepted it.
ALTER TABLE orders ADD COLUMN charged_rp BIGINT;

-- When the provider was asked to give all that is left of an order back, until it has refused.
ALTER TABLE payments ADD COLUMN refund_asked_ms BIGINT;

-- Money of whole orders that one administrator wants to give back by hand, until another one approves.
CREATE TABLE manual_refunds (
  order_id BIGINT NOT NULL PRIMARY KEY REFERENCES orders (id),
  amount_rp BIGINT NOT NULL CHECK (amount_rp > 0),
  reason TEXT NOT NULL,
  prepared_by BIGINT NOT NULL REFERENCES members (id),
  prepared_ms BIGINT NOT NULL
);
