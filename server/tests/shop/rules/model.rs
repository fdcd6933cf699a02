//! The whole shop compared with a simple model: for any sequence of actions, both must reach the same state.
//!
//! A story is a sequence of deeds that [proptest](https://proptest-rs.github.io/proptest) generates. Before each deed
//! the model decides whether it is possible. After it the model contains the expected state: all orders, the stock, the
//! used vouchers, all members' points, and the money. A failed story is shortened until no deed can be left out.
//!
//! `MODEL_STORIES` sets the number of stories, `MODEL_SEED` the seed.

use std::{cell::RefCell, collections::HashMap, fmt};

use ksmart_flows::payments;
use ksmart_foundation::{ids::PeriodId, time::DAY_MS};
use ksmart_identity::roles::Role;
use ksmart_members::{bonuses::insert_plan, volume};
use proptest::{
    prelude::*,
    sample::select,
    test_runner::{Config, RngSeed},
};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::{
    catalog::pictures::black_png,
    office::basis::upload,
    shop::{Actor, JAKARTA, Shop},
    volume::ledger::plan,
};

const MEMBERS: usize = 3;
const PRODUCTS: usize = 2;
/// Points per piece of each product.
const BV: [i64; PRODUCTS] = [7, 33];
/// Rupiah per piece of each product.
const PRICE_RP: [i64; PRODUCTS] = [10_000, 33_300];
/// Initial stock of each product: few pieces, so that they run out.
const STOCK: [i64; PRODUCTS] = [6, 3];
/// Weight of a piece, in grams.
const GRAMS: i64 = 500;
/// Uses of the voucher, of which each member has one.
const VOUCHERS: usize = 2;
/// Time without a payment after which an order expires, in milliseconds.
const EXPIRY_MS: i64 = 60 * 60_000;
/// Number of stories in one shop: the more data it holds, the longer the check takes.
const STORIES: usize = 25;

/// State of the money of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Money {
    Awaited,
    Ours,
    Returned,
    /// The order is never paid, for this reason.
    Never(&'static str),
}

/// State of the goods of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goods {
    OnTheShelf,
    Packed,
    OnTheirWay,
    Received,
    Released,
}

/// An order in the model.
#[derive(Debug, Clone)]
struct Order {
    who: usize,
    pieces: [i64; PRODUCTS],
    online: bool,
    voucher: bool,
    money: Money,
    goods: Goods,
}

impl Order {
    fn points(&self) -> i64 {
        points(self.pieces)
    }
}

fn points(pieces: [i64; PRODUCTS]) -> i64 {
    pieces.iter().zip(BV).map(|(pieces, bv)| pieces * bv).sum()
}

/// Remedy that a member wants for returned goods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Remedy {
    Money,
    SameAgain,
    BuyBack,
}

/// Progress of a return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Asked,
    Agreed,
    Here,
    /// Its money was refunded, or the same goods were sent again.
    Settled,
    Given,
}

/// A return of an order in the model.
#[derive(Debug, Clone)]
struct Return {
    order: usize,
    remedy: Remedy,
    pieces: [i64; PRODUCTS],
    way: Way,
}

/// Action in a story.
#[derive(Debug, Clone)]
enum Deed {
    Buy { who: usize, pieces: [i64; PRODUCTS], online: bool, voucher: bool },
    Pay(usize),
    LetTimePass,
    Cancel { order: usize, by_shop: bool },
    Pack(usize),
    Ship(usize),
    Receive { order: usize, by_shop: bool },
    TakeCash(usize),
    Refund(usize),
    BringBack { order: usize, damaged: bool },
    AskToReturn { order: usize, remedy: Remedy, pieces: [i64; PRODUCTS] },
    Agree(usize),
    SayNo { back: usize, by_shop: bool },
    TakeIn { back: usize, damaged: bool },
    Settle(usize),
    ChangeLeader { who: usize, leader: Option<usize> },
    CalculatePeriod,
    PayBonuses,
}

/// Expected state of the shop after the deeds so far.
#[derive(Clone)]
struct Model {
    stock: [i64; PRODUCTS],
    orders: Vec<Order>,
    returns: Vec<Return>,
    leaders: [Option<usize>; MEMBERS],
    /// All members' points by period; the last period is open.
    points: Vec<[i64; MEMBERS]>,
    /// Whether the last deed was possible.
    possible: bool,
}

/// A failed story is printed with its deeds, so the constant initial state needs no details.
impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a new shop")
    }
}

impl Model {
    /// Adds pieces to the stock.
    fn stocks(&mut self, pieces: [i64; PRODUCTS]) {
        for (stock, pieces) in self.stock.iter_mut().zip(pieces) {
            *stock += pieces;
        }
    }

    /// Takes pieces from the stock if there are enough; returns whether there were.
    fn takes(&mut self, pieces: [i64; PRODUCTS]) -> bool {
        let there = self.stock.iter().zip(pieces).all(|(stock, pieces)| *stock >= pieces);
        if there {
            self.stocks(pieces.map(|pieces| -pieces));
        }
        there
    }

    /// Moves an order to another state of its money and goods; returns false if `to` is `None`.
    fn moves(&mut self, order: usize, to: Option<(Money, Goods)>) -> bool {
        let Some((money, goods)) = to else { return false };
        let before = self.orders[order].clone();
        let gone = points(self.went_back(order));
        if before.goods != Goods::Released && goods == Goods::Released {
            self.stocks(before.pieces);
        }
        let open = self.points.last_mut().expect("a period is open");
        if before.money != Money::Ours && money == Money::Ours {
            open[before.who] += before.points();
        }
        if before.money == Money::Ours && money != Money::Ours {
            open[before.who] -= before.points() - gone;
        }
        (self.orders[order].money, self.orders[order].goods) = (money, goods);
        true
    }

    /// Returns the pieces in those returns of an order that match `counts`.
    fn pieces_of(&self, order: usize, counts: impl Fn(&Return) -> bool) -> [i64; PRODUCTS] {
        let mut pieces = [0; PRODUCTS];
        for back in self.returns.iter().filter(|back| back.order == order && counts(back)) {
            for (sum, each) in pieces.iter_mut().zip(back.pieces) {
                *sum += each;
            }
        }
        pieces
    }

    /// Returns the pieces of an order whose money was refunded by a return.
    fn went_back(&self, order: usize) -> [i64; PRODUCTS] {
        self.pieces_of(order, |back| back.way == Way::Settled && back.remedy != Remedy::SameAgain)
    }

    fn uses(&self, who: usize) -> usize {
        let used = |order: &&Order| order.voucher && order.who == who && order.goods != Goods::Released;
        self.orders.iter().filter(used).count()
    }

    fn is_below(&self, who: usize, above: usize) -> bool {
        let mut at = self.leaders[who];
        while let Some(leader) = at {
            if leader == above {
                return true;
            }
            at = self.leaders[leader];
        }
        false
    }

    fn goes_on(&mut self, back: usize, to: Option<Way>) -> bool {
        let Some(way) = to else { return false };
        self.returns[back].way = way;
        true
    }

    /// Returns the state to which a deed moves its order, if the deed is possible.
    fn leads(&self, deed: &Deed) -> Option<(Money, Goods)> {
        use {Goods as G, Money as M};
        let order = Self::order_of(deed)?;
        let Order { online, money, goods, .. } = self.orders[order];
        match deed {
            Deed::Pay(_) => (online && (money, goods) == (M::Awaited, G::OnTheShelf)).then_some((M::Ours, goods)),
            Deed::Cancel { .. } => {
                ((money, goods) == (M::Awaited, G::OnTheShelf)).then_some((M::Never("cancelled"), G::Released))
            }
            Deed::Pack(_) => {
                let ready = money == if online { M::Ours } else { M::Awaited };
                (ready && goods == G::OnTheShelf).then_some((money, G::Packed))
            }
            Deed::Ship(_) => (goods == G::Packed).then_some((money, G::OnTheirWay)),
            Deed::Receive { .. } => (goods == G::OnTheirWay).then_some((money, G::Received)),
            Deed::TakeCash(_) => {
                let due = !online && money == M::Awaited && matches!(goods, G::OnTheirWay | G::Received);
                due.then_some((M::Ours, goods))
            }
            Deed::Refund(_) => {
                let left = if matches!(goods, G::OnTheShelf | G::Packed) { G::Released } else { goods };
                let busy = self.pieces_of(order, |back| matches!(back.way, Way::Asked | Way::Agreed | Way::Here));
                (money == M::Ours && busy == [0; PRODUCTS]).then_some((M::Returned, left))
            }
            Deed::BringBack { .. } => match (online, money, goods) {
                (false, M::Awaited, G::Packed | G::OnTheirWay | G::Received) => {
                    Some((M::Never("cancelled"), G::Released))
                }
                (_, M::Returned, G::OnTheirWay) => Some((M::Returned, G::Released)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Continues a return; returns whether that was possible.
    fn does_with(&mut self, back: usize, deed: &Deed) -> bool {
        let Return { order, way, pieces, remedy } = self.returns[back];
        let ours = self.orders[order].money == Money::Ours;
        match *deed {
            Deed::Agree(_) => self.goes_on(back, (way == Way::Asked && ours).then_some(Way::Agreed)),
            Deed::SayNo { by_shop, .. } => {
                let gone = by_shop && way == Way::Here && !ours;
                self.goes_on(back, (matches!(way, Way::Asked | Way::Agreed) || gone).then_some(Way::Given))
            }
            Deed::TakeIn { damaged, .. } => {
                let came = self.goes_on(back, (way == Way::Agreed && ours).then_some(Way::Here));
                if came && !damaged {
                    self.stocks(pieces);
                }
                came
            }
            _ if way != Way::Here || !ours => false,
            _ if remedy == Remedy::SameAgain => self.takes(pieces) && self.goes_on(back, Some(Way::Settled)),
            _ => {
                let who = self.orders[order].who;
                self.points.last_mut().expect("a period is open")[who] -= points(pieces);
                self.goes_on(back, Some(Way::Settled));
                let refunded = self.pieces_of(order, |back| back.way == Way::Settled && back.remedy == Remedy::Money);
                if refunded == self.orders[order].pieces {
                    self.moves(order, Some((Money::Returned, Goods::Received)));
                }
                true
            }
        }
    }

    fn buys(&mut self, who: usize, pieces: [i64; PRODUCTS], online: bool, voucher: bool) -> bool {
        let all_uses: usize = (0..MEMBERS).map(|member| self.uses(member)).sum();
        if voucher && (self.uses(who) > 0 || all_uses >= VOUCHERS) || !self.takes(pieces) {
            return false;
        }
        let (money, goods) = (Money::Awaited, Goods::OnTheShelf);
        self.orders.push(Order { who, pieces, online, voucher, money, goods });
        true
    }

    /// Performs a deed; returns whether it was possible.
    fn does(&mut self, deed: &Deed) -> bool {
        if let Some(back) = Self::return_of(deed) {
            return self.does_with(back, deed);
        }
        match *deed {
            Deed::Buy { who, pieces, online, voucher } => self.buys(who, pieces, online, voucher),
            Deed::LetTimePass => {
                for order in 0..self.orders.len() {
                    if (self.orders[order].online, self.orders[order].money) == (true, Money::Awaited) {
                        self.moves(order, Some((Money::Never("expired"), Goods::Released)));
                    }
                }
                true
            }
            Deed::AskToReturn { order, remedy, pieces } => {
                let Order { money, goods, pieces: bought, .. } = self.orders[order];
                let asked = self.pieces_of(order, |back| back.way != Way::Given);
                let fits = (0..PRODUCTS).all(|product| asked[product] + pieces[product] <= bought[product]);
                if (money, goods) != (Money::Ours, Goods::Received) || !fits {
                    return false;
                }
                self.returns.push(Return { order, remedy, pieces, way: Way::Asked });
                true
            }
            Deed::ChangeLeader { who, leader } => {
                let round = leader.is_some_and(|leader| leader == who || self.is_below(leader, who));
                if round || leader == self.leaders[who] {
                    return false;
                }
                self.leaders[who] = leader;
                true
            }
            Deed::CalculatePeriod => {
                // Points below 0 count as 0 in this period, and are carried to the next one.
                let last = self.points.last_mut().expect("a period is open");
                let carried = last.map(|points| points.min(0));
                *last = last.map(|points| points.max(0));
                self.points.push(carried);
                true
            }
            // The payable amount is checked against the shop's own books.
            Deed::PayBonuses => true,
            _ => {
                let Some(order) = Self::order_of(deed) else { return false };
                let moved = self.moves(order, self.leads(deed));
                if moved && matches!(deed, Deed::BringBack { damaged: true, .. }) {
                    self.takes(self.orders[order].pieces);
                }
                moved
            }
        }
    }

    /// Returns the order that a deed is about.
    fn order_of(deed: &Deed) -> Option<usize> {
        match *deed {
            Deed::Pay(order) | Deed::Pack(order) | Deed::Ship(order) | Deed::TakeCash(order) | Deed::Refund(order) => {
                Some(order)
            }
            Deed::Cancel { order, .. }
            | Deed::Receive { order, .. }
            | Deed::BringBack { order, .. }
            | Deed::AskToReturn { order, .. } => Some(order),
            _ => None,
        }
    }

    /// Returns the return that a deed is about.
    fn return_of(deed: &Deed) -> Option<usize> {
        match *deed {
            Deed::Agree(back) | Deed::Settle(back) => Some(back),
            Deed::SayNo { back, .. } | Deed::TakeIn { back, .. } => Some(back),
            _ => None,
        }
    }
}

impl ReferenceStateMachine for Model {
    type State = Self;
    type Transition = Deed;

    fn init_state() -> BoxedStrategy<Self> {
        let leaders = [None, Some(0), Some(1)];
        let beginning = Self {
            stock: STOCK,
            orders: Vec::new(),
            returns: Vec::new(),
            leaders,
            points: vec![[0; MEMBERS]],
            possible: true,
        };
        Just(beginning).boxed()
    }

    fn transitions(state: &Self) -> BoxedStrategy<Deed> {
        let buy = (0..MEMBERS, [0..3_i64, 0..2_i64], any::<bool>(), prop::bool::weighted(0.3))
            .prop_filter("something is bought", |(_, pieces, ..)| pieces.iter().sum::<i64>() > 0)
            .prop_map(|(who, pieces, online, voucher)| Deed::Buy { who, pieces, online, voucher });
        let leader =
            (0..MEMBERS, prop::option::of(0..MEMBERS)).prop_map(|(who, leader)| Deed::ChangeLeader { who, leader });
        let of_the_shop = prop_oneof![
            3 => leader,
            2 => Just(Deed::LetTimePass),
            2 => Just(Deed::CalculatePeriod),
            2 => Just(Deed::PayBonuses),
        ];
        if state.orders.is_empty() {
            return prop_oneof![5 => buy, 1 => of_the_shop].boxed();
        }
        let kinds: [fn(usize, bool) -> Deed; 8] = [
            |order, _| Deed::Pay(order),
            |order, by_shop| Deed::Cancel { order, by_shop },
            |order, _| Deed::Pack(order),
            |order, _| Deed::Ship(order),
            |order, by_shop| Deed::Receive { order, by_shop },
            |order, _| Deed::TakeCash(order),
            |order, _| Deed::Refund(order),
            |order, damaged| Deed::BringBack { order, damaged },
        ];
        let move_one = (0..state.orders.len(), select(kinds.to_vec()), any::<bool>())
            .prop_map(|(order, kind, flag)| kind(order, flag));
        // Most random deeds are refused, so about two of three moves are chosen to be possible now.
        let trying = state.clone();
        let possible = move_one
            .clone()
            .prop_map(move |deed| if trying.clone().does(&deed) { deed } else { trying.next_step(&deed) });
        let orders = prop_oneof![4 => buy, 3 => move_one, 8 => possible, 2 => of_the_shop].boxed();
        let received = |order: &usize| state.orders[*order].goods == Goods::Received;
        let received: Vec<usize> = (0..state.orders.len()).filter(received).collect();
        if received.is_empty() {
            return orders;
        }
        let bought: Vec<_> = state.orders.iter().map(|order| order.pieces).collect();
        let ask = (
            select(received),
            select(vec![Remedy::Money, Remedy::Money, Remedy::SameAgain, Remedy::BuyBack]),
            [0..3_i64, 0..2_i64],
        )
            .prop_map(move |(order, remedy, pieces)| {
                // At most the bought pieces, and at least one piece.
                let [tea, coffee] = bought[order];
                let pieces = [pieces[0].min(tea), pieces[1].min(coffee)];
                let pieces = if pieces == [0, 0] { [tea, coffee] } else { pieces };
                Deed::AskToReturn { order, remedy, pieces }
            });
        if state.returns.is_empty() {
            return prop_oneof![3 => orders, 1 => ask].boxed();
        }
        let steps: [fn(usize, bool) -> Deed; 4] = [
            |back, _| Deed::Agree(back),
            |back, by_shop| Deed::SayNo { back, by_shop },
            |back, damaged| Deed::TakeIn { back, damaged },
            |back, _| Deed::Settle(back),
        ];
        let step = (0..state.returns.len(), select(steps.to_vec()), any::<bool>())
            .prop_map(|(back, step, flag)| step(back, flag));
        let ways: Vec<Way> = state.returns.iter().map(|back| back.way).collect();
        let on = (0..state.returns.len(), any::<bool>()).prop_map(move |(back, damaged)| match ways[back] {
            Way::Asked => Deed::Agree(back),
            Way::Agreed => Deed::TakeIn { back, damaged },
            Way::Here | Way::Settled | Way::Given => Deed::Settle(back),
        });
        prop_oneof![4 => orders, 2 => ask, 1 => step, 3 => on].boxed()
    }

    fn apply(mut state: Self, deed: &Deed) -> Self {
        state.possible = state.does(deed);
        state
    }

    fn preconditions(state: &Self, deed: &Deed) -> bool {
        Self::order_of(deed).is_none_or(|order| order < state.orders.len())
            && Self::return_of(deed).is_none_or(|back| back < state.returns.len())
            && !matches!(*deed, Deed::AskToReturn { order, pieces, .. }
                if (0..PRODUCTS).any(|product| pieces[product] > state.orders[order].pieces[product]))
    }
}

impl Model {
    /// Returns a deed that moves the order of another deed forward.
    fn next_step(&self, deed: &Deed) -> Deed {
        let Some(order) = Self::order_of(deed) else { return deed.clone() };
        let Order { online, money, goods, .. } = self.orders[order];
        match (goods, money) {
            (Goods::OnTheShelf, Money::Awaited) if online => Deed::Pay(order),
            (Goods::OnTheShelf, _) => Deed::Pack(order),
            (Goods::Packed, _) => Deed::Ship(order),
            (Goods::OnTheirWay, Money::Awaited) => Deed::TakeCash(order),
            (Goods::OnTheirWay, _) => Deed::Receive { order, by_shop: false },
            (Goods::Received, Money::Awaited) => Deed::TakeCash(order),
            (Goods::Received, _) => Deed::Refund(order),
            (Goods::Released, _) => deed.clone(),
        }
    }
}

/// An order as returned by the checkout.
struct Placed {
    who: usize,
    number: String,
    /// Payment page of an order with online payment.
    page: Option<String>,
}

/// A real shop in which stories run one after the other: starting a shop takes longer than a story.
struct Stage {
    shop: Shop,
    owner: Actor,
    banker: Actor,
    /// Proof for every transfer.
    proof: String,
    /// Number of stories that were run in this shop.
    stories: usize,
}

impl Stage {
    async fn new() -> Self {
        let shop = Shop::start_with(&["--payment-expiry-minutes=60", "--rate-limits=off"]).await;
        insert_plan(&mut shop.app.db.write_one().await.unwrap(), &plan(40), 1).await.unwrap();
        let (owner, banker) = (shop.admin().await, shop.staff(Role::Finance).await);
        shop.set("returns", json!({"buyback_days": 365})).await;
        let picture = upload(&banker, "proofs", black_png(8, 8)).await.expect(201)["picture"].take();
        Self { shop, owner, banker, proof: picture.as_str().unwrap().to_owned(), stories: 0 }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // PostgreSQL has a limited number of connections, and a failed story is repeated often.
        let _ = THEATRE.try_with(|theatre| theatre.borrow().runtime.block_on(self.shop.app.db.close()));
    }
}

/// Members, goods and periods of one story.
struct World {
    stage: Stage,
    members: Vec<Actor>,
    uids: Vec<String>,
    products: Vec<i64>,
    voucher: String,
    periods: Vec<PeriodId>,
    orders: Vec<Placed>,
    /// Keys of the requested returns.
    returns: Vec<i64>,
    /// Cheapest shipping option by weight in grams, stored after the first request.
    shipping: HashMap<i64, Value>,
}

impl World {
    async fn new(mut stage: Stage) -> Self {
        stage.stories += 1;
        let (shop, story) = (&stage.shop, stage.stories);
        let mut members: Vec<Actor> = Vec::new();
        let mut uids = Vec::new();
        for name in ["siti", "budi", "nur"] {
            let member = shop.member_below(&format!("{name}{story}"), members.last()).await;
            uids.push(crate::network::admin_leaders::uid(&member).await);
            members.push(member);
        }
        shop.change("UPDATE members SET bank = 'BCA', bank_account = '001234567' || id").await;
        let mut products = Vec::new();
        for (name, product) in ["Teh", "Kopi"].into_iter().zip(0..) {
            let id = shop.product(&format!("{name} {story}"), PRICE_RP[product] / 100, STOCK[product]).await;
            shop.change_by(&format!("UPDATE products SET bv = {} WHERE id = {id}", BV[product])).await;
            products.push(id);
        }
        let voucher = format!("HEMAT{story}");
        shop.voucher(&voucher, "10", i64::try_from(VOUCHERS).ok(), Some(1)).await;
        let (periods, orders, returns, shipping) = (Vec::new(), Vec::new(), Vec::new(), HashMap::new());
        let mut world = Self { stage, members, uids, products, voucher, periods, orders, returns, shipping };
        world.open_period().await;
        world
    }

    async fn open_period(&mut self) {
        let now_ms = self.stage.shop.app.clock.now_ms();
        let mut tx = self.stage.shop.app.db.write().await.unwrap();
        let name = format!("Periode {} dari {}", self.periods.len() + 1, self.stage.stories);
        self.periods.push(volume::insert_period(&mut tx, &name, now_ms, now_ms + 30 * DAY_MS).await.unwrap());
        tx.commit().await.unwrap();
    }

    /// Returns the actor with a session that begins now: stories take longer than sessions.
    async fn now(&self, actor: &Actor) -> Actor {
        self.stage.shop.renewed(actor).await
    }

    async fn buy(&mut self, who: usize, pieces: [i64; PRODUCTS], online: bool, voucher: bool) -> bool {
        let grams = pieces.iter().sum::<i64>() * GRAMS;
        if !self.shipping.contains_key(&grams) {
            self.shipping.insert(grams, self.stage.shop.shipping(grams).await);
        }
        let option = &self.shipping[&grams];
        let cost = option["shipping_cost"].as_i64().unwrap();
        let subtotal: i64 = pieces.iter().zip(PRICE_RP).map(|(pieces, price)| pieces * price).sum();
        let discounted = if voucher { subtotal * 9 / 10 } else { subtotal };
        let bought = self.products.iter().zip(pieces).filter(|(_, pieces)| *pieces > 0);
        let lines: Vec<Value> = bought
            .map(|(product, pieces)| json!({"id": null, "product_id": product, "variant": null, "quantity": pieces}))
            .collect();
        let text = |name: &str| option[name].as_str().unwrap();
        let buyer = self.now(&self.members[who]).await;
        let request = json!({
            "userId": buyer.id, "id_plan": 1, "receiver_name": "Budi", "receiver_phone": "081234567890",
            "receiver_email": buyer.email, "receiver_address": "Jl. Melati 1", "gross_amount": discounted + cost,
            "voucher_code": voucher.then_some(&self.voucher), "shipping_cost": cost,
            "shipping_method": format!("{} - {}", text("shipping_name"), text("service_name")),
            "payment_method": if online { "online" } else { "cod" }, "products": lines,
            "bv_period_id": self.periods.last().unwrap().0, "checkout_token": self.stage.shop.app.random.token(26),
            "receiver_destination_id": JAKARTA,
        });
        let answer = buyer.post("/api/create-transaction", request).await;
        let placed = answer.status == 201;
        if placed {
            let text = |name: &str| answer.body["transaction"][name].as_str().map(str::to_owned);
            self.orders.push(Placed { who, number: text("order_id").unwrap(), page: text("redirect_url") });
        } else {
            assert_eq!(answer.status, 409, "{}", answer.body);
        }
        placed
    }

    /// Tries to move an order; returns whether the answer was 200 instead of 409.
    async fn moved(&self, actor: &Actor, side: &str, order: usize, what: &str, body: Value) -> bool {
        let path = format!("/api/{side}/{}/{what}", self.orders[order].number);
        let answer = self.now(actor).await.post(&path, body).await;
        assert!([200, 409].contains(&answer.status.as_u16()), "{path}: {} {}", answer.status, answer.body);
        answer.status == 200
    }

    async fn payment_status(&self, number: &str) -> String {
        let mut conn = self.stage.shop.app.db.read().await.unwrap();
        let query = sqlx::query_scalar("SELECT payment_status FROM orders WHERE number = $1").bind(number);
        query.fetch_one(&mut *conn).await.unwrap()
    }

    async fn by_shop(&self, order: usize, what: &str, body: Value) -> bool {
        self.moved(&self.stage.owner, "admin/orders", order, what, body).await
    }

    /// Refunds an order; a manual refund is approved by a second administrator.
    async fn refund(&self, order: usize, reason: Value) -> bool {
        let done = self.by_shop(order, "refund", reason).await;
        if !done || self.payment_status(&self.orders[order].number).await == "refunded" {
            return done;
        }
        let banker = self.now(&self.stage.banker).await;
        let path = format!("/api/admin/orders/{}", self.orders[order].number);
        let version = banker.get(&path).await.expect(200)["manual_refund"]["version"].take();
        self.moved(&banker, "admin/orders", order, "refund/approve", json!({"version": version})).await
    }

    async fn calculate(&mut self) {
        let owner = self.now(&self.stage.owner).await;
        let path = format!("/api/admin/periods/{}", self.periods.last().unwrap());
        let period = owner.get(&path).await.expect(200)["period"].take();
        let version = json!({"version": period["version"]});
        owner.post(&format!("{path}/close"), version).await.expect(200);
        self.open_period().await;
        let digest = owner.get(&format!("{path}/calculation")).await.expect(200)["digest"].take();
        let confirmed = json!({"name": period["name"], "digest": digest});
        owner.post(&format!("{path}/calculate"), confirmed).await.expect(200);
    }

    /// Pays all unpaid bonuses of the last calculated period, if there are any, each once.
    async fn pay_bonuses(&self) {
        let [.., calculated, _] = self.periods[..] else { return };
        let (owner, banker) = (self.now(&self.stage.owner).await, self.now(&self.stage.banker).await);
        let waiting = async || {
            let sql = "SELECT CAST(COALESCE(SUM(b.bonus_rp), 0) AS BIGINT) FROM bonuses b WHERE b.period_id = $1
                         AND NOT EXISTS (SELECT i.id FROM payout_items i JOIN payout_batches o ON o.id = i.batch_id
                                         WHERE i.bonus_id = b.id AND o.state = 'paid')";
            let mut conn = self.stage.shop.app.db.read().await.unwrap();
            sqlx::query_scalar::<_, i64>(sql).bind(calculated).fetch_one(&mut *conn).await.unwrap()
        };
        let due = waiting().await;
        let seen = banker.get(&format!("/api/admin/payouts/preview?period_id={calculated}")).await.expect(200);
        assert_eq!(seen["gross_rp"], due);
        let prepared = banker.post("/api/admin/payouts", seen).await;
        if due == 0 {
            prepared.refused(409, "move_refused");
            return;
        }
        let path = format!("/api/admin/payouts/{}", prepared.expect(201)["payout"]["id"]);
        banker.post(&format!("{path}/approve"), json!({"version": 1})).await.refused(409, "move_refused");
        owner.post(&format!("{path}/approve"), json!({"version": 1})).await.expect(200);
        let paid = json!({"version": 2, "proof_picture": self.stage.proof});
        banker.post(&format!("{path}/pay"), paid).await.expect(200);
        assert_eq!(waiting().await, 0);
    }

    async fn ask(&mut self, order: usize, remedy: Remedy, pieces: [i64; PRODUCTS]) -> bool {
        let Placed { who, number, .. } = &self.orders[order];
        let buyer = self.now(&self.members[*who]).await;
        let path = format!("/api/transactions/{number}/returns");
        let there = buyer.get(&path).await.expect(200)["lines"].take();
        let mut lines = Vec::new();
        for (product, pieces) in self.products.iter().zip(pieces).filter(|(_, pieces)| *pieces > 0) {
            let line = there.as_array().unwrap().iter().find(|line| line["product_id"] == *product).unwrap();
            lines.push(json!({"line_id": line["line_id"], "quantity": pieces}));
        }
        let kind = match remedy {
            Remedy::Money => "refund",
            Remedy::SameAgain => "replacement",
            Remedy::BuyBack => "buyback",
        };
        let form =
            [("kind", kind), ("reason", "damaged"), ("note", "Pecah"), ("lines", &Value::from(lines).to_string())];
        let answer = buyer.form(Method::POST, &path, &form, None).await;
        if answer.status == 201 {
            self.returns.push(answer.body["data"]["id"].as_i64().unwrap());
        } else {
            assert!([409, 422].contains(&answer.status.as_u16()), "{path}: {} {}", answer.status, answer.body);
        }
        answer.status == 201
    }

    /// Performs a step of a return in its current version; returns whether it was possible.
    async fn step(&self, actor: &Actor, back: usize, step: &str, mut body: Value) -> bool {
        let path = format!("/api/admin/returns/{}", self.returns[back]);
        let actor = self.now(actor).await;
        body["version"] = actor.get(&path).await.expect(200)["version"].take();
        let answer = actor.post(&format!("{path}/{step}"), body).await;
        assert!([200, 409].contains(&answer.status.as_u16()), "{path}/{step}: {} {}", answer.status, answer.body);
        answer.status == 200
    }

    /// Refunds the money of a return, or sends the same goods again.
    async fn settle(&self, back: usize, model: &Model) -> bool {
        let Return { order, remedy, .. } = model.returns[back];
        let Stage { owner, banker, .. } = &self.stage;
        if remedy == Remedy::SameAgain {
            return self.step(owner, back, "replace", json!({"resi": format!("JN9{back}")})).await;
        }
        if model.orders[order].online {
            return self.step(banker, back, "refund", json!({})).await;
        }
        let account = json!({"bank": "BCA", "bank_account": "1234567890", "account_name": "Budi"});
        let reference = json!({"reference": "TRF1"});
        self.step(banker, back, "transfer", account).await
            && !self.step(banker, back, "transfer/approve", reference.clone()).await
            && self.step(owner, back, "transfer/approve", reference).await
    }

    async fn take_in(&self, back: usize, damaged: bool) -> bool {
        let path = format!("/api/admin/returns/{}", self.returns[back]);
        let lines = self.now(&self.stage.owner).await.get(&path).await.expect(200)["lines"].take();
        let came = lines.as_array().unwrap().iter().map(|line| {
            let (all, none) = (line["quantity"].clone(), json!(0));
            let (saleable, damaged) = if damaged { (none, all) } else { (all, none) };
            json!({"line_id": line["line_id"], "saleable": saleable, "damaged": damaged})
        });
        let came: Vec<Value> = came.collect();
        self.step(&self.stage.owner, back, "receive", json!({"lines": came})).await
    }

    async fn withdraw(&self, back: usize, model: &Model) -> bool {
        let who = model.orders[model.returns[back].order].who;
        let path = format!("/api/returns/{}/withdraw", self.returns[back]);
        let answer = self.now(&self.members[who]).await.post(&path, json!({})).await;
        assert!([200, 409].contains(&answer.status.as_u16()), "{path}: {} {}", answer.status, answer.body);
        answer.status == 200
    }

    /// Performs a deed; returns whether the shop allowed it.
    async fn does(&mut self, deed: Deed, model: &Model) -> bool {
        let reason = json!({"reason": "Begitulah"});
        match deed {
            Deed::Buy { who, pieces, online, voucher } => self.buy(who, pieces, online, voucher).await,
            Deed::Pay(order) => {
                let Placed { page: Some(page), number, .. } = &self.orders[order] else { return false };
                let before = self.payment_status(number).await;
                // The page answers with a link back to the shop, whatever the result.
                let form = [("method", "qris"), ("decision", "pay")];
                self.stage.shop.guest().request(Method::POST, page).form(&form).send().await.unwrap();
                self.payment_status(number).await != before
            }
            Deed::LetTimePass => {
                self.stage.shop.app.clock.advance(EXPIRY_MS + 1);
                payments::expire_overdue(&self.stage.shop.app.payments).await.unwrap();
                true
            }
            Deed::Cancel { order, by_shop: true } => self.by_shop(order, "cancel", reason).await,
            Deed::Cancel { order, by_shop: false } => self.by_member(order, "cancel", reason).await,
            Deed::Pack(order) => self.by_shop(order, "pack", json!({})).await,
            Deed::Ship(order) => self.by_shop(order, "ship", json!({"resi": format!("JN{order}")})).await,
            Deed::Receive { order, by_shop: true } => self.by_shop(order, "complete", json!({})).await,
            Deed::Receive { order, by_shop: false } => self.by_member(order, "complete", json!({})).await,
            Deed::TakeCash(order) => self.by_shop(order, "cash", json!({})).await,
            Deed::Refund(order) => self.refund(order, reason).await,
            Deed::BringBack { order, damaged } => {
                self.by_shop(order, "return", json!({"reason": "Begitulah", "damaged": damaged})).await
            }
            Deed::AskToReturn { order, remedy, pieces } => self.ask(order, remedy, pieces).await,
            Deed::Agree(back) => self.step(&self.stage.owner, back, "approve", json!({})).await,
            Deed::SayNo { back, by_shop: true } => self.step(&self.stage.owner, back, "refuse", reason).await,
            Deed::SayNo { back, by_shop: false } => self.withdraw(back, model).await,
            Deed::TakeIn { back, damaged } => self.take_in(back, damaged).await,
            Deed::Settle(back) => self.settle(back, model).await,
            Deed::ChangeLeader { who, leader } => {
                let owner = self.now(&self.stage.owner).await;
                let path = format!("/api/admin/members/{}", self.uids[who]);
                let before = owner.get(&path).await.expect(200)["leader"]["uid"].take();
                let leader = leader.map(|leader| &self.uids[leader]);
                let change = json!({"leader_uid": leader, "leader_uid_before": before, "reason": "Begitulah"});
                let answer = owner.post(&format!("{path}/leader"), change).await;
                assert!([200, 409, 422].contains(&answer.status.as_u16()), "{} {}", answer.status, answer.body);
                answer.status == 200
            }
            Deed::CalculatePeriod => {
                self.calculate().await;
                true
            }
            Deed::PayBonuses => {
                self.pay_bonuses().await;
                true
            }
        }
    }

    async fn by_member(&self, order: usize, what: &str, body: Value) -> bool {
        self.moved(&self.members[self.orders[order].who], "transactions", order, what, body).await
    }

    /// Asserts that orders and their money are as in the model.
    async fn orders_must_be(&self, model: &Model) {
        let mut conn = self.stage.shop.app.db.read().await.unwrap();
        assert_eq!(self.orders.len(), model.orders.len());
        for (index, order) in model.orders.iter().enumerate() {
            let sql = "SELECT o.payment_status || ' ' || o.shipment_status, o.total_rp,
                              CAST(COALESCE(CASE WHEN s.status IN ('settlement', 'partial_refund', 'refund')
                                                 THEN s.gross_amount_rp ELSE 0 END, 0) AS BIGINT),
                              CAST(COALESCE((SELECT SUM(r.amount_rp) FROM sandbox_refunds r
                                             WHERE r.order_number = s.order_number), 0) AS BIGINT)
                       FROM orders o LEFT JOIN payments p ON p.order_id = o.id
                       LEFT JOIN sandbox_payments s ON s.order_number = p.number WHERE o.number = $1";
            let number = &self.orders[index].number;
            let (state, total_rp, received_rp, given_back_rp): (String, i64, i64, i64) =
                sqlx::query_as(sql).bind(number).fetch_one(&mut *conn).await.unwrap();
            let money = match order.money {
                Money::Awaited => "pending",
                Money::Ours => "success",
                Money::Returned => "refunded",
                Money::Never(why) => why,
            };
            let goods = match order.goods {
                Goods::OnTheShelf => "menunggu",
                Goods::Packed => "dikemas",
                Goods::OnTheirWay => "dikirim",
                Goods::Received => "selesai",
                Goods::Released => "dibatalkan",
            };
            assert_eq!(state, format!("{money} {goods}"), "order {index}");
            if order.online {
                let received = matches!(order.money, Money::Ours | Money::Returned);
                assert_eq!(
                    received_rp,
                    if received { total_rp } else { 0 },
                    "what the provider received of order {index}"
                );
                // The refunded amount is 0 without returns, the total after a full refund, and a part of the total in
                // between.
                let gone = model.went_back(index);
                let bought_back =
                    model.pieces_of(index, |back| back.way == Way::Settled && back.remedy == Remedy::BuyBack);
                match order.money {
                    Money::Returned if bought_back == [0; PRODUCTS] => {
                        assert_eq!(given_back_rp, total_rp, "order {index}")
                    }
                    Money::Ours | Money::Returned if gone != [0; PRODUCTS] => {
                        let range = 1..=if gone == order.pieces && bought_back == [0; PRODUCTS] {
                            total_rp
                        } else {
                            total_rp - 1
                        };
                        assert!(
                            range.contains(&given_back_rp),
                            "{given_back_rp} of {total_rp} of order {index} went back"
                        );
                    }
                    _ => assert_eq!(given_back_rp, 0, "order {index}"),
                }
            }
        }
    }

    /// Asserts that the shop is in the state of the model.
    async fn must_be(&self, model: &Model) {
        self.orders_must_be(model).await;
        let mut conn = self.stage.shop.app.db.read().await.unwrap();
        for (product, stock) in self.products.iter().zip(model.stock) {
            let sql = "SELECT stock FROM products WHERE id = $1";
            let found: i64 = sqlx::query_scalar(sql).bind(product).fetch_one(&mut *conn).await.unwrap();
            assert_eq!(found, stock, "stock of product {product}");
        }
        let sql = "SELECT COUNT(*) FROM voucher_uses u JOIN vouchers v ON v.id = u.voucher_id WHERE v.code = $1";
        let uses: i64 = sqlx::query_scalar(sql).bind(&self.voucher).fetch_one(&mut *conn).await.unwrap();
        let used: usize = (0..MEMBERS).map(|member| model.uses(member)).sum();
        assert_eq!(uses, i64::try_from(used).unwrap(), "uses of the voucher");
        let sql =
            "SELECT CAST(COALESCE(SUM(points), 0) AS BIGINT) FROM bv_entries WHERE member_id = $1 AND period_id = $2";
        for (period, points) in self.periods.iter().zip(&model.points) {
            for (who, points) in points.iter().enumerate() {
                let query = sqlx::query_scalar(sql).bind(self.members[who].id).bind(period);
                let found: i64 = query.fetch_one(&mut *conn).await.unwrap();
                assert_eq!(found, *points, "points of member {who} in period {period}");
            }
        }
    }
}

/// Shop and runtime in which stories are run.
struct Theatre {
    /// Shop of the last story, if that story succeeded.
    stage: Option<Stage>,
    runtime: Runtime,
}

thread_local! {
    static THEATRE: RefCell<Theatre> = RefCell::new(Theatre { stage: None, runtime: Runtime::new().unwrap() });
}

fn run<T>(story: impl Future<Output = T>) -> T {
    THEATRE.with_borrow(|theatre| theatre.runtime.block_on(story))
}

struct Stories;

impl StateMachineTest for Stories {
    type SystemUnderTest = World;
    type Reference = Model;

    fn init_test(_: &Model) -> World {
        let last = THEATRE.with_borrow_mut(|theatre| theatre.stage.take());
        let stage = last.filter(|stage| stage.stories < STORIES).unwrap_or_else(|| run(Stage::new()));
        run(World::new(stage))
    }

    fn apply(mut world: World, model: &Model, deed: Deed) -> World {
        let told = format!("{deed:?}");
        let happened = run(world.does(deed, model));
        assert_eq!(happened, model.possible, "{told}");
        world
    }

    fn check_invariants(world: &World, model: &Model) {
        run(world.must_be(model));
    }

    fn teardown(world: World, _: Model) {
        run(world.stage.shop.must_be_sound());
        THEATRE.with_borrow_mut(|theatre| theatre.stage = Some(world.stage));
    }
}

/// Reads a value from the environment; returns `usual` if it is missing or invalid.
fn wanted<T: std::str::FromStr>(name: &str, usual: T) -> T {
    std::env::var(name).ok().and_then(|typed| typed.parse().ok()).unwrap_or(usual)
}

prop_state_machine! {
    #![proptest_config(Config {
        cases: wanted("MODEL_STORIES", 50),
        rng_seed: RngSeed::Fixed(wanted("MODEL_SEED", 1)),
        failure_persistence: None,
        max_shrink_iters: 300,
        ..Config::default()
    })]

    #[test]
    fn the_shop_matches_its_model(sequential 1..30 => Stories);
}
