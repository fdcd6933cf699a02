import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Stepper } from '@/ui/Stepper';

function Quantity() {
  const [value, setValue] = useState(2);
  return (
    <Stepper
      label="Jumlah"
      value={value}
      canDecrease={value > 1}
      canIncrease={value < 3}
      onStep={(step) => setValue(value + step)}
    />
  );
}

it('stops at its minimum and keeps the focus', async () => {
  render(<Quantity />);
  const user = userEvent.setup();
  const less = screen.getByRole('button', { name: 'Kurangi jumlah' });
  less.focus();
  await user.keyboard('{Enter}{Enter}{Enter}');
  expect(screen.getByRole('status').textContent).toBe('1');
  expect(less.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(less);
  await user.click(screen.getByRole('button', { name: 'Tambah jumlah' }));
  expect(screen.getByRole('status').textContent).toBe('2');
});
