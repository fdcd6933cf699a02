-- A product that is out of the shop, since when; NULL: for sale. version: grows with each change of what a form holds.
-- search_text: the name in lower case, which a search looks through and by which two names are the same.
ALTER TABLE products ADD COLUMN archived_ms BIGINT;
ALTER TABLE products ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE products ADD COLUMN search_text TEXT NOT NULL DEFAULT '';

UPDATE products SET search_text = LOWER(name);

CREATE INDEX products_by_search_text ON products (search_text);
CREATE INDEX products_by_stock ON products (stock, id) WHERE archived_ms IS NULL;
CREATE INDEX products_archived ON products (id) WHERE archived_ms IS NOT NULL;

ALTER TABLE categories ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- Who wrote a movement, where a person did. token: makes their request repeatable, as the network may lose its answer.
ALTER TABLE stock_movements ADD COLUMN member_id BIGINT REFERENCES members (id);
ALTER TABLE stock_movements ADD COLUMN token TEXT;

CREATE UNIQUE INDEX stock_movements_by_token ON stock_movements (token) WHERE token IS NOT NULL;
CREATE INDEX stock_movements_by_time ON stock_movements (at_ms, id);
CREATE INDEX stock_movements_by_kind ON stock_movements (kind, at_ms, id);
