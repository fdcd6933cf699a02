-- On which devices a member has logged in before: what is kept of the cookies that name them.
CREATE TABLE known_devices (
    member_id BIGINT NOT NULL REFERENCES members (id),
    token_hash TEXT NOT NULL,
    last_login_ms BIGINT NOT NULL,
    PRIMARY KEY (member_id, token_hash)
);
CREATE INDEX known_devices_by_age ON known_devices (last_login_ms);
