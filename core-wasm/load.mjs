/** Loads the built WebAssembly packages under Node. */
import { readFile } from 'node:fs/promises';

/** The shop's rules. */
export const loadCore = () => load('pkg/ksmart_core_wasm');

/** The rules of compensation plans. */
export const loadPlan = () => load('pkg/plan/ksmart_plan_wasm');

/** Loads a package as a bundler would: the glue gets the instance, the instance gets the glue. */
async function load(name) {
  const glueAt = new URL(`${name}_bg.js`, import.meta.url);
  const glueSource = await readFile(glueAt, 'utf8');
  // A data URL is always a module, regardless of the nearest package.json.
  const glue = await import(`data:text/javascript,${encodeURIComponent(glueSource)}`);
  const bytes = await readFile(new URL(`${name}_bg.wasm`, import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, {
    [`./${glueAt.pathname.split('/').at(-1)}`]: glue,
  });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}
