/** Every route of the app in one table; each page is fetched when it is first visited. */
import { lazy, type ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { Layout } from '@/features/shell/Layout';
import { underWay } from '@/state';

type Load = () => Promise<{ Component: ComponentType }>;

/** Returns the page that a module exports as `name`. */
function page<Name extends string = 'Component'>(
  load: () => Promise<Record<Name, ComponentType>>,
  name = 'Component' as Name,
) {
  const Page = lazy<ComponentType>(async () => ({ default: (await underWay(load))[name] }));
  return <Page />;
}

/** Returns a page together with its guard. */
const guarded = (guard: 'GuestGuard' | 'MemberGuard') => (load: Load) =>
  page(async () => {
    const [{ [guard]: Guard }, { Component: Page }] = await Promise.all([
      import('@/features/shell/guards'),
      load(),
    ]);
    return {
      Component: () => (
        <Guard>
          <Page />
        </Guard>
      ),
    };
  });

const guestPage = guarded('GuestGuard');
const memberPage = guarded('MemberGuard');
const staticPage = page(() => import('@/features/content/StaticPage'));
const agreementPage = page(() => import('@/features/content/AgreementPage'));

/** All routes of the app, nested below their layouts. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      {
        index: true,
        element: page(() => import('@/features/home/HomePage')),
      },
      {
        path: 'all-product',
        element: page(() => import('@/features/catalog/listPages'), 'AllProductsPage'),
      },
      {
        path: 'best-sellers',
        element: page(() => import('@/features/catalog/listPages'), 'BestSellersPage'),
      },
      {
        path: 'category/:category',
        element: page(() => import('@/features/catalog/listPages'), 'CategoryPage'),
      },
      {
        path: 'product/:slug',
        element: page(() => import('@/features/catalog/ProductPage')),
      },
      {
        path: 'cart',
        element: page(() => import('@/features/cart/CartPage')),
      },
      {
        path: 'payment-callback',
        element: page(() => import('@/features/payments/PaymentCallbackPage')),
      },
      {
        path: 'voucher',
        element: page(() => import('@/features/vouchers/VouchersPage')),
      },
      {
        path: 'voucher/:slug',
        element: page(() => import('@/features/vouchers/VoucherPage')),
      },
      { path: 'about-us', element: staticPage },
      { path: 'why', element: staticPage },
      { path: 'shipping-rate', element: staticPage },
      { path: 'replacement', element: staticPage },
      { path: 'delivery', element: staticPage },
      { path: 'privacy-policy', element: staticPage },
      { path: 'how-to-order', element: staticPage },
      { path: 'code-of-ethics', element: agreementPage },
      { path: 'terms', element: agreementPage },
      {
        path: 'login',
        element: guestPage(() => import('@/features/accounts/LoginPage')),
      },
      {
        path: 'register',
        element: guestPage(() => import('@/features/accounts/RegisterPage')),
      },
      {
        path: 'reset-password/*',
        element: page(() => import('@/features/accounts/LinkPage')),
      },
      // The page itself checks the access.
      { path: 'history-bv', element: page(() => import('@/features/volume/HistoryPage')) },
      {
        path: 'profile',
        element: memberPage(() => import('@/features/accounts/ProfilePage')),
      },
      {
        path: 'checkout',
        element: memberPage(() => import('@/features/checkout/CheckoutPage')),
      },
      {
        path: 'my-order',
        element: memberPage(() => import('@/features/orders/OrdersPage')),
      },
      {
        path: 'my-order-detail/:orderId',
        element: memberPage(() => import('@/features/orders/OrderPage')),
      },
      {
        path: 'my-return/*',
        element: memberPage(() => import('@/features/returns/ReturnsPage')),
      },
      {
        path: 'edit-profile',
        element: memberPage(() => import('@/features/accounts/EditProfilePage')),
      },
      { path: 'wishlist', element: memberPage(() => import('@/features/wishlist/WishlistPage')) },
      { path: 'downline', element: memberPage(() => import('@/features/network/DownlinePage')) },
      { path: 'bonus', element: memberPage(() => import('@/features/bonuses/BonusPage')) },
      {
        path: 'bonus/tax/:month?',
        element: memberPage(() => import('@/features/bonuses/TaxPage')),
      },
      { path: 'bv-report', element: memberPage(() => import('@/features/volume/ReportPage')) },
      { path: '*', element: page(() => import('@/features/shell/NotFoundPage')) },
    ],
  },
  {
    element: <Layout bare />,
    // The admin is loaded only when it is visited.
    children: [{ path: 'admin/*', element: page(() => import('@/admin/routes')) }],
  },
];
