import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Combobox } from '@/ui/Combobox';

const ALL = ['apel', 'jeruk', 'mangga'];

function Fruits({ onPick, fruits }: { onPick: (fruit: string) => void; fruits: string[] }) {
  const [text, setText] = useState('');
  return (
    <Combobox
      aria-label="Buah"
      value={text}
      onChange={(event) => setText(event.target.value)}
      ready={text !== ''}
      options={fruits.filter((fruit) => fruit.includes(text))}
      keyOf={(fruit) => fruit}
      render={(fruit) => fruit}
      onPick={onPick}
      note="Tidak ada buah."
    />
  );
}

function setUp() {
  const onPick = vi.fn();
  const { rerender } = render(<Fruits onPick={onPick} fruits={ALL} />);
  const find = (fruits: string[]) => rerender(<Fruits onPick={onPick} fruits={fruits} />);
  return { onPick, find, user: userEvent.setup(), input: screen.getByRole('combobox') };
}

it('can be used by keyboard alone', async () => {
  const { onPick, user, input } = setUp();
  await user.type(input, 'a');
  expect(input.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{ArrowUp}');
  const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
  expect(active?.textContent).toBe('mangga');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onPick).toHaveBeenCalledWith('apel');
  expect(input.getAttribute('aria-expanded')).toBe('false');
});

it('closes on Escape and opens again on typing', async () => {
  const { user, input } = setUp();
  await user.type(input, 'j{Escape}');
  expect(input.getAttribute('aria-expanded')).toBe('false');
  await user.type(input, 'e');
  expect(input.getAttribute('aria-expanded')).toBe('true');
});

it('picks the option that is clicked', async () => {
  const { onPick, user, input } = setUp();
  await user.type(input, 'jer');
  await user.click(screen.getByRole('option', { name: 'jeruk' }));
  expect(onPick).toHaveBeenCalledWith('jeruk');
  await user.type(input, 'xx');
  expect(screen.getByText('Tidak ada buah.')).toBeTruthy();
});

it('picks the pressed option if results change', async () => {
  const { onPick, find, user, input } = setUp();
  await user.type(input, 'jer');
  const option = screen.getByRole('option', { name: 'jeruk' });
  fireEvent.pointerDown(option);
  find([]);
  fireEvent.click(option);
  expect(onPick).toHaveBeenCalledWith('jeruk');
  await user.type(input, 'u');
  expect(screen.queryByRole('option')).toBeNull();
});

it('picks the active option if results change', async () => {
  const { onPick, find, user, input } = setUp();
  await user.type(input, 'jer');
  await user.keyboard('{ArrowDown}');
  find([]);
  await user.keyboard('{Enter}');
  expect(onPick).toHaveBeenCalledWith('jeruk');
});

it('picks a pressed option of the list it showed', async () => {
  const { onPick, find, user, input } = setUp();
  await user.type(input, 'a');
  await user.keyboard('{ArrowDown}');
  find([]);
  const option = screen.getByRole('option', { name: 'mangga' });
  fireEvent.pointerDown(option);
  fireEvent.click(option);
  expect(onPick).toHaveBeenCalledWith('mangga');
});

it('has no active option after it was left', async () => {
  const { user, input } = setUp();
  await user.type(input, 'a');
  await user.keyboard('{ArrowDown}');
  await user.tab();
  await user.click(input);
  expect(input.getAttribute('aria-activedescendant')).toBeNull();
});

it('handles Escape only while its list is open', async () => {
  const { user, input } = setUp();
  await user.type(input, 'a');
  // An element around it, such as a dialog, would close otherwise.
  expect(fireEvent.keyDown(input, { key: 'Escape' })).toBe(false);
  expect(fireEvent.keyDown(input, { key: 'Escape' })).toBe(true);
});

it('scrolls to the active option', async () => {
  const { user, input } = setUp();
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.type(input, 'a');
  await user.keyboard('{ArrowUp}');
  expect(shown.mock.contexts).toEqual([screen.getByRole('option', { name: 'mangga' })]);
  expect(shown).toHaveBeenCalledWith({ block: 'nearest' });
});
