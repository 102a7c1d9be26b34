/**
 * What a browser may keep of our answers. What is told to somebody who is signed in, and what stands under an
 * address with a token, is kept by no browser: the next person at a public computer must not find it (D-006), and
 * nobody knows here whose computer it is.
 */
import type { FastifyRequest } from 'fastify'
import { API_BASE } from '#core/model/constants.ts'

export const NOT_KEPT = 'no-store'

/** The API, test controls, and whether the server lives. */
const PROGRAMS = new RegExp(`^(?:(?:${API_BASE}|/dev)/|/(?:healthz|readyz)$)`)

/**
 * True for what is answered to programs; the few calls that are the same for everybody say otherwise themselves. Told by
 * the route, for an address may be written in other ways (`/%61pi/`), and by the address, for what is refused has none.
 */
export const isForPrograms = ({ routeOptions, url }: FastifyRequest): boolean =>
  PROGRAMS.test(routeOptions.url ?? '') || PROGRAMS.test(url)

/** False for an answer to somebody who showed a token, in the header or in the address, good or not. */
export function mayBeKept(request: FastifyRequest): boolean {
  if (request.headers.authorization !== undefined) return false
  return !Object.hasOwn(Object(request.query), 'token')
}
