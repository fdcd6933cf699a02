-- What was taken out of a payout by itself, with cancelled_ms: failure says why its transfer failed, left_out_reason why it was
-- left out before the approval.
ALTER TABLE payout_items ADD COLUMN failure TEXT
  CHECK (failure IN ('wrong_account', 'wrong_name', 'closed_account', 'bank_refused'));
ALTER TABLE payout_items ADD COLUMN left_out_reason TEXT;
CREATE INDEX payout_items_failed ON payout_items (bonus_id, id) WHERE failure IS NOT NULL;

-- The sums of what was taken out: items, gross_rp, tax_rp and net_rp stay those of what was prepared.
ALTER TABLE payout_batches ADD COLUMN removed_items BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payout_batches ADD COLUMN removed_gross_rp BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payout_batches ADD COLUMN removed_tax_rp BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payout_batches ADD COLUMN removed_net_rp BIGINT NOT NULL DEFAULT 0;
