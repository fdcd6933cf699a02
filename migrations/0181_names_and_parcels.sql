-- No two products have the same name. Of those that do, the later ones get their numbers behind it.
UPDATE products SET name = name || ' (' || id || ')'
WHERE EXISTS (SELECT 1 FROM products o WHERE LOWER(o.name) = LOWER(products.name) AND o.id < products.id);
CREATE UNIQUE INDEX products_by_name ON products (LOWER(name));

-- Couriers write their numbers in either case.
DROP INDEX orders_by_tracking_number;
CREATE INDEX orders_by_tracking_number ON orders (UPPER(tracking_number)) WHERE tracking_number IS NOT NULL;
