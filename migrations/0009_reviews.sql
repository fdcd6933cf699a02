-- What a member has said, newest last.
CREATE INDEX reviews_by_member ON reviews (member_id, id);
