import { storedFlag } from '@/state';

/** Whether this browser is silent when an order arrives. */
export const silentAtom = storedFlag('officeSilent');
