-- What those pay elsewhere who are no members; more than the product's price.
ALTER TABLE products ADD COLUMN retail_rp BIGINT CHECK (retail_rp > 0);
