/**
 * First HTML of pages, before the app runs: the build draws it with the app's own components, as
 * templates that the server fills (`prerendered.rs`). The sample data are chosen so that they can
 * be found again in the HTML, however they were formatted.
 */
import { bestSellers } from '@/api/catalog';
import type { Banner, Category, PageText, Product, Voucher } from '@/api/schema';
import { PopupDialog } from '@/features/home/PopupDialog';
import { date } from '@/dates';
import { draw, drawPage } from './draw';
import { pageFrame, shopHoles } from './frame';
import { number, rupiah } from '@/format';
import { paths } from '@/paths';
import { pictureUrl } from '@/pictures';
import { shop } from '@/shop';
import { either, elements, replace } from './template';
import { Loading } from '@/ui/Loading';

const product: Product = {
  id: 7_000_001,
  name: 'pname',
  picture: 'ppicture',
  harga: 7_000_002,
  stock: 7_000_003,
  bv: 7_000_004,
  beratPengiriman: 7_000_005,
  beratBersih: 7_000_006,
  pemesananMin: 7_000_007,
  deskripsi: 'pdescription',
  average_rating: 3.5,
  terjual: 7_000_008,
  category_id: 7_000_009,
  has_variants: true,
  // Reduced to half the price, for some days.
  harga_coret: 14_000_004,
  promo_sampai: '2026-12-01T00:00:00.000Z',
};
const banner: Banner = { id: 7_000_010, picture: 'bpicture', alt: 'balt', link: '/blink' };
const category: Category = { id: 7_000_011, name: 'cname', picture: 'cpicture' };
const voucher: Voucher = {
  id: 7_000_012,
  code: 'vcode',
  title: 'vtitle',
  picture: 'vpicture',
  discount: 0,
  benefit: 'vbenefit',
  only: null,
  status: 'running',
  first_order: false,
  starts: '1977-07-01T12:00:00Z',
  exp: '1977-07-07T12:00:00Z',
  valid: true,
  terms: ['vterm'],
};
const text: PageText = { slug: 'why', title: 'ttitle', body: '' };

/** The price that is struck through. */
const struck = '(p.harga_coret or p.harga_umum)';

/**
 * Sample values in the rendered page, and the template expressions that replace them; longer values first, where one
 * is part of another.
 */
const placeholders: [drawn: string, placeholder: string][] = [
  [paths.product(product), '{{ p.id|product_path(p.name) }}'],
  [paths.category(category.name), '{{ c.name|category_path }}'],
  [paths.voucher(voucher), '{{ code|voucher_path }}'],
  [pictureUrl('ppicture'), '{{ p.picture|picture_path }}'],
  [pictureUrl('bpicture'), '{{ b.picture|picture_path }}'],
  [pictureUrl('cpicture'), '{{ c.picture|picture_path }}'],
  [pictureUrl('vpicture'), '{{ picture|picture_path }}'],
  [rupiah(14_000_004), `{{ ${struck}|rupiah }}`],
  ['−50%', `−{{ p.harga|percent_off(${struck}) }}%`],
  ['Harga normal ', "Harga {{ 'normal' if p.harga_coret else 'umum' }} "],
  [rupiah(product.harga), '{{ p.harga|rupiah }}'],
  [number(product.stock), '{{ p.stock|number }}'],
  [number(product.bv), '{{ p.bv|number }}'],
  [number(product.beratPengiriman), '{{ p.beratPengiriman|number }}'],
  [
    `${number(product.beratBersih)} ml`,
    '{% if p.beratBersih %}{{ p.beratBersih|number }} ml{% else %}-{% endif %}',
  ],
  [number(product.pemesananMin), '{{ p.pemesananMin|number }}'],
  [number(product.terjual), '{{ p.terjual|number }}'],
  // These two figures appear only where a rating is drawn.
  [`Rating ${number(product.average_rating)} `, 'Rating {{ p.average_rating|rating }} '],
  ['var(--star) 70%', 'var(--star) {{ p.average_rating|stars }}%'],
  [`<span>${number(product.average_rating)}</span>`, '<span>{{ p.average_rating|rating }}</span>'],
  [String(product.id), '{{ p.id }}'],
  [String(product.pemesananMin), '{{ p.pemesananMin }}'],
  [product.name, '{{ p.name }}'],
  [product.deskripsi, '{{ p.deskripsi }}'],
  ['/blink', '{{ b.link }}'],
  ['balt', '{{ b.alt }}'],
  ['cname', '{{ c.name }}'],
  ['vbenefit', '{{ benefit }}'],
  [date(voucher.exp), '{{ ends }}'],
  ['vcode', '{{ code }}'],
  ['vtitle', '{{ title }}'],
  ['vterm', '{{ term }}'],
  ['ttitle', '{{ title }}'],
  ...shopHoles,
];

/**
 * Makes the texts next to a price conditional in the template: each appears only where the product
 * has it.
 */
function besidePrices(html: string): string {
  return html
    .replaceAll(/<small .*?<\/small>/gs, (drawn) => {
      const [tag = ''] = /^<small [^>]*>/.exec(drawn) ?? [];
      const told = drawn.replace(
        /<b .*?<\/b>/s,
        (off) => `{% if p.harga|percent_off(${struck}) %}${off}{% endif %}`,
      );
      const line = either(
        'p.harga_coret or p.harga_umum > p.harga',
        told,
        `${tag}Anggota lebih hemat</small>`,
      );
      return `{% if ${struck} %}${line}{% endif %}`;
    })
    .replaceAll(
      /<div class="[^"]*min-h-10 content-start[^"]*"><\/div>/g,
      (note) => `{% if p.promo_sampai or p.harga_umum %}${note}{% endif %}`,
    );
}

function toTemplate(html: string): string {
  let template = besidePrices(html);
  for (const [drawn, placeholder] of placeholders)
    template = template.replaceAll(drawn, placeholder);
  const left =
    /[pbcvst](name|picture|alt|link|code|title|benefit|term|address|hours|email|about|help|hero-\w+|logo-\w+)\b|70000\d\d|7\.000\.0\d\d/.exec(
      template.replaceAll(/\{\{.*?\}\}|\{%.*?%\}/g, ''),
    );
  if (left) throw new Error(`nobody fills ${left[0]}`);
  return template;
}

/**
 * Returns the pictured card of a list, and the loop over its products; the pages with and without a
 * picture each have a card at `place`.
 */
function cards(list: string, pages: { page: string }[], place: number): [string, string] {
  const [pictured = '', bare = ''] = pages.map(
    ({ page }) => elements(page, 'article')[place] ?? '',
  );
  return [pictured, `{% for p in ${list} %}${either('p.picture', pictured, bare)}{% endfor %}`];
}

const bare = { ...product, picture: '' };

async function home(): Promise<string> {
  const data = { products: [product], categories: [category], banners: [banner, banner, banner] };
  if (bestSellers(data.products).length === 0) throw new Error('nothing sells best');
  const full = await drawPage('/', data);
  const plain = await drawPage('/', { ...data, products: [bare] });
  const unlinked = await drawPage('/', {
    ...data,
    banners: data.banners.map((each) => ({ ...each, link: null })),
  });
  const one = await drawPage('/', { ...data, banners: [banner] });
  const none = await drawPage('/', { ...data, banners: [] });

  // The first banner has its picture from the start, the second once the app runs.
  const section = elements(full.page, 'section')[0] ?? '';
  const slides = elements(section, 'li');
  const unlinkedSlides = elements(elements(unlinked.page, 'section')[0] ?? '', 'li');
  const slide = (place: number) => {
    const [linked = '', plainSlide = ''] = [slides[place], unlinkedSlides[place]];
    const html = place < 2 ? either('b.link', linked, plainSlide) : linked;
    return html.replace(`${place + 1} dari 3`, '{{ loop.index }} dari {{ banners|length }}');
  };
  const loop = `{% for b in banners %}{% if loop.first %}${slide(0)}{% elif loop.index == 2 %}${slide(1)}{% else %}${slide(2)}{% endif %}{% endfor %}`;
  const dots = elements(section, 'button').filter((each) => each.includes('Tampilkan promosi'));
  const dot = (place: number) =>
    (dots[place] ?? '').replace(`promosi ${place + 1}`, 'promosi {{ loop.index }}');
  const dotLoop = `{% for b in banners %}{% if loop.first %}${dot(0)}{% else %}${dot(1)}{% endif %}{% endfor %}`;
  const controls = section.slice(section.indexOf('</ul>') + '</ul>'.length, -'</section>'.length);
  const single = elements(one.page, 'section')[0] ?? '';
  const frame = single.slice(0, single.indexOf('<li'));
  const carousel =
    frame +
    loop +
    '</ul>' +
    `{% if banners|length > 1 %}${replace(controls, dots.join(''), dotLoop)}{% endif %}</section>`;

  let page = replace(full.page, section, '{{banners}}');
  // Without banners their section is omitted, too.
  page = either('banners', page, none.page).replace('{{banners}}', () => carousel);
  const [bestCard, best] = cards('best_sellers', [full, plain], 0);
  const [card, all] = cards('products', [full, plain], 1);
  page = replace(page, bestCard, best);
  page = replace(page, card, all);
  const tile = elements(page, 'li').find((each) => each.includes('cname')) ?? '';
  return replace(page, tile, `{% for c in categories %}${tile}{% endfor %}`);
}

async function listPage(): Promise<string> {
  const full = await drawPage(paths.bestSellers(), { products: [product] });
  const plain = await drawPage(paths.bestSellers(), { products: [bare] });
  const [card, loop] = cards('products', [full, plain], 0);
  let page = replace(full.page, card, loop);
  page = replace(
    page,
    ' loading="eager" fetchPriority="high"',
    ` loading="{{ 'eager' if loop.first else 'lazy' }}"{% if loop.first %} fetchPriority="high"{% endif %}`,
  );
  page = replace(page, '>Paling Laris</h1>', '>{{ title }}</h1>');
  const count = elements(page, 'span').find((each) => each.includes('produk')) ?? '';
  return replace(page, count, `{% if count %}${count.replace('>1<', '>{{ count }}<')}{% endif %}`);
}

async function productPage(): Promise<string> {
  const drawn = async (each: Product) => {
    const one = await drawPage(paths.product(product), {}, each);
    const plain = await drawPage(paths.product(product), {}, { ...each, has_variants: false });
    return either('p.has_variants', one.page, plain.page);
  };
  const page = await drawn(product);
  const without = await drawn(bare);
  const soldOut = await drawn({ ...product, stock: 0 });
  const soldOutWithout = await drawn({ ...bare, stock: 0 });
  const [message = ''] = /(?<=https:\/\/wa\.me\/\?text=)[^"]*/.exec(page) ?? [];
  const template = either(
    'p.stock',
    either('p.picture', page, without),
    either('p.picture', soldOut, soldOutWithout),
  );
  return template.replaceAll(message, '{{ message|component }}');
}

async function voucherPage(): Promise<string> {
  const valid = await drawPage(paths.voucher(voucher), { vouchers: [voucher] });
  const over = await drawPage(paths.voucher(voucher), {
    vouchers: [{ ...voucher, valid: false, status: 'ended' }],
  });
  const page = either('valid', valid.page, over.page);
  const term = elements(page, 'li').find((each) => each.includes('vterm')) ?? '';
  return replace(page, term, `{% for term in terms %}${term}{% endfor %}`);
}

/** Draws the page that a closed shop shows instead of its selling pages. */
async function soonPage(): Promise<string> {
  shop.closed = true;
  const { page } = await drawPage('/', {});
  shop.closed = false;
  return page;
}

/**
 * Defers pictures that load when they are near, so that the app loads first; `boot.ts` fetches
 * them.
 */
const deferPictures = (html: string) => {
  const held = html.replaceAll(
    /(?<=img )src="([^"]*)" srcSet="([^"]*)"(?=[^>]* loading="(lazy|[^"]*'lazy' }})")/g,
    (_tag, src: string, srcSet: string, loading: string) => {
      const waits = loading === 'lazy' ? 'data-' : '{% if not loop.first %}data-{% endif %}';
      return `${waits}srcset="${srcSet}" ${waits}src="${src}"`;
    },
  );
  if (held === html) throw new Error('no picture waits');
  return held;
};

/** Returns all templates by their names. */
export async function prerendered(): Promise<Record<string, string>> {
  const popup = await draw(<PopupDialog popup={voucher} onClose={() => undefined} />, '/');
  const templates = {
    frame: await pageFrame(),
    home: deferPictures(await home()),
    list: deferPictures(await listPage()),
    product: await productPage(),
    vouchers: (await drawPage(paths.vouchers(), {})).page,
    voucher: await voucherPage(),
    text: (await drawPage('/why', { text })).page,
    soon: await soonPage(),
    waiting: await draw(<Loading page />, '/'),
    popup: popup
      .replace('<dialog ', '<dialog data-popup="{{ id }}" ')
      .replace(/<p role="status".*?<\/p>/s, ''),
  };
  return Object.fromEntries(
    Object.entries(templates).map(([name, html]) => [name, toTemplate(html)] as const),
  );
}
