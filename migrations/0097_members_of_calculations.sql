-- The newest member of the network that a period was calculated with: whoever has joined since has no part in it. NULL for
-- calculations of before it was kept.
ALTER TABLE calculated_networks ADD COLUMN newest_member_id BIGINT;
