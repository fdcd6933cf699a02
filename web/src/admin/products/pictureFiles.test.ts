import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';
import { describe, expect, it } from 'vitest';
import { picturesIn } from './pictureFiles';

const file = (name: string, content = 'x') => new File([content], name);

/** Reads the text of a file; the simulated browser of these tests supports only `FileReader`. */
const textOf = (read: File | undefined) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result));
    reader.readAsText(read ?? new Blob());
  });

async function zip(entries: [string, string][], password?: string): Promise<File> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, content] of entries)
    await writer.add(name, new TextReader(content), password ? { password } : {});
  return new File([await writer.close()], 'foto.zip');
}

describe('pictures in the chosen files', () => {
  it('are recognized by their file extension', async () => {
    const large = file('besar.png');
    Object.defineProperty(large, 'size', { value: 12 * 1024 * 1024 + 1 });
    const { pictures, unusable } = await picturesIn([
      file('TJ-1.JPG'),
      file('daftar.pdf'),
      large,
      file('.DS_Store'),
      file('tanpa-akhiran'),
    ]);
    expect(pictures.map(({ name }) => name)).toEqual(['TJ-1.JPG']);
    expect(await pictures[0]?.read()).toMatchObject({ type: 'image/jpeg' });
    expect(unusable).toEqual([
      { name: 'daftar.pdf', why: 'Bukan gambar jpg, png, atau webp.' },
      { name: 'besar.png', why: 'Lebih dari 12 MB.' },
      { name: 'tanpa-akhiran', why: 'Bukan gambar jpg, png, atau webp.' },
    ]);
  });

  it('are read from a zip without system files', async () => {
    const archive = await zip([
      ['teh/TJ-2.webp', 'gambar '.repeat(100)],
      ['__MACOSX/teh/._TJ-2.webp', 'x'],
      ['teh/.Thumbs.png', 'x'],
      ['teh/catatan.txt', 'x'],
    ]);
    const { pictures, unusable } = await picturesIn([archive]);
    expect(pictures.map(({ name }) => name)).toEqual(['teh/TJ-2.webp']);
    const read = await pictures[0]?.read();
    expect(read).toMatchObject({ type: 'image/webp', name: 'tj-2.webp' });
    expect(await textOf(read)).toBe('gambar '.repeat(100));
    expect(unusable).toEqual([
      { name: 'teh/catatan.txt', why: 'Bukan gambar jpg, png, atau webp.' },
    ]);
  });

  it('are not read from locked or broken archives', async () => {
    const locked = await zip([['TJ-1.png', 'x']], 'rahasia');
    const { pictures, unusable } = await picturesIn([locked, file('rusak.zip', 'bukan zip')]);
    expect(pictures).toEqual([]);
    expect(unusable).toEqual([
      { name: 'TJ-1.png', why: 'Terkunci dengan kata sandi.' },
      { name: 'rusak.zip', why: 'Arsip zip tidak dapat dibaca.' },
    ]);
  });
});
