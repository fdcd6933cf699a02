import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ReasonDialog } from './ReasonDialog';

it('returns the focus to an empty reason', async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn(() => Promise.resolve());
  render(
    <ReasonDialog
      title="Kembalikan dana?"
      text="Rp 10.000 kembali."
      confirm="Kembalikan"
      onConfirm={onConfirm}
      onClose={() => {}}
    >
      <label>
        <input type="checkbox" /> Sudah dikembalikan
      </label>
    </ReasonDialog>,
  );
  const reason = screen.getByRole('textbox', { name: 'Alasan' });
  await user.click(screen.getByRole('button', { name: 'Kembalikan' }));
  expect(screen.getByText('Tuliskan alasannya.')).toBeTruthy();
  expect(document.activeElement).toBe(reason);
  expect(onConfirm).not.toHaveBeenCalled();
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Kembalikan' }));
  await user.keyboard('Barang rusak');
  await user.click(screen.getByRole('button', { name: 'Kembalikan' }));
  expect(onConfirm).toHaveBeenCalledWith('Barang rusak');
});

it('focuses the reason when it opens', async () => {
  const user = userEvent.setup();
  render(
    <ReasonDialog title="Batalkan?" text="" confirm="Ya" onConfirm={vi.fn()} onClose={() => {}}>
      <input type="checkbox" aria-label="Rusak" />
    </ReasonDialog>,
  );
  await user.keyboard('Salah alamat');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Salah alamat');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});
