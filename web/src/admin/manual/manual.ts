/** The manual (*Panduan*) for the people who run the shop, from `docs/manual`. */

/** Order of the pages, as a new shop needs them. */
const order = [
  'membuka-toko',
  'produk',
  'promosi',
  'pesanan',
  'pengembalian',
  'anggota',
  'rencana-kompensasi',
  'bonus-dan-pajak',
  'laporan',
  'kantor',
  'cadangan',
];

/** A text of a task, or a picture between two texts. */
export type Block = { text: string } | { picture: string; alt: string };

/** A task of a page, with the id of its heading. */
export type Task = { id: string; title: string; blocks: Block[] };

/** Page of the manual; `about` states its purpose. */
export type ManualPage = { slug: string; title: string; about: string; tasks: Task[] };

const texts = import.meta.glob<string>('../../../../docs/manual/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const pictures = import.meta.glob<string>('../../../../docs/manual/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

const folder = '../../../../docs/manual';

function found(files: Record<string, string>, name: string): string {
  const file = files[`${folder}/${name}`];
  if (file === undefined) throw new Error(`the manual has no ${name}`);
  return file;
}

/** Returns the id of a heading, made in the same way as on other sites that show Markdown. */
function idOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

function blocksOf(text: string): Block[] {
  return text.split(/^(!\[.*\]\(.*\))$/m).flatMap((part): Block[] => {
    const [, alt, file] = /^!\[(.*)\]\((.*)\)$/.exec(part) ?? [];
    if (alt !== undefined && file !== undefined) return [{ picture: found(pictures, file), alt }];
    return part.trim() ? [{ text: part }] : [];
  });
}

function pageOf(slug: string): ManualPage {
  // Links refer to files, so that the manual can also be read in the repository.
  const text = found(texts, `${slug}.md`).replaceAll(/\]\(([\w-]+)\.md/g, '](/admin/manual/$1');
  const [head = '', ...tasks] = text.split(/^## /m);
  const [title = '', ...about] = head.trim().split('\n');
  return {
    slug,
    title: title.replace(/^# /, ''),
    about: about.join('\n').trim(),
    tasks: tasks.map((task) => {
      const end = task.indexOf('\n');
      const heading = task.slice(0, end);
      return { id: idOf(heading), title: heading, blocks: blocksOf(task.slice(end)) };
    }),
  };
}

/** All pages, in their order. */
export const manual: readonly ManualPage[] = order.map(pageOf);
