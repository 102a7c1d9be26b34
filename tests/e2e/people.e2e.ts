// A release goes to people: its owner is written to and a connection has it, with mails that went over the wire.
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { publisherOf, ReleaseDetail } from '#core/model/catalogue/release.ts'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { wordsText } from '#server/store/catalogue/words.ts'
import { call, expectJson, signIn } from '#tests/contract/http.ts'
import { expect, test } from './support/fixtures.ts'
import { mailedServer } from './support/mailedServer.ts'
import { fillSignIn } from './support/product.ts'

test.describe.configure({ mode: 'serial', timeout: 120_000 })

const RELEASE = 'demo-no-attachments'
const Connections = z.object({
  data: z.object({
    connections: z.array(z.object({ full_name: z.string(), email: z.string(), verified: z.boolean() })),
  }),
})

const own = mailedServer()

async function openRelease(page: Page): Promise<ReleaseDetail> {
  await page.goto(own.server.url)
  await fillSignIn(page, 'verified@demo.test', DEMO_PASSWORD)
  await expect(page.locator('[data-release-id]').first()).toBeVisible()
  await page.goto(`${own.server.url}/releases/releaseInfo/${RELEASE}`)
  const { access } = await signIn(own.server.url)
  return expectJson(ReleaseDetail, call(own.server.url, `/releases/${RELEASE}`, { token: access }))
}

test('CONTACT-017, CONTACT-001, CONTACT-019: a message reaches the owner, who can answer it', async ({ page }) => {
  const release = await openRelease(page)
  let tracked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/comments/click')) tracked++
  })
  await page.getByRole('button', { name: 'Contact', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact' })
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('verified@demo.test')
  await dialog.getByRole('combobox', { name: 'Request type' }).selectOption({ label: 'Schedule interview' })
  await dialog.getByRole('textbox', { name: 'Message' }).fill('<b>Friday?</b>\nBcc: all@demo.test')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('contact request sent')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(tracked).toBe(1)
  const owner = `promo@${wordsText(publisherOf(release)).replace(/[^a-z0-9]+/g, '-')}.demo.test`
  const mail = await own.office.mail(owner, /./)
  expect(mail.receivers).toEqual([owner])
  expect(mail.headers['reply-to']).toContain('verified@demo.test')
  expect(mail.headers).not.toHaveProperty('bcc')
  expect(mail.text).toContain('<b>Friday?</b>')
})

test('SHARE-011: a release whose answer was lost is shared again, and mailed once', { tag: '@long' }, async ({
  page,
}) => {
  await openRelease(page)
  const { access } = await signIn(own.server.url)
  const { data } = await expectJson(
    Connections,
    call(own.server.url, '/accounts/player/connections', { token: access }),
  )
  const friend = data.connections.find((one) => one.verified)
  if (!friend) throw new Error('the demo has no verified connection')
  let calls = 0
  await page.route('**/api/releases/share', async (route) => {
    calls += 1
    if (calls > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Share release', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share release' })
  await dialog.getByRole('searchbox', { name: 'Search connections' }).fill(friend.full_name)
  await dialog.getByRole('checkbox', { name: friend.full_name }).click()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Hear this on Friday')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Unable to share release')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText('Release shared')).toBeVisible()
  expect(calls).toBe(2)
  const mail = await own.office.mail(friend.email, /./)
  expect(mail.text).toContain('Hear this on Friday')
  const outbox = (await (await fetch(`${own.server.url}/dev/outbox`)).json()) as { kind: string }[]
  expect(outbox.filter(({ kind }) => kind === 'release_shared')).toHaveLength(1)
})

test('SHARE-011: what is selected is shared together, in one mail, without what may not be shared', async ({
  page,
}) => {
  await page.goto(own.server.url)
  await fillSignIn(page, 'verified@demo.test', DEMO_PASSWORD)
  const { access } = await signIn(own.server.url)
  const { data } = await expectJson(
    Connections,
    call(own.server.url, '/accounts/player/connections', { token: access }),
  )
  const friend = data.connections.filter((one) => one.verified).at(-1)
  if (!friend) throw new Error('the demo has no verified connection')
  const card = (place: number) => page.locator('[data-release-id]').nth(place)
  await card(0).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+X')
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share releases' })
  await dialog.getByRole('searchbox', { name: 'Search connections' }).fill(friend.full_name)
  await dialog.getByRole('checkbox', { name: friend.full_name }).click()
  await dialog.getByRole('textbox', { name: 'Message' }).fill('All of these')
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByText(/^\d releases shared$/)).toBeVisible()
  await expect(page.getByText(/ and \d more$/)).toBeVisible()
  const mail = await own.office.mail(friend.email, /other releases/)
  expect(mail.text).toContain('All of these')
  expect(mail.text.match(/releaseInfo/g)?.length).toBeGreaterThan(1)
})

test('SHELL-006: a message to support reaches its address, once, although its first answer was lost', async ({
  page,
}) => {
  await page.goto(own.server.url)
  await fillSignIn(page, 'verified@demo.test', DEMO_PASSWORD)
  let calls = 0
  await page.route('**/api/support/messages', async (route) => {
    calls += 1
    if (calls > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Support chat' }).click()
  const panel = page.getByRole('dialog', { name: 'Support chat' })
  await panel.getByRole('textbox', { name: 'Message' }).fill('No sound at all 静か')
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panel.getByRole('alert')).toContainText('Unable to send your message')
  await panel.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(panel.getByRole('status')).toContainText('Your message was sent')
  const mail = await own.office.mail('support@player.example', /./)
  expect(mail.text).toContain('No sound at all 静か')
  expect(mail.headers['reply-to']).toContain('verified@demo.test')
  const outbox = (await (await fetch(`${own.server.url}/dev/outbox`)).json()) as { kind: string }[]
  expect(outbox.filter(({ kind }) => kind === 'support_message')).toHaveLength(1)
})
