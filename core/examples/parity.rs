//! Prints a seeded corpus of inputs with the answers of native code, for `core-wasm/parity.mjs`.
//!
//! `parity [carts] [seed]`: number of carts, of allocations, and of networks with points to try in a member's corner
//! (100,000 each by default). The corpus also has every order state, and a tenth as many inputs of each form check. The
//! first line is the number of cases. Each further line is one case: the call and the answer as JSON, separated by a
//! tab. A refused input is answered with the code of its error.

use std::io::{self, BufWriter, Write};

#[path = "../tests/plans/networks.rs"]
mod networks;

use ksmart_core::{
    allocation::{self, AllocationError, PlanVolumes},
    fields::{self, CartAddition, MinimumLine, PhotoHead, ProfileForm, ReceiverForm, RegistrationForm, ReviewForm},
    order::OrderState,
    plan::{
        corner::Corners,
        preview::{Corner, PreviewError, Trial},
        standing::Standings,
    },
    quote::{self, MAX_AMOUNT, QuoteError, QuoteInput},
};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

type Generator = fn(&mut StdRng) -> Value;

/// Form checks, each with the generator of its inputs.
const CHECKS: [(&str, Generator); 7] = [
    ("checkRegistration", registration),
    ("checkProfile", profile),
    ("checkReceiver", receiver),
    ("checkReview", review),
    ("checkPhoto", photo),
    ("checkQuantity", quantity),
    ("checkMinimum", minimum),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let carts: usize = args.next().map_or(Ok(100_000), |arg| arg.parse())?;
    let seed: u64 = args.next().map_or(Ok(1), |arg| arg.parse())?;
    let checks = carts.div_ceil(10);
    let mut rng = StdRng::seed_from_u64(seed);
    let mut out = BufWriter::new(io::stdout().lock());

    let states = order_states();
    writeln!(out, "{}", 3 * carts + states.len() + checks * CHECKS.len())?;
    for _ in 0..carts {
        print(&mut out, "quote", &cart(&mut rng))?;
        print(&mut out, "allocate", &volumes(&mut rng))?;
        print(&mut out, "preview", &tried(&mut rng)?)?;
    }
    for state in states {
        print(&mut out, "orderActions", &state)?;
    }
    for (call, input) in CHECKS {
        for _ in 0..checks {
            print(&mut out, call, &input(&mut rng))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn print(out: &mut impl Write, call: &str, input: &Value) -> io::Result<()> {
    let input = input.to_string();
    let answer = match call {
        "quote" => answer(&input, |cart: QuoteInput| quote::quote(&cart).map_err(QuoteError::code)),
        "allocate" => answer(&input, |chosen: PlanVolumes| allocation::allocate(chosen).map_err(AllocationError::code)),
        "preview" => answer(&input, |Tried { corner, trial }| corner.preview(&trial).map_err(PreviewError::code)),
        "orderActions" => answer(&input, |state: OrderState| Ok(state.member_actions())),
        "checkRegistration" => answer(&input, |form: RegistrationForm| Ok(fields::check_registration(&form))),
        "checkProfile" => answer(&input, |form: ProfileForm| Ok(fields::check_profile(&form))),
        "checkReceiver" => answer(&input, |form: ReceiverForm| Ok(fields::check_receiver(&form))),
        "checkReview" => answer(&input, |form: ReviewForm| Ok(fields::check_review(&form))),
        "checkPhoto" => answer(&input, |photo: PhotoHead| Ok(fields::check_photo(&photo))),
        "checkQuantity" => answer(&input, |addition: CartAddition| Ok(fields::check_quantity(addition))),
        "checkMinimum" => answer(&input, |lines: Vec<MinimumLine>| Ok(fields::check_minimum(&lines))),
        _ => unreachable!("no such call: {call}"),
    }?;
    writeln!(out, "{{\"call\":\"{call}\",\"input\":{input}}}\t{answer}")
}

fn answer<I: DeserializeOwned, O: Serialize>(
    input: &str,
    rule: impl Fn(I) -> Result<O, &'static str>,
) -> serde_json::Result<String> {
    match serde_json::from_str(input).map_err(|_| "invalid_input").and_then(rule) {
        Ok(answer) => serde_json::to_string(&answer),
        Err(code) => Ok(json!({ "error": code }).to_string()),
    }
}

fn cart(rng: &mut StdRng) -> Value {
    // Most carts are realistic; the others try every limit.
    let hostile = rng.random_ratio(1, 4);
    let lines = (0..rng.random_range(0..=8)).map(|_| if hostile { hostile_line(rng) } else { line(rng) }).collect();
    let percent = percent(rng, hostile);
    let shipping_cost = if hostile { hostile_amount(rng) } else { rng.random_range(0..=500_000) };
    let mut cart = json!({ "lines": Value::Array(lines), "discount_percent": percent, "shipping_cost": shipping_cost });
    for taken_off in ["discount_most", "discount_amount", "shipping_discount"] {
        if rng.random_ratio(1, 4) {
            cart[taken_off] = json!(if hostile { hostile_amount(rng) } else { rng.random_range(0..=500_000) });
        }
    }
    if hostile && rng.random_ratio(1, 8) {
        spoil(rng, &mut cart);
    }
    cart
}

fn line(rng: &mut StdRng) -> Value {
    json!({
        "price": rng.random_range(0..=2_000_000),
        "bv": rng.random_range(0..=500),
        "weight_gr": rng.random_range(0..=50_000),
        "quantity": rng.random_range(1..=1_000),
        "excluded": rng.random_ratio(1, 4),
    })
}

fn hostile_line(rng: &mut StdRng) -> Value {
    json!({
        "price": hostile_amount(rng),
        "bv": hostile_amount(rng),
        "weight_gr": hostile_amount(rng),
        "quantity": if rng.random_ratio(1, 2) { 1 } else { hostile_amount(rng) },
    })
}

fn hostile_amount(rng: &mut StdRng) -> i64 {
    match rng.random_range(0..16) {
        0 => rng.random(),
        1 => rng.random_range(MAX_AMOUNT - 3..=MAX_AMOUNT + 3),
        2 => rng.random_range(0..=MAX_AMOUNT),
        3 => rng.random_range(-3..=0),
        4 => pick(rng, &[i64::MIN, i64::MAX, -MAX_AMOUNT - 2, MAX_AMOUNT / 2, MAX_AMOUNT / 2 + 1]),
        5..10 => 0,
        _ => rng.random_range(0..=100_000),
    }
}

fn percent(rng: &mut StdRng, hostile: bool) -> String {
    const USUAL: [&str; 12] =
        ["0", "100", "10", "50", "12.5", "33.33", "0.01", "99.99", "66.6667", "5.00", "0.5", "87.5"];
    const HOSTILE: [&str; 16] = [
        "-1",
        "-0",
        "100.01",
        "1e1",
        "",
        ".",
        ".5",
        "5.",
        "+5",
        " 5",
        "5%",
        "0x10",
        "NaN",
        "0.000000000000000001",
        "0.0000000000000000001",
        "99999999999999999999",
    ];
    match rng.random_range(0..4) {
        0 if hostile => pick(rng, &HOSTILE).to_owned(),
        0 | 1 => pick(rng, &USUAL).to_owned(),
        2 => format!("{}.{:02}", rng.random_range(0..100), rng.random_range(0..100)),
        _ => format!("{}.{}", rng.random_range(0..100), rng.random_range(0..1_000_000_000_000_000_i64)),
    }
}

fn volumes(rng: &mut StdRng) -> Value {
    const EDGES: [i64; 14] = [0, 1, 99, 100, 101, 198, 199, 200, 201, 202, 399, 400, 401, 402];
    let mut volume = || match rng.random_range(0..8) {
        0 => hostile_amount(rng),
        1 | 2 => pick(rng, &EDGES),
        _ => rng.random_range(0..=450),
    };
    let (first, second) = (volume(), volume());
    // Half of the pairs add up to a threshold or a value next to it.
    let total = pick(rng, &EDGES);
    let plan_b = if rng.random_ratio(1, 2) && (0..=total).contains(&first) { total - first } else { second };
    json!({ "plan_a": first, "plan_b": plan_b })
}

/// A member's corner of a network, and points to try there.
#[derive(Serialize, Deserialize)]
struct Tried {
    corner: Corner,
    trial: Trial,
}

fn tried(rng: &mut StdRng) -> Result<Value, Box<dyn std::error::Error>> {
    let plan = networks::plan(rng);
    let (earned, nodes) = networks::network(rng, &plan, 8);
    let corners = Corners::new(Standings::new(plan, &nodes)?, earned)?;
    let (corner, legs) = corners.of(rng.random_range(0..nodes.len()))?;
    let mut trial = corner.with_current_points();
    match rng.random_range(0..8) {
        0 => {}
        1 => (trial.own.plan_a, trial.own.plan_b) = (hostile_amount(rng), hostile_amount(rng)),
        2 => (trial.leg, trial.added.plan_a) = (Some(rng.random_range(0..=legs.len())), hostile_amount(rng)),
        3 | 4 => trial.own = networks::earned(rng),
        _ if legs.is_empty() => {}
        _ => (trial.leg, trial.added) = (Some(rng.random_range(0..legs.len())), networks::earned(rng)),
    }
    let mut tried = serde_json::to_value(Tried { corner, trial })?;
    if rng.random_ratio(1, 32) {
        spoil(rng, &mut tried["corner"]);
    }
    if rng.random_ratio(1, 32) {
        spoil(rng, &mut tried["trial"]);
    }
    Ok(tried)
}

fn order_states() -> Vec<Value> {
    let mut states = vec![json!({}), json!(null), json!("pending"), json!({ "payment_method": "cash" })];
    for method in ["online", "cod"] {
        for payment in ["pending", "success", "failed", "expired", "cancelled", "refunded", "paid"] {
            for shipment in ["menunggu", "dikemas", "dikirim", "selesai", "dibatalkan", ""] {
                let state = json!({ "payment_method": method, "payment_status": payment, "shipment_status": shipment });
                let mut held = state.clone();
                held["held"] = json!(true);
                states.extend([state, held]);
            }
        }
    }
    states
}

fn registration(rng: &mut StdRng) -> Value {
    let password = text(rng, &["rahasia-sekali", "12345678", "pendek", "рахасиа", "🌿🌿🌿🌿🌿🌿🌿🌿", ""]);
    let again = if rng.random_ratio(1, 4) { "lain".to_owned() } else { password.clone() };
    json!({"email": email(rng), "password": password, "confirm_password": again, "profile": profile(rng)})
}

fn profile(rng: &mut StdRng) -> Value {
    let born =
        format!("{:04}-{:02}-{:02}", rng.random_range(1890..=2030), rng.random_range(0..=13), rng.random_range(0..=32));
    let account: String = (0..rng.random_range(0..=22)).map(|_| pick(rng, &['1', '7', '0'])).collect();
    let mut form = json!({
        "name": text(rng, &["Budi", "Siti Nur’aini", "  ", "\u{a0}\u{3000}", "a\u{0}b", "Ani\nWijaya", "名前"]),
        "no_hp": phone(rng),
        "alamat": text(rng, &["Jl. Melati 1", "", "\t\r\n", "RT\u{7}01", "Gang “Mawar” \\ 2/3"]),
        "bank": text(rng, &["BCA", "BNI", "BRI", "Mandiri", "CIMB", "BSI", "Bank Karangan", "bca", ""]),
        "rekening_bank": if rng.random_ratio(1, 8) { text(rng, &["12a4567890", "１２３４５６７８９０", " ", "123-456–7890"]) } else { account },
        "jenis_kelamin": text(rng, &["L", "P", "l", ""]),
        "tanggal_lahir": if rng.random_ratio(1, 8) { text(rng, &["", "1990-2-1", "1990/01/01", "199O-01-01"]) } else { born },
        "today": "2026-11-21",
        "more_banks": pick(rng, &[&[][..], &["BSI"], &["BTN", "Bank Karangan"]]),
    });
    if rng.random_ratio(1, 32) {
        spoil(rng, &mut form);
    }
    form
}

fn receiver(rng: &mut StdRng) -> Value {
    let mut form = json!({
        "receiver_name": text(rng, &["Budi", "", "\u{85}", "x\u{9f}y"]),
        "receiver_phone": phone(rng),
        "receiver_email": email(rng),
        "receiver_address": text(rng, &["Jl. Melati 1, Kuningan Timur", " ", "🏠"]),
    });
    if rng.random_ratio(1, 32) {
        spoil(rng, &mut form);
    }
    form
}

fn review(rng: &mut StdRng) -> Value {
    let mut form = json!({ "rating": rng.random_range(-1..=7) });
    match rng.random_range(0..4) {
        0 => form["comment"] = Value::Null,
        1 => form["comment"] = json!("🌿".repeat(rng.random_range(998..=1002))),
        2 => form["comment"] = json!(text(rng, &["Bagus", "", "\"kutip\" \u{2028}"])),
        _ => {}
    }
    if rng.random_ratio(1, 32) {
        spoil(rng, &mut form);
    }
    form
}

fn photo(rng: &mut StdRng) -> Value {
    const HEADS: [&[u8]; 6] = [
        b"\xff\xd8\xff\xe0\0\x10JFIF\0\x01",
        b"\x89PNG\r\n\x1a\n\0\0\0\r",
        b"RIFF\x10\0\0\0WEBP",
        b"RIFF\x10\0\0\0WAVE",
        b"GIF89a\x01\0\x01\0\0\0",
        b"<svg xmlns=\"",
    ];
    let head = pick(rng, &HEADS);
    let head = &head[..if rng.random_ratio(1, 4) { rng.random_range(0..=head.len()) } else { head.len() }];
    let limit = fields::MAX_PHOTO_BYTES;
    let size = match rng.random_range(0..4) {
        0 => rng.random_range(limit - 2..=limit + 2) as u64,
        1 => rng.random_range(u64::from(u32::MAX) - 2..=u64::from(u32::MAX) + 2),
        _ => rng.random_range(0..=2 * limit) as u64,
    };
    json!({ "size": size, "head": head })
}

fn quantity(rng: &mut StdRng) -> Value {
    let mut amount = || if rng.random_ratio(1, 8) { hostile_amount(rng) } else { rng.random_range(-1..=12) };
    json!({ "quantity": amount(), "in_cart": amount(), "stock": amount() })
}

fn minimum(rng: &mut StdRng) -> Value {
    let mut lines = Vec::new();
    for _ in 0..rng.random_range(0..=4) {
        let quantity = if rng.random_ratio(1, 8) { hostile_amount(rng) } else { rng.random_range(1..=6) };
        let (product, least) = (rng.random_range(1..=3), rng.random_range(0..=7));
        let mut line = json!({ "product_id": product, "quantity": quantity, "least": least });
        line["name"] = json!(text(rng, &["Teh", "Madu \"Hutan\"", "", "蜂蜜"]));
        if rng.random_ratio(1, 32) {
            spoil(rng, &mut line);
        }
        lines.push(line);
    }
    Value::Array(lines)
}

fn email(rng: &mut StdRng) -> String {
    text(
        rng,
        &[
            "budi@example.com",
            " budi@example.com ",
            "budi",
            "budi@",
            "@example.com",
            "a b@x.id",
            "a@b@c.id",
            "a@.id",
            "",
        ],
    )
}

fn phone(rng: &mut StdRng) -> String {
    let mut typed = pick(rng, &["+62", "62", "0", "", "+62 ", "(0", "\u{202d}+62", "00"]).to_owned();
    typed.push_str(pick(rng, &["81", "80", "84", "85", "8 1-", "21", "8.9)"]));
    for _ in 0..rng.random_range(5..=12) {
        typed.push(pick(rng, &['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-', ' ']));
    }
    if rng.random_ratio(1, 16) {
        typed.push(pick(rng, &['x', '٣', '\u{a0}', '+', '\u{2011}', '\u{200b}', '５']));
    }
    typed
}

/// Returns one of `samples`, sometimes repeated so often that it may be too long.
fn text(rng: &mut StdRng, samples: &[&str]) -> String {
    let sample = pick(rng, samples);
    if rng.random_ratio(1, 16) { sample.repeat(rng.random_range(1..=100)) } else { sample.to_owned() }
}

/// Removes a field, changes its type, or adds an unknown field.
fn spoil(rng: &mut StdRng, input: &mut Value) {
    let Some(fields) = input.as_object_mut() else { return };
    let names: Vec<String> = fields.keys().cloned().collect();
    let name = names.choose(rng).cloned().expect("every input has fields");
    match rng.random_range(0..6) {
        0 => drop(fields.remove(&name)),
        1 => drop(fields.insert(name, Value::Null)),
        2 => drop(fields.insert(name, json!(1.5))),
        3 => drop(fields.insert(name, json!({}))),
        4 => drop(fields.insert(name, json!(["x", true]))),
        _ => drop(fields.insert("unknown".to_owned(), json!(true))),
    }
}

fn pick<T: Copy>(rng: &mut StdRng, from: &[T]) -> T {
    *from.choose(rng).expect("there is something to pick from")
}
