// Whatever a log holds and whatever runs on the replay page: nothing leaves it, neither from the page nor from the frame
// with the replayed player nor from the worker.
import { expect, serverUrl, test } from './support/fixtures.ts'
import { elsewhere, events, openReplay, playhead, showGallery } from './support/replay.ts'

/** Every way out there is in a page or a worker. @returns those that said they had come through */
async function leave(addresses: readonly string[]): Promise<string[]> {
  const through: string[] = []
  const tried = async (way: string, attempt: () => Promise<unknown>) => {
    const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Error('no answer')), 1500))
    await Promise.race([attempt(), late]).then(
      () => through.push(way),
      () => {},
    )
  }
  const opened = (source: EventTarget, name: string) =>
    new Promise((done, fail) => {
      source.addEventListener(name, done)
      source.addEventListener('error', fail)
    })
  await Promise.all(
    addresses.flatMap((address) => [
      tried(`fetch ${address}`, () => fetch(address)),
      tried(`fetch no-cors ${address}`, () => fetch(address, { mode: 'no-cors' })),
      tried(`request ${address}`, async () => {
        const request = new XMLHttpRequest()
        request.open('GET', address)
        const over = opened(request, 'load')
        request.send()
        await over
      }),
      tried(`socket ${address}`, async () => opened(new WebSocket(address.replace(/^http/, 'ws')), 'open')),
      tried(`events ${address}`, async () => opened(new EventSource(address), 'open')),
      ...(typeof document === 'undefined'
        ? []
        : [
            tried(`picture ${address}`, async () => {
              const picture = new Image()
              const over = opened(picture, 'load')
              picture.src = address
              await over
            }),
            tried(`sound ${address}`, async () => {
              const sound = new Audio()
              const over = opened(sound, 'loadedmetadata')
              sound.src = address
              await over
            }),
            tried(`beacon ${address}`, async () => {
              if (!navigator.sendBeacon(address, 'x')) throw new Error('refused')
              // Whether it came through the others of its kind show: it says so before it is sent.
              throw new Error('not known here')
            }),
          ]),
    ]),
  )
  return through
}

test.describe('the sealed replay page', () => {
  test('asks for nothing while a log is replayed and played', { tag: '@long' }, async ({ page }) => {
    await openReplay(page)
    await showGallery(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await playhead(page).focus()
    await page.keyboard.press('Home')
    await page.getByRole('radio', { name: 'As fast as possible' }).click()
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(playhead(page)).toHaveAttribute('aria-valuenow', '60')
    for (let seq = 60; seq > 0; seq--) {
      await expect(page.getByRole('heading', { name: `Player at ${seq}`, exact: true })).toBeVisible()
      await page.keyboard.press('ArrowLeft')
    }
    await expect(playhead(page)).toHaveAttribute('aria-valuenow', '0')
    // Scripts and faces of its own that come late are files of the page.
    expect(asked.filter((one) => !one.startsWith('GET /assets/replay/'))).toEqual([])
  })

  test('lets nothing out of the page, of the replayed player and of the worker', async ({ page, watch }) => {
    watch.allow(/policy|securitypolicyviolation/i)
    const other = await elsewhere()
    await openReplay(page)
    await showGallery(page)
    const answers: string[] = []
    page.on('response', (response) => {
      // Scripts of its own that come late are files of the page.
      if (!response.url().startsWith(`${serverUrl()}/assets/replay/`)) answers.push(response.url())
    })
    const addresses = [`${other.url}/x`, `${serverUrl()}/api/health`, `${serverUrl()}/favicon.svg`]
    expect(await page.evaluate(leave, addresses), 'from the page').toEqual([])
    const player = page.frames().find((frame) => frame.url().includes('?player'))
    expect(await player?.evaluate(leave, addresses), 'from the replayed player').toEqual([])
    const [worker] = page.workers()
    expect(await worker?.evaluate(leave, addresses), 'from the worker').toEqual([])
    expect(other.visits(), 'nobody came by').toBe(0)
    expect(answers, 'nothing was answered').toEqual([])
    await expect(events(page)).toBeVisible()
    other.close()
  })

  test('is served with the policy that seals it, and so is each of its scripts', async ({ page, request }) => {
    const scripts: string[] = []
    page.on('request', (one) => /\.js$/.test(one.url()) && scripts.push(one.url()))
    await openReplay(page)
    await showGallery(page)
    const policyOf = async (address: string) => (await request.get(address)).headers()['content-security-policy']
    for (const address of ['/replay.html', '/replay.html?player', ...new Set(scripts)])
      expect(await policyOf(address), address).toContain("connect-src 'none'")
    expect(scripts.filter((one) => /replay\.worker-/.test(one))).not.toEqual([])
    expect(await policyOf('/'), 'the application itself asks its server').toContain("connect-src 'self'")
  })

  test('takes no press in the replayed player', async ({ page }) => {
    await openReplay(page)
    await showGallery(page)
    const player = page.frames().find((frame) => frame.url().includes('?player'))
    const box = await page.locator('iframe').boundingBox()
    if (!player || !box) throw new Error('there is no player')
    const places = await player.evaluate(() =>
      ['a[href="/playlists"]', 'button[aria-label="Account menu"]', '[data-release-id="r3"]'].map((one) => {
        const { left, top, width, height } = document.querySelector(one)?.getBoundingClientRect() ?? new DOMRect()
        return { x: (left + width / 2) / innerWidth, y: (top + height / 2) / innerHeight }
      }),
    )
    for (const { x, y } of places) await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
    const stands = () => ({
      title: document.querySelector('h1')?.textContent,
      open: document.querySelectorAll('[role="menu"], dialog[open], [aria-expanded="true"]:not([aria-label="Menu"])')
        .length,
      focus: document.activeElement?.tagName,
    })
    expect(await player.evaluate(stands)).toEqual({ title: 'Releases', open: 0, focus: 'BODY' })
    // Nor does a focus come in by a script of a view.
    await player.evaluate(() => document.querySelector<HTMLElement>('button[aria-label="Account menu"]')?.focus())
    expect(await player.evaluate(stands)).toEqual({ title: 'Releases', open: 0, focus: 'BODY' })
  })
})
