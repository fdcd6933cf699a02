import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FileButton } from '@/ui/FileButton';

it('while it works nothing else is chosen, and it keeps the focus', () => {
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
