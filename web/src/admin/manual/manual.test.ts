import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { groups, ownAccount } from '@/admin/sections';
import { explanations } from './explanations';
import { manual } from './manual';

const pages = groups.flatMap(({ sections }) => sections.flatMap((section) => section.pages));

it('explains exactly the pages of the office', () => {
  const paths = [...pages, ownAccount].map(({ path }) => path);
  expect(Object.keys(explanations).toSorted()).toEqual(paths.toSorted());
});

const places = manual.flatMap(({ slug, tasks }) => [
  slug,
  ...tasks.map(({ id }) => `${slug}#${id}`),
]);

it('links each page to an existing manual task', () => {
  for (const place of Object.values(explanations)) expect(places).toContain(place);
});

it('shows every manual file with valid links', () => {
  const files = readdirSync('../docs/manual').filter((file) => file.endsWith('.md'));
  expect(manual.map(({ slug }) => `${slug}.md`).toSorted()).toEqual(files.toSorted());
  const links = [...JSON.stringify(manual).matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(places).toContain(link?.replace('/admin/manual/', ''));
});

it('has content for each task', () => {
  for (const { title, about, tasks } of manual) {
    expect([title, about, tasks].map(({ length }) => length)).not.toContain(0);
    for (const { title: task, blocks } of tasks) {
      expect([task, blocks.length > 0]).toEqual([task, true]);
      for (const block of blocks)
        if ('picture' in block) expect(block.picture).toMatch(/\.webp$/);
        else expect(block.text).not.toMatch(/!\[|\.md\b/);
    }
  }
});
