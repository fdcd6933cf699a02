-- Faults of pages that browsers tell of, one row for each fault however often it comes.
CREATE TABLE page_faults (
  digest TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  place TEXT NOT NULL,
  build TEXT NOT NULL,
  -- JSON array, innermost first.
  frames TEXT NOT NULL,
  first_ms BIGINT NOT NULL,
  last_ms BIGINT NOT NULL,
  times BIGINT NOT NULL
);
CREATE INDEX page_faults_by_last ON page_faults (last_ms);
