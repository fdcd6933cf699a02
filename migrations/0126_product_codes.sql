-- What a product is known by in the warehouse, '' for none. sku: the shop's own number, in capitals; barcode: what is
-- printed on a piece; shelf: where its pieces lie.
ALTER TABLE products ADD COLUMN sku TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN barcode TEXT NOT NULL DEFAULT '';
ALTER TABLE products ADD COLUMN shelf TEXT NOT NULL DEFAULT '';

CREATE UNIQUE INDEX products_by_sku ON products (sku) WHERE sku <> '';
CREATE UNIQUE INDEX products_by_barcode ON products (barcode) WHERE barcode <> '';
