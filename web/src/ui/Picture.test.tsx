import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Picture } from './Picture';

const teh = 'products/teh-0123456789ab.webp';
const kopi = 'products/kopi-0123456789ab.webp';

describe('a picture', () => {
  it('lets the browser choose among its widths, and comes when it is near the screen', () => {
    render(<Picture picture={teh} alt="Teh" sizes="50vw" widths={[256, 400]} />);
    const img = screen.getByRole('img', { name: 'Teh' });
    expect(img.getAttribute('srcset')).toBe(
      `/storage/${teh}?w=256&h=256 256w, /storage/${teh}?w=400&h=400 400w`,
    );
    expect(img.getAttribute('sizes')).toBe('50vw');
    expect(img.getAttribute('src')).toBe(`/storage/${teh}?w=400&h=400`);
    expect(img.getAttribute('loading')).toBe('lazy');
    expect(img.getAttribute('fetchpriority')).toBeNull();
    // From these a browser knows its proportions before it has arrived.
    expect([img.getAttribute('width'), img.getAttribute('height')]).toEqual(['800', '800']);
  });

  it('of a fixed width comes in small sizes only', () => {
    render(<Picture picture={teh} alt="Teh" sizes={64} />);
    const img = screen.getByRole('img', { name: 'Teh' });
    expect(img.getAttribute('sizes')).toBe('64px');
    expect(img.getAttribute('srcset')?.match(/\d+w(?=,|$)/g)).toEqual(['64w', '128w', '256w']);
  });

  it('that matters most is loaded at once and before others', () => {
    render(<Picture picture={teh} alt="Teh" sizes={64} first />);
    const img = screen.getByRole('img', { name: 'Teh' });
    expect(img.getAttribute('loading')).toBe('eager');
    expect(img.getAttribute('fetchpriority')).toBe('high');
  });

  it('that does not load gives way to a placeholder with its name; another one is tried', () => {
    const { container, rerender } = render(<Picture picture={teh} alt="Teh" sizes={64} />);
    fireEvent.error(screen.getByRole('img', { name: 'Teh' }));
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('img', { name: 'Teh' }).querySelector('svg')).not.toBeNull();
    rerender(<Picture picture={kopi} alt="Kopi" sizes={64} />);
    expect(container.querySelector('img')?.src).toContain(kopi);
  });

  it('that only decorates leaves a placeholder that is not read out', () => {
    const { container } = render(<Picture picture={teh} alt="" sizes={64} />);
    fireEvent.error(container.querySelector('img') as HTMLElement);
    expect(screen.queryByRole('img')).toBeNull();
    expect(container.querySelector('[aria-hidden="true"] svg')).not.toBeNull();
  });
});
