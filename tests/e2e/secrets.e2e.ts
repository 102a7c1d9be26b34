// What the product was sent and told in confidence, and what of it lies in the logs of a real browser: nothing.
import type { Page, Request } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { expect, test } from './support/fixtures.ts'
import { exported, openLogs } from './support/log.ts'
import { cards, elapsed, fileOf, openDetail, pressDownload, signInByHand, signOut } from './support/product.ts'
import { linesOf, logFiles } from './support/recordedLogs.ts'
import { complete, findRelease, prepared } from './support/server.ts'

/** Names of fields and parameters that hold a secret. */
const SECRET = /^(access-token|refresh-token|token|password|email_token)$/

/** Notes every secret that goes over the wire. */
function listen(page: Page): Set<string> {
  const secrets = new Set<string>()
  const take = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, held] of Object.entries(value))
      if (SECRET.test(name) && typeof held === 'string' && held !== '') secrets.add(held)
      else take(held)
  }
  const asked = (request: Request) => {
    const { searchParams } = new URL(request.url())
    take(Object.fromEntries(searchParams))
    try {
      take(request.postDataJSON())
    } catch {
      // No JSON was sent.
    }
  }
  page.context().on('request', asked)
  page.context().on('response', (response) => {
    if (!response.headers()['content-type']?.includes('json')) return
    void response.json().then(take, () => undefined)
  })
  return secrets
}

/** Every byte of the logs, packed and unpacked. */
async function inLogs(page: Page): Promise<string> {
  const files = await logFiles(page)
  return files.flatMap((bytes) => [bytes.toString('latin1'), ...linesOf(bytes)]).join('\n')
}

test('no password, token, mailed link or signed address lies in a stored or exported log', { tag: '@long' }, async ({
  page,
}) => {
  test.setTimeout(120_000)
  const secrets = listen(page)
  const release = await findRelease(1, ({ songs }) => songs.length >= 1 && complete(songs))
  const [song] = release.songs
  if (!song) throw new Error('unreachable')
  await prepared(song, 'mp3')
  for (const [n, path] of ['signin', 'resetpwd', 'signup'].entries()) {
    const secret = `h.canary${n}canary${n}.rance`
    secrets.add(secret)
    await page.goto(`/${path}/${secret}`)
    await expect(page.locator('#root')).not.toBeEmpty()
  }
  await page.goto('/')
  await signInByHand(page)
  await expect(cards(page).first()).toBeVisible()
  await openDetail(page, release)
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => elapsed(page), { timeout: 20_000 }).toBeGreaterThan(0)
  await fileOf(page, () => pressDownload(page, song, 'MP3'))
  const dialog = await openLogs(page)
  const masked = await exported(page, dialog.getByRole('button', { name: 'Export This session' }))
  await dialog.getByRole('checkbox', { name: 'Keep names, e-mail addresses and messages' }).click()
  const kept = await exported(page, dialog.getByRole('button', { name: 'Export This session' }))
  await page.keyboard.press('Escape')
  await signOut(page)

  const stored = await inLogs(page)
  expect(stored, 'what was done lies there').toContain('download.stored')
  expect(stored).toContain('player.addressReady')
  expect(kept.text, 'and in the export').toContain('verified@demo.test')
  expect(secrets, 'the password was sent').toContain(DEMO_PASSWORD)
  expect(secrets.size, 'and tokens of session, stream and file were').toBeGreaterThanOrEqual(10)
  for (const [where, text] of Object.entries({ stored, masked: masked.text, kept: kept.text }))
    expect(
      [...secrets].filter((secret) => text.includes(secret)),
      where,
    ).toEqual([])
})
