const APOSTROPHES = /['`´‘-‛ʹʻ-ʽ′＇]/g;

/** A text for comparing: lower case, no accents, apostrophes and unseen signs, one space for each run of blanks. */
export function fold(text: string) {
  // Compatible forms of apostrophes are known only once they are taken apart.
  return text
    .replaceAll(/[“-‟″]/g, '"')
    .replaceAll(APOSTROPHES, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(APOSTROPHES, '')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
}
