-- Tables of operation.

-- Latest run of each job that the shop runs periodically.
CREATE TABLE job_runs (
  -- Id of the job, as in server/ops/src/jobs/job.rs.
  job TEXT NOT NULL PRIMARY KEY,
  -- End of the run. A run with the same result as the one before is recorded at most once a minute.
  ended_ms BIGINT NOT NULL,
  -- First failure since the last success. NULL if the run succeeded.
  failing_since_ms BIGINT
);
