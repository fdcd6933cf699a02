-- The reviews of a product come in pages, newest first.
DROP INDEX reviews_by_product;
CREATE INDEX reviews_by_product ON reviews (product_id, created_ms, id);
