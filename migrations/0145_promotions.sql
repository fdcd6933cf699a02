-- A price of a product that holds for some days, less than its price; promo_from_ms and promo_until_ms are its first and last
-- moment, each open where nothing is said.
ALTER TABLE products ADD COLUMN promo_rp BIGINT CHECK (promo_rp > 0);
ALTER TABLE products ADD COLUMN promo_from_ms BIGINT;
ALTER TABLE products ADD COLUMN promo_until_ms BIGINT;
