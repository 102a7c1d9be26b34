/** A line to the server that lets everything through as it is and counts what goes over it. */
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

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

export interface Line {
  readonly url: string
  /** Everything since the last call. */
  take(): Passed[]
  close(): Promise<void>
}

/** @param origin the server's */
export async function openLine(origin: string): Promise<Line> {
  const { hostname, port, host } = new URL(origin)
  let passed: Passed[] = []
  const server = createServer((request, response) => {
    const headers = { ...request.headers, host }
    const at = Date.now()
    const upstream = send({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      const one: Passed = {
        path: new URL(request.url ?? '/', origin).pathname,
        at,
        encoding: answer.headers['content-encoding'] ?? '',
        bytes: headBytes(answer.rawHeaders),
      }
      passed.push(one)
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.on('data', (chunk: Buffer) => {
        one.bytes += chunk.length
      })
      answer.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
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
