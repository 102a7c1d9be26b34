/** An address that names a picture already, whatever its kind. */
const WHOLE = /^data:|\.(png|webp|avif|jpe?g|gif|svg)([?#]|$)/i

/**
 * The address of a market's logo: a base address, an optional suffix for a variant, and `.png` (FILTER-019,
 * API-MEDIA-010). One of a picture of another kind stays what it is. Empty when the market has none.
 * @param icon the base address, with or without `.png`
 */
export function marketLogo(icon: string, suffix = ''): string {
  if (icon === '' || (WHOLE.test(icon) && !(suffix !== '' && /\.png([?#]|$)/.test(icon)))) return icon
  const [, base = '', query = ''] = /^([^?#]*?)(?:\.png)?([?#].*)?$/s.exec(icon) ?? []
  return `${base}${suffix}.png${query}`
}
