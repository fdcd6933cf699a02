import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Button } from '@/ui/Button';

it('keeps the focus but ignores clicks while busy', () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  const show = (busy: string | false) => (
    <form onSubmit={(event) => onSubmit(event.nativeEvent)}>
      <Button type="submit" busy={busy} onClick={onClick}>
        Simpan
      </Button>
    </form>
  );
  const { rerender } = render(show(false));
  const button = screen.getByRole('button');
  button.focus();
  rerender(show('Menyimpan...'));
  expect(document.activeElement).toBe(button);
  expect(button.textContent).toBe('Menyimpan...');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(onSubmit).not.toHaveBeenCalled();
  rerender(show(false));
  fireEvent.click(button);
  expect(onClick).toHaveBeenCalledOnce();
  expect(onSubmit).toHaveBeenCalledOnce();
});
