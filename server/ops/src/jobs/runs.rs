//! Latest run of each job, as the owner sees it.

use std::{cmp::Reverse, collections::HashMap};

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::Result,
    time::{Clock, rfc3339},
};
use ksmart_identity::roles::{Admin, OWNER};
use serde::Serialize;
use sqlx::{FromRow, query, query_as};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    OpsState,
    jobs::job::{JOBS, Job},
};

/// Time after which a run with the same result as the last recorded one is recorded, in milliseconds. Jobs run every
/// few seconds; their rows need not change each time.
const RECORD_MS: i64 = 60_000;

/// Time without a finished run after which a job is late, in milliseconds. A backup of a large shop takes minutes.
const LATE_MS: i64 = 600_000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<OpsState> {
    OpenApiRouter::new().routes(routes!(list))
}

/// Records a run of a job that ended now.
pub(super) async fn record(conn: &mut Conn, job: &Job, ended_ms: i64, has_failed: bool) -> sqlx::Result<()> {
    let sql = "INSERT INTO job_runs (job, ended_ms, failing_since_ms) VALUES ($1, $2, $3)
               ON CONFLICT (job) DO UPDATE SET ended_ms = excluded.ended_ms,
                 failing_since_ms = CASE WHEN excluded.failing_since_ms IS NOT NULL
                                         THEN COALESCE(job_runs.failing_since_ms, excluded.failing_since_ms) END
               WHERE (job_runs.failing_since_ms IS NULL) <> (excluded.failing_since_ms IS NULL)
                  OR job_runs.ended_ms NOT BETWEEN excluded.ended_ms - $4 AND excluded.ended_ms";
    let query = query(sql).bind(job.id).bind(ended_ms).bind(has_failed.then_some(ended_ms)).bind(RECORD_MS - 1);
    query.execute(conn).await?;
    Ok(())
}

/// A job with its latest run.
#[derive(Debug, Serialize, ToSchema)]
struct JobStatus {
    id: &'static str,
    name: &'static str,
    /// Interval between two rounds, seconds.
    every_seconds: u64,
    /// End of the latest run, RFC 3339, up to a minute old; null if the job never ended a run.
    ended_at: Option<String>,
    /// First failure since the last success, RFC 3339; null if the latest run succeeded.
    failing_since: Option<String>,
    /// Whether the latest run ended more than ten minutes ago; false if the job never ended a run.
    is_late: bool,
}

/// The jobs; failing ones come first, then late ones.
#[derive(Debug, Serialize, ToSchema)]
struct JobList {
    jobs: Vec<JobStatus>,
}

/// Lists the jobs with the result of their latest run; failing ones come first, then late ones.
#[utoipa::path(get, path = "/api/admin/jobs", operation_id = "listJobs", responses((status = 200, body = JobList)))]
async fn list(State(db): State<Db>, State(clock): State<Clock>, _: Admin<OWNER>) -> Result<Json<JobList>> {
    #[derive(FromRow)]
    struct Run {
        job: String,
        ended_ms: i64,
        failing_since_ms: Option<i64>,
    }
    let sql = "SELECT job, ended_ms, failing_since_ms FROM job_runs";
    let runs: Vec<Run> = query_as(sql).fetch_all(&mut *db.read().await?).await?;
    let runs: HashMap<&str, &Run> = runs.iter().map(|run| (run.job.as_str(), run)).collect();
    let late_before_ms = clock.now_ms() - LATE_MS;
    let status = |job: &Job| {
        let run = runs.get(job.id);
        JobStatus {
            id: job.id,
            name: job.name,
            every_seconds: job.every.as_secs(),
            ended_at: run.map(|run| rfc3339(run.ended_ms)),
            failing_since: run.and_then(|run| run.failing_since_ms).map(rfc3339),
            is_late: run.is_some_and(|run| run.ended_ms < late_before_ms),
        }
    };
    let mut jobs: Vec<JobStatus> = JOBS.iter().map(status).collect();
    jobs.sort_by_key(|job| Reverse((job.failing_since.is_some(), job.is_late)));
    Ok(Json(JobList { jobs }))
}
