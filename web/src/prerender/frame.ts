/**
 * Frame of every page, with placeholders for the shop's values, and conditions for values that a
 * shop may not have.
 */
import type { PageText } from '@/api/schema';
import { drawPage } from './draw';
import { shop } from '@/shop';
import { either, elements, replace } from './template';

const contacts = {
  name: 'sname',
  address: 'saddress',
  hours: 'shours',
  email: 'semail',
  phone: '7000014',
  whatsapp: '+7000015',
  instagram: 'https://sinstagram',
  facebook: 'https://sfacebook',
  tiktok: 'https://stiktok',
  youtube: 'https://syoutube',
};
const slugs = [
  'about-us',
  'why',
  'privacy-policy',
  'code-of-ethics',
  'terms',
  'how-to-order',
  'shipping-rate',
  'delivery',
  'replacement',
];
const built = { logo: 'k-smart', logo_dark: 'k-smart', logo_width: 7_000_016 };
Object.assign(shop, contacts, built, {
  hero_title: 'shero-title',
  hero_text: 'shero-text',
  about_heading: 'sabout',
  help_heading: 'shelp',
  pages: Object.fromEntries(slugs.map((slug) => [slug, `spage-${slug}`])),
});

const text: PageText = { slug: 'why', title: 'ttitle', body: '' };

/**
 * Sample values of the shop, and the template expressions for them; longer ones first, where one is part of another.
 */
export const shopHoles: [drawn: string, hole: string][] = [
  ['slogo-light', '{{ shop.logo }}'],
  ['slogo-dark', '{{ shop.logo_dark }}'],
  ['7000016', '{{ shop.logo_width }}'],
  ['shero-title', '{{ shop.hero_title }}'],
  ['shero-text', '{{ shop.hero_text }}'],
  ['sabout', '{{ shop.about_heading }}'],
  ['shelp', '{{ shop.help_heading }}'],
  ['https://sinstagram', '{{ shop.instagram }}'],
  ['https://sfacebook', '{{ shop.facebook }}'],
  ['https://stiktok', '{{ shop.tiktok }}'],
  ['https://syoutube', '{{ shop.youtube }}'],
  ['saddress', '{{ shop.address }}'],
  ['shours', '{{ shop.hours }}'],
  ['semail', '{{ shop.email }}'],
  ['tel:7000014', 'tel:{{ shop.phone|digits }}'],
  ['7000014', '{{ shop.phone }}'],
  ['wa.me/7000015', 'wa.me/{{ shop.whatsapp|digits }}'],
  ['+7000015', '{{ shop.whatsapp }}'],
  ['sname', '{{ shop.name }}'],
  ...slugs.map((slug): [string, string] => [`spage-${slug}`, `{{ shop.pages['${slug}'] }}`]),
];

/** Draws the frame of every page, with this logo. */
async function frameWith(logo: object) {
  Object.assign(shop, logo);
  const frame = await drawPage('/why', { text });
  Object.assign(shop, built);
  return frame;
}

const images = (html: string) => html.match(/<img[^>]*>/g) ?? [];

/** Returns the frame of every page, with a placeholder for the page. */
export async function pageFrame(): Promise<string> {
  const { before, after } = await frameWith(built);
  const own = await frameWith({ logo: 'slogo-light', logo_dark: 'slogo-dark' });
  const named = await frameWith({ logo: '' });
  const [light = '', dark = ''] = images(before);
  const [ownLight = '', ownDark = ''] = images(own.before);
  const name = elements(named.before, 'span').find((each) => each.includes('sname')) ?? '';
  const logo =
    either("shop.logo == 'k-smart'", light, ownLight) +
    either("shop.logo_dark == 'k-smart'", dark, ownDark);
  const head = replace(
    before,
    light + dark,
    `{% if shop.logo %}${logo}{% else %}${name}{% endif %}`,
  );
  let foot = after.replaceAll(`>${new Date().getFullYear()}<`, '>{{ year }}<');
  const told = Object.entries(contacts).filter(([each]) => each !== 'name');
  const section = elements(foot, 'section')[0] ?? '';
  const anything = told.map(([field]) => `shop.${field}`).join(' or ');
  foot = replace(foot, section, `{% if ${anything} %}${section}{% endif %}`);
  for (const [field, said] of told) {
    const drawn = said.replace('+', '');
    const line = elements(foot, 'li').find((each) => each.includes(drawn)) ?? '';
    foot = replace(foot, line, `{% if shop.${field} %}${line}{% endif %}`);
  }
  for (const nav of elements(foot, 'nav')) {
    let column = nav;
    const linked = slugs.filter((slug) => nav.includes(`"/${slug}"`));
    for (const slug of linked) {
      const line = elements(nav, 'li').find((each) => each.includes(`"/${slug}"`)) ?? '';
      column = replace(column, line, `{% if shop.pages['${slug}'] %}${line}{% endif %}`);
    }
    const any = linked.map((slug) => `shop.pages['${slug}']`).join(' or ');
    foot = replace(foot, nav, `{% if ${any} %}${column}{% endif %}`);
  }
  return `${head.replaceAll(`>${new Date().getFullYear()}<`, '')}{{ page|safe }}${foot}`;
}
