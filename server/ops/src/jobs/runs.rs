//! Latest run of each job, as the owner sees it.

use std::{cmp::Reverse, collections::HashMap};

use axum::{Json, extract::State};
use ksmart_foundation::{
    db::Db,
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

/// Minimum time between two records with the same result, in milliseconds. Jobs run every few seconds, and most runs
/// must not wait for a database writer.
const RECORD_MS: i64 = 60_000;

/// Time without a finished run after which a job is late, in milliseconds. A backup of a large shop takes minutes.
const LATE_MS: i64 = 600_000;

/// The routes of this part.
pub fn router() -> OpenApiRouter<OpsState> {
    OpenApiRouter::new().routes(routes!(list))
}

/// Records a run of a job that ended at `ended_ms`, unless the same result was recorded within the last minute.
pub(super) async fn record(db: &Db, job: &Job, ended_ms: i64, has_failed: bool) -> sqlx::Result<()> {
    let sql = "SELECT ended_ms, failing_since_ms FROM job_runs WHERE job = $1";
    let recorded: Option<(i64, Option<i64>)> =
        query_as(sql).bind(job.id).fetch_optional(&mut *db.read().await?).await?;
    let (recorded_ms, before_ms) = recorded.unzip();
    let failing_since_ms = has_failed.then(|| before_ms.flatten().unwrap_or(ended_ms));
    let is_recent = recorded_ms.is_some_and(|ms| (0..RECORD_MS).contains(&(ended_ms - ms)));
    if is_recent && before_ms.flatten() == failing_since_ms {
        return Ok(());
    }
    let sql = "INSERT INTO job_runs (job, ended_ms, failing_since_ms) VALUES ($1, $2, $3)
               ON CONFLICT (job) DO UPDATE SET ended_ms = excluded.ended_ms,
                                               failing_since_ms = excluded.failing_since_ms";
    let query = query(sql).bind(job.id).bind(ended_ms).bind(failing_since_ms);
    query.execute(&mut *db.write_one().await?).await?;
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
