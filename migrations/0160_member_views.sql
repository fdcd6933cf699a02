-- An administrator sees the shop as a member does, for half an hour at most: what a token of that kind names.
CREATE TABLE member_views (
  id TEXT PRIMARY KEY,
  member_id BIGINT NOT NULL REFERENCES members (id),
  viewer_id BIGINT NOT NULL REFERENCES members (id),
  -- The administrator's own login, which it ends with.
  session_id TEXT NOT NULL,
  -- Of the code that opens it once; none when that was used.
  code_hash TEXT,
  -- Whether the member hears of it.
  told BIGINT NOT NULL,
  begun_ms BIGINT NOT NULL,
  until_ms BIGINT NOT NULL,
  ended_ms BIGINT
);
CREATE UNIQUE INDEX member_views_by_code ON member_views (code_hash);
CREATE INDEX member_views_of_member ON member_views (member_id, begun_ms);
CREATE INDEX member_views_by_age ON member_views (begun_ms);
