import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { encodingFor, PACKED, pack } from './packing.ts'

describe('what a client takes', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['BR ; q=0.5', 'br'],
    ['gzip;q=0.0, br;q=0', null],
    ['identity', null],
    ['br;q=hello', null],
    ['', null],
    [undefined, null],
  ])('%s: %s', (accepted, encoding) => {
    expect(encodingFor(accepted)).toBe(encoding)
  })
})

describe('an answer on its way', () => {
  const long = { texts: Array.from({ length: 300 }, (_, i) => `音楽 موسيقى 🎧 ${i}`) }
  const app = Fastify()
  app.addHook('onSend', pack)
  app.get('/list', PACKED, async () => long)
  app.get('/short', PACKED, async () => ({ texts: [] }))
  app.get('/refused', PACKED, async (_, reply) => reply.code(400).send(long))
  app.get('/secret', async () => long)
  const ask = (url: string, accepted?: string) =>
    app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is the same as %s, says so and how long it is', async (encoding, open) => {
    const answer = await ask('/list', encoding)
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'Accept-Encoding',
      'content-length': String(answer.rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
    })
    expect(JSON.parse(open(answer.rawPayload).toString())).toEqual(long)
    expect(answer.rawPayload.length).toBeLessThan(JSON.stringify(long).length / 3)
  })

  it('goes as it is to whoever takes nothing else', async () => {
    const answer = await ask('/list')
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers.vary).toBe('Accept-Encoding')
    expect(answer.json()).toEqual(long)
  })

  it.each(['/short', '/refused', '/secret'])('%s stays as it is', async (url) => {
    const answer = await ask(url, 'br, gzip')
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  })
})
