-- No two products have the same name. Of those that do, the later ones get their numbers behind it.
UPDATE products SET name = name || ' (nomor ' || id || ')', search_text = search_text || ' (nomor ' || id || ')'
WHERE EXISTS (SELECT 1 FROM products o WHERE o.search_text = products.search_text AND o.id < products.id);
DROP INDEX products_by_search_text;
CREATE UNIQUE INDEX products_by_search_text ON products (search_text);

-- Couriers write their numbers in either case.
DROP INDEX orders_by_tracking_number;
CREATE INDEX orders_by_tracking_number ON orders (UPPER(tracking_number)) WHERE tracking_number IS NOT NULL;

-- What couriers have said of late, without whether they take cash.
DELETE FROM shipping_rates;
