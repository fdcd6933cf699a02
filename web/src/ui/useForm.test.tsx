import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ApiError } from '@/errors';
import { TextField } from '@/ui/Field';
import { useForm } from './useForm';

function Refused({ fields }: { fields: { field: string; message: string }[] }) {
  const { errors, failure, onSubmit } = useForm(() =>
    Promise.reject(new ApiError('Tidak bisa.', 422, 'invalid_field', true, { fields })),
  );
  return (
    <form onSubmit={onSubmit}>
      <TextField label="Nama" error={errors['name']} />
      <TextField label="Kota" error={errors['city']} />
      <TextField label="Kode" error={errors['code']} />
      <p>{failure}</p>
      <button type="submit">Kirim</button>
    </form>
  );
}

it('focuses the first refused field', async () => {
  const fields = ['code', 'city'].map((field) => ({ field, message: `${field} salah` }));
  render(<Refused fields={fields} />);
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Kota')));
  expect(screen.getByText('code salah')).toBeTruthy();
});
