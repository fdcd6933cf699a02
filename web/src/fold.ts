/** A text for comparing: lower case, no accents, apostrophes and unseen signs, one space for each run of blanks. */
export function fold(text: string) {
  return text
    .replaceAll(/['`´‘’ʻʼ]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
