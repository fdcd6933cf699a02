-- Since when a member's e-mail address waits for its proof; NULL where it is proven, or was the member's before proofs were
-- asked for.
ALTER TABLE members ADD COLUMN email_unverified_ms BIGINT;

-- Links that prove an address.
CREATE TABLE email_links (
  member_id BIGINT PRIMARY KEY REFERENCES members (id),
  token_hash TEXT NOT NULL UNIQUE,
  -- The address that it was sent to.
  email TEXT NOT NULL,
  expires_ms BIGINT NOT NULL
);

-- Whether whoever uses a link has shown that the account's address is theirs: 1 where it was sent there and nowhere else.
ALTER TABLE password_links ADD COLUMN proves_address BIGINT NOT NULL DEFAULT 0 CHECK (proves_address IN (0, 1));
