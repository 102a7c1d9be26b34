import { startServer } from '#tests/contract/server.ts'
import { replay } from '#tests/support/replayed.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { exported } from './support/log.ts'
import { cards, fillSignIn, signIn } from './support/product.ts'

/** The workers that run: each holds a lock as long as it lives. */
async function workersAlive(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query()
  return held.flatMap(({ name = '' }) => /^alive-(\w+)-/.exec(name)?.[1] ?? []).sort()
}

const DEATHS = {
  dies: () => self.close(),
  // In a task, as what an engine does is: a call from here would be the tool's to catch.
  'has a promise nobody caught (H-410)': () =>
    void setTimeout(() => {
      void Promise.reject(new Error('nobody caught it'))
    }),
}

test.describe('when things break', () => {
  for (const [how, die] of Object.entries(DEATHS))
    test(`the state worker ${how}: the page says so, gives the log out and reloads`, async ({ page }) => {
      await signIn(page)
      await expect(cards(page).first()).toBeVisible()
      // The log is written every quarter of a second.
      await page.waitForTimeout(800)
      const worker = page.workers().find((one) => one.url().includes('state.worker'))
      expect(worker, 'the worker runs').toBeDefined()
      // The call has no answer: what should give it is gone.
      void worker?.evaluate(die).catch(() => undefined)
      await expect(page.getByRole('heading', { name: 'The player had to stop' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText('What was kept')
      await page.getByRole('button', { name: 'Report a problem' }).click()
      const { log } = await exported(page, page.getByRole('button', { name: 'Export This session' }))
      expect([...log.events].some(({ type }) => type === 'session.started')).toBe(true)
      expect(replay(log).difference).toBeNull()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(cards(page).first()).toBeVisible()
    })

  test('the API does not answer at start: the page says so, and trying again works when it is back', async ({
    page,
  }) => {
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
    await page.context().route('**/api/**', (route) => route.abort('connectionrefused'))
    // A token about to run out has to be renewed before anything else, which is what cannot be done now.
    await page.evaluate(() => {
      const token = localStorage.getItem('accessToken') ?? ''
      const [head, , sign] = token.split('.')
      const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))) as object
      const body = btoa(JSON.stringify({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 }))
      localStorage.setItem(
        'accessToken',
        [head, body.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''), sign].join('.'),
      )
    })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Service Unavailable' })).toBeVisible({ timeout: 40_000 })
    await page.context().unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toBeVisible({ timeout: 20_000 })
  })

  test('the server is down when the form is sent: one sentence, and nothing typed is lost', { tag: '@long' }, async ({
    browser,
    watch,
  }) => {
    const own = await startServer()
    const context = await browser.newContext()
    await watch.over(context)
    try {
      const page = await context.newPage()
      await page.goto(own.url)
      // The form stands before its scripts, and those of the workers, have come.
      await expect.poll(() => page.evaluate(workersAlive)).toEqual(['log', 'session', 'state'])
      await own.stop({ keepData: true })
      await fillSignIn(page, 'verified@demo.test', 'Demo#2026')
      await expect(page.getByRole('alert')).toContainText('The server cannot be reached', { timeout: 30_000 })
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('verified@demo.test')
      const back = await startServer({ env: { DATA_DIR: own.dataDir, PORT: new URL(own.url).port } })
      try {
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await expect(page).toHaveURL(/\/releases$/, { timeout: 20_000 })
        // What comes now comes in the end, but not from a server that was ended for good.
        await expect.poll(() => page.evaluate(workersAlive)).toHaveLength(4)
      } finally {
        await back.stop()
      }
    } finally {
      await context.close()
    }
  })

  test('a screen that cannot be drawn says so, and gives the log out', async ({ page, watch }) => {
    watch.allow(/broken on purpose/)
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
    await page.route('**/assets/PlaylistsScreen-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export const PlaylistsScreen = () => { throw new Error('broken on purpose') }`,
      }),
    )
    await page.goto('/playlists')
    await expect(page.getByRole('heading', { name: 'The player had to stop' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('page: broken on purpose')
    await expect(page.getByRole('button', { name: 'Report a problem' })).toBeVisible()
  })

  test('SESSION-009: a session that is over is said alone, whatever failed with it', async ({ page }) => {
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
    const over = { status: 401, json: { code: 'UNAUTHENTICATED', message: 'no' } }
    await page.context().route('**/api/**', (route) => route.fulfill(over))
    // A call that was due may have ended the session already: the dialog then lies over the card.
    await cards(page).nth(2).click({ force: true })
    await expect(page.getByRole('alertdialog', { name: 'Session expired' })).toBeVisible()
    await page.waitForTimeout(500)
    await expect(page.getByRole('alertdialog')).toHaveCount(1)
  })

  test('the pages come under a policy without inline script, eval or framing', async ({ request }) => {
    const policy = (await request.get(serverUrl())).headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
  })

  test('SESSION-013: offline is said, and online takes it back', async ({ page, context }) => {
    await signIn(page)
    await expect(cards(page).first()).toBeVisible()
    // A worker whose script is on its way just then could not be loaded: it is started again, and the browser says so.
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await expect(page.getByRole('alert')).toContainText('Not Connected to Play MPE Services')
    await context.setOffline(false)
    await expect(page.getByText('Not Connected to Play MPE Services')).toHaveCount(0)
  })
})
