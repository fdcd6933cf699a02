/** Actions of members without a browser: directly through the API. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type {
  AdminSettings,
  BvPeriod,
  BvPeriods,
  CartLine,
  Destination,
  Order,
  Plan,
  Product,
  ShippingOption,
  User,
  Wishlist,
  WishlistItem,
} from '../src/api/schema';
import { dayIn } from './clock';
import { PASSWORD } from './shop';

/** A member of the demo shop who is logged in. */
export class Member {
  private constructor(
    private readonly request: APIRequestContext,
    private readonly token: string,
    private readonly user: User,
  ) {}

  static async logIn(request: APIRequestContext, email: string): Promise<Member> {
    const answer = await request.post('/api/login', { data: { email, password: PASSWORD } });
    const { token, user } = (await answer.json()) as { token: string; user: User };
    return new Member(request, token, user);
  }

  /** Stores this member's session in a browser. */
  async enter(page: Page): Promise<void> {
    // Opens a small file of the shop, because local storage is available only on a page of the
    // shop.
    await page.goto('/robots.txt');
    await page.evaluate((token) => localStorage.setItem('token', token), this.token);
  }

  /** Authorization header with the member's token. */
  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }

  /** Number by which others know the member. */
  get uid(): string {
    return this.user.uid;
  }

  /** Requests the member's current data from the server. */
  me(): Promise<User> {
    return this.get<User>('/api/me');
  }

  /** Makes the cart contain only this product. */
  async fillCart(name: string, quantity = 1, variant: string | null = null): Promise<void> {
    const { id: product_id } = await this.product(name);
    const user_email = this.user.email;
    const lines = await this.get<CartLine[]>(`/api/cart?email=${user_email}`);
    for (const { id } of lines) await this.send('DELETE', `/api/cart/${id}`);
    const line = { user_email, product_id, quantity, variant };
    const added = await this.send('POST', '/api/cart', line);
    expect(added.status()).toBe(201);
  }

  /** Returns the names of the products on the wishlist, newest first. */
  async wishlist(): Promise<string[]> {
    return (await this.wishlistItems()).map(({ name }) => name);
  }

  /** Makes the wishlist contain only these products; the last one is the newest. */
  async fillWishlist(...names: string[]): Promise<void> {
    await this.emptyWishlist();
    for (const name of names) {
      const { id: product_id } = await this.product(name);
      const added = await this.send('POST', '/api/wishlist', { user_id: this.user.id, product_id });
      expect(added.status()).toBe(201);
    }
  }

  /** Takes everything off the wishlist. */
  async emptyWishlist(): Promise<void> {
    for (const { id } of await this.wishlistItems()) {
      const removed = await this.send('DELETE', `/api/wishlist/${id}?user_id=${this.user.id}`);
      expect(removed.status()).toBe(200);
    }
  }

  /** Returns the number of pieces in stock. */
  async stockOf(name: string): Promise<number> {
    return (await this.product(name)).stock;
  }

  /** Places an order and returns its number. */
  async order(name: string, quantity = 1, payment_method = 'online'): Promise<string> {
    const { id: product_id } = await this.product(name);
    const [place] = (
      await this.get<{ data: Destination[] }>('/api/search-destination?keyword=tebet')
    ).data;
    const [plan] = await this.get<Plan[]>('/api/plans');
    const [period] = (await this.get<{ data: BvPeriod[] }>('/api/active-bv-periods')).data;
    const [option] = (
      await this.get<{ shipping_options: ShippingOption[] }>(
        `/api/calculate-shipping?shipper_destination_id=17579&receiver_destination_id=${place?.id}&weight=1&item_value=1&cod=no`,
      )
    ).shipping_options;
    const request = {
      userId: this.user.id,
      id_plan: plan?.id,
      receiver_name: this.user.name,
      receiver_phone: '081234567890',
      receiver_email: this.user.email,
      receiver_address: `Jl. Kenanga No. 5, ${place?.label}`,
      gross_amount: 1,
      shipping_method: `${option?.shipping_name} - ${option?.service_name}`,
      payment_method,
      products: [{ id: null, product_id, variant: null, quantity }],
      bv_period_id: period?.id,
      checkout_token: `e2e-${crypto.randomUUID()}`,
      receiver_destination_id: place?.id,
    };
    // The refusal of a wrong total contains the right one.
    const refused = await this.send('POST', '/api/create-transaction', request);
    const { quote } = (await refused.json()) as { quote: { total: number } };
    const placed = await this.send('POST', '/api/create-transaction', {
      ...request,
      gross_amount: quote.total,
    });
    expect(placed.status()).toBe(201);
    return ((await placed.json()) as { transaction: Order }).transaction.order_id;
  }

  /** Cancels an order. */
  async cancel(orderId: string): Promise<void> {
    const answer = await this.send('POST', `/api/transactions/${orderId}/cancel`, {});
    expect(answer.status()).toBe(200);
  }

  /** Places a cash order that the shop ships; returns its number. */
  async shippedOrder(name: string): Promise<string> {
    const number = await this.order(name, 1, 'cod');
    const admin = await Member.logIn(this.request, 'admin@ksmart.test');
    for (const [step, body] of [
      ['pack', {}],
      ['ship', { resi: 'JN0123456789' }],
    ] as const) {
      const moved = await admin.send('POST', `/api/admin/orders/${number}/${step}`, body);
      expect(moved.status()).toBe(200);
    }
    return number;
  }

  /**
   * Places an order that is paid, sent and received: in cash, or by a payment method of the
   * sandbox; returns its number.
   */
  async receivedOrder(name: string, quantity = 1, way = 'cash'): Promise<string> {
    const number = await this.order(name, quantity, way === 'cash' ? 'cod' : 'online');
    const admin = await Member.logIn(this.request, 'admin@ksmart.test');
    const move = async (step: string, body: object = {}) => {
      const moved = await admin.send('POST', `/api/admin/orders/${number}/${step}`, body);
      expect(moved.status(), step).toBe(200);
    };
    if (way !== 'cash') {
      const opened = await this.send('POST', `/api/payments/${number}/reopen`);
      const { redirect_url } = (await opened.json()) as { redirect_url: string };
      const form = { method: way, decision: 'pay' };
      await this.request.post(redirect_url, { form, maxRedirects: 0 });
    }
    await move('pack');
    await move('ship', { resi: 'JN0123456789' });
    await move('complete');
    if (way === 'cash') await move('cash');
    return number;
  }

  /** Returns the newest ended period of the demo shop, which is not calculated yet. */
  async endedPeriod(): Promise<BvPeriod> {
    const { data } = await this.get<BvPeriods>('/api/bv-periods');
    const period = data.find(({ end_date }) => end_date < dayIn(0));
    if (!period) throw new Error('the demo shop has no period that has ended');
    return period;
  }

  /** Returns all orders, newest first. */
  async orders(): Promise<Order[]> {
    return (await this.get<{ data: Order[] }>(`/api/transactions/user/${this.user.id}`)).data;
  }

  private async wishlistItems(): Promise<WishlistItem[]> {
    return (await this.get<Wishlist>(`/api/wishlist?user_id=${this.user.id}`)).data;
  }

  private async product(name: string): Promise<Product> {
    const products = await this.get<Product[]>('/api/products');
    const found = products.find((each) => each.name === name);
    if (!found) throw new Error(`no product ${name}`);
    return found;
  }

  /** Sends a GET request as this member; returns the answer. */
  async get<T>(path: string): Promise<T> {
    const answer = await this.send('GET', path);
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as T;
  }

  /** Sends a request as this member. */
  send(method: string, path: string, data?: object) {
    return this.request.fetch(path, { method, headers: this.headers, ...(data && { data }) });
  }
}

/** Stores the session of one of the demo's accounts in a browser, without the login form. */
export async function enter(page: Page, email: string): Promise<void> {
  await (await Member.logIn(page.request, email)).enter(page);
}

/** Finds a member in the list and opens their page. */
export async function findMember(page: Page, name: string): Promise<void> {
  await page.goto('/admin/members');
  await page.getByLabel('Cari nama, ID, email, atau nomor HP').fill(name.toLowerCase());
  // Waits until the list is the search result: otherwise it would change during the click.
  await expect(page).toHaveURL(/search=/);
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Edits a section of the settings as the owner, without the page. */
export async function editSection<
  S extends Exclude<keyof AdminSettings, 'bank_choices' | 'operation'>,
>(owner: Member, section: S, changes: Partial<AdminSettings[S]['values']>): Promise<void> {
  const { [section]: edited } = await owner.get<AdminSettings>('/api/admin/settings');
  const edit = { ...edited, values: { ...edited.values, ...changes } };
  const saved = await owner.send('PUT', `/api/admin/settings/${section}`, edit);
  expect(saved.status()).toBe(200);
}
