/**
 * A text as a keyboard has it: without unseen signs, with hyphens for dashes, straight apostrophes and quotes, ASCII for
 * wide letters.
 */
export function plain(text: string) {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[‐-―−﹘﹣]/g, '-')
    .replaceAll(/[‘-‛′ʹʻ-ʽ´]/g, "'")
    .replaceAll(/[“-‟″]/g, '"');
}

/** A text for comparing: lower case, no accents, apostrophes and unseen signs, one space for each run of blanks. */
export function fold(text: string) {
  // Compatible forms of dashes and apostrophes are known only once they are taken apart.
  return plain(plain(text).normalize('NFKD'))
    .replaceAll(/[\p{M}'`]/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
}
