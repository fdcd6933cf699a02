import { describe, expect, it } from 'vitest';
import { date, dateTime, today } from '@/dates';
import { number, rupiah } from '@/format';

describe('formats', () => {
  it('writes rupiah without decimals', () => {
    expect(rupiah(168000)).toBe('Rp\u00a0168.000');
    expect(rupiah(0)).toBe('Rp\u00a00');
  });

  it('writes numbers with Indonesian separators', () => {
    expect(number(1234.5)).toBe('1.234,5');
  });

  it('matches Intl for amounts and numbers', () => {
    const amounts = new Intl.NumberFormat('id-ID', {
      style: 'currency',
      currency: 'IDR',
      maximumFractionDigits: 0,
    });
    const numbers = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 2 });
    const most = 10 ** 12;
    for (const each of [0, 1, 12, 123, 1234, 12345, 123456, 1234567, 99999999, most]) {
      for (const value of [each, -each || 0]) {
        expect(rupiah(value)).toBe(amounts.format(value));
        expect(number(value)).toBe(numbers.format(value));
      }
      for (const part of [0.5, 0.25, 0.75])
        expect(number(each + part)).toBe(numbers.format(each + part));
    }
  });

  it('writes dates in the Jakarta time zone', () => {
    expect(date('2026-11-20T17:30:00Z')).toBe('21 November 2026');
    expect(dateTime('2026-11-20T17:30:00Z')).toBe('21 Nov 2026, 00.30 WIB');
    expect(today(new Date('2026-11-20T17:30:00Z'))).toBe('2026-11-21');
  });

  it('matches Intl for dates', () => {
    const timeZone = 'Asia/Jakarta';
    const long = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone });
    const short = new Intl.DateTimeFormat('id-ID', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    });
    for (let hour = 0; hour < 2 * 366 * 24; hour += 7) {
      const instant = new Date(Date.UTC(2027, 0, 1, hour, 59));
      expect(date(instant.toISOString())).toBe(long.format(instant));
      expect(dateTime(instant.toISOString())).toBe(`${short.format(instant)} WIB`);
    }
  });
});
