import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createFrontDoor } from '../frontDoor.ts'
import { createNames } from '../names.ts'

const PIECE = Buffer.alloc(64 * 1024, 'x')
/** More than the buffers of both ends take in. */
const LARGE = 12 * 1024 * 1024

/** A server that takes bodies of up to 1 kB. */
async function small(): Promise<{ port: number; server: Server }> {
  const names = createNames({ host: 'localhost', publicUrl: null, allowedHosts: [] })
  const door = createFrontDoor({ publicUrl: null, trustProxy: null }, names)
  const app = Fastify({ bodyLimit: 1024, serverFactory: (handler) => door.open(handler) })
  app.post('/', async () => 'taken')
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { port: (app.server.address() as AddressInfo).port, server: app.server }
}

/** Sends a body whole before it reads, as browsers do, on a connection that was in use before. */
async function sent(port: number, header: string, piece: Buffer, end: string) {
  const socket = connect({ port, host: '127.0.0.1' })
  let failed: string | undefined
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failed = error.code
  })
  const head = (length: string) =>
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
  socket.write(`${head('Content-Length: 2')}{}`)
  await once(socket, 'data')
  socket.pause()
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
  })
  socket.pause()
  socket.write(head(header))
  for (let bytes = 0; bytes < LARGE && !failed; bytes += PIECE.length) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {})
  }
  socket.write(end)
  socket.resume()
  if (!socket.destroyed) await once(socket, 'close')
  return { answer, failed }
}

test.each([
  ['of a length that is said', `Content-Length: ${LARGE}`, PIECE, ''],
  [
    'that comes in chunks',
    'Transfer-Encoding: chunked',
    Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from('\r\n')]),
    '0\r\n\r\n',
  ],
])('whoever sends a body %s and is too large reads that it is, and no reset', async (_, header, piece, end) => {
  const { answer, failed } = await sent((await small()).port, header, piece, end)
  expect(failed).toBeUndefined()
  expect(answer).toContain('HTTP/1.1 413 ')
  expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
  expect(answer).toContain('FST_ERR_CTP_BODY_TOO_LARGE')
})

const HEAD =
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n'
/** Someone who does not close their half because the other end has closed its own. */
const stubborn = (port: number) => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  socket.resume()
  socket.write(HEAD)
  return socket
}

test('whoever stops in the middle of such a body is not waited for', { tags: ['long'], timeout: 10_000 }, async () => {
  const { port, server } = await small()
  const socket = stubborn(port)
  await once(socket, 'end')
  const open = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)))
  expect(await open()).toBe(1)
  await expect.poll(open, { timeout: 8000 }).toBe(0)
})

test('of a body without end no more is read than anybody sends by mistake', async () => {
  const socket = stubborn((await small()).port)
  const more = () => {
    while (!socket.destroyed && socket.write(PIECE));
  }
  socket.on('drain', more)
  more()
  await new Promise((done) => socket.once('close', done))
}, 10_000)
