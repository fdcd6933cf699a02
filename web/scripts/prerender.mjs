// Prerenders the first HTML of pages with the output of `vite build` for src/prerender, and writes
// it next to the app.
import { writeFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';

// To the app, this looks like a browser that was never used.
const { window } = new JSDOM('', { url: 'http://shop.invalid/' });
const names = ['document', 'navigator', 'localStorage', 'sessionStorage', 'location'];
for (const [name, value] of [['window', window], ...names.map((each) => [each, window[each]])])
  Object.defineProperty(globalThis, name, { value, configurable: true });
window.matchMedia = () => ({ matches: false });
window.sessionStorage.setItem('popupVoucherClosed', 'true');

const built = new URL('../node_modules/.prerender/pages.js', import.meta.url);
const { prerendered } = await import(built);
const file = new URL('../dist/.vite/prerendered.json', import.meta.url);
writeFileSync(file, JSON.stringify(await prerendered()));
