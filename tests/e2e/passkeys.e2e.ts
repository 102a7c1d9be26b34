// Passkeys, whole: made, named, signed in with by button and by the list of the field, removed, and no way in then.
import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { cards, signInByHand, signOut } from './support/product.ts'

/** An authenticator of the browser itself. It answers at once while somebody is there, and not at all otherwise. */
async function authenticator(page: Page): Promise<{ cdp: CDPSession; present(is: boolean): Promise<unknown> }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    cdp,
    present: (enabled) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('H-019: a passkey is made, named, signs in, and signs nobody in once it was removed', { tag: '@long' }, async ({
  page,
}) => {
  const { present } = await authenticator(page)
  await signInByHand(page)
  await page.goto('/account-management')
  await button(page, 'Add a passkey').waitFor()
  // Of a try that failed before this one.
  for (let left = await passkeys(page).count(); left > 0; left--) {
    await passkeys(page)
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(passkeys(page)).toHaveCount(left - 1)
  }
  await button(page, 'Add a passkey').click()
  await expect(passkeys(page)).toHaveCount(1)
  await passkeys(page)
    .getByRole('button', { name: /^Rename/ })
    .click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Blue key 👨‍👩‍👧')
  await button(page, 'Save').click()
  await expect(passkeys(page)).toContainText('Blue key 👨‍👩‍👧')

  // Nobody is there: what waits in the list of the field goes on waiting.
  await present(false)
  await signOut(page)
  await expect(button(page, 'Sign in with a passkey')).toBeVisible()
  // Pressed before somebody is there: else the list lets in first, and the button is gone. The authenticator never
  // looks again at what was asked of it meanwhile, so somebody comes with the question of the press.
  await page.context().route('**/auth/passkeys/sign-in/options', async (route) => {
    await present(true)
    await route.continue()
  })
  await button(page, 'Sign in with a passkey').click()
  await expect(page).toHaveURL(/\/releases$/)
  await expect(cards(page).first()).toBeVisible()
  await page.goto('/account-management')
  await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('Signed in with a passkey')

  // Somebody is there: the list of the field lets in without a press.
  await signOut(page)
  await expect(page).toHaveURL(/\/releases$/, { timeout: 20_000 })

  await page.goto('/account-management')
  await button(page, 'Remove Blue key 👨‍👩‍👧').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(passkeys(page)).toHaveCount(0)
  await signOut(page)
  await expect(page.getByText('This passkey belongs to no account here')).toBeVisible({ timeout: 20_000 })
  // The password is a way in as before.
  await signInByHand(page)
})
