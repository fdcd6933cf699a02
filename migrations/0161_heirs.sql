-- Whom a member names as heirs, in the member's order; the shares, where there are any, come to 100 percent.
CREATE TABLE heirs (
  member_id BIGINT NOT NULL REFERENCES members (id),
  position BIGINT NOT NULL,
  name TEXT NOT NULL,
  relation TEXT NOT NULL,
  phone TEXT NOT NULL,
  share_percent BIGINT,
  PRIMARY KEY (member_id, position)
);
