-- What the shop shows is edited by several people: version counts the edits.
ALTER TABLE vouchers ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE banners ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE popup_vouchers ADD COLUMN version BIGINT NOT NULL DEFAULT 1;

-- A space in a code is a hyphen in its address, and an address names one voucher.
CREATE UNIQUE INDEX vouchers_by_slug ON vouchers (REPLACE(code, ' ', '-'));
CREATE INDEX vouchers_by_end ON vouchers (ends_ms, id);
CREATE INDEX popup_vouchers_by_voucher ON popup_vouchers (voucher_id);
CREATE INDEX orders_by_voucher ON orders (voucher_id) WHERE voucher_id IS NOT NULL;

-- A hidden review is nowhere but in its writer's own list; since when, and why.
ALTER TABLE reviews ADD COLUMN hidden_ms BIGINT;
ALTER TABLE reviews ADD COLUMN hidden_reason TEXT;

DROP INDEX reviews_by_age;
CREATE INDEX reviews_by_age ON reviews (created_ms, id);
CREATE INDEX reviews_hidden ON reviews (created_ms, id) WHERE hidden_ms IS NOT NULL;

-- The texts that the shop has written over those that it came with. body: Markdown.
CREATE TABLE pages (
  slug TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  version BIGINT NOT NULL,
  updated_ms BIGINT NOT NULL
);
