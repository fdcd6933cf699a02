-- Digest of what an order was placed with, so that its checkout token is not taken for another wish; none for orders from
-- before, and of members who were forgotten.
ALTER TABLE orders ADD COLUMN contents TEXT;
