/**
 * Returns a text as a keyboard would type it: without invisible characters, with hyphens for
 * dashes, straight apostrophes and quotes, ASCII for wide letters.
 */
export function plain(text: string) {
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(/[‐-―−﹘﹣]/g, '-')
    .replaceAll(/[‘-‛′ʹʻ-ʽ´]/g, "'")
    .replaceAll(/[“-‟″]/g, '"');
}

/**
 * Returns a text for comparing: lower case, no accents, apostrophes and invisible characters, one
 * space for each run of blanks.
 */
export function fold(text: string) {
  // Compatibility forms of dashes and apostrophes are recognised only after decomposition.
  return plain(plain(text).normalize('NFKD'))
    .replaceAll(/[\p{M}'`]/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
}
