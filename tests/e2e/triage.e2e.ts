/**
 * Triage: releases are heard, flagged, archived and downloaded one after the other, by keyboard alone. All that needs no
 * server is tested beside src/views/gallery/input.
 */
import type { Locator, Page } from '@playwright/test'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { ReleaseList } from '#core/model/catalogue/release.ts'
import { call, expectJson, signIn as signInApi } from '#tests/contract/http.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { exported, openLogs } from './support/log.ts'
import { card, cards, downloads, giveSession, openDownloads } from './support/product.ts'

/** Nobody else marks releases of this player; by title, its releases are not those other tests take first. */
const OWNER = 'staff@demo.test'
const ORDER = 'title'

let token = ''
const forget = async () => {
  for (const list of ['flagged', 'archived'])
    expect((await call(serverUrl(), `/${list}`, { method: 'DELETE', token })).status).toBe(204)
}
const marked = async (list: 'flagged' | 'archived') => {
  const { releases } = await expectJson(ReleaseList, call(serverUrl(), `/${list}?pagesize=100`, { token }))
  return new Set(releases.map(({ releaseid }) => releaseid))
}
/** The first releases of the gallery that is shown, in its order. */
async function shown(count: number): Promise<ReleaseCard[]> {
  const pages = [1, 2, 3].map((page) =>
    expectJson(ReleaseList, call(serverUrl(), `/releases?sort=${ORDER}&pagesize=40&page=${page}`, { token })),
  )
  return (await Promise.all(pages)).flatMap(({ releases }) => releases).slice(0, count)
}
const ids = (releases: readonly ReleaseCard[]) => new Set(releases.map(({ releaseid }) => releaseid))
const bar = (page: Page): Locator => page.getByRole('group', { name: 'Triage' })
const counted = (page: Page, what: string) => bar(page).locator(`[data-count="${what}"]`)
const at = (page: Page, release: ReleaseCard | undefined) =>
  expect(card(page, release ?? { releaseid: '' }), release?.title).toBeFocused()

test.beforeAll(async () => {
  token = (await signInApi(serverUrl(), OWNER)).access
})
test.beforeEach(async ({ page }) => {
  await forget()
  await giveSession(page, OWNER)
  await page.goto(`/releases?sort=${ORDER}`)
  await expect(cards(page).first()).toBeVisible()
})
test.afterAll(forget)

test('a hundred releases are decided by keyboard alone, none twice and none left out', { tag: '@long' }, async ({
  page,
  context,
}) => {
  // Ten minutes is what a person has; half of them end what hangs.
  test.setTimeout(300_000)
  // The zips are not what this is about: they are asked for and wait.
  await context.route(/\/audio\/zipper\//, () => undefined)
  const releases = await shown(101)
  const flagged: ReleaseCard[] = []
  const archived: ReleaseCard[] = []
  const wanted: ReleaseCard[] = []
  const heard: string[] = []
  const hear = (release: ReleaseCard | undefined) => release && release.duration > 0 && heard.push(release.releaseid)
  const decide = async (key: 'f' | 'a' | 'd', release: ReleaseCard) => {
    await page.keyboard.press(key)
    ;({ f: flagged, a: archived, d: wanted })[key].push(release)
  }

  await cards(page).first().focus()
  const began = performance.now()
  await page.keyboard.press('t')
  await expect(bar(page)).toBeVisible()
  hear(releases[0])
  for (const [n, release] of releases.slice(0, 100).entries()) {
    const next = releases[n + 1]
    await at(page, release)
    if (n % 10 === 7) {
      // A slip: it is taken back, and the release is heard again.
      await page.keyboard.press('a')
      await at(page, next)
      hear(next)
      hear(release)
      if (n % 20 === 7) {
        await page.keyboard.press('u')
        await at(page, release)
        await decide('f', release)
      } else {
        // Nobody waits for the release to come back: the next key is meant for it all the same.
        await page.keyboard.press('Control+z')
        await page.keyboard.press('j')
      }
    } else if (n % 10 === 4) {
      await page.keyboard.press('3')
      await page.keyboard.press('2')
      await page.keyboard.press('j')
    } else if (n % 10 === 9) {
      // One back and on again, then on. By then what was archived has left, and what was taken back is there.
      for (const one of archived) await expect(card(page, one)).toHaveCount(0)
      await expect(card(page, before(n) ?? { releaseid: '' })).toHaveCount(1)
      await page.keyboard.press('k')
      await at(page, before(n))
      hear(before(n))
      await page.keyboard.press('j')
      await at(page, release)
      hear(release)
      await page.keyboard.press('j')
    } else if (n % 3 === 0) await decide('a', release)
    else if (n % 3 === 1 || !release.candownload) await decide('f', release)
    else await decide('d', release)
    hear(next)
  }
  await at(page, releases[100])
  console.log(`100 releases by keyboard in ${((performance.now() - began) / 1000).toFixed(1)} s`)

  /** The release before the n-th that is still in the list. */
  function before(n: number): ReleaseCard | undefined {
    return releases.slice(0, n).findLast((one) => !archived.includes(one))
  }

  await expect.poll(() => marked('archived')).toEqual(ids(archived))
  await expect.poll(() => marked('flagged')).toEqual(ids(flagged))
  await expect(counted(page, 'flagged')).toHaveText(`F${flagged.length}flagged`)
  await expect(counted(page, 'archived')).toHaveText(`A${archived.length}archived`)
  await expect(counted(page, 'downloaded')).toHaveText(`D${wanted.length}downloaded`)

  // The log tells what was heard, in order.
  const { log } = await exported(page, (await openLogs(page)).getByRole('button', { name: /^Export/ }).first())
  const chosen = [...log.events].flatMap((event) =>
    event.type === 'player.releaseChosen' ? [event.payload.releaseid] : [],
  )
  expect(withoutRepeats(chosen)).toEqual(withoutRepeats(heard))
  await page.keyboard.press('Escape')
  await openDownloads(page)
  await expect(downloads(page).locator('[data-download-id]')).toHaveCount(wanted.length)
  for (const { title } of wanted)
    await expect(
      downloads(page)
        .getByRole('button', { name: `Remove ${title}`, exact: true })
        .first(),
    ).toBeAttached()
})

/** The hooks of a release that sounds already are no new choice. */
const withoutRepeats = (all: readonly string[]) => all.filter((id, n) => id !== all[n - 1])
