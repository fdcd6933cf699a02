//! Tests that a corner of the network yields the same bonuses as the engine.

use ksmart_core::{
    allocation::{PlanVolumes, allocate_sums},
    plan::{
        corner::{Corners, LEGS},
        document::{self, ComponentKind, Need, Plan, Rank, Volume},
        engine::Payout,
        preview::{Corner, Metric, Trial},
        standing::{Node, Standings},
    },
    quote::MAX_AMOUNT,
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rust_decimal::Decimal;

use crate::{
    networks,
    support::{self, demo},
};

fn example() -> (Plan, Vec<PlanVolumes>, Vec<Node>) {
    let plan = support::plan(&demo());
    let members = [
        (None, 150, 260),
        (Some(0), 40, 100),
        (Some(0), 20, 700),
        (Some(1), 0, 650),
        (Some(1), 10, 5),
        (Some(3), 120, 0),
        (Some(2), 0, 230),
        (Some(2), 15, 0),
    ];
    let earned: Vec<PlanVolumes> = members.iter().map(|(_, plan_a, plan_b)| volumes(*plan_a, *plan_b)).collect();
    let node = |((leader, ..), earned): (&(Option<usize>, i64, i64), &PlanVolumes)| Node {
        leader: *leader,
        points: allocate_sums(*earned).expect("few points can be allocated"),
        held: None,
        total_gv_before: 0,
    };
    let nodes = members.iter().zip(&earned).map(node).collect();
    (plan, earned, nodes)
}

fn volumes(plan_a: i64, plan_b: i64) -> PlanVolumes {
    PlanVolumes { plan_a, plan_b }
}

fn corners(plan: &Plan, earned: &[PlanVolumes], nodes: &[Node]) -> Corners {
    let standings = Standings::new(plan.clone(), nodes).expect("a network");
    Corners::new(standings, earned.to_vec()).expect("rates of everyday size")
}

fn cut(plan: &Plan, earned: &[PlanVolumes], nodes: &[Node], member: usize) -> Corner {
    corners(plan, earned, nodes).of(member).expect("a corner").0
}

/// Returns the engine's bonus of a member by component, if the company's cap does not apply.
fn paid(payout: &Payout, plan: &Plan, member: usize) -> Vec<i64> {
    let mut paid = vec![0; plan.components.len()];
    payout.lines(member).for_each(|line| paid[line.component] += line.amount);
    paid
}

fn pays(corner: &Corner, trial: &Trial) -> Vec<i64> {
    let preview = corner.preview(trial).expect("points that can be tried");
    preview.components.iter().map(|component| component.rupiah).collect()
}

#[test]
fn the_preview_matches_the_worked_example() {
    let (plan, earned, nodes) = example();
    let expected = [1_074_500, 286_000, 428_000, 363_000, 7_500, 60_000, 45_000, 7_500];
    for (member, expected) in expected.into_iter().enumerate() {
        let corner = cut(&plan, &earned, &nodes, member);
        assert_eq!(corner.preview(&corner.with_current_points()).unwrap().bonus_rp, expected, "member {member}");
    }
    let siti = cut(&plan, &earned, &nodes, 0);
    let preview = siti.preview(&siti.with_current_points()).unwrap();
    assert_eq!(pays(&siti, &siti.with_current_points()), [105_000, 409_500, 330_000, 0, 230_000]);
    assert_eq!((preview.own, preview.rank, preview.next.len()), (volumes(210, 200), 2, 0));
    // To become a manager, Budi lacks 1,075 points of his group and one of the two legs with a builder.
    let budi = cut(&plan, &earned, &nodes, 1);
    let next = budi.preview(&budi.with_current_points()).unwrap().next;
    let next: Vec<_> = next.iter().map(|need| (need.has, need.at_least, need.is_met)).collect();
    assert_eq!(next, [(140, 20, true), (925, 2000, false), (1, 2, false)]);
}

#[test]
fn moving_points_to_plan_b_changes_the_bonus() {
    let (plan, earned, nodes) = example();
    let budi = cut(&plan, &earned, &nodes, 1);
    // 140 points in total are too few for Plan B: however they are divided, they end in Plan A.
    let of = |plan_a, plan_b| Trial { own: volumes(plan_a, plan_b), ..budi.with_current_points() };
    assert_eq!(pays(&budi, &of(140, 0)), pays(&budi, &of(0, 140)));
    // 200 points can all go to either plan: 10 % in Plan A, 9 % in Plan B. Without own points, Budi is paid nothing for
    // members below.
    let before = pays(&budi, &of(0, 0));
    let more =
        |trial: &Trial| pays(&budi, trial).iter().zip(&before).map(|(now, before)| now - before).collect::<Vec<_>>();
    assert_eq!(more(&of(200, 0))[..3], [100_000, 216_000, 0]);
    assert_eq!(more(&of(0, 200))[..3], [0, 216_000, 90_000]);
}

#[test]
fn new_points_first_offset_refunded_points() {
    let (plan, mut earned, mut nodes) = example();
    earned[5] = volumes(-195, 0);
    nodes[5].points = volumes(0, 0);
    let member = cut(&plan, &earned, &nodes, 5);
    assert_eq!(member.earned, volumes(-195, 0));
    let more = Trial { own: volumes(-195 + 330, 0), ..member.with_current_points() };
    assert_eq!(member.preview(&more).unwrap().own, volumes(135, 0));
}

/// Returns, for each volume, the highest leg number that a need of the plan refers to.
fn asked_for(plan: &Plan) -> [usize; 3] {
    let mut asked = [0; 3];
    let of_ranks = plan.ranks.iter().flat_map(|rank| &rank.needs);
    for need in of_ranks.chain(plan.components.iter().flat_map(|component| &component.needs)) {
        if let document::Metric::LegGv { volume, nth } = need.metric {
            asked[volume as usize] = nth.max(asked[volume as usize]);
        }
    }
    asked
}

#[test]
fn the_preview_matches_the_engine() {
    let mut rng = StdRng::seed_from_u64(14);
    for round in 0..3_000 {
        let plan = networks::plan(&mut rng);
        let (earned, nodes) = networks::network(&mut rng, &plan, 24);
        let payout = Payout::new(plan.clone(), &nodes, MAX_AMOUNT).expect("a network");
        let corners = corners(&plan, &earned, &nodes);
        for member in 0..nodes.len() {
            let (corner, _) = corners.of(member).expect("a corner");
            for leg in corner.legs.iter().filter_map(|leg| leg.follower.as_ref()) {
                let legs: Vec<usize> = leg.strongest.iter().map(Vec::len).collect();
                assert!(legs.iter().zip(asked_for(&plan)).all(|(legs, asked)| *legs <= asked), "{legs:?}: {plan:#?}");
            }
            let paid = paid(&payout, &plan, member);
            assert_eq!(pays(&corner, &corner.with_current_points()), paid, "round {round}, member {member}: {plan:#?}");
            assert_eq!(corner.paid_rp, paid);
            let preview = corner.preview(&corner.with_current_points()).unwrap();
            assert_eq!((preview.bonus_rp, preview.rank), (paid.iter().sum(), payout.standings().all()[member].rank));
        }
    }
}

#[test]
fn the_preview_matches_in_large_networks() {
    let mut rng = StdRng::seed_from_u64(15);
    for round in 0..40 {
        let mut plan = networks::plan(&mut rng);
        // Few components, so that sums are stored even for members with a small downline.
        plan.components.truncate(3);
        let (earned, nodes) = networks::network(&mut rng, &plan, 800);
        let payout = Payout::new(plan.clone(), &nodes, MAX_AMOUNT).expect("a network");
        let corners = corners(&plan, &earned, &nodes);
        for member in 0..nodes.len() {
            let (corner, _) = corners.of(member).expect("a corner");
            assert_eq!(corner.paid_rp, paid(&payout, &plan, member), "round {round}, member {member}: {plan:#?}");
        }
        let member = rng.random_range(0..nodes.len());
        let (corner, heads) = corners.of(member).expect("a corner");
        for (leg, head) in heads.into_iter().enumerate() {
            let added = networks::earned(&mut rng);
            let trial = Trial { leg: Some(leg), added, ..corner.with_current_points() };
            let (mut earned, mut nodes) = (earned.clone(), nodes.clone());
            earned[head] = volumes(earned[head].plan_a + added.plan_a, earned[head].plan_b + added.plan_b);
            nodes[head].points = allocate_sums(earned[head]).unwrap();
            let (after, _) = self::corners(&plan, &earned, &nodes).of(member).expect("a corner");
            for (index, component) in plan.components.iter().enumerate() {
                let is_pool = matches!(component.kind, ComponentKind::Pool { .. });
                // Amounts reduced by a member's cap are rounded line by line.
                if !is_pool && plan.member_cap.is_none() {
                    assert_eq!(
                        pays(&corner, &trial)[index],
                        after.paid_rp[index],
                        "round {round}, leg {leg}: {plan:#?}"
                    );
                }
            }
        }
    }
}

#[test]
fn previews_of_other_own_points_match_the_engine() {
    let mut rng = StdRng::seed_from_u64(41);
    let (mut compared, mut ranks) = (0, 0);
    for round in 0..3_000 {
        let mut plan = networks::plan(&mut rng);
        plan.member_cap = None;
        let (earned, mut nodes) = networks::network(&mut rng, &plan, 16);
        let member = rng.random_range(0..nodes.len());
        let before = cut(&plan, &earned, &nodes, member);
        let trial = Trial { own: networks::earned(&mut rng), ..before.with_current_points() };
        nodes[member].points = allocate_sums(trial.own).unwrap();
        let after = cut(&plan, &earned, &nodes, member);
        let payout = Payout::new(plan.clone(), &nodes, MAX_AMOUNT).expect("a network");
        let (says, paid) = (pays(&before, &trial), paid(&payout, &plan, member));
        for (index, component) in plan.components.iter().enumerate() {
            // Leaders above may reach another rank, and share a pool differently.
            let is_shared_otherwise = matches!(component.kind, ComponentKind::Pool { .. })
                && after.components[index].others_shares != before.components[index].others_shares;
            if !is_shared_otherwise {
                assert_eq!(says[index], paid[index], "round {round}, component {index}: {plan:#?}");
                compared += 1;
            }
        }
        let rank = before.preview(&trial).unwrap().rank;
        assert_eq!(rank, payout.standings().all()[member].rank);
        ranks += usize::from(rank != before.preview(&before.with_current_points()).unwrap().rank);
    }
    assert!(compared > 5_000 && ranks > 100, "{compared} components compared, {ranks} changes of rank");
}

#[test]
fn added_leg_points_match_the_engine() {
    let mut rng = StdRng::seed_from_u64(4);
    let (mut compared, mut ranks, mut qualified) = (0, 0, 0);
    for round in 0..8_000 {
        let mut plan = networks::plan(&mut rng);
        plan.member_cap = None;
        let (mut earned, mut nodes) = networks::network(&mut rng, &plan, 16);
        let member = rng.random_range(0..nodes.len());
        let standings = Standings::new(plan.clone(), &nodes).unwrap();
        let (before, legs) = corners(&plan, &earned, &nodes).of(member).unwrap();
        let Some(leg) = (!legs.is_empty()).then(|| rng.random_range(0..legs.len())) else { continue };
        let added = networks::earned(&mut rng);
        let mut trial = Trial { leg: Some(leg), added, ..before.with_current_points() };
        if rng.random() {
            trial.own = networks::earned(&mut rng);
        }
        let follower = legs[leg];
        earned[follower] = volumes(earned[follower].plan_a + added.plan_a, earned[follower].plan_b + added.plan_b);
        nodes[follower].points = allocate_sums(earned[follower]).unwrap();
        nodes[member].points = allocate_sums(trial.own).unwrap();
        let payout = Payout::new(plan.clone(), &nodes, MAX_AMOUNT).unwrap();
        let (says, paid) = (pays(&before, &trial), paid(&payout, &plan, member));
        let of = |standings: &Standings, member: usize, component: usize| {
            let rank = standings.all()[member].rank;
            if standings.meets(member, component) { plan.components[component].kind.shares_of(rank) } else { 0 }
        };
        for (index, component) in plan.components.iter().enumerate() {
            // Leaders above may reach another rank, and share a pool differently.
            let mut above = nodes[member].leader;
            let mut is_shared_otherwise = false;
            while let Some(leader) = above {
                is_shared_otherwise |= of(&standings, leader, index) != of(payout.standings(), leader, index);
                above = nodes[leader].leader;
            }
            if !is_shared_otherwise {
                let kind = component.kind.code();
                assert_eq!(says[index], paid[index], "round {round}, component {index}, a {kind}: {plan:#?} {nodes:?}");
                compared += 1;
            }
        }
        let now = payout.standings();
        assert_eq!(before.preview(&trial).unwrap().rank, now.all()[member].rank, "round {round}");
        ranks += usize::from(now.all()[follower].rank != standings.all()[follower].rank);
        let meets = |standings: &Standings| -> Vec<bool> {
            (0..plan.components.len()).map(|component| standings.meets(follower, component)).collect()
        };
        qualified += usize::from(meets(now) != meets(&standings));
    }
    assert!(
        compared > 10_000 && ranks > 200 && qualified > 500,
        "{compared} components compared, {ranks} other ranks, {qualified} other qualifications"
    );
}

#[test]
fn a_corner_of_a_large_network_stays_small() {
    let (plan, ..) = example();
    let mut rng = StdRng::seed_from_u64(5);
    let members = 100_000;
    let earned: Vec<PlanVolumes> = (0..members).map(|_| networks::earned(&mut rng)).collect();
    let node = |(index, earned): (usize, &PlanVolumes)| Node {
        leader: (index > 0).then(|| (index - 1) / 70),
        points: allocate_sums(*earned).unwrap(),
        held: None,
        total_gv_before: 0,
    };
    let nodes: Vec<Node> = earned.iter().enumerate().map(node).collect();
    let corner = cut(&plan, &earned, &nodes, 0);
    assert_eq!(corner.legs.len(), LEGS);
    let text = serde_json::to_string(&corner).unwrap();
    assert!(corner.legs.iter().all(|leg| leg.follower.is_some()));
    // Compressed, the text is a quarter of this size.
    assert!(text.len() < 50_000, "{} bytes", text.len());
    assert_eq!(serde_json::from_str::<Corner>(&text).unwrap(), corner);
}

#[test]
fn a_corner_with_many_rates_stays_small() {
    let (mut plan, earned, mut nodes) = example();
    let rank = plan.ranks.remove(1);
    plan.ranks = (0..20).map(|index| Rank { code: format!("r{index}"), ..rank.clone() }).collect();
    plan.ranks[0].needs.clear();
    plan.boundary = None;
    let rates = (0..20).map(|rank| Some(Decimal::new(rank, 1))).collect();
    plan.components = vec![plan.components[2].clone()];
    plan.components[0].kind = ComponentKind::Differential { volume: Volume::Both, rates, pass_up: true };
    // Sixty members directly below the first member.
    let mut earned = earned;
    for _ in 0..60 {
        earned.push(volumes(123_456_789, 0));
        nodes.push(Node { leader: Some(0), points: volumes(123_456_789, 0), ..nodes[0] });
    }
    let corner = cut(&plan, &earned, &nodes, 0);
    let tried = corner.legs.iter().take_while(|leg| leg.follower.is_some()).count();
    assert_eq!((corner.legs.len(), tried), (LEGS, 9));
    let text = serde_json::to_string(&corner).unwrap();
    assert!(text.len() < 100_000, "{} bytes", text.len());
    let trial = Trial { leg: Some(9), ..corner.with_current_points() };
    assert_eq!(corner.preview(&trial).unwrap_err().code(), "corner");
}

#[test]
fn invalid_points_are_refused() {
    let (plan, earned, nodes) = example();
    let siti = cut(&plan, &earned, &nodes, 0);
    let trial = Trial { own: volumes(MAX_AMOUNT, 1), ..siti.with_current_points() };
    assert_eq!(siti.preview(&trial).unwrap_err().code(), "amount_too_large");
    let trial = Trial { leg: Some(9), ..siti.with_current_points() };
    assert_eq!(siti.preview(&trial).unwrap_err().code(), "corner");
    let mut broken = siti.clone();
    broken.components[0].rates[0] = "NaN".to_owned();
    assert_eq!(broken.preview(&siti.with_current_points()).unwrap_err().code(), "corner");
}

#[test]
fn a_pool_needs_the_first_rank_with_shares() {
    let (mut plan, earned, nodes) = example();
    let pool = plan.components.len() - 1;
    let needs = |plan: &Plan| {
        let needs = cut(plan, &earned, &nodes, 0).components[pool].needs.clone();
        needs.into_iter().map(|need| (need.metric, need.rank, need.at_least)).collect::<Vec<_>>()
    };
    assert_eq!(needs(&plan), [(Metric::Rank, 2, 1)]);
    // Everyone holds the lowest rank, so a pool with shares for it needs no rank.
    let of_all = [Some(1), None, Some(3)].to_vec();
    if let ComponentKind::Pool { shares, .. } = &mut plan.components[pool].kind {
        *shares = of_all;
    }
    assert_eq!(needs(&plan), []);
}

#[test]
fn a_corner_contains_weak_legs_used_by_needs() {
    let mut rng = StdRng::seed_from_u64(52);
    // So few points that Plan A gets all of them, or would get them if there were slightly fewer.
    let few = |rng: &mut StdRng| volumes(rng.random_range(0..=20), rng.random_range(0..=199));
    let (mut fell, mut rose) = (0, 0);
    for round in 0..400 {
        let (mut plan, ..) = example();
        plan.components.truncate(1);
        plan.boundary = None;
        let volume = [Volume::A, Volume::B, Volume::Both][rng.random_range(0..3)];
        let nth = rng.random_range(1..=LEGS + 8);
        plan.ranks.truncate(2);
        plan.ranks[1].needs = vec![Need { metric: document::Metric::LegGv { volume, nth }, at_least: MAX_AMOUNT }];
        let mut earned: Vec<PlanVolumes> = (0..=LEGS + 10).map(|_| few(&mut rng)).collect();
        let node = |(index, earned): (usize, &PlanVolumes)| Node {
            leader: (index > 0).then_some(0),
            points: allocate_sums(*earned).unwrap(),
            held: None,
            total_gv_before: 0,
        };
        let placed = |earned: &[PlanVolumes]| earned.iter().enumerate().map(node).collect::<Vec<_>>();
        let leg_gv = |nodes: &[Node]| {
            let mut legs: Vec<i64> = nodes[1..].iter().map(|node| volume.of(node.points)).collect();
            legs.sort_unstable();
            legs[legs.len() - nth]
        };
        let nodes = placed(&earned);
        let (before, heads) = corners(&plan, &earned, &nodes).of(0).expect("a corner");
        let has = |corner: &Corner, trial: &Trial| corner.preview(trial).unwrap().next[0].has;
        assert_eq!(has(&before, &before.with_current_points()), leg_gv(&nodes), "round {round}");
        // With more points, all points of a follower may move to the other plan, so a leg's points in one plan may
        // decrease.
        let tried = before.legs.iter().take_while(|leg| leg.follower.is_some()).count();
        let leg = rng.random_range(0..tried);
        let trial = Trial { leg: Some(leg), added: few(&mut rng), ..before.with_current_points() };
        let more = &mut earned[heads[leg]];
        *more = volumes(more.plan_a + trial.added.plan_a, more.plan_b + trial.added.plan_b);
        let now = leg_gv(&placed(&earned));
        assert_eq!(has(&before, &trial), now, "round {round}, leg {leg}");
        (fell, rose) = (fell + i32::from(now < leg_gv(&nodes)), rose + i32::from(now > leg_gv(&nodes)));
    }
    assert!(fell > 0 && rose > 0, "{fell} fell, {rose} rose");
}
