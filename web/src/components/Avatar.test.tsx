import { fireEvent, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './Avatar';

it('shows the default icon when loading fails', () => {
  const { container } = render(<Avatar file="a.jpg" size="size-10" />);
  const img = container.querySelector('img') as HTMLElement;
  expect(img.getAttribute('sizes')).toBe('40px');
  expect(img.getAttribute('srcset')).toContain('/uploads/profile/a.jpg?w=64&h=64 64w');
  fireEvent.error(img);
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('svg')).not.toBeNull();
});
