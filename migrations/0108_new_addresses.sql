-- The session in which the member asked for another address, which is the link's; NULL where the link proves the address that
-- the account has.
ALTER TABLE email_links ADD COLUMN session_id TEXT;
