-- A version of the compensation plan is a document: JSON. Of the versions whose from_period has begun when a period begins,
-- the newest is the one that the period is calculated by; from_period_id: NULL from the next calculation on.
ALTER TABLE compensation_plans ADD COLUMN name TEXT NOT NULL DEFAULT 'Rencana awal';
ALTER TABLE compensation_plans ADD COLUMN document TEXT NOT NULL DEFAULT '';
ALTER TABLE compensation_plans ADD COLUMN from_period_id BIGINT REFERENCES bv_periods (id);

-- Percentages without zeros at their ends, as documents have them.
UPDATE compensation_plans SET personal_rate = RTRIM(RTRIM(personal_rate, '0'), '.') WHERE personal_rate LIKE '%.%';
UPDATE compensation_plans SET cap_percent = RTRIM(RTRIM(cap_percent, '0'), '.') WHERE cap_percent LIKE '%.%';
UPDATE compensation_levels SET rate = RTRIM(RTRIM(rate, '0'), '.') WHERE rate LIKE '%.%';

UPDATE compensation_plans SET document =
  '{"name":"Rencana awal","point_value_rp":' || point_value_rp || ',"cap_percent":"' || cap_percent
  || '","member_cap_rp":null,"boundary_rank":null,'
  || '"ranks":[{"code":"member","name":"Anggota","keeps":"period","needs":[]}],"components":['
  || CASE WHEN CAST(personal_rate AS DOUBLE PRECISION) > 0
          THEN '{"code":"personal","name":"Bonus pribadi","kind":"personal","volume":"both","rate":"' || personal_rate
               || '","needs":[]}'
          ELSE '' END
  || COALESCE((SELECT CASE WHEN CAST(personal_rate AS DOUBLE PRECISION) > 0 THEN ',' ELSE '' END
                      || '{"code":"level","name":"Bonus tingkat","kind":"level","volume":"both","rates":['
                      || STRING_AGG('"' || l.rate || '"', ',' ORDER BY l.depth) || '],"compression":false,"needs":['
                      || CASE WHEN qualification_points > 0
                              THEN '{"metric":"pv","volume":"both","at_least":' || qualification_points || '}'
                              ELSE '' END
                      || ']}'
               FROM compensation_levels l WHERE l.compensation_plan_id = compensation_plans.id
               HAVING MAX(CAST(l.rate AS DOUBLE PRECISION)) > 0), '')
  || ']}';

-- components: what each component of the plan came to in it, and what each need of it was found at, JSON in the order of the
-- plan. uncapped_rp: what it came to before the member's cap; NULL where that was not reached.
ALTER TABLE bonuses ADD COLUMN components TEXT NOT NULL DEFAULT '[]';
ALTER TABLE bonuses ADD COLUMN uncapped_rp BIGINT;

UPDATE bonuses SET components = (
  SELECT '[' || CASE WHEN p.is_personal = 0 THEN ''
                     ELSE '{"rupiah":' || (SELECT CAST(COALESCE(SUM(l.amount_rp), 0) AS BIGINT) FROM bonus_lines l
                                           WHERE l.bonus_id = bonuses.id AND l.depth = 0) || ',"has":[]}' END
         || CASE WHEN p.is_personal + p.is_level = 2 THEN ',' ELSE '' END
         || CASE WHEN p.is_level = 0 THEN ''
                 ELSE '{"rupiah":' || (SELECT CAST(COALESCE(SUM(l.amount_rp), 0) AS BIGINT) FROM bonus_lines l
                                       WHERE l.bonus_id = bonuses.id AND l.depth > 0) || ',"has":['
                      || CASE WHEN p.qualification_points = 0 THEN ''
                              ELSE '' || COALESCE((SELECT a.plan_a + a.plan_b FROM bv_allocations a
                                                   WHERE a.member_id = bonuses.member_id
                                                     AND a.period_id = bonuses.period_id), 0) END
                      || ']}' END || ']'
  FROM (SELECT id, qualification_points,
               CASE WHEN CAST(personal_rate AS DOUBLE PRECISION) > 0 THEN 1 ELSE 0 END AS is_personal,
               (SELECT COUNT(DISTINCT l.compensation_plan_id) FROM compensation_levels l
                WHERE l.compensation_plan_id = compensation_plans.id AND CAST(l.rate AS DOUBLE PRECISION) > 0) AS is_level
        FROM compensation_plans) p
  WHERE p.id = bonuses.compensation_plan_id);

DROP TABLE compensation_levels;
ALTER TABLE compensation_plans DROP COLUMN personal_rate;
ALTER TABLE compensation_plans DROP COLUMN qualification_points;
ALTER TABLE compensation_plans DROP COLUMN cap_percent;
ALTER TABLE compensation_plans DROP COLUMN point_value_rp;

-- component: its code in the plan's document.
ALTER TABLE bonus_lines ADD COLUMN component TEXT NOT NULL DEFAULT 'level';
UPDATE bonus_lines SET component = 'personal' WHERE depth = 0;

-- The calculations one after the other, 1 the first: what a member held and had before one is what those before it kept.
ALTER TABLE bonus_calculations ADD COLUMN number BIGINT NOT NULL DEFAULT 0;
UPDATE bonus_calculations SET number = (
  SELECT COUNT(*) FROM bonus_calculations o
  JOIN bv_periods p ON p.id = o.period_id JOIN bv_periods own ON own.id = bonus_calculations.period_id
  WHERE (p.frozen_ms, p.id) <= (own.frozen_ms, own.id));
CREATE UNIQUE INDEX bonus_calculations_by_number ON bonus_calculations (number);

-- The rank that a member held in a calculated period, by its code in the plan's document; the lowest rank has no row.
CREATE TABLE member_ranks (
  period_id BIGINT NOT NULL REFERENCES bv_periods (id),
  member_id BIGINT NOT NULL REFERENCES members (id),
  rank TEXT NOT NULL,
  PRIMARY KEY (period_id, member_id)
);

CREATE INDEX member_ranks_by_rank ON member_ranks (rank, member_id, period_id);

