-- Paying or giving up a payout is one row: what follows for its bonuses is read from it.

-- paid_ms, proof_picture of a bonus: that it was marked by hand. One in a payout is paid with that.
UPDATE bonuses SET paid_ms = NULL, proof_picture = NULL
WHERE id IN (SELECT i.bonus_id FROM payout_items i JOIN payout_batches b ON b.id = i.batch_id
             WHERE i.cancelled_ms IS NULL AND b.state = 'paid');

-- What is owed of a period is what its calculation came to, less its payouts and what was marked by hand.
DROP INDEX bonuses_unpaid;
CREATE INDEX bonuses_marked ON bonuses (period_id, bonus_rp) WHERE paid_ms IS NOT NULL;

-- cancelled_ms of an item: when its payout was given up, once another payout has taken the bonus.

-- The number of a member's tax slip of a month: given when the first payout of the month that pays the member is paid.
CREATE TABLE tax_slip_numbers (
  number BIGINT NOT NULL PRIMARY KEY,
  member_id BIGINT NOT NULL REFERENCES members (id),
  tax_month BIGINT NOT NULL,
  UNIQUE (member_id, tax_month)
);

CREATE INDEX tax_slip_numbers_by_month ON tax_slip_numbers (tax_month, number);

INSERT INTO tax_slip_numbers (number, member_id, tax_month) SELECT id, member_id, tax_month FROM tax_slips;
DROP TABLE tax_slips;

-- What was withheld of a member in a month, all payouts of the month that were paid together.
CREATE VIEW tax_slips AS
SELECT n.number AS id, n.member_id, n.tax_month,
       (SELECT CAST(SUM(i.gross_rp) AS BIGINT) FROM payout_batches b JOIN payout_items i ON i.batch_id = b.id
        WHERE b.tax_month = n.tax_month AND b.state = 'paid' AND i.member_id = n.member_id AND i.cancelled_ms IS NULL
       ) AS gross_rp,
       (SELECT CAST(SUM(i.tax_rp) AS BIGINT) FROM payout_batches b JOIN payout_items i ON i.batch_id = b.id
        WHERE b.tax_month = n.tax_month AND b.state = 'paid' AND i.member_id = n.member_id AND i.cancelled_ms IS NULL
       ) AS tax_rp,
       (SELECT MAX(b.prepared_ms) FROM payout_batches b JOIN payout_items i ON i.batch_id = b.id
        WHERE b.tax_month = n.tax_month AND b.state = 'paid' AND i.member_id = n.member_id AND i.cancelled_ms IS NULL
       ) AS last_ms
FROM tax_slip_numbers n
WHERE EXISTS (SELECT i.id FROM payout_batches b JOIN payout_items i ON i.batch_id = b.id
              WHERE b.tax_month = n.tax_month AND b.state = 'paid' AND i.member_id = n.member_id
                AND i.cancelled_ms IS NULL);
