/**
 * Stands where the query library keeps its mutations: the app has none, because it sends its changes itself. The build
 * puts it in the place of the library's own.
 */
export class MutationCache {
  clear(): void {}
  findAll(): never[] {
    return [];
  }
  async resumePausedMutations(): Promise<void> {}
}
