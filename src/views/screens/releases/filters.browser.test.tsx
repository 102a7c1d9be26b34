// The list menu over the gallery: filters, pills, order and view. What the gallery then holds is the server's answer.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#tests/components/app.tsx'
import {
  choose,
  dropdown,
  FILTERS,
  listbox,
  menu,
  openGallery,
  option,
  pill,
  query,
  radio,
  showsAnswer,
  words,
} from '#tests/components/gallery.ts'

describe('each group', () => {
  /** The group's list is the server's, and what is chosen in it narrows the gallery to the server's answer. */
  async function narrows(name: string, key: 'genres' | 'packages' | 'markets' | 'versions' | 'release_types') {
    await openGallery()
    await dropdown(name).click()
    await expect.element(listbox(name)).toHaveAttribute('aria-multiselectable', 'true')
    await expect.poll(() => words(listbox(name).getByRole('option'))).toEqual(FILTERS[key].map((one) => one.name))
    const [first, second] = FILTERS[key]
    if (!first || !second) throw new Error('too few options')
    await option(first.name).click()
    await expect.element(option(first.name)).toHaveAttribute('aria-selected', 'true')
    await showsAnswer(`sort=-date&${key}=${first.id}`)
    await option(second.name).click()
    await showsAnswer(`sort=-date&${key}=${first.id},${second.id}`)
    expect(query().get(key)).toBe(`${first.id},${second.id}`)
    await option(first.name).click()
    await expect.element(option(first.name)).toHaveAttribute('aria-selected', 'false')
    await showsAnswer(`sort=-date&${key}=${second.id}`)
  }
  it('FILTER-002: the genres narrow the gallery', () => narrows('Genres', 'genres'))
  it('FILTER-003: the lists narrow the gallery', { tags: ['long'] }, () => narrows('Lists', 'packages'))
  it('FILTER-004: the markets narrow the gallery', { tags: ['long'] }, () => narrows('Markets', 'markets'))
  it('FILTER-005: the song version narrows the gallery', { tags: ['long'] }, () => narrows('Version', 'versions'))
  it('FILTER-006: the release type narrows the gallery', { tags: ['long'] }, () =>
    narrows('Release type', 'release_types'),
  )

  it('FILTER-015: Explicit is one of the versions, off by default, sent as explicit and not as a version', {
    tags: ['long'],
  }, async () => {
    await openGallery()
    expect(query().has('explicit')).toBe(false)
    await choose('Version', 'Explicit')
    expect([query().get('explicit'), query().has('versions')]).toEqual(['true', false])
    await showsAnswer('sort=-date&explicit=true')
    await expect.element(pill('Version')).toHaveTextContent('Explicit')
    await choose('Version', 'Explicit')
    expect(query().has('explicit')).toBe(false)
    await showsAnswer('sort=-date')
  })

  it('an option that is pressed is in sight: nothing is laid out to look for it, as it is for keys', {
    tags: ['long'],
  }, async () => {
    await openGallery()
    await dropdown('Genres').click()
    const [first, second] = FILTERS.genres
    await option(first?.name ?? '').click()
    const looks = vi.spyOn(Element.prototype, 'scrollIntoView')
    onTestFinished(() => looks.mockRestore())
    const asked = () => looks.mock.contexts.filter((one) => (one as Element).role === 'option').length
    await option(second?.name ?? '').click()
    await expect.element(option(second?.name ?? '')).toHaveAttribute('aria-selected', 'true')
    expect(asked()).toBe(0)
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(asked).toBe(1)
  })

  it('FILTER-019: markets show their logos', async () => {
    const markets = [{ id: 'ca', name: 'Canada', icon: '/icon-180' }]
    await openGallery('', { answers: { 'GET /options': () => ({ ...FILTERS, markets }) } })
    await dropdown('Markets').click()
    await expect.element(option('Canada')).toBeVisible()
    const logo = () => option('Canada').element().querySelector('img')
    expect(logo()?.getAttribute('src')).toBe('/icon-180.png')
    await expect.poll(() => logo()?.naturalWidth).toBeGreaterThan(0)
  })

  it('FILTER-020: the release types are Album, EP and Single', async () => {
    await openGallery()
    await dropdown('Release type').click()
    await expect.poll(() => words(listbox('Release type').getByRole('option'))).toEqual(['Album', 'EP', 'Single'])
  })

  it('FILTER-021: the versions are thirteen', async () => {
    await openGallery()
    await dropdown('Version').click()
    await expect
      .poll(() => words(listbox('Version').getByRole('option')))
      .toEqual(
        ['Album', 'Clean', 'Radio', 'Explicit', 'Album version', 'Club mix', 'Hook', 'Instrumental', 'Liner', 'Other', 'Radio edit', 'Remix', 'Vocal'], // biome-ignore format: one list
      )
  })
})

describe('pills', () => {
  it('FILTER-011: a pill shows the first two names', { tags: ['long'] }, async () => {
    await openGallery()
    expect(pill('Genres').elements()).toEqual([])
    await choose('Genres', 'Ambient', 'Electronic')
    await expect.poll(() => words(pill('Genres'))).toEqual(['GenresAmbient, Electronic'])
  })

  it('FILTER-012: and how many more there are', { tags: ['long'] }, async () => {
    await openGallery()
    await choose('Genres', 'Ambient', 'Electronic', 'Folk', 'House')
    await expect.element(pill('Genres')).toHaveTextContent('Ambient, Electronic')
    await expect.element(pill('Genres').getByText('+2', { exact: true })).toBeVisible()
    await expect.element(pill('Genres')).not.toHaveTextContent('Folk')
  })

  it('FILTER-013: its X clears the group alone', async () => {
    await openGallery('genres=folk&release_types=single&sort=title')
    await page.getByRole('button', { name: 'Clear Genres' }).click()
    await expect.element(pill('Genres')).not.toBeInTheDocument()
    await showsAnswer('sort=title&release_types=single')
    await expect.element(dropdown('Genres')).toHaveFocus()
  })

  it('FILTER-014: Clear all clears every group and leaves the order', async () => {
    const app = await openGallery('genres=folk&markets=ca&release_types=single&versions=clean&explicit=true&sort=trend')
    await expect.element(pill('Version')).toHaveTextContent('Clean, Explicit')
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
    await expect.element(page.getByRole('group', { name: / filter$/ })).not.toBeInTheDocument()
    expect(app.address).toBe('/releases?sort=trend')
    await showsAnswer('sort=trend')
  })
})

describe('order and view', () => {
  it('FILTER-008: Newest and Popular switch between -date and trend', async () => {
    await openGallery()
    expect(words(page.getByRole('radiogroup', { name: 'Sort', exact: true }).getByRole('radio'))).toEqual([
      'Newest',
      'Popular',
    ])
    await expect.element(radio('Newest')).toBeChecked()
    await radio('Popular').click()
    await expect.element(radio('Popular')).toBeChecked()
    await showsAnswer('sort=trend')
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(radio('Newest')).toBeChecked()
    await expect.element(radio('Newest')).toHaveFocus()
    await showsAnswer('sort=-date')
  })

  it('FILTER-022: the sort menu sorts by every attribute, both ways', { tags: ['long'] }, async () => {
    await openGallery()
    await menu().getByRole('button', { name: 'Sort by' }).click()
    const item = (name: string) => page.getByRole('menuitemradio', { name, exact: true })
    for (const [name, key, back, turned] of [
      ['Popularity', 'trend', 'Least popular first', '-trend'],
      ['Artist', 'artist', 'Z to A', '-artist'],
      ['Title', 'title', 'Z to A', '-title'],
      ['Duration', 'time', 'Longest first', '-time'],
      ['Available date', '-date', 'Oldest first', 'date'],
    ] as const) {
      await item(name).click()
      await expect.element(item(name)).toBeChecked()
      await showsAnswer(`sort=${key}`)
      await item(back).click()
      await showsAnswer(`sort=${turned}`)
    }
  })

  it('FILTER-023: choosing the attribute again clears the sort', { tags: ['long'] }, async () => {
    const app = await openGallery('sort=artist')
    await showsAnswer('sort=artist')
    await menu().getByRole('button', { name: 'Sort by' }).click()
    await page.getByRole('menuitemradio', { name: 'Artist', exact: true }).click()
    await expect.poll(() => app.address).toBe('/releases')
    await showsAnswer('sort=-date')
  })

  it('TABLE-007, TABLE-008: a press on a head of the rows sorts ascending, another one descending', {
    tags: ['long'],
  }, async () => {
    await openGallery()
    await menu().getByRole('button', { name: 'Show as list' }).click()
    const head = page.getByRole('columnheader', { name: 'Artist', exact: true })
    for (const [sort, direction] of [
      ['artist', 'ascending'],
      ['-artist', 'descending'],
    ] as const) {
      await head.getByRole('button').click()
      await showsAnswer(`sort=${sort}`)
      await expect.element(head).toHaveAttribute('aria-sort', direction)
    }
  })

  it('FILTER-009: the menu has a switch between cards and rows', async () => {
    await openGallery()
    const twin = menu().getByRole('button', { name: 'Show as list' })
    await expect.element(twin).toHaveAttribute('aria-pressed', 'false')
    await twin.click()
    await expect.element(twin).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByRole('columnheader', { name: 'Artist' })).toBeVisible()
    await twin.click()
    await expect.element(twin).toHaveAttribute('aria-pressed', 'false')
    await expect.element(page.getByRole('feed', { name: 'Releases' })).toBeVisible()
  })

  it('SHELL-014: the header has its twin', async () => {
    await openGallery()
    const header = page.getByRole('banner').getByRole('button', { name: 'List view' })
    await header.click()
    await expect.element(menu().getByRole('button', { name: 'Show as list' })).toHaveAttribute('aria-pressed', 'true')
    await menu().getByRole('button', { name: 'Show as list' }).click()
    await expect.element(header).toHaveAttribute('aria-pressed', 'false')
  })

  it('GALLERY-001: cards and rows hold the same filtered and sorted releases', { tags: ['long'] }, async () => {
    await openGallery()
    await choose('Lists', 'Radio adds')
    await radio('Popular').click()
    await showsAnswer('sort=trend&packages=radio-adds')
    await menu().getByRole('button', { name: 'Show as list' }).click()
    await expect.element(page.getByRole('columnheader', { name: 'Artist' })).toBeVisible()
    await showsAnswer('sort=trend&packages=radio-adds')
  })

  it('FILTER-007: Request new list leads to a survey in a new tab', async () => {
    await openGallery()
    const link = page.getByRole('link', { name: 'Request new list' })
    await expect.element(link).toHaveAttribute('href', expect.stringMatching(/^https:\/\/.*survey/))
    await expect.element(link).toHaveAttribute('target', '_blank')
    await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noopener'))
  })
})

it.each(['/search?q=folk', '/search/releases?q=folk'])('FILTER-001: %s has no list menu', async (address) => {
  await openApp(address)
  await expect.element(page.getByRole('region', { name: 'Search', exact: true })).toBeVisible()
  expect(menu().elements()).toEqual([])
  expect(page.getByRole('button', { name: 'Genres', exact: true }).elements()).toEqual([])
  expect(page.getByRole('radiogroup', { name: 'Sort', exact: true }).elements()).toEqual([])
})
