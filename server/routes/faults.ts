/**
 * Faults on demand for tests: the next answers of a path are delayed, refused, cut, stalled or
 * announced with a wrong length. Development only, loopback only; the routes do not exist in production.
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { loopback } from '../http/loopback.ts'
import { parse } from '../http/parse.ts'

const Count = z.int().check(z.gte(0), z.lte(1_000_000_000))

/** The short form of the fault switch. `path` is a prefix, or a regular expression between slashes: `/^.api.audio/`. */
export const Fault = z.strictObject({
  method: z._default(z.string(), 'GET'),
  path: z.string().check(z.minLength(1), z.maxLength(300)),
  /** How many answers it spoils. */
  times: z._default(Count, 1),
  status: z.optional(z.int().check(z.gte(400), z.lte(599))),
  body: z.optional(z.unknown()),
  /** Seconds, sent as Retry-After with the status. */
  retryAfter: z.optional(Count),
  delayMs: z.optional(Count),
  /** Bytes of the body after which the connection is broken. */
  cutAfterBytes: z.optional(Count),
  /** Announced in place of the real Content-Length. */
  wrongLength: z.optional(Count),
  /** Bytes of the body after which nothing comes any more while the connection stays open; true for none at all. */
  stall: z.optional(z.union([Count, z.boolean()])),
})
export type Fault = z.infer<typeof Fault>

export function faultRoutes(app: FastifyInstance): void {
  const faults: (Fault & { matches(path: string): boolean })[] = []

  app.post('/dev/fail', { onRequest: loopback }, async (request, reply) => {
    const fault = parse(Fault, request.body, 'body')
    faults.push({ ...fault, matches: matcher(fault.path) })
    return reply.code(204).send()
  })
  app.delete('/dev/fail', { onRequest: loopback }, async (_request, reply) => {
    faults.length = 0
    return reply.code(204).send()
  })

  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    if (path.startsWith('/dev/')) return
    const fault = faults.find(
      (entry) => entry.times > 0 && entry.method.toUpperCase() === request.method && entry.matches(path),
    )
    if (!fault) return
    fault.times -= 1
    if (fault.delayMs) await sleep(fault.delayMs)
    if (fault.cutAfterBytes !== undefined || fault.wrongLength !== undefined || fault.stall !== undefined) {
      spoil(reply.raw, fault)
    }
    if (fault.status !== undefined) {
      if (fault.retryAfter !== undefined) reply.header('Retry-After', fault.retryAfter)
      reply.code(fault.status)
      return reply.send(fault.body ?? { code: 'FAULT', message: 'A fault asked for by a test.' })
    }
  })
}

function matcher(path: string): (candidate: string) => boolean {
  const expression = /^\/(.+)\/([a-z]*)$/s.exec(path)
  // `/api/releases/` is a prefix, `/^...$/` an expression: only the latter begins with its own anchor.
  if (expression?.[1]?.startsWith('^')) {
    const pattern = new RegExp(expression[1], expression[2])
    return (candidate) => pattern.test(candidate)
  }
  return (candidate) => candidate.startsWith(path)
}

/** Replaces the ways bytes leave, so that it works for every kind of answer. */
function spoil(raw: ServerResponse, fault: Fault): void {
  const limit = fault.cutAfterBytes ?? (fault.stall === true ? 0 : typeof fault.stall === 'number' ? fault.stall : null)
  const stalls = fault.cutAfterBytes === undefined && limit !== null && fault.stall !== false
  const { write, end, writeHead } = raw
  let sent = 0
  let over = false

  raw.writeHead = ((...args: Parameters<typeof writeHead>) => {
    raw.setHeader('Connection', 'close')
    const headers = args.find((arg): arg is Record<string, string> => typeof arg === 'object' && !Array.isArray(arg))
    if (fault.wrongLength !== undefined) {
      for (const name of Object.keys(headers ?? {})) {
        if (headers && name.toLowerCase() === 'content-length') delete headers[name]
      }
      raw.setHeader('Content-Length', fault.wrongLength)
    }
    return writeHead.apply(raw, args)
  }) as typeof writeHead

  /** Writes what is still allowed; false when the answer is over. */
  const pass = (chunk: unknown): boolean => {
    const data = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array)
    const room = limit === null ? data.length : Math.max(0, limit - sent)
    const part = data.subarray(0, room)
    sent += part.length
    if (part.length > 0) write.call(raw, part, 'utf8')
    if (room >= data.length) return true
    over = true
    if (!raw.headersSent) raw.flushHeaders()
    if (!stalls) raw.socket?.end(() => raw.destroy())
    return false
  }
  raw.write = ((chunk: unknown, encoding?: unknown, callback?: unknown) => {
    const written = typeof encoding === 'function' ? encoding : callback
    if (!over) pass(chunk)
    // A stalled writer never hears that there is room again.
    if (!over && typeof written === 'function') written()
    return !over && !raw.writableNeedDrain
  }) as typeof write
  raw.end = ((chunk?: unknown, encoding?: unknown, callback?: unknown) => {
    if (over) return raw
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function' && !pass(chunk)) return raw
    const ended = [chunk, encoding, callback].find((arg) => typeof arg === 'function') as (() => void) | undefined
    // A body shorter than announced ends with its connection, as a dying server's does.
    if (fault.wrongLength !== undefined) raw.socket?.end()
    return end.call(raw, undefined, 'utf8', ended)
  }) as typeof end
}
