import { describe, expect, it } from 'vitest';
import { date, dateTime, number, rupiah, today } from '@/format';

describe('formats', () => {
  it('writes rupiah without decimals and with a space that does not break', () => {
    expect(rupiah(168000)).toBe('Rp\u00a0168.000');
    expect(rupiah(0)).toBe('Rp\u00a00');
  });

  it('writes numbers with Indonesian separators', () => {
    expect(number(1234.5)).toBe('1.234,5');
  });

  it('writes dates in Jakarta, whatever the time zone of the device', () => {
    expect(date('2026-11-20T17:30:00Z')).toBe('21 November 2026');
    expect(dateTime('2026-11-20T17:30:00Z')).toBe('21 Nov 2026, 00.30 WIB');
    expect(today(new Date('2026-11-20T17:30:00Z'))).toBe('2026-11-21');
  });
});
