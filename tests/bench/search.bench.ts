/**
 * `npm run bench -- search`: the search of what this device has seen, at 100,000 releases: building the index a page
 * of a list at a time, what it holds in memory, and questions of every kind. The catalogue is drawn from a fixed
 * seed, so that every run asks the same of the same.
 */
import { execFileSync } from 'node:child_process'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { PAGE_SIZE } from '#core/model/constants.ts'
import { SearchIndex } from '#core/model/search/index.ts'
import { parseSearch } from '#core/model/search/query.ts'
import { aCard } from '#tests/support/story.ts'

const SYLLABLES = 'ka lo mi ra ten sol har bour vel no qui et bra dor fin lux mar ost pel win'.split(' ')
const GENRES = ['Pop', 'Folk', 'Jazz', 'House', 'Modern Classical']
const ASKED = {
  'one letter': 'h',
  'two letters': 'ha',
  'three letters': 'har',
  'the beginning of a word': 'harb',
  'a word': 'harbour',
  'a word with two letters swapped': 'harbuor',
  'two words, one with a slip': 'harbuor mari',
  'a word of every label': 'records',
  'a genre alone': 'genre:jazz',
  'an artist and a genre': 'artist:harbour genre:jazz',
  nothing: 'zzzzzz qqqqqq',
}
const NEWEST = { release: () => undefined, song: () => undefined }

export async function run(args: readonly string[]): Promise<void> {
  const count = args.includes('--quick') ? 10_000 : 100_000
  const rounds = args.includes('--quick') ? 2 : 3
  console.log(`search, commit ${commit()}, ${count} releases, ${rounds} rounds, node ${process.version}`)
  const cards = catalogue(count)
  const times = new Map<string, number[]>()
  const note = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  for (let round = 0; round < rounds; round++) {
    globalThis.gc?.()
    const before = process.memoryUsage()
    const index = new SearchIndex()
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
    if (round === 0) console.log(`${index.size} documents hold ${(held / 1e6).toFixed(0)} MB`)
    for (const [name, typed] of Object.entries(ASKED)) {
      const query = parseSearch(typed)
      for (let again = 0; again < 7; again++) {
        const start = performance.now()
        index.search(query, 'top', NEWEST, true)
        note(`asked: ${name}`, performance.now() - start)
      }
    }
  }
  console.log(`\n${'ms'.padEnd(42)}${'median'.padStart(10)}${'least'.padStart(10)}${'most'.padStart(10)}`)
  for (const [name, all] of times) {
    const sorted = all.sort((a, b) => a - b)
    const shown = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((ms = 0) => ms.toFixed(2).padStart(10))
    console.log(name.padEnd(42) + shown.join(''))
  }
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
      title: `${name()} ${pick(words, 2)}`,
      artist: pick(artists),
      labels: [{ name: pick(labels) }],
      genres: [pick(GENRES)],
    }),
  )
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
