-- A member keeps the newest of their temporary checkouts.
CREATE INDEX checkout_drafts_by_member ON checkout_drafts (member_id, updated_ms);
