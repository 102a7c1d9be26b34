// What a caller sends along so that a call whose answer was lost can be made again (server/README.md).
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

const Key = z.string().check(z.regex(/^[\w-]{8,100}$/))

/** The value of such a header; null where there is none, or none that could be ours. */
function keyIn(request: FastifyRequest, header: string): string | null {
  const key = Key.safeParse(request.headers[header])
  return key.success ? key.data : null
}

/** The same with each try of one act. */
export const repeatKey = (request: FastifyRequest): string | null => keyIn(request, 'idempotency-key')

/** By which a browser knows the link it asked for. */
export const linkNonce = (request: FastifyRequest): string | null => keyIn(request, 'link-nonce')
