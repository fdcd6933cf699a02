-- The made-up network and sales that a plan that is being written is tried on: JSON, as they were typed.
ALTER TABLE compensation_plan_drafts ADD COLUMN example TEXT;
