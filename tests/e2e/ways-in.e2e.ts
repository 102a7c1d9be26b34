// Other ways in: browsers that lack something, and addresses browsers do not trust.
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import {
  cards,
  downloadRow,
  giveSession,
  openDetail,
  openDownloads,
  player,
  pressDownload,
  signIn,
  signInByHand,
} from './support/product.ts'
import { complete, downloadPath, findRelease, ownRelease, prepared, spoil } from './support/server.ts'

// Among the last files of a run: nobody waits at its end for one browser that goes through them alone.
test.describe.configure({ mode: 'parallel' })

/** The gallery with a song of its first release playing. */
async function openPlaying(page: Page): Promise<void> {
  await giveSession(page)
  await openDetail(page, await findRelease(0, ({ songs }) => songs.length > 1))
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect(player(page)).toBeVisible()
  await page.getByRole('link', { name: 'Releases' }).first().click()
}

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

test.describe('by keyboard', () => {
  test('the focus is in the page after the sign-in, and the first Tab of a page reaches the way past its header', async ({
    page,
  }) => {
    await signInByHand(page)
    await expect(cards(page).first()).toBeVisible()
    const main = page.getByRole('main')
    await expect(main).toBeFocused()
    await page.reload()
    await expect(cards(page).first()).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(main).toBeFocused()
    await expect(skip).not.toBeInViewport()
    await expect(page).toHaveURL(/\/releases$/)
  })
})

test.describe('with a mouse at a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true })

  test('one click opens a release, although the device says that nothing hovers', async ({ page }) => {
    await signIn(page)
    expect(await page.evaluate(() => matchMedia('(hover: none)').matches)).toBe(true)
    const first = cards(page).first()
    const id = await first.getAttribute('data-release-id')
    const box = await first.boundingBox()
    if (!box) throw new Error('no card')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 12)
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(id).not.toBeNull()
  })

  test('D-060: one click opens a playlist, in a browser whose clicks do not say what they were made with', async ({
    page,
  }) => {
    // As in WebKit: a click there is no pointer event.
    await page.addInitScript(() => {
      window.PointerEvent = class extends MouseEvent {} as typeof PointerEvent
    })
    await giveSession(page)
    await page.goto('/playlists')
    const first = page.locator('[data-playlist-id]').first()
    const box = await first.boundingBox()
    if (!box) throw new Error('no card')
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(page).toHaveURL(/\/playlists\/[^/]+$/)
  })

  test('D-060: the first tap selects a playlist and the second opens it', async ({ page }) => {
    await giveSession(page)
    await page.goto('/playlists')
    const first = page.locator('[data-playlist-id]').first()
    await first.getByRole('link').tap()
    await expect(first).toHaveAttribute('data-selected', 'true')
    await expect(page).toHaveURL(/\/playlists$/)
    await first.getByRole('link').tap()
    await expect(page).toHaveURL(/\/playlists\/[^/]+$/)
  })
})

test.describe('in forced colours', () => {
  test.use({ forcedColors: 'active', viewport: { width: 1280, height: 800 } })

  test('the current page, the chosen sort, a switch and a slider show their state', async ({ page }) => {
    await signIn(page)
    const ground = (name: string, role: 'link' | 'radio') =>
      page
        .getByRole(role, { name, exact: true })
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await ground('Releases', 'link')).not.toBe(await ground('Playlists', 'link'))
    expect(await ground('Newest', 'radio')).not.toBe(await ground('Popular', 'radio'))
    await openDetail(page, await findRelease(0, ({ songs }) => songs.length > 1))
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    const autoplay = player(page).getByRole('switch', { name: 'Autoplay' })
    await expect(autoplay).toBeVisible()
    const drawn = () =>
      autoplay.evaluate((element) => {
        const track = element.querySelector('span') as Element
        const thumb = track.querySelector('span') as Element
        return [getComputedStyle(track).backgroundColor, getComputedStyle(thumb).backgroundColor]
      })
    const on = await drawn()
    await autoplay.click()
    await expect(autoplay).toHaveAttribute('aria-checked', 'false')
    const off = await drawn()
    expect(on[0]).not.toBe(off[0])
    for (const [track, thumb] of [on, off]) expect(thumb).not.toBe(track)
  })
})

test.describe('in forced colours, where grounds and shadows are gone', () => {
  test.use({ forcedColors: 'active', viewport: { width: 1280, height: 800 } })

  const drawn = (element: Element, pseudo?: string) => {
    const { backgroundColor, color, borderTopWidth, forcedColorAdjust } = getComputedStyle(element, pseudo)
    return { backgroundColor, color, borderTopWidth, forcedColorAdjust }
  }

  test('the letters that answer a search are read', async ({ page }) => {
    await giveSession(page)
    await page.goto('/search/tracks?q=night')
    const { backgroundColor, color } = await page.locator('mark').first().evaluate(drawn)
    expect(
      await page
        .locator('mark')
        .first()
        .evaluate((mark) => getComputedStyle(mark).forcedColorAdjust),
    ).toBe('none')
    expect(color).not.toBe(backgroundColor)
  })

  test('the boxes of a filter have an edge, a release that was picked its tick', async ({ page }) => {
    await signIn(page)
    await page
      .getByRole('button', { name: /^Genres/ })
      .first()
      .click()
    const box = page.getByRole('option').first().locator('span').first()
    expect((await box.evaluate(drawn)).borderTopWidth).not.toBe('0px')
    await page.keyboard.press('Escape')
    await cards(page).nth(1).focus()
    await page.keyboard.press('x')
    const tick = page.getByRole('checkbox', { checked: true }).first()
    const plain = await page.getByRole('checkbox', { checked: false }).first().evaluate(drawn)
    expect((await tick.evaluate(drawn)).backgroundColor).not.toBe(plain.backgroundColor)
  })

  test('what plays keeps its mark on its cover, and a dialog has no line that means nothing', async ({ page }) => {
    await openPlaying(page)
    const card = page.locator('[data-release-id][data-playing]').first()
    await expect(card).toBeVisible()
    const kept = await card.evaluate((element) =>
      [...element.querySelectorAll('*')].some((part) => {
        const mark = getComputedStyle(part, '::after')
        return /gradient/.test(mark.backgroundImage) && mark.forcedColorAdjust === 'none'
      }),
    )
    expect(kept).toBe(true)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    const empty = await page.evaluate(() =>
      [...document.querySelectorAll('dialog > :empty')].map((part) => getComputedStyle(part).borderTopWidth),
    )
    expect(empty.filter((width) => width !== '0px')).toEqual([])
  })
})

test.describe('320 x 256, as 400 % of 1280 x 1024 is', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  test('two fifths of the screen are left for releases while a song plays, and nothing goes sideways', async ({
    page,
  }) => {
    await signIn(page)
    await cards(page).first().click()
    const modal = page.getByRole('dialog')
    await modal.getByRole('button', { name: 'Play', exact: true }).first().click()
    await page.keyboard.press('Escape')
    await expect(modal).toHaveCount(0)
    await expect(player(page)).toBeVisible()
    const room = await page.evaluate(() => {
      const scroller = document.querySelector('[data-testid="gallery-scroller"]')?.getBoundingClientRect()
      const bar = document.querySelector('section[aria-label="Player"]')?.getBoundingClientRect()
      return { height: (bar?.top ?? 0) - (scroller?.top ?? 0), sideways: document.documentElement.scrollWidth }
    })
    expect(room.height).toBeGreaterThanOrEqual(0.4 * 256)
    expect(room.sideways).toBeLessThanOrEqual(320)
  })
})

test.describe('a page the browser keeps to show it again on Back', () => {
  test.setTimeout(120_000)

  /** What a browser says that keeps the page; Chromium itself keeps none whose workers hold locks. */
  const turn = (page: Page, type: 'pagehide' | 'pageshow') =>
    page.evaluate((type) => void dispatchEvent(new PageTransitionEvent(type, { persisted: true })), type)

  test('holds up no downloads of the page that follows, and has its own again when it is shown', async ({ page }) => {
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
    await turn(page, 'pageshow')
    await openDownloads(page)
    const row = downloadRow(page, first.title)
    await expect(row).toHaveAttribute('data-status', 'failed')
    const back = page.waitForEvent('download')
    await row.getByRole('button', { name: `Restart ${first.title}`, exact: true }).click()
    await (await back).path()
    await expect(row).toHaveAttribute('data-status', 'finished')
  })
})
