import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { PasswordField } from './PasswordField';

test('C16: a shown password is not autocorrected', async () => {
  render(<PasswordField label="Password" />);
  await userEvent.click(screen.getByRole('button', { name: 'Tampilkan password' }));
  const input = screen.getByLabelText<HTMLInputElement>('Password');
  expect(input.type).toBe('text');
  const off = { autocapitalize: 'none', autocorrect: 'off', spellcheck: 'false' };
  for (const [name, value] of Object.entries(off)) expect(input.getAttribute(name)).toBe(value);
});
