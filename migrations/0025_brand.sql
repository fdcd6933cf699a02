-- A shop that is there already keeps the words and looks that it came with, and is open. A new one has none of them, and
-- is closed until its owner opens it.
INSERT INTO settings (name, value)
SELECT kept.name, kept.value
FROM (SELECT 'built_in_words' AS name, 'shown' AS value UNION ALL SELECT 'opened_ms', '0') kept
WHERE EXISTS (SELECT 1 FROM settings) OR EXISTS (SELECT 1 FROM members);
