/**
 * Runs the corpus of `core/examples/parity.rs` through the built WebAssembly and compares the answers, byte for byte.
 *
 *     cargo run --release -p ksmart-core --example parity | node core-wasm/parity.mjs
 */
import { createInterface } from 'node:readline';

import { loadCore, loadPlan } from './load.mjs';

const SHOWN = 5;

function answer(core, { call, input }) {
  try {
    return (call === 'preview' ? core.preview(input.corner, input.trial) : core[call](input)) ?? null;
  } catch (error) {
    return { error: error.name };
  }
}

const core = { ...(await loadCore()), ...(await loadPlan()) };
let announced;
let passed = 0;
let failed = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (announced === undefined) {
    announced = Number(line);
    continue;
  }
  const [question, native] = line.split('\t');
  const wasm = JSON.stringify(answer(core, JSON.parse(question)));
  if (wasm === native) {
    passed += 1;
  } else {
    failed += 1;
    if (failed <= SHOWN) console.error(`${question}\n  native ${native}\n  wasm   ${wasm}`);
  }
}
if (!(announced > 0) || passed + failed !== announced) {
  console.error(`The corpus announces ${announced} cases and holds ${passed + failed}.`);
  process.exitCode = 1;
}
if (failed > 0) process.exitCode = 1;
console.log(`${passed} passed, ${failed} failed`);
