// What a caller sends along so that a call whose answer was lost can be made again (server/README.md).
import { createHash, randomUUID } from 'node:crypto'
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

/**
 * The id of a message: the same for each try of it, so that one whose answer was lost is neither kept nor mailed again.
 * @param key what the caller sent along, null where it sent nothing
 */
export function messageId(key: string | null, ...whose: readonly string[]): string {
  if (key === null) return randomUUID()
  return createHash('sha256')
    .update([...whose, key].join('\n'))
    .digest('hex')
}

/** By which a browser knows the link it asked for. */
export const linkNonce = (request: FastifyRequest): string | null => keyIn(request, 'link-nonce')
