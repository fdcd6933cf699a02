-- What of a variant differs from its product: NULL or '' where nothing does. stock: its pieces, where by_variant of its
-- product is 1; 0 elsewhere. removed: 1 for one that cannot be chosen any more; orders and books know it still.
-- by_variant: 1 where a product's stock is the sum of its variants'.
ALTER TABLE products ADD COLUMN by_variant BIGINT NOT NULL DEFAULT 0 CHECK (by_variant IN (0, 1));
ALTER TABLE product_variants ADD COLUMN price_rp BIGINT CHECK (price_rp >= 1);
ALTER TABLE product_variants ADD COLUMN bv BIGINT CHECK (bv >= 0);
ALTER TABLE product_variants ADD COLUMN weight_gr BIGINT CHECK (weight_gr >= 0);
ALTER TABLE product_variants ADD COLUMN picture TEXT NOT NULL DEFAULT '';
ALTER TABLE product_variants ADD COLUMN sku TEXT NOT NULL DEFAULT '';
ALTER TABLE product_variants ADD COLUMN barcode TEXT NOT NULL DEFAULT '';
ALTER TABLE product_variants ADD COLUMN stock BIGINT NOT NULL DEFAULT 0 CHECK (stock >= 0);
ALTER TABLE product_variants ADD COLUMN removed BIGINT NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));

CREATE UNIQUE INDEX product_variants_by_sku ON product_variants (sku) WHERE sku <> '';
CREATE UNIQUE INDEX product_variants_by_barcode ON product_variants (barcode) WHERE barcode <> '';

-- Which variant it was, where that counts: no foreign key, as an order is written before its product is held.
ALTER TABLE stock_movements ADD COLUMN variant_id BIGINT;
ALTER TABLE order_lines ADD COLUMN variant_id BIGINT;
