// Other ways in: browsers that lack something, addresses browsers do not trust, pages browsers keep. Keys, fingers, forced
// colours and the smallest window are tested beside src/views.
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import {
  cards,
  downloadRow,
  giveSession,
  openDetail,
  openDownloads,
  pressDownload,
  signInByHand,
} from './support/product.ts'
import { complete, downloadPath, ownRelease, prepared, spoil } from './support/server.ts'

// Among the last files of a run: nobody waits at its end for one browser that goes through them alone.
test.describe.configure({ mode: 'parallel' })

/** What the page itself asks a browser for; the workers have a unit test of their own (workers/start.test.ts). */
const ABILITIES = ['locks', 'storage', 'mediaSession', 'wakeLock', 'serviceWorker', 'clipboard', 'userActivation']
const GLOBALS = ['BroadcastChannel', 'Notification', 'indexedDB', 'trustedTypes', 'showDirectoryPicker']

test.describe('a browser that lacks something', () => {
  test('the page starts and shows releases when everything it can do without is missing', async ({ page }) => {
    await page.addInitScript(
      ([abilities, globals]) => {
        for (const name of abilities ?? [])
          Object.defineProperty(Navigator.prototype, name, { get: () => undefined, configurable: true })
        for (const name of globals ?? []) Object.defineProperty(window, name, { value: undefined, configurable: true })
        Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined, configurable: true })
      },
      [ABILITIES, GLOBALS],
    )
    // Without Trusted Types a browser does not know the directive either.
    await page.route('**/', async (route) => {
      const answer = await route.fetch()
      const headers = answer.headers()
      const policy = headers['content-security-policy']?.replace(/; require-trusted-types-for 'script'/, '') ?? ''
      await route.fulfill({ response: answer, headers: { ...headers, 'content-security-policy': policy } })
    })
    await signInByHand(page)
    await expect(cards(page).first()).toBeVisible()
  })

  test('the page starts and shows releases when asking for any of it throws', async ({ page }) => {
    await page.addInitScript(
      ([abilities, globals]) => {
        const refuse = () => {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        }
        for (const name of abilities ?? [])
          Object.defineProperty(Navigator.prototype, name, { get: refuse, configurable: true })
        for (const name of globals ?? [])
          if (name === 'BroadcastChannel') Object.defineProperty(window, name, { value: refuse, configurable: true })
        for (const store of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, store, { get: refuse, configurable: true })
        Object.defineProperty(Crypto.prototype, 'randomUUID', { value: refuse, configurable: true })
      },
      [ABILITIES, GLOBALS],
    )
    await signInByHand(page)
    await expect(cards(page).first()).toBeVisible()
  })
})

test('over plain HTTP from another machine one page says what to do, and nothing is half there', async ({
  page,
  baseURL,
  watch,
}) => {
  watch.allow(/nothing was started/)
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  const calls: string[] = []
  // The server as another machine sees it: the same answers under a name browsers do not trust without https.
  await page.route('http://studio.example:8080/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    calls.push(pathname)
    await route.fulfill({ response: await route.fetch({ url: `${baseURL}${pathname}` }) })
  })
  await page.goto('http://studio.example:8080/releases')
  await expect(page.getByRole('heading', { name: 'This address needs https' })).toBeVisible()
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  const text = page.getByRole('main')
  await expect(text).toContainText('caddy reverse-proxy --from player.example --to localhost:8080')
  await expect(text).toContainText('http://localhost:8080')
  await expect(text).toContainText('ssh -L 8080:localhost:8080 studio.example')
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('pre') as Element).whiteSpace)).toBe(
    'pre-wrap',
  )
  expect(workers).toEqual([])
  expect(calls.filter((path) => path.startsWith('/api'))).toEqual([])
})

test.describe('a page the browser keeps to show it again on Back', () => {
  test.setTimeout(120_000)

  /** What a browser says that keeps the page; Chromium itself keeps none whose workers hold locks. */
  const turn = (page: Page, type: 'pagehide' | 'pageshow') =>
    page.evaluate((type) => void dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type)

  test('holds up no downloads of the page that follows, and has its own again when it is shown', {
    tag: '@long',
  }, async ({ page }) => {
    const release = await ownRelease(27, ({ songs }) => complete(songs) && songs.length >= 2 && songs.length <= 9)
    const [first, second] = release.songs
    if (!first || !second || first.title === second.title) throw new Error('unreachable')
    await Promise.all([prepared(first, 'wav'), prepared(second, 'wav')])
    await spoil({ path: downloadPath(first.trackid), stall: 3_000_000 })
    await giveSession(page)
    await openDetail(page, release)
    await pressDownload(page, first, 'WAV')
    await openDownloads(page)
    await expect(downloadRow(page, first.title)).toHaveAttribute('data-status', 'loading')
    await turn(page, 'pagehide')
    const next = await page.context().newPage()
    await openDetail(next, release)
    const arrived = next.waitForEvent('download')
    await pressDownload(next, second, 'WAV')
    await (await arrived).path()
    await next.close()
    // It begins anew: a panel opened before that would be gone with the page that was put away.
    await Promise.all([page.waitForEvent('load'), turn(page, 'pageshow')])
    await openDownloads(page)
    const row = downloadRow(page, first.title)
    await expect(row).toHaveAttribute('data-status', 'failed')
    const back = page.waitForEvent('download')
    await row.getByRole('button', { name: `Restart ${first.title}`, exact: true }).click()
    await (await back).path()
    await expect(row).toHaveAttribute('data-status', 'finished')
  })
})
