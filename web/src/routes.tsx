/** Every route of the app in one table; each page is fetched when it is first visited. */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { ErrorPage } from '@/features/shell/ErrorPage';
import { GuestGuard, MemberGuard } from '@/features/shell/guards';
import { Layout } from '@/features/shell/Layout';
import { Loading } from '@/ui/Loading';

function page(load: () => Promise<ComponentType>): RouteObject['lazy'] {
  return async () => ({ Component: await load() });
}

const staticPage = page(async () => (await import('@/features/content/StaticPage')).StaticPage);

const notFoundPage = page(async () => (await import('@/features/shell/NotFoundPage')).NotFoundPage);

/** The table. */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <Loading />,
    children: [
      {
        // A page that fails leaves the navbar and the footer in place.
        errorElement: <ErrorPage />,
        children: [
          {
            index: true,
            lazy: page(async () => (await import('@/features/home/HomePage')).HomePage),
          },
          {
            path: 'all-product',
            lazy: page(async () => (await import('@/features/catalog/listPages')).AllProductsPage),
          },
          {
            path: 'best-sellers',
            lazy: page(async () => (await import('@/features/catalog/listPages')).BestSellersPage),
          },
          {
            path: 'category/:category',
            lazy: page(async () => (await import('@/features/catalog/listPages')).CategoryPage),
          },
          {
            path: 'product/:slug',
            lazy: page(async () => (await import('@/features/catalog/ProductPage')).ProductPage),
          },
          {
            path: 'cart',
            lazy: page(async () => (await import('@/features/cart/CartPage')).CartPage),
          },
          {
            path: 'payment-callback',
            lazy: page(
              async () =>
                (await import('@/features/payments/PaymentCallbackPage')).PaymentCallbackPage,
            ),
          },
          {
            path: 'voucher',
            lazy: page(async () => (await import('@/features/vouchers/VouchersPage')).VouchersPage),
          },
          {
            path: 'voucher/:slug',
            lazy: page(async () => (await import('@/features/vouchers/VoucherPage')).VoucherPage),
          },
          { path: 'about-us', lazy: staticPage },
          { path: 'why', lazy: staticPage },
          { path: 'shipping-rate', lazy: staticPage },
          { path: 'replacement', lazy: staticPage },
          { path: 'delivery', lazy: staticPage },
          { path: 'privacy-policy', lazy: staticPage },
          { path: 'how-to-order', lazy: staticPage },
          {
            Component: GuestGuard,
            children: [
              {
                path: 'login',
                lazy: page(async () => (await import('@/features/accounts/LoginPage')).LoginPage),
              },
              {
                path: 'register',
                lazy: page(
                  async () => (await import('@/features/accounts/RegisterPage')).RegisterPage,
                ),
              },
            ],
          },
          {
            Component: MemberGuard,
            children: [
              {
                path: 'profile',
                lazy: page(
                  async () => (await import('@/features/accounts/ProfilePage')).ProfilePage,
                ),
              },
              {
                path: 'checkout',
                lazy: page(
                  async () => (await import('@/features/checkout/CheckoutPage')).CheckoutPage,
                ),
              },
              {
                path: 'my-order',
                lazy: page(async () => (await import('@/features/orders/OrdersPage')).OrdersPage),
              },
              {
                path: 'my-order-detail/:orderId',
                lazy: page(async () => (await import('@/features/orders/OrderPage')).OrderPage),
              },
              // Members' addresses whose pages are still to come: a guest is sent to the login all the same.
              { path: 'edit-profile', lazy: notFoundPage },
              { path: 'history-bv', lazy: notFoundPage },
              { path: 'downline', lazy: notFoundPage },
              { path: 'wishlist', lazy: notFoundPage },
              { path: 'bonus', lazy: notFoundPage },
              { path: 'bv-report', lazy: notFoundPage },
            ],
          },
          { path: '*', lazy: notFoundPage },
        ],
      },
    ],
  },
];
