-- A period is frozen when its calculation is decided: nothing is posted into it any more. Its bonuses are written after
-- that, a few at a time, and it counts as calculated once all of them are there.
ALTER TABLE bv_periods ADD COLUMN frozen_ms BIGINT;
UPDATE bv_periods SET frozen_ms = calculated_ms;
