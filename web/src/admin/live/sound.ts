import { storedFlag } from '@/state';

/** Whether this browser makes no sound when an order comes. */
export const silentAtom = storedFlag('officeSilent');
