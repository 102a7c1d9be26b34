import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PEAKS_BYTES } from '#core/model/catalogue/media.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { createApi, type Fetch } from '#workers/api/transport/client.ts'
import { createReleaseFiles } from './files.ts'

const bytes = (length: number) => new Uint8Array(length).fill(7)

function setUp(answer: (address: string) => Response | Promise<Response>) {
  const fetch = vi.fn<Fetch>(async (address) => answer(address))
  const held = new Map<string, unknown>()
  const session = { accessToken: async () => 'access', renew: async () => null }
  const files = createReleaseFiles({
    api: createApi({ fetch, session, clock: new FakeClock() }),
    store: {
      load: async (trackid) => held.get(trackid),
      save: async (trackid, values) => {
        held.set(trackid, values)
      },
    },
  })
  return { files, fetch, held, addresses: () => fetch.mock.calls.map(([address]) => address) }
}

describe('files', () => {
  test('RELEASE-042: a report is fetched with the access token, which no address holds (D-089)', async () => {
    const { files, fetch } = setUp(() => new Response(bytes(5), { headers: { 'Content-Type': 'application/pdf' } }))
    const file = await files.releaseFile({ kind: 'report', releaseid: 'r/1', format: 'pdf' })
    expect([file.bytes.byteLength, file.type]).toEqual([5, 'application/pdf'])
    const [address, init] = fetch.mock.calls[0] ?? []
    expect(address).toBe('/api/releases/r%2F1/report?format=pdf')
    expect(init?.headers).toMatchObject({ Authorization: 'Bearer access' })
  })
  test('RELEASE-040: an attachment is fetched by its address and must be as long as its release says', async () => {
    const { files, addresses } = setUp(() => new Response(bytes(5)))
    const url = '/api/attachments/0123456789abcdef01234567/One%20sheet.pdf'
    expect((await files.releaseFile({ kind: 'attachment', url, bytes: 5 })).bytes.byteLength).toBe(5)
    expect(addresses()).toEqual([url])
    await expect(files.releaseFile({ kind: 'attachment', url, bytes: 6 })).rejects.toMatchObject({ code: 'MALFORMED' })
  })
  test.each([
    ['/files/7?name=one%20sheet', '/api/files/7?name=one+sheet', true],
    ['https://player.test/api/files/7', '/api/files/7', true],
    ['/api/releases/r1/sheet.pdf?token=a.b', '/api/releases/r1/sheet.pdf?token=a.b', false],
  ])('API-MEDIA-009: an attachment may lie anywhere under the player API: %s', async (url, address, isSigned) => {
    vi.stubGlobal('location', { origin: 'https://player.test' })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { files, fetch } = setUp(() => new Response(bytes(5)))
    expect((await files.releaseFile({ kind: 'attachment', url, bytes: 5 })).bytes.byteLength).toBe(5)
    const [asked, init] = fetch.mock.calls[0] ?? []
    expect(asked).toBe(address)
    expect(new Headers(init?.headers).has('Authorization')).toBe(isSigned)
  })
  test.each([
    'https://attacker.example/api/attachments/a/b.pdf',
    '//attacker.example/attachments/a/b.pdf',
    '/api/attachments/../auth/logout',
    'https://player.test/attachments/a/b.pdf',
    'attachments/a/b.pdf',
    'javascript:alert(1)',
  ])('RELEASE-040: an address outside is refused before the call: %s', async (url) => {
    vi.stubGlobal('location', { origin: 'https://player.test' })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { files, fetch } = setUp(() => new Response(bytes(5)))
    await expect(files.releaseFile({ kind: 'attachment', url, bytes: 5 })).rejects.toMatchObject({ code: 'MALFORMED' })
    expect(fetch).not.toHaveBeenCalled()
  })
  test('RELEASE-030: a server without the call is told from one that cannot be reached', async () => {
    for (const status of [404, 405, 501])
      expect(await setUp(() => new Response('No', { status })).files.promoAddress('r1', false)).toBe('absent')
    expect(await setUp(() => new Response('', { status: 500 })).files.promoAddress('r1', false)).toBeNull()
  })
  test('RELEASE-030: the address of an e-mail must lie on our own server', async () => {
    const good = setUp(() =>
      Response.json({ address: '/api/releases/r1/promo?images=0&token=a.b-c_d', remoteimages: 2 }),
    )
    expect(await good.files.promoAddress('r1', false)).toMatchObject({ remoteimages: 2 })
    expect(good.addresses()).toEqual(['/api/releases/r1/promo/address?images=0'])
    for (const address of ['//attacker.example/x?y=z', 'https://attacker.example/?a=b', 'javascript:alert(1)?a=b'])
      expect(await setUp(() => Response.json({ address, remoteimages: 0 })).files.promoAddress('r1', true)).toBeNull()
  })
})

describe('waveforms', () => {
  test('are fetched once, joined by all who ask, and kept', async () => {
    const { files, fetch, held } = setUp(() => new Response(bytes(PEAKS_BYTES)))
    const both = await Promise.all([files.peaks('t1'), files.peaks('t1')])
    expect(both.map((values) => values?.length)).toEqual([PEAKS_BYTES, PEAKS_BYTES])
    expect((await files.peaks('t1'))?.length).toBe(PEAKS_BYTES)
    expect([fetch.mock.calls.length, held.size]).toEqual([1, 1])
  })
  test('are asked for two at a time', async () => {
    const waiting: ((response: Response) => void)[] = []
    const { files, fetch } = setUp(() => new Promise<Response>((resolve) => waiting.push(resolve)))
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => files.peaks(id)))
    for (let n = 1; n <= 5; n++) {
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0))
      expect(waiting.length).toBeLessThanOrEqual(2)
      waiting.shift()?.(new Response(bytes(PEAKS_BYTES)))
    }
    expect((await all).every((values) => values?.length === PEAKS_BYTES)).toBe(true)
    expect(fetch).toHaveBeenCalledTimes(5)
  })
  test('are two on their way at most, however soon after the end of one the next is wanted', async () => {
    /** @param steps of the queue of microtasks between an answer that is read and the next wish */
    const mostAtOnce = async (steps: number) => {
      let under = 0
      let most = 0
      let end = () => {}
      const others = new Promise<void>((resolve) => {
        end = resolve
      })
      let last: Promise<unknown> | undefined
      const wantOneMore = async () => {
        for (let at = 0; at < steps; at++) await null
        return files.peaks('d')
      }
      const { files } = setUp(async (address) => {
        most = Math.max(most, ++under)
        if (!address.includes('/a/')) await others
        const arrayBuffer = async () => {
          under--
          last ??= wantOneMore()
          return bytes(PEAKS_BYTES).buffer
        }
        return Object.assign(new Response(null), { arrayBuffer })
      })
      const asked = ['a', 'b', 'c'].map((id) => files.peaks(id))
      await asked[0]
      await settle()
      end()
      await Promise.all([...asked, last])
      return most
    }
    for (let steps = 0; steps < 60; steps++) expect(await mostAtOnce(steps)).toBe(2)
  })
  test('that cannot be had are none, and are asked for again the next time', async () => {
    const { files, fetch, held } = setUp(() => new Response('{}', { status: 404 }))
    expect([await files.peaks('t1'), await files.peaks('t1')]).toEqual([null, null])
    expect([fetch.mock.calls.length, held.size]).toEqual([2, 0])
  })
})

describe('the light index of a list', () => {
  const part = {
    total: 5000,
    rows: [
      ['r1', 'One', 'Somebody', '#112233'],
      ['r2', '', '', null],
    ],
  }
  const answered = (body: unknown, status = 200) => setUp(() => new Response(JSON.stringify(body), { status }))

  test('H-124: is asked for by the query of its list, without what is no filter of it', async () => {
    const { files, addresses } = answered(part)
    expect(await files.listIndex('sort=-date&genres=soul&page=7&other=1', 2000)).toEqual(part)
    await files.listIndex('flagged?sort=title&genres=soul', 0)
    expect(addresses()).toEqual([
      '/api/index/releases?sort=-date&genres=soul&first=2000&count=2000',
      '/api/index/flagged?sort=title&first=0&count=2000',
    ])
  })

  test.each([
    ['a server that has no such call', { code: 'NOT_FOUND', message: 'no' }, 404],
    ['an answer that is none', { total: 5000, rows: [['r1', 'One']] }, 200],
  ])('H-124: cannot be had of %s', async (_, body, status) => {
    expect(await answered(body, status).files.listIndex('', 0)).toBeNull()
  })
})
