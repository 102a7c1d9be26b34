/**
 * The sizes a cover can be had in. An address `…/NAME-SIZE.png` of the contract (API-MEDIA-010) names one of
 * them; the same name with another size or ending names the same picture, so the client asks for what
 * it shows.
 */

/** Edge in px. Rows of lists, cards, cards on dense displays, the release, the whole screen. */
export const COVER_SIZES = [64, 128, 300, 428, 600, 1400] as const
export type CoverSize = (typeof COVER_SIZES)[number]

export const COVER_FORMATS = ['png', 'webp'] as const
export type CoverFormat = (typeof COVER_FORMATS)[number]

const ADDRESS = new RegExp(`^(.*)-(\\d+)\\.(${COVER_FORMATS.join('|')})(\\?[^#]*)?$`, 's')

/**
 * The parts of a cover's address or file name; null for any other address (another server's pictures), and
 * for a size that is not made.
 */
export function readCoverAddress(
  address: string,
): { name: string; size: CoverSize; format: CoverFormat; query: string } | null {
  const [, name = '', digits, format, query = ''] = ADDRESS.exec(address) ?? []
  const size = COVER_SIZES.find((edge) => String(edge) === digits)
  return size ? { name, size, format: format as CoverFormat, query } : null
}

/**
 * Value of an image's `srcset`: every size as WebP with its width, for the browser to choose from. Empty when
 * the address is not one of a cover in sizes; `src` alone then serves.
 */
export function coverSet(address: string): string {
  const parts = readCoverAddress(address)
  if (!parts) return ''
  return COVER_SIZES.map((size) => `${parts.name}-${size}.webp${parts.query} ${size}w`).join(', ')
}
