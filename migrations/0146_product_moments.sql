-- When an archived product comes into the shop by itself, and when one that is there leaves it.
ALTER TABLE products ADD COLUMN publish_ms BIGINT;
ALTER TABLE products ADD COLUMN withdraw_ms BIGINT;
CREATE INDEX products_to_publish ON products (publish_ms) WHERE publish_ms IS NOT NULL;
CREATE INDEX products_to_withdraw ON products (withdraw_ms) WHERE withdraw_ms IS NOT NULL;
