-- Since when nobody knows who a member was: the uid stays, for the books.
ALTER TABLE members ADD COLUMN erased_ms BIGINT;

CREATE INDEX members_erased ON members (erased_ms) WHERE erased_ms IS NOT NULL;

-- What is found of a member to be taken along or erased.
CREATE INDEX payout_items_of_member ON payout_items (member_id);
CREATE INDEX outbox_messages_by_address ON outbox_messages (address) WHERE address IS NOT NULL;
