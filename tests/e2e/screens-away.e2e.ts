// The server goes away, and a screen is opened that nobody looked at before: the page says so, and has it once it can.
import { type StartedServer, startServer } from '#tests/contract/server.ts'
import { isSounding, sounds, watchAudio } from './support/audio.ts'
import { expect, test } from './support/fixtures.ts'
import { cards, fillSignIn } from './support/product.ts'

declare global {
  interface Window {
    isThePageOfBefore?: boolean
  }
}

/** Less than a song waits for a server that is away. */
const SONG_WAITS_MS = 25_000

test.describe('a screen that is first opened while the server is away', () => {
  test.setTimeout(240_000)

  let server: StartedServer
  const env = { DEMO_SONG_PERCENT: '25' }
  test.beforeAll(async () => {
    server = await startServer({ env })
  })
  test.afterAll(() => server?.stop())

  test('is shown once the server is back, in the same page, and so is what comes within it; the song plays on', {
    tag: '@long',
  }, async ({ page, watch }) => {
    // The browser notes calls to a server that is away.
    watch.allow(/ERR_CONNECTION|Failed to load resource|Failed to fetch/)
    await watchAudio(page.context())
    await page.goto(server.url)
    await fillSignIn(page, 'verified@demo.test', 'Demo#2026')
    const release = await cards(page).first().getAttribute('data-release-id')
    await page.goto(`${server.url}/releases/releaseInfo/${release}`)
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    await sounds(page)
    await page.evaluate(() => {
      window.isThePageOfBefore = true
    })
    const isHere = (name: string) =>
      page.evaluate(
        (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(`/assets/${part}-`)),
        name,
      )
    const menu = page.getByRole('button', { name: 'Account menu' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'My Network' }).waitFor()
    // Neither the pages of the account, nor a script that they share with another screen, nor the one within them.
    for (const name of ['OtherPages', 'NotFoundScreen', 'NetworkScreen']) expect(await isHere(name), name).toBe(false)
    await server.stop({ keepData: true, signal: 'SIGKILL' })
    const killed = performance.now()

    await page.getByRole('menuitem', { name: 'My Network' }).click()
    const missing = page.getByRole('heading', { name: 'This part did not load' })
    await expect(missing).toBeVisible()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(again).toBeEnabled()
    await expect(missing).toBeVisible()
    expect(await isSounding(page)).toBe(true)

    server = await startServer({ env: { ...env, DATA_DIR: server.dataDir, PORT: new URL(server.url).port } })
    await expect(page.getByRole('searchbox', { name: 'Search connections' })).toBeVisible({ timeout: 60_000 })
    await expect(missing).toHaveCount(0)
    expect(await page.evaluate(() => window.isThePageOfBefore), 'no reload').toBe(true)
    // What the element had not yet taken in comes from a server that has just begun. A song waits for it for half a minute
    // and then until it is asked to go on: a machine that takes longer to start a server says nothing of that.
    if (performance.now() - killed > SONG_WAITS_MS) return
    await expect.poll(() => isSounding(page), { timeout: 60_000 }).toBe(true)
  })
})
