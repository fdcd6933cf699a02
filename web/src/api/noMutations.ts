/**
 * Replacement for the query library's storage of mutations: the app has none, because it sends its
 * changes itself. The build uses it instead of the library's own.
 */
export class MutationCache {
  clear(): void {}
  findAll(): never[] {
    return [];
  }
  async resumePausedMutations(): Promise<void> {}
}
