// A session outlives wrong clocks, lost answers and many tabs, in a real browser.
import type { BrowserContext, Page } from '@playwright/test'
import { signIn } from '#tests/contract/http.ts'
import { movableClock, putClockForward } from '#tests/support/movableClock.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { cards, signInByHand } from './support/product.ts'

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR
/** `npm run test:all` has every jump of the clock, more lost answers, and as many tabs as the promise says. */
const isLong = process.env.TEST_ALL === '1'
const TABS = isLong ? 10 : 3
const LOST = isLong ? 3 : 1
const JUMPS: [name: string, ms: number][] = [
  ['26 hours forward', 26 * HOUR],
  ['three years back', -3 * YEAR],
]
if (isLong) JUMPS.push(['26 hours back', -26 * HOUR], ['three years forward', 3 * YEAR])

/** Somebody leaves the tab and comes back to it. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const token = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))
const claims = (access: string | null) =>
  JSON.parse(Buffer.from(access?.split('.')[1] ?? '', 'base64url').toString()) as { sid: string; count: number }

/** The answers to the next renewals are lost: the server has carried them out, the browser does not learn of it. */
async function loseRenewals(context: BrowserContext, times: number): Promise<() => number> {
  let lost = 0
  await context.route(
    '**/api/auth/refresh',
    async (route) => {
      lost += 1
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times },
  )
  return () => lost
}

async function expectIn(page: Page): Promise<void> {
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveCount(0)
  await expect(cards(page).first()).toBeVisible()
}

test.describe('a session', () => {
  for (const [name, ms] of JUMPS)
    test(`P8: the clock jumps ${name}, and back: nobody is signed out, nor after a reload`, { tag: '@long' }, async ({
      page,
      context,
    }) => {
      await movableClock(context)
      await signInByHand(page)
      await expect(cards(page).first()).toBeVisible()
      const begun = claims(await token(page))
      await putClockForward(page, ms)
      expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now())).toBeGreaterThan(25 * HOUR)
      const before = await token(page)
      await comeBack(page)
      // Put forward, the token seems to be over: it is renewed, not judged. Put back, nothing has to be asked.
      if (ms > 0) await expect.poll(() => token(page)).not.toBe(before)
      await expectIn(page)
      await page.reload()
      await expectIn(page)
      await putClockForward(page, 0)
      await comeBack(page)
      await page.reload()
      await expectIn(page)
      expect(claims(await token(page)).sid).toBe(begun.sid)
    })

  test('D-156: answers to renewals are lost while the clock says it is time: it goes on by itself', async ({
    page,
    context,
  }) => {
    await movableClock(context)
    await signInByHand(page)
    await expect(cards(page).first()).toBeVisible()
    const begun = claims(await token(page))
    const lost = await loseRenewals(context, LOST)
    await putClockForward(page, HOUR)
    await comeBack(page)
    // However many answers were lost, the chain is one further: the same token was asked for again.
    await expect.poll(async () => claims(await token(page)).count, { timeout: 40_000 }).toBe(begun.count + 1)
    expect(lost()).toBe(LOST)
    await expectIn(page)
    expect(claims(await token(page)).sid).toBe(begun.sid)
  })

  test(`P5: ${TABS} tabs renew at once while answers are lost: none is signed out, there is one session`, {
    tag: '@long',
  }, async ({ page, context }) => {
    test.setTimeout(TABS * 30_000)
    await movableClock(context)
    await signInByHand(page)
    await expect(cards(page).first()).toBeVisible()
    const begun = claims(await token(page))
    const pages = [page]
    while (pages.length < TABS) {
      const next = await context.newPage()
      await next.goto('/releases')
      await expectIn(next)
      pages.push(next)
    }
    for (let round = 1; round <= 3; round++) {
      const { count } = claims(await token(page))
      await loseRenewals(context, 1)
      await putClockForward(page, round * HOUR)
      await Promise.all(pages.map(comeBack))
      await expect.poll(async () => claims(await token(page)).count, { timeout: 30_000 }).toBeGreaterThan(count)
    }
    for (const one of pages) {
      await one.reload()
      await expectIn(one)
    }
    expect(claims(await token(page)).sid).toBe(begun.sid)
  })

  test('H-483: a tab that is taken over in one go shows nothing of who was there, and all of who is', async ({
    page,
  }) => {
    await signInByHand(page)
    await expect(cards(page).first()).toBeVisible()
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    const read = page.waitForResponse((response) => response.url().endsWith('/api/profile'))
    const tokens = { kind: 'tokens', ...(await signIn(serverUrl(), 'staff@demo.test')), kept: true }
    await page.evaluate((message) => new BroadcastChannel('session').postMessage(message), tokens)
    await read
    await expect(dialog).toHaveCount(0)
    await expectIn(page)
  })
})
