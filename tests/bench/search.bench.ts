/**
 * `npm run bench -- search [--quick]`: the search of what this device has seen, at 100,000 releases, ours against MiniSearch:
 * building the index a page of a list at a time, what it holds in memory, a release that changes or goes, and questions
 * of every kind. The catalogue is drawn from a fixed seed, so that every run asks the same of the same.
 */
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { PAGE_SIZE, SEARCH_TOTAL_MAX } from '#core/model/constants.ts'
import { SearchIndex } from '#core/model/search/index.ts'
import { parseSearch, type SearchQuery } from '#core/model/search/query.ts'
import { aCard } from '#tests/support/story.ts'
import { MiniIndex } from './searchMini.ts'
import { type Figure, figureOfRounds } from './table/figure.ts'
import { commit, packageWithVersion, report } from './table/report.ts'

const SYLLABLES = 'ka lo mi ra ten sol har bour vel no qui et bra dor fin lux mar ost pel win'.split(' ')
/** Each in one of a thousand titles. */
const OTHER_SCRIPTS = ['Café Bleu', '東京の夜', 'ليل طويل']
const GENRES = ['Pop', 'Folk', 'Jazz', 'House', 'Modern Classical']
const ASKED = {
  'one letter': 'h',
  'two letters': 'ha',
  'three letters': 'har',
  'the beginning of a word': 'harb',
  'a word': 'harbour',
  'a word with two letters swapped': 'harbuor',
  'the beginning of a word with two letters swapped': 'harbuo',
  'two words, one with a slip': 'harbuor mari',
  'a word of every label': 'records',
  'a genre alone': 'genre:jazz',
  'accents that are there and not typed': 'cafe ble',
  'the beginning of a Japanese title': '東京',
  'an Arabic word': 'ليل',
  'an artist and a genre': 'artist:harbour genre:jazz',
  nothing: 'zzzzzz qqqqqq',
}
/** What both find alike: nothing with a slip in it, and four letters at least, for of fewer ours does not ask all there is. */
const ALIKE = [
  'the beginning of a word',
  'a word',
  'a word of every label',
  'a genre alone',
  'the beginning of a Japanese title',
  'an Arabic word',
] as const
const NEWEST = { release: () => undefined, song: () => undefined }

interface Peer {
  readonly size: number
  addRelease(card: ReleaseCard): void
  dropRelease(releaseid: string): void
  /** @returns releases found */
  ask(query: SearchQuery): number
}
const PEERS: Record<'ours' | 'MiniSearch', () => Peer> = {
  ours: () =>
    Object.assign(new SearchIndex(), {
      ask(this: SearchIndex, query: SearchQuery) {
        return this.search(query, 'top', NEWEST, true).releases.total
      },
    }),
  MiniSearch: () =>
    Object.assign(new MiniIndex(), {
      ask(this: MiniIndex, query: SearchQuery) {
        return Math.min(this.search(query).release.total, SEARCH_TOTAL_MAX)
      },
    }),
}
type Times = Map<string, number[]>
/** Releases found, by question. */
type Found = Map<string, number>

export async function run(args: readonly string[]): Promise<void> {
  const isQuick = args.includes('--quick')
  const count = isQuick ? 10_000 : 100_000
  const rounds = isQuick ? 2 : 3
  console.log(`search, commit ${commit()}, ${count} releases, ${rounds} rounds, node ${process.version}`)
  const cards = catalogue(count)
  const times = { ours: new Map(), MiniSearch: new Map() } satisfies Record<keyof typeof PEERS, Times>
  const found = { ours: new Map(), MiniSearch: new Map() } satisfies Record<keyof typeof PEERS, Found>
  for (let round = 0; round < rounds; round++)
    for (const name of ['ours', 'MiniSearch'] as const)
      measure(name, PEERS[name], cards, times[name], found[name], round === 0)
  const figures: Figure[] = []
  const head = ['ours', 'most', 'MiniSearch', 'most', 'times ours', 'found', 'found']
    .map((text) => text.padStart(12))
    .join('')
  console.log(`\n${'ms, median and most'.padEnd(54)}${head}`)
  for (const name of times.ours.keys()) {
    const [ours, oursMost] = spread(times.ours, name)
    const [theirs, theirsMost] = spread(times.MiniSearch, name)
    const shown = [ours, oursMost, theirs, theirsMost, theirs / ours].map((ms) => ms.toFixed(2).padStart(12))
    const counts = [found.ours.get(name), found.MiniSearch.get(name)]
    const also = counts.map((n) => String(n ?? '').padStart(12))
    console.log(name.padEnd(54) + shown.join('') + also.join(''))
    const more = counts[0] === counts[1] ? '' : `, which finds ${counts[1]} where ours finds ${counts[0]}`
    const note = `MiniSearch ${theirs.toFixed(2)} ms${more}`
    figures.push(figureOfRounds({ what: name, unit: 'ms', shortened: isQuick, note }, times.ours.get(name) ?? []))
  }
  report({
    bench: 'search',
    figures,
    peers: [packageWithVersion('minisearch'), `Node ${process.version}`],
    leavesOut: [
      'a must: each is held against MiniSearch beside it',
      "what MiniSearch does not do: words that begin with a slip, swapped letters as one slip, letting go of what is old; its scores cannot be mixed with the server's",
    ],
  })
}

/** Both index a few releases, and find as many for what both can be asked. @throws Error when not */
export function check(): void {
  const cards = catalogue(1000)
  const [ours, theirs] = [PEERS.ours(), PEERS.MiniSearch()]
  for (const card of cards) {
    ours.addRelease(card)
    theirs.addRelease(card)
  }
  if (ours.size !== theirs.size) throw new Error(`${ours.size} documents of ours, ${theirs.size} of MiniSearch`)
  for (const what of ALIKE) {
    const query = parseSearch(ASKED[what])
    const [found, other] = [ours.ask(query), theirs.ask(query)]
    if (found === 0 || found !== other) throw new Error(`${what}: ours finds ${found}, MiniSearch ${other}`)
  }
  for (const { releaseid } of cards) {
    ours.dropRelease(releaseid)
    theirs.dropRelease(releaseid)
  }
  const left = [ours, theirs].map((peer) => peer.ask(parseSearch(ASKED['a genre alone'])))
  if (left.some((found) => found > 0)) throw new Error(`releases that went are still found: ${left}`)
}

function measure(
  name: string,
  open: () => Peer,
  cards: readonly ReleaseCard[],
  times: Times,
  found: Found,
  tell: boolean,
): void {
  const note = (what: string, ms: number) => times.set(what, [...(times.get(what) ?? []), ms])
  globalThis.gc?.()
  const before = process.memoryUsage()
  const index = open()
  let worst = 0
  const from = performance.now()
  for (let at = 0; at < cards.length; at += PAGE_SIZE) {
    const start = performance.now()
    for (const card of cards.slice(at, at + PAGE_SIZE)) index.addRelease(card)
    worst = Math.max(worst, performance.now() - start)
  }
  note('build, all', performance.now() - from)
  note('build, the slowest page of 40', worst)
  globalThis.gc?.()
  const after = process.memoryUsage()
  const held = after.heapUsed - before.heapUsed + (after.arrayBuffers - before.arrayBuffers)
  if (tell) console.log(`${name}: ${index.size} documents hold ${(held / 1e6).toFixed(0)} MB`)
  for (const [what, typed] of Object.entries(ASKED)) {
    const query = parseSearch(typed)
    for (let again = 0; again < 7; again++) {
      const start = performance.now()
      found.set(`asked: ${what}`, index.ask(query))
      note(`asked: ${what}`, performance.now() - start)
    }
  }
  for (let again = 0; again < 40; again++) {
    const card = cards[again * 97] as ReleaseCard
    const start = performance.now()
    index.addRelease({ ...card, title: `${card.title} again` })
    note('a release with another title', performance.now() - start)
    const then = performance.now()
    index.dropRelease(card.releaseid)
    note('a release that goes', performance.now() - then)
  }
}

function spread(times: Times, name: string): [median: number, most: number] {
  const sorted = [...(times.get(name) ?? [])].sort((a, b) => a - b)
  return [sorted[sorted.length >> 1] ?? Number.NaN, sorted.at(-1) ?? Number.NaN]
}

/** Words of one to three syllables, the earlier ones more often, as words are. */
function catalogue(count: number): ReleaseCard[] {
  let state = 7
  // The linear congruential generator of ANSI C: any fixed sequence will do.
  const chance = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
  const pick = <T>(list: readonly T[], skew = 1): T => list[Math.floor(chance() ** skew * list.length)] as T
  const word = () => Array.from({ length: 1 + Math.floor(chance() * 3) }, () => pick(SYLLABLES)).join('')
  const words = [...new Set(Array.from({ length: 30_000 }, word))]
  const name = () => `${pick(words, 2)} ${pick(words, 2)}`
  const artists = Array.from({ length: count / 5 }, name)
  const labels = Array.from({ length: 1500 }, () => `${pick(words)} Records`)
  return Array.from({ length: count }, (_, at) =>
    aCard(`r${at}`, {
      title: OTHER_SCRIPTS[at % 1000] ?? `${name()} ${pick(words, 2)}`,
      artist: pick(artists),
      labels: [{ name: pick(labels) }],
      genres: [pick(GENRES)],
    }),
  )
}
