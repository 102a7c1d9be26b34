/**
 * The harness page and its files behind the reference server's own fault switch and its own way of sending files,
 * counting what leaves over the wire.
 */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import type * as z from 'zod/mini'
import type { Fault } from '#server/faults/program.ts'
import { faultRoutes } from '#server/faults/switch.ts'
import { ApiProblem } from '#server/http/apiProblem.ts'
import { sendFile } from '#server/http/fileAnswer.ts'
import { buildHarness, harnessFile, noise, wavHead } from './serve.ts'

/** Bodies are cut here on purpose. */
const silent = { error: () => {} }

const PIECE_BYTES = 262_144

export interface FaultyServer {
  readonly url: string
  /** Length of each file, by its number; 1 MB where nothing else is said. */
  readonly lengths: Map<number, number>
  /** Bytes that left for files since it began, heads of answers included. */
  sent(): number
  /** SHA-256 of a file in hex. */
  sha256(n: number): string
  /** Faults from now on, in place of those of before. */
  arm(faults: readonly z.input<typeof Fault>[]): Promise<void>
  close(): Promise<void>
}

export const pathOf = (n: number) => `/api/audio/${n}/download`

/** @param root the project's folder @param longest bytes of the longest file there will be */
export async function serveFaulty(root: string, longest: number): Promise<FaultyServer> {
  const outDir = await buildHarness(root)
  const body = noise(longest)
  const lengths = new Map<number, number>()
  const bytesOf = (n: number) => {
    const length = lengths.get(n) ?? 1e6
    const head = wavHead(length, n)
    return { head, rest: body.subarray(0, length - head.length), length }
  }
  const digests = new Map<string, string>()
  const sha256 = (n: number) => {
    const { head, rest, length } = bytesOf(n)
    const key = `${n} ${length}`
    const known = digests.get(key) ?? createHash('sha256').update(head).update(rest).digest('hex')
    digests.set(key, known)
    return known
  }
  let over = 0
  const open = new Map<Socket, number>()
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) => {
    const problem = error instanceof ApiProblem ? error : new ApiProblem(500, 'INTERNAL', String(error))
    return reply.code(problem.status).send(problem.body())
  })
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const before = socket.bytesWritten
    open.set(socket, before)
    reply.raw.once('close', () => {
      over += socket.bytesWritten - before
      open.delete(socket)
    })
  })
  faultRoutes(app)
  app.get<{ Params: { n: string } }>('/api/audio/:n/token', ({ params }) => ({ data: { token: `t${params.n}` } }))
  app.get<{ Params: { n: string } }>('/api/audio/:n/download', (request, reply) => {
    const n = Number(request.params.n)
    const { head, rest, length } = bytesOf(n)
    return sendFile(request, reply, silent, {
      bytes: length,
      contentType: 'audio/wav',
      etag: `"${sha256(n)}"`,
      sha256: sha256(n),
      cacheControl: 'no-store',
      open: async (start, end) => Readable.from(pieces(head, rest, start, end + 1)),
    })
  })
  app.get('/*', async (request, reply) => {
    const file = await harnessFile(outDir, new URL(request.url, 'http://harness').pathname)
    return file ? reply.type(file.type).send(file.bytes) : reply.code(404).send()
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
  return {
    url,
    lengths,
    sent: () => [...open].reduce((sum, [socket, before]) => sum + socket.bytesWritten - before, over),
    sha256,
    async arm(faults) {
      const answer = await fetch(`${url}dev/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      })
      if (answer.status !== 204) throw new Error(`the faults were refused: ${await answer.text()}`)
    },
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

function* pieces(head: Buffer, rest: Buffer, from: number, to: number): Generator<Buffer> {
  if (from < head.length) yield head.subarray(from, Math.min(to, head.length))
  for (let at = Math.max(from, head.length); at < to; at += PIECE_BYTES)
    yield rest.subarray(at - head.length, Math.min(at + PIECE_BYTES, to) - head.length)
}
