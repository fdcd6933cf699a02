-- Vouchers for those who have not ordered before.
ALTER TABLE vouchers ADD COLUMN first_order BIGINT NOT NULL DEFAULT 0 CHECK (first_order IN (0, 1));
