/** The player API of a component test: the answers a test lays down, by method and path, and what was asked for. */
import type { Options, ReleaseCard, ReleaseDetail } from '#core/model/catalogue/release.ts'
import { aCard, aProfile, aRelease } from '#tests/support/story.ts'
import type { Fetch } from '#workers/api/transport/client.ts'

export interface Asked {
  readonly method: string
  /** Under the API's base. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
  readonly headers: Headers
}

/** Answers with JSON, or as it likes. */
export type Answer = (asked: Asked, found: RegExpExecArray) => unknown

/** `GET /releases/:id` to what is answered; what comes first and fits answers. */
export type Answers = Readonly<Record<string, Answer>>

/** An error as the player API tells it. */
export const failure = (status: number, code = 'INTERNAL', message = code): Response =>
  Response.json({ code, message }, { status })

/** Of no server: the line is cut. */
export const unreachable = (): never => {
  throw new TypeError('Failed to fetch')
}

const COVER = '/icon-180.png'

/** The cards of a catalogue of so many releases, `r1` and so on; some differ as real ones do. */
export function someCards(count: number, of: (n: number) => Partial<ReleaseCard> = () => ({})): ReleaseCard[] {
  return Array.from({ length: count }, (_, n) =>
    aCard(`r${n + 1}`, { title: `Title ${n + 1}`, thumbnail: COVER, coverart: COVER, ...of(n + 1) }),
  )
}

/** A detail whose pictures are there. */
export function aDetail(releaseid: string, songCount = 3, fields: Partial<ReleaseDetail> = {}): ReleaseDetail {
  const made = aRelease(releaseid, songCount, { thumbnail: COVER, coverart: COVER, ...fields })
  return { ...made, songs: made.songs.map((song) => ({ ...song, coverart: COVER })), ...fields }
}

export const OPTIONS: Options = {
  genres: ['Ambient', 'Electronic', 'Folk', 'House', 'Jazz', 'Rock', 'Soul', 'Techno', 'Trance', 'World'].map(choice),
  markets: [
    { id: 'ca', name: 'Canada', icon: COVER },
    { id: 'us', name: 'United States', icon: COVER },
  ],
  packages: [{ id: 'radio-adds', name: 'Radio adds' }],
  release_types: ['Album', 'EP', 'Single'].map(choice),
  versions: ['Album', 'Clean', 'Radio', 'Explicit', 'Album version', 'Club mix', 'Hook', 'Instrumental', 'Liner', 'Other', 'Radio edit', 'Remix', 'Vocal'].map(choice), // biome-ignore format: one list
  capabilities: { download: true },
}

function choice(name: string) {
  return { id: name.toLowerCase().replaceAll(' ', '-'), name }
}

/** One page of a list, as the server cuts it. */
export function pageOf<T>(all: readonly T[], { query }: Asked): T[] {
  const size = Number(query.get('pagesize'))
  const from = (Number(query.get('page')) - 1) * size
  return all.slice(from, from + size)
}

const listOf =
  (all: readonly ReleaseCard[]): Answer =>
  (asked) => ({ releases: pageOf(all, asked), total: all.length })

/** What is answered where a test lays down nothing: 60 releases of three songs, no marks, no playlists. */
export function ordinaryAnswers(cards: readonly ReleaseCard[] = someCards(60)): Answers {
  const nothing = () => ({})
  const marked = (which: 'flagged' | 'archived') => listOf(cards.filter((card) => card[which]))
  return {
    'GET /options': () => OPTIONS,
    'GET /releases': listOf(cards.filter(({ archived }) => !archived)),
    'GET /releases/:id': (_, [, id = '']) => {
      const card = cards.find(({ releaseid }) => releaseid === id)
      return card ? aDetail(id, 3, card) : failure(404, 'RELEASE_NOT_FOUND')
    },
    'GET /flagged': marked('flagged'),
    'GET /archived': marked('archived'),
    'POST /releases/.*/(flag|archive)': nothing,
    'DELETE /releases/.*/(flag|archive)': nothing,
    'DELETE /(flagged|archived)': nothing,
    'GET /profile': () => aProfile(),
    'GET /playlists': () => ({ playlists: [], total: 0 }),
    'GET /search': () => ({ top: NONE, tracks: NONE, artists: NONE, labels: NONE, releases: NONE }),
    'GET /audio/:id/peaks': () => failure(404, 'NOT_FOUND'),
    'GET /audio/:id/token': () => ({ data: { token: 'media' } }),
  }
}

const NONE = { items: [], total: 0 }

/** A `fetch` over answers, of which later calls may lay down others. */
export class Wire {
  readonly asked: Asked[] = []
  #answers: Answers

  constructor(answers: Answers) {
    this.#answers = answers
  }

  /** From now on this is answered, before what was. */
  answer(answers: Answers): void {
    this.#answers = {
      ...answers,
      ...Object.fromEntries(Object.entries(this.#answers).filter(([key]) => !(key in answers))),
    }
  }

  /** What was asked of a method and path. */
  of(route: string): Asked[] {
    const fits = pattern(route)
    return this.asked.filter(({ method, path }) => fits.test(`${method} ${path}`))
  }

  readonly fetch: Fetch = async (input, init) => {
    const url = new URL(input, location.href)
    const asked: Asked = {
      method: init?.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      headers: new Headers(init?.headers),
    }
    this.asked.push(asked)
    for (const [route, answer] of Object.entries(this.#answers)) {
      const found = pattern(route).exec(`${asked.method} ${asked.path}`)
      if (!found) continue
      const said = await answer(asked, found)
      init?.signal?.throwIfAborted()
      return said instanceof Response ? said : Response.json(said)
    }
    return failure(404, 'NOT_FOUND', `${asked.method} ${asked.path} has no answer here`)
  }
}

const pattern = (route: string): RegExp => new RegExp(`^${route.replace(/:\w+/g, '([^/]+)')}$`)
