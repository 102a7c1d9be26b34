import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { logAnswers } from './answers.ts'
import { sendFile } from './fileAnswer.ts'

const BYTES = 1_000_000
const HALF = Buffer.alloc(BYTES / 2)
const SLOW_MS = 30

/** A server with files that go wrong; `lines` waits until the log has so many and gives them. */
async function serve() {
  const written: Record<string, unknown>[] = []
  let wake = () => {}
  const log = createLog((line) => {
    written.push(JSON.parse(line))
    wake()
  }, Date.now)
  const app = Fastify({ logger: false, forceCloseConnections: true })
  logAnswers(app, log)
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.once('close', () => app.server.emit('left'))
  })
  let sourceClosed = () => {}
  const closed = new Promise<void>((resolve) => {
    sourceClosed = resolve
  })
  let opening = () => {}
  const opened = new Promise<void>((resolve) => {
    opening = resolve
  })
  const sources: Record<string, () => Readable | Promise<Readable>> = {
    opened: async () => {
      const left = once(app.server, 'left')
      opening()
      await left
      return new Readable({ read: () => {} }).once('close', sourceClosed)
    },
    whole: () => Readable.from([HALF, HALF], { objectMode: false }),
    broken: () => Readable.from(thatBreaks(), { objectMode: false }),
    closed: () => {
      const body = new Readable({ read() {} })
      body.push(HALF)
      setImmediate(() => body.destroy())
      return body
    },
    endless: () => {
      const body = new Readable({ read: () => void body.push(HALF) })
      return body.once('close', sourceClosed)
    },
  }
  app.get('/file/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    await sendFile(request, reply, log, {
      bytes: BYTES,
      contentType: 'audio/wav',
      etag: '"x"',
      sha256: null,
      cacheControl: 'no-store',
      open: async () => sources[name]?.() ?? Readable.from([]),
    })
  })
  app.get('/never', () => new Promise(() => {}))
  app.get('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return {}
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const lines = async (count: number) => {
    while (written.length < count)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    return written
  }
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return { app, base, lines, written, opened, closed }
}

async function* thatBreaks() {
  yield HALF
  throw new Error('the disk cannot be read')
}

const CALL = { level: 'info', event: 'answered', method: 'GET', route: '/file/:name', status: 200 }

test('H-396: a file that breaks on the way leaves a line with the reason, and its call says that it was cut', async () => {
  const { app, base, lines } = await serve()
  for (const [name, reason] of [
    ['broken', /the disk cannot be read/],
    ['closed', /ended before its time/],
  ] as const) {
    const answer = await fetch(`${base}/file/${name}`)
    await expect(answer.arrayBuffer()).rejects.toThrow()
    const said = await lines(name === 'broken' ? 2 : 4)
    const [cut, answered] = said.slice(-2).sort((a, b) => String(b.event).localeCompare(String(a.event)))
    expect(cut).toMatchObject({ level: 'error', event: 'cut', method: 'GET', route: '/file/:name' })
    expect(cut?.reason).toMatch(reason)
    expect(answered).toMatchObject({ ...CALL, cut: true })
  }
  await app.close()
})

test('H-396: a client that leaves is no failure, and its call says that it was cut', async () => {
  const { app, base, lines, closed } = await serve()
  const request = get(`${base}/file/endless`)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  await once(answer, 'data')
  answer.destroy()
  await closed
  expect(await lines(1)).toEqual([expect.objectContaining({ ...CALL, cut: true })])
  const early = get(`${base}/never`)
  early.on('error', () => {})
  const asked = once(app.server, 'request')
  await asked
  early.destroy()
  expect((await lines(2))[1]).toMatchObject({ event: 'answered', route: '/never', status: 499, cut: true })
  await app.close()
})

test('H-396: a client that leaves while the file is being opened is no failure', async () => {
  const { app, base, lines, written, opened, closed } = await serve()
  const request = get(`${base}/file/opened`)
  request.on('error', () => {})
  await opened
  request.destroy()
  await closed
  await lines(1)
  await app.close()
  expect(written).toEqual([expect.objectContaining({ ...CALL, status: 499, cut: true })])
})

test('a call that was answered whole says nothing of a cut', async () => {
  const { app, base, lines } = await serve()
  expect((await (await fetch(`${base}/file/whole`)).arrayBuffer()).byteLength).toBe(BYTES)
  const [line] = await lines(1)
  expect(line).toMatchObject(CALL)
  expect(line).not.toHaveProperty('cut')
  await app.close()
})

test('says how long the caller waited', async () => {
  const { app, base, lines } = await serve()
  await fetch(`${base}/slow`)
  const [line] = await lines(1)
  // A timer may come a millisecond early.
  expect(line?.ms).toBeGreaterThanOrEqual(SLOW_MS - 1)
  await app.close()
})
