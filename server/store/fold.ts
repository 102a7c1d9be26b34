/**
 * Text as it is sorted and searched: no case, no accents, one space between words. Done here and
 * not in SQL, so that the embedded and the real database, whatever their locale, agree.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replace(/\s+/g, ' ')
    .trim()
}
