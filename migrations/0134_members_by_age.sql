-- Who joined in a month.
CREATE INDEX members_by_age ON members (created_ms);
