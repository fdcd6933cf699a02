//! The rank card: a member's corner of the network in the period that takes orders now.
//!
//! From the corner, the browser calculates the rank, the shortfall to the next rank and the period's bonus, also for
//! trial points.
//!
//! Corners are extracted from a cached copy of the whole network. After a change, the copy is recalculated: within the
//! request for a small network, else in the background. Only one recalculation runs at a time, with pauses in between,
//! so that the CPU load stays low. The card states the time of its data.

use std::{
    sync::{Arc, PoisonError, RwLock},
    time::{Duration, Instant},
};

use axum::{Json, extract::State};
use ksmart_core::{
    allocation::PlanVolumes,
    plan::{corner::Corners, preview::Corner, standing::Standings},
};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Error, Result},
    ids::{MemberId, PeriodId},
    time::{Clock, rfc3339},
};
use ksmart_identity::tokens::Member;
use serde::Serialize;
use sqlx::{FromRow, query_as};
use tokio::sync::Mutex;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    MembersState, accounts,
    bonuses::{basis::Basis, calculating::run_in_background, refused::Refused},
    volume::Earned,
};

/// Maximum number of members for a recalculation within the request, which takes a few milliseconds.
const SMALL: usize = 5000;

/// Minimum age of the cached network for a recalculation in the background, as a multiple of the duration of its
/// calculation.
const REST: u32 = 20;

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(show))
}

/// A direct follower at the head of a leg.
#[derive(Debug, Serialize, ToSchema)]
struct LegHead {
    uid: String,
    name: String,
}

/// Data from which the browser calculates the caller's rank card.
#[derive(Debug, Serialize, ToSchema)]
struct RankCard {
    /// Time of the data, RFC 3339.
    as_of: String,
    /// The period that takes orders now; null while there is none.
    period_id: Option<PeriodId>,
    period_name: Option<String>,
    /// Name of the compensation plan by which the period would be calculated; null while there is none.
    plan_name: Option<String>,
    /// Corner of the network around the caller; null while there is no period or no plan.
    corner: Option<Corner>,
    /// Heads of the legs of the corner, in their order.
    legs: Vec<LegHead>,
}

/// Returns the caller's corner of the network in the period that takes orders now, from which the rules in the browser
/// preview its bonus.
#[utoipa::path(get, path = "/api/rank-card", operation_id = "getRankCard",
    responses((status = 200, body = RankCard)))]
async fn show(State(db): State<Db>, State(ground): State<StandingsCache>, member: Member) -> Result<Json<RankCard>> {
    let known = ground.now(member.id).await?;
    let (period_id, period_name) = known.position.period.clone().unzip();
    let as_of = rfc3339(known.as_of_ms);
    let Some(network) = known.network.clone() else {
        return Ok(Json(RankCard { as_of, period_id, period_name, plan_name: None, corner: None, legs: Vec::new() }));
    };
    let plan_name = Some(network.plan_name.clone());
    let cut = move || -> Result<(Corner, Vec<MemberId>)> {
        let index =
            network.ids.binary_search(&member.id).map_err(|_| Error::internal("a member outside the network"))?;
        let (corner, legs) = network.corners.of(index).map_err(Error::internal)?;
        Ok((corner, legs.into_iter().map(|leg| network.ids[leg]).collect()))
    };
    let (corner, legs) = tokio::task::spawn_blocking(cut).await.map_err(Error::internal)??;
    let names = accounts::names(&mut *db.read().await?, &legs).await?;
    let legs = legs.iter().filter_map(|leg| names.get(leg).cloned()).map(|(uid, name)| LegHead { uid, name }).collect();
    Ok(Json(RankCard { as_of, period_id, period_name, plan_name, corner: Some(corner), legs }))
}

/// Cache of the standings of all members in the period that takes orders now.
#[derive(Clone)]
pub struct StandingsCache(Arc<Inner>);

struct Inner {
    db: Db,
    clock: Clock,
    last: RwLock<Option<Arc<NetworkSnapshot>>>,
    working: Mutex<()>,
}

/// The network at one point in time.
struct NetworkSnapshot {
    position: Position,
    as_of_ms: i64,
    network: Option<Arc<Network>>,
    worked: Instant,
    took: Duration,
}

struct Network {
    plan_name: String,
    ids: Vec<MemberId>,
    corners: Corners,
}

/// Cache key of the standings: the period, and counts that change whenever the input of the standings changes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Position {
    period: Option<(PeriodId, String)>,
    /// Orders, points, sales and entries of the ledger, changes of leaders, versions of the plan, calculations,
    /// finished calculations, members.
    counts: [i64; 9],
}

impl Position {
    async fn read(conn: &mut Conn, now_ms: i64) -> sqlx::Result<Self> {
        #[derive(FromRow)]
        struct Row {
            id: PeriodId,
            name: String,
            orders: i64,
            points: i64,
            sales_rp: i64,
            entries: i64,
            leaders: i64,
            plans: i64,
            calculations: i64,
            finished: i64,
            members: i64,
        }
        let sql = "SELECT id, name, orders, points, sales_rp,
                          (SELECT COALESCE(MAX(id), 0) FROM bv_entries) AS entries,
                          (SELECT COALESCE(MAX(id), 0) FROM leader_changes) AS leaders,
                          (SELECT COALESCE(MAX(id), 0) FROM compensation_plans) AS plans,
                          (SELECT COALESCE(MAX(number), 0) FROM bonus_calculations) AS calculations,
                          (SELECT COUNT(*) FROM bv_periods WHERE calculated_ms IS NOT NULL) AS finished,
                          (SELECT COALESCE(MAX(id), 0) FROM members) AS members
                   FROM bv_periods WHERE frozen_ms IS NULL AND $1 BETWEEN starts_ms AND ends_ms
                   ORDER BY starts_ms DESC, id DESC LIMIT 1";
        let row: Option<Row> = query_as(sql).bind(now_ms).fetch_optional(conn).await?;
        Ok(row.map_or(Self { period: None, counts: [0; 9] }, |row| Self {
            counts: [
                row.orders,
                row.points,
                row.sales_rp,
                row.entries,
                row.leaders,
                row.plans,
                row.calculations,
                row.finished,
                row.members,
            ],
            period: Some((row.id, row.name)),
        }))
    }
}

impl NetworkSnapshot {
    /// Whether it is too recent to be recalculated.
    fn is_recent(&self) -> bool {
        self.worked.elapsed() < self.took * REST
    }

    fn has(&self, member: MemberId) -> bool {
        self.network.as_ref().is_none_or(|network| network.ids.binary_search(&member).is_ok())
    }
}

impl StandingsCache {
    /// Creates the standings of a shop from its database and clock; nothing is read yet.
    pub fn new(db: Db, clock: Clock) -> Self {
        Self(Arc::new(Inner { db, clock, last: RwLock::default(), working: Mutex::default() }))
    }

    /// Calculates the standing of all members if it is not cached, so that the first card after a start does not wait for
    /// it.
    pub async fn warm(&self) {
        let _working = self.0.working.lock().await;
        if self.last().is_none()
            && let Err(error) = self.renew().await
        {
            tracing::error!(?error, "the standing of the members cannot be calculated");
        }
    }

    /// Returns the standings of all members, including `member`; in a large network they may be slightly outdated.
    async fn now(&self, member: MemberId) -> Result<Arc<NetworkSnapshot>> {
        let Inner { db, clock, working, .. } = &*self.0;
        let position = Position::read(&mut *db.read().await?, clock.now_ms()).await?;
        let known = self.last().filter(|known| known.has(member) && known.position.period == position.period);
        if let Some(known) = known {
            if known.position == position {
                return Ok(known);
            }
            if known.network.as_ref().is_some_and(|network| network.ids.len() > SMALL) {
                if !known.is_recent() {
                    self.renew_in_background();
                }
                return Ok(known);
            }
        }
        let asked = Instant::now();
        let _working = working.lock().await;
        // The first of the waiting requests has calculated it for all.
        match self.last().filter(|known| known.worked > asked && known.has(member)) {
            Some(known) => Ok(known),
            None => self.renew().await,
        }
    }

    fn last(&self) -> Option<Arc<NetworkSnapshot>> {
        self.0.last.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Recalculates the standings in the background, unless that is already under way.
    fn renew_in_background(&self) {
        let ground = self.clone();
        tokio::spawn(async move {
            let Ok(_working) = ground.0.working.try_lock() else { return };
            if ground.last().is_some_and(|known| known.is_recent()) {
                return;
            }
            if let Err(error) = ground.renew().await {
                tracing::error!(?error, "the standing of the members cannot be calculated");
            }
        });
    }

    async fn renew(&self) -> Result<Arc<NetworkSnapshot>> {
        let began = Instant::now();
        let as_of_ms = self.0.clock.now_ms();
        let mut snapshot = self.0.db.snapshot().await?;
        let position = Position::read(&mut snapshot, as_of_ms).await?;
        let basis = match &position.period {
            Some((period, _)) => match Basis::read(&mut snapshot, *period).await {
                Ok(basis) => Some(basis),
                Err(Refused::NoPlan) => None,
                Err(refused) => return Err(refused.into()),
            },
            None => None,
        };
        snapshot.rollback().await?;
        let network = match basis {
            Some(basis) => Some(Arc::new(run_in_background(move || Network::new(basis)).await?)),
            None => None,
        };
        let known =
            Arc::new(NetworkSnapshot { position, as_of_ms, network, worked: Instant::now(), took: began.elapsed() });
        *self.0.last.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&known));
        Ok(known)
    }
}

impl Network {
    fn new(basis: Basis) -> Result<Self, Refused> {
        let Basis { plan, ids, nodes, earned, .. } = basis;
        let mut earned = earned.into_iter().peekable();
        let nothing = PlanVolumes { plan_a: 0, plan_b: 0 };
        let mut of = |id: &MemberId| earned.next_if(|earned| earned.member_id == *id);
        let sums = |earned: Earned| PlanVolumes { plan_a: earned.plan_a, plan_b: earned.plan_b };
        let earned = ids.iter().map(|id| of(id).map_or(nothing, sums)).collect();
        let plan_name = plan.name.clone();
        let corners = Corners::new(Standings::new(plan, &nodes)?, earned)?;
        Ok(Self { plan_name, ids, corners })
    }
}
