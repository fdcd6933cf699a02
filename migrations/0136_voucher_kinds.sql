-- What a voucher takes off besides its percentage: no more than discount_most_rp by it, discount_rp off the products,
-- shipping_discount_rp at most off the shipping. With scoped it is for the products and categories named below alone, with
-- chosen_members for those members alone.
ALTER TABLE vouchers ADD COLUMN discount_most_rp BIGINT CHECK (discount_most_rp > 0);
ALTER TABLE vouchers ADD COLUMN discount_rp BIGINT NOT NULL DEFAULT 0 CHECK (discount_rp >= 0);
ALTER TABLE vouchers ADD COLUMN shipping_discount_rp BIGINT NOT NULL DEFAULT 0 CHECK (shipping_discount_rp >= 0);
ALTER TABLE vouchers ADD COLUMN scoped BIGINT NOT NULL DEFAULT 0 CHECK (scoped IN (0, 1));
ALTER TABLE vouchers ADD COLUMN chosen_members BIGINT NOT NULL DEFAULT 0 CHECK (chosen_members IN (0, 1));

-- A product or a category that is deleted leaves a voucher that is for less, never one that is for everything.
CREATE TABLE voucher_products (
  voucher_id BIGINT NOT NULL REFERENCES vouchers (id) ON DELETE CASCADE,
  product_id BIGINT NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  PRIMARY KEY (voucher_id, product_id)
);
CREATE INDEX voucher_products_by_product ON voucher_products (product_id);

CREATE TABLE voucher_categories (
  voucher_id BIGINT NOT NULL REFERENCES vouchers (id) ON DELETE CASCADE,
  category_id BIGINT NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
  PRIMARY KEY (voucher_id, category_id)
);
CREATE INDEX voucher_categories_by_category ON voucher_categories (category_id);

CREATE TABLE voucher_members (
  voucher_id BIGINT NOT NULL REFERENCES vouchers (id) ON DELETE CASCADE,
  member_id BIGINT NOT NULL REFERENCES members (id),
  PRIMARY KEY (voucher_id, member_id)
);
CREATE INDEX voucher_members_by_member ON voucher_members (member_id);

-- What the voucher of an order was, as far as what it took off depends on it, and what it took off the shipping.
ALTER TABLE orders ADD COLUMN discount_most_rp BIGINT;
ALTER TABLE orders ADD COLUMN discount_amount_rp BIGINT NOT NULL DEFAULT 0;
ALTER TABLE orders ADD COLUMN shipping_discount_rp BIGINT NOT NULL DEFAULT 0 CHECK (shipping_discount_rp >= 0);
ALTER TABLE order_lines ADD COLUMN excluded BIGINT NOT NULL DEFAULT 0 CHECK (excluded IN (0, 1));
