-- What a payout holds of each period, less what was taken out: of its own, and of earlier ones whose bonuses waited for the
-- shop's least amount.
CREATE TABLE payout_periods (
  batch_id BIGINT NOT NULL REFERENCES payout_batches (id),
  period_id BIGINT NOT NULL REFERENCES bv_periods (id),
  items BIGINT NOT NULL CHECK (items >= 0),
  gross_rp BIGINT NOT NULL,
  tax_rp BIGINT NOT NULL,
  PRIMARY KEY (batch_id, period_id)
);

CREATE INDEX payout_periods_by_period ON payout_periods (period_id, batch_id);

INSERT INTO payout_periods (batch_id, period_id, items, gross_rp, tax_rp)
SELECT id, period_id, items - removed_items, gross_rp - removed_gross_rp, tax_rp - removed_tax_rp FROM payout_batches;

-- only_member_id of a payout: the one whose bonuses it holds, whatever the least amount; NULL for all who can be paid.
ALTER TABLE payout_batches ADD COLUMN only_member_id BIGINT REFERENCES members (id);

-- A transfer: what a payout holds of a member.
CREATE INDEX payout_items_of_transfer ON payout_items (batch_id, member_id, id);
