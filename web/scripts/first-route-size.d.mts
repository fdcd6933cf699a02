/** The files that a first visit fetches, below the shop. */
export function firstRoute(): string[];
