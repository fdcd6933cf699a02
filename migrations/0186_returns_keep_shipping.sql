-- Returns whose share of the shipping the shop keeps beside those that it buys back: a change of mind, where it says so.
ALTER TABLE returns ADD COLUMN keeps_shipping BIGINT NOT NULL DEFAULT 0 CHECK (keeps_shipping IN (0, 1));
