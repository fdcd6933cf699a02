-- Since when the items of a payout are being written; NULL once all of them are there, and before that nobody sees it.
ALTER TABLE payout_batches ADD COLUMN begun_ms BIGINT;
CREATE INDEX payout_batches_begun ON payout_batches (begun_ms) WHERE begun_ms IS NOT NULL;
