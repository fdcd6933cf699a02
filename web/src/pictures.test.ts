import { expect, it } from 'vitest';
import { pictureUrl, profilePictureUrl } from '@/pictures';

const teh = 'products/teh-0123456789ab.webp';

it('adds a requested size to the picture address', () => {
  expect(pictureUrl(teh)).toBe(`/storage/${teh}`);
  expect(pictureUrl(teh, 800)).toBe(`/storage/${teh}?w=800&h=800`);
  expect(pictureUrl(teh, 1200, 400)).toBe(`/storage/${teh}?w=1200&h=400`);
  expect(profilePictureUrl('a.jpg')).toBe('/uploads/profile/a.jpg');
  expect(profilePictureUrl('a.jpg', 64)).toBe('/uploads/profile/a.jpg?w=64&h=64');
});
