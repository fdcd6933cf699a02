/** Pictures for products, from files, folders and zip archives. */

/** Picture whose file is read only when needed. */
export type PictureFile = { name: string; read: () => Promise<File> };

/** Chosen files: the pictures, and the unusable ones with the reason. */
export type Chosen = { pictures: PictureFile[]; unusable: { name: string; why: string }[] };

/** Maximum size of a picture that the shop accepts, in bytes. */
const MOST_BYTES = 12 * 1024 * 1024;

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

const lastOf = (text: string, separator: string) =>
  text.slice(text.lastIndexOf(separator) + 1).toLowerCase();

/** Recognises files that systems add automatically, such as `.DS_Store` and `__MACOSX/`. */
function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
}

function take(into: Chosen, name: string, bytes: number, open: (type: string) => Promise<Blob>) {
  if (isHidden(name)) return;
  const type = types[lastOf(name, '.')];
  if (!type) into.unusable.push({ name, why: 'Bukan gambar jpg, png, atau webp.' });
  else if (bytes > MOST_BYTES) into.unusable.push({ name, why: 'Lebih dari 12 MB.' });
  else {
    const read = async () => new File([await open(type)], lastOf(name, '/'), { type });
    into.pictures.push({ name, read });
  }
}

/** Adds the files of an archive; its pictures are unpacked only when they are read. */
async function unpack(archive: File, into: Chosen) {
  const { BlobReader, BlobWriter, ZipReader } =
    await import('@zip.js/zip.js/lib/zip-core-native.js');
  // The page's policy forbids workers that are created at run time.
  const entries = await new ZipReader(new BlobReader(archive), {
    useWebWorkers: false,
  }).getEntries();
  for (const entry of entries) {
    if (entry.directory) continue;
    if (entry.encrypted)
      into.unusable.push({ name: entry.filename, why: 'Terkunci dengan kata sandi.' });
    else
      take(into, entry.filename, entry.uncompressedSize, (type) =>
        entry.getData(new BlobWriter(type)),
      );
  }
}

/**
 * Returns the pictures among files, folders and zip archives, in the order in which they were
 * chosen.
 */
export async function picturesIn(files: readonly File[]): Promise<Chosen> {
  const chosen: Chosen = { pictures: [], unusable: [] };
  for (const file of files) {
    const name = file.webkitRelativePath || file.name;
    if (lastOf(name, '.') !== 'zip') take(chosen, name, file.size, () => Promise.resolve(file));
    else
      try {
        await unpack(file, chosen);
      } catch {
        chosen.unusable.push({ name, why: 'Arsip zip tidak dapat dibaca.' });
      }
  }
  return chosen;
}
