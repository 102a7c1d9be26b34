// A second e-mail is joined to the account and taken off again, by mails that went over the wire.
import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo/people/accounts.ts'
import { expect, test } from './support/fixtures.ts'
import { mailedServer } from './support/mailedServer.ts'
import { fillSignIn } from './support/product.ts'

test.describe.configure({ mode: 'serial', timeout: 90_000 })

const SECOND = `second-${Date.now()}@demo.test`

const own = mailedServer()

const pill = (page: Page) =>
  page.getByRole('list', { name: 'Connected emails' }).getByRole('listitem').filter({ hasText: SECOND })

async function linkIn(subject: RegExp, way: 'merge' | 'split'): Promise<string> {
  const { text } = await own.office.mail(SECOND, subject)
  return new RegExp(`http\\S+/${way}/\\S+`).exec(text)?.[0] ?? ''
}

test('SETTINGS-030 and SETTINGS-034: an e-mail is connected in the browser that asked, and unlinked by a press in another', {
  tag: '@long',
}, async ({ page, context, browser }) => {
  await page.goto(own.server.url)
  await fillSignIn(page, 'verified@demo.test', DEMO_PASSWORD)
  await expect(page).toHaveURL(/\/releases$/)
  await page.goto(`${own.server.url}/settings/email`)
  await page.getByRole('link', { name: 'Add another email' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(SECOND)
  await page.getByRole('button', { name: 'Send confirmation' }).click()
  await expect(page.getByRole('status').filter({ hasText: SECOND })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()

  const opened = await context.newPage()
  await opened.goto(await linkIn(/confirm your e-mail/i, 'merge'))
  await expect(opened.getByText(`${SECOND} has been successfully linked`)).toBeVisible()
  await expect(opened).toHaveURL(/\/account\/settings-preferences$/)
  await expect(pill(opened)).toBeVisible()

  await opened.getByRole('button', { name: `Remove ${SECOND}` }).click()
  await opened.getByRole('alertdialog').getByRole('button', { name: 'Unlink email' }).click()
  await expect(opened.getByText('The unlink e-mail was sent')).toBeVisible()
  const link = await linkIn(/confirm the removal/i, 'split')

  // Signed out elsewhere: the way leads through the sign-in, and nothing is done without a press.
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link)
  await fillSignIn(elsewhere, 'verified@demo.test', DEMO_PASSWORD)
  await expect(elsewhere.getByRole('heading', { name: `Unlink ${SECOND} from this account?` })).toBeVisible()
  await expect(pill(elsewhere)).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Unlink email' }).click()
  await expect(elsewhere.getByText(`${SECOND} has been successfully unlinked`)).toBeVisible()
  await expect(pill(elsewhere)).toHaveCount(0)
  await elsewhere.context().close()
})
