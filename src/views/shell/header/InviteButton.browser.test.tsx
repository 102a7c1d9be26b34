/** The way to invite in the header: for whom it is there, and at which widths. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { sessionRefreshed } from '#core/events/people/session.ts'
import { show, signedIn } from '#tests/components/stage.tsx'
import { someClaims } from '#tests/support/story.ts'
import { inviteOpen } from '../../forms/invite/invite.state.ts'
import { Modals } from '../dialogs/Modals.tsx'
import { Header } from './Header.tsx'

const button = () => page.getByRole('banner').getByRole('button', { name: 'Invite', exact: true })

async function header(width: number, verified = true) {
  inviteOpen.value = false
  const claims = someClaims('p1', { verified })
  const story = signedIn().happens(sessionRefreshed({ claims, accessToken: 'a', refreshToken: 'r' }))
  const view = (
    <>
      <Header inert={false} />
      <Modals />
    </>
  )
  await show(view, { window: [width, 800], path: '/releases', story })
}

it('SHELL-003, SHELL-020: an invite button opens the invite flow', async () => {
  await header(1440)
  await button().click()
  await expect.element(page.getByRole('dialog', { name: 'Invite your network' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button()).toHaveFocus()
})

it('SHELL-004, INVITE-001: verified users see it', async () => {
  await header(1440)
  await expect.element(button()).toBeVisible()
})

it('SHELL-004, INVITE-001: unverified users do not', async () => {
  await header(1440, false)
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  expect(button().query()).toBeNull()
})

it.each([
  [390, true],
  [1023, true],
  [1024, false],
  [1439, false],
  [1440, true],
])('SHELL-005: at a width of %i px it is there: %s', async (width, isThere) => {
  await header(width)
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  expect(button().query() !== null).toBe(isThere)
})

it.each([320, 390, 768, 1023])('SHELL-005: at %i px nothing of the header lies over another part', async (width) => {
  await header(width)
  const boxes = [...page.getByRole('banner').element().querySelectorAll('button, input')].map((one) => one.getBoundingClientRect()) // biome-ignore format: one list
  const sorted = boxes.filter((box) => box.width > 0).sort((a, b) => a.left - b.left)
  for (const [at, box] of sorted.entries()) expect(box.left).toBeGreaterThanOrEqual((sorted[at - 1]?.right ?? 0) - 1)
  expect(sorted.at(-1)?.right).toBeLessThanOrEqual(width)
})
