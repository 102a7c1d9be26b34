/** The search over a server that finds plenty of every kind, and answers five of each or a hundred of one. */
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { type ArtistHit, type LabelHit, type ReleaseHit, SearchResult, type TrackHit } from '#core/model/search/hits.ts'
import { aSong } from '#tests/support/story.ts'
import { type AppStage, type AppSurroundings, openApp } from './app.tsx'
import { type Answers, type Asked, aDetail, failure, someCards } from './wire.ts'

/** What all that is found begins with. */
export const TERM = 'north'
const COVER = '/icon-180.png'

const cards = someCards(40, (n) => ({
  releaseid: `n${n}`,
  title: `North Sea ${n}`,
  artist: `Northern Band ${(n % 8) + 1}`,
  labels: [{ name: `North Pier ${(n % 7) + 1}` }],
}))
const count = (fits: (card: ReleaseCard) => boolean) => cards.filter(fits).length
const named = (length: number, name: string) => Array.from({ length }, (_, n) => `${name} ${n + 1}`)

const releases = cards.map((card): ReleaseHit => ({ ...card, kind: 'release', _score: 0.5 }))
const tracks = cards.slice(0, 12).map(({ releaseid, artist }, n): TrackHit => {
  const song = aSong(`${releaseid}.a`, 1, {
    releaseid,
    artist,
    title: `North Song ${n + 1}`,
    coverart: COVER,
    market_tags: ['nordic'],
  })
  return { ...song, kind: 'track', _score: 0.6 }
})
const artists = named(8, 'Northern Band').map((artist): ArtistHit => {
  const own = count((card) => card.artist === artist)
  return { kind: 'artist', artist, releases: own, thumbnail: COVER, coverart: COVER, _score: 0.7 }
})
const labels = named(7, 'North Pier').map((label): LabelHit => {
  const own = count((card) => card.labels[0]?.name === label)
  return { kind: 'label', label, releases: own, logo: COVER, _score: 0.4 }
})

/** All there is of each kind. */
export const ALL = { tracks, artists, labels, releases }
/** The best of all kinds as the server scores them: not in the order of the categories. */
export const TOP = [labels[0], releases[2], tracks[0], artists[1], releases[0], tracks[3]].flatMap((hit, n) =>
  hit ? [{ ...hit, _score: 0.95 - n / 100 }] : [],
)

export const releasesOf = (kind: string, name: string): ReleaseCard[] =>
  cards.filter(({ artist, labels: [label] }) => (kind === 'artist' ? artist : label?.name) === name)

function found({ query }: Asked): SearchResult {
  const section = query.get('section')
  const isFound = /north/i.test(query.get('filter') ?? '')
  const list = <T>(name: string, all: readonly T[]) => {
    const size = section === name || section === 'top' ? Number(query.get('pagesize')) : 5
    return isFound ? { items: all.slice(0, size), total: all.length } : { items: [], total: 0 }
  }
  return SearchResult.parse({
    top: isFound ? { items: TOP, total: 67 } : { items: [], total: 0 },
    tracks: list('tracks', tracks),
    artists: list('artists', artists),
    labels: list('labels', labels),
    releases: list('releases', releases),
  })
}

/** What this server answers to a search. */
export const SEARCH: Answers = {
  'GET /search': found,
  'GET /search/releases/:profile': ({ query }, [, kind = '']) => {
    const items = releasesOf(kind, query.get('filter') ?? '')
    return { items, total: items.length }
  },
}
const DETAIL: Answers = {
  'GET /releases/(n\\d+)': (_, [, id = '']) => {
    const card = cards.find(({ releaseid }) => releaseid === id)
    return card ? aDetail(id, 3, card) : failure(404, 'RELEASE_NOT_FOUND')
  },
}

/** Opens an address over this server. */
export const openFound = (path: string, { answers = {}, ...around }: AppSurroundings = {}): Promise<AppStage> =>
  openApp(path, { ...around, answers: { ...DETAIL, ...SEARCH, ...answers } })

/** Opens an address where the search is shown. */
export async function openSearch(path: string, around?: AppSurroundings): Promise<AppStage> {
  const app = await openFound(path, around)
  await expect.element(view()).toBeVisible()
  return app
}

/** Opens the gallery, with the box in its header. */
export async function openBox(around?: AppSurroundings): Promise<AppStage> {
  const app = await openFound('/releases', around)
  await expect.element(card()).toBeVisible()
  return app
}

export const box = (): Locator => page.getByRole('searchbox', { name: 'Search', exact: true })
export const view = (): Locator => page.getByRole('region', { name: 'Search', exact: true })
export const tab = (name: string): Locator => page.getByRole('tab', { name, exact: true })
export const topResults = (): Locator => view().getByRole('list', { name: 'Top results' })
/** The first release of the gallery. */
export const card = (): Locator => page.css('[data-testid="gallery-scroller"] [data-release-id]').first()
export const boxElement = () => box().element() as HTMLInputElement
export const words = (all: Locator) => all.elements().map((one) => one.textContent)
/** What the search asked the server. */
export const calls = (app: AppStage) => app.wire.of('GET /search.*')
export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Types as somebody whose keys come in the middle of another task. */
export function typeAhead(text: string): void {
  const input = document.querySelector<HTMLInputElement>('input[data-search-box]')
  input?.focus()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input?.dispatchEvent(new Event('input', { bubbles: true }))
}
