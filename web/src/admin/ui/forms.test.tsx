import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/errors';
import { Provider, store } from '@/state';
import { TextField } from '@/ui/Field';
import { DraftForm } from './DraftForm';
import { useDraft } from './useDraft';

type Tea = { name: string; price: string; version: number };
type Save = (draft: Tea, base: Tea) => Promise<unknown>;

/** Callback that delivers a value while something else is typed, as an uploaded picture does. */
let arrive: (price: string) => void;
const later = new Promise<string>((resolve) => {
  arrive = resolve;
});

function TeaForm({ initial, save }: { initial: Tea; save: Save }) {
  const draft = useDraft<Tea>({ name: 'tea', initial, save, read: (current: Tea) => current });
  return (
    <DraftForm draft={draft} labels={{ name: 'Nama', price: 'Harga' }}>
      <TextField label="Nama" {...draft.tie('name')} />
      <TextField label="Harga" {...draft.tie('price')} />
      <button type="button" onClick={() => void later.then((price) => draft.change({ price }))}>
        Nanti
      </button>
    </DraftForm>
  );
}

const tea: Tea = { name: 'Teh', price: '100', version: 3 };

function open(save: Save, initial = tea) {
  const shown = render(
    <Provider store={store}>
      <TeaForm initial={initial} save={save} />
    </Provider>,
  );
  return { user: userEvent.setup(), ...shown };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: 'Simpan' });

afterEach(() => sessionStorage.clear());

describe('an office form', () => {
  it('discards the typed values once they are saved', async () => {
    const send = vi.fn<Save>().mockResolvedValue(null);
    const { user } = open(send);
    await user.clear(field('Nama'));
    await user.type(field('Nama'), 'Teh hijau');
    expect(screen.getByText('Ada isian yang belum disimpan.')).toBeTruthy();
    await user.click(save());
    expect(send).toHaveBeenCalledWith({ ...tea, name: 'Teh hijau' }, tea);
    await waitFor(() => expect(screen.queryByText(/belum disimpan/)).toBeNull());
    expect(sessionStorage.length).toBe(0);
  });

  it('focuses the first refused field in form order', async () => {
    const fields = [
      { field: 'picture', message: 'Gambar harus diunggah.' },
      { field: 'price', message: 'Harga harus lebih dari nol.' },
      { field: 'name', message: 'Nama harus diisi.' },
    ];
    const refused = new ApiError('Gambar harus diunggah.', 422, 'invalid_field', true, { fields });
    const { user } = open(vi.fn<Save>().mockRejectedValue(refused));
    await user.clear(field('Nama'));
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(field('Nama')));
    expect(screen.getByRole('alert').textContent).toContain('Nama harus diisi.');
  });

  it('keeps typed values when the server refuses', async () => {
    const fields = [{ field: 'price', message: 'Harga harus lebih dari nol.' }];
    const refused = new ApiError('Harga harus lebih dari nol.', 422, 'invalid_field', true, {
      fields,
    });
    const { user } = open(vi.fn<Save>().mockRejectedValue(refused));
    await user.clear(field('Harga'));
    await user.type(field('Harga'), '0');
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(field('Harga')));
    expect(field('Harga').value).toBe('0');
    expect(field('Harga').getAttribute('aria-invalid')).toBe('true');
    await user.type(field('Harga'), '5');
    expect(field('Harga').getAttribute('aria-invalid')).toBe('false');
  });

  it('keeps typed values until they are discarded', async () => {
    const gone = new ApiError('Tidak ada koneksi ke server.', 0, 'offline', false);
    const { user, unmount } = open(vi.fn<Save>().mockRejectedValue(gone));
    await user.type(field('Nama'), ' melati');
    await user.click(save());
    expect((await screen.findByRole('alert')).textContent).toContain('Tidak ada koneksi');
    unmount();
    open(vi.fn<Save>());
    expect(field('Nama').value).toBe('Teh melati');
    await user.click(screen.getByRole('button', { name: 'Buang isian' }));
    expect(field('Nama').value).toBe('Teh');
  });

  it('keeps typed values when another value arrives', async () => {
    const { user } = open(vi.fn<Save>());
    await user.click(screen.getByRole('button', { name: 'Nanti' }));
    await user.type(field('Nama'), ' melati');
    arrive('250');
    await waitFor(() => expect(field('Harga').value).toBe('250'));
    expect(field('Nama').value).toBe('Teh melati');
  });

  it('keeps values that are typed during a save', async () => {
    let saved: (answer: null) => void = Boolean;
    const send = vi
      .fn<Save>()
      .mockImplementationOnce(() => new Promise((resolve) => (saved = resolve)))
      .mockResolvedValue(null);
    const { user, rerender } = open(send);
    await user.type(field('Nama'), ' hijau');
    await user.click(save());
    await user.type(field('Nama'), ' melati');
    await act(async () => saved(null));
    expect(field('Nama').value).toBe('Teh hijau melati');
    const now = { name: 'Teh hijau', price: '110', version: 4 };
    rerender(
      <Provider store={store}>
        <TeaForm initial={now} save={send} />
      </Provider>,
    );
    await waitFor(() => expect(field('Harga').value).toBe('110'));
    await user.click(save());
    expect(send).toHaveBeenLastCalledWith({ ...now, name: 'Teh hijau melati' }, now);
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  it('shows changes of others in untouched fields', async () => {
    const send = vi.fn<Save>().mockResolvedValue(null);
    const { user, unmount } = open(send);
    await user.type(field('Nama'), ' hijau');
    unmount();
    const today = { ...tea, price: '150', version: 4 };
    open(send, today);
    expect([field('Nama').value, field('Harga').value]).toEqual(['Teh hijau', '150']);
    await user.click(save());
    expect(send).toHaveBeenCalledWith({ ...today, name: 'Teh hijau' }, today);
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  it('discards typed values that others have saved', async () => {
    const { user, unmount } = open(vi.fn<Save>());
    await user.type(field('Nama'), ' hijau');
    unmount();
    open(vi.fn<Save>(), { ...tea, name: 'Teh hijau', version: 4 });
    expect(field('Nama').value).toBe('Teh hijau');
    expect(screen.queryByText(/belum disimpan/)).toBeNull();
  });

  it('lets the server decide on a changed field', async () => {
    const send = vi.fn<Save>().mockResolvedValue(null);
    const { user, unmount } = open(send);
    await user.type(field('Nama'), ' hijau');
    unmount();
    open(send, { name: 'Teh merah', price: '150', version: 4 });
    await user.click(save());
    expect(send).toHaveBeenCalledWith({ ...tea, name: 'Teh hijau' }, tea);
  });

  it('fills a field that the stored values lack', () => {
    const { version, name } = tea;
    const kept = { draft: { version, name: 'Teh hijau' }, base: { version, name } };
    sessionStorage.setItem('admin:tea', JSON.stringify(kept));
    open(vi.fn<Save>());
    expect([field('Nama').value, field('Harga').value]).toEqual(['Teh hijau', '100']);
  });

  it('keeps the sent values after a conflict', async () => {
    const { user, unmount } = open(vi.fn<Save>());
    await user.type(field('Nama'), ' hijau');
    unmount();
    const theirs = { ...tea, price: '160', version: 5 };
    const conflict = new ApiError('Data ini baru saja diubah.', 409, 'edit_conflict', true, {
      current: theirs,
    });
    const send = vi.fn<Save>().mockRejectedValueOnce(conflict).mockResolvedValue(null);
    open(send, { ...tea, price: '150', version: 4 });
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Pertahankan isian saya' }));
    expect(field('Harga').value).toBe('150');
    await user.click(save());
    const mine = { name: 'Teh hijau', price: '150', version: 5 };
    expect(send).toHaveBeenLastCalledWith(mine, theirs);
  });

  it('shows a conflict and offers a choice', async () => {
    const theirs = { ...tea, price: '150', version: 4 };
    const conflict = new ApiError('Data ini baru saja diubah.', 409, 'edit_conflict', true, {
      current: theirs,
    });
    const send = vi.fn<Save>().mockRejectedValueOnce(conflict).mockResolvedValue(null);
    const { user } = open(send);
    await user.type(field('Nama'), ' hijau');
    await user.click(save());
    expect(await screen.findByText('Yang diubah orang lain: Harga.')).toBeTruthy();
    expect(save()).toHaveProperty('disabled', true);
    // From here the next Tab leads to the choice.
    const keep = screen.getByRole('button', { name: 'Pertahankan isian saya' });
    expect(document.activeElement).toBe(keep.parentElement);
    await user.click(keep);
    await user.click(save());
    expect(send).toHaveBeenLastCalledWith({ name: 'Teh hijau', price: '100', version: 4 }, theirs);
  });
});
