/** Matching of pictures to products, and adding them to a product. */
import { uploadPicture } from '@/admin/ui/UploadField';
import { request } from '@/api/calls';
import type { PicturedProduct } from '@/api/schema';
import { save } from '@/api/save';
import { ApiError, sentence } from '@/errors';
import type { Chosen, PictureFile } from './pictureFiles';
import { draftOf, payload } from './productDraft';

/** Maximum number of pictures of a product. */
export const MOST_OF_PRODUCT = 20;

/** A product and the pictures for it, in their order. */
export type PictureSet = { product: PicturedProduct; files: PictureFile[] };

/** Products with their pictures, and the files that belong to none of them. */
export type Sorted = { sets: PictureSet[]; unusable: Chosen['unusable'] };

type Placed = [place: number, file: PictureFile];

const inOrder = ([a, x]: Placed, [b, y]: Placed) => a - b || x.name.localeCompare(y.name);

/** Finds the products that pictures are named after. */
export async function sortPictures({ pictures, unusable }: Chosen): Promise<Sorted> {
  if (pictures.length === 0) return { sets: [], unusable };
  const { matches } = await request('POST /api/admin/products/pictures/matches', {
    body: { names: pictures.map(({ name }) => name) },
  });
  const sets = new Map<number, { product: PicturedProduct; placed: Placed[] }>();
  const left = [...unusable];
  for (const [at, file] of pictures.entries()) {
    const { product, place = 0 } = matches[at] ?? {};
    if (!product)
      left.push({ name: file.name, why: 'Tidak ada produk dengan SKU atau barcode ini.' });
    else {
      const set = sets.get(product.id) ?? { product, placed: [] };
      set.placed.push([place, file]);
      sets.set(product.id, set);
    }
  }
  return {
    sets: [...sets.values()].map(({ product, placed }) => ({
      product,
      files: placed.toSorted(inOrder).map(([, file]) => file),
    })),
    unusable: left,
  };
}

/** Returns the number of pictures the product would have. */
export function countAfter({ product, files }: PictureSet, replace: boolean): number {
  return (replace ? 0 : product.pictures) + files.length;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Uploads a picture; while the server refuses it because of too many requests, retries every two
 * seconds.
 */
async function upload(file: PictureFile): Promise<string> {
  let picture: File;
  try {
    picture = await file.read();
  } catch {
    throw new Error(`${file.name}: file tidak dapat dibaca. Pilih lagi filenya.`);
  }
  for (;;)
    try {
      return (await uploadPicture('products', picture)).picture;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429)
        throw new Error(`${file.name}: ${sentence(error, 'Gambar gagal diunggah. Coba lagi.')}`, {
          cause: error,
        });
      await pause(2000);
    }
}

/**
 * Gives a product its pictures, all of them or none; `onUploaded` is called for each. The message
 * of an error is meant to be shown.
 */
export async function addPictures(
  { product, files }: PictureSet,
  replace: boolean,
  onUploaded: () => void,
) {
  const uploaded: string[] = [];
  for (const file of files) {
    uploaded.push(await upload(file));
    onUploaded();
  }
  const params = { id: product.id };
  try {
    const now = await request('GET /api/admin/products/{id}', { params });
    const images = replace ? uploaded : [...now.images, ...uploaded];
    const body = payload({ ...draftOf(now), images });
    await save('PUT /api/admin/products/{id}', { params, body });
  } catch (error) {
    throw new Error(sentence(error, 'Produk gagal disimpan. Coba lagi.'), { cause: error });
  }
}
