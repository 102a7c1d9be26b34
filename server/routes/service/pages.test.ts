import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BEGIN_ANEW } from '#core/model/beginAnew.ts'
import { SUPPORT_EMAIL } from '#core/model/constants.ts'
import { FIRST_FORM } from '#core/model/firstForm.ts'
import { FIRST_PAINT } from '#core/model/themeMark.ts'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts, which misleads the rule
import { compress } from '../../../scripts/compress.mjs'
// biome-ignore lint/correctness/useImportExtensions: as above
import { inOwnFolder } from '../../../scripts/ownFolder.mjs'
import { clientFolder } from '../../paths.ts'
import { PAGE_POLICY, pageRoutes, unreadablePage } from './pages.ts'

describe('the built client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  const app = Fastify()
  const script = `// 音楽 🎧\n${'export const one = 1\n'.repeat(400)}`
  const page = `<!doctype html><head><title>Player</title></head>${'<p>one</p>'.repeat(400)}`
  const start = page.replace('one', 'the form to sign in')
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets/replay'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), page)
    writeFileSync(join(folder, 'start.html'), start)
    writeFileSync(join(folder, 'replay.html'), page)
    writeFileSync(join(folder, 'assets/a-1.js'), script)
    writeFileSync(join(folder, 'assets/replay/b-1.js'), script)
    writeFileSync(join(folder, 'assets/short-1.js'), 'export {}')
    writeFileSync(join(folder, 'sample.wav'), Buffer.alloc(3000))
    await compress(folder)
    await pageRoutes(app, folder, SUPPORT_EMAIL)
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
  ] as const)('comes as %s to whoever takes %s, under the headers of the file', async (encoding, accepted, open) => {
    const whole = await ask('/assets/a-1.js')
    const packed = await ask('/assets/a-1.js', { 'accept-encoding': accepted })
    expect(open(packed.rawPayload).toString()).toBe(script)
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(packed.rawPayload.length),
      vary: 'Accept-Encoding',
    })
    for (const name of ['content-type', 'cache-control', 'content-security-policy', 'vary'])
      expect(packed.headers[name], name).toBe(whole.headers[name])
    expect(packed.headers.etag).not.toBe(whole.headers.etag)
    expect(packed.rawPayload.length).toBeLessThan(whole.rawPayload.length / 4)
  })

  it.each([
    ['/', start],
    ['/?successSignUpCoworker=true', start],
    ['/index.html', page],
    ['/releases', page],
  ])('gives %s compressed, under the policy of pages and kept nowhere', async (url, text) => {
    const { rawPayload, headers, statusCode } = await ask(url, { 'accept-encoding': 'br' })
    expect(statusCode).toBe(200)
    expect(brotliDecompressSync(rawPayload).toString()).toBe(text)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'no-store',
    })
  })

  it('gives the start page as it is, and only its head to whoever asks for that', async () => {
    const whole = await ask('/')
    const head = await app.inject({ method: 'HEAD', url: '/' })
    expect([whole.statusCode, whole.body, head.statusCode, head.body]).toEqual([200, start, 200, ''])
    expect(head.headers).toMatchObject({
      'content-security-policy': PAGE_POLICY,
      'cache-control': 'no-store',
      'content-length': String(start.length),
    })
  })

  it('gives the page of every other address where there is no start page', async () => {
    const bare = mkdtempSync(join(tmpdir(), 'client-'))
    writeFileSync(join(bare, 'index.html'), page)
    const other = Fastify()
    await pageRoutes(other, bare, SUPPORT_EMAIL)
    const { statusCode, body, headers } = await other.inject({ url: '/' })
    expect([statusCode, body, headers['content-security-policy']]).toEqual([200, page, PAGE_POLICY])
    await other.close()
    rmSync(bare, { recursive: true })
  })

  it('H-498: stays the one the server was started with when a newer one is built beside it', async () => {
    const root = mkdtempSync(join(tmpdir(), 'client-'))
    const build = (name: string) =>
      inOwnFolder(join(root, 'dist/client'), async (into) => {
        mkdirSync(join(into, 'assets'))
        for (const file of ['start.html', 'index.html', `assets/${name}-1.js`]) writeFileSync(join(into, file), name)
      })
    const served = async () => {
      const server = Fastify()
      await pageRoutes(server, clientFolder(root), SUPPORT_EMAIL)
      return async () => {
        const answers = ['/', '/releases', '/assets/before-1.js', '/assets/after-1.js'].map((url) => server.inject(url))
        return (await Promise.all(answers)).map(({ statusCode, body }) => (statusCode === 200 ? body : statusCode))
      }
    }
    mkdirSync(join(root, 'dist'))
    await build('before')
    const before = await served()
    await build('after')
    const after = await served()
    expect(await before()).toEqual(['before', 'before', 'before', 404])
    expect(await after()).toEqual(['after', 'after', 404, 'after'])
    rmSync(root, { recursive: true })
  })

  describe('H-490: with another address for the support', () => {
    const other = Fastify()
    const meta = '<meta name="support-email" content="o&#39;neil@label.example">'
    beforeAll(() => pageRoutes(other, folder, "o'neil@label.example"))
    afterAll(() => other.close())
    const look = (url: string, method: 'GET' | 'HEAD' = 'GET') =>
      other.inject({ method, url, headers: { 'accept-encoding': 'br' } })

    it.each([
      ['/', 200, start],
      ['/index.html', 200, page],
      ['/releases', 200, page],
      ['/replay.html', 200, page],
      ['/nowhere/', 404, page],
      ['/none.html', 404, page],
    ])('%s says so, compressed and under the headers of the page', async (url, status, text) => {
      const answer = await look(url)
      const asBuilt = await ask(url, { 'accept-encoding': 'br' })
      expect([answer.statusCode, asBuilt.statusCode]).toEqual([status, status])
      expect(brotliDecompressSync(asBuilt.rawPayload).toString()).toBe(text)
      expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(text.replace('</head>', `${meta}</head>`))
      for (const name of ['content-type', 'content-encoding', 'cache-control', 'content-security-policy', 'vary'])
        expect(answer.headers[name], name).toBe(asBuilt.headers[name])
      const head = await look(url, 'HEAD')
      expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
        status,
        '',
        String(answer.rawPayload.length),
      ])
    })

    it('a page for an address that cannot be read says so', () => {
      const asked = { method: 'GET', url: '/signin/%E0' }
      expect(unreadablePage(asked, folder, "o'neil@label.example")?.body).toContain(meta)
    })

    it.each(['/index.html.br', '/assets/none.js', '/assets/'])('has no %s', async (url) => {
      expect((await look(url)).statusCode).toBe(404)
    })
  })

  it('lets the lines run that stand in the pages, and no others', () => {
    const allowed = [FIRST_PAINT, BEGIN_ANEW, FIRST_FORM].map(
      (line) => `'sha256-${createHash('sha256').update(line).digest('base64')}'`,
    )
    expect(PAGE_POLICY).toContain(`script-src 'self' ${allowed.join(' ')};`)
  })

  it('keeps the sealed page sealed', async () => {
    const { headers } = await ask('/assets/replay/b-1.js', { 'accept-encoding': 'br' })
    expect(headers['content-encoding']).toBe('br')
    expect(headers['content-security-policy']).toContain("connect-src 'none'")
  })

  it('answers a validator of the compressed copy with 304 and the same Vary', async () => {
    const first = await ask('/assets/a-1.js', { 'accept-encoding': 'br' })
    const second = await ask('/assets/a-1.js', { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) })
    expect([second.statusCode, second.rawPayload.length, second.headers.vary]).toEqual([304, 0, 'Accept-Encoding'])
    const other = await ask('/assets/a-1.js', {
      'accept-encoding': 'gzip',
      'if-none-match': String(first.headers.etag),
    })
    expect(other.statusCode).toBe(200)
  })

  it('gives parts of the file as it is, whatever encodings are taken', async () => {
    const { statusCode, headers, rawPayload } = await ask('/assets/a-1.js', {
      'accept-encoding': 'br, gzip',
      range: 'bytes=0-9',
    })
    expect(statusCode).toBe(206)
    expect(headers['content-encoding']).toBeUndefined()
    expect(rawPayload).toEqual(Buffer.from(script).subarray(0, 10))
  })

  it('H-502: what is not there, or cannot be asked so, is kept by nobody', async () => {
    const unbuilt = Fastify()
    await pageRoutes(unbuilt, join(folder, 'none'), SUPPORT_EMAIL)
    const answers = [
      await ask('/assets/none-1.js'),
      await app.inject({ method: 'POST', url: '/releases' }),
      await unbuilt.inject('/releases'),
    ]
    await unbuilt.close()
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual([
      [404, 'no-store'],
      [405, 'no-store'],
      [503, 'no-store'],
    ])
  })

  it.each(['/assets/short-1.js', '/sample.wav'])('leaves %s as it is', async (url) => {
    const { statusCode, headers } = await ask(url, { 'accept-encoding': 'br, gzip' })
    expect([statusCode, headers['content-encoding'], headers.vary]).toEqual([200, undefined, 'Accept-Encoding'])
  })

  it.each(['/assets/a-1.js.br', '/assets/a-1.js.gz', '/index.html.br', '/assets/none.js', '/assets/none.js.br'])(
    'has no %s',
    async (url) => {
      for (const accepted of ['identity', 'br, gzip'])
        expect((await ask(url, { 'accept-encoding': accepted })).statusCode).toBe(404)
    },
  )
})
