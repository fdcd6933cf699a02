-- The bank accounts that returns' money goes to stood in the log with all their digits, also after their members were erased. They
-- stand with the returns; the log keeps who noted one, and when.
UPDATE audit_entries SET before = '', after = '', search_text = LOWER(action || ' ' || subject_key)
WHERE subject = 'return' AND action = 'prepare';
