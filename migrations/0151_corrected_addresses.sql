-- How often the address of an order was put right, and what shipping costs since beyond what its buyer was asked for, which
-- the shop bears; below 0 what is left to the shop.
ALTER TABLE orders ADD COLUMN address_version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN shipping_borne_rp BIGINT NOT NULL DEFAULT 0;
CREATE INDEX orders_with_borne_shipping ON orders (id, shipping_borne_rp) WHERE shipping_borne_rp <> 0;
