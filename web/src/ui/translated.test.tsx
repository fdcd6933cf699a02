import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { keepFocus } from '@/ui/keepFocus';

/** Texts of every kind: alone, next to others, and those that appear and disappear. */
function Counter() {
  const [count, setCount] = useState(0);
  return (
    <p data-testid="told">
      {count % 2 === 0 && 'genap, '}
      Isi ( {count} ) {count > 1 ? <b>banyak</b> : 'sedikit'}
      <button type="button" onClick={() => setCount(count + 1)}>
        {count > 2 ? 'cukup' : <>tambah {count}</>}
      </button>
    </p>
  );
}

function texts(): Text[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

const ways = ['around', 'in place', 'before it', 'behind it'] as const;

/** Puts a font around each text, or replaces the text by a font with its words. */
function translate(way: (typeof ways)[number]) {
  for (const text of texts()) {
    const font = document.createElement('font');
    if (way === 'around') {
      text.replaceWith(font);
      font.append(text);
    } else {
      const inner = document.createElement('font');
      inner.textContent = text.data;
      font.append(inner);
      if (way === 'in place') text.replaceWith(font);
      else {
        if (way === 'before it') text.before(font);
        else text.after(font);
        text.remove();
      }
    }
  }
}

const told = () => screen.getByTestId('told').textContent;

test.each(ways)('a page translated with fonts %s still works', async (way) => {
  const end = keepFocus();
  const { unmount } = render(<Counter />);
  for (const expected of [
    'Isi ( 1 ) sedikittambah 1',
    'genap, Isi ( 2 ) banyaktambah 2',
    'Isi ( 3 ) banyakcukup',
  ]) {
    translate(way);
    // The guard is loaded with the first font.
    await vi.dynamicImportSettled();
    await userEvent.click(screen.getByRole('button'));
    expect(told()).toBe(expected);
  }
  unmount();
  end();
  expect(document.querySelector('font')).toBeNull();
});
