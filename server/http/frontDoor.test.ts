import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyReply } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { createFrontDoor } from './frontDoor.ts'
import { createNames } from './names.ts'

const STALL_MS = 1500
const PIECE = Buffer.alloc(1024 * 1024)
let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A server whose answers never end, with a client that has asked. */
async function asked() {
  const answers: ServerResponse[] = []
  const names = createNames({ host: 'localhost', publicUrl: null, allowedHosts: [] })
  const door = createFrontDoor({ publicUrl: null, trustProxy: null }, names, () => {}, STALL_MS)
  server = door.open((_request, response) => {
    answers.push(response)
    const more = () => {
      while (response.write(PIECE));
    }
    response.on('drain', more)
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  client.pause()
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await expect.poll(() => answers.length).toBe(1)
  return { client, answer: answers[0] as ServerResponse }
}

it('lets go of a connection whose client takes nothing', { tags: ['long'], timeout: 20_000 }, async () => {
  const { client, answer } = await asked()
  await expect.poll(() => answer.destroyed || answer.closed, { timeout: 4 * STALL_MS + 2000 }).toBe(true)
  client.destroy()
})

it('leaves one alone that reads slowly', { tags: ['long'], timeout: 20_000 }, async () => {
  const { client, answer } = await asked()
  let taken = 0
  client.on('data', (piece) => {
    // So much at a time that the system's own buffers do not hide it.
    taken += piece.length
    if (taken % 2_000_000 < piece.length) client.pause()
  })
  const reading = setInterval(() => client.resume(), STALL_MS / 20)
  await new Promise((over) => setTimeout(over, 3 * STALL_MS))
  clearInterval(reading)
  expect([answer.closed, taken > 0]).toEqual([false, true])
  client.destroy()
})

it('writes no refusal into an answer that is on its way, also where another of its connection has gone', async () => {
  const names = createNames({ host: 'localhost', publicUrl: null, allowedHosts: [] })
  const door = createFrontDoor({ publicUrl: null, trustProxy: null }, names)
  const files: ServerResponse[] = []
  server = door.open((request, response) => {
    if (request.url === '/one') return void response.end('one')
    files.push(response)
    response.writeHead(200, { 'Content-Length': 1000 })
    response.write('half of a file')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  let taken = ''
  client.setEncoding('latin1').on('data', (piece: string) => {
    taken += piece
  })
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  client.write(get('/one') + get('/file'))
  await expect.poll(() => taken).toContain('half of a file')
  client.write('no request\r\n\r\n')
  await once(client, 'close')
  expect(taken).not.toContain('BAD_REQUEST')
})

describe('told to end', () => {
  const LONG_MS = 3_600_000

  /** An application behind a door, as the server has it, that answers when the test does. */
  async function open(endMs: number) {
    const names = createNames({ host: 'localhost', publicUrl: null, allowedHosts: [] })
    const door = createFrontDoor({ publicUrl: null, trustProxy: null }, names, () => {}, STALL_MS, endMs)
    const app = Fastify({ serverFactory: (handler) => door.open(handler), forceCloseConnections: true })
    const held: FastifyReply[] = []
    app.get('/call', (_request, reply) => void held.push(reply))
    app.get('/file', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'Content-Length': 1000 })
      reply.raw.write('half of a file')
    })
    app.addHook('preClose', () => door.close())
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    server = app.server
    return { app, held, address }
  }

  it('H-601 answers what is under way, and takes nothing more', async () => {
    const { app, held, address } = await open(LONG_MS)
    const asked = fetch(`${address}/call`)
    await expect.poll(() => held.length).toBe(1)
    const ended = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    await expect(fetch(`${address}/call`)).rejects.toThrow()
    held[0]?.send({ done: true })
    expect(await (await asked).json()).toEqual({ done: true })
    await ended
  })

  it('H-601 does not wait for a file on its way', async () => {
    const { app, address } = await open(LONG_MS)
    const file = await fetch(`${address}/file`)
    await app.close()
    await expect(file.text()).rejects.toThrow()
  })

  it('H-601 waits no longer than it may', async () => {
    const { app, held, address } = await open(1)
    const asked = expect(fetch(`${address}/call`)).rejects.toThrow()
    await expect.poll(() => held.length).toBe(1)
    await app.close()
    await asked
  })
})

it('H-357: answers what came in one packet with a request that offers another protocol', async () => {
  const names = createNames({ host: 'localhost', publicUrl: null, allowedHosts: [] })
  const door = createFrontDoor({ publicUrl: null, trustProxy: null }, names)
  const asked: string[] = []
  let first: ServerResponse | null = null
  server = door.open(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('latin1')) body += piece
    asked.push(`${request.method} ${request.url} ${body}`)
    if (request.url === '/first') first = response
    else response.end(`of ${request.url}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let taken = ''
  client.setEncoding('latin1').on('data', (piece: string) => {
    taken += piece
  })
  const head = (line: string, ...more: string[]) =>
    `${[`${line} HTTP/1.1`, 'Host: localhost', ...more].join('\r\n')}\r\n\r\n`
  const offer = ['Connection: Upgrade', 'Upgrade: h2c']
  const post = `${head('POST /written', ...offer, 'Content-Length: 5')}words`
  const parts = `${head('POST /parts', ...offer, 'Transfer-Encoding: chunked')}2\r\nin\r\n0\r\n\r\n`
  client.write(head('GET /first') + head('GET /offer', ...offer) + post + parts + head('GET /last'))
  await expect.poll(() => asked.length).toBe(5)
  first!.end('of /first')
  await expect.poll(() => taken).toContain('of /last')
  client.write(head('GET /again', ...offer))
  await expect.poll(() => taken).toContain('of /again')
  client.write(head('GET /end', 'Connection: close'))
  await once(client, 'close')
  expect(asked).toContain('POST /written words')
  expect(asked).toContain('POST /parts in')
  const told = ['/first', '/offer', '/written', '/parts', '/last', '/again', '/end']
  expect([...taken.matchAll(/of (\/[a-z]+)/g)].map(([, path]) => path)).toEqual(told)
})
