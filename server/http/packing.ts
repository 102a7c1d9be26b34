/**
 * Answers that are compressed on their way: long lists of the catalogue. A route says so itself (`config: PACKED`), and
 * only one whose answers hold no secret may: the length of a compressed answer tells whether a text in it, which somebody
 * else may have chosen (a name, a message, what was searched for), is like another part of it (BREACH). So nothing that
 * names a token, a code or a signed address is ever compressed, nor what one player wrote to another.
 */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Long answers of this route are compressed. */
    packed?: boolean
  }
}

/** For the options of a route whose answers hold no secret. */
export const PACKED = { config: { packed: true } } as const

/** One packet holds as much as it is. */
const MIN_BYTES = 1200
/** Beyond these a byte less costs more than it saves on any line. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 5 }

export type Encoding = 'br' | 'gzip'

/** What a client takes (RFC 9110, 12.5.3), brotli first; null: the answer as it is. @param accepted `Accept-Encoding` */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const weights = new Map<string, number>()
  for (const one of (accepted ?? '').split(',')) {
    const [name = '', ...params] = one.split(';').map((part) => part.trim().toLowerCase())
    const q = params.find((param) => param.startsWith('q='))
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0)
  }
  const takes = (name: Encoding) => (weights.get(name) ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/** An `onSend` hook. Answers that may not be compressed pass as they are. */
export async function pack(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.routeOptions.config.packed !== true || reply.statusCode !== 200 || typeof payload !== 'string') {
    return payload
  }
  return packed(request, reply, payload)
}

/** A text as the client takes it, with the headers that say how. */
export async function packed(request: FastifyRequest, reply: FastifyReply, text: string): Promise<string | Buffer> {
  reply.header('Vary', 'Accept-Encoding')
  if (Buffer.byteLength(text) < MIN_BYTES) return text
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null) return text
  const bytes = await (encoding === 'br' ? promisify(brotliCompress)(text, BROTLI) : promisify(gzip)(text, GZIP))
  reply.header('Content-Encoding', encoding).header('Content-Length', bytes.length)
  return bytes
}
