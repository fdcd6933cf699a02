-- Whether an archived product has not been in the shop yet: draft. It is published by being brought into the shop.
ALTER TABLE products ADD COLUMN draft BIGINT NOT NULL DEFAULT 0 CHECK (draft IN (0, 1));
