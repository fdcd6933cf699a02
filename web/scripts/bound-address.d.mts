import type { ChildProcess } from 'node:child_process';

/** Returns the address that a shop listens on; rejected where the program ends before. */
export function boundAddress(server: ChildProcess): Promise<string>;
