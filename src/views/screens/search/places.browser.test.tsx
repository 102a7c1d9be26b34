// What of the search is in sight on the narrowest phone.
import { expect, it } from 'vitest'
import { openSearch, TERM, tab } from '#tests/components/found.ts'

it('the category of a search that was chosen is whole in sight', async () => {
  await openSearch(`/search/releases?q=${TERM}`, { window: [320, 640] })
  await expect.element(tab('Releases')).toHaveAttribute('aria-selected', 'true')
  // But for the half pixel by which browsers round how far something is scrolled.
  await expect.element(tab('Releases')).toBeInViewport({ ratio: 0.99 })
})
