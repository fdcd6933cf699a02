import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { store, tokenAtom } from '@/state';
import { useRestoredState } from './useRestoredState';

const enter = (sub: string) =>
  store.set(tokenAtom, `x.${btoa(JSON.stringify({ sub, exp: 4_000_000_000 }))}.y`);
const leave = () => store.set(tokenAtom, null);

function Form() {
  const [text, setText] = useRestoredState('reason', 'Belum ada');
  return (
    <input aria-label="Alasan" value={text} onChange={(event) => setText(event.target.value)} />
  );
}

const open = () => render(<Form />).unmount;
const shown = () => screen.getByRole<HTMLInputElement>('textbox').value;

/** Types into the form of a member; returns a function that closes it. */
async function typeAs(sub: string, text: string) {
  enter(sub);
  const close = open();
  await userEvent.type(screen.getByRole('textbox'), text);
  return close;
}

beforeEach(leave);

it('restores the text after the next login', async () => {
  const close = await typeAs('1', ', lalu rusak');
  leave();
  close();
  enter('1');
  open();
  expect(shown()).toBe('Belum ada, lalu rusak');
});

it('deletes the text when another member logs in', async () => {
  const close = await typeAs('2', ' rahasia');
  leave();
  close();
  enter('3');
  const closeOthers = open();
  expect(shown()).toBe('Belum ada');
  closeOthers();
  enter('2');
  open();
  expect(shown()).toBe('Belum ada');
});

it('does not restore a form that was closed', async () => {
  const close = await typeAs('4', ' batal');
  close();
  leave();
  enter('4');
  open();
  expect(shown()).toBe('Belum ada');
});

it('restores the text only once', async () => {
  const close = await typeAs('5', ' sekali');
  leave();
  close();
  enter('5');
  open()();
  open();
  expect(shown()).toBe('Belum ada');
});

it('stores nothing for guests', async () => {
  const close = open();
  await userEvent.type(screen.getByRole('textbox'), ' tamu');
  close();
  open();
  expect(shown()).toBe('Belum ada');
});

it('restores the text only on the same page', async () => {
  history.replaceState(null, '', '/admin/orders/1');
  const close = await typeAs('6', ' pertama');
  leave();
  close();
  enter('6');
  history.replaceState(null, '', '/admin/orders/2');
  const closeOther = open();
  expect(shown()).toBe('Belum ada');
  closeOther();
  history.replaceState(null, '', '/admin/orders/1');
  open();
  expect(shown()).toBe('Belum ada pertama');
});
