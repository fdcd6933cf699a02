//! What members are paid for a period: the compensation plan, applied to the whole network.
//!
//! A worked example, with the plan of the demo shop: a point is worth Rp 5,000; 10 % of the own points, and 8, 5, 3, 2
//! and 1 % of those one to five levels below for who has 20 points or more; all bonuses together at most 40 % of sales.
//!
//! Siti has 32 points, Budi below her 31, and Wahyu below him 36. Siti is paid for herself 32 × 5,000 × 10 % =
//! Rp 16,000, for Budi 31 × 5,000 × 8 % = Rp 12,400, for Wahyu 36 × 5,000 × 5 % = Rp 9,000: Rp 37,400 together. Budi is
//! paid 15,500 + 14,400 = Rp 29,900, and Wahyu Rp 18,000 for himself. That is Rp 85,300 in all, and whole as long as
//! the sales were Rp 213,250 or more. Of Rp 106,625 the cap is Rp 42,650, half of it: each line is halved.

use rust_decimal::Decimal;

use crate::{
    decimal_text,
    fields::FieldError,
    quote::{MAX_AMOUNT, is_percent},
};

/// The most levels that a plan can be given by its form.
pub const MAX_LEVELS: usize = 20;

/// The wire names of the levels' fields.
const LEVEL_FIELDS: [&str; MAX_LEVELS] = [
    "level_rates.0",
    "level_rates.1",
    "level_rates.2",
    "level_rates.3",
    "level_rates.4",
    "level_rates.5",
    "level_rates.6",
    "level_rates.7",
    "level_rates.8",
    "level_rates.9",
    "level_rates.10",
    "level_rates.11",
    "level_rates.12",
    "level_rates.13",
    "level_rates.14",
    "level_rates.15",
    "level_rates.16",
    "level_rates.17",
    "level_rates.18",
    "level_rates.19",
];

/// A version of the compensation plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompensationPlan {
    /// What a member is paid for own points, in percent of their value.
    pub personal_rate: Decimal,
    /// What a member is paid for points one level below, two levels below and so on, in percent of their value.
    pub level_rates: Vec<Decimal>,
    /// Own points of the period that a member needs to be paid for those below.
    pub qualification: i64,
    /// The most that all bonuses of a period come to, in percent of its sales.
    pub cap_percent: Decimal,
    /// What a point is worth, in rupiah.
    pub point_value: i64,
}

/// A member's place in the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    /// The leader's place in the list; `None` at the top.
    pub leader: Option<usize>,
    /// Own points of the period; what is negative counts as 0.
    pub points: i64,
}

/// A part of a bonus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BonusLine {
    /// Whose points they are: the place in the list.
    pub source: usize,
    /// Levels below the member who is paid; 0 for their own points.
    pub depth: usize,
    /// Points, 1 or more.
    pub points: i64,
    /// Rate of the level, in percent.
    pub rate: Decimal,
    /// What it comes to after the cap, in rupiah, 1 or more.
    pub amount: i64,
}

/// Why bonuses cannot be calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BonusError {
    /// A rate or the cap is no percentage, or the qualification or the value of a point is negative.
    #[error("the compensation plan makes no sense")]
    Plan,
    /// A leader's place is not in the list.
    #[error("a member's leader is not a member")]
    Leader,
    /// The bonuses add up to more than [`MAX_AMOUNT`].
    #[error("the bonuses are too large to be represented")]
    TooLarge,
}

impl CompensationPlan {
    /// Checks that every rate and the cap are percentages and nothing is negative.
    ///
    /// # Errors
    /// [`BonusError::Plan`].
    pub fn check(&self) -> Result<(), BonusError> {
        let rates = self.level_rates.iter().chain([&self.personal_rate, &self.cap_percent]);
        let sound = rates.copied().all(is_percent)
            && self.qualification >= 0
            && (0..=MAX_AMOUNT).contains(&self.point_value)
            && self.qualification <= MAX_AMOUNT;
        if sound { Ok(()) } else { Err(BonusError::Plan) }
    }

    /// The rate of a level; `None` below the last.
    fn rate(&self, depth: usize) -> Option<Decimal> {
        match depth.checked_sub(1) {
            None => Some(self.personal_rate),
            Some(level) => self.level_rates.get(level).copied(),
        }
    }
}

/// A version of the compensation plan as typed into its form.
#[derive(Debug, Clone, Copy)]
pub struct PlanForm<'a> {
    /// Percent of own points' value, such as `10` or `12,5`.
    pub personal_rate: &'a str,
    /// Percent for one level below, two levels below and so on.
    pub level_rates: &'a [String],
    /// Own points that qualify for what is below.
    pub qualification_points: Option<i64>,
    /// Percent of sales.
    pub cap_percent: &'a str,
    /// Rupiah that a point is worth.
    pub point_value_rp: Option<i64>,
}

/// Reads a percentage as people type it, with a point or a comma; `None` if it is none.
pub fn read_percent(typed: &str) -> Option<Decimal> {
    decimal_text::parse(&typed.trim().replace(',', ".")).filter(|percent| is_percent(*percent))
}

/// Checks the form of a new version of the plan, and gives the plan.
///
/// # Errors
/// Every field that is wrong.
pub fn check_plan(form: &PlanForm<'_>) -> Result<CompensationPlan, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut percent = |field: &'static str, label: &str, typed: &str| {
        let read = read_percent(typed);
        if read.is_none() {
            let message = format!("{label} harus berupa persen antara 0 dan 100.");
            errors.push(FieldError::new(field, "percent", message));
        }
        read.unwrap_or_default()
    };
    let personal_rate = percent("personal_rate", "Bonus pribadi", form.personal_rate);
    let level_rates = LEVEL_FIELDS.iter().zip(form.level_rates).zip(1..);
    let level_rates =
        level_rates.map(|((field, rate), level)| percent(field, &format!("Tingkat {level}"), rate)).collect();
    let cap_percent = percent("cap_percent", "Batas bonus", form.cap_percent);
    if form.level_rates.len() > MAX_LEVELS {
        let message = format!("Paling banyak {MAX_LEVELS} tingkat.");
        errors.push(FieldError::new("level_rates", "too_many", message));
    }
    let mut amount = |field: &'static str, label: &str, typed: Option<i64>| {
        let amount = typed.filter(|amount| (0..=MAX_AMOUNT).contains(amount));
        if amount.is_none() {
            let message = format!("{label} harus berupa bilangan bulat, 0 atau lebih.");
            errors.push(FieldError::new(field, "amount", message));
        }
        amount.unwrap_or_default()
    };
    let qualification = amount("qualification_points", "Syarat poin pribadi", form.qualification_points);
    let point_value = amount("point_value_rp", "Nilai satu poin", form.point_value_rp);
    let plan = CompensationPlan { personal_rate, level_rates, qualification, cap_percent, point_value };
    if errors.is_empty() { Ok(plan) } else { Err(errors) }
}

/// `value` × percent / 100, rounded down; for a value of 0 or more and a percentage.
///
/// Whole numbers, because [`Decimal`] rounds a product of more than 28 digits.
pub(crate) fn share(value: i128, percent: Decimal) -> Result<i128, BonusError> {
    let percent = percent.normalize();
    let part = value.checked_mul(percent.mantissa()).ok_or(BonusError::TooLarge)?;
    Ok(part / (100 * 10_i128.pow(percent.scale())))
}

/// The bonuses of a whole network in a period.
#[derive(Debug)]
pub struct Payout<'a> {
    plan: &'a CompensationPlan,
    seats: &'a [Seat],
    /// Everyone who has a leader, those of one leader together.
    followers: Vec<usize>,
    /// Where the followers of each place begin in `followers`, and one entry more for where the last end.
    starts: Vec<usize>,
    cap: i64,
    uncapped: i64,
}

impl<'a> Payout<'a> {
    /// Works out the bonuses before the cap, and the cap.
    ///
    /// `sales` is what the period's orders came to after discount and refunds, in rupiah; below 0 it counts as 0.
    ///
    /// # Errors
    /// The plan makes no sense, a leader is not in the list, or the bonuses are too large.
    pub fn new(plan: &'a CompensationPlan, seats: &'a [Seat], sales: i64) -> Result<Self, BonusError> {
        plan.check()?;
        let (followers, starts) = followers(seats)?;
        let cap = share(i128::from(sales.max(0)), plan.cap_percent)?;
        let cap = i64::try_from(cap).map_err(|_| BonusError::TooLarge)?;
        let mut payout = Self { plan, seats, followers, starts, cap, uncapped: 0 };
        let mut uncapped = 0_i64;
        for member in 0..seats.len() {
            payout.visit(member, |_, _, _, amount| {
                uncapped = uncapped.checked_add(amount).filter(|sum| *sum <= MAX_AMOUNT).ok_or(BonusError::TooLarge)?;
                Ok(())
            })?;
        }
        payout.uncapped = uncapped;
        Ok(payout)
    }

    /// The most that all bonuses may come to, in rupiah.
    pub fn cap(&self) -> i64 {
        self.cap
    }

    /// What all bonuses come to before the cap, in rupiah.
    pub fn uncapped(&self) -> i64 {
        self.uncapped
    }

    /// The lines of a member's bonus, which is their sum: own points first, then level by level.
    ///
    /// A line is points × value × rate, rounded down to the rupiah. If all bonuses come to more than the cap, each line
    /// is scaled by cap / all of them, and rounded down again. What comes to less than a rupiah is no line.
    ///
    /// # Errors
    /// A line is too large; [`Payout::new`] has found that already.
    pub fn lines(&self, member: usize) -> Result<Vec<BonusLine>, BonusError> {
        let mut lines = Vec::new();
        self.visit(member, |source, depth, rate, amount| {
            let amount = self.scaled(amount)?;
            if amount > 0 {
                lines.push(BonusLine { source, depth, points: self.seats[source].points, rate, amount });
            }
            Ok(())
        })?;
        Ok(lines)
    }

    /// The lines of a member's bonus as they are before the cap.
    ///
    /// # Errors
    /// As [`Payout::lines`].
    pub fn lines_before_cap(&self, member: usize) -> Result<Vec<BonusLine>, BonusError> {
        let mut lines = Vec::new();
        self.visit(member, |source, depth, rate, amount| {
            lines.push(BonusLine { source, depth, points: self.seats[source].points, rate, amount });
            Ok(())
        })?;
        Ok(lines)
    }

    fn scaled(&self, amount: i64) -> Result<i64, BonusError> {
        if self.uncapped <= self.cap {
            return Ok(amount);
        }
        let scaled = i128::from(amount) * i128::from(self.cap) / i128::from(self.uncapped);
        i64::try_from(scaled).map_err(|_| BonusError::TooLarge)
    }

    /// Calls `found` with source, depth, rate and rupiah before the cap of everything that `member` is paid for.
    fn visit(
        &self,
        member: usize,
        mut found: impl FnMut(usize, usize, Decimal, i64) -> Result<(), BonusError>,
    ) -> Result<(), BonusError> {
        let Some(seat) = self.seats.get(member) else { return Ok(()) };
        let mut level = vec![member];
        let mut depth = 0;
        while let Some(rate) = self.plan.rate(depth).filter(|_| !level.is_empty()) {
            for &source in &level {
                let value = i128::from(self.seats[source].points.max(0)) * i128::from(self.plan.point_value);
                let amount = i64::try_from(share(value, rate)?).map_err(|_| BonusError::TooLarge)?;
                if amount > 0 {
                    found(source, depth, rate, amount)?;
                }
            }
            if seat.points < self.plan.qualification {
                break;
            }
            level = level.into_iter().flat_map(|leader| self.below(leader)).copied().collect();
            depth += 1;
        }
        Ok(())
    }

    /// Those directly below a place.
    fn below(&self, leader: usize) -> &[usize] {
        &self.followers[self.starts[leader]..self.starts[leader + 1]]
    }
}

/// Everyone who has a leader, by leader, and where the followers of each place begin.
fn followers(seats: &[Seat]) -> Result<(Vec<usize>, Vec<usize>), BonusError> {
    let mut starts = vec![0; seats.len() + 1];
    for seat in seats {
        if let Some(leader) = seat.leader {
            *starts.get_mut(leader + 1).ok_or(BonusError::Leader)? += 1;
        }
    }
    for place in 1..starts.len() {
        starts[place] += starts[place - 1];
    }
    let mut followers = vec![0; starts.last().copied().unwrap_or_default()];
    let mut free = starts.clone();
    for (place, seat) in seats.iter().enumerate() {
        if let Some(leader) = seat.leader {
            followers[free[leader]] = place;
            free[leader] += 1;
        }
    }
    Ok((followers, starts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    fn demo_plan() -> CompensationPlan {
        CompensationPlan {
            personal_rate: percent("10"),
            level_rates: ["8", "5", "3", "2", "1"].map(percent).to_vec(),
            qualification: 20,
            cap_percent: percent("40"),
            point_value: 5000,
        }
    }

    /// A chain: each below the one before.
    fn chain(points: &[i64]) -> Vec<Seat> {
        points.iter().enumerate().map(|(place, &points)| Seat { leader: place.checked_sub(1), points }).collect()
    }

    fn amounts(payout: &Payout<'_>, member: usize) -> Vec<i64> {
        payout.lines(member).unwrap().iter().map(|line| line.amount).collect()
    }

    #[test]
    fn the_worked_example_comes_out_as_it_says() {
        let (plan, seats) = (demo_plan(), chain(&[32, 31, 36]));
        let payout = Payout::new(&plan, &seats, 213_250).unwrap();
        assert_eq!((payout.uncapped(), payout.cap()), (85_300, 85_300));
        assert_eq!(amounts(&payout, 0), [16_000, 12_400, 9_000]);
        assert_eq!(amounts(&payout, 1), [15_500, 14_400]);
        assert_eq!(amounts(&payout, 2), [18_000]);
        let levels: Vec<_> =
            payout.lines(0).unwrap().iter().map(|line| (line.source, line.depth, line.points, line.rate)).collect();
        assert_eq!(levels, [(0, 0, 32, percent("10")), (1, 1, 31, percent("8")), (2, 2, 36, percent("5"))]);
        let halved = Payout::new(&plan, &seats, 106_625).unwrap();
        assert_eq!((halved.cap(), amounts(&halved, 0)), (42_650, vec![8_000, 6_200, 4_500]));
    }

    #[test]
    fn who_has_too_few_own_points_is_paid_for_them_alone() {
        let (plan, seats) = (demo_plan(), chain(&[19, 20, 100]));
        let payout = Payout::new(&plan, &seats, MAX_AMOUNT).unwrap();
        assert_eq!(amounts(&payout, 0), [9_500]);
        assert_eq!(amounts(&payout, 1), [10_000, 40_000]);
    }

    #[test]
    fn the_last_level_is_the_last() {
        let (plan, seats) = (demo_plan(), chain(&[100; 8]));
        let payout = Payout::new(&plan, &seats, MAX_AMOUNT).unwrap();
        assert_eq!(amounts(&payout, 0), [50_000, 40_000, 25_000, 15_000, 10_000, 5_000]);
        assert_eq!(amounts(&payout, 6), [50_000, 40_000]);
        assert!(amounts(&payout, 8).is_empty());
    }

    #[test]
    fn refunds_and_crumbs_are_no_lines() {
        let (mut plan, seats) = (demo_plan(), chain(&[-5, 0, 1]));
        plan.qualification = 0;
        let payout = Payout::new(&plan, &seats, MAX_AMOUNT).unwrap();
        assert!(amounts(&payout, 0).is_empty());
        plan.qualification = -5;
        assert_eq!(Payout::new(&plan, &seats, 0).unwrap_err(), BonusError::Plan);
        plan = CompensationPlan { point_value: 9, qualification: 0, ..demo_plan() };
        // 9 rupiah × 10 % is nine tenths of a rupiah.
        assert!(amounts(&Payout::new(&plan, &seats, MAX_AMOUNT).unwrap(), 2).is_empty());
    }

    #[test]
    fn without_sales_nobody_is_paid() {
        let (plan, seats) = (demo_plan(), chain(&[32, 31, 36]));
        for sales in [0, -1, i64::MIN] {
            let payout = Payout::new(&plan, &seats, sales).unwrap();
            assert_eq!((payout.cap(), amounts(&payout, 0)), (0, vec![]));
        }
    }

    #[test]
    fn lines_before_the_cap_are_those_of_a_shop_that_sold_enough() {
        let (plan, seats) = (demo_plan(), chain(&[32, 31, 36]));
        let enough = Payout::new(&plan, &seats, MAX_AMOUNT).unwrap();
        let capped = Payout::new(&plan, &seats, 100).unwrap();
        for member in 0..3 {
            assert_eq!(capped.lines_before_cap(member).unwrap(), enough.lines(member).unwrap());
        }
        assert_ne!(capped.lines(0).unwrap(), enough.lines(0).unwrap());
    }

    #[test]
    fn a_form_is_read_as_the_plan_or_names_every_wrong_field() {
        let rates = ["8", "5", "3", "2", "1"].map(str::to_owned);
        let form = PlanForm {
            personal_rate: " 10 ",
            level_rates: &rates,
            qualification_points: Some(20),
            cap_percent: "40,0",
            point_value_rp: Some(5000),
        };
        let plan = check_plan(&form).unwrap();
        assert_eq!(plan, demo_plan());
        assert_eq!(plan.check(), Ok(()));
        let rates = vec!["101".to_owned(); MAX_LEVELS + 1];
        let wrong = PlanForm {
            personal_rate: "1e1",
            level_rates: &rates,
            qualification_points: Some(-1),
            cap_percent: "",
            point_value_rp: None,
        };
        let fields: Vec<_> = check_plan(&wrong).unwrap_err().into_iter().map(|error| error.field).collect();
        let levels = (0..MAX_LEVELS).map(|level| format!("level_rates.{level}"));
        let expected: Vec<String> = ["personal_rate".to_owned()]
            .into_iter()
            .chain(levels)
            .chain(["cap_percent", "level_rates", "qualification_points", "point_value_rp"].map(str::to_owned))
            .collect();
        assert_eq!(fields, expected);
        assert!(check_plan(&PlanForm { level_rates: &[], ..form }).unwrap().level_rates.is_empty());
        let most = vec!["1".to_owned(); MAX_LEVELS];
        assert_eq!(check_plan(&PlanForm { level_rates: &most, ..form }).unwrap().level_rates.len(), MAX_LEVELS);
    }

    #[test]
    fn what_makes_no_sense_is_refused_and_nothing_wraps() {
        let plan = demo_plan();
        for (wrong, error) in [
            (CompensationPlan { personal_rate: percent("-1"), ..demo_plan() }, BonusError::Plan),
            (CompensationPlan { level_rates: vec![percent("100.1")], ..demo_plan() }, BonusError::Plan),
            (CompensationPlan { cap_percent: percent("101"), ..demo_plan() }, BonusError::Plan),
            (CompensationPlan { point_value: -1, ..demo_plan() }, BonusError::Plan),
            (CompensationPlan { point_value: MAX_AMOUNT, ..demo_plan() }, BonusError::TooLarge),
        ] {
            assert_eq!(Payout::new(&wrong, &chain(&[32, 31, 36]), 0).unwrap_err(), error);
        }
        let orphan = [Seat { leader: Some(1), points: 1 }];
        assert_eq!(Payout::new(&plan, &orphan, 0).unwrap_err(), BonusError::Leader);
        assert_eq!(Payout::new(&plan, &chain(&[MAX_AMOUNT]), 0).unwrap_err(), BonusError::TooLarge);
        assert!(Payout::new(&plan, &[], 0).is_ok());
    }
}
