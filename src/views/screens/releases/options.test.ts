import { describe, expect, it } from 'vitest'
import { EMPTY_QUERY } from '#core/model/catalogue/releaseQuery.ts'
import { chosenNames, FILTER_PILL_NAMES, moved, narrowed, optionsOf, pillOf, typedTo } from './options.ts'

const named = (...names: string[]) => names.map((name) => ({ id: name.toLowerCase(), name }))
const GENRES = named('Adult Contemporary', 'Ambient', 'Americana', 'Chanson', 'Électro', 'Pop')
const lists = (versions: ReturnType<typeof named>) => ({
  genres: GENRES,
  packages: [],
  markets: [],
  versions,
  releaseTypes: [],
})

describe('what a menu offers', () => {
  it('FILTER-015: explicit stands among the versions, also when the server does not list it', () => {
    expect(optionsOf(lists(named('Clean')), 'versions', 'Explicit').map(({ id }) => id)).toEqual(['clean', 'explicit'])
    expect(optionsOf(lists(named('Explicit', 'Clean')), 'versions', 'Explicit')).toHaveLength(2)
    expect(optionsOf(lists([]), 'versions', 'Explicit')).toEqual([])
    expect(optionsOf(lists(named('Clean')), 'genres', 'Explicit')).toEqual(GENRES)
  })
  it('FILTER-015, FILTER-021: explicit is listed once, whatever id the server gives it (D-080)', () => {
    const versions = [
      { id: '1', name: 'Clean' },
      { id: '7', name: 'Explicit ' },
    ]
    expect(optionsOf(lists(versions), 'versions', 'Explicit')).toEqual([
      { id: '1', name: 'Clean' },
      { id: 'explicit', name: 'Explicit ' },
    ])
    expect(optionsOf({ ...lists([]), genres: versions }, 'genres', 'Explicit')).toEqual(versions)
  })
  it('leaves out options nobody could ask for, and names those that have no name', () => {
    const odd = [
      { id: 'a', name: 'First' },
      { id: 'a', name: 'Again' },
      { id: 'b,c', name: 'Comma' },
      { id: '', name: 'Nothing' },
      { id: 'd', name: ' ' },
    ]
    expect(optionsOf({ ...lists([]), genres: odd }, 'genres', 'Explicit')).toEqual([
      { id: 'a', name: 'First' },
      { id: 'd', name: 'd' },
    ])
  })
  it('FILTER-016: an option is shown by the name that belongs to its id', () => {
    expect(chosenNames({ ...EMPTY_QUERY, genres: ['pop', 'ambient'] }, 'genres', GENRES)).toEqual(['Pop', 'Ambient'])
  })
  it('shows an id no list knows as it is', () => {
    expect(chosenNames({ ...EMPTY_QUERY, genres: ['polka'] }, 'genres', GENRES)).toEqual(['polka'])
  })
  it('narrows without case and accents', () => {
    expect(narrowed(GENRES, ' ELEC ').map(({ name }) => name)).toEqual(['Électro'])
    expect(narrowed(GENRES, '')).toBe(GENRES)
    expect(narrowed(GENRES, 'zzz')).toEqual([])
  })
})

describe('pills', () => {
  it('FILTER-011: show the first two names', () => {
    expect(FILTER_PILL_NAMES).toBe(2)
    expect(pillOf(['A', 'B', 'C', 'D']).shown).toEqual(['A', 'B'])
    expect(pillOf(['A'])).toEqual({ shown: ['A'], more: 0 })
  })
  it('FILTER-012: count the others', () => {
    expect(pillOf(['A', 'B']).more).toBe(0)
    expect(pillOf(['A', 'B', 'C', 'D']).more).toBe(2)
  })
})

describe('keys', () => {
  it('move by one and stop at the ends', () => {
    expect(moved('ArrowDown', 0, 3, 8)).toBe(1)
    expect(moved('ArrowDown', 2, 3, 8)).toBe(2)
    expect(moved('ArrowUp', 0, 3, 8)).toBe(0)
    expect(moved('ArrowUp', -1, 3, 8)).toBe(2)
  })
  it('move to the ends and by pages', () => {
    expect(moved('End', 0, 30, 8)).toBe(29)
    expect(moved('Home', 29, 30, 8)).toBe(0)
    expect(moved('PageDown', 1, 30, 8)).toBe(9)
    expect(moved('PageUp', 4, 30, 8)).toBe(0)
  })
  it('others, and an empty list, do not move', () => {
    expect(moved('a', 0, 3, 8)).toBeNull()
    expect(moved('ArrowDown', 0, 0, 8)).toBeNull()
  })
  it('typing leads to the next name that begins so', () => {
    expect(typedTo(GENRES, -1, 'p')).toBe(5)
    expect(typedTo(GENRES, 0, 'am')).toBe(1)
    expect(typedTo(GENRES, 1, 'ame')).toBe(2)
    expect(typedTo(GENRES, 0, 'e')).toBe(4)
    expect(typedTo(GENRES, 0, 'x')).toBeNull()
  })
  it('the same letter again goes through the names that begin with it', () => {
    expect(typedTo(GENRES, 0, 'a')).toBe(1)
    expect(typedTo(GENRES, 1, 'aa')).toBe(2)
    expect(typedTo(GENRES, 2, 'aaa')).toBe(0)
  })
})
