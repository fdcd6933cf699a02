-- Changes of many products at once that are done, by the token of the request, so that one that comes again is not done again.
CREATE TABLE product_bulk_changes (
  token TEXT PRIMARY KEY,
  digest TEXT NOT NULL,
  changed BIGINT NOT NULL,
  at_ms BIGINT NOT NULL
);
