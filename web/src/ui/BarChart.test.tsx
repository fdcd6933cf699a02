import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BarChart } from '@/ui/BarChart';

const bars = [
  { label: '1 Nov', name: '1 Nov 2026', value: 40 },
  { label: '2 Nov', name: '2 Nov 2026', value: -20 },
  { label: '3 Nov', name: '3 Nov 2026', value: 0 },
];
const write = (value: number) => `${value} BV`;

const style = (bar: HTMLElement | undefined) => bar?.querySelector('span')?.style;

function show() {
  render(<BarChart label="BV" bars={bars} colour="red" write={write} short={String} />);
  return screen.getAllByRole('button');
}

it('labels each bar with its date and value', () => {
  expect(show().map((bar) => bar.getAttribute('aria-label'))).toEqual([
    '1 Nov 2026: 40 BV',
    '2 Nov 2026: -20 BV',
    '3 Nov 2026: 0 BV',
  ]);
  expect(screen.getByRole('group', { name: 'BV' })).toBeDefined();
});

it('is one tab stop with arrow key navigation', () => {
  const [first, second, third] = show();
  const stops = () => [first, second, third].map((bar) => bar?.tabIndex);
  expect(stops()).toEqual([-1, -1, 0]);
  act(() => third?.focus());
  expect(screen.getByText('0 BV')).toBeDefined();
  fireEvent.keyDown(third as HTMLElement, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(second);
  expect(stops()).toEqual([-1, 0, -1]);
  expect(screen.getByText('-20 BV')).toBeDefined();
  fireEvent.keyDown(second as HTMLElement, { key: 'Home' });
  expect(document.activeElement).toBe(first);
});

it('shows the value of the hovered bar', () => {
  const [first] = show();
  fireEvent.pointerEnter(first as HTMLElement);
  expect(screen.getByText('40 BV')).toBeDefined();
  fireEvent.pointerLeave(first as HTMLElement);
  expect(screen.queryByText('40 BV')).toBeNull();
});

it('draws negative bars below the zero line', () => {
  const [first, second] = show();
  // From -20 to 40: zero is a third of the way up.
  expect(Number.parseFloat(style(first)?.bottom ?? '')).toBeCloseTo(33.33, 1);
  expect(Number.parseFloat(style(first)?.height ?? '')).toBeCloseTo(66.67, 1);
  expect(style(second)?.bottom).toBe('0%');
});
