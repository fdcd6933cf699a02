import { matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { paths, productIdOf, productSlug } from '@/paths';
import { routes } from '@/routes';

const product = { id: 12, name: 'Teh Hijau & Jahe 50% / Pedas' };
const addresses = {
  home: paths.home(),
  allProducts: paths.allProducts({ keyword: 'kopi & teh', sort: 'termurah' }),
  bestSellers: paths.bestSellers(),
  category: paths.category('Kopi & Teh / Lainnya'),
  product: paths.product(product),
  vouchers: paths.vouchers({ keyword: 'hemat' }),
  voucher: paths.voucher({ code: 'HEMAT 25' }),
  login: paths.login(),
  register: paths.register({ ref: 'KS000003' }),
  cart: paths.cart(),
  checkout: paths.checkout(),
  paymentCallback: paths.paymentCallback(),
  profile: paths.profile(),
  editProfile: paths.editProfile(),
  wishlist: paths.wishlist(),
  bonus: paths.bonus(),
  tax: paths.tax('2026-11'),
  bvReport: paths.bvReport({ period_id: '2' }),
  bvHistory: paths.bvHistory(),
  downline: paths.downline(),
  orders: paths.orders({ filter: 'dikirim' }),
  order: paths.order('KS-1/2'),
  return: paths.return('KS-1/2', 7),
  aboutUs: paths.aboutUs(),
  why: paths.why(),
  shippingRate: paths.shippingRate(),
  replacement: paths.replacement(),
  delivery: paths.delivery(),
  privacyPolicy: paths.privacyPolicy(),
  resetPassword: paths.resetPassword(),
  howToOrder: paths.howToOrder(),
  agreement: paths.agreement('code-of-ethics', 2),
  terms: paths.agreement('terms'),
} satisfies Record<keyof typeof paths | 'terms', string>;

function routeOf(address: string): string | undefined {
  const last = matchRoutes(routes, address.split('?')[0] ?? '')?.at(-1)?.route;
  return last?.index ? '/' : last?.path;
}

describe('paths', () => {
  it.each(Object.entries(addresses))('%s leads to a page', (_name, address) => {
    expect(routeOf(address)).not.toBe('*');
    expect(routeOf(address)).toBeDefined();
  });

  it('have fixed addresses', () => {
    expect(addresses).toMatchInlineSnapshot(`
      {
        "aboutUs": "/about-us",
        "agreement": "/code-of-ethics?version=2",
        "allProducts": "/all-product?keyword=kopi+%26+teh&sort=termurah",
        "bestSellers": "/best-sellers",
        "bonus": "/bonus",
        "bvHistory": "/history-bv",
        "bvReport": "/bv-report?period_id=2",
        "cart": "/cart",
        "category": "/category/Kopi%20%26%20Teh%20%2F%20Lainnya",
        "checkout": "/checkout",
        "delivery": "/delivery",
        "downline": "/downline",
        "editProfile": "/edit-profile",
        "home": "/",
        "howToOrder": "/how-to-order",
        "login": "/login",
        "order": "/my-order-detail/KS-1%2F2",
        "orders": "/my-order?filter=dikirim",
        "paymentCallback": "/payment-callback",
        "privacyPolicy": "/privacy-policy",
        "product": "/product/12-teh-hijau-%26-jahe-50%25-%2F-pedas",
        "profile": "/profile",
        "register": "/register?ref=KS000003",
        "replacement": "/replacement",
        "resetPassword": "/reset-password",
        "return": "/my-return/KS-1%2F2/7",
        "shippingRate": "/shipping-rate",
        "tax": "/bonus/tax/2026-11",
        "terms": "/terms",
        "voucher": "/voucher/hemat-25",
        "vouchers": "/voucher?keyword=hemat",
        "why": "/why",
        "wishlist": "/wishlist",
      }
    `);
  });

  it('cover every route', () => {
    const used = new Set(Object.values(addresses).map(routeOf));
    const all = routes.flatMap(function leaves(route): string[] {
      if (route.children) return route.children.flatMap(leaves);
      return [route.index ? '/' : (route.path ?? '')];
    });
    // Pages that the admin adds below its own address have their own links.
    expect(all.filter((path) => !path.endsWith('*') && !used.has(path))).toEqual([]);
  });

  it('leave other addresses to the not-found page', () => {
    expect(routeOf('/nowhere/at/all')).toBe('*');
  });
});

describe('a product slug', () => {
  it('joins the id and the name with hyphens', () => {
    expect(productSlug({ id: 7, name: 'Kopi Gula Aren' })).toBe('7-kopi-gula-aren');
  });

  it.each([
    ['7-kopi-2-in-1', 7],
    ['7', 7],
    ['kopi', null],
    ['7kopi', null],
    [undefined, null],
  ])('%s has the product id %s', (slug, id) => {
    expect(productIdOf(slug)).toBe(id);
  });
});
