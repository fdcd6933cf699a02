-- What a leader finds a member by whose name is shown to them shortened: `budi s. ks12345678`.
ALTER TABLE members ADD COLUMN short_text TEXT NOT NULL DEFAULT '';
-- Trimming what is no space from the left leaves all from the first space on, and from the right all up to the last.
UPDATE members SET short_text = LOWER(CASE WHEN TRIM(name) LIKE '% %'
  THEN SUBSTR(TRIM(name), 1, LENGTH(TRIM(name)) - LENGTH(LTRIM(TRIM(name), REPLACE(name, ' ', '')))) || ' '
    || SUBSTR(TRIM(name), LENGTH(RTRIM(TRIM(name), REPLACE(name, ' ', ''))) + 1, 1) || '.'
  ELSE TRIM(name) END || ' ' || uid);
CREATE INDEX members_by_short_text ON members (short_text);
