-- Tables of the back office.

-- Fault of a web page, as reported by browsers. Equal reports share one row.
CREATE TABLE page_faults (
  -- SHA-256, in hexadecimal, of name, message, place, build and frames.
  digest TEXT NOT NULL PRIMARY KEY,
  -- Name of the JavaScript error, such as TypeError.
  name TEXT NOT NULL,
  -- Error message, cut to 200 characters. Quoted text, addresses and other possibly personal data are replaced by "…".
  message TEXT NOT NULL,
  -- First segment of the page's path, such as /checkout; below /admin the first two, such as /admin/orders.
  place TEXT NOT NULL,
  -- File name of the script with which the page was loaded.
  build TEXT NOT NULL,
  -- JSON array of positions in scripts, innermost first. Format of a position: file:line:column.
  frames TEXT NOT NULL,
  -- Time of the first report.
  first_ms BIGINT NOT NULL,
  -- Time of the latest report.
  last_ms BIGINT NOT NULL,
  -- Number of reports.
  times BIGINT NOT NULL
);
CREATE INDEX page_faults_by_last ON page_faults (last_ms);
