/**
 * A line to the server that counts what goes over it and may be slow: each request waits for the way there and back, and
 * all answers share what the line carries. The browser's own slow line needs its network tools on, and with them it writes
 * down for each request and each error where in the scripts it was made, which takes the main thread at a quarter of its
 * speed 100 to 200 ms of a load (measured), and nobody who visits.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** One answer as it went over the wire. */
export interface Passed {
  /** Without what stands after a question mark. */
  readonly path: string
  /** When it was asked for, ms since 1970. */
  readonly at: number
  /** `br`, `gzip` or nothing. */
  readonly encoding: string
  /** Head and body, bytes; grows until the answer is whole. */
  bytes: number
}

/** How slow a line is. */
export interface Slow {
  readonly bitsPerS: number
  readonly latencyMs: number
}

/** Where the probe tells what is seen; the rest of the path says what. */
export const TOLD = '/.seen/'
/** So much of an answer goes over a slow line at once, bytes. */
const PIECE = 8192

export interface Line {
  readonly url: string
  /** Null: as fast as it goes. */
  slow: Slow | null
  /** Resolves when the page tells that this is seen. @throws Error when it does not in time */
  seen(what: string, withinMs: number): Promise<void>
  /** Everything since the last call. */
  take(): Passed[]
  close(): Promise<void>
}

/** @param origin the server's */
export async function openLine(origin: string): Promise<Line> {
  const { hostname, port, host } = new URL(origin)
  let passed: Passed[] = []
  let slow: Slow | null = null
  /** When the line is free again. */
  let free = 0
  const tellings = new Set<(what: string) => void>()

  /** Waits until the line has carried so many bytes. */
  async function carry(bytes: number): Promise<void> {
    if (!slow) return
    const now = performance.now()
    free = Math.max(free, now) + (bytes * 8000) / slow.bitsPerS
    // A timer is not exact to less than this; what is early now is late for the next.
    if (free - now > 1) await pause(free - now)
  }

  async function pass(answer: IncomingMessage, response: ServerResponse, one: Passed): Promise<void> {
    await carry(one.bytes)
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    for await (const chunk of answer as AsyncIterable<Buffer>)
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE)
        await carry(piece.length)
        one.bytes += piece.length
        if (!response.write(piece)) await once(response, 'drain')
      }
    response.end()
  }

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', origin).pathname
    if (path.startsWith(TOLD)) {
      for (const told of tellings) told(path.slice(TOLD.length))
      return response.writeHead(204).end()
    }
    const at = Date.now()
    if (slow) await pause(slow.latencyMs)
    const headers = { ...request.headers, host }
    const upstream = send({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      const encoding = answer.headers['content-encoding'] ?? ''
      const one: Passed = { path, at, encoding, bytes: headBytes(answer.rawHeaders) }
      passed.push(one)
      // Whoever asked may be gone.
      pass(answer, response, one).catch(() => response.destroy())
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    get slow() {
      return slow
    },
    set slow(next) {
      slow = next
    },
    async seen(what, withinMs) {
      const late = new AbortController()
      let told = (_: string) => {}
      const seen = new Promise<void>((done) => {
        told = (it) => it === what && done()
        tellings.add(told)
      })
      const over = pause(withinMs, undefined, { signal: late.signal }).then(() => {
        throw new Error(`${what}: not seen within ${withinMs} ms`)
      })
      over.catch(() => {})
      try {
        await Promise.race([seen, over])
      } finally {
        late.abort()
        tellings.delete(told)
      }
    },
    take() {
      const taken = passed
      passed = []
      return taken
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Status line, fields and the empty line after them. */
const headBytes = (raw: readonly string[]) =>
  'HTTP/1.1 200 OK\r\n\r\n'.length + raw.reduce((sum, part) => sum + Buffer.byteLength(part) + 2, 0)
