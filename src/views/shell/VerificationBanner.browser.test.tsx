import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sessionStarted } from '#core/events/people/session.ts'
import { openApp } from '#tests/components/app.tsx'
import { show } from '#tests/components/stage.tsx'
import { Story, someClaims } from '#tests/support/story.ts'
import { VerificationBanner } from './VerificationBanner.tsx'

const banner = () => page.getByRole('region', { name: 'Verification' })
const seenBy = (verified: boolean, label_staff: boolean) =>
  show(<VerificationBanner />, {
    story: new Story().happens(
      sessionStarted({
        claims: someClaims('p1', { verified, label_staff }),
        accessToken: 'a',
        refreshToken: 'r',
        restored: true,
      }),
    ),
  })

it('SHELL-048: who is neither label staff nor verified is told that the verification is pending', async () => {
  await seenBy(false, false)
  await expect.element(banner()).toHaveTextContent('Your account verification is pending')
})

it.each([
  ['who is verified', true, false],
  ['label staff', false, true],
  ['verified label staff', true, true],
])('SHELL-048: %s sees no verification banner', async (_, verified, staff) => {
  const stage = await seenBy(verified, staff)
  expect(stage.host.textContent).toBe('')
})

it('SHELL-049: closed it is gone at once', async () => {
  await seenBy(false, false)
  await banner().getByRole('button', { name: 'Close' }).click()
  await expect.element(banner()).not.toBeInTheDocument()
})

it('whoever closes it has the focus in the page then', async () => {
  await openApp('/releases', { claims: someClaims('p1', { verified: false }) })
  const close = banner().getByRole('button', { name: 'Close' })
  await expect.element(close).toBeVisible()
  // A page that is entered takes the focus once, perhaps after its banner is seen.
  const holds = async () => {
    const button = close.element() as HTMLElement
    button.focus()
    await new Promise((resolve) => setTimeout(resolve, 60))
    return document.activeElement === button
  }
  await expect.poll(holds).toBe(true)
  await userEvent.keyboard('{Enter}')
  await expect.element(banner()).not.toBeInTheDocument()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

it('SHELL-050: in a page that stays open it comes back a day after it was closed', async () => {
  await seenBy(false, false)
  await banner().getByRole('button', { name: 'Close' }).click()
  const closed = Date.now()
  const come = () => document.dispatchEvent(new Event('visibilitychange'))
  const clock = vi.spyOn(Date, 'now').mockReturnValue(closed + 86_400_000 - 5000)
  come()
  await new Promise((done) => setTimeout(done, 100))
  await expect.element(banner()).not.toBeInTheDocument()
  clock.mockReturnValue(closed + 86_400_000 + 1)
  come()
  await expect.element(banner()).toBeVisible()
})

it('SHELL-050: it comes back within a minute of that day in a page that nobody looks at or presses', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  await seenBy(false, false)
  await banner().getByRole('button', { name: 'Close' }).click()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000 - 5000)
  vi.advanceTimersByTime(60_000)
  await expect.element(banner()).not.toBeInTheDocument()
  clock.mockReturnValue(Date.now() + 10_000)
  vi.advanceTimersByTime(60_000)
  await expect.element(banner()).toBeVisible()
})
