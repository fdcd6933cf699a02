-- The rule by which BV periods open by themselves: one row, once it was set. unit: week or month; length in those units;
-- starts_day: 1 (Monday) to 7 of a week, 1 to 28 of a month.
CREATE TABLE bv_recurrence (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  unit TEXT NOT NULL CHECK (unit IN ('week', 'month')),
  length BIGINT NOT NULL CHECK (length > 0),
  starts_day BIGINT NOT NULL CHECK (starts_day BETWEEN 1 AND 28),
  name_pattern TEXT NOT NULL,
  stopped_ms BIGINT,
  version BIGINT NOT NULL
);
