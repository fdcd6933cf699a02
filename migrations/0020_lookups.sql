-- Everyone's points of a period, in the order of keys: what its calculation reads.
CREATE INDEX bv_totals_by_period ON bv_totals (period_id, member_id);

-- Who has bought a product.
CREATE INDEX order_lines_by_product ON order_lines (product_id);
