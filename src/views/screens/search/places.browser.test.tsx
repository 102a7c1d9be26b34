// What of the search is in sight on the narrowest phone.
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { box, openBox, openSearch, TERM, tab, view } from '#tests/components/found.ts'

it('the category of a search that was chosen is whole in sight', async () => {
  await openSearch(`/search/releases?q=${TERM}`, { window: [320, 640] })
  await expect.element(tab('Releases')).toHaveAttribute('aria-selected', 'true')
  // But for the half pixel by which browsers round how far something is scrolled.
  await expect.element(tab('Releases')).toBeInViewport({ ratio: 0.99 })
})

it('another search begins at its top, and the way back leads to where the one before was left', {
  tags: ['long'],
}, async () => {
  const app = await openSearch(`/search/top?q=${TERM}`, { window: [1440, 500] })
  const scroller = () => document.querySelector('[data-search-view]')
  // Before any of it is here there are no skeletons either.
  await expect.element(view().getByRole('region', { name: 'Tracks', exact: true })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('[data-search-view] [data-skeleton]').length).toBe(0)
  scroller()?.scrollTo({ top: 300 })
  await expect.poll(() => scroller()?.scrollTop).toBe(300)
  // What is scrolled is told a frame later.
  await new Promise(requestAnimationFrame)
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

describe('H-594: what is found while typing and followed elsewhere', () => {
  /** Opens it, follows it, and goes back twice. */
  async function leaves(follow: () => Promise<void>, to: string): Promise<void> {
    const app = await openBox()
    await box().fill(TERM)
    await expect.element(view().getByRole('list', { name: 'Top results' })).toBeVisible()
    await follow()
    await expect.poll(() => app.address).toBe(to)
    history.back()
    await expect.poll(() => app.address).toBe(`/search/top?q=${TERM}`)
    await expect.element(tab('Top')).toHaveAttribute('aria-selected', 'true')
    history.back()
    await expect.poll(() => app.address).toBe('/releases')
  }
  const artists = () => view().getByRole('region', { name: 'Artists', exact: true })
  const song = () => view().getByRole('region', { name: 'Tracks', exact: true }).getByRole('listitem').first()

  it('an artist leads back to the search', { tags: ['long'] }, () =>
    leaves(
      () => artists().getByRole('link', { name: 'Northern Band 1', exact: true }).click(),
      '/search/releases/artist?q=Northern%20Band%201',
    ),
  )

  const release = () =>
    view()
      .getByRole('region', { name: 'Releases', exact: true })
      .getByRole('link', { name: 'North Sea 1', exact: true })
  const overSearch = `/search/top?q=${TERM}&release=n1`

  it('a release does', { tags: ['long'] }, () => leaves(() => release().click(), overSearch))

  it('and closing it leads to the same search, once', { tags: ['long'] }, async () => {
    const app = await openBox()
    await box().fill(TERM)
    await release().click()
    await expect.poll(() => app.address).toBe(overSearch)
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await expect.poll(() => app.address).toBe(`/search/top?q=${TERM}`)
    history.back()
    await expect.poll(() => app.address).toBe('/releases')
  })

  it('Release info of a song does', { tags: ['long'] }, () =>
    leaves(async () => {
      await song().hover()
      await song().getByRole('button', { name: /^More actions/ }).click() // biome-ignore format: one press
      await page.getByRole('menuitem', { name: 'Release info' }).click()
    }, '/releases/releaseInfo/n1'),
  )

  it('what is cleared is nowhere: from the releases one comes back to the page before', {
    tags: ['long'],
  }, async () => {
    const app = await openBox()
    app.go('/playlists')
    await expect.poll(() => app.address).toBe('/playlists')
    await box().fill(TERM)
    await expect.element(view().getByRole('list', { name: 'Top results' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear search', exact: true }).click()
    await expect.poll(() => app.address).toBe('/releases')
    history.back()
    await expect.poll(() => app.address).toBe('/playlists')
  })

  it('See all is the search itself, before which no other lies', async () => {
    const app = await openBox()
    await box().fill(TERM)
    await artists().getByRole('link', { name: 'See all artists' }).click()
    await expect.poll(() => app.address).toBe(`/search/artists?q=${TERM}`)
    history.back()
    await expect.poll(() => app.address).toBe('/releases')
  })
})
