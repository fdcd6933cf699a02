import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { Markdown } from '@/ui/Markdown';

function show(text: string): HTMLElement {
  return render(
    <MemoryRouter>
      <Markdown text={text} />
    </MemoryRouter>,
  ).container;
}

it('renders headings, lists and paragraphs', () => {
  const shown = show('## Judul\nSatu\ndua\n- a\n- b\r\n\r\n1. x\n2. y\n### Kecil\n\n\n- c');
  const kinds = Array.from(shown.children, ({ tagName, textContent }) => [tagName, textContent]);
  expect(kinds).toEqual([
    ['H2', 'Judul'],
    ['P', 'Satu\ndua'],
    ['UL', 'ab'],
    ['OL', 'xy'],
    ['H3', 'Kecil'],
    ['UL', 'c'],
  ]);
});

it('renders emphasis and links', () => {
  const shown = show('**tebal** dan *miring*, [sini](/why), [sana](https://example.com/a)');
  expect(shown.querySelector('strong')?.textContent).toBe('tebal');
  expect(shown.querySelector('em')?.textContent).toBe('miring');
  expect(screen.getByRole('link', { name: 'sini' }).getAttribute('href')).toBe('/why');
  expect(screen.getByRole('link', { name: 'sana' }).getAttribute('href')).toBe(
    'https://example.com/a',
  );
});

it('never renders HTML or scripts', () => {
  const shown = show(
    '<img src=x onerror=alert(1)>\n\n[a](javascript:alert) [b](//example.com) [c](/\\example.com) [d](data:text/html,x)',
  );
  expect(shown.querySelector('img, a')).toBeNull();
  expect(shown.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(shown.textContent).toContain('a b c d');
});
