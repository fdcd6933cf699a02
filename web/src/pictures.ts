/**
 * Addresses of pictures. The server makes each picture in a few sizes and keeps them; the content of an address never
 * changes.
 */

/** The address of a picture of the shop; with a size that of one that fits into it, in pixels. */
export function pictureUrl(picture: string, width?: number, height = width): string {
  return `/storage/${picture}${sized(width, height)}`;
}

/** The address of a member's profile picture, and of one that fits into a square of `side` pixels. */
export function profilePictureUrl(file: string, side?: number): string {
  return `/uploads/profile/${file}${sized(side, side)}`;
}

/** A picture in each of these widths, for a browser to choose from. */
export function srcSet(url: (width: number) => string, widths: readonly number[]): string {
  return widths.map((width) => `${url(width)} ${width}w`).join(', ');
}

function sized(width?: number, height?: number): string {
  return width && height ? `?w=${width}&h=${height}` : '';
}
