-- Wrong factors are counted by where they came from too, so that nobody uses up the tries of an account's owner. What was
-- counted until now is an hour old soon.
DROP TABLE factor_failures;

CREATE TABLE factor_failures (
  member_id BIGINT NOT NULL REFERENCES members (id),
  -- An address, a device, a session, or all devices that the account does not know together.
  source TEXT NOT NULL,
  failures BIGINT NOT NULL,
  since_ms BIGINT NOT NULL,
  PRIMARY KEY (member_id, source)
);

CREATE INDEX factor_failures_by_time ON factor_failures (since_ms);
