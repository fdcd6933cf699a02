import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { PlacesField } from './PlacesField';

const known = ['Banten', 'Jawa Barat', 'Kabupaten Bandung', 'Kota Bandung'];

function Form({ onSave }: { onSave: (places: string[]) => void }) {
  const [places, setPlaces] = useState<string[]>([]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave(places);
      }}
    >
      <PlacesField label="Hanya di" known={known} value={places} onPlaces={setPlaces} />
      <button type="submit">Simpan</button>
    </form>
  );
}

function open() {
  const onSave = vi.fn<(places: string[]) => void>();
  render(<Form onSave={onSave} />);
  return { onSave, user: userEvent.setup(), field: screen.getByRole('combobox') };
}

it('takes a fully typed place on Enter', async () => {
  const { onSave, user, field } = open();
  await user.type(field, 'kota bandung{Enter}');
  expect(screen.getByRole('button', { name: 'Hapus Kota Bandung' })).toBeDefined();
  expect(onSave).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Simpan' }));
  expect(onSave).toHaveBeenCalledWith(['Kota Bandung']);
});

it('does not save an ambiguous place', async () => {
  const { onSave, user, field } = open();
  await user.type(field, 'bandung{Enter}');
  expect(screen.getByText(/^“bandung” belum dipilih dari daftar/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Simpan' }));
  expect(onSave).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.click(screen.getByRole('button', { name: 'Simpan' }));
  expect(onSave).toHaveBeenCalledWith([]);
});

it('takes the only match when the field is left', async () => {
  const { user, field } = open();
  await user.type(field, 'barat');
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Hapus Jawa Barat' }));
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(document.activeElement).toBe(field);
});
