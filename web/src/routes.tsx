/** Every route of the app in one table; each page is fetched when it is first visited. */
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { ErrorPage } from '@/features/shell/ErrorPage';
import { GuestGuard, MemberGuard } from '@/features/shell/guards';
import { Layout } from '@/features/shell/Layout';

/** One of several pages in a module; a module that is one page gives it as `Component`. */
function page(load: () => Promise<ComponentType>): RouteObject['lazy'] {
  return async () => ({ Component: await load() });
}

const staticPage = () => import('@/features/content/StaticPage');

/** The table. */
export const routes: RouteObject[] = [
  {
    Component: Layout,
    errorElement: <ErrorPage />,
    children: [
      {
        // A page that fails leaves the navbar and the footer in place.
        errorElement: <ErrorPage />,
        children: [
          {
            index: true,
            lazy: () => import('@/features/home/HomePage'),
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
            lazy: () => import('@/features/catalog/ProductPage'),
          },
          {
            path: 'cart',
            lazy: () => import('@/features/cart/CartPage'),
          },
          {
            path: 'payment-callback',
            lazy: () => import('@/features/payments/PaymentCallbackPage'),
          },
          {
            path: 'voucher',
            lazy: () => import('@/features/vouchers/VouchersPage'),
          },
          {
            path: 'voucher/:slug',
            lazy: () => import('@/features/vouchers/VoucherPage'),
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
                lazy: () => import('@/features/accounts/LoginPage'),
              },
              {
                path: 'register',
                lazy: () => import('@/features/accounts/RegisterPage'),
              },
            ],
          },
          { path: 'reset-password', lazy: () => import('@/features/accounts/ResetPasswordPage') },
          // It says itself who may read it.
          { path: 'history-bv', lazy: () => import('@/features/volume/HistoryPage') },
          {
            Component: MemberGuard,
            children: [
              {
                path: 'profile',
                lazy: () => import('@/features/accounts/ProfilePage'),
              },
              {
                path: 'checkout',
                lazy: () => import('@/features/checkout/CheckoutPage'),
              },
              {
                path: 'my-order',
                lazy: () => import('@/features/orders/OrdersPage'),
              },
              {
                path: 'my-order-detail/:orderId',
                lazy: () => import('@/features/orders/OrderPage'),
              },
              { path: 'edit-profile', lazy: () => import('@/features/accounts/EditProfilePage') },
              { path: 'wishlist', lazy: () => import('@/features/wishlist/WishlistPage') },
              { path: 'downline', lazy: () => import('@/features/network/DownlinePage') },
              { path: 'bonus', lazy: () => import('@/features/bonuses/BonusPage') },
              { path: 'bv-report', lazy: () => import('@/features/volume/ReportPage') },
            ],
          },
          { path: '*', lazy: () => import('@/features/shell/NotFoundPage') },
        ],
      },
    ],
  },
];
