-- What the shop answers to a review, and since when that stands there.
ALTER TABLE reviews ADD COLUMN answer TEXT;
ALTER TABLE reviews ADD COLUMN answered_ms BIGINT;
