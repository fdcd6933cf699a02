-- Until when the sessions of a link's member were ended when it was made: once they are ended later it is void.
ALTER TABLE password_links ADD COLUMN since_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE email_links ADD COLUMN since_ms BIGINT NOT NULL DEFAULT 0;
UPDATE password_links SET since_ms = (SELECT m.sessions_from_ms FROM members m WHERE m.id = password_links.member_id);
UPDATE email_links SET since_ms = (SELECT m.sessions_from_ms FROM members m WHERE m.id = email_links.member_id);
