-- City or regency, and province, that an order goes to; empty where nobody knows them, NULL until the server has filled
-- in those of orders from before.
ALTER TABLE orders ADD COLUMN city TEXT;
ALTER TABLE orders ADD COLUMN province TEXT;
CREATE INDEX orders_without_place ON orders (city) WHERE city IS NULL;
