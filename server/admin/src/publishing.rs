//! Publishing of compensation plans, with safeguards against a plan that pays more than the shop can afford.
//!
//! Three results are calculated for each plan: its bonuses for the newest calculated period, its maximum payment for
//! any current product, and the limits of previous versions that it loosens.
//!
//! The administrator who publishes must acknowledge a product whose payment exceeds the plan's own cap. A plan that
//! exceeds its cap in the period, or loosens a limit, waits as a draft until another owner confirms it with a reason.

use axum::{Json, extract::State, http::StatusCode};
use ksmart_core::plan::{
    document::{Plan, PlanDocument},
    worst_case::Earning,
};
use ksmart_foundation::{
    db::{Conn, Db},
    document::routes,
    error::{Code, Error, Result},
    extract::{Body, Path},
    form::{reason, refuse},
    ids::PeriodId,
    time::Clock,
};
use ksmart_identity::{
    audit::{self, Change, Subject},
    roles::{Admin, Confirmed, FINANCE, OWNER},
    tokens::Member,
};
use ksmart_members::bonuses::{
    drafts::{self, Draft, DraftId, PlanDraftPage},
    plans::{self, NextVersion, PlanVersion},
    replay,
};
use ksmart_shop::catalog;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::AdminState;

/// The routes of this part.
pub fn router() -> OpenApiRouter<AdminState> {
    OpenApiRouter::new()
        .routes(routes!(publish))
        .routes(routes!(check))
        .routes(routes!(publish_draft))
        .routes(routes!(confirm_draft))
}

/// Product for which a plan can pay the largest share of the price.
#[derive(Debug, Serialize, ToSchema)]
struct PlanWorstCase {
    product_name: String,
    price_rp: i64,
    points: i64,
    /// Maximum payment of all components together before any cap, percent of the price, decimal text rounded up to two
    /// decimals; null if the product is free or the number is too large.
    percent: Option<String>,
    /// The plan's cap, percent of sales, decimal text.
    cap_percent: String,
    /// Whether `percent` exceeds the cap: the publishing administrator has to acknowledge that.
    is_over: bool,
}

/// Bonuses that a plan would have paid in the newest calculated period.
#[derive(Debug, Serialize, ToSchema)]
struct PlanOverCap {
    period_id: PeriodId,
    period_name: String,
    sales_rp: i64,
    /// Total of the period's bonuses before the plan's own cap, after the caps of members.
    uncapped_rp: i64,
    /// Maximum total of these bonuses.
    cap_rp: i64,
    /// Whether the total exceeds the maximum: another owner has to confirm that.
    is_over: bool,
}

/// Limits that the plan sets less strictly than the newest version or the version in use: another owner has to confirm
/// that.
#[derive(Debug, Serialize, ToSchema)]
struct PlanLooserLimits {
    /// Lowest cap of these versions, percent of sales, decimal text; null if this plan's cap is not higher.
    cap_percent: Option<String>,
    /// Lowest cap of these versions per member and period, rupiah; null if this plan does not pay more.
    member_cap_rp: Option<i64>,
}

impl PlanLooserLimits {
    /// Returns the limits of `before` that `plan` loosens; `None` if it loosens none.
    fn of(plan: &Plan, before: &[Plan]) -> Option<Self> {
        let cap = before.iter().map(|before| before.cap_percent).min().filter(|before| plan.cap_percent > *before);
        let member_cap = before.iter().filter_map(|before| before.member_cap).min();
        let member_cap_rp = member_cap.filter(|before| plan.member_cap.is_none_or(|cap| cap > *before));
        let cap_percent = cap.map(|cap| cap.to_string());
        (cap_percent.is_some() || member_cap_rp.is_some()).then_some(Self { cap_percent, member_cap_rp })
    }
}

/// Safeguards against a plan that pays more than the shop can afford.
#[derive(Debug, Serialize, ToSchema)]
struct PlanSafeguards {
    /// Product for which the plan can pay the largest share; null while no product earns points.
    worst_case: Option<PlanWorstCase>,
    /// Bonuses that the plan would have paid in the newest calculated period; null while no period is calculated.
    newest_period: Option<PlanOverCap>,
    /// Limits that the plan loosens; null if it loosens none.
    looser_limits: Option<PlanLooserLimits>,
}

impl PlanSafeguards {
    async fn of(db: &Db, plan: &Plan, now_ms: i64) -> Result<Self> {
        let mut conn = db.read().await?;
        let products = catalog::earning(&mut conn, now_ms).await?;
        let before = plans::standing(&mut conn).await?;
        drop(conn);
        let earnings: Vec<Earning> =
            products.iter().map(|product| Earning { price: product.price_rp, points: product.bv }).collect();
        let worst_case = plan.worst_case(&earnings).map(|worst| {
            let product = &products[worst.product];
            PlanWorstCase {
                product_name: product.name.clone(),
                price_rp: product.price_rp,
                points: product.bv,
                percent: worst.percent.map(|percent| percent.to_string()),
                cap_percent: plan.cap_percent.to_string(),
                is_over: worst.is_over,
            }
        });
        let newest_period = replay::newest_period(db, plan).await?.map(|replayed| PlanOverCap {
            period_id: replayed.period_id,
            period_name: replayed.period_name,
            sales_rp: replayed.sales_rp,
            uncapped_rp: replayed.uncapped_rp,
            cap_rp: replayed.cap_rp,
            is_over: replayed.uncapped_rp > replayed.cap_rp,
        });
        Ok(Self { worst_case, newest_period, looser_limits: PlanLooserLimits::of(plan, &before) })
    }

    /// Returns the product for which the plan can pay more than its cap.
    fn over_price(&self) -> Option<&PlanWorstCase> {
        self.worst_case.as_ref().filter(|worst| worst.is_over)
    }

    /// Fails if the worst case exceeds the cap and the publishing administrator has not acknowledged it.
    fn must_be_acknowledged(&self, is_acknowledged: bool) -> Result<()> {
        let Some(worst) = self.over_price().filter(|_| !is_acknowledged) else { return Ok(()) };
        let percent = worst.percent.as_ref().map_or_else(
            || "lebih dari seluruh".to_owned(),
            |percent| format!("sampai {}% dari", percent.replace('.', ",")),
        );
        let message = format!(
            "Rencana ini dapat membayar {percent} harga {}, lebih dari batas {}%. Nyatakan dulu bahwa Anda mengetahuinya.",
            worst.product_name,
            worst.cap_percent.replace('.', ",")
        );
        Err(refuse("acknowledges_worst_case", "required", message))
    }

    /// Returns the period in which the plan exceeds its cap.
    fn over_cap(&self) -> Option<&PlanOverCap> {
        self.newest_period.as_ref().filter(|period| period.is_over)
    }

    /// Returns the reason why another owner has to confirm the plan; `None` if no confirmation is needed.
    fn needs_other(&self) -> Option<String> {
        let over = self.over_cap().map(|period| format!("melampaui batasnya pada periode {}", period.period_name));
        over.or_else(|| self.looser_limits.as_ref().map(|_| "melonggarkan batas dari versi sebelumnya".to_owned()))
    }

    /// Returns the values for the audit log: the acknowledged product, and the facts to be confirmed.
    fn logged(&self) -> Value {
        let mut logged = json!({});
        if let Some(worst) = self.over_price() {
            logged["acknowledged_product"] = worst.product_name.clone().into();
            logged["acknowledged_percent"] = worst.percent.clone().into();
        }
        if let Some(period) = self.over_cap() {
            logged["period"] = period.period_name.clone().into();
            logged["uncapped_rp"] = period.uncapped_rp.into();
            logged["cap_rp"] = period.cap_rp.into();
        }
        if let Some(looser) = &self.looser_limits {
            logged["cap_percent_before"] = looser.cap_percent.clone().into();
            logged["member_cap_rp_before"] = looser.member_cap_rp.into();
        }
        logged
    }
}

/// A plan, and the version on which it is based.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"plan": {"name": "Rencana 2027", "point_value_rp": 5000, "cap_percent": "40", "member_cap_rp": null,
    "boundary_rank": null, "ranks": [{"code": "member", "name": "Anggota", "keeps": "period", "needs": []}],
    "components": [{"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "both", "rate": "10",
    "needs": []}]}, "from_period": null, "after_id": 1, "acknowledges_worst_case": false}
)))]
struct PlanCreation {
    #[schema(value_type = PlanDocument)]
    plan: Value,
    /// Key of the newest version, on which it is based; 0 if there is none.
    #[schema(minimum = 0)]
    after_id: i64,
    /// First period for which it is to be used, uncalculated and after all calculated periods; null for the next
    /// calculation.
    from_period: Option<PeriodId>,
    /// Whether the caller acknowledges that it can pay more than its cap for a product.
    #[serde(default)]
    acknowledges_worst_case: bool,
}

/// Creates a new version of the compensation plan.
///
/// Returns 409 with the newest version as `current` if the plan is based on another one. Also returns 409 if another
/// owner has to confirm the plan, for which it must be a draft.
#[utoipa::path(post, path = "/api/admin/compensation-plans", operation_id = "createCompensationPlan",
        request_body = PlanCreation,
    responses((status = 201, body = PlanVersion), (status = 409)))]
async fn publish(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<FINANCE>,
    Body(wanted): Body<PlanCreation>,
) -> Result<(StatusCode, Json<PlanVersion>)> {
    let plan = Plan::read(&wanted.plan)?;
    let next_version = NextVersion { after_id: wanted.after_id, from_period: wanted.from_period };
    let safeguards = PlanSafeguards::of(&db, &plan, clock.now_ms()).await?;
    safeguards.must_be_acknowledged(wanted.acknowledges_worst_case)?;
    let mut tx = db.write().await?;
    plans::lock_versions(&mut tx, next_version).await?;
    if let Some(why) = safeguards.needs_other() {
        let message = format!(
            "Rencana ini {why}. Simpan sebagai draf dan terbitkan dari sana, agar pemilik lain dapat menyetujuinya."
        );
        return Err(Error::conflict(Code::MoveRefused, message));
    }
    let made = plans::publish(&mut tx, &plan, next_version, &admin.0, clock.now_ms(), safeguards.logged()).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// A plan to be checked.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!(
    {"plan": {"name": "Rencana 2027", "point_value_rp": 5000, "cap_percent": "40", "member_cap_rp": null,
    "boundary_rank": null, "ranks": [{"code": "member", "name": "Anggota", "keeps": "period", "needs": []}],
    "components": [{"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "both", "rate": "10",
    "needs": []}]}}
)))]
struct PlanToCheck {
    #[schema(value_type = PlanDocument)]
    plan: Value,
}

/// Returns the safeguards for publishing a plan; stores nothing.
#[utoipa::path(post, path = "/api/admin/compensation-plans/safeguards", operation_id = "checkCompensationPlan",
        request_body = PlanToCheck,
    responses((status = 200, body = PlanSafeguards), (status = 409)))]
async fn check(
    State(db): State<Db>,
    State(clock): State<Clock>,
    _: Admin<FINANCE>,
    Body(PlanToCheck { plan }): Body<PlanToCheck>,
) -> Result<Json<PlanSafeguards>> {
    Ok(Json(PlanSafeguards::of(&db, &Plan::read(&plan)?, clock.now_ms()).await?))
}

/// Request to publish a draft.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 3, "from_period": null, "after_id": 1, "acknowledges_worst_case": false})))]
struct PlanDraftPublication {
    /// The version of the draft that was read.
    version: i64,
    /// Key of the newest version of the plan; 0 if there is none.
    #[schema(minimum = 0)]
    after_id: i64,
    /// First period for which it is to be used, uncalculated and after all calculated periods; null for the next
    /// calculation.
    from_period: Option<PeriodId>,
    /// Whether the caller acknowledges that it can pay more than its cap for a product.
    #[serde(default)]
    acknowledges_worst_case: bool,
}

/// Result of publishing a draft: one of the two is null.
#[derive(Debug, Serialize, ToSchema)]
struct PlanDraftPublished {
    /// Version made from the draft, which is deleted; null if the draft waits.
    published: Option<PlanVersion>,
    /// The draft, which waits for another owner.
    waiting: Option<PlanDraftPage>,
}

/// Publishes a draft. It waits for another owner if it exceeds its cap in the newest calculated period, or loosens a
/// limit of previous versions. 409 with the draft as `current` if it has changed since, or with the newest version if
/// the draft follows another one.
#[utoipa::path(post, path = "/api/admin/compensation-plan-drafts/{id}/publish",
        operation_id = "publishCompensationPlanDraft", request_body = PlanDraftPublication,
    responses((status = 200, body = PlanDraftPublished), (status = 409)))]
async fn publish_draft(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<FINANCE>,
    Path(id): Path<DraftId>,
    Body(wanted): Body<PlanDraftPublication>,
) -> Result<Json<PlanDraftPublished>> {
    let draft = as_read(&db, id, wanted.version, &admin.0).await?;
    let plan = Plan::parse(&draft.document)?;
    let next_version = NextVersion { after_id: wanted.after_id, from_period: wanted.from_period };
    let safeguards = PlanSafeguards::of(&db, &plan, clock.now_ms()).await?;
    safeguards.must_be_acknowledged(wanted.acknowledges_worst_case)?;
    let now_ms = clock.now_ms();
    let mut tx = db.write().await?;
    plans::lock_versions(&mut tx, next_version).await?;
    let outcome = if safeguards.needs_other().is_some() {
        if !drafts::request_publication(&mut tx, &draft, next_version, wanted.acknowledges_worst_case, &admin.0, now_ms)
            .await?
        {
            return Err(drafts::conflict(&mut tx, id, admin.0.id).await);
        }
        let change = Change::new("ask", Subject::CompensationPlanDraft, id, Value::Null, safeguards.logged());
        audit::record(&mut tx, &admin.0, now_ms, change).await?;
        let waiting = drafts::find(&mut tx, id).await?.page(admin.0.id);
        PlanDraftPublished { published: None, waiting: Some(waiting) }
    } else {
        let made = make_version(&mut tx, &draft, &plan, next_version, &admin.0, now_ms, safeguards.logged()).await?;
        PlanDraftPublished { published: Some(made), waiting: None }
    };
    tx.commit().await?;
    Ok(Json(outcome))
}

/// Confirmation of a draft by another owner.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(examples(json!({"version": 4, "reason": "Promosi tiga bulan, disetujui rapat pemilik."})))]
struct PlanDraftConfirmation {
    /// The version of the draft that was read.
    version: i64,
    /// Reason, up to 300 characters.
    #[schema(min_length = 1, max_length = 300, pattern = r"\S")]
    reason: String,
}

/// Publishes a draft that waits for another owner: the administrator who wanted to publish it may not confirm it.
#[utoipa::path(post, path = "/api/admin/compensation-plan-drafts/{id}/confirm",
        operation_id = "confirmCompensationPlanDraft", request_body = PlanDraftConfirmation,
    responses((status = 201, body = PlanVersion), (status = 409)))]
async fn confirm_draft(
    State(db): State<Db>,
    State(clock): State<Clock>,
    Confirmed(admin): Confirmed<OWNER>,
    Path(id): Path<DraftId>,
    Body(wanted): Body<PlanDraftConfirmation>,
) -> Result<(StatusCode, Json<PlanVersion>)> {
    let reason = reason(&wanted.reason)?;
    let draft = as_read(&db, id, wanted.version, &admin.0).await?;
    let refused = |message: &'static str| Error::conflict(Code::MoveRefused, message);
    let Some(terms) = draft.publication_terms() else {
        return Err(refused("Draf ini tidak sedang menunggu persetujuan. Terbitkan dulu."));
    };
    if terms.by == admin.0.id {
        return Err(refused("Rencana ini Anda terbitkan sendiri. Mintalah pemilik lain untuk menyetujuinya."));
    }
    let plan = Plan::parse(&draft.document)?;
    let safeguards = PlanSafeguards::of(&db, &plan, clock.now_ms()).await?;
    if safeguards.over_price().is_some() && !terms.is_acknowledged {
        return Err(refused("Katalog berubah sejak draf ini diterbitkan. Terbitkan lagi untuk melihat peringatannya."));
    }
    let mut more = safeguards.logged();
    more["reason"] = reason.into();
    more["asked_by"] = terms.by_name.into();
    let mut tx = db.write().await?;
    plans::lock_versions(&mut tx, terms.next_version).await?;
    let made = make_version(&mut tx, &draft, &plan, terms.next_version, &admin.0, clock.now_ms(), more).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Returns a draft, if it is still the version that was read.
async fn as_read(db: &Db, id: DraftId, version: i64, by: &Member) -> Result<Draft> {
    let mut conn = db.read().await?;
    let draft = drafts::find(&mut conn, id).await?;
    if draft.version == version { Ok(draft) } else { Err(drafts::conflict(&mut conn, id, by.id).await) }
}

/// Makes a version from a draft and deletes the draft, if it is unchanged since it was read.
async fn make_version(
    conn: &mut Conn,
    draft: &Draft,
    plan: &Plan,
    next_version: NextVersion,
    by: &Member,
    now_ms: i64,
    more: Value,
) -> Result<PlanVersion> {
    if !drafts::delete(conn, draft.id, draft.version).await? {
        return Err(drafts::conflict(conn, draft.id, by.id).await);
    }
    plans::publish(conn, plan, next_version, by, now_ms, more).await
}
