// What a caller sends along so that a call whose answer was lost can be made again (server/README.md).
import { createHash, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

/** Whatever somebody numbers their acts by, in quotes or not (the draft of the header is a structured field). */
const Key = z.string().check(z.regex(/^[!-~]{1,255}$/))
const Nonce = z.string().check(z.regex(/^[\w-]{8,100}$/))

/** The same with each try of one act; null where there is none. */
export function repeatKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  const key = Key.safeParse(typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : header)
  return key.success ? key.data : null
}

/**
 * The id of a message: the same for each try of it, so that one whose answer was lost is neither kept nor mailed again.
 * @param key what the caller sent along, null where it sent nothing
 * @param about whose it is, to whom, and its words: other words are another message (H-045)
 */
export function messageId(key: string | null, ...about: readonly unknown[]): string {
  if (key === null) return randomUUID()
  return createHash('sha256')
    .update(JSON.stringify([...about, key]))
    .digest('hex')
}

/** By which a browser knows the link it asked for. */
export function linkNonce(request: FastifyRequest): string | null {
  const nonce = Nonce.safeParse(request.headers['link-nonce'])
  return nonce.success ? nonce.data : null
}
