-- A login that goes on or went on: what a token names. It is kept until no token of it is good any more.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    created_ms BIGINT NOT NULL,
    -- Written every few minutes while it is used.
    last_seen_ms BIGINT NOT NULL,
    -- What sessions_from_ms of the member was when the password was looked at: the session is over once that is later.
    since_ms BIGINT NOT NULL,
    user_agent TEXT NOT NULL,
    address TEXT NOT NULL,
    ended_ms BIGINT
);
CREATE INDEX sessions_of_member ON sessions (member_id, last_seen_ms);
CREATE INDEX sessions_by_end ON sessions (ended_ms) WHERE ended_ms > 0;
CREATE INDEX sessions_by_age ON sessions (created_ms);
