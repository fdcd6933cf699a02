//! Compensation plan: the document that an owner writes, its validation, and the resulting [`Plan`].
//!
//! A document refers to ranks by code, a [`Plan`] by index, lowest first.

use std::collections::{BTreeMap, HashMap};

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
#[cfg(feature = "wasm")]
use tsify::Tsify;

use super::reader::{Object, Reader, at, quoted};
use crate::{fields::FieldError, quote::MAX_AMOUNT};

/// Maximum number of ranks of a plan.
pub const MAX_RANKS: usize = 20;
/// Maximum number of components of a plan.
pub const MAX_COMPONENTS: usize = 20;
/// Maximum number of levels or generations of a component.
pub const MAX_RATES: usize = 100;
/// Maximum leg number that a need can refer to; leg 1 is the strongest.
pub const MAX_NTH: usize = 100;
/// Maximum length of a document, in bytes.
pub const MAX_BYTES: usize = 256 * 1024;

/// Maximum number of needs of a rank or a component.
const MAX_NEEDS: usize = 20;

/// Plans whose points count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wasm", derive(Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Volume {
    /// Plan A.
    A,
    /// Plan B.
    B,
    /// Plan A and Plan B together.
    Both,
}

/// Time for which a member holds a rank after meeting its needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Keeps {
    /// Only the period in which its needs are met.
    Period,
    /// Every period from the first in which its needs are met.
    ForEver,
}

/// Validated compensation plan, with ranks referred to by index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Display name.
    pub name: String,
    /// Value of a point in rupiah, 0 to [`MAX_AMOUNT`].
    pub point_value: i64,
    /// Maximum sum of all bonuses of a period, in percent of its sales.
    pub cap_percent: Decimal,
    /// Maximum bonus of one member for a period, in rupiah; `None` without such a cap.
    pub member_cap: Option<i64>,
    /// Boundary rank: holders of this rank or a higher one head a personal group of their own; `None` if a personal
    /// group is the whole downline.
    pub boundary: Option<usize>,
    /// Ranks, lowest first, 1 to [`MAX_RANKS`]; the first has no needs.
    pub ranks: Vec<Rank>,
    /// Paid components, up to [`MAX_COMPONENTS`].
    pub components: Vec<Component>,
}

/// A rank of a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rank {
    /// Name of the rank in documents and in the database.
    pub code: String,
    /// Display name.
    pub name: String,
    /// Time for which members hold the rank.
    pub keeps: Keeps,
    /// Needs that must all be met.
    pub needs: Vec<Need>,
}

/// Condition that a member must meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Need {
    /// Measured quantity.
    pub metric: Metric,
    /// Minimum value, 0 to [`MAX_AMOUNT`]; 1 for [`Metric::Rank`].
    pub at_least: i64,
}

/// Quantity of a member that a need measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// Own points.
    Pv(Volume),
    /// Points of the whole downline, with the member's own.
    Gv(Volume),
    /// Points of the personal group, with the member's own.
    Pgv(Volume),
    /// Points of the nth strongest leg.
    LegGv {
        /// Plans whose points count.
        volume: Volume,
        /// Number of the leg: 1 is the strongest, [`MAX_NTH`] the maximum.
        nth: usize,
    },
    /// Legs in which someone holds this rank or a higher one.
    LegsWithRank(usize),
    /// Direct followers who hold this rank or a higher one.
    DirectsWithRank(usize),
    /// Points of the member and the whole downline in both plans, in this period and all periods calculated before.
    TotalGv,
    /// 1 if the member holds this rank or a higher one, else 0.
    Rank(usize),
}

impl Metric {
    /// Returns the plans whose points this metric counts; `None` if it counts no points, or always those of both plans.
    fn volume(self) -> Option<Volume> {
        match self {
            Self::Pv(volume) | Self::Gv(volume) | Self::Pgv(volume) | Self::LegGv { volume, .. } => Some(volume),
            Self::LegsWithRank(_) | Self::DirectsWithRank(_) | Self::TotalGv | Self::Rank(_) => None,
        }
    }
}

/// Part of a plan that pays by one kind of rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Name of the component in documents and in the database.
    pub code: String,
    /// Display name.
    pub name: String,
    /// Needs that a member must all meet to be paid.
    pub needs: Vec<Need>,
    /// Kind of calculation.
    pub kind: ComponentKind,
}

/// Kind of calculation of a component; rates in percent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComponentKind {
    /// Pays for own points.
    Personal {
        /// Plans whose points count.
        volume: Volume,
        /// Percentage of the value of the points that is paid.
        rate: Decimal,
    },
    /// Pays for the points of the downline, by level.
    Level {
        /// Plans whose points count.
        volume: Volume,
        /// Rates for one level below, two levels below and so on.
        rates: Vec<Decimal>,
        /// Whether a member who does not meet the needs uses up no level.
        compression: bool,
    },
    /// Pays for own points and all points below, at the rate of the rank less the highest rate already paid further
    /// down.
    Differential {
        /// Plans whose points count.
        volume: Volume,
        /// Rates by rank; a rank without a rate has 0.
        rates: Vec<Option<Decimal>>,
        /// Whether the rate of a member who does not meet the needs is left for the next member above.
        pass_up: bool,
    },
    /// Pays for the personal groups of heads in the downline: members who hold the boundary rank or a higher one.
    Generation {
        /// Plans whose points count.
        volume: Volume,
        /// Rates for the first generation, the second and so on.
        rates: Vec<Decimal>,
    },
    /// Pays shares of a fund.
    Pool {
        /// Plans whose points count.
        volume: Volume,
        /// Fund, in percent of the value of all members' points.
        percent: Decimal,
        /// Shares by rank; a rank without an entry has the shares of the highest rank below it that has one.
        shares: Vec<Option<i64>>,
    },
}

impl ComponentKind {
    /// The name of the kind on the wire.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Personal { .. } => "personal",
            Self::Level { .. } => "level",
            Self::Differential { .. } => "differential",
            Self::Generation { .. } => "generation",
            Self::Pool { .. } => "pool",
        }
    }

    /// Returns the shares of a pool for a rank: those of the highest rank at or below it that has an entry; 0 for other
    /// kinds.
    pub fn shares_of(&self, rank: usize) -> i64 {
        let Self::Pool { shares, .. } = self else { return 0 };
        shares.iter().take(rank + 1).rev().find_map(|shares| *shares).unwrap_or_default()
    }

    /// Returns the plans whose points the component pays for.
    pub fn volume(&self) -> Volume {
        match self {
            Self::Personal { volume, .. }
            | Self::Level { volume, .. }
            | Self::Differential { volume, .. }
            | Self::Generation { volume, .. }
            | Self::Pool { volume, .. } => *volume,
        }
    }
}

impl Plan {
    /// Reads the plan from a document.
    ///
    /// # Errors
    /// Faults of the document, each with its path; at most the first 100.
    pub fn read(document: &Value) -> Result<Self, Vec<FieldError>> {
        let mut json = Reader::default();
        let plan = Self::read_with(document, &mut json);
        if json.faults.is_empty() { Ok(plan) } else { Err(json.faults) }
    }

    /// Reads the plan from a document; its faults are collected in the reader.
    pub(super) fn read_with(document: &Value, json: &mut Reader) -> Self {
        PlanReader { ranks: HashMap::new(), json }.plan(document)
    }

    /// Reads the plan from a document of up to [`MAX_BYTES`] of JSON.
    ///
    /// # Errors
    /// Same as [`Plan::read`]; invalid JSON or a document that is too long is reported with an empty path.
    pub fn parse(text: &str) -> Result<Self, Vec<FieldError>> {
        if text.len() > MAX_BYTES {
            return Err(vec![FieldError::new("", "too_long", "Dokumen rencana terlalu besar.")]);
        }
        let unreadable = |_| vec![FieldError::new("", "json", "Dokumen rencana bukan JSON yang benar.")];
        Self::read(&serde_json::from_str(text).map_err(unreadable)?)
    }

    /// Whether a point pays the same in Plan A and in Plan B.
    pub fn counts_both_together(&self) -> bool {
        let of_needs =
            |needs: &[Need]| needs.iter().all(|need| matches!(need.metric.volume(), None | Some(Volume::Both)));
        let of_component =
            |component: &Component| component.kind.volume() == Volume::Both && of_needs(&component.needs);
        self.ranks.iter().all(|rank| of_needs(&rank.needs)) && self.components.iter().all(of_component)
    }

    /// Returns the index of the rank with this code.
    pub fn rank(&self, code: &str) -> Option<usize> {
        self.ranks.iter().position(|rank| rank.code == code)
    }

    /// Returns the document of this plan, always the same for the same plan.
    pub fn document(&self) -> PlanDocument {
        PlanDocument {
            name: self.name.clone(),
            point_value_rp: self.point_value,
            cap_percent: self.cap_percent.to_string(),
            member_cap_rp: self.member_cap,
            boundary_rank: self.boundary.map(|rank| self.ranks[rank].code.clone()),
            ranks: self.ranks.iter().map(|rank| self.rank_document(rank)).collect(),
            components: self.components.iter().map(|component| self.component_document(component)).collect(),
        }
    }

    /// Returns a need in the form used in documents.
    pub fn need_document(&self, need: &Need) -> NeedDocument {
        let at_least = need.at_least;
        let code = |rank: usize| self.ranks[rank].code.clone();
        match need.metric {
            Metric::Pv(volume) => NeedDocument::Pv { volume, at_least },
            Metric::Gv(volume) => NeedDocument::Gv { volume, at_least },
            Metric::Pgv(volume) => NeedDocument::Pgv { volume, at_least },
            Metric::LegGv { volume, nth } => NeedDocument::LegGv { volume, nth, at_least },
            Metric::LegsWithRank(rank) => NeedDocument::LegsWithRank { rank: code(rank), at_least },
            Metric::DirectsWithRank(rank) => NeedDocument::DirectsWithRank { rank: code(rank), at_least },
            Metric::TotalGv => NeedDocument::TotalGv { at_least },
            Metric::Rank(rank) => NeedDocument::Rank { rank: code(rank) },
        }
    }

    fn needs_document(&self, needs: &[Need]) -> Vec<NeedDocument> {
        needs.iter().map(|need| self.need_document(need)).collect()
    }

    fn rank_document(&self, rank: &Rank) -> RankDocument {
        let (code, name) = (rank.code.clone(), rank.name.clone());
        RankDocument { code, name, keeps: rank.keeps, needs: self.needs_document(&rank.needs) }
    }

    fn component_document(&self, component: &Component) -> ComponentDocument {
        let texts = |rates: &[Decimal]| rates.iter().map(Decimal::to_string).collect();
        let kind = match &component.kind {
            ComponentKind::Personal { volume, rate } => {
                KindDocument::Personal { volume: *volume, rate: rate.to_string() }
            }
            ComponentKind::Level { volume, rates, compression } => {
                KindDocument::Level { volume: *volume, rates: texts(rates), compression: *compression }
            }
            ComponentKind::Differential { volume, rates, pass_up } => {
                let rates = self.by_code(rates).map(|(code, rate)| (code, rate.to_string())).collect();
                KindDocument::Differential { volume: *volume, rates, pass_up: *pass_up }
            }
            ComponentKind::Generation { volume, rates } => {
                KindDocument::Generation { volume: *volume, rates: texts(rates) }
            }
            ComponentKind::Pool { volume, percent, shares } => {
                let shares = self.by_code(shares).collect();
                KindDocument::Pool { volume: *volume, percent: percent.to_string(), shares }
            }
        };
        let (code, name) = (component.code.clone(), component.name.clone());
        ComponentDocument { code, name, kind, needs: self.needs_document(&component.needs) }
    }

    /// Lists the values with the codes of their ranks, without ranks that have no value.
    fn by_code<T: Copy>(&self, values: &[Option<T>]) -> impl Iterator<Item = (String, T)> {
        self.ranks.iter().zip(values).filter_map(|(rank, value)| value.map(|value| (rank.code.clone(), value)))
    }
}

/// A compensation plan as a document. Percentages are decimal text, such as `12.5`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlanDocument {
    /// Display name.
    pub name: String,
    /// Value of a point, 0 or more.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub point_value_rp: i64,
    /// Maximum sum of all bonuses of a period, in percent of its sales.
    pub cap_percent: String,
    /// Maximum bonus of one member for a period; null without such a cap.
    pub member_cap_rp: Option<i64>,
    /// Boundary rank: holders of this rank or a higher one head a personal group of their own; null if a personal group
    /// is the whole downline.
    pub boundary_rank: Option<String>,
    /// Ranks, lowest first, 1 to 20; the first has no needs.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 20))]
    pub ranks: Vec<RankDocument>,
    /// Paid components, up to 20.
    #[cfg_attr(feature = "openapi", schema(max_items = 20))]
    pub components: Vec<ComponentDocument>,
}

/// A rank in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RankDocument {
    /// Unique name among the ranks.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[a-z0-9_]{1,24}$"))]
    pub code: String,
    /// Display name.
    pub name: String,
    /// Time for which members hold the rank.
    pub keeps: Keeps,
    /// Needs that must all be met.
    pub needs: Vec<NeedDocument>,
}

/// Condition that a member must meet, in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "metric", rename_all = "snake_case")]
pub enum NeedDocument {
    /// Own points.
    Pv {
        /// Plans whose points count.
        volume: Volume,
        /// Minimum that meets the need.
        at_least: i64,
    },
    /// Points of the whole downline, with the member's own.
    Gv {
        /// Plans whose points count.
        volume: Volume,
        /// Minimum that meets the need.
        at_least: i64,
    },
    /// Points of the personal group, with the member's own.
    Pgv {
        /// Plans whose points count.
        volume: Volume,
        /// Minimum that meets the need.
        at_least: i64,
    },
    /// Points of the nth strongest leg.
    LegGv {
        /// Plans whose points count.
        volume: Volume,
        /// Number of the leg; 1 is the strongest.
        nth: usize,
        /// Minimum that meets the need.
        at_least: i64,
    },
    /// Legs in which someone holds this rank or a higher one.
    LegsWithRank {
        /// The rank's code.
        rank: String,
        /// Minimum that meets the need.
        at_least: i64,
    },
    /// Direct followers who hold this rank or a higher one.
    DirectsWithRank {
        /// The rank's code.
        rank: String,
        /// Minimum that meets the need.
        at_least: i64,
    },
    /// Points of the member and the whole downline in both plans, in this period and all periods calculated before.
    TotalGv {
        /// Minimum that meets the need.
        at_least: i64,
    },
    /// Condition of holding this rank or a higher one; for components only.
    Rank {
        /// The rank's code.
        rank: String,
    },
}

/// A component in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ComponentDocument {
    /// Unique name among the components.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[a-z0-9_]{1,24}$"))]
    pub code: String,
    /// Display name.
    pub name: String,
    /// Kind of calculation.
    #[serde(flatten)]
    pub kind: KindDocument,
    /// Needs that a member must all meet to be paid.
    pub needs: Vec<NeedDocument>,
}

/// Kind of calculation of a component, in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum KindDocument {
    /// Pays for own points.
    Personal {
        /// Plans whose points count.
        volume: Volume,
        /// Percent of the value of the points.
        rate: String,
    },
    /// Pays for the points of the downline, by level.
    Level {
        /// Plans whose points count.
        volume: Volume,
        /// Percentages for one level below, two levels below and so on.
        rates: Vec<String>,
        /// Whether a member who does not meet the needs uses up no level.
        compression: bool,
    },
    /// Pays for own points and all points below, at the rate of the rank less the highest rate already paid further
    /// down.
    Differential {
        /// Plans whose points count.
        volume: Volume,
        /// Percentages by rank code; a rank without a rate has 0.
        rates: BTreeMap<String, String>,
        /// Whether the rate of a member who does not meet the needs is left for the next member above.
        pass_up: bool,
    },
    /// Pays for the personal groups of heads in the downline: members who hold the boundary rank or a higher one.
    Generation {
        /// Plans whose points count.
        volume: Volume,
        /// Percentages for the first generation, the second and so on.
        rates: Vec<String>,
    },
    /// Pays shares of a fund.
    Pool {
        /// Plans whose points count.
        volume: Volume,
        /// Fund, in percent of the value of all members' points.
        percent: String,
        /// Shares by rank code; a rank without an entry has the shares of the highest rank below it that has one.
        shares: BTreeMap<String, i64>,
    },
}

/// Reads a plan document and stores the indexes of its ranks, to which other parts refer.
struct PlanReader<'r, 'v> {
    /// The indexes of the ranks by their codes.
    ranks: HashMap<&'v str, usize>,
    json: &'r mut Reader,
}

impl<'v> PlanReader<'_, 'v> {
    fn plan(&mut self, document: &'v Value) -> Plan {
        let head = self.json.object(String::new(), document);
        self.json.known(
            &head,
            &["name", "point_value_rp", "cap_percent", "member_cap_rp", "boundary_rank", "ranks", "components"],
        );
        let name = self.json.name(&head, "Nama rencana");
        let point_value = self.json.whole(&head, "point_value_rp", "Nilai satu poin", 0..=MAX_AMOUNT);
        let cap_percent = self.json.percent(&head, "cap_percent", "Batas bonus");
        let member_cap = head
            .get("member_cap_rp")
            .map(|_| self.json.whole(&head, "member_cap_rp", "Batas bonus seorang anggota", 0..=MAX_AMOUNT));
        let ranks = self.json.list(&head, "ranks", "peringkat", 1..=MAX_RANKS);
        self.ranks = self.json.codes(&ranks, "peringkat");
        let boundary = head.get("boundary_rank").map(|_| self.rank_named(&head, "boundary_rank"));
        let ranks: Vec<Rank> = ranks.iter().enumerate().map(|(index, rank)| self.rank(rank, index)).collect();
        self.reachable(&ranks);
        let components = self.json.list(&head, "components", "komponen", 0..=MAX_COMPONENTS);
        self.json.codes(&components, "komponen");
        let components = components.iter().map(|component| self.component(component)).collect();
        Plan { name, point_value, cap_percent, member_cap, boundary, ranks, components }
    }

    fn rank(&mut self, rank: &Object<'v>, index: usize) -> Rank {
        self.json.known(rank, &["code", "name", "keeps", "needs"]);
        let keeps = match rank.get("keeps").map(Value::as_str) {
            None | Some(Some("period")) => Keeps::Period,
            Some(Some("for_ever")) => Keeps::ForEver,
            Some(_) => {
                self.json.fault(
                    rank.at("keeps"),
                    "unknown",
                    "Masa berlaku peringkat harus \"period\" atau \"for_ever\".",
                );
                Keeps::Period
            }
        };
        let needs = self.needs(rank);
        for (number, need) in needs.iter().enumerate() {
            if let Metric::Rank(_) = need.metric {
                let message = "Syarat peringkat tidak dapat berupa peringkat itu sendiri. Pakai legs_with_rank atau directs_with_rank.";
                self.json.fault(at(&rank.at("needs"), format!("{number}.metric")), "rank_of_rank", message);
            }
        }
        if index == 0 && !needs.is_empty() {
            let message = "Peringkat pertama dimiliki semua anggota, jadi tidak boleh bersyarat.";
            self.json.fault(rank.at("needs"), "first_rank", message);
        }
        Rank { code: self.json.code(rank), name: self.json.name(rank, "Nama peringkat"), keeps, needs }
    }

    /// Refuses ranks that no member can ever hold, because they need a rank in the downline that no member can reach
    /// first.
    fn reachable(&mut self, ranks: &[Rank]) {
        let needed = |rank: &Rank| {
            let of_others = |need: &Need| match need.metric {
                Metric::LegsWithRank(rank) | Metric::DirectsWithRank(rank) if need.at_least > 0 => Some(rank),
                _ => None,
            };
            rank.needs.iter().filter_map(of_others).max()
        };
        let mut open: Vec<usize> = (0..ranks.len()).collect();
        let mut highest = 0;
        loop {
            let before = open.len();
            open.retain(|&index| {
                let reached = needed(&ranks[index]).is_none_or(|needed| needed <= highest);
                highest = if reached { highest.max(index) } else { highest };
                !reached
            });
            if open.len() == before {
                break;
            }
        }
        for index in open {
            let needed = needed(&ranks[index]).and_then(|needed| ranks.get(needed)).map_or("", |rank| &rank.name);
            let message = format!(
                "Peringkat ini tidak pernah dapat dicapai: syaratnya anggota dengan peringkat {needed} atau lebih tinggi, \
                 padahal tidak ada yang dapat mencapainya lebih dulu."
            );
            self.json.fault(format!("ranks.{index}.needs"), "unreachable", message);
        }
    }

    fn component(&mut self, component: &Object<'v>) -> Component {
        let (fields, kind): (&[&str], _) = match component.get("kind").and_then(Value::as_str) {
            Some("personal") => (&["volume", "rate"], self.personal(component)),
            Some("level") => (&["volume", "rates", "compression"], self.level(component)),
            Some("differential") => (&["volume", "rates", "pass_up"], self.differential(component)),
            Some("generation") => (&["volume", "rates"], self.generation(component)),
            Some("pool") => (&["volume", "percent", "shares"], self.pool(component)),
            _ => {
                let message = "Jenis komponen harus personal, level, differential, generation, atau pool.";
                if component.fields.is_some() {
                    self.json.fault(component.at("kind"), "unknown", message);
                }
                // Further allowed fields depend on the kind, which is unknown here.
                return Component {
                    code: self.json.code(component),
                    name: self.json.name(component, "Nama komponen"),
                    needs: self.needs(component),
                    kind: ComponentKind::Personal { volume: Volume::Both, rate: Decimal::ZERO },
                };
            }
        };
        self.json.known(component, &[&["code", "name", "kind", "needs"], fields].concat());
        let (code, name) = (self.json.code(component), self.json.name(component, "Nama komponen"));
        Component { code, name, needs: self.needs(component), kind }
    }

    fn personal(&mut self, component: &Object<'v>) -> ComponentKind {
        let volume = self.volume(component);
        ComponentKind::Personal { volume, rate: self.json.percent(component, "rate", "Persentase") }
    }

    fn level(&mut self, component: &Object<'v>) -> ComponentKind {
        let (volume, rates) = (self.volume(component), self.json.rates(component, "Tingkat"));
        ComponentKind::Level { volume, rates, compression: self.json.flag(component, "compression") }
    }

    fn differential(&mut self, component: &Object<'v>) -> ComponentKind {
        let volume = self.volume(component);
        let rates = self.by_rank(component, "rates", |reader, path, value| reader.json.rate(path, value, "Persentase"));
        ComponentKind::Differential { volume, rates, pass_up: self.json.flag(component, "pass_up") }
    }

    fn generation(&mut self, component: &Object<'v>) -> ComponentKind {
        ComponentKind::Generation { volume: self.volume(component), rates: self.json.rates(component, "Generasi") }
    }

    fn pool(&mut self, component: &Object<'v>) -> ComponentKind {
        let volume = self.volume(component);
        let percent = self.json.percent(component, "percent", "Persentase");
        let shares = self.by_rank(component, "shares", |reader, path, value| {
            reader.json.number(path, value, "Jumlah bagian", 0..=MAX_AMOUNT)
        });
        ComponentKind::Pool { volume, percent, shares }
    }

    fn needs(&mut self, of: &Object<'v>) -> Vec<Need> {
        if of.get("needs").is_none() {
            return Vec::new();
        }
        let needs = self.json.list(of, "needs", "syarat", 0..=MAX_NEEDS);
        needs.iter().map(|need| self.need(need)).collect()
    }

    fn need(&mut self, need: &Object<'v>) -> Need {
        let (fields, metric): (&[&str], _) = match need.get("metric").and_then(Value::as_str) {
            Some("pv") => (&["volume"], Metric::Pv(self.volume(need))),
            Some("gv") => (&["volume"], Metric::Gv(self.volume(need))),
            Some("pgv") => (&["volume"], Metric::Pgv(self.volume(need))),
            Some("leg_gv") => (&["volume", "nth"], self.leg_gv(need)),
            Some("legs_with_rank") => (&["rank"], Metric::LegsWithRank(self.rank_named(need, "rank"))),
            Some("directs_with_rank") => (&["rank"], Metric::DirectsWithRank(self.rank_named(need, "rank"))),
            Some("total_gv") => (&["volume"], self.total_gv(need)),
            Some("rank") => (&["rank"], Metric::Rank(self.rank_named(need, "rank"))),
            _ => {
                let message =
                    "Ukuran syarat harus pv, gv, pgv, leg_gv, legs_with_rank, directs_with_rank, total_gv, atau rank.";
                if need.fields.is_some() {
                    self.json.fault(need.at("metric"), "unknown", message);
                }
                return Need { metric: Metric::TotalGv, at_least: 0 };
            }
        };
        self.json.known(need, &[&["metric", "at_least"], fields].concat());
        let at_least = match metric {
            Metric::Rank(_) if need.get("at_least").is_none() => 1,
            Metric::Rank(_) => self.json.whole(need, "at_least", "Syarat peringkat", 1..=1),
            _ => self.json.whole(need, "at_least", "Syarat", 0..=MAX_AMOUNT),
        };
        Need { metric, at_least }
    }

    fn leg_gv(&mut self, need: &Object<'v>) -> Metric {
        let most = i64::try_from(MAX_NTH).unwrap_or(i64::MAX);
        let nth = self.json.whole(need, "nth", "Urutan kaki", 1..=most);
        Metric::LegGv { volume: self.volume(need), nth: usize::try_from(nth).unwrap_or(1).max(1) }
    }

    /// Reads the metric `total_gv`, which is known only for both plans together.
    fn total_gv(&mut self, need: &Object<'v>) -> Metric {
        if need.get("volume").is_some() && self.volume(need) != Volume::Both {
            self.json.fault(need.at("volume"), "range", "Poin sepanjang masa dihitung dari kedua plan: \"both\".");
        }
        Metric::TotalGv
    }

    fn volume(&mut self, object: &Object<'v>) -> Volume {
        match object.get("volume").and_then(Value::as_str) {
            Some("a") => Volume::A,
            Some("b") => Volume::B,
            Some("both") => Volume::Both,
            _ => {
                self.json.fault(
                    object.at("volume"),
                    "unknown",
                    "Poin yang dihitung harus \"a\", \"b\", atau \"both\".",
                );
                Volume::Both
            }
        }
    }

    /// Returns the index of the rank that a field names.
    fn rank_named(&mut self, object: &Object<'v>, field: &str) -> usize {
        let code = object.get(field).and_then(Value::as_str);
        let index = code.and_then(|code| self.ranks.get(code).copied());
        if index.is_none() {
            let message = match code {
                Some("") => "Pilih peringkatnya.".to_owned(),
                Some(code) => format!("Peringkat \"{}\" tidak ada di rencana ini.", quoted(code)),
                None => "Sebutkan kode sebuah peringkat.".to_owned(),
            };
            self.json.fault(object.at(field), "unknown_rank", message);
        }
        index.unwrap_or_default()
    }

    /// Reads an object whose keys are rank codes; returns its values by the index of the rank.
    fn by_rank<T: Clone>(
        &mut self,
        object: &Object<'v>,
        field: &str,
        mut read: impl FnMut(&mut Self, String, &Value) -> T,
    ) -> Vec<Option<T>> {
        let path = object.at(field);
        let mut values = vec![None; self.ranks.len()];
        let by_code = object.get(field).and_then(Value::as_object);
        if by_code.is_none() {
            self.json.fault(path.clone(), "required", "Isian ini harus berupa objek dengan kode peringkat.");
        }
        for (code, value) in by_code.into_iter().flatten() {
            let path = at(&path, quoted(code));
            match self.ranks.get(code.as_str()).copied() {
                None => {
                    let message = format!("Peringkat \"{}\" tidak ada di rencana ini.", quoted(code));
                    self.json.fault(path, "unknown_rank", message);
                }
                Some(_) if value.is_null() => {}
                Some(rank) => {
                    let value = read(self, path, value);
                    if let Some(slot) = values.get_mut(rank) {
                        *slot = Some(value);
                    }
                }
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Returns the document of the demo shop.
    fn demo() -> Value {
        json!({
            "name": "Rencana 2027",
            "point_value_rp": 5000,
            "cap_percent": "40",
            "member_cap_rp": null,
            "boundary_rank": "manager",
            "ranks": [
                {"code": "member", "name": "Anggota", "keeps": "period", "needs": []},
                {"code": "builder", "name": "Builder", "keeps": "period", "needs": [
                    {"metric": "pv", "volume": "both", "at_least": 20},
                    {"metric": "gv", "volume": "both", "at_least": 600}]},
                {"code": "manager", "name": "Manager", "keeps": "for_ever", "needs": [
                    {"metric": "pv", "volume": "both", "at_least": 20},
                    {"metric": "gv", "volume": "both", "at_least": 2000},
                    {"metric": "legs_with_rank", "rank": "builder", "at_least": 2}]}
            ],
            "components": [
                {"code": "personal", "name": "Bonus pribadi", "kind": "personal", "volume": "a", "rate": "10",
                    "needs": []},
                {"code": "level", "name": "Bonus tingkat", "kind": "level", "volume": "a", "rates": ["8", "5", "3"],
                    "needs": [{"metric": "pv", "volume": "both", "at_least": 20}], "compression": true},
                {"code": "group", "name": "Bonus grup", "kind": "differential", "volume": "b",
                    "rates": {"member": "3", "builder": "9", "manager": "15"},
                    "needs": [{"metric": "pv", "volume": "both", "at_least": 20}], "pass_up": true},
                {"code": "generation", "name": "Bonus generasi", "kind": "generation", "volume": "b",
                    "rates": ["5", "3", "1"], "needs": [{"metric": "pgv", "volume": "both", "at_least": 200}]},
                {"code": "pool", "name": "Dana bersama", "kind": "pool", "volume": "both", "percent": "2",
                    "shares": {"manager": 1}}
            ]
        })
    }

    /// Returns the demo shop's document with `value` at `path`, a JSON pointer; a missing part is added.
    fn with(path: &str, value: Value) -> Value {
        let mut document = demo();
        let (parent, field) = path.rsplit_once('/').unwrap();
        match document.pointer_mut(parent).unwrap() {
            Value::Object(fields) => drop(fields.insert(field.to_owned(), value)),
            Value::Array(items) if field == "-" => items.push(value),
            Value::Array(items) => items[field.parse::<usize>().unwrap()] = value,
            other => panic!("{other} has no parts"),
        }
        document
    }

    /// Returns the paths and codes of all faults.
    fn faults(document: &Value) -> Vec<(String, &'static str)> {
        let faults = Plan::read(document).err().unwrap_or_default();
        faults.into_iter().map(|fault| (fault.field.into_owned(), fault.code)).collect()
    }

    #[track_caller]
    fn refused(path: &str, value: Value, expected: &[(&str, &str)]) {
        let found = faults(&with(path, value));
        let found: Vec<_> = found.iter().map(|(path, code)| (path.as_str(), *code)).collect();
        assert_eq!(found, expected, "{path}");
    }

    #[test]
    fn the_plan_choice_matters_if_one_part_uses_it() {
        let together = |text: &str| Plan::parse(text).unwrap().counts_both_together();
        let both = demo().to_string().replace(r#""volume":"a""#, r#""volume":"both""#);
        let both = both.replace(r#""volume":"b""#, r#""volume":"both""#);
        assert!(together(&both) && !together(&demo().to_string()));
        // One component, one need of a rank, or one need of a component that counts only one plan is enough.
        let count = both.matches(r#""volume":"both""#).count();
        assert_eq!(count, 12);
        for index in 0..count {
            let (at, found) = both.match_indices(r#""volume":"both""#).nth(index).unwrap();
            let one = format!(r#"{}"volume":"b"{}"#, &both[..at], &both[at + found.len()..]);
            assert!(!together(&one), "{one}");
        }
    }

    #[test]
    fn a_document_round_trips_unchanged() {
        let plan = Plan::read(&demo()).unwrap();
        assert_eq!((plan.ranks.len(), plan.components.len(), plan.boundary), (3, 5, Some(2)));
        assert_eq!(plan.ranks[2].needs[2], Need { metric: Metric::LegsWithRank(1), at_least: 2 });
        let text = serde_json::to_string(&plan.document()).unwrap();
        let again = Plan::parse(&text).unwrap();
        assert_eq!(again, plan);
        assert_eq!(serde_json::to_string(&again.document()).unwrap(), text);
        let mut document = demo();
        // A pool may have needs; without any it has an empty list of them.
        document["components"][4]["needs"] = json!([]);
        assert_eq!(serde_json::to_value(plan.document()).unwrap(), document);
    }

    #[test]
    fn errors_name_the_path_of_the_field() {
        refused("/components/2/rates/director", json!("18"), &[("components.2.rates.director", "unknown_rank")]);
        refused("/components/2/rates/builder", json!("101"), &[("components.2.rates.builder", "percent")]);
        refused("/boundary_rank", json!("boss"), &[("boundary_rank", "unknown_rank")]);
        refused("/point_value", json!(1), &[("point_value", "unknown")]);
        refused(
            "/ranks/1/code",
            json!("member"),
            &[
                ("ranks.1.code", "duplicate"),
                ("ranks.2.needs.2.rank", "unknown_rank"),
                ("components.2.rates.builder", "unknown_rank"),
            ],
        );
    }

    #[test]
    fn a_plan_has_one_to_twenty_ranks() {
        refused(
            "/ranks",
            json!([]),
            &[
                ("ranks", "too_few"),
                ("boundary_rank", "unknown_rank"),
                ("components.2.rates.builder", "unknown_rank"),
                ("components.2.rates.manager", "unknown_rank"),
                ("components.2.rates.member", "unknown_rank"),
                ("components.4.shares.manager", "unknown_rank"),
            ],
        );
        let ranks = |count: usize| {
            let mut document = demo();
            let rank = |number| json!({"code": format!("r{number}"), "name": "Peringkat", "needs": []});
            document["ranks"] = (0..count).map(rank).collect();
            document["boundary_rank"] = Value::Null;
            document["components"] = json!([]);
            faults(&document)
        };
        assert_eq!(ranks(MAX_RANKS), []);
        assert_eq!(ranks(MAX_RANKS + 1), [("ranks".to_owned(), "too_many")]);
        let needs = json!([{"metric": "pv", "volume": "a", "at_least": 0}]);
        refused("/ranks/0/needs", needs, &[("ranks.0.needs", "first_rank")]);
        refused("/ranks/1/keeps", json!("year"), &[("ranks.1.keeps", "unknown")]);
        refused("/ranks/1/keeps", Value::Null, &[]);
        refused("/ranks/2/name", json!(" \t"), &[("ranks.2.name", "required")]);
        refused("/ranks/2/name", json!("x".repeat(101)), &[("ranks.2.name", "too_long")]);
        refused("/ranks/2/name", json!("a\u{0}b"), &[("ranks.2.name", "characters")]);
        refused("/ranks/2/name", json!(7), &[("ranks.2.name", "type")]);
    }

    #[test]
    fn codes_are_short_and_lowercase() {
        for code in
            [json!(""), json!("Member"), json!("a-b"), json!("a b"), json!("é"), json!("x".repeat(25)), json!(1)]
        {
            refused("/components/0/code", code, &[("components.0.code", "code")]);
        }
        refused("/components/0/code", Value::Null, &[("components.0.code", "code")]);
        refused("/components/0/code", json!("level"), &[("components.1.code", "duplicate")]);
        refused("/components/0/code", json!(format!("_9{}", "x".repeat(22))), &[]);
    }

    #[test]
    fn rates_are_decimal_text_from_0_to_100() {
        for rate in ["0", "100", "100.0", "12.5", "0.000000000000000001", "33.333333333333333"] {
            refused("/components/0/rate", json!(rate), &[]);
        }
        let long = format!("1.{}", "0".repeat(40));
        for rate in ["", "-1", "-0.1", "100.01", "101", "12,5", "1e1", "NaN", "inf", "+1", " 1", "1_0", "0x1", &long] {
            refused("/components/0/rate", json!(rate), &[("components.0.rate", "percent")]);
            refused("/components/1/rates/2", json!(rate), &[("components.1.rates.2", "percent")]);
            refused("/components/2/rates/member", json!(rate), &[("components.2.rates.member", "percent")]);
            refused("/components/4/percent", json!(rate), &[("components.4.percent", "percent")]);
            refused("/cap_percent", json!(rate), &[("cap_percent", "percent")]);
        }
        for rate in [json!(10), json!(1.5), json!(true), json!(["10"]), json!({"rate": "10"})] {
            refused("/components/0/rate", rate, &[("components.0.rate", "percent")]);
        }
        // A wrongly written percentage is answered with a message about the correct form.
        let said = |rate: Value| Plan::read(&with("/components/0/rate", rate)).unwrap_err().remove(0).message;
        assert_eq!(said(json!("12,5")), "Persentase harus ditulis dengan titik, bukan koma, seperti \"12.5\".");
        assert_eq!(said(json!(12.5)), "Persentase harus ditulis di antara tanda kutip, seperti \"12.5\".");
        assert_eq!(said(json!("120,5")), "Persentase harus persen antara 0 dan 100, seperti 12,5.");
        refused("/components/0/rate", Value::Null, &[("components.0.rate", "required")]);
        refused("/components/1/rates", json!("8"), &[("components.1.rates", "type")]);
        refused("/components/1/rates", json!(vec!["1"; MAX_RATES]), &[]);
        refused("/components/1/rates", json!(vec!["1"; MAX_RATES + 1]), &[("components.1.rates", "too_many")]);
        refused("/components/2/rates", json!(["3", "9"]), &[("components.2.rates", "required")]);
        refused("/components/2/rates/builder", Value::Null, &[]);
        let written = Plan::read(&with("/components/0/rate", json!("010.50"))).unwrap().document();
        assert_eq!(serde_json::to_value(written).unwrap()["components"][0]["rate"], "10.5");
    }

    #[test]
    fn amounts_are_whole_and_within_limits() {
        let huge = json!(MAX_AMOUNT + 1);
        for number in [json!(-1), huge, json!(1.5), json!(1.0), json!(1e300), json!("1"), json!([1]), json!(u64::MAX)] {
            for (path, named) in [
                ("/point_value_rp", "point_value_rp"),
                ("/member_cap_rp", "member_cap_rp"),
                ("/ranks/1/needs/0/at_least", "ranks.1.needs.0.at_least"),
                ("/components/1/needs/0/at_least", "components.1.needs.0.at_least"),
                ("/components/4/shares/manager", "components.4.shares.manager"),
            ] {
                refused(path, number.clone(), &[(named, "amount")]);
            }
        }
        refused("/point_value_rp", Value::Null, &[("point_value_rp", "required")]);
        refused("/ranks/1/needs/0/at_least", Value::Null, &[("ranks.1.needs.0.at_least", "required")]);
        refused("/point_value_rp", json!(MAX_AMOUNT), &[]);
        refused("/member_cap_rp", json!(0), &[]);
    }

    #[test]
    fn needs_with_invalid_fields_are_refused() {
        let need = |need: Value, expected: &[(&str, &str)]| {
            refused("/components/3/needs/0", need, expected);
        };
        need(json!({"metric": "leg_gv", "volume": "a", "nth": 1, "at_least": 5}), &[]);
        need(json!({"metric": "leg_gv", "volume": "a", "nth": MAX_NTH, "at_least": 5}), &[]);
        for nth in [json!(0), json!(-1), json!(MAX_NTH + 1), json!(1.5), json!("1")] {
            let wrong = json!({"metric": "leg_gv", "volume": "a", "nth": nth, "at_least": 5});
            need(wrong, &[("components.3.needs.0.nth", "amount")]);
        }
        let nowhere = json!({"metric": "leg_gv", "volume": "a", "at_least": 5});
        need(nowhere, &[("components.3.needs.0.nth", "required")]);
        need(json!({"metric": "total_gv", "at_least": 5}), &[]);
        need(json!({"metric": "total_gv", "volume": "both", "at_least": 5}), &[]);
        let of_a = json!({"metric": "total_gv", "volume": "a", "at_least": 5});
        need(of_a, &[("components.3.needs.0.volume", "range")]);
        need(json!({"metric": "rank", "rank": "builder"}), &[]);
        need(json!({"metric": "rank", "rank": "builder", "at_least": 1}), &[]);
        let two = json!({"metric": "rank", "rank": "builder", "at_least": 2});
        need(two, &[("components.3.needs.0.at_least", "amount")]);
        let nobody = json!({"metric": "legs_with_rank", "rank": "boss", "at_least": 1});
        need(nobody, &[("components.3.needs.0.rank", "unknown_rank")]);
        let none = json!({"metric": "directs_with_rank", "at_least": 1});
        need(none, &[("components.3.needs.0.rank", "unknown_rank")]);
        need(json!({"metric": "points", "at_least": 1}), &[("components.3.needs.0.metric", "unknown")]);
        let c = json!({"metric": "pv", "volume": "c", "at_least": 1});
        need(c, &[("components.3.needs.0.volume", "unknown")]);
        let no_volume = json!({"metric": "pv", "at_least": 1});
        need(no_volume, &[("components.3.needs.0.volume", "unknown")]);
        let typed_wrong = json!({"metric": "pv", "volume": "a", "at_least": 1, "rank": "builder"});
        need(typed_wrong, &[("components.3.needs.0.rank", "unknown")]);
        need(json!("pv"), &[("components.3.needs.0", "type")]);
        let many = json!(vec![json!({"metric": "pv", "volume": "a", "at_least": 1}); MAX_NEEDS + 1]);
        refused("/components/3/needs", many, &[("components.3.needs", "too_many")]);
        refused("/components/3/needs", json!({}), &[("components.3.needs", "type")]);
        let own_rank = json!({"metric": "rank", "rank": "member"});
        refused("/ranks/2/needs/0", own_rank, &[("ranks.2.needs.0.metric", "rank_of_rank")]);
    }

    #[test]
    fn each_component_kind_has_its_own_fields() {
        refused("/components/0/kind", json!("matrix"), &[("components.0.kind", "unknown")]);
        refused("/components/0/kind", Value::Null, &[("components.0.kind", "unknown")]);
        refused("/components/0/rates", json!(["1"]), &[("components.0.rates", "unknown")]);
        refused("/components/1/pass_up", json!(true), &[("components.1.pass_up", "unknown")]);
        refused("/components/1/compression", json!("yes"), &[("components.1.compression", "type")]);
        refused("/components/2/compression", json!(true), &[("components.2.compression", "unknown")]);
        refused("/components/4/shares/boss", json!(1), &[("components.4.shares.boss", "unknown_rank")]);
        refused("/components/4/shares", Value::Null, &[("components.4.shares", "required")]);
        refused("/components/0/volume", json!("A"), &[("components.0.volume", "unknown")]);
        refused("/components/-", json!(7), &[("components.5", "type")]);
    }

    #[test]
    fn unreachable_ranks_are_refused() {
        let leg = |rank: &str, at_least: i64| json!([{"metric": "legs_with_rank", "rank": rank, "at_least": at_least}]);
        let direct = |rank: &str| json!([{"metric": "directs_with_rank", "rank": rank, "at_least": 1}]);
        // Builders need managers, and managers need builders.
        refused(
            "/ranks/1/needs",
            leg("manager", 1),
            &[("ranks.1.needs", "unreachable"), ("ranks.2.needs", "unreachable")],
        );
        refused("/ranks/2/needs", direct("manager"), &[("ranks.2.needs", "unreachable")]);
        refused(
            "/ranks/1/needs",
            direct("builder"),
            &[("ranks.1.needs", "unreachable"), ("ranks.2.needs", "unreachable")],
        );
        refused("/ranks/1/needs", leg("manager", 0), &[]);
        refused("/ranks/2/needs", leg("builder", 99), &[]);
        // A member who becomes a manager without a builder holds a higher rank than builder, and so lets others become
        // builders.
        let mut document = with("/ranks/1/needs", leg("builder", 1));
        document["ranks"][2]["needs"] = json!([{"metric": "pv", "volume": "a", "at_least": 1}]);
        assert_eq!(faults(&document), []);
    }

    #[test]
    fn errors_of_malformed_documents_are_limited() {
        for document in [json!(null), json!([]), json!("plan"), json!(1)] {
            assert_eq!(faults(&document)[0], (String::new(), "type"));
        }
        let all: Vec<String> = faults(&json!({})).into_iter().map(|(path, _)| path).collect();
        assert_eq!(all, ["name", "point_value_rp", "cap_percent", "ranks", "components"]);
        let many = json!(vec![json!({"kind": "personal", "volume": "x"}); 10_000]);
        refused("/components", many, &[("components", "too_many")]);
        let fields = (0..10_000).map(|number| (format!("{number}{}", "x".repeat(1000)), json!(1)));
        let mut document = demo();
        document.as_object_mut().unwrap().extend(fields);
        let found = Plan::read(&document).unwrap_err();
        assert_eq!(found.len(), 100);
        assert!(found.iter().all(|fault| fault.field.len() < 100 && fault.message.len() < 200));
        let code = |text: &str| Plan::parse(text).unwrap_err()[0].code;
        assert_eq!(code(&format!("\"{}\"", "x".repeat(10 * 1024 * 1024))), "too_long");
        assert_eq!((code("{"), code("{\"name\": NaN}"), code(&"[".repeat(100_000))), ("json", "json", "json"));
    }
}
