import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FilledCard } from '@/components/useRankCard';
import type { Preview } from '@/planRules';
import { WhatIf } from './WhatIf';

const told = /sebagian kaki tidak dapat dicoba/;

it.each([
  ['all can be tried', [{ follower: {} }, { follower: {} }], ['Budi', 'Nur'], false],
  ['some can be tried', [{ follower: {} }, { follower: null }], ['Budi'], true],
  ['the card was kept by an older version', [{}, {}], [], true],
])('offers only the legs that can be tried: %s', (_, legs, names, isTold) => {
  const earned = { plan_a: 0, plan_b: 0 };
  const card = {
    corner: { earned, ranks: [], components: [], legs },
    legs: ['Budi', 'Nur'].map((name) => ({ uid: name, name })),
  } as unknown as FilledCard;
  render(<WhatIf card={card} tryOut={() => null} before={{} as Preview} />);
  const offered = screen.queryAllByRole('option', { hidden: true }).map((each) => each.textContent);
  expect(offered.slice(1)).toEqual(names);
  expect(screen.queryByText(told) !== null).toBe(isTold);
});
