//! Input data of a period's calculation, read at one time, and the result.

use ksmart_core::{
    allocation::{AllocationError, PlanVolumes, allocate},
    plan::{
        document::{Keeps, Metric, Plan},
        engine::{Payout, PayoutError},
        skips::Skip,
        standing::Node,
    },
};
use ksmart_foundation::{
    db::Conn,
    format,
    ids::{MemberId, PeriodId},
};
use sha2::{Digest, Sha256};

use crate::{
    bonuses::{
        records::{self, Decided, Figures, NewBonus, NewLine, NewSkips, StoredComponent, StoredSkip},
        refused::Refused,
        versions::{self, CompensationPlanId},
    },
    network,
    volume::{self, Earned},
};

/// Points of a member: key, points as earned, points as allocated.
pub type Allocation = (MemberId, PlanVolumes, PlanVolumes);

/// All input of a calculation.
#[derive(Debug)]
pub struct Basis {
    /// The version of the compensation plan.
    pub plan_id: CompensationPlanId,
    /// Its content.
    pub plan: Plan,
    /// Value of the period's orders after discount and refunds, rupiah.
    pub sales_rp: i64,
    /// Earned and allocated points of every member who has points, in the order of keys.
    pub allocations: Vec<Allocation>,
    /// All members, in the order of keys.
    pub ids: Vec<MemberId>,
    /// Nodes of these members in the network, in the same order.
    pub nodes: Vec<Node>,
    /// Own points, which refunds can take below 0, and points of the downline. Covers members who have points or are
    /// above such a member, in the order of keys.
    pub earned: Vec<Earned>,
}

impl Basis {
    /// Reads the current input of a period; once its calculation is decided, this is the input of that calculation.
    ///
    /// # Errors
    /// Fails with [`Refused::NoPlan`] if there is no compensation plan for the period, or with another [`Refused`].
    pub async fn read(conn: &mut Conn, period: PeriodId) -> Result<Self, Refused> {
        let (plan_id, plan, before) = match records::decided(conn, period).await? {
            Some(Decided { compensation_plan_id: id, number }) => {
                (id, versions::plan(conn, id).await?.ok_or(Refused::NoPlan)?, number)
            }
            None => {
                let (id, plan) = versions::plan_for(conn, period).await?.ok_or(Refused::NoPlan)?;
                (id, plan, i64::MAX)
            }
        };
        Self::under(conn, period, plan_id, plan, before).await
    }

    /// Reads the input of a calculated period as if it had used another plan.
    ///
    /// # Errors
    /// Fails with [`Refused::Unknown`] if the period is not calculated, or with another [`Refused`].
    pub async fn read_under(conn: &mut Conn, period: PeriodId, plan: Plan) -> Result<Self, Refused> {
        let decided = records::decided(conn, period).await?.ok_or(Refused::Unknown(period))?;
        Self::under(conn, period, decided.compensation_plan_id, plan, decided.number).await
    }

    /// Reads the input of a period under a plan; earlier results come only from calculations numbered below `before`.
    async fn under(
        conn: &mut Conn,
        period: PeriodId,
        plan_id: CompensationPlanId,
        plan: Plan,
        before: i64,
    ) -> Result<Self, Refused> {
        let earned = volume::earned(conn, period).await?;
        let allocations = allocated(&earned)?;
        let leaders = network::leaders_of(conn, period).await?;
        let (ids, mut nodes) = nodes(&leaders, &allocations)?;
        remember(conn, &plan, before, &ids, &mut nodes).await?;
        let sales_rp = volume::sales(conn, period).await?;
        Ok(Self { plan_id, plan, sales_rp, allocations, ids, nodes, earned })
    }

    /// Calculates the result.
    ///
    /// # Errors
    /// The network is inconsistent, or an amount is too large.
    pub fn calculate(self) -> Result<CalculatedBonuses, PayoutError> {
        let payout = Payout::new(self.plan.clone(), &self.nodes, self.sales_rp)?;
        let skips = payout.skips();
        Ok(CalculatedBonuses { basis: self, payout, skips })
    }
}

/// Returns the points of every member who has some: key, points as earned, points as allocated.
fn allocated(earned: &[Earned]) -> Result<Vec<Allocation>, AllocationError> {
    let mut allocations = Vec::new();
    for member in earned {
        let chosen = PlanVolumes::of_sums(member.plan_a, member.plan_b);
        if chosen.plan_a + chosen.plan_b > 0 {
            allocations.push((member.member_id, chosen, allocate(chosen)?));
        }
    }
    Ok(allocations)
}

/// Builds the nodes of the network from leaders and points, both in the order of keys. Ranks and points of earlier
/// periods are left empty.
fn nodes(
    leaders: &[(MemberId, Option<MemberId>)],
    allocations: &[Allocation],
) -> Result<(Vec<MemberId>, Vec<Node>), PayoutError> {
    let ids: Vec<MemberId> = leaders.iter().map(|(id, _)| *id).collect();
    let mut allocations = allocations.iter().peekable();
    let mut nodes = Vec::with_capacity(ids.len());
    for (id, leader) in leaders {
        let leader = match leader {
            Some(leader) => Some(ids.binary_search(leader).map_err(|_| PayoutError::Leader)?),
            None => None,
        };
        let own = allocations.next_if(|(member, ..)| member == id);
        let points = own.map_or(PlanVolumes { plan_a: 0, plan_b: 0 }, |(.., allocated)| *allocated);
        nodes.push(Node { leader, points, held: None, total_gv_before: 0 });
    }
    Ok((ids, nodes))
}

/// Adds results of the calculations numbered below `before` to the nodes: ranks held permanently and, if the plan needs
/// them, the points of all those periods together.
async fn remember(conn: &mut Conn, plan: &Plan, before: i64, ids: &[MemberId], nodes: &mut [Node]) -> sqlx::Result<()> {
    for (rank, _) in plan.ranks.iter().enumerate().skip(1).filter(|(_, rank)| rank.keeps == Keeps::ForEver) {
        for member in records::holders(conn, &plan.ranks[rank].code, before).await? {
            if let Ok(index) = ids.binary_search(&member) {
                nodes[index].held = Some(rank);
            }
        }
    }
    let of_components = plan.components.iter().flat_map(|component| &component.needs);
    let mut needs = plan.ranks.iter().flat_map(|rank| &rank.needs).chain(of_components);
    if needs.any(|need| need.metric == Metric::TotalGv) {
        for period in records::periods(conn, before).await? {
            for (member, points) in volume::groups(conn, period).await? {
                if let Ok(index) = ids.binary_search(&member) {
                    nodes[index].total_gv_before += points;
                }
            }
        }
    }
    Ok(())
}

/// Calculation of a period from its basis.
#[derive(Debug)]
pub struct CalculatedBonuses {
    /// Basis that it was calculated from.
    pub basis: Basis,
    payout: Payout,
    /// Missed points, by member and component.
    skips: Vec<Skip>,
}

impl CalculatedBonuses {
    /// Returns the sums of the calculation.
    pub fn figures(&self) -> Figures {
        let paid = (0..self.basis.ids.len()).filter(|index| self.payout.bonus_of(*index) > 0);
        Figures {
            members: count(self.basis.allocations.len()),
            bonuses: count(paid.count()),
            sales_rp: self.basis.sales_rp,
            cap_rp: self.payout.cap(),
            uncapped_rp: self.payout.uncapped(),
            bonus_rp: self.payout.bonus(),
        }
    }

    /// Returns the `most` largest bonuses in rupiah, largest first.
    pub fn largest(&self, most: usize) -> Vec<(MemberId, i64)> {
        let all = self.basis.ids.iter().enumerate().map(|(index, id)| (*id, self.payout.bonus_of(index)));
        let mut bonuses: Vec<(MemberId, i64)> = all.filter(|(_, bonus_rp)| *bonus_rp > 0).collect();
        bonuses.sort_unstable_by_key(|(member, bonus_rp)| (std::cmp::Reverse(*bonus_rp), *member));
        bonuses.truncate(most);
        bonuses
    }

    /// Returns each member who holds a rank above the lowest, with the code of the rank, in the order of members.
    pub fn ranks(&self) -> Vec<(MemberId, &str)> {
        let all = self.basis.ids.iter().zip(self.payout.standings().all());
        let ranks = &self.basis.plan.ranks;
        all.filter(|(_, standing)| standing.rank > 0)
            .map(|(id, standing)| (*id, ranks[standing.rank].code.as_str()))
            .collect()
    }

    /// Returns every bonus with its lines as they are stored, in the order of members.
    pub fn new_bonuses(&self) -> impl Iterator<Item = NewBonus> {
        let mut earned = self.basis.earned.iter().peekable();
        self.basis.ids.iter().enumerate().filter_map(move |(index, member)| {
            let own = earned.next_if(|earned| earned.member_id == *member);
            (self.payout.bonus_of(index) > 0).then(|| self.new_bonus(index, own.map_or(0, |own| own.group_points)))
        })
    }

    fn new_bonus(&self, index: usize, downline_points: i64) -> NewBonus {
        let Basis { plan, ids, .. } = &self.basis;
        let mut sums = vec![0; plan.components.len()];
        let mut lines = Vec::new();
        for line in self.payout.lines(index) {
            sums[line.component] += line.amount;
            lines.push(NewLine {
                component: plan.components[line.component].code.clone(),
                source: ids[line.source],
                depth: count(line.depth),
                points: line.points,
                rate: line.rate,
                amount_rp: line.amount,
            });
        }
        let component = |(component, rupiah)| StoredComponent { rupiah, has: self.has(index, component) };
        NewBonus {
            member: ids[index],
            downline_points,
            amount_rp: self.payout.bonus_of(index),
            uncapped_rp: self.payout.uncapped_of(index),
            components: sums.into_iter().enumerate().map(component).collect(),
            lines,
        }
    }

    /// Returns the value found for each need of a component.
    fn has(&self, index: usize, component: usize) -> Vec<i64> {
        self.payout.standings().needs_of_component(index, component).into_iter().map(|need| need.has).collect()
    }

    /// Counts the members who missed any points.
    pub fn skipped(&self) -> i64 {
        count(self.skips.chunk_by(|one, other| one.member == other.member).count())
    }

    /// Returns the missed points as they are stored, in the order of members.
    pub fn new_skips(&self) -> impl Iterator<Item = NewSkips> {
        let kept = |skip: &Skip| StoredSkip {
            component: self.basis.plan.components[skip.component].code.clone(),
            members: skip.sources,
            points: skip.points,
            has: self.has(skip.member, skip.component),
        };
        self.skips.chunk_by(|one, other| one.member == other.member).map(move |of_member| NewSkips {
            member: self.basis.ids[of_member[0].member],
            components: of_member.iter().map(kept).collect(),
        })
    }

    /// Returns the total shares of each pool, in the order of the plan's components; 0 for other components.
    pub fn shares(&self) -> Vec<i64> {
        (0..self.basis.plan.components.len()).map(|component| self.payout.all_shares(component)).collect()
    }

    /// Returns a digest that differs for every result that would be written differently. It covers the plan's version,
    /// the sales, all points earned, every rank, every line and the missed points. Members without points, who join
    /// while a preview is read, change nothing.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        let mut add = |numbers: &[i64]| numbers.iter().for_each(|number| hash.update(number.to_le_bytes()));
        let Basis { plan_id, sales_rp, earned, ids, .. } = &self.basis;
        add(&[plan_id.0, *sales_rp, self.payout.cap(), self.payout.uncapped()]);
        for earned in earned {
            add(&[earned.member_id.0, earned.plan_a, earned.plan_b, earned.group_points]);
        }
        for (index, (member, standing)) in ids.iter().zip(self.payout.standings().all()).enumerate() {
            if standing.rank > 0 {
                add(&[member.0, count(standing.rank)]);
            }
            for line in self.payout.lines(index) {
                add(&[member.0, count(line.component), ids[line.source].0, count(line.depth), line.amount]);
            }
        }
        for skip in &self.skips {
            add(&[ids[skip.member].0, count(skip.component), skip.sources, skip.points]);
        }
        format::hex(&hash.finalize())
    }
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
