import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { spoil } from './outlet.ts'
import type { Step } from './program.ts'

/** Pipes `pieces` through a spoiled answer; answers what arrived, and whether the client missed something. */
async function sent(pieces: Buffer[], program: Step[]): Promise<{ bytes: number; broken: boolean }> {
  const server = http.createServer((_request, response) => {
    spoil(response, program, () => 0)
    response.writeHead(200, { 'Content-Length': String(pieces.reduce((sum, piece) => sum + piece.length, 0)) })
    Readable.from(pieces).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    const answer = await new Promise<http.IncomingMessage>((done, fail) =>
      http
        .get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false }, done)
        .on('error', fail),
    )
    let bytes = 0
    const broken = await new Promise<boolean>((done) => {
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('error', () => done(true)).on('end', () => done(false))
    })
    return { bytes, broken }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('a spoiled answer', () => {
  // The socket takes small pieces at once and large ones not: a pipe must go on after both.
  it.each([100, 16_000, 70_000])('that announces too much ends after pieces of %d bytes', async (bytes) => {
    const pieces = Array.from({ length: 5 }, () => Buffer.alloc(bytes, 1))
    expect(await sent(pieces, [{ step: 'length', add: 10 }])).toEqual({ bytes: bytes * 5, broken: true })
  })

  it('in slices arrives whole', async () => {
    const pieces = [Buffer.alloc(100), Buffer.alloc(70_000), Buffer.alloc(9)]
    expect(await sent(pieces, [{ step: 'slices', bytes: 5000, pauseMs: 0 }])).toEqual({ bytes: 70_109, broken: false })
  })
})
