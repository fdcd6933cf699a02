import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepFocus } from '@/ui/keepFocus';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => stop());

function Cart() {
  const [lines, setLines] = useState(['Teh', 'Kopi']);
  const [more, setMore] = useState(true);
  return (
    <main>
      <ul aria-label="Keranjang">
        {lines.map((line) => (
          <li key={line}>
            <button
              type="button"
              onClick={() => setLines(lines.filter((each) => each !== line))}
            >{`Hapus ${line}`}</button>
          </li>
        ))}
      </ul>
      <input aria-label="Kode" />
      {more && (
        <button type="button" onClick={() => setMore(false)}>
          Muat lebih banyak
        </button>
      )}
    </main>
  );
}

it('moves the focus up when a button is removed', async () => {
  render(<Cart />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Hapus Teh' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hapus Kopi' }));
  await user.click(screen.getByRole('button', { name: 'Muat lebih banyak' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

it('does not move a focus set by the user', async () => {
  const { rerender } = render(<Cart />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Hapus Teh' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')));
  await user.click(screen.getByLabelText('Kode'));
  // The visitor deliberately leaves nothing focused.
  await user.click(document.body);
  expect(document.activeElement).toBe(document.body);
  rerender(<p>Lain</p>);
  await new Promise(requestAnimationFrame);
  expect(document.activeElement).toBe(document.body);
});
