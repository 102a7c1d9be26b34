/** The product by the names it gives its own parts, for what several tests do on the way to their point. */
import type { Download, Locator, Page } from '@playwright/test'
import type { ReleaseCard, Song } from '#core/model/catalogue/release.ts'
import { TokenPair } from '#core/model/people/account.ts'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { expectJson, login } from '#tests/contract/http.ts'
import { expect, serverUrl } from './fixtures.ts'

const VERIFIED = 'verified@demo.test'

/**
 * Gives the browser a session of its own, put where the product keeps one, and opens no page of the product: for a
 * test that goes on to an address. Every call begins another session at the server, so no test can end another's.
 */
export async function giveSession(page: Page, email = VERIFIED): Promise<void> {
  // A plain file: its document has the product's storage, and none of the product runs in it.
  const [pair] = await Promise.all([
    expectJson(TokenPair, login(serverUrl(), email)),
    page.goto('/favicon.svg', { waitUntil: 'commit' }),
  ])
  await page.evaluate(
    ([access, refresh]) =>
      new Promise<void>((done, fail) => {
        localStorage.setItem('accessToken', access)
        const opened = indexedDB.open('session')
        opened.onupgradeneeded = () => opened.result.createObjectStore('kept')
        opened.onerror = () => fail(opened.error)
        opened.onsuccess = () => {
          const writing = opened.result.transaction('kept', 'readwrite')
          writing.objectStore('kept').put(refresh, 'refreshToken')
          writing.onabort = () => fail(writing.error)
          writing.oncomplete = () => {
            opened.result.close()
            done()
          }
        }
      }),
    [pair['access-token'], pair['refresh-token']] as const,
  )
}

/** In the gallery with a session. Where the product is open already the form is filled in. */
export async function signIn(page: Page, email = VERIFIED): Promise<void> {
  if (/^https?:/.test(page.url())) return signInByHand(page, email)
  await giveSession(page, email)
  await page.goto('/releases')
  await expect(page.getByRole('main')).toBeVisible()
}

/** Signs in as a person does: for tests of just that. */
export async function signInByHand(page: Page, email = VERIFIED): Promise<void> {
  if (!/^https?:/.test(page.url())) await page.goto('/')
  await fillSignIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/releases$/)
}

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
}

export const scroller = (page: Page): Locator => page.getByTestId('gallery-scroller')
export const cards = (page: Page): Locator => scroller(page).locator('[data-release-id]')
export const card = (page: Page, { releaseid }: Pick<ReleaseCard, 'releaseid'>): Locator =>
  scroller(page).locator(`[data-release-id="${releaseid}"]`)

/** Opens the detail page of a release by its address. */
export async function openDetail(page: Page, release: Pick<ReleaseCard, 'releaseid' | 'title'>): Promise<void> {
  await page.goto(`/releases/releaseInfo/${release.releaseid}`)
  await expect(page.getByRole('button', { name: 'Play', exact: true }).first()).toBeVisible()
}

export const songRow = (page: Page, trackid: string): Locator => page.locator(`[data-track-id="${trackid}"]`)

/** Presses a format of a song in its row; two songs of a release may share a title. */
export async function pressDownload(
  page: Page,
  song: Pick<Song, 'trackid' | 'title'>,
  format: 'WAV' | 'MP3',
): Promise<void> {
  await songRow(page, song.trackid).hover()
  await songRow(page, song.trackid)
    .getByRole('button', { name: `Download ${song.title} as ${format}`, exact: true })
    .click()
}

export const player = (page: Page): Locator => page.getByRole('region', { name: 'Player' })

/** Elapsed seconds as the scrubber says them, or where its knob stands while it has the focus of keys and is silent. */
export async function elapsed(page: Page): Promise<number> {
  const slider = player(page).getByRole('slider', { name: 'Seek' })
  const knob = await slider.evaluate((one: HTMLInputElement) => (one.matches(':focus-visible') ? one.value : null))
  if (knob !== null) return Math.floor(Number(knob))
  const text = (await slider.getAttribute('aria-valuetext')) ?? ''
  const [, minutes = '0', seconds = '0'] = /^(\d+):(\d\d) of/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

export const downloads = (page: Page): Locator => page.getByRole('dialog', { name: 'Downloads' })

export async function openDownloads(page: Page): Promise<void> {
  if (await downloads(page).isVisible()) return
  await page.getByRole('button', { name: 'Downloads', exact: true }).click()
  await expect(downloads(page)).toBeVisible()
}

/** The row of a download in the popover. */
export const downloadRow = (page: Page, title: string): Locator =>
  downloads(page)
    .locator('[data-download-id]')
    .filter({ has: page.getByRole('button', { name: `Remove ${title}`, exact: true }) })

/** Presses and waits for the file the browser was handed. */
export async function fileOf(page: Page, press: () => Promise<void>, timeout = 45_000): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout }), press()])
  return download
}
