import { afterEach, expect, test, vi } from 'vitest';
import { decodable, smaller } from './photo';

/** Simulates pictures with these sides; returns the drawn pictures. */
function pictures(width: number, height: number) {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close: vi.fn() }));
  const drawn: string[] = [];
  const context = { fillRect: () => undefined, drawImage: () => undefined };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(
    this: HTMLCanvasElement,
    take,
    type,
  ) {
    drawn.push(`${this.width} x ${this.height} ${type}`);
    take(new Blob(['x'], { type: type ?? '' }));
  });
  return drawn;
}

afterEach(() => vi.unstubAllGlobals());

const large = (type: string) => new File([new Uint8Array(1024 * 1024 + 1)], 'foto', { type });

test('shrinks a picture too large for the server', async () => {
  const drawn = pictures(8160, 6144);
  const sent = await decodable(large('image/jpeg'));
  expect([sent.size, sent.type, drawn]).toEqual([1, 'image/jpeg', ['1600 x 1205 image/jpeg']]);
  await decodable(large('image/png'));
  expect(drawn.at(-1)).toBe('1600 x 1205 image/png');
});

test('sends a decodable picture unchanged', async () => {
  const drawn = pictures(4000, 3000);
  const picture = large('image/png');
  expect(await decodable(picture)).toBe(picture);
  expect(drawn).toEqual([]);
});

test('shrinks a large photo of a member', async () => {
  const drawn = pictures(4000, 3000);
  await smaller(large('image/jpeg'));
  pictures(800, 600);
  expect((await smaller(large('image/jpeg'))).size).toBe(1);
  const small = new File(['x'], 'foto', { type: 'image/jpeg' });
  expect(await smaller(small)).toBe(small);
  expect(drawn).toEqual(['1600 x 1200 image/jpeg']);
});
