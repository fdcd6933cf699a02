import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { FileButton } from '@/ui/FileButton';

it('opens no file chooser while it is busy', () => {
  const onPick = vi.fn();
  const button = (busy: boolean) => (
    <FileButton onPick={onPick} busy={busy}>
      Pilih file
    </FileButton>
  );
  const { rerender } = render(button(false));
  const input = screen.getByLabelText('Pilih file');
  input.focus();
  expect(fireEvent.click(input)).toBe(true);
  rerender(button(true));
  expect(document.activeElement).toBe(input);
  expect(input.matches(':disabled')).toBe(false);
  expect(input.getAttribute('aria-disabled')).toBe('true');
  // The browser's own dialog does not open.
  expect(fireEvent.click(input)).toBe(false);
  rerender(button(false));
  expect(document.activeElement).toBe(input);
  expect(onPick).not.toHaveBeenCalled();
});

it('allows the same file to be chosen again', async () => {
  const onPick = vi.fn();
  render(<FileButton onPick={onPick}>Pilih file</FileButton>);
  const input = screen.getByLabelText<HTMLInputElement>('Pilih file');
  const file = new File(['x'], 'foto.png', { type: 'image/png' });
  await userEvent.upload(input, file);
  expect(onPick).toHaveBeenCalledWith([file]);
  expect(input.files).toHaveLength(0);
});
