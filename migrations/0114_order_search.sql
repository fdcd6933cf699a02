-- Orders are found by their member's own phone number, too.
UPDATE orders SET search_text = search_text ||
  (SELECT CASE WHEN m.phone LIKE '+62%' THEN ' 0' || SUBSTR(m.phone, 4) ELSE '' END FROM members m WHERE m.id = orders.member_id);

-- Which orders hold a product is read from the index alone.
DROP INDEX order_lines_by_product;
CREATE INDEX order_lines_by_product ON order_lines (product_id, order_id);
