/** A browser's caches, in memory, for the tests of the worker. */

/** Address of the shop in the tests. */
export const SHOP = 'https://toko.example';

/** Headers of an answer for one member only. */
export const PRIVATE = { 'cache-control': 'no-store', 'content-type': 'application/json' };

/** One cache; the entry stored last comes last. */
export class FakeCache {
  private readonly entries = new Map<string, Response>();

  async match(key: string, options?: CacheQueryOptions) {
    const plain = (url: string) => (options?.ignoreSearch ? url.split('?')[0] : url);
    const wanted = plain(new URL(key, SHOP).href);
    return [...this.entries].find(([url]) => plain(url) === wanted)?.[1].clone();
  }

  async put(key: string, response: Response) {
    // As in a browser, the body is read before the entry is stored.
    const body = await response.arrayBuffer();
    const { href } = new URL(key, SHOP);
    this.entries.delete(href);
    this.entries.set(href, new Response(body, response));
  }

  async delete(key: string | Request) {
    return this.entries.delete(new URL(typeof key === 'string' ? key : key.url, SHOP).href);
  }

  async keys() {
    return [...this.entries.keys()].map((url) => new Request(url));
  }
}

/** All caches, by their names. */
export class FakeCaches {
  constructor(private readonly stores: Map<string, FakeCache>) {}

  async open(name: string) {
    const store = this.stores.get(name) ?? new FakeCache();
    this.stores.set(name, store);
    return store;
  }

  async keys() {
    return [...this.stores.keys()];
  }

  async delete(name: string) {
    return this.stores.delete(name);
  }

  async match(key: string) {
    for (const store of this.stores.values()) {
      const found = await store.match(key);
      if (found) return found;
    }
    return undefined;
  }
}
