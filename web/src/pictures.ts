/**
 * Addresses of pictures. The server makes each picture in a few sizes and stores them; the content
 * of an address never changes.
 */

/**
 * Returns the address of a picture of the shop; with a size, of a version that fits into it, in
 * pixels.
 */
export function pictureUrl(picture: string, width?: number, height = width): string {
  return `/storage/${picture}${sized(width, height)}`;
}

/**
 * Returns the address of a member's profile picture, or of a version that fits into a square of
 * `side` pixels.
 */
export function profilePictureUrl(file: string, side?: number): string {
  return `/uploads/profile/${file}${sized(side, side)}`;
}

/** Returns the addresses of a picture in these widths, for a browser to choose from. */
export function srcSet(url: (width: number) => string, widths: readonly number[]): string {
  return widths.map((width) => `${url(width)} ${width}w`).join(', ');
}

function sized(width?: number, height?: number): string {
  return width && height ? `?w=${width}&h=${height}` : '';
}
