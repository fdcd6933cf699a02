-- When a banner and a picture of the popup are shown: from a beginning to an end, each open where it is null, unless it is
-- switched off.
ALTER TABLE banners ADD COLUMN starts_ms BIGINT;
ALTER TABLE banners ADD COLUMN ends_ms BIGINT;
ALTER TABLE banners ADD COLUMN switched_off BIGINT NOT NULL DEFAULT 0 CHECK (switched_off IN (0, 1));
ALTER TABLE popup_vouchers ADD COLUMN starts_ms BIGINT;
ALTER TABLE popup_vouchers ADD COLUMN ends_ms BIGINT;
ALTER TABLE popup_vouchers ADD COLUMN switched_off BIGINT NOT NULL DEFAULT 0 CHECK (switched_off IN (0, 1));
