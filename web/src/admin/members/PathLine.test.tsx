import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { PathLine } from './PathLine';

it('shortens a long path and counts the rest', () => {
  const path = Array.from({ length: 300 }, (_, depth) => ({
    uid: `KS${depth}`,
    name: `Anggota ${depth}`,
    role: 'member' as const,
    is_suspended: false,
    directs: 3,
    downlines: 30,
  }));
  const { container } = render(
    <MemoryRouter>
      <PathLine path={path} linked />
    </MemoryRouter>,
  );
  expect(container.textContent).toBe(
    'Anggota 0Anggota 1… 294 lainnya …Anggota 296Anggota 297Anggota 298Anggota 299',
  );
  expect(screen.getAllByRole('link')).toHaveLength(5);
});
