//! Time taken to price a cart, in native code and in WebAssembly.

use std::{
    hint::black_box,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use ksmart_core::quote::{QuoteInput, QuoteLine, quote};
use rust_decimal::Decimal;
use serde::Serialize;

/// Number of quotes timed together.
const BATCH: u32 = 10_000;

/// Number of measured batches, of which the median is reported.
const BATCHES: usize = 101;

/// A cart of 20 lines with a voucher.
fn cart() -> QuoteInput {
    let line = |number: i64| QuoteLine {
        price: 48_500 + 1_250 * number,
        bv: 10 + number,
        weight_gr: 250 + 15 * number,
        quantity: 1 + number % 5,
        excluded: false,
    };
    QuoteInput {
        lines: (0..20).map(line).collect(),
        discount_percent: Decimal::new(125, 1),
        shipping_cost: 18_000,
        ..QuoteInput::default()
    }
}

/// Returns the time in native code.
pub fn native() -> Duration {
    let cart = cart();
    median(|| quote(black_box(&cart)))
}

/// Returns the time in WebAssembly, as measured by [`in_wasm`].
///
/// # Errors
/// Same as [`in_wasm`].
pub fn wasm() -> Result<Duration, String> {
    in_wasm("quote", &[cart()])
}

/// Returns the median time of a call in native code.
pub fn median<T>(mut call: impl FnMut() -> T) -> Duration {
    let mut batches: Vec<Duration> = (0..BATCHES)
        .map(|_| {
            let started = Instant::now();
            for _ in 0..BATCH {
                black_box(call());
            }
            started.elapsed() / BATCH
        })
        .collect();
    batches.sort_unstable();
    batches[BATCHES / 2]
}

/// Returns the time of a call in WebAssembly under Node, made as in the browser: with JavaScript objects on both sides.
///
/// # Errors
/// Node or the package is missing.
pub fn in_wasm(call: &str, input: &impl Serialize) -> Result<Duration, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core-wasm/bench.mjs");
    let input = serde_json::to_string(input).map_err(|error| error.to_string())?;
    let run =
        Command::new("node").arg(script).arg(call).arg(input).output().map_err(|error| format!("node: {error}"))?;
    let said = String::from_utf8_lossy(&run.stdout);
    said.trim().parse().map(Duration::from_nanos).map_err(|_| {
        let error = String::from_utf8_lossy(&run.stderr);
        error.lines().find(|line| line.contains("Error")).unwrap_or("core-wasm/bench.mjs fails").to_owned()
    })
}
