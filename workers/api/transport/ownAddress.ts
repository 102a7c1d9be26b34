/** Addresses the server names in an answer. They decide where a token is sent, so they must lie on our own origin. */

/** Where there is no page, as in a test: an origin nobody has. */
const NOWHERE = 'http://own.invalid'

/** A step up or of no length, as a browser reads it; only somebody who means another place than is written names one. */
const DOTS = /(^|[/\\])(\.|%2e){1,2}([/\\]|$)/i

export interface OwnAddress {
  /** From the root of our origin, percent-encoded; with the origin where the base names one. */
  readonly path: string
  readonly query: URLSearchParams
}

/**
 * Reads an address of ours: a path, which lies under the base whether or not it says so, or a whole address, which is
 * taken as it is.
 * @param base where the player API lies
 * @returns null for any other origin, and for what is no address from the root
 */
export function ownAddress(address: string, base: string): OwnAddress | null {
  const isPath = address.startsWith('/')
  if ((!isPath && !URL.canParse(address)) || DOTS.test(address.split(/[?#]/, 1)[0] ?? '')) return null
  const home = new URL(base, globalThis.location?.origin ?? NOWHERE)
  if (!URL.canParse(address, home)) return null
  const at = new URL(address, home)
  if (at.origin !== home.origin || at.username !== '' || at.password !== '') return null
  const under = isPath && !at.pathname.startsWith(`${home.pathname}/`) ? home.pathname : ''
  const root = base.startsWith('/') ? '' : home.origin
  return { path: `${root}${under}${at.pathname}`, query: at.searchParams }
}
