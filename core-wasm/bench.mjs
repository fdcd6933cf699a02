/**
 * Prints the duration of a call of the built WebAssembly in nanoseconds, with JavaScript objects as input and output:
 * the quote of a cart, or the preview of a period's bonus.
 *
 *     node core-wasm/bench.mjs quote '[{"lines": [{"price": 1000, "bv": 1, "weight_gr": 100, "quantity": 1}], "discount_percent": "0", "shipping_cost": 0}]'
 */
import { loadCore, loadPlan } from './load.mjs';

const BATCHES = 51;
/** Approximate duration of a batch, in nanoseconds. */
const BATCH = 20_000_000;

const core = { ...(await loadCore()), ...(await loadPlan()) };
const [call, given] = process.argv.slice(2);
const input = JSON.parse(given);

/** Returns the average duration of a call in nanoseconds, over `calls` calls. */
function measured(calls) {
  const started = process.hrtime.bigint();
  for (let called = 0; called < calls; called += 1) core[call](...input);
  return Number(process.hrtime.bigint() - started) / calls;
}

const calls = Math.max(1, Math.round(BATCH / measured(100)));
const batches = Array.from({ length: BATCHES }, () => measured(calls));
batches.sort((a, b) => a - b);
console.log(Math.round(batches[(BATCHES - 1) / 2]));
