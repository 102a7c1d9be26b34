/**
 * What a browser may keep of our answers. What is told to somebody who is signed in, and what stands under an
 * address with a token, is kept by no browser: the next person at a public computer must not find it (D-006), and
 * nobody knows here whose computer it is.
 */
import type { FastifyRequest } from 'fastify'

export const NOT_KEPT = 'no-store'

/** False for an answer to somebody who showed a token, in the header or in the address, good or not. */
export function mayBeKept(request: FastifyRequest): boolean {
  if (request.headers.authorization !== undefined) return false
  return !Object.hasOwn(Object(request.query), 'token')
}
