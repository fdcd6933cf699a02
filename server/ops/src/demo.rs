//! The demo shop.
//!
//! Products, pictures, vouchers, members in a tree of five levels, and orders in every state across five BV periods,
//! three of them calculated. The content is always the same; its dates are relative to today.

use std::collections::HashMap;

use ksmart_core::{
    fields::{ReceiverForm, phone_e164},
    order::{OrderEvent, PaymentMethod},
    plan::document::Plan,
    quote::{QuoteInput, SHIPPING_ORIGIN_ID, quote},
    voucher::Reduction,
};
use ksmart_flows::{checkout, order_transitions, payouts, registration};
use ksmart_foundation::{
    db::{Conn, Db, Tx},
    format,
    ids::{MemberId, OrderKey, PeriodId, VoucherId},
    storage::Storage,
    time::{Clock, DAY_MS, Random, jakarta},
};
use ksmart_identity::{hashing::Hashing, internal_values, outbox::deliveries, roles::Role, settings};
use ksmart_members::{
    accounts::{self, NewMember},
    bonuses, volume,
};
use ksmart_shop::{
    catalog::{self, Goods, NewProduct, ProductSnapshot, VariantFields},
    content,
    orders::{
        Actor, parcels,
        placing::{NewLine, NewOrder, UsedVoucher},
    },
    reviews::{self, NewReview},
    shipping::{Parcel, couriers, destinations::Destinations, place::Place},
    vouchers::{self, VoucherFields, popups},
};
use rust_decimal::Decimal;
use serde::{Deserialize, de::DeserializeOwned};

/// The password of every demo account.
const PASSWORD: &str = "ksmart-demo";

/// Internal value that marks a database with the demo shop.
const MARKER: &str = "demo";

/// Compensation plan of the demo shop: the template for Plan A and Plan B, as JSON.
const PLAN: &str = include_str!("../../assets/plans/plan_a_b.json");

/// Slug of a product that leaders buy in small numbers.
const PACKAGE: &str = "paket-vitalitas-keluarga";

/// Slug and quantity of a product that leaders buy for their groups.
const BOXES: (&str, i64) = ("kolagen-berry-15-sachet", 16);

/// Large orders for groups: member, product with quantity, and age in days.
///
/// In the first period Siti and Ratna reach the rank of builder, in the second Siti becomes a manager, and in the third
/// Ratna ranks above her.
const LARGE_ORDERS: [(&str, (&str, i64), i64); 22] = [
    ("ratna.wulandari@ksmart.test", (PACKAGE, 1), 294),
    ("siti@ksmart.test", (PACKAGE, 1), 293),
    ("budi@ksmart.test", BOXES, 292),
    ("wahyu.hidayat@ksmart.test", (PACKAGE, 1), 290),
    ("ratna.wulandari@ksmart.test", (PACKAGE, 1), 260),
    ("hendra.gunawan@ksmart.test", (PACKAGE, 1), 250),
    ("siti@ksmart.test", BOXES, 240),
    ("budi@ksmart.test", BOXES, 230),
    ("nur.aisyah@ksmart.test", BOXES, 220),
    ("wahyu.hidayat@ksmart.test", (PACKAGE, 1), 210),
    ("ratna.wulandari@ksmart.test", BOXES, 180),
    ("hendra.gunawan@ksmart.test", BOXES, 170),
    ("siti@ksmart.test", (PACKAGE, 2), 160),
    ("nur.aisyah@ksmart.test", (PACKAGE, 4), 150),
    ("wahyu.hidayat@ksmart.test", BOXES, 140),
    ("budi@ksmart.test", (PACKAGE, 1), 130),
    ("hendra.gunawan@ksmart.test", BOXES, 80),
    ("ratna.wulandari@ksmart.test", (PACKAGE, 2), 75),
    ("nur.aisyah@ksmart.test", BOXES, 70),
    ("wahyu.hidayat@ksmart.test", BOXES, 65),
    ("wahyu.hidayat@ksmart.test", BOXES, 13),
    ("nur.aisyah@ksmart.test", (PACKAGE, 2), 11),
];

/// An hour in milliseconds.
const HOUR_MS: i64 = 60 * 60 * 1000;

/// Content of the folder `demo`, called the demo pack: each file with its path, sorted for binary search.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/demo_files.rs"));

/// Returns the file at a path of the folder `demo`.
fn file(path: &str) -> Result<&'static [u8], String> {
    let found = FILES.binary_search_by_key(&path, |(path, _)| path);
    found.map(|at| FILES[at].1).map_err(|_| format!("{path} is not in the demo pack"))
}

#[derive(Deserialize)]
struct Category {
    slug: String,
    name: String,
    picture: String,
}

#[derive(Deserialize)]
struct Product {
    slug: String,
    name: String,
    category: String,
    price: i64,
    bv: i64,
    shipping_weight_gr: i64,
    net_weight_ml: i64,
    min_order: i64,
    stock: i64,
    sold: i64,
    description: String,
    composition: String,
    usage: String,
    storage: String,
    variants: Vec<String>,
    images: Vec<String>,
    augmented: Vec<String>,
}

#[derive(Deserialize)]
struct Member {
    name: String,
    email: String,
    phone: String,
    bank: String,
    account_number: String,
    address: String,
    gender: String,
    birth_date: String,
    leader_email: Option<String>,
    avatar: String,
}

#[derive(Deserialize)]
struct Review {
    product: String,
    email: String,
    rating: i64,
    comment: String,
    days_ago: i64,
}

#[derive(Deserialize)]
struct Testimonial {
    product: String,
    email: String,
    rating: i64,
    comment: String,
}

#[derive(Deserialize)]
struct Banner {
    picture: String,
    alt: String,
    link: String,
}

#[derive(Deserialize)]
struct PopupVoucher {
    picture: String,
    code: String,
}

#[derive(Deserialize)]
struct Voucher {
    code: String,
    discount: serde_json::Number,
    starts: String,
    ends: String,
    quota: i64,
    picture: String,
    title: String,
    terms: Vec<String>,
}

/// Dependencies for writing the demo shop.
pub struct Demo {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The files.
    pub storage: Storage,
    /// Slots for hashing the password of the accounts.
    pub hashing: Hashing,
}

/// Refuses a public demo shop whose administrators still have the publicly known password.
///
/// # Errors
/// Returns a message for the operator, with the remedy.
pub async fn check_passwords(demo: &Demo) -> Result<(), String> {
    let failed = |error: sqlx::Error| format!("DATABASE_URL: {error}");
    let mut conn = demo.db.read().await.map_err(failed)?;
    if internal_values::get(&mut conn, MARKER).await.map_err(failed)?.is_none() {
        return Ok(());
    }
    let administrators = accounts::admin::password_hashes(&mut conn).await.map_err(failed)?;
    drop(conn);
    for (email, hash) in administrators {
        let known = demo.hashing.verify(PASSWORD.to_owned(), Some(hash)).await;
        if known.map_err(|_| "a password cannot be checked".to_owned())? {
            return Err(format!(
                "PUBLIC_URL should be a loopback address where administrators have the demo's password: give {email} \
                 another one with `ksmart admin --email {email}`"
            ));
        }
    }
    Ok(())
}

/// Fills an empty database and storage with the demo shop; returns a message for the operator.
///
/// # Errors
/// Returns a message for the operator if the database holds something else, or cannot be written.
pub async fn fill(demo: &Demo) -> Result<&'static str, String> {
    let failed = |error: sqlx::Error| format!("DATABASE_URL: {error}");
    let mut conn = demo.db.read().await.map_err(failed)?;
    if internal_values::get(&mut conn, MARKER).await.map_err(failed)?.is_some() {
        return Ok("the demo shop is there already");
    }
    if accounts::any(&mut conn).await.map_err(failed)?
        || catalog::any(&mut conn).await.map_err(failed)?
        || vouchers::any(&mut conn).await.map_err(failed)?
        || volume::any(&mut conn).await.map_err(failed)?
    {
        return Err("the database holds another shop; the demo shop needs an empty one".to_owned());
    }
    drop(conn);
    let members: Vec<Member> = read("members.json")?;
    let pictures = Pictures::store(&demo.storage, &members).await?;
    let password_hash =
        demo.hashing.hash(PASSWORD.to_owned()).await.map_err(|_| "the password cannot be hashed".to_owned())?;
    let mut tx = demo.db.write().await.map_err(failed)?;
    let now_ms = demo.clock.now_ms();
    let mut shop = Shop::new(now_ms, pictures);
    shop.fill(&mut tx, &password_hash, members).await?;
    settings::apply_demo_defaults(&mut tx, now_ms).await.map_err(failed)?;
    internal_values::get_or_make(&mut tx, MARKER, || jakarta(now_ms).to_rfc3339()).await.map_err(failed)?;
    // Messages about the past events must not be sent now.
    deliveries::delete_unassigned(&mut tx, now_ms).await.map_err(failed)?;
    tx.commit().await.map_err(failed)?;
    Ok("the demo shop is ready")
}

/// Keys of the demo pack's pictures in the storage, by their files in the pack.
struct Pictures {
    products: HashMap<String, String>,
    categories: HashMap<String, String>,
    vouchers: HashMap<String, String>,
    banners: HashMap<String, String>,
    popups: HashMap<String, String>,
    proofs: HashMap<String, String>,
    /// Photos by e-mail address. Each member has a separate file, because it is deleted when the member chooses another
    /// photo.
    avatars: HashMap<String, String>,
}

impl Pictures {
    async fn store(storage: &Storage, members: &[Member]) -> Result<Self, String> {
        let mut avatars = HashMap::new();
        for (number, member) in members.iter().enumerate() {
            let file = format!("avatars/{}", member.avatar);
            let key = keep_picture(storage, &file, "profile", &format!("demo-{number}")).await?;
            avatars.insert(member.email.clone(), key.trim_start_matches("profile/").to_owned());
        }
        Ok(Self {
            products: keep_pictures(storage, "images", "products").await?,
            categories: keep_pictures(storage, "categories", "categories").await?,
            vouchers: keep_pictures(storage, "vouchers", "vouchers").await?,
            banners: keep_pictures(storage, "banners", "banners").await?,
            popups: keep_pictures(storage, "popup-vouchers", "popup-vouchers").await?,
            proofs: keep_pictures(storage, "proofs", "proofs").await?,
            avatars,
        })
    }
}

/// Stores all pictures of a folder of the pack in a folder of the storage; returns their keys by file.
async fn keep_pictures(storage: &Storage, from: &str, to: &str) -> Result<HashMap<String, String>, String> {
    let mut keys = HashMap::new();
    for (path, _) in FILES {
        if let Some((folder, name)) = path.split_once('/')
            && folder == from
        {
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            keys.insert(name.to_owned(), keep_picture(storage, path, to, stem).await?);
        }
    }
    Ok(keys)
}

/// Stores a picture of the pack in a folder of the storage; returns its key.
async fn keep_picture(storage: &Storage, path: &str, folder: &str, name: &str) -> Result<String, String> {
    let data = file(path)?;
    let extension = path.rsplit('.').next().unwrap_or_default();
    let kept = storage.store(folder, name, extension, data).await;
    kept.map_err(|_| format!("STORAGE_URL: {path} cannot be kept"))
}

/// Returns the key of a picture that the pack names.
fn key_of<'a>(keys: &'a HashMap<String, String>, file: &str) -> Result<&'a String, String> {
    keys.get(file).ok_or_else(|| format!("{file} is not in the demo pack"))
}

fn read<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    serde_json::from_slice(file(name)?).map_err(|error| format!("{name}: {error}"))
}

/// A demo order and its events.
struct Story<'a> {
    email: &'a str,
    products: &'a [(&'a str, i64)],
    method: PaymentMethod,
    placed_ms: i64,
    voucher: Option<&'a str>,
    /// Events with their actor and the time after placing, in milliseconds.
    moves: &'a [(OrderEvent, Actor, i64)],
}

/// Recent order: member, products, payment method, age in days, voucher, and later events.
type Recent<'a> = (&'a str, &'a [(&'a str, i64)], PaymentMethod, i64, Option<&'a str>, &'a [(OrderEvent, Actor, i64)]);

/// The demo shop while it is being filled.
struct Shop {
    now_ms: i64,
    /// The start of today in Jakarta.
    today_ms: i64,
    random: Random,
    pictures: Pictures,
    products: HashMap<String, (ProductSnapshot, Vec<String>)>,
    members: HashMap<String, (MemberId, Member)>,
    vouchers: HashMap<String, (VoucherId, Decimal)>,
    /// Periods with their start times, oldest first.
    periods: Vec<(PeriodId, i64)>,
}

impl Shop {
    fn new(now_ms: i64, pictures: Pictures) -> Self {
        let today_ms = now_ms - (now_ms + 7 * HOUR_MS).rem_euclid(DAY_MS);
        Self {
            now_ms,
            today_ms,
            random: Random::from_seed(20_251_121),
            pictures,
            products: HashMap::new(),
            members: HashMap::new(),
            vouchers: HashMap::new(),
            periods: Vec::new(),
        }
    }

    async fn fill(&mut self, tx: &mut Tx, password_hash: &str, members: Vec<Member>) -> Result<(), String> {
        let failed = |error: sqlx::Error| format!("DATABASE_URL: {error}");
        self.add_periods(tx).await.map_err(failed)?;
        self.add_members(tx, password_hash, members).await?;
        let products: Vec<Product> = read("products.json")?;
        self.add_products(tx, &products).await?;
        self.add_vouchers(tx).await?;
        self.add_content(tx).await?;
        self.add_reviewed_orders(tx).await?;
        self.add_recent_orders(tx).await?;
        self.add_large_orders(tx).await?;
        // The demo pack defines today's stock and sales, which replace the results of the orders above.
        for product in &products {
            let id = self.products[&product.slug].0.id;
            let counted = catalog::set_counts(tx, id, product.stock, product.sold, "Stok opname", self.now_ms);
            counted.await.map_err(failed)?;
        }
        self.pay_bonuses(tx).await
    }

    /// Calculates the three oldest periods. Pays all bonuses of the first two, and those of three members in the third.
    /// Payouts to siti@ksmart.test have a picture of the transfer.
    async fn pay_bonuses(&self, conn: &mut Conn) -> Result<(), String> {
        let failed = |error: sqlx::Error| format!("DATABASE_URL: {error}");
        let plan = Plan::parse(PLAN).map_err(|_| "plan_a_b.json is no compensation plan")?;
        bonuses::insert_plan(conn, &plan, self.days_ago(380)).await.map_err(failed)?;
        let proof = key_of(&self.pictures.proofs, "bukti-transfer.webp")?.as_str();
        let some = ["siti@ksmart.test", "ratna.wulandari@ksmart.test", "hendra.gunawan@ksmart.test"];
        for ((period, _), (calculated, paid, all)) in
            self.periods.iter().zip([(275, 270, true), (185, 180, true), (85, 80, false)])
        {
            let done = bonuses::calculate_within(conn, *period, self.days_ago(calculated)).await;
            done.map_err(|error| error.to_string())?;
            for (email, (member, _)) in &self.members {
                if all || some.contains(&email.as_str()) {
                    let proof = (email == "siti@ksmart.test").then_some(proof);
                    payouts::mark_paid(conn, *member, *period, proof, self.days_ago(paid)).await.map_err(failed)?;
                }
            }
        }
        Ok(())
    }

    fn days_ago(&self, days: i64) -> i64 {
        self.today_ms - days * DAY_MS + 10 * HOUR_MS
    }

    /// Adds three periods for calculation, one that is closed for buying, and one that takes orders.
    async fn add_periods(&mut self, conn: &mut Conn) -> sqlx::Result<()> {
        for (first, last) in [(370, 281), (280, 191), (190, 91), (90, 31), (30, -30)] {
            let (starts_ms, ends_ms) = (self.today_ms - first * DAY_MS, self.today_ms - (last - 1) * DAY_MS - 1);
            let name = format!("{} – {}", format::month(starts_ms), format::month(ends_ms));
            let id = volume::insert_period(conn, &name, starts_ms, ends_ms).await?;
            self.periods.push((id, starts_ms));
        }
        Ok(())
    }

    async fn add_members(&mut self, conn: &mut Conn, password_hash: &str, members: Vec<Member>) -> Result<(), String> {
        let failed = |error: sqlx::Error| format!("DATABASE_URL: {error}");
        let admin = NewMember::admin("admin@ksmart.test", password_hash.to_owned());
        registration::enrol(conn, &admin, "KS00000000", self.days_ago(400)).await.map_err(failed)?;
        let mut finance = NewMember::admin("keuangan@ksmart.test", password_hash.to_owned());
        "Bagian Keuangan".clone_into(&mut finance.name);
        finance.role = Role::Finance;
        for (number, member) in (1i64..).zip(members) {
            let leader = match &member.leader_email {
                Some(email) => {
                    let (leader, _) = self.members.get(email).ok_or("members.json names a leader after a member")?;
                    Some(*leader)
                }
                None => None,
            };
            let new = NewMember {
                email: member.email.clone(),
                password_hash: password_hash.to_owned(),
                name: member.name.clone(),
                phone: phone_e164(&member.phone).ok_or_else(|| format!("members.json: {}", member.phone))?,
                address: member.address.clone(),
                bank: member.bank.clone(),
                bank_account: member.account_number.clone(),
                gender: member.gender.clone(),
                birth_date: member.birth_date.clone(),
                plan_id: 1 + number % 2,
                picture: self.pictures.avatars.get(&member.email).cloned(),
                leader,
                role: Role::Member,
            };
            let uid = format!("KS{number:08}");
            let joined_ms = self.days_ago(380 - 4 * number);
            let id = registration::enrol(conn, &new, &uid, joined_ms).await.map_err(failed)?;
            self.members.insert(member.email.clone(), (id, member));
        }
        // The second administrator is needed because the one who prepares a payout cannot approve it.
        registration::enrol(conn, &finance, "KS99000001", self.days_ago(300)).await.map_err(failed)?;
        Ok(())
    }

    async fn add_products(&mut self, conn: &mut Conn, products: &[Product]) -> Result<(), String> {
        let failed = |error: sqlx::Error| format!("DATABASE_URL: {error}");
        let mut categories = HashMap::new();
        for (position, category) in (1i64..).zip(read::<Vec<Category>>("categories.json")?) {
            let picture = key_of(&self.pictures.categories, &category.picture)?;
            let id = catalog::insert_category(conn, &category.name, picture, position).await.map_err(failed)?;
            categories.insert(category.slug, id);
        }
        for product in products {
            let in_storage = |files: &[String]| {
                files.iter().map(|file| key_of(&self.pictures.products, file).cloned()).collect::<Result<Vec<_>, _>>()
            };
            let (images, augmented) = (in_storage(&product.images)?, in_storage(&product.augmented)?);
            let new = NewProduct {
                category_id: *categories.get(&product.category).ok_or("products.json names an unknown category")?,
                name: &product.name,
                description: &product.description,
                composition: &product.composition,
                usage: &product.usage,
                storage: &product.storage,
                price_rp: product.price,
                bv: product.bv,
                weight_gr: product.shipping_weight_gr,
                net_ml: product.net_weight_ml,
                min_order: product.min_order,
                sku: "",
                barcode: "",
                shelf: "",
                stock: product.stock,
                sold: product.sold,
                variants: &product.variants.iter().map(VariantFields::named).collect::<Vec<_>>(),
                images: &images,
                augmented: &augmented,
            };
            let id = catalog::insert_product(conn, &new, self.days_ago(300)).await.map_err(failed)?;
            let goods =
                catalog::snapshots(conn, &[id], self.now_ms).await.map_err(failed)?.pop().ok_or("a product is gone")?;
            self.products.insert(product.slug.clone(), (goods, product.variants.clone()));
        }
        Ok(())
    }

    async fn add_vouchers(&mut self, conn: &mut Conn) -> Result<(), String> {
        for voucher in read::<Vec<Voucher>>("vouchers.json")? {
            let day = |text: &str| -> Result<i64, String> {
                let days = text.trim_end_matches('d').parse::<i64>();
                Ok(self.today_ms + days.map_err(|_| format!("vouchers.json: {text}"))? * DAY_MS)
            };
            let percent: Decimal =
                voucher.discount.to_string().parse().map_err(|_| format!("vouchers.json: {}", voucher.discount))?;
            let fields = VoucherFields {
                code: voucher.code.clone(),
                title: voucher.title,
                terms: voucher.terms.join("\n"),
                picture: key_of(&self.pictures.vouchers, &voucher.picture)?.to_owned(),
                reduction: Reduction::Percent { percent, most: None },
                starts_ms: day(&voucher.starts)?,
                ends_ms: day(&voucher.ends)? + DAY_MS - 1,
                quota: Some(voucher.quota),
                member_quota: None,
                minimum_rp: 0,
                first_order: false,
                scoped: false,
                chosen_members: false,
            };
            let id = fields.insert(conn).await.map_err(|error| format!("DATABASE_URL: {error}"))?;
            self.vouchers.insert(voucher.code, (id, percent));
        }
        Ok(())
    }

    async fn add_content(&self, conn: &mut Conn) -> Result<(), String> {
        let failed = |error: sqlx::Error| format!("DATABASE_URL: {error}");
        for (position, Banner { picture, alt, link }) in (1i64..).zip(read::<Vec<Banner>>("banners.json")?) {
            let picture = key_of(&self.pictures.banners, &picture)?;
            content::insert_banner(conn, picture, &alt, Some(&link), position).await.map_err(failed)?;
        }
        for (position, popup) in (1i64..).zip(read::<Vec<PopupVoucher>>("popup-vouchers.json")?) {
            let (voucher, _) = self.vouchers.get(&popup.code).ok_or("popup-vouchers.json names an unknown voucher")?;
            let picture = key_of(&self.pictures.popups, &popup.picture)?;
            popups::insert(conn, *voucher, picture, position).await.map_err(failed)?;
        }
        Ok(())
    }

    /// Adds the reviews of the pack, and for each an order that arrived before the review was written.
    async fn add_reviewed_orders(&self, tx: &mut Tx) -> Result<(), String> {
        let mut reviews: Vec<Review> = read("reviews.json")?;
        // Testimonials become the newest reviews, because the home page quotes those.
        for (days_ago, said) in (1i64..).zip(read::<Vec<Testimonial>>("testimonials.json")?) {
            let Testimonial { product, email, rating, comment } = said;
            reviews.push(Review { product, email, rating, comment, days_ago });
        }
        for (index, review) in reviews.iter().enumerate() {
            use OrderEvent::{Complete, Pack, Pay, Ship};
            let online = [
                (Pay, Actor::Provider, HOUR_MS),
                (Pack, Actor::Admin, DAY_MS),
                (Ship, Actor::Admin, 2 * DAY_MS),
                (Complete, Actor::Member, 5 * DAY_MS),
            ];
            let in_cash = [online[1], online[2], online[3], (Pay, Actor::Admin, 6 * DAY_MS)];
            let (method, moves) =
                if index % 3 == 0 { (PaymentMethod::Cod, &in_cash) } else { (PaymentMethod::Online, &online) };
            let quantity = 1 + i64::from(self.random.below(3));
            let story = Story {
                email: &review.email,
                products: &[(&review.product, quantity)],
                method,
                placed_ms: self.days_ago(review.days_ago + 6),
                voucher: None,
                moves,
            };
            let order = self.tell(tx, &story).await?;
            let new = NewReview {
                order,
                product: self.products[&review.product].0.id,
                member: self.members[&review.email].0,
                rating: review.rating,
                comment: Some(&review.comment),
                created_ms: self.days_ago(review.days_ago),
            };
            reviews::insert(tx, &new).await.map_err(|error| format!("DATABASE_URL: {error}"))?;
        }
        Ok(())
    }

    /// Adds the large orders, with which members reach ranks, and higher ones from period to period.
    async fn add_large_orders(&self, tx: &mut Tx) -> Result<(), String> {
        use OrderEvent::{Complete, Pack, Pay, Ship};
        for (email, goods, days) in LARGE_ORDERS {
            let story = Story {
                email,
                products: &[goods],
                method: PaymentMethod::Online,
                placed_ms: self.days_ago(days),
                voucher: None,
                moves: &[
                    (Pay, Actor::Provider, HOUR_MS),
                    (Pack, Actor::Admin, 5 * HOUR_MS),
                    (Ship, Actor::Admin, DAY_MS),
                    (Complete, Actor::Member, 4 * DAY_MS),
                ],
            };
            self.tell(tx, &story).await?;
        }
        Ok(())
    }

    /// Adds orders in every state, for the two members named in the README.
    async fn add_recent_orders(&self, tx: &mut Tx) -> Result<(), String> {
        use Actor::{Admin as Staff, Member, Provider, System};
        use OrderEvent::{Cancel, Complete, Expire, Fail, Pack, Pay, Refund, Return, Ship};
        use PaymentMethod::{Cod, Online};
        let (paid, packed, shipped) = ((Pay, Provider, HOUR_MS), (Pack, Staff, 5 * HOUR_MS), (Ship, Staff, DAY_MS));
        let arrived = (Complete, Member, 4 * DAY_MS);
        let stories: [Recent<'_>; 14] = [
            ("budi@ksmart.test", &[("klorofil-mint-500-ml", 2)], Online, 0, None, &[]),
            (
                "budi@ksmart.test",
                &[("kopi-ginseng-20-sachet", 2), ("teh-hijau-melati-25-kantong", 1)],
                Online,
                3,
                Some("NGOPI5"),
                &[paid],
            ),
            ("budi@ksmart.test", &[("madu-hutan-500-g", 1)], Cod, 1, None, &[]),
            ("budi@ksmart.test", &[("serum-vitamin-c-20-ml", 1)], Online, 2, None, &[paid, packed]),
            ("budi@ksmart.test", &[("sampo-arang-bambu-250-ml", 2)], Cod, 4, None, &[packed, shipped]),
            ("budi@ksmart.test", &[("teh-hijau-melati-25-kantong", 2)], Cod, 6, None, &[packed, shipped, arrived]),
            (
                "budi@ksmart.test",
                &[("toner-air-mawar-150-ml", 1)],
                Cod,
                15,
                None,
                &[packed, shipped, (Return, Staff, 6 * DAY_MS)],
            ),
            ("budi@ksmart.test", &[("kolagen-berry-15-sachet", 1)], Online, 9, None, &[paid, packed, shipped, arrived]),
            ("budi@ksmart.test", &[("toner-air-mawar-150-ml", 1)], Online, 12, None, &[(Expire, System, DAY_MS)]),
            ("budi@ksmart.test", &[("krim-malam-kolagen-30-g", 1)], Online, 14, None, &[(Cancel, Member, HOUR_MS)]),
            ("budi@ksmart.test", &[("sari-kurma-premium-350-g", 1)], Online, 17, None, &[(Fail, Provider, HOUR_MS)]),
            (
                "budi@ksmart.test",
                &[("vitamin-c-acerola-60-tablet", 1)],
                Online,
                20,
                None,
                &[paid, (Refund, Staff, DAY_MS)],
            ),
            ("siti@ksmart.test", &[("paket-vitalitas-keluarga", 1)], Online, 5, None, &[paid, packed, shipped]),
            (
                "siti@ksmart.test",
                &[("kolagen-berry-15-sachet", 2), ("klorofil-mint-500-ml", 3)],
                Online,
                45,
                None,
                &[paid, packed, shipped, arrived],
            ),
        ];
        for (email, products, method, days, voucher, moves) in stories {
            let placed_ms = if days == 0 { self.now_ms - 2 * HOUR_MS } else { self.days_ago(days) };
            self.tell(tx, &Story { email, products, method, placed_ms, voucher, moves }).await?;
        }
        Ok(())
    }

    /// Places an order and moves it through its events.
    async fn tell(&self, tx: &mut Tx, story: &Story<'_>) -> Result<OrderKey, String> {
        let failed = |error: sqlx::Error| format!("DATABASE_URL: {error}");
        let order = self.order(story)?;
        let day = jakarta(story.placed_ms).format("%Y%m%d");
        let number = format!("KS-{day}-{}", self.random.token(8));
        let expires_ms = (story.method == PaymentMethod::Online).then_some(story.placed_ms + DAY_MS);
        let placed = checkout::insert_order(tx, &order, &number, expires_ms, story.placed_ms).await.map_err(failed)?;
        let key = placed.ok_or("a demo order has no open period")?.key;
        let wanted: Vec<_> = order.lines.iter().map(NewLine::wanted).collect();
        for Goods { product_id, quantity, .. } in &wanted {
            // The stock in the pack is that after the orders, so the pieces for the order are added first.
            catalog::receive_stock(tx, *product_id, *quantity, story.placed_ms).await.map_err(failed)?;
        }
        catalog::take_stock(tx, key, &wanted, story.placed_ms).await.map_err(failed)?;
        if let Some(voucher) = &order.voucher {
            vouchers::take_use(tx, voucher.id, key, order.member).await.map_err(failed)?;
        }
        for (event, actor, after_ms) in story.moves {
            order_transitions::advance_within(tx, key, *event, *actor, None, story.placed_ms + after_ms)
                .await
                .map_err(|_| format!("{number} cannot be moved"))?;
            if *event == OrderEvent::Ship {
                let resi = format!("JN{:010}", self.random.below(1_000_000_000));
                parcels::store_tracking_number(tx, key, &resi).await.map_err(failed)?;
            }
        }
        Ok(key)
    }

    fn order(&self, story: &Story<'_>) -> Result<NewOrder, String> {
        let (member, data) = self.members.get(story.email).ok_or_else(|| format!("no member {}", story.email))?;
        let mut lines = Vec::new();
        for (slug, quantity) in story.products {
            let (goods, variants) = self.products.get(*slug).ok_or_else(|| format!("no product {slug}"))?;
            lines.push(NewLine::new(goods.clone(), variants.first().cloned().unwrap_or_default(), *quantity));
        }
        lines.sort_by_key(|line| line.goods.id);
        let voucher = story.voucher.and_then(|code| Some((code, *self.vouchers.get(code)?)));
        let mut input = QuoteInput {
            lines: lines.iter().map(NewLine::quote_line).collect(),
            discount_percent: voucher.map_or(Decimal::ZERO, |(_, (_, percent))| percent),
            ..QuoteInput::default()
        };
        let weight_kg = quote(&input).map_err(|error| error.to_string())?.weight_kg;
        let options = couriers::own_options(&Parcel::new(SHIPPING_ORIGIN_ID, SHIPPING_ORIGIN_ID, weight_kg))
            .map_err(|_| "no courier takes a demo order")?;
        let option = options.first().ok_or("no courier takes a demo order")?;
        input.shipping_cost = option.shipping_cost;
        let open = self.periods.iter().rev().find(|(_, starts_ms)| *starts_ms <= story.placed_ms);
        Ok(NewOrder {
            open_at_ms: None,
            trial: false,
            taxable: false,
            member: *member,
            checkout_token: self.random.token(26),
            contents: None,
            plan_id: 1 + i64::from(self.random.below(2)),
            period: open.ok_or("a demo order is older than the periods")?.0,
            period_name: String::new(),
            payment_method: story.method,
            receiver: ReceiverForm {
                receiver_name: data.name.clone(),
                receiver_phone: data.phone.clone(),
                receiver_email: data.email.clone(),
                receiver_address: data.address.clone(),
            },
            destination_id: SHIPPING_ORIGIN_ID,
            place: Place::of(&Destinations::embedded().get(SHIPPING_ORIGIN_ID).ok_or("a demo order goes nowhere")?),
            shipping_method: option.method(),
            voucher: voucher.map(|(code, (id, _))| UsedVoucher { id, code: code.to_owned() }),
            reduction: voucher.map(|(_, (_, percent))| Reduction::Percent { percent, most: None }),
            quote: quote(&input).map_err(|error| error.to_string())?,
            lines,
        })
    }
}
