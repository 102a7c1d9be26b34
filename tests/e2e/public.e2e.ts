// A public computer (D-006): what is left of a session in a browser with a profile folder of its own on the disk.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { ReleaseDetail } from '#core/model/catalogue/release.ts'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { call } from '#tests/contract/http.ts'
import { type Disk, killBrowser, newDisk, visit } from './support/disk.ts'
import { expect, serverUrl, test } from './support/fixtures.ts'
import { openLogs } from './support/log.ts'
import {
  cards,
  elapsed,
  fileOf,
  openDetail,
  openDownloads,
  player,
  pressDownload,
  signInByHand,
  signOut,
} from './support/product.ts'
import { findInProfile } from './support/profile.ts'
import { ownRelease, prepared, several } from './support/server.ts'

const WHO = 'verified@demo.test'
const OTHER = 'staff@demo.test'

/** Signs in with the box ticked, and answers the tokens the server gave. */
async function signInPublic(page: Page): Promise<string[]> {
  if (!/^https?:/.test(page.url())) await page.goto('/')
  await page.getByRole('textbox', { name: 'Email' }).fill(WHO)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('checkbox', { name: 'This is a public computer' }).check()
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/auth/login')),
    page.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ])
  const pair = (await answer.json()) as Record<string, string>
  await expect(cards(page).first()).toBeVisible()
  return Object.values(pair)
}

/** Everything scripts of the page can find that outlives it, as text. */
const everythingKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = indexedDB.open(name)
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
      for (const table of database.objectStoreNames) {
        const rows = database.transaction(table).objectStore(table)
        const all = <T>(request: IDBRequest<T[]>) =>
          new Promise<T[]>((resolve) => {
            request.onsuccess = () => resolve(request.result)
          })
        found.push([name, await all(rows.getAllKeys()), await all(rows.getAll())])
      }
      database.close()
    }
    const folders = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const [name, entry] of folder.entries()) {
        found.push(name)
        if (entry.kind === 'directory') await folders(entry as FileSystemDirectoryHandle)
      }
    }
    await folders(await navigator.storage.getDirectory())
    for (const name of await caches.keys()) found.push(name)
    return JSON.stringify(found)
  })

/** Closes a tab as a person does: the page hears of it. */
async function closeTab(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
}

const signInForm = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

/** Words nobody else uses: names of the release and of its songs, and who uses it. */
const wordsOf = (release: ReleaseDetail): string[] => [
  release.title,
  release.artist,
  ...release.songs.map((song) => song.title),
  WHO,
  'Lindqvist',
]

/** A page is used as by somebody who works with it. */
async function work(page: Page, release: ReleaseDetail): Promise<void> {
  const [first] = release.songs
  if (!first) throw new Error('unreachable')
  const search = page.getByRole('searchbox', { name: 'Search', exact: true })
  await search.fill(release.title)
  await search.press('Enter')
  await expect(page).toHaveURL(/\/search/)
  await openDetail(page, release)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect.poll(() => elapsed(page), { timeout: 20_000 }).toBeGreaterThan(0)
  await player(page).getByRole('button', { name: 'Pause' }).click()
  // Or the other way, when it was tried before.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(Flag|Unflag)$/ })
    .first()
    .click()
  await fileOf(page, () => pressDownload(page, first, 'MP3'), 55_000)
  await openDownloads(page)
  await page.keyboard.press('Escape')
  await openLogs(page)
  await page.keyboard.press('Escape')
  await expect(page).toHaveTitle('Player')
}

let disk: Disk
test.beforeEach(async () => {
  disk = await newDisk()
})
test.afterEach(async () => {
  await rm(disk.place, { recursive: true, force: true, maxRetries: 5 })
})

test('SIGNIN-016, D-006: of a session on a public computer the profile folder holds nothing, whatever was done and however it ended', {
  tag: '@long',
}, async () => {
  test.setTimeout(240_000)
  const release = await ownRelease(30, several)
  const theirs = await ownRelease(31, several)
  for (const song of release.songs.slice(0, 1)) await prepared(song, 'mp3')

  // Somebody else uses this browser in the usual way: what that leaves shows that the search finds things.
  const other = await visit(disk)
  await signInByHand(other.page, OTHER)
  await openDetail(other.page, theirs)
  await other.page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect.poll(() => elapsed(other.page), { timeout: 20_000 }).toBeGreaterThan(0)
  await signOut(other.page)
  await expect(signInForm(other.page)).toBeVisible()
  await expect.poll(() => findInProfile(disk.profile, [OTHER])).not.toEqual([])
  await other.context.close()
  const before = await findInProfile(disk.profile, [OTHER, theirs.title])
  for (const place of [`File System.*${OTHER}`, `IndexedDB.*${theirs.title}`])
    expect(before.join('\n')).toMatch(new RegExp(place))

  const one = await visit(disk)
  const tokens = await signInPublic(one.page)
  await work(one.page, release)
  const words = [...wordsOf(release), ...tokens]
  const kept = await everythingKept(one.page)
  expect(words.filter((word) => kept.includes(word))).toEqual([])
  expect(await findInProfile(disk.profile, words)).toEqual([])
  killBrowser(disk)
  await one.context.close().catch(() => {})
  expect(await findInProfile(disk.profile, words)).toEqual([])

  const two = await visit(disk)
  await two.page.goto('/')
  await expect(signInForm(two.page)).toBeVisible()
  const after = await everythingKept(two.page)
  expect(await findInProfile(disk.profile, words)).toEqual([])
  expect(words.filter((word) => after.includes(word))).toEqual([])
  // What the other one left is as it was.
  expect(await findInProfile(disk.profile, [OTHER, theirs.title])).toEqual(expect.arrayContaining(before))
  await two.context.close()
})

test('D-006: a reload keeps the session and nothing else, a new tab has it too, and closing the last tab ends it', {
  tag: '@long',
}, async () => {
  test.setTimeout(120_000)
  const release = await ownRelease(30, several)
  const { context, page } = await visit(disk)
  await signInPublic(page)
  await openDetail(page, release)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect(player(page)).toContainText(release.songs[0]?.title ?? '')
  await page.goto('/releases')
  await expect(cards(page).first()).toBeVisible()
  await expect(player(page)).toHaveCount(0)
  await page.goto('/recently_played')
  await expect(page.getByText('Nothing played yet')).toBeVisible()

  const second = await context.newPage()
  await second.goto('/flagged')
  await expect(second.getByRole('button', { name: 'Account menu' })).toBeVisible()
  await expect(second).toHaveURL(/\/flagged$/)
  await closeTab(page)
  await second.reload()
  await expect(second.getByRole('button', { name: 'Account menu' })).toBeVisible()

  await closeTab(second)
  const third = await context.newPage()
  await third.goto('/')
  await expect(signInForm(third)).toBeVisible()
  expect(await third.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({})
  await context.close()
})

/** An extension that can open a closed tab again, as a person does with a key. */
async function reopening(): Promise<{ args: string[]; ignoreDefaultArgs: string[] }> {
  const folder = join(disk.place, 'reopen')
  await mkdir(folder)
  const manifest = { manifest_version: 3, name: 'reopen', version: '1', permissions: ['sessions'] }
  const background = { service_worker: 'worker.js' }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, background }))
  await writeFile(join(folder, 'worker.js'), '')
  return {
    args: [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`],
    ignoreDefaultArgs: ['--disable-extensions'],
  }
}

for (const [when, late, outcome] of [
  ['at once goes on', 0, 'Account menu'],
  ['later asks to sign in', 11_000, 'Sign in'],
] as const)
  test(`D-006: a tab that was closed and is opened again ${when}`, { tag: '@long' }, async () => {
    test.setTimeout(120_000)
    const { context, page } = await visit(disk, await reopening())
    const extension = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const [access = ''] = await signInPublic(page)
    // Somebody else's page keeps the browser open.
    await (await context.newPage()).goto('about:blank')
    await closeTab(page)
    await context.addInitScript((ms) => {
      const now = Date.now
      Date.now = () => now() + ms
    }, late)
    const [again] = await Promise.all([
      context.waitForEvent('page'),
      extension.evaluate(() => (globalThis as unknown as Reopening).chrome.sessions.restore()),
    ])
    await expect(again.getByRole('button', { name: outcome, exact: true })).toBeVisible()
    if (late > 0) {
      await expect(again).toHaveURL(/\/$/)
      expect(await again.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({})
      await expect.poll(async () => (await call(serverUrl(), '/profile', { token: access })).status).toBe(401)
    }
    await context.close()
  })

interface Reopening {
  chrome: { sessions: { restore(): Promise<unknown> } }
}

test('D-006: a window that is restored after the browser was killed asks to sign in', { tag: '@long' }, async () => {
  test.setTimeout(120_000)
  const one = await visit(disk)
  const tokens = await signInPublic(one.page)
  await one.page.goto('/flagged')
  await expect(one.page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  // The browser writes its windows a moment after they changed.
  await expect.poll(() => noted(disk.profile, '/flagged'), { timeout: 20_000 }).toBe(true)
  killBrowser(disk)
  await one.context.close().catch(() => {})
  await restoreUnasked(disk.profile)
  const two = await visit(disk, { args: ['--restore-last-session'] })
  const restored = () => two.context.pages().find((page) => page.url().startsWith(serverUrl()))
  await expect.poll(() => restored() !== undefined, { timeout: 60_000 }).toBe(true)
  const page = restored() as Page
  // Two loads: the one that finds what was left, and the one after it is gone.
  await expect(signInForm(page)).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL(/\/$/)
  const kept = await everythingKept(page)
  expect([WHO, 'Lindqvist', ...tokens].filter((word) => kept.includes(word))).toEqual([])
  await two.context.close()
})

/** A browser that knows that it was killed asks before it restores, in a window that no test reaches. */
async function restoreUnasked(profile: string): Promise<void> {
  const file = join(profile, 'Default', 'Preferences')
  const kept = JSON.parse(await readFile(file, 'utf8')) as { profile?: object }
  await writeFile(file, JSON.stringify({ ...kept, profile: { ...kept.profile, exit_type: 'Normal' } }))
}

/** Whether the browser's own file of windows names an address. */
async function noted(profile: string, address: string): Promise<boolean> {
  const folder = join(profile, 'Default', 'Sessions')
  for (const name of await readdir(folder).catch(() => []))
    if ((await readFile(join(folder, name)).catch(() => Buffer.alloc(0))).includes(address)) return true
  return false
}

test('D-006: signing out of a public session leaves nothing, and who signs in after it in the usual way is remembered', {
  tag: '@long',
}, async () => {
  test.setTimeout(120_000)
  const { context, page } = await visit(disk)
  const [access = ''] = await signInPublic(page)
  await signOut(page)
  await expect(signInForm(page)).toBeVisible()
  expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).toEqual({})
  expect((await call(serverUrl(), '/profile', { token: access })).status).toBe(401)
  await signInByHand(page, OTHER)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['accessToken'])
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await expect(page).toHaveURL(/\/releases$/)
  await context.close()
})

test('H-585: a mailed link that was opened and not used leaves the disk when a public session begins, and is gone with it', {
  tag: '@long',
}, async () => {
  test.setTimeout(120_000)
  const claims = { email: OTHER, exp: Math.ceil(Date.now() / 1000) + 3600 }
  const token = `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.unused`
  const { context, page } = await visit(disk)
  const landed = page.getByRole('heading', { name: `Sign in as ${OTHER}?` })
  await page.goto(`/authverify/${token}`)
  await expect(landed).toBeVisible()
  expect(await everythingKept(page)).toContain(token)
  await page.goto('/')
  await signInPublic(page)
  await expect.poll(() => everythingKept(page)).not.toContain(token)
  await signOut(page)
  await expect(signInForm(page)).toBeVisible()
  for (let left = 5; left > 0 && !page.url().endsWith('/authverify'); left--) await page.goBack()
  await expect(page.getByRole('heading', { name: 'This link is no longer here' })).toBeVisible()
  await expect(landed).toHaveCount(0)

  // Nor does a browser that died in the session bring it back.
  await page.goto(`/authverify/${token}`)
  await expect(landed).toBeVisible()
  await page.evaluate(() => localStorage.setItem('publicComputer', '1'))
  await page.reload()
  await expect(signInForm(page)).toBeVisible()
  await expect.poll(() => everythingKept(page)).not.toContain(token)
  await context.close()
})

test('H-495: Back after a public session leads nobody to what was seen in it, and what is opened since is followed', {
  tag: '@long',
}, async () => {
  const { context, page } = await visit(disk)
  await signInPublic(page)
  const search = page.getByRole('searchbox', { name: 'Search', exact: true })
  await search.fill('somebody')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/search\/top\?q=somebody/)
  await page.goto('/flagged')
  await expect(page.getByRole('heading', { level: 1, name: 'Flagged' })).toBeVisible()
  await signOut(page)
  await expect(signInForm(page)).toBeVisible()
  const redirect = () => page.evaluate(() => sessionStorage.getItem('redirect'))
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect(signInForm(page)).toBeVisible()
  expect(await redirect()).toBeNull()
  await page.goto('/archived')
  await expect(signInForm(page)).toBeVisible()
  expect(await redirect()).toBe('/archived')
  await context.close()
})
