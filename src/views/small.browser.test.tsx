// At 320 by 256, as 400 % of 1280 by 1024 is.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openHeard, player } from '#tests/components/playing.ts'

it('two fifths of the screen are left for releases while a song plays, and nothing goes sideways', async () => {
  await openHeard('/releases', { window: [320, 256] })
  const first = page.css('[data-testid="gallery-scroller"] [data-release-id]').first()
  await expect.element(first).toBeVisible()
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const modal = page.getByRole('dialog')
  await expect.element(modal).toBeVisible()
  await modal.getByRole('button', { name: 'Play', exact: true }).first().click() // biome-ignore format: one press
  await userEvent.keyboard('{Escape}')
  await expect.element(modal).not.toBeInTheDocument()
  await expect.element(player()).toBeVisible()
  const top = (element: Element | null) => element?.getBoundingClientRect().top ?? 0
  const room = () =>
    top(document.querySelector('section[aria-label="Player"]')) -
    top(document.querySelector('[data-testid="gallery-scroller"]'))
  await expect.poll(room).toBeGreaterThanOrEqual(0.4 * 256)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})
