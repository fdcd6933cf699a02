import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Picture } from './Picture';

const teh = 'products/teh-0123456789ab.webp';
const kopi = 'products/kopi-0123456789ab.webp';

describe('a picture', () => {
  it('is loaded lazily in a fitting width', () => {
    render(<Picture picture={teh} alt="Teh" sizes="50vw" widths={[256, 400]} />);
    const img = screen.getByRole('img', { name: 'Teh' });
    expect(img.getAttribute('srcset')).toBe(
      `/storage/${teh}?w=256&h=256 256w, /storage/${teh}?w=400&h=400 400w`,
    );
    expect(img.getAttribute('sizes')).toBe('50vw');
    expect(img.getAttribute('src')).toBe(`/storage/${teh}?w=400&h=400`);
    expect(img.getAttribute('loading')).toBe('lazy');
    expect(img.getAttribute('fetchpriority')).toBeNull();
    // The browser derives the proportions from these before the picture has arrived.
    expect([img.getAttribute('width'), img.getAttribute('height')]).toEqual(['800', '800']);
  });

  it('has only small sizes at a fixed width', () => {
    render(<Picture picture={teh} alt="Teh" sizes={64} />);
    const img = screen.getByRole('img', { name: 'Teh' });
    expect(img.getAttribute('sizes')).toBe('64px');
    expect(img.getAttribute('srcset')?.match(/\d+w(?=,|$)/g)).toEqual(['64w', '128w', '256w']);
  });

  it('is loaded eagerly if marked as first', () => {
    render(<Picture picture={teh} alt="Teh" sizes={64} first />);
    const img = screen.getByRole('img', { name: 'Teh' });
    expect(img.getAttribute('loading')).toBe('eager');
    expect(img.getAttribute('fetchpriority')).toBe('high');
  });

  it('becomes a placeholder when loading fails', () => {
    const { container, rerender } = render(<Picture picture={teh} alt="Teh" sizes={64} />);
    fireEvent.error(screen.getByRole('img', { name: 'Teh' }));
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('img', { name: 'Teh' }).querySelector('svg')).not.toBeNull();
    rerender(<Picture picture={kopi} alt="Kopi" sizes={64} />);
    expect(container.querySelector('img')?.src).toContain(kopi);
  });

  it('has a hidden placeholder if decorative', () => {
    const { container } = render(<Picture picture={teh} alt="" sizes={64} />);
    fireEvent.error(container.querySelector('img') as HTMLElement);
    expect(screen.queryByRole('img')).toBeNull();
    expect(container.querySelector('[aria-hidden="true"] svg')).not.toBeNull();
  });
});
