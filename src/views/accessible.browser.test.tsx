// Every state of the screens looked at by axe, each in one theme (in `npm run test:all` in both): loading, failed, offline, selected, empty.
// @module-tag long
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseListView } from '#actions/settings.ts'
import { appWentOffline } from '#core/events/app.ts'
import { downloadStarted } from '#core/events/downloads.ts'
import type { SearchResult } from '#core/model/search/hits.ts'
import { type AppStage, type AppSurroundings, openApp } from '#tests/components/app.tsx'
import { axeFaults } from '#tests/components/axe.ts'
import { share } from '#tests/components/share.ts'
import { sounds } from '#tests/components/stage.tsx'
import { type Answers, type Asked, aDetail, failure, someCards } from '#tests/components/wire.ts'

/** What never comes. */
const never = () => new Promise<never>(() => {})
const fails = () => failure(500)
const seen = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).first()

const songs = aDetail('r1', 5).songs
const cards = someCards(8)
const list = <T,>(items: T[]) => ({ items, total: 40 })
const FOUND: SearchResult = {
  top: list([
    { kind: 'artist', artist: 'Ana Lumen', releases: 3, thumbnail: '/icon-180.png', coverart: '/icon-180.png', _score: 0.9 },
    ...songs.map((song) => ({ ...song, kind: 'track' as const, _score: 0.8 })),
  ]),
  tracks: list(songs.map((song) => ({ ...song, kind: 'track', _score: 0.8 }))),
  artists: list(
    ['Ana Lumen', 'Nora Ness'].map((artist) => ({ kind: 'artist', artist, releases: 3, thumbnail: '/icon-180.png', coverart: '/icon-180.png', _score: 0.7 })),
  ),
  labels: list(['North', 'South'].map((label) => ({ kind: 'label', label, releases: 2, logo: '', _score: 0.6 }))),
  releases: list(cards.map((card) => ({ ...card, kind: 'release', _score: 0.5 }))),
} // biome-ignore format: one row a hit

const SEARCH: Answers = {
  'GET /search': () => FOUND,
  'GET /search/releases/:profile': () => ({ items: cards, total: 8 }),
}

interface State {
  readonly name: string
  readonly at: string
  readonly answers?: Answers
  readonly rows?: boolean
  /** Resolves when the state stands there. */
  reach(app: AppStage): Promise<unknown>
}

const filled = () => expect.poll(() => document.querySelectorAll('[data-release-id]').length).toBeGreaterThan(5)

/** Of the gallery, as cards and as rows. */
const galleryStates = (rows: boolean): State[] =>
  [
    { name: 'the gallery', reach: () => filled() },
    {
      name: 'the gallery, selected',
      async reach() {
        await filled()
        document.querySelectorAll<HTMLElement>('[data-release-id]')[1]?.focus()
        await userEvent.keyboard('x{ArrowRight}{Shift>}X{/Shift}')
        await expect.element(page.getByRole('toolbar', { name: 'Selection' })).toBeVisible()
      },
    },
    {
      name: 'the gallery, offline',
      async reach(app: AppStage) {
        await filled()
        app.happens(appWentOffline({}))
        await expect.element(page.getByRole('alert')).toBeVisible()
      },
    },
    {
      name: 'a page of the gallery that failed',
      answers: {
        'GET /releases': ({ query }: Asked) =>
          query.get('page') === '1' ? { releases: someCards(40), total: 900 } : failure(500),
      },
      async reach() {
        await filled()
        const scroller = page.getByTestId('gallery-scroller').element()
        scroller.scrollTo({ top: scroller.scrollHeight / 2 })
        await seen('These releases could not be loaded.')
      },
    },
    {
      name: 'a gallery that failed',
      answers: { 'GET /releases': fails },
      reach: () => seen('The releases could not be loaded'),
    },
    {
      name: 'a gallery that loads',
      answers: { 'GET /releases': never },
      reach: () => expect.poll(() => document.querySelectorAll('[data-skeleton]').length).toBeGreaterThan(0),
    },
  ].map((state) => ({ ...state, at: '/releases', rows, name: `${state.name} ${rows ? 'as rows' : 'as cards'}` }))

const STATES: readonly State[] = [
  ...galleryStates(false),
  ...galleryStates(true),
  {
    name: 'the release modal',
    at: '/releases?release=r1',
    reach: () => expect.element(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible(),
  },
  {
    name: 'the release modal of a flagged one',
    at: '/releases?release=r1',
    async reach() {
      await page.getByRole('dialog').getByRole('button', { name: 'Flag', exact: true }).click()
      await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Unflag', exact: true })).toBeVisible()
    },
  },
  {
    name: 'a release modal that loads',
    at: '/releases?release=r3',
    answers: { 'GET /releases/:id': never },
    reach: () => expect.element(page.getByRole('dialog')).toBeVisible(),
  },
  {
    name: 'a release page that loads',
    at: '/releases/releaseInfo/r1',
    answers: { 'GET /releases/:id': never },
    reach: () => expect.poll(() => document.querySelector('main [aria-busy=true], main [role=status]')).not.toBeNull(),
  },
  {
    name: 'the metadata of a release',
    at: '/releases/releaseInfo/r1',
    answers: {
      'GET /releases/:id': () => {
        const detail = aDetail('r1')
        return { ...detail, songs: detail.songs.map((song) => ({ ...song, isrc: 'QM1', lyrics: 'la '.repeat(80) })) }
      },
    },
    async reach() {
      await page.getByRole('tab', { name: 'Metadata' }).click()
      await button('Expand all').click()
    },
  },
  {
    name: 'the attachments of a release',
    at: '/releases/releaseInfo/r1',
    answers: {
      'GET /releases/:id': () =>
        aDetail('r1', 3, { attachments: [{ title: 'Booklet.pdf', url: '/api/attachments/1', size: 12345 }] }),
    },
    async reach() {
      await page.getByRole('tab', { name: /Attachments/ }).click()
      await expect.element(button('Download Booklet.pdf')).toBeVisible()
    },
  },
  {
    name: 'the cover of a release',
    at: '/releases/releaseInfo/r1',
    async reach() {
      await button(/^Show the cover/).click()
      await expect.element(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'a release that is stream only',
    at: '/releases/releaseInfo/r1',
    answers: { 'GET /releases/:id': () => streamOnly() },
    reach: () => expect.poll(() => document.querySelector('main [data-track-id]')?.textContent).toMatch(/Stream only/),
  },
  {
    name: 'a release that was withdrawn',
    at: '/releases/releaseInfo/r1',
    answers: { 'GET /releases/:id': () => failure(410, 'RELEASE_NOT_AVAILABLE') },
    reach: () => expect.element(page.getByRole('alertdialog')).toBeVisible(),
  },
  { name: 'a release that is not there', at: '/releases/releaseInfo/none', reach: () => seen('no access to release') },
  {
    name: 'the search, with what was searched before',
    at: '/search/top?q=first',
    answers: SEARCH,
    async reach(app) {
      await seen('Ana Lumen')
      app.go('/releases')
      await seen('Title 1')
      await page.getByRole('searchbox', { name: 'Search' }).click()
      await expect.element(page.getByRole('region', { name: 'Search', exact: true })).toBeVisible()
    },
  },
  {
    name: 'the search, while somebody types',
    at: '/releases',
    answers: SEARCH,
    async reach() {
      await page.getByRole('searchbox', { name: 'Search' }).fill('song')
      await expect.element(page.getByRole('list', { name: 'Top results' })).toBeVisible()
    },
  },
  ...['top', 'tracks', 'artists', 'labels', 'releases'].map((section) => ({
    name: `the search, ${section}`,
    at: `/search/${section}?q=song`,
    answers: SEARCH,
    reach: () => expect.poll(() => document.querySelectorAll('[data-search-item]').length).toBeGreaterThan(1),
  })),
  {
    name: 'the releases of an artist',
    at: '/search/releases/artist?q=Ana%20Lumen',
    answers: SEARCH,
    reach: () => seen('Title 1'),
  },
  { name: 'a search that found nothing', at: '/search/top?q=zzq', reach: () => seen(/no results/i) },
  {
    name: 'a search that failed',
    at: '/search/top?q=zzq',
    answers: { 'GET /search': fails },
    reach: () => expect.element(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'a search that loads',
    at: '/search/top?q=zzq',
    answers: { 'GET /search': never },
    reach: () => expect.element(page.getByRole('main')).toBeVisible(),
  },
  {
    name: 'the player and the queue',
    at: '/releases/releaseInfo/r1',
    async reach(app) {
      await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
      await expect.poll(() => app.of('player.releaseChosen').length).toBe(1)
      app.happens(...sounds(app.of('player.releaseChosen')[0]?.requestId ?? '', 'r1.a', 200))
      const player = page.getByRole('region', { name: 'Player' })
      await player.getByRole('button', { name: 'Queue' }).click()
      await expect.element(page.getByRole('complementary', { name: 'Play queue' })).toBeVisible()
    },
  },
  {
    name: 'the downloads',
    at: '/releases/releaseInfo/r1',
    async reach(app) {
      await button(/^Download .* as WAV$/).click()
      const downloadID = app.of('download.requested')[0]?.requests[0]?.downloadID ?? ''
      app.happens(downloadStarted({ downloadID, totalBytes: 1000, resumedAt: 0 }))
      await button('Downloads').click()
      await expect.element(page.getByRole('dialog', { name: 'Downloads' })).toBeVisible()
      await expect.poll(() => document.querySelectorAll('[data-download-id]').length).toBe(1)
    },
  },
]

/** The filters, also folded away as on a phone. */
const FILTERS: readonly State[] = [
  ...['Genres', 'Markets'].map((group) => ({
    name: `the ${group.toLowerCase()} open`,
    at: '/releases?markets=ca',
    async reach() {
      await unfold()
      await page.getByRole('group', { name: 'Release list' }).getByRole('button', { name: group, exact: true }).click()
      await expect.element(page.getByRole('listbox', { name: group })).toBeVisible()
    },
  })),
  {
    name: 'the orders open',
    at: '/releases?markets=ca',
    async reach() {
      await unfold()
      await page.getByRole('group', { name: 'Release list' }).getByRole('button', { name: 'Sort by' }).click()
      await expect.element(page.getByRole('menu', { name: 'Sort by' })).toBeVisible()
    },
  },
  {
    name: 'filters that leave nothing',
    at: '/releases?genres=polka,disco,folk&label=Nobody&explicit=true',
    answers: { 'GET /releases': () => ({ releases: [], total: 0 }) },
    async reach() {
      await unfold()
      await seen('No available releases')
      await expect.element(page.getByRole('group', { name: 'Label filter' })).toBeVisible()
    },
  },
  {
    name: 'filters whose lists did not come',
    at: '/releases',
    answers: { 'GET /options': fails },
    async reach() {
      await unfold()
      await page.getByRole('group', { name: 'Release list' }).getByRole('button', { name: 'Genres' }).click()
      await seen('The filters could not be loaded. What you chose is kept.')
    },
  },
  {
    name: 'filters without a connection',
    at: '/releases?genres=folk',
    async reach(app) {
      await unfold()
      app.happens(appWentOffline({}))
      await expect.element(page.getByRole('alert')).toHaveTextContent(/Not Connected/)
      await expect.poll(() => document.querySelector('main')?.inert).toBe(true)
    },
  },
]

async function unfold(): Promise<void> {
  await seen(/release/)
  if (innerWidth < 768) await page.getByRole('button', { name: 'Show filters' }).click()
}

function streamOnly() {
  const detail = aDetail('r1', 3, { candownload: false })
  return { ...detail, songs: detail.songs.map((song) => ({ ...song, candownload: false })) }
}

async function isClean({ at, answers = {}, rows = false, reach }: State, around: AppSurroundings): Promise<void> {
  const app = await openApp(at, { ...around, answers })
  if (rows) chooseListView(true)
  await reach(app)
  expect(await axeFaults()).toEqual([])
}

for (const [place, theme] of (['dark', 'light'] as const).entries())
  describe(`axe finds nothing, ${theme}:`, () => {
    it('the sign-in page', async () => {
      await openApp('/', { theme, claims: null })
      await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
      expect(await axeFaults()).toEqual([])
    })
    it.each(share(STATES, place, 2))('$name', (state) => isClean(state, { theme }))
    it.each(share(FILTERS, place, 2))('$name, at 1280', (state) => isClean(state, { theme, window: [1280, 844] }))
  })

describe('axe finds nothing on a phone:', () => {
  it.each(FILTERS)('$name', (state) => isClean(state, { theme: 'light', window: [390, 844] }))
})
