import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Provider, store, toastsAtom } from '@/state';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { toast } from '@/ui/toast';
import { Toasts } from '@/ui/Toasts';

afterEach(() => store.set(toastsAtom, []));

/** Fires the browser's event for Escape. */
const escape = () =>
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));

it('closes on a click outside, not on a drag', async () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Alamat" onClose={onClose}>
      <input aria-label="Jalan" />
    </Dialog>,
  );
  const user = userEvent.setup();
  const dialog = screen.getByRole('dialog');
  const input = screen.getByLabelText('Jalan');
  // The browser reports a drag as a click on the element that contains both its ends.
  fireEvent.pointerDown(input);
  fireEvent.pointerUp(dialog);
  fireEvent.click(dialog);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(input);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(dialog);
  expect(onClose).toHaveBeenCalledOnce();
});

it('stays open while it is busy', async () => {
  const onClose = vi.fn();
  let done: () => void = Boolean;
  const work = new Promise<void>((resolve) => {
    done = resolve;
  });
  render(
    <ConfirmDialog
      title="Hapus?"
      text=""
      confirm="Ya, hapus"
      onConfirm={() => work}
      onClose={onClose}
    />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Ya, hapus' }));
  expect(screen.getByRole('button', { name: 'Memproses...' })).toBeDefined();
  escape();
  await user.click(screen.getByRole('dialog'));
  await user.click(screen.getByRole('button', { name: 'Batal' }));
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => done());
  expect(onClose).toHaveBeenCalledOnce();
});

it('closes on Escape when it is not busy', () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Alamat" onClose={onClose}>
      <Button>Simpan</Button>
    </Dialog>,
  );
  escape();
  expect(onClose).toHaveBeenCalledOnce();
});

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <Provider store={store}>
      <button type="button" onClick={() => setOpen(true)}>
        Buka
      </button>
      {open && (
        <Dialog title="Alamat">
          <button type="button" onClick={() => setOpen(false)}>
            Selesai
          </button>
        </Dialog>
      )}
      <Toasts />
    </Provider>
  );
}

it('contains messages shown while it is open', async () => {
  render(<Page />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Buka' }));
  const dialog = screen.getByRole('dialog');
  const told = dialog.querySelector('[role=status]');
  expect(told).not.toBeNull();
  act(() => toast('error', 'Gagal disalin.'));
  expect(screen.getByText('Gagal disalin.').closest('[role=status]')).toBe(told);
  await user.click(screen.getByRole('button', { name: 'Selesai' }));
  expect(screen.getByText('Gagal disalin.').closest('[role=status]')).not.toBeNull();
});
