-- Whether an order was placed while the shop was a taxable business: its prices include value-added tax.
ALTER TABLE orders ADD COLUMN taxable BIGINT NOT NULL DEFAULT 0;
