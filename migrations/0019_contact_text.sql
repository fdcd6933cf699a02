-- What administrators find a member by: name, uid, e-mail address and phone number.
ALTER TABLE members RENAME COLUMN office_text TO contact_text;
