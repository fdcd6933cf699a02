//! Split of a member's business volume of a period between Plan A and Plan B.

use serde::{Deserialize, Serialize};
#[cfg(feature = "wasm")]
use tsify::Tsify;

use crate::quote::MAX_AMOUNT;

/// Maximum volume of Plan B, in points; a total below it belongs to Plan A alone.
const PLAN_B_CAP: i64 = 200;

/// Business volume per plan, in points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlanVolumes {
    /// Points in Plan A.
    pub plan_a: i64,
    /// Points in Plan B.
    pub plan_b: i64,
}

/// Reason why volumes cannot be allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AllocationError {
    /// A plan's volume is negative.
    #[error("BV tidak boleh negatif.")]
    Negative,
    /// The volumes add up to more than [`MAX_AMOUNT`].
    #[error("Nilai BV terlalu besar.")]
    TooLarge,
}

impl AllocationError {
    /// The error's stable name on the wire.
    pub fn code(self) -> &'static str {
        match self {
            Self::Negative => "negative_amount",
            Self::TooLarge => "amount_too_large",
        }
    }
}

impl PlanVolumes {
    /// Converts sums of the ledger to volumes that are not negative; a negative total counts as no volume.
    ///
    /// Refunds can make the sum of one plan negative. That sum is then deducted from the other plan.
    pub fn of_sums(plan_a: i64, plan_b: i64) -> Self {
        let total = plan_a.saturating_add(plan_b).max(0);
        Self { plan_a: plan_a.clamp(0, total), plan_b: total - plan_a.clamp(0, total) }
    }
}

/// Allocates the points that a member earned between both plans.
///
/// - Below 200 points, all of them belong to Plan A.
/// - From 400 points on, Plan B has 200 and Plan A the rest. The same applies above 200 points if the member chose at
///   least 200 for Plan B, or more for Plan B than for Plan A.
/// - Otherwise the member's own choice stays.
///
/// The results always add up to the input, and none is negative.
///
/// # Errors
/// A negative volume, or a sum above [`MAX_AMOUNT`].
pub fn allocate(chosen: PlanVolumes) -> Result<PlanVolumes, AllocationError> {
    let PlanVolumes { plan_a, plan_b } = chosen;
    if plan_a < 0 || plan_b < 0 {
        return Err(AllocationError::Negative);
    }
    let total = plan_a.checked_add(plan_b).filter(|total| *total <= MAX_AMOUNT).ok_or(AllocationError::TooLarge)?;
    let capped = PlanVolumes { plan_a: total - total.min(PLAN_B_CAP), plan_b: total.min(PLAN_B_CAP) };
    Ok(if total < PLAN_B_CAP {
        PlanVolumes { plan_a: total, plan_b: 0 }
    } else if total >= 2 * PLAN_B_CAP || total > PLAN_B_CAP && (plan_b >= PLAN_B_CAP || plan_b > plan_a) {
        capped
    } else {
        chosen
    })
}

/// Allocates sums of the ledger; a negative sum of one plan first reduces that of the other ([`PlanVolumes::of_sums`]).
///
/// # Errors
/// A sum above [`MAX_AMOUNT`].
pub fn allocate_sums(sums: PlanVolumes) -> Result<PlanVolumes, AllocationError> {
    allocate(PlanVolumes::of_sums(sums.plan_a, sums.plan_b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(plan_a: i64, plan_b: i64, expected: (i64, i64)) {
        let allocated = allocate(PlanVolumes { plan_a, plan_b }).unwrap();
        assert_eq!((allocated.plan_a, allocated.plan_b), expected, "from {plan_a} and {plan_b}");
    }

    #[test]
    fn each_error_has_its_own_code() {
        let code = |plan_a, plan_b| allocate(PlanVolumes { plan_a, plan_b }).unwrap_err().code();
        assert_eq!(
            (code(-1, 0), code(0, -1), code(i64::MAX, 1)),
            ("negative_amount", "negative_amount", "amount_too_large")
        );
    }

    #[test]
    fn allocation_follows_its_rules_at_the_limits() {
        check(0, 0, (0, 0));
        check(0, 199, (199, 0));
        check(150, 49, (199, 0));
        check(0, 200, (0, 200));
        check(120, 80, (120, 80));
        check(1, 200, (1, 200));
        check(0, 201, (1, 200));
        check(100, 101, (1, 200));
        check(101, 100, (101, 100));
        check(201, 0, (201, 0));
        check(150, 199, (149, 200));
        check(200, 199, (200, 199));
        check(199, 200, (199, 200));
        check(400, 0, (200, 200));
        check(0, 400, (200, 200));
        check(401, 0, (201, 200));
        check(0, 1000, (800, 200));
    }

    #[test]
    fn a_negative_sum_reduces_the_other_plan() {
        for (a, b, expected) in [
            (3, 4, (3, 4)),
            (-3, 4, (0, 1)),
            (4, -3, (1, 0)),
            (-4, 3, (0, 0)),
            (-1, -1, (0, 0)),
            (0, 0, (0, 0)),
            (i64::MIN, i64::MAX, (0, 0)),
            (i64::MAX, i64::MAX, (i64::MAX, 0)),
        ] {
            let volumes = PlanVolumes::of_sums(a, b);
            assert_eq!((volumes.plan_a, volumes.plan_b), expected, "from {a} and {b}");
        }
    }

    #[test]
    fn invalid_volumes_are_refused() {
        assert_eq!(allocate(PlanVolumes { plan_a: -1, plan_b: 500 }), Err(AllocationError::Negative));
        assert_eq!(allocate(PlanVolumes { plan_a: i64::MAX, plan_b: 1 }), Err(AllocationError::TooLarge));
        assert_eq!(allocate(PlanVolumes { plan_a: MAX_AMOUNT, plan_b: 1 }), Err(AllocationError::TooLarge));
    }
}
