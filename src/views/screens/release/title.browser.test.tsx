/** A long title of a release, on its page and in the dialog. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '#tests/components/stage.tsx'
import { aCard } from '#tests/support/story.ts'
import { Headline } from './parts.tsx'

const card = aCard('r1', { title: 'Songs for a long way home and back again '.repeat(8).trim() })

it('a long title is read whole on the page of its release', async () => {
  await show(<Headline card={card} level="h1" />, { window: [800, 600] })
  const { scrollHeight, clientHeight } = page.getByRole('heading', { level: 1 }).element()
  expect(clientHeight).toBeGreaterThan(2 * 36)
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
})

it('in the dialog it has two lines, and says the rest to whoever points at it', async () => {
  await show(<Headline card={card} level="h2" />, { window: [800, 600] })
  const heading = page.getByRole('heading', { level: 2 })
  expect(heading.element().clientHeight).toBeLessThanOrEqual(2 * 36)
  await expect.element(heading).toHaveAttribute('title', card.title)
})
