-- What passed a member by in the calculation of a period because they did not meet needs. components: JSON in the order of
-- the plan, of each such component its code, of how many members how many points would have been paid for, and what each of
-- its needs was found at.
CREATE TABLE bonus_skips (
  member_id BIGINT NOT NULL REFERENCES members (id),
  period_id BIGINT NOT NULL REFERENCES bv_periods (id),
  components TEXT NOT NULL,
  PRIMARY KEY (member_id, period_id)
);

CREATE INDEX bonus_skips_by_period ON bonus_skips (period_id);

-- skipped: how many members something passed by. shares: everyone's shares of each pool, JSON in the order of the plan's
-- components, 0 of those that are none. Calculations of before they were kept have NULL.
ALTER TABLE bonus_calculations ADD COLUMN skipped BIGINT;
ALTER TABLE bonus_calculations ADD COLUMN shares TEXT;
