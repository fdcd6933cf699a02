-- The periods whose bonuses are there and whose members are being told, a few at a time: through which bonus that was done.
CREATE TABLE bonus_news (
  period_id BIGINT NOT NULL PRIMARY KEY REFERENCES bv_periods (id),
  told_through BIGINT NOT NULL
);

-- The same of payouts that are paid: through which item.
CREATE TABLE payout_news (
  batch_id BIGINT NOT NULL PRIMARY KEY REFERENCES payout_batches (id),
  told_through BIGINT NOT NULL
);
