//! Templates of compensation plans.

use axum::Json;
use ksmart_core::plan::document::PlanDocument;
use ksmart_foundation::{
    document::routes,
    error::{Error, Result},
};
use ksmart_identity::roles::{Admin, FINANCE};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::MembersState;

/// Code, description and document of each template.
const TEMPLATES: [(&str, &str, &str); 4] = [
    (
        "unilevel",
        "Setiap anggota dibayar dari poinnya sendiri dan dari poin lima tingkat di bawahnya, dengan tarif tetap untuk \
         setiap tingkat.",
        include_str!("../../../assets/plans/unilevel.json"),
    ),
    (
        "stairstep",
        "Makin banyak poin grup, makin tinggi tarifnya: dari 3% untuk 200 poin sampai 21% untuk 10.000 poin. \
         Anggota dibayar selisih tarifnya dengan tarif anggota di bawahnya.",
        include_str!("../../../assets/plans/stairstep.json"),
    ),
    (
        "plan_a_b",
        "Plan A membayar poin pribadi dan tingkat di bawahnya, Plan B membayar menurut peringkat dan generasi; \
         Manager juga berbagi dana bersama.",
        include_str!("../../../assets/plans/plan_a_b.json"),
    ),
    (
        "generations",
        "Manager dibayar dari grup pribadi para Manager di bawahnya, generasi demi generasi, dan berbagi dana bersama.",
        include_str!("../../../assets/plans/generations.json"),
    ),
];

/// The routes of this part.
pub fn router() -> OpenApiRouter<MembersState> {
    OpenApiRouter::new().routes(routes!(list))
}

/// A template of a compensation plan.
#[derive(Debug, Serialize, ToSchema)]
struct PlanTemplate {
    /// Stable identifier of the template.
    code: &'static str,
    /// Kind of plan, in a sentence or two.
    description: &'static str,
    /// The document; its name is the template's name.
    #[schema(value_type = PlanDocument)]
    plan: Value,
}

/// Lists the templates of compensation plans.
#[utoipa::path(get, path = "/api/admin/compensation-plan-templates", operation_id = "listCompensationPlanTemplates",
    responses((status = 200, body = [PlanTemplate])))]
async fn list(_: Admin<FINANCE>) -> Result<Json<Vec<PlanTemplate>>> {
    let template = |(code, description, document)| {
        let plan = serde_json::from_str(document).map_err(Error::internal)?;
        Ok(PlanTemplate { code, description, plan })
    };
    TEMPLATES.into_iter().map(template).collect::<Result<_>>().map(Json)
}

#[cfg(test)]
mod tests {
    use ksmart_core::plan::document::{ComponentKind, Metric, Plan};

    use super::*;

    fn plans() -> Vec<(&'static str, Plan)> {
        let read =
            |(code, _, document)| (code, Plan::parse(document).unwrap_or_else(|faults| panic!("{code}: {faults:?}")));
        TEMPLATES.into_iter().map(read).collect()
    }

    #[test]
    fn every_template_is_a_complete_plan() {
        for (code, plan) in plans() {
            let document = serde_json::to_value(plan.document()).unwrap();
            let (.., text) = TEMPLATES.into_iter().find(|(known, ..)| *known == code).unwrap();
            assert_eq!(document, serde_json::from_str::<Value>(text).unwrap(), "{code} says what it leaves out");
        }
    }

    #[test]
    fn stairstep_rates_rise_from_3_to_21_percent() {
        let (_, plan) = plans().into_iter().find(|(code, _)| *code == "stairstep").unwrap();
        let [component] = plan.components.as_slice() else { panic!("{plan:?}") };
        let ComponentKind::Differential { rates, .. } = &component.kind else { panic!("{component:?}") };
        let steps = plan.ranks.iter().zip(rates).filter_map(|(rank, rate)| {
            let [need] = rank.needs.as_slice() else { return None };
            assert!(matches!(need.metric, Metric::Gv(_)));
            Some((need.at_least, rate.unwrap().to_string()))
        });
        let steps: Vec<(i64, String)> = steps.collect();
        let wanted =
            [(200, "3"), (600, "6"), (1_200, "9"), (2_400, "12"), (4_000, "15"), (6_600, "18"), (10_000, "21")];
        assert_eq!(steps, wanted.map(|(points, rate)| (points, rate.to_owned())));
        assert_eq!((plan.ranks.len(), rates[0]), (8, None));
    }
}
