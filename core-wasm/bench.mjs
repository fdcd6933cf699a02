/**
 * Prints how many nanoseconds the built WebAssembly takes for the quote of a cart, JavaScript objects on both sides.
 *
 *     node core-wasm/bench.mjs '{"lines": [{"price": 1000, "bv": 1, "weight_gr": 100, "quantity": 1}], "discount_percent": "0", "shipping_cost": 0}'
 */
import { loadCore } from './load.mjs';

const BATCH = 2_000;
const BATCHES = 51;

const core = await loadCore();
const cart = JSON.parse(process.argv[2]);
const batches = [];
for (let batch = 0; batch < BATCHES; batch += 1) {
  const started = process.hrtime.bigint();
  for (let quoted = 0; quoted < BATCH; quoted += 1) core.quote(cart);
  batches.push(Number(process.hrtime.bigint() - started) / BATCH);
}
batches.sort((a, b) => a - b);
console.log(Math.round(batches[(BATCHES - 1) / 2]));
