-- The time from which bonuses wait because a transfer to the bank account failed, until the member names another one or
-- says that it is right.
ALTER TABLE members ADD COLUMN bank_failed_ms BIGINT;

UPDATE members SET bank_failed_ms =
  (SELECT MAX(i.cancelled_ms) FROM payout_items i
   WHERE i.member_id = members.id AND i.bank = members.bank AND i.bank_account = members.bank_account
     AND i.failure IN ('wrong_account', 'wrong_name', 'closed_account')
     AND i.cancelled_ms >= members.bank_changed_ms
     AND NOT EXISTS (SELECT x.id FROM payout_items x JOIN payout_batches b ON b.id = x.batch_id
                     WHERE x.member_id = i.member_id AND x.id > i.id AND x.cancelled_ms IS NULL AND b.state = 'paid'))
WHERE erased_ms IS NULL AND bank_account <> '' AND id IN
  (SELECT member_id FROM payout_items WHERE failure IN ('wrong_account', 'wrong_name', 'closed_account'));
