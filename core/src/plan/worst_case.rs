//! Maximum that a plan can pay for a product, regardless of the seller.

use rust_decimal::{Decimal, RoundingStrategy};

use crate::plan::document::{ComponentKind, Plan, Volume};

/// A product that earns points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Earning {
    /// Price in rupiah, 0 or more.
    pub price: i64,
    /// Points that one piece earns, 1 or more.
    pub points: i64,
}

/// Product for which a plan can pay the largest part of the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorstCase {
    /// Index of the product in the given list.
    pub product: usize,
    /// Maximum that all components together pay for it before any cap, in percent of its price with two decimals,
    /// rounded up; `None` if it costs nothing or the number cannot be represented.
    pub percent: Option<Decimal>,
    /// Whether this exceeds the plan's cap.
    pub is_over: bool,
}

impl Plan {
    /// Returns the maximum that all components together can pay for a point, in percent of its value: in Plan A or Plan
    /// B, whichever pays more.
    pub fn most_percent(&self) -> Decimal {
        let most = |plan: Volume| {
            let pays =
                self.components.iter().filter(|component| [plan, Volume::Both].contains(&component.kind.volume()));
            pays.map(|component| self.most_of(&component.kind)).sum::<Decimal>()
        };
        most(Volume::A).max(most(Volume::B))
    }

    /// Returns the maximum that a component can pay for a point, in percent of its value.
    fn most_of(&self, kind: &ComponentKind) -> Decimal {
        match kind {
            ComponentKind::Personal { rate, .. } => *rate,
            ComponentKind::Level { rates, .. } => rates.iter().sum(),
            ComponentKind::Differential { rates, .. } => rates.iter().flatten().copied().max().unwrap_or_default(),
            // Without a boundary no member heads a group.
            ComponentKind::Generation { rates, .. } if self.boundary.is_some() => rates.iter().sum(),
            ComponentKind::Generation { .. } => Decimal::ZERO,
            ComponentKind::Pool { percent, shares, .. } if shares.iter().flatten().any(|share| *share > 0) => *percent,
            ComponentKind::Pool { .. } => Decimal::ZERO,
        }
    }

    /// Returns the product for which this plan can pay the largest part of the price, the first of equal ones; `None`
    /// without a product.
    pub fn worst_case(&self, products: &[Earning]) -> Option<WorstCase> {
        let dearest = products.iter().enumerate().reduce(|worst, each| {
            let part = |one: &Earning, price: &Earning| i128::from(one.points) * i128::from(price.price);
            if part(each.1, worst.1) > part(worst.1, each.1) { each } else { worst }
        });
        let (product, Earning { price, points }) = dearest.map(|(index, earning)| (index, *earning))?;
        let most = self.most_percent();
        let value = Decimal::try_from_i128_with_scale(i128::from(points) * i128::from(self.point_value), 0).ok();
        let percent = match value {
            _ if most.is_zero() || self.point_value == 0 => Some(Decimal::ZERO),
            value => value.and_then(|value| value.checked_mul(most)?.checked_div(price.into())),
        };
        let is_over = percent.is_none_or(|percent| percent > self.cap_percent);
        let two_decimals = |percent: Decimal| percent.round_dp_with_strategy(2, RoundingStrategy::AwayFromZero);
        let percent = percent.map(|percent| two_decimals(percent).normalize());
        Some(WorstCase { product, percent, is_over })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn plan(boundary: Value, components: Value) -> Plan {
        let ranks = json!([
            {"code": "member", "name": "Anggota", "keeps": "period", "needs": []},
            {"code": "manager", "name": "Manager", "keeps": "period", "needs": []},
        ]);
        let document = json!({
            "name": "Rencana", "point_value_rp": 5000, "cap_percent": "40", "member_cap_rp": null,
            "boundary_rank": boundary, "ranks": ranks, "components": components,
        });
        Plan::read(&document).unwrap()
    }

    fn component(kind: &str, volume: &str, more: Value) -> Value {
        let mut component = json!({"code": kind, "name": "Bonus", "kind": kind, "volume": volume, "needs": []});
        component.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        component
    }

    /// Components with 10 % and 16 % of Plan A, and 15 %, 9 % and 2.5 % of Plan B, if some rank has shares of the pool.
    fn components(shares: Value) -> Value {
        json!([
            component("personal", "a", json!({"rate": "10"})),
            component("level", "a", json!({"rates": ["8", "5", "3"], "compression": true})),
            component("differential", "b", json!({"rates": {"member": "15", "manager": "9"}, "pass_up": true})),
            component("generation", "b", json!({"rates": ["5", "3", "1"]})),
            component("pool", "b", json!({"percent": "2.5", "shares": shares})),
        ])
    }

    #[test]
    fn the_maximum_percent_is_of_the_costlier_plan() {
        let decimal = |text: &str| text.parse::<Decimal>().unwrap();
        let shares = json!({"manager": 1});
        assert_eq!(plan(json!("manager"), components(shares.clone())).most_percent(), decimal("26.5"));
        // No member heads a group: 26 % of Plan A is more than 17.5 % of Plan B.
        assert_eq!(plan(Value::Null, components(shares.clone())).most_percent(), decimal("26"));
        // No member shares the pool: 26 % of Plan A is more than the remaining 24 % of Plan B.
        for nobody in [json!({}), json!({"manager": 0})] {
            assert_eq!(plan(json!("manager"), components(nobody)).most_percent(), decimal("26"));
        }
        let mut both = components(shares);
        both[4]["volume"] = json!("both");
        assert_eq!(plan(Value::Null, both).most_percent(), decimal("28.5"));
        assert_eq!(plan(Value::Null, json!([])).most_percent(), Decimal::ZERO);
    }

    #[test]
    fn the_worst_product_has_most_points_per_rupiah() {
        let plan = plan(json!("manager"), components(json!({"manager": 1})));
        let worst = |products: &[(i64, i64)]| {
            let earnings: Vec<Earning> = products.iter().map(|&(price, points)| Earning { price, points }).collect();
            let worst = plan.worst_case(&earnings)?;
            Some((worst.product, worst.percent.map(|percent| percent.to_string()), worst.is_over))
        };
        let percent = |percent: &str| Some(percent.to_owned());
        assert_eq!(worst(&[]), None);
        // 20 points × 5,000 × 26.5 % = 26,500, for a price of 100,000 or 66,250; of equal products the first counts.
        assert_eq!(worst(&[(100_000, 20)]), Some((0, percent("26.5"), false)));
        assert_eq!(worst(&[(100_000, 20), (66_250, 20), (132_500, 40), (1, 0)]), Some((1, percent("40"), false)));
        // With a price one rupiah lower, the cap is exceeded by less than two decimals can show; rounding up makes this
        // visible.
        assert_eq!(worst(&[(66_249, 20)]), Some((0, percent("40.01"), true)));
        assert_eq!(worst(&[(66_250, 20), (0, 1), (1, i64::MAX)]), Some((1, None, true)));
        let free = Plan { point_value: 0, ..plan.clone() };
        assert_eq!(free.worst_case(&[Earning { price: 0, points: 9 }]).map(|worst| worst.is_over), Some(false));
        let worthless = Plan { components: Vec::new(), ..plan.clone() };
        assert_eq!(worthless.worst_case(&[Earning { price: 0, points: 9 }]).map(|worst| worst.is_over), Some(false));
        let huge = Plan { point_value: i64::MAX, ..plan };
        let worst = huge.worst_case(&[Earning { price: 1, points: i64::MAX }]).unwrap();
        assert_eq!((worst.percent, worst.is_over), (None, true));
    }
}
