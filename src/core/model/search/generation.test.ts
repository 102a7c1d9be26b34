// Documents of one half of the index: added, put in place of others, and gone.
import { beforeEach, expect, test } from 'vitest'
import { type FoundKind, Generation } from './generation.ts'

/** Every kind has to answer the one word. */
const NEEDS = { track: [0], artist: [0], label: [0], release: [0] }
let generation: Generation<string>
const add = (kind: FoundKind, id: string, name: string) =>
  generation.add(kind, id, `${kind} ${id}: ${name}`, { name: name.split(' '), beside: [], silent: [], joined: [] })
const all = (kind: FoundKind, most = Number.POSITIVE_INFINITY) => {
  const found: string[] = []
  generation.all(kind, (id) => found.push(id) < most)
  return found
}
const found = (word: string, titlesOnly = false) => {
  const hits: string[] = []
  generation.find([[{ word, weight: 1 }]], NEEDS, titlesOnly, () => 0, (kind, id) => void hits.push(`${kind} ${id}`)) // biome-ignore format: one line
  return hits.sort((a, b) => (a < b ? -1 : 1))
}

beforeEach(() => {
  generation = new Generation()
})

test('all of a kind come in the order they came in, without those that are gone and those of other kinds', () => {
  add('release', 'a', 'harbour')
  add('track', 'b', 'harbour')
  add('release', 'c', 'pier')
  add('release', 'd', 'lights')
  generation.drop('release', 'c')
  generation.drop('track', 'b')
  expect([all('release'), all('track'), all('release', 1)]).toEqual([['a', 'd'], [], ['a']])
})

test('one that is added again is found by its new words alone, and is there once', () => {
  add('release', 'a', 'harbour')
  add('release', 'a', 'pier')
  expect([found('harbour'), found('pier'), all('release')]).toEqual([[], ['release a'], ['a']])
})

test('what is put in the place of another is found by the words of that one', () => {
  add('release', 'a', 'harbour')
  generation.replace('release', 'a', 'another')
  generation.replace('release', 'b', 'nobody')
  expect([found('harbour'), generation.subject('release', 'a'), generation.subject('release', 'b')]).toEqual([['release a'], 'another', undefined]) // biome-ignore format: one line
})

test('the same id of two kinds are two documents', () => {
  add('release', 'a', 'harbour')
  add('track', 'a', 'harbour')
  generation.drop('release', 'a')
  expect([found('harb'), generation.has('release', 'a'), generation.has('track', 'a')]).toEqual([['track a'], false, true]) // biome-ignore format: one line
})

test('keeps thousands of documents and words apart as it grows, and scores the last like the first', () => {
  for (let n = 0; n < 3000; n++) add(n % 2 ? 'track' : 'release', `${n}`, `word${n} shared`)
  expect(found('word2999')).toEqual(['track 2999'])
  expect([found('shared').length, generation.size]).toEqual([3000, 3000])
  const scores = new Set<number>()
  generation.find([[{ word: 'shared', weight: 1 }]], NEEDS, false, () => 0, (_kind, _id, _subject, score) => void scores.add(score)) // biome-ignore format: one line
  expect(scores.size).toBe(1)
})
