/** Triage: releases are heard, flagged, archived and downloaded one after the other, by keyboard alone. */
import type { Locator, Page } from '@playwright/test'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { ReleaseList } from '#core/model/catalogue/release.ts'
import { call, expectJson, signIn as signInApi } from '#tests/contract/http.ts'
import { isSounding, watchAudio } from './support/audio.ts'
import { axeFaults } from './support/axe.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { exported, openLogs } from './support/log.ts'
import { card, cards, downloads, giveSession, openDownloads, player } from './support/product.ts'
import { detail, prepared } from './support/server.ts'

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
/** The page has its answer: until then the release is busy, and keys on it do nothing. */
const told = (page: Page, category: string, { title }: ReleaseCard) =>
  expect(page.locator(`[data-category="${category}"]`).filter({ hasText: title })).not.toHaveCount(0)
/** Seconds of the element that plays. */
const heardAt = (page: Page) =>
  page.evaluate(() => window.heardAudio.elements.find((one) => !one.paused)?.currentTime ?? -1)

test.beforeAll(async () => {
  token = (await signInApi(serverUrl(), OWNER)).access
})
test.beforeEach(async ({ page, context }) => {
  await forget()
  await watchAudio(context)
  await giveSession(page, OWNER)
  await page.goto(`/releases?sort=${ORDER}`)
  await expect(cards(page).first()).toBeVisible()
})
test.afterAll(forget)

test('a hundred releases are decided by keyboard alone, none twice and none left out', async ({ page, context }) => {
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

test.describe('hooks', () => {
  /** A release of the first screen that can be heard, and its first song, made already. */
  async function audible(page: Page) {
    for (const release of await shown(12)) {
      if (release.duration === 0 || release.releaseid.startsWith('demo-')) continue
      const song = (await detail(release.releaseid)).songs.find((one) => one.assettype === 'audio' && one.duration > 0)
      if (!song) continue
      await prepared(song, 'mp3')
      await card(page, release).focus()
      return { release, song }
    }
    throw new Error('nothing to hear on the first screen')
  }
  /** It sounds, at most 5 s behind a share of the song. */
  const soundsFrom = async (page: Page, share: number, duration: number) => {
    await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect.poll(() => isSounding(page), { timeout: 20_000 }).toBe(true)
    const at = await heardAt(page)
    expect(at).toBeGreaterThanOrEqual(share * duration - 0.1)
    expect(at).toBeLessThan(share * duration + 5)
  }

  test('1 to 4 hear the release from its start, 25, 50 and 75 %: at first, and when it plays', async ({ page }) => {
    const { song } = await audible(page)
    await page.keyboard.press('3')
    await soundsFrom(page, 0.5, song.duration)
    await page.keyboard.press('4')
    await soundsFrom(page, 0.75, song.duration)
    await page.keyboard.press('1')
    await soundsFrom(page, 0, song.duration)
    // Paused, it is heard all the same.
    await player(page).getByRole('button', { name: 'Pause' }).click()
    await page.locator('#main').focus()
    await page.keyboard.press('2')
    await soundsFrom(page, 0.25, song.duration)
    await expect(player(page)).toContainText(song.title)
  })

  test('off, they do nothing, nor does triage; nor while something is typed', async ({ page }) => {
    await audible(page)
    const search = page.getByRole('combobox', { name: 'Search' }).or(page.getByRole('searchbox')).first()
    await search.click()
    await page.keyboard.type('tfa2u')
    await expect(search).toHaveValue('tfa2u')
    await page.waitForTimeout(300)
    await expect(bar(page)).toBeHidden()
    await expect(player(page)).toBeHidden()
    await search.fill('')
    await page.keyboard.press('Escape')
    await page.locator('#main').focus()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const what of [
      'From the start, or from 25, 50 or 75 % of the song',
      'Hear it from the start, or from 25, 50 or 75 %',
      'Triage on or off: each decision leads to the next release',
      'Undo the last flag, archive or download (also Ctrl or Cmd with Z)',
    ])
      await expect(list.getByText(what, { exact: true })).toBeVisible()
    await list.getByRole('switch', { name: 'Use keyboard shortcuts' }).click()
    await page.keyboard.press('Escape')
    const first = cards(page).first()
    await first.focus()
    for (const key of ['t', '3', 'f', 'j', 'd']) await page.keyboard.press(key)
    await page.waitForTimeout(300)
    await expect(first).toBeFocused()
    await expect(bar(page)).toBeHidden()
    await expect(player(page)).toBeHidden()
    expect(await marked('flagged')).toEqual(new Set())
    await expect(page.getByRole('button', { name: 'Triage', exact: true })).toHaveAttribute('aria-disabled', 'true')
  })
})

test.describe('undo', () => {
  test('takes decisions back one by one, also when nothing speaks of them any more, and never goes in a circle', async ({
    page,
    context,
  }) => {
    await context.route(/\/audio\/zipper\//, () => undefined)
    const releases = (await shown(12)).filter((one) => one.candownload && !one.releaseid.startsWith('demo-'))
    const [first, second, third] = releases as [ReleaseCard, ReleaseCard, ReleaseCard]
    await card(page, first).focus()
    await page.keyboard.press('f')
    await expect.poll(() => marked('flagged')).toEqual(ids([first]))
    await told(page, 'flag', first)
    await page.keyboard.press('a')
    await expect.poll(() => marked('archived')).toEqual(ids([first]))
    await expect.poll(() => marked('flagged')).toEqual(new Set())
    await told(page, 'archive', first)
    await card(page, second).focus()
    await page.keyboard.press('f')
    await expect.poll(() => marked('flagged')).toEqual(ids([second]))
    await told(page, 'flag', second)
    await card(page, third).focus()
    await page.keyboard.press('d')
    await openDownloads(page)
    await expect(downloads(page).locator('[data-download-id]')).toHaveCount(1)
    await page.keyboard.press('Escape')
    // The notifications are gone.
    while ((await page.locator('[data-category]').count()) > 0) await page.locator('[data-category]').first().click()
    await page.locator('#main').focus()
    await page.keyboard.press('u')
    await expect(page.locator('[data-category="downloadRemoved"]')).toContainText(third.title)
    await page.keyboard.press('Control+z')
    await expect.poll(() => marked('flagged')).toEqual(new Set())
    await told(page, 'unFlag', second)
    await page.keyboard.press('u')
    await expect.poll(() => marked('archived')).toEqual(new Set())
    await expect.poll(() => marked('flagged')).toEqual(ids([first]))
    await expect(card(page, first)).toBeVisible()
    await told(page, 'unArchive', first)
    await page.keyboard.press('u')
    await expect.poll(() => marked('flagged')).toEqual(new Set())
    // There is nothing before the first.
    for (const key of ['u', 'u', 'Control+z']) await page.keyboard.press(key)
    await page.waitForTimeout(500)
    expect([await marked('flagged'), await marked('archived')]).toEqual([new Set(), new Set()])
    await openDownloads(page)
    await expect(downloads(page).locator('[data-download-id]')).toHaveCount(0)
  })

  test('what a notification took back is not taken back again', async ({ page }) => {
    const [first, second] = (await shown(12)).filter((one) => !one.releaseid.startsWith('demo-'))
    if (!first || !second) throw new Error('unreachable')
    for (const release of [first, second]) {
      await card(page, release).focus()
      await page.keyboard.press('f')
    }
    await expect.poll(() => marked('flagged')).toEqual(ids([first, second]))
    const said = page.locator('[data-category="flag"]').filter({ hasText: second.title })
    await said.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => marked('flagged')).toEqual(ids([first]))
    await page.locator('#main').focus()
    await page.keyboard.press('u')
    await expect.poll(() => marked('flagged')).toEqual(new Set())
  })
})

test('the control begins a round, its bar says what was decided and ends it', async ({ page }) => {
  const toggle = page.getByRole('button', { name: 'Triage', exact: true })
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(cards(page).first()).toBeFocused()
  await page.keyboard.press('f')
  await expect(cards(page).nth(1)).toBeFocused()
  await expect(counted(page, 'flagged')).toHaveText('F1flagged')
  // Decisions are announced by their notification alone, and the newest stands alone.
  await page.keyboard.press('f')
  await expect(counted(page, 'flagged')).toHaveText('F2flagged')
  await expect(page.locator('[data-category="flag"]')).toHaveCount(1)
  await expect(bar(page).getByRole('status')).toHaveCount(0)
  expect(await axeFaults(page)).toEqual([])
  await bar(page).getByRole('button', { name: 'Undo' }).click()
  await expect(counted(page, 'flagged')).toHaveText('F1flagged')
  await expect(cards(page).nth(1)).toBeFocused()
  await bar(page).getByRole('button', { name: 'End triage' }).click()
  await expect(bar(page)).toBeHidden()
  await page.keyboard.press('f')
  await expect.poll(async () => (await marked('flagged')).size).toBe(2)
  await expect(cards(page).nth(1)).toBeFocused()
})

test('a round goes on from each decision before the page has all of its script, with fast fingers', async ({
  page,
  context,
}) => {
  // It never comes: what is pressed shows when the state worker has answered.
  await context.route(/\/assets\/late-[\w-]+\.js$/, () => undefined)
  await page.goto('about:blank')
  await page.goto(`/releases?sort=${ORDER}`)
  const releases = await shown(5)
  await cards(page).first().focus()
  for (const key of ['t', 'f', 'f', 'j', 'f']) await page.keyboard.press(key)
  await at(page, releases[4])
  await expect(counted(page, 'flagged')).toHaveText('F3flagged')
  await page.keyboard.press('u')
  await at(page, releases[3])
  await expect(counted(page, 'flagged')).toHaveText('F2flagged')
  await expect.poll(() => marked('flagged')).toEqual(ids(releases.slice(0, 2)))
  await page.keyboard.press('t')
  await expect(bar(page)).toBeHidden()
})

test('among the flagged, as rows, each decision takes its release out and the next takes the focus', async ({
  page,
}) => {
  const some = (await shown(10)).filter((one) => !one.releaseid.startsWith('demo-')).slice(0, 3)
  for (const { releaseid } of some)
    expect((await call(serverUrl(), `/releases/${releaseid}/flag`, { method: 'POST', token })).status).toBe(204)
  await page.goto(`/flagged?sort=${ORDER}`)
  await page.getByRole('group', { name: 'List', exact: true }).getByRole('button', { name: 'Show as list' }).click()
  await expect(cards(page)).toHaveCount(3)
  await cards(page).first().focus()
  await page.keyboard.press('t')
  for (const release of some) {
    await at(page, release)
    await page.keyboard.press('f')
  }
  await expect(page.getByRole('heading', { name: 'No flagged releases' })).toBeVisible()
  expect(await marked('flagged')).toEqual(new Set())
  // Nothing is left to hold the focus: the page does, so that keys go on there.
  await expect(page.locator('#main')).toBeFocused()
  await page.keyboard.press('u')
  await at(page, some[2])
  expect(await marked('flagged')).toEqual(ids(some.slice(2)))
})
