/** Loads the built WebAssembly under Node. */
import { readFile } from 'node:fs/promises';

/** Loads the package as a bundler would: the glue gets the instance, the instance gets the glue. */
export async function load() {
  const pkg = new URL('pkg/', import.meta.url);
  const glueSource = await readFile(new URL('ksmart_core_wasm_bg.js', pkg), 'utf8');
  // As a data URL it is a module whatever the nearest package.json says.
  const glue = await import(`data:text/javascript,${encodeURIComponent(glueSource)}`);
  const bytes = await readFile(new URL('ksmart_core_wasm_bg.wasm', pkg));
  const { instance } = await WebAssembly.instantiate(bytes, { './ksmart_core_wasm_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}
