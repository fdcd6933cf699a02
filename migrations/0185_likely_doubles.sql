-- Members who share a telephone or a bank account, until the shop has looked at them. Kept where the second one is typed.
CREATE TABLE likely_doubles (
  -- The member who typed it.
  member_id BIGINT NOT NULL REFERENCES members (id),
  -- A member who had it before.
  other_id BIGINT NOT NULL REFERENCES members (id),
  shared TEXT NOT NULL CHECK (shared IN ('phone', 'bank_account')),
  found_ms BIGINT NOT NULL,
  PRIMARY KEY (member_id, other_id, shared)
);
CREATE INDEX likely_doubles_by_other ON likely_doubles (other_id);

-- Those that wait. One is settled once the newer account is suspended, or the other one was after it was found: a member
-- who was suspended and comes back under another name is noted all the same.
CREATE VIEW waiting_doubles AS
  SELECT d.member_id, d.other_id, d.shared, d.found_ms
  FROM likely_doubles d JOIN members n ON n.id = d.member_id JOIN members o ON o.id = d.other_id
  WHERE n.suspended_ms IS NULL AND (o.suspended_ms IS NULL OR o.suspended_ms < d.found_ms);

CREATE INDEX members_by_phone ON members (phone);
CREATE INDEX members_by_bank_account ON members (bank_account, bank);

-- Members of before, each with the three before them who have the same.
INSERT INTO likely_doubles (member_id, other_id, shared, found_ms)
WITH earlier AS (
  SELECT id, created_ms, LAG(id, 1) OVER w AS first, LAG(id, 2) OVER w AS second, LAG(id, 3) OVER w AS third
  FROM members WHERE phone <> '' WINDOW w AS (PARTITION BY phone ORDER BY id)
)
SELECT id, first, 'phone', created_ms FROM earlier WHERE first IS NOT NULL
UNION ALL SELECT id, second, 'phone', created_ms FROM earlier WHERE second IS NOT NULL
UNION ALL SELECT id, third, 'phone', created_ms FROM earlier WHERE third IS NOT NULL;

INSERT INTO likely_doubles (member_id, other_id, shared, found_ms)
WITH earlier AS (
  SELECT id, created_ms, LAG(id, 1) OVER w AS first, LAG(id, 2) OVER w AS second, LAG(id, 3) OVER w AS third
  FROM members WHERE bank_account <> '' WINDOW w AS (PARTITION BY bank, bank_account ORDER BY id)
)
SELECT id, first, 'bank_account', created_ms FROM earlier WHERE first IS NOT NULL
UNION ALL SELECT id, second, 'bank_account', created_ms FROM earlier WHERE second IS NOT NULL
UNION ALL SELECT id, third, 'bank_account', created_ms FROM earlier WHERE third IS NOT NULL;
