// The pages of results: the overview, the categories, artists and labels, and what stands there where nothing was found.
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { appWentOffline, appWentOnline } from '#core/events/app.ts'
import { downloadHistoryRestored } from '#core/events/downloads.ts'
import { settingColumnResized } from '#core/events/settings.ts'
import { searchWords } from '#core/model/text/fold.ts'
import {
  ALL,
  calls,
  openFound,
  openSearch,
  releasesOf,
  SEARCH,
  TERM,
  TOP,
  tab,
  topResults,
  view,
  words,
} from '#tests/components/found.ts'
import { failure, unreachable } from '#tests/components/wire.ts'

const CATEGORIES = ['Tracks', 'Artists', 'Labels', 'Releases'] as const
const RESULTS = `/search/top?q=${TERM}`
const block = (name: string) => view().getByRole('region', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const rows = (name: string) => block(name).getByRole('listitem')

describe('the overview', () => {
  it('SEARCH-006: has five categories, and the address follows', { tags: ['long'] }, async () => {
    const app = await openSearch(RESULTS)
    expect(words(page.getByRole('tab'))).toEqual(['Top', ...CATEGORIES])
    await expect.element(tab('Top')).toHaveAttribute('aria-selected', 'true')
    for (const name of CATEGORIES) {
      await tab(name).click()
      await expect.poll(() => app.address).toBe(`/search/${name.toLowerCase()}?q=${TERM}`)
      await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true')
    }
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => app.address).toBe(RESULTS)
    await expect.element(tab('Top')).toHaveFocus()
  })

  it('FORMAT-002: a release says from when it is there, as MMM dd, yyyy', async () => {
    await openSearch(RESULTS)
    expect(ALL.releases[0]?.available).toBe('2026-11-20')
    await expect.element(rows('Releases').first()).toHaveTextContent('Nov 20, 2026')
  })

  it('SEARCH-006: each category names what it shows', async () => {
    await openSearch(RESULTS)
    const panel = page.getByRole('tabpanel', { name: 'Top', exact: true })
    await expect.element(panel).toBeVisible()
    for (const one of page.getByRole('tab').elements())
      expect(document.getElementById(one.getAttribute('aria-controls') ?? '')).toBe(panel.element())
  })

  it('SEARCH-007: mixes the six best of all kinds, as the server scores them', async () => {
    await openSearch(RESULTS)
    await expect.element(topResults()).toBeVisible()
    const hits = topResults().getByRole('listitem').elements()
    expect(hits.map((one) => one.getAttribute('data-hit'))).toEqual(TOP.map(({ kind }) => kind))
    expect(hits).toHaveLength(6)
    const links = hits.map((one) => one.querySelector('a')?.textContent)
    expect(links).toEqual(
      TOP.map((hit) => (hit.kind === 'artist' ? hit.artist : hit.kind === 'label' ? hit.label : hit.title)),
    )
  })

  it('SEARCH-008, SEARCH-009: shows four of each category and leads to all of them when there are more', async () => {
    const app = await openSearch(RESULTS)
    for (const name of CATEGORIES) {
      await expect.poll(() => rows(name).elements().length, { message: name }).toBe(4)
      expect(
        block(name)
          .getByRole('link', { name: `See all ${name}` })
          .elements(),
        name,
      ).toHaveLength(1)
    }
    await block('Tracks').getByRole('link', { name: 'See all tracks' }).click()
    await expect.poll(() => app.address).toBe(`/search/tracks?q=${TERM}`)
    const list = view().getByRole('list', { name: 'Tracks' })
    await expect.poll(() => list.getByRole('listitem').elements().length).toBe(ALL.tracks.length)
  })

  it('H-596: a release is signed as flagged where it is, not where some of its songs are', async () => {
    const [first, second, ...others] = ALL.releases
    if (!first || !second) throw new Error('no releases')
    const items = [{ ...first, flagged: true, flaggedtrackcount: 3 }, { ...second, flaggedtrackcount: 1 }, ...others]
    const none = { items: [], total: 0 }
    await openSearch(`/search/releases?q=${TERM}`, {
      answers: {
        'GET /search': () => ({
          top: none,
          tracks: none,
          artists: none,
          labels: none,
          releases: { items, total: items.length },
        }),
      },
    })
    const sign = (id: string) => page.css(`article[data-release-id="${id}"]`).getByRole('img', { name: 'Flagged' })
    await expect.element(sign(first.releaseid)).toBeVisible()
    expect(sign(second.releaseid).elements()).toHaveLength(0)
  })

  it.each([
    ['a row', RESULTS, () => rows('Releases'), 0],
    ['one of the best', RESULTS, () => topResults().getByRole('listitem'), 1],
    ['a card', `/search/releases?q=${TERM}`, () => view().getByRole('article'), 0],
  ] as const)(
    'H-596: %s of a release says that it is flagged, and that it was downloaded before',
    async (_, at, all, isSong) => {
      const [first, second] = ALL.releases
      const [song] = ALL.tracks
      if (!first || !second || !song) throw new Error('nothing found')
      const items = [{ ...first, flagged: true }, second]
      const none = { items: [], total: 0 }
      const top = { items: [...items, { ...song, flagged: true }], total: 3 }
      const found = { top, tracks: none, artists: none, labels: none, releases: { items, total: 2 } }
      const app = await openSearch(at, { answers: { 'GET /search': () => found } })
      const sign = (name: string) =>
        [first, second, song].map(
          ({ title }) => all().filter({ hasText: title }).getByRole('img', { name }).elements().length,
        )
      await expect.poll(() => sign('Flagged')).toEqual([1, 0, isSong])
      expect(sign('Already downloaded')).toEqual([0, 0, 0])
      app.happens(downloadHistoryRestored({ keys: [`release ${second.releaseid} wav`, `song ${song.trackid} mp3`] }))
      await expect.poll(() => sign('Already downloaded')).toEqual([0, 1, isSong])
    },
  )

  it('H-470: of an artist whose releases nobody counted no number is said', async () => {
    const artists = ALL.artists.slice(0, 2).map((hit, n) => ({ ...hit, releases: n === 0 ? null : 7 }))
    const none = { items: [], total: 0 }
    const list = { items: artists, total: 2 }
    await openSearch(RESULTS, {
      answers: { 'GET /search': () => ({ top: list, tracks: none, artists: list, labels: none, releases: none }) },
    })
    const counts = (all: Element[]) => all.map((one) => /\d releases/.exec(one.textContent ?? '')?.[0])
    await expect.poll(() => counts(rows('Artists').elements())).toEqual([undefined, '7 releases'])
    expect(counts(topResults().getByRole('listitem').elements())).toEqual([undefined, '7 releases'])
    await tab('Artists').click()
    const cells = () => view().getByRole('cell').elements()
    await expect.poll(() => cells().flatMap((one, n) => (n % 3 === 2 ? [one.textContent] : []))).toEqual(['', '7'])
  })

  it('a long title of a top result goes on in a second line', async () => {
    const [hit] = ALL.releases
    const none = { items: [], total: 0 }
    const top = { items: [{ ...hit, title: 'My Other Car Is the Moon Over Northern Ports', _score: 1 }], total: 1 }
    await openSearch(RESULTS, {
      answers: { 'GET /search': () => ({ top, tracks: none, artists: none, labels: none, releases: none }) },
    })
    const title = topResults().getByRole('link')
    await expect.element(title).toBeVisible()
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = title.element()
    expect([scrollWidth <= clientWidth, scrollHeight <= clientHeight]).toEqual([true, true])
    expect(clientHeight).toBe(40)
  })

  it('SEARCH-009: no link where a block shows all there is', async () => {
    const items = ALL.releases.slice(0, 4)
    const none = { items: [], total: 0 }
    await openSearch(RESULTS, {
      answers: {
        'GET /search': () => ({
          top: { items: TOP, total: 9 },
          tracks: { items: ALL.tracks.slice(0, 5), total: 5 },
          artists: none,
          labels: none,
          releases: { items, total: 4 },
        }),
      },
    })
    await expect.poll(() => rows('Releases').elements().length).toBe(4)
    expect(
      block('Releases')
        .getByRole('link', { name: /^See all/ })
        .elements(),
    ).toEqual([])
    expect(
      block('Tracks')
        .getByRole('link', { name: /^See all/ })
        .elements(),
    ).toHaveLength(1)
  })

  it('a release opens over the results, and closing it comes back to them', { tags: ['long'] }, async () => {
    const app = await openSearch(RESULTS)
    const [release] = ALL.releases
    const { releaseid = '', title = '' } = release ?? {}
    await expect.element(rows('Releases').first()).toHaveTextContent(title)
    await rows('Releases').first().getByRole('link').click()
    await expect.poll(() => app.address).toBe(`${RESULTS}&release=${releaseid}`)
    await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.poll(() => app.address).toBe(RESULTS)
    const loaded = await openSearch(`${RESULTS}&release=${releaseid}`)
    await expect.element(dialog()).toBeVisible()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => loaded.address).toBe(RESULTS)
  })

  it('the letters that answer are marked', async () => {
    await openSearch(`/search/artists?q=${TERM}`)
    await expect.poll(() => document.querySelectorAll('[role=table] mark').length).toBe(ALL.artists.length)
    for (const one of document.querySelectorAll('[role=table] mark')) {
      expect(searchWords(one.textContent ?? '')[0]).toBe(TERM)
    }
  })

  it('coming back to the results leads to where they were left', async () => {
    const app = await openSearch(`/search/releases?q=${TERM}`)
    const top = () => view().element().scrollTop
    await expect.element(view().getByRole('listitem').nth(30)).toBeInTheDocument()
    view().element().scrollTo({ top: 400 })
    await expect.poll(top).toBe(400)
    // What is scrolled is told a frame later.
    await new Promise(requestAnimationFrame)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playlists' }).click()
    await expect.poll(() => app.address).toBe('/playlists')
    await expect.element(view()).not.toBeInTheDocument()
    history.back()
    await expect.element(view()).toBeVisible()
    await expect.poll(top).toBe(400)
  })
})

describe('artists and labels', () => {
  /** The table shows all that was found: picture, name and count of each. */
  async function showsTable(section: 'artists' | 'labels', table: string, name: string): Promise<void> {
    await openSearch(`/search/${section}?q=${TERM}`)
    const shown = view().getByRole('table', { name: table, exact: true })
    await expect.poll(() => words(shown.getByRole('columnheader'))).toEqual(['Picture', name, 'Releases'])
    for (const [n, head] of [name, 'Releases'].entries())
      await expect.element(shown.getByRole('columnheader').nth(n + 1)).toHaveAccessibleName(head)
    const said = ALL[section].map((hit) => ['', hit.kind === 'artist' ? hit.artist : hit.label, String(hit.releases)])
    const lines = () => shown.getByRole('row').elements().slice(1)
    await expect
      .poll(() => lines().map((line) => [...line.querySelectorAll('[role=cell]')].map((one) => one.textContent)))
      .toEqual(said)
    for (const line of lines()) {
      const picture = line.querySelector('[role=cell] img') as HTMLImageElement
      await expect.element(picture).toBeVisible()
      expect(picture.getAttribute('src')).toBe('/icon-180.png')
    }
  }
  it('SEARCH-012: artists are a table of names, counts and pictures', () => showsTable('artists', 'Artists', 'Artist'))
  it('SEARCH-013: labels are a table of names, counts and logos', () => showsTable('labels', 'Labels', 'Label'))

  it.each([
    ['artists', 'Artist', 'labels'],
    ['labels', 'Label', 'artists'],
  ] as const)(
    'TABLE-004: the widths of the columns of %s are those of that table alone',
    async (table, name, other) => {
      const app = await openSearch(`/search/${table}?q=${TERM}`, { window: [1440, 800] })
      const head = view().getByRole('columnheader', { name, exact: true })
      await expect.element(head).toBeVisible()
      const width = () => Math.round(head.element().getBoundingClientRect().width)
      const before = width()
      for (const none of [other, 'releases', 'songs'] as const)
        app.happens(settingColumnResized({ table: none, column: 'name', width: 100 }))
      app.happens(settingColumnResized({ table, column: 'name', width: 300 }))
      await expect.poll(width).toBe(300)
      expect(before).not.toBe(300)
      ;(page.getByRole('separator', { name: `Resize ${name}` }).element() as HTMLElement).focus()
      await userEvent.keyboard('{ArrowLeft}')
      await expect.poll(width).toBe(290)
      expect(app.state.single('setting').columnWidths).toMatchObject({ [table]: { name: 290 }, [other]: { name: 100 } })
    },
  )

  it.each(['artists', 'labels'])(
    'the head of the table of %s stays beneath the tabs, and hides nothing that keys lead to',
    async (section) => {
      await openSearch(`/search/${section}?q=${TERM}`, { window: [1440, 420] })
      const heads = view().getByRole('columnheader')
      await expect.element(heads.nth(1)).toBeVisible()
      const link = view().getByRole('row').nth(1).getByRole('link')
      const box = (one: Element | null) => one?.getBoundingClientRect() ?? new DOMRect()
      const [scroller, tabs] = [view().element(), box(page.getByRole('tablist').element())]
      const head = () => box(heads.first().element().parentElement)
      // A name lies under the head, and not under the tabs.
      scroller.scrollTop = box(link.element()).top - tabs.bottom - 12
      await expect.poll(() => head().top).toBe(tabs.bottom)
      expect(box(link.element()).top).toBeLessThan(head().bottom)
      // What the head holds is in sight as it is.
      const before = scroller.scrollTop
      ;(view().getByRole('separator').first().element() as HTMLElement).focus()
      expect(scroller.scrollTop).toBe(before)
      ;(link.element() as HTMLElement).focus()
      await expect.poll(() => box(link.element()).top).toBeGreaterThanOrEqual(head().bottom)
    },
  )

  /** A press anywhere in a row of the table leads to the releases of whoever stands there. */
  async function leadsToReleases(kind: 'artist' | 'label', name: string): Promise<void> {
    const app = await openSearch(`/search/${kind}s?q=${TERM}`)
    const table = view().getByRole('table')
    await expect.element(table.getByRole('row').nth(1)).toHaveTextContent(name)
    await table.getByRole('row').nth(1).click({ position: { x: 400, y: 20 } }) // biome-ignore format: one press
    await expect.poll(() => app.address).toBe(`/search/releases/${kind}?q=${encodeURIComponent(name)}`)
    const own = releasesOf(kind, name)
    expect(own.length).toBeGreaterThan(1)
    const list = view().getByRole('list', { name: `Releases of ${name}` })
    await expect.poll(() => words(list.getByRole('link'))).toEqual(own.map(({ title }) => title))
    const [first] = own
    const card = list.getByRole('article', { name: `${first?.title} by ${first?.artist}`, exact: true }).first()
    await expect.element(card).toHaveAttribute('data-release-id', first?.releaseid ?? '')
    const link = list.getByRole('link').first()
    await link.click()
    await expect.element(dialog()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(link).toHaveFocus()
  }
  it('SEARCH-014, ROUTE-023: the row of an artist leads to the releases', { tags: ['long'] }, () =>
    leadsToReleases('artist', 'Northern Band 1'),
  )
  it('the page of an artist says how much was found', async () => {
    await openSearch('/search/releases/artist?q=Northern Band 1')
    const count = releasesOf('artist', 'Northern Band 1').length
    await expect
      .element(page.getByRole('status').filter({ hasText: 'for Northern Band 1' }))
      .toHaveTextContent(`${count} result${count === 1 ? '' : 's'} for Northern Band 1`)
  })
  it('SEARCH-014, ROUTE-024: the row of a label leads to the releases', { tags: ['long'] }, () =>
    leadsToReleases('label', 'North Pier 1'),
  )
})

it('API-SEARCH-002: of an artist with more releases than are shown the newest are', async () => {
  const items = releasesOf('artist', 'Northern Band 1').slice(0, 2)
  const path = '/search/releases/artist?q=Northern%20Band%201'
  await openSearch(path, { answers: { 'GET /search/releases/:profile': () => ({ items, total: 250 }) } })
  await expect.element(view().getByText('The newest 2 of 250 releases')).toBeVisible()
})

describe('the addresses', () => {
  it('ROUTE-021: category and profile may be left out, and without a term nothing is asked', {
    tags: ['long'],
  }, async () => {
    for (const address of ['/search', '/search/releases/artist']) {
      const app = await openSearch(address)
      await expect.element(view().getByRole('heading', { name: 'Recent searches' })).toBeVisible()
      expect(calls(app)).toEqual([])
    }
    const app = await openSearch(`/search?q=${TERM}`)
    await expect.element(tab('Top')).toHaveAttribute('aria-selected', 'true')
    await expect.element(topResults()).toBeVisible()
    expect(calls(app)).toHaveLength(1)
  })

  it.each(['/search/songs?q=a', '/search/tracks/artist?q=a', '/search/releases/genre?q=a'])(
    'D-093: %s is no page',
    async (address) => {
      await openFound(address)
      await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
      expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
    },
  )
})

describe('states', () => {
  it('SEARCH-017: no results say so with the term, a tip and a way to the releases', { tags: ['long'] }, async () => {
    const app = await openSearch('/search/top?q=zzqqxxy')
    await expect.element(view().getByRole('heading', { name: /no results.*zzqqxxy/i })).toBeVisible()
    expect(page.getByText('No results').elements()).toHaveLength(1)
    await expect.element(view().getByText('Check the spelling or try another word.')).toBeVisible()
    await view().getByRole('link', { name: /releases/i }).click() // biome-ignore format: one press
    await expect.poll(() => app.address).toBe('/releases')
  })

  it('SEARCH-010, SEARCH-017: an operator whose word is too common says that there may be more', {
    tags: ['long'],
  }, async () => {
    // Of a hundred tracks that hold the word one is by such an artist, and no release.
    const [track] = ALL.tracks
    const hit = { ...(track as (typeof ALL.tracks)[number]), artist: 'Zora Vale' }
    const none = { items: [], total: 0 }
    const answer = { top: none, artists: none, labels: none, releases: { items: ALL.releases, total: 900 } }
    const answers = { 'GET /search': () => ({ ...answer, tracks: { items: [hit], total: 900 } }) }
    await openSearch('/search/tracks?q=artist:zora', { answers })
    await expect.element(view().getByText('at least 1 track', { exact: true })).toBeVisible()
    await tab('Releases').click()
    await expect.element(view().getByRole('heading', { name: 'Nothing among the first results' })).toBeVisible()
    expect(view().getByText('No results').elements()).toEqual([])
  })

  it('SEARCH-018: a failure is an alert with a way to try again', async () => {
    const app = await openSearch(RESULTS, { answers: { 'GET /search': () => failure(500) } })
    const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong with your search' })
    await expect.element(alert).toBeVisible()
    expect(page.getByText('Nothing found for').elements(), 'nobody said so').toEqual([])
    await expect.element(alert).toBeVisible()
    app.wire.answer(SEARCH)
    ;(alert.getByRole('button', { name: 'Try again' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(topResults()).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
    // The button went with its press.
    await expect.element(page.getByRole('main')).toHaveFocus()
  })

  it('without a connection this device answers alone and says so', async () => {
    const app = await openSearch(RESULTS)
    await expect.element(topResults()).toBeVisible()
    await tab('Releases').click()
    await expect.poll(() => app.address).toBe(`/search/releases?q=${TERM}`)
    // Whoever is back before the page was shown asks nothing anew.
    await expect.element(view().getByRole('list', { name: 'Releases' })).toBeVisible()
    app.wire.answer({ 'GET /search': unreachable })
    app.happens(appWentOffline({}))
    history.back()
    const note = view().getByText('You are offline: these are results among what this device has seen.')
    await expect.element(note).toBeVisible()
    await expect.element(view().getByText(new RegExp(TERM, 'i')).first()).toBeVisible()
    app.wire.answer(SEARCH)
    app.happens(appWentOnline({}))
    await expect.element(note).not.toBeInTheDocument()
    await expect.element(topResults()).toBeVisible()
  })
})
