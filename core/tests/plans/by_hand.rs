//! Each rule with numbers worked out by hand.

use ksmart_core::plan::engine::Payout;

use super::support::{demo, lines, place, plan};

const SITI: usize = 0;
const BUDI: usize = 1;
const NUR: usize = 2;
const WAHYU: usize = 3;
const INTAN: usize = 4;
const RAHMAT: usize = 5;
const PUTRI: usize = 6;
const AGUS: usize = 7;

#[test]
fn the_worked_example_comes_out_to_the_rupiah() {
    let places = [
        place(None, 150, 260),
        place(Some(SITI), 40, 100),
        place(Some(SITI), 20, 700),
        place(Some(BUDI), 0, 650),
        place(Some(BUDI), 10, 5),
        place(Some(WAHYU), 120, 0),
        place(Some(NUR), 0, 230),
        place(Some(NUR), 15, 0),
    ];
    let payout = Payout::new(plan(&demo()), &places, 100_000_000).unwrap();
    let standings = payout.standings().all();
    let table: Vec<_> = (0..8)
        .map(|member| {
            let standing = standings[member];
            let points = (standing.pv.plan_a, standing.pv.plan_b);
            (points, standing.rank, standing.gv.plan_a + standing.gv.plan_b, payout.bonus_of(member))
        })
        .collect();
    assert_eq!(
        table,
        [
            ((210, 200), 2, 2300, 1_074_500),
            ((140, 0), 1, 925, 286_000),
            ((520, 200), 1, 965, 428_000),
            ((450, 200), 1, 770, 363_000),
            ((15, 0), 0, 15, 7_500),
            ((120, 0), 0, 120, 60_000),
            ((30, 200), 0, 230, 45_000),
            ((15, 0), 0, 15, 7_500),
        ]
    );
    assert_eq!((payout.uncapped(), payout.cap(), payout.bonus()), (2_271_500, 40_000_000, 2_271_500));
    let line = |component, source, depth, points, rate: &str, amount| {
        (component, source, depth, points, rate.to_owned(), amount)
    };
    assert_eq!(
        lines(&payout, SITI),
        [
            line(0, SITI, 0, 210, "10", 105_000),
            line(1, BUDI, 1, 140, "8", 56_000),
            line(1, NUR, 1, 520, "8", 208_000),
            line(1, WAHYU, 2, 450, "5", 112_500),
            line(1, INTAN, 2, 15, "5", 3_750),
            line(1, PUTRI, 2, 30, "5", 7_500),
            line(1, AGUS, 2, 15, "5", 3_750),
            line(1, RAHMAT, 3, 120, "3", 18_000),
            line(2, SITI, 0, 200, "15", 150_000),
            line(2, NUR, 1, 200, "6", 60_000),
            line(2, WAHYU, 2, 200, "6", 60_000),
            line(2, PUTRI, 2, 200, "6", 60_000),
            line(4, SITI, 0, 2300, "2", 230_000),
        ]
    );
}
