// What the page holds and leaves on a public computer (D-006), over storages that are looked into.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let local: Record<string, string>
let tab: Record<string, string>
let clock: number
const went: string[] = []

/** A storage whose keys can be listed, as the browser's can. */
function storage(held: Record<string, string>): Storage {
  return new Proxy(held, {
    get: (_, name) =>
      ({
        getItem: (key: string) => held[key] ?? null,
        setItem: (key: string, text: string) => {
          held[key] = text
        },
        removeItem: (key: string) => {
          delete held[key]
        },
      })[name as string],
  }) as unknown as Storage
}

/** Loads the page anew: memory is empty, what storage has is there. */
async function page() {
  vi.resetModules()
  vi.stubGlobal('localStorage', storage(local))
  vi.stubGlobal('sessionStorage', storage(tab))
  vi.stubGlobal('PerformanceNavigationTiming', class {})
  vi.stubGlobal('document', { body: { hidden: false } })
  vi.stubGlobal('history', { state: null, replaceState: () => {} })
  vi.stubGlobal('location', { reload: () => went.push('reload'), replace: (to: string) => went.push(to) })
  const window = new EventTarget()
  const texts = await import('./storage.ts')
  const computer = await import('./publicComputer.ts')
  computer.watchLeaving(window as Window)
  const shownAgain = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  return { ...texts, ...computer, hide: () => window.dispatchEvent(new Event('pagehide')), shownAgain }
}

beforeEach(() => {
  local = {}
  tab = {}
  clock = 1_700_000_000_000
  went.length = 0
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('SESSION-016: the access token lies in local storage, and nothing but it', async () => {
  const one = await page()
  one.storeTokens('access', null)
  one.hide()
  expect([local, tab]).toEqual([{ accessToken: 'access' }, {}])
  expect((await page()).storedTokens()).toEqual({ access: 'access', refresh: null, isPublic: false })
})

test('H-525: beside it stands that the other one is too old, until that is said to be over', async () => {
  const one = await page()
  one.storeTokens('access', null, true)
  one.storeTokens('newer', null)
  expect(local).toEqual({ accessToken: 'newer', refreshBehind: '1' })
  expect((await page()).storedTokens()).toEqual({ access: 'newer', refresh: null, isPublic: false, isBehind: true })
  one.storeTokens('newer', null, false)
  expect(local).toEqual({ accessToken: 'newer' })
})

test('D-006: while the page of a public computer lives, its tokens are in memory alone', async () => {
  const one = await page()
  one.storeTokens('access', 'refresh')
  one.writeText('tab', 'gallery.places', 'what was seen')
  one.writeText('local', 'verificationBannerData', 'closed')
  expect([local, tab]).toEqual([{ publicComputer: '1' }, {}])
  expect(one.storedTokens()).toEqual({ access: 'access', refresh: 'refresh', isPublic: true })
  expect(one.readText('tab', 'gallery.places')).toBe('what was seen')
})

test('D-006: a reload keeps the session, and of all else nothing', async () => {
  const one = await page()
  one.storeTokens('access', 'refresh')
  one.writeText('tab', 'gallery.places', 'what was seen')
  one.hide()
  expect(JSON.parse(tab.publicSession ?? '')).toEqual({ access: 'access', refresh: 'refresh', at: clock })
  clock += 9000
  const two = await page()
  expect(tab).toEqual({})
  expect(two.storedTokens()).toEqual({ access: 'access', refresh: 'refresh', isPublic: true })
  expect(two.readText('tab', 'gallery.places')).toBeNull()
})

test.each(['{', '"text"', '{"access":1,"refresh":"refresh","at":0}', 'null'])(
  'D-006: where %s stands in place of what was left, the page starts, without a session and without a trace',
  async (text) => {
    tab = { publicSession: text, 'gallery.places': 'what was seen' }
    const one = await page()
    expect(one.storedTokens()).toEqual({ access: null, refresh: null, isPublic: true })
    expect([local, tab]).toEqual([{}, {}])
  },
)

test.each([10_001, 86_400_000, -11_000])('D-006: a page that was left %d ms ago is over', async (ms) => {
  const one = await page()
  one.storeTokens('access', 'refresh')
  one.hide()
  clock += ms
  const two = await page()
  expect(tab).toEqual({})
  // The access token is named for the server to end it.
  expect(two.storedTokens()).toEqual({ access: 'access', refresh: null, isPublic: true })
  two.storeTokens(null, null)
  two.leavePublic()
  expect([local, tab, went]).toEqual([{}, {}, ['/']])
  // A second load in between finds nothing to go on with.
  two.hide()
  expect((await page()).storedTokens()).toEqual({ access: null, refresh: null, isPublic: false })
})

test('D-006: a reload while a late page ends its session does not make it one that was left just now', async () => {
  const one = await page()
  one.storeTokens('access', 'refresh')
  one.hide()
  clock += 60_000
  const two = await page()
  two.hide()
  expect((await page()).storedTokens().refresh).toBeNull()
})

test('D-006: what a crash left is gone before anything is read, and the address stays for who came with it', async () => {
  local = { publicComputer: '1', verificationBannerData: 'of somebody' }
  tab = { redirect: '/search?q=somebody', 'gallery.places': '[]' }
  const one = await page()
  expect(tab).toEqual({})
  expect(one.readText('tab', 'redirect')).toBeNull()
  expect(one.readText('local', 'verificationBannerData')).toBeNull()
  expect(one.storedTokens()).toEqual({ access: null, refresh: null, isPublic: true })
  one.storeTokens(null, null)
  one.leavePublic()
  expect([local, went]).toEqual([{ verificationBannerData: 'of somebody' }, ['reload']])
  expect((await page()).storedTokens().isPublic).toBe(false)
})

test('ROUTE-035: the address that was asked for before a ticked sign-in is followed after it', async () => {
  const one = await page()
  one.writeText('tab', 'redirect', '/flagged')
  one.storeTokens('access', 'refresh')
  expect(tab).toEqual({})
  expect(one.readText('tab', 'redirect')).toBe('/flagged')
})

test('D-006: signing out leaves nothing, and the page begins anew', async () => {
  const one = await page()
  one.storeTokens('access', 'refresh')
  one.storeTokens(null, null)
  one.leavePublic()
  one.hide()
  expect([local, tab, went]).toEqual([{}, {}, ['/']])
})

test('a page that keeps its session stays as it is when that ends', async () => {
  const one = await page()
  one.storeTokens('access', null)
  one.storeTokens(null, null)
  one.leavePublic()
  expect([local, went]).toEqual([{}, []])
})

test('D-006: a page the browser kept whole goes on after a moment, and ends after more', async () => {
  const one = await page()
  one.storeTokens('access', 'refresh')
  one.hide()
  clock += 5000
  one.shownAgain()
  expect([tab, went]).toEqual([{}, []])
  one.hide()
  clock += 11_000
  one.shownAgain()
  expect(went).toEqual(['reload'])
  one.hide()
  expect((await page()).storedTokens()).toEqual({ access: 'access', refresh: null, isPublic: true })
})
