/** The address of a picture of the shop. */
export function pictureUrl(picture: string): string {
  return `/storage/${picture}`;
}

/** The address of a member's profile picture. */
export function profilePictureUrl(file: string): string {
  return `/uploads/profile/${file}`;
}
