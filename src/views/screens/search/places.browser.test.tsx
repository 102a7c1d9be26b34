// What of the search is in sight on the narrowest phone.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openSearch, TERM, tab } from '#tests/components/found.ts'

it('the category of a search that was chosen is whole in sight', async () => {
  await openSearch(`/search/releases?q=${TERM}`, { window: [320, 640] })
  await expect.element(tab('Releases')).toHaveAttribute('aria-selected', 'true')
  // But for the half pixel by which browsers round how far something is scrolled.
  await expect.element(tab('Releases')).toBeInViewport({ ratio: 0.99 })
})

it('another search begins at its top, and the way back leads to where the one before was left', async () => {
  const app = await openSearch(`/search/top?q=${TERM}`, { window: [1440, 500] })
  const scroller = () => document.querySelector('[data-search-view]')
  await expect.poll(() => document.querySelectorAll('[data-search-view] [data-skeleton]').length).toBe(0)
  scroller()?.scrollTo({ top: 300 })
  await expect.poll(() => scroller()?.scrollTop).toBe(300)
  app.go(`/search/top?q=${TERM}+sea`)
  await expect.poll(() => scroller()?.scrollTop).toBe(0)
  await expect.element(page.getByText('sea', { exact: false }).first()).toBeVisible()
  expect(scroller()?.scrollTop).toBe(0)
  history.back()
  await expect.poll(() => scroller()?.scrollTop).toBe(300)
  // A release over it moves nothing.
  app.go(`/search/top?q=${TERM}&release=n1`)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(scroller()?.scrollTop).toBe(300)
})
