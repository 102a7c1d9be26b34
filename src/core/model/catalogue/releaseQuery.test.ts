import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chooseSortAttribute,
  chosenCount,
  chosenIn,
  clearAll,
  clearGroup,
  EMPTY_QUERY,
  FILTER_GROUPS,
  formatReleaseQuery,
  GROUP_IDS_MAX,
  isFiltered,
  isFilterId,
  nextColumnSort,
  parseReleaseQuery,
  queryIdOf,
  RELEASE_SORTS,
  type ReleaseQuery,
  SORT_COLUMNS,
  toggleOption,
  toggleShared,
  toggleSort,
} from './releaseQuery.ts'

/** As an address gives it. */
const read = (text: string) =>
  parseReleaseQuery(
    text
      .split('&')
      .filter(Boolean)
      .map((part) => {
        const at = part.indexOf('=')
        return [part.slice(0, at), decodeURIComponent(part.slice(at + 1))] as const
      }),
  )

const FULL: ReleaseQuery = {
  sort: '-title',
  genres: ['soul', 'ambient'],
  packages: ['heatseekers'],
  markets: ['ca'],
  versions: ['radio-edit'],
  releaseTypes: ['ep', 'album'],
  explicit: true,
  artist: 'Tyler, & Co',
  label: 'Ø Records',
}

describe('reading and writing a query', () => {
  it('reads what it wrote', () => {
    expect(read(formatReleaseQuery(FULL))).toEqual(FULL)
    expect(formatReleaseQuery(FULL)).toBe(
      'sort=-title&genres=soul,ambient&packages=heatseekers&markets=ca&versions=radio-edit&release_types=ep,album' +
        '&explicit=true&artist=Tyler%2C%20%26%20Co&label=%C3%98%20Records',
    )
  })
  it('writes nothing for the whole gallery, and reads it from nothing', () => {
    expect(formatReleaseQuery(EMPTY_QUERY)).toBe('')
    expect(read('')).toEqual(EMPTY_QUERY)
    expect(queryIdOf(EMPTY_QUERY)).toBe('sort=-date')
  })
  it('names equal filters alike, in whatever order they were chosen and written', () => {
    expect(queryIdOf(read('release_types=ep,album&genres=soul,ambient'))).toBe(
      queryIdOf(read('genres=ambient&genres=soul,soul&release_types=album,ep&sort=-date')),
    )
    expect(queryIdOf(read('genres=b,a'))).toBe('sort=-date&genres=a,b')
    expect(read('genres=b,a').genres).toEqual(['b', 'a'])
  })
  it('leaves out what it does not understand', () => {
    expect(read('sort=loudest&explicit=perhaps&page=7&pagesize=-1&release=r1&filter=%20&genres=,%20,')).toEqual(
      EMPTY_QUERY,
    )
    expect(read(`genres=a%00b,ok,${'x'.repeat(101)}`).genres).toEqual(['ok'])
    expect(parseReleaseQuery([['artist', '\ud800']])).toEqual(EMPTY_QUERY)
  })
  it('keeps ids no list knows', () => {
    expect(read('markets=atlantis').markets).toEqual(['atlantis'])
  })
  it('whatever stands in the address, the name of the list keeps its limit and reads back as itself', () => {
    const names = [...FILTER_GROUPS, 'release_types', 'sort', 'explicit', 'artist', 'label', '__proto__', 'toString']
    const params = fc.array(fc.tuple(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 3000 })), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(params, (given) => {
        const query = parseReleaseQuery(given)
        expect(queryIdOf(query).length).toBeLessThanOrEqual(2000)
        expect(read(formatReleaseQuery(query))).toEqual(query)
      }),
      { seed: 7, numRuns: 300 },
    )
    const many = Array.from({ length: 5000 }, (_, index) => `genre-${index}`)
    expect(read(`genres=${many.join(',')}`).genres).toHaveLength(GROUP_IDS_MAX)
    const long = Array.from({ length: 50 }, (_, index) => `${index}${'ラ'.repeat(90)}`)
    expect(queryIdOf({ ...EMPTY_QUERY, ...read(`genres=${long.map(encodeURIComponent)}`) }).length).toBeLessThan(2000)
  })
})

describe('choosing', () => {
  it('FILTER-016: each group has its own list of ids; choosing one again takes it back', () => {
    for (const group of FILTER_GROUPS) {
      const chosen = toggleOption(toggleOption(EMPTY_QUERY, group, 'a'), group, 'b')
      expect(chosen).toEqual({ ...EMPTY_QUERY, [group]: ['a', 'b'] })
      expect(toggleOption(chosen, group, 'a')).toEqual({ ...EMPTY_QUERY, [group]: ['b'] })
    }
  })
  it('H-510: beyond the limits nothing is chosen, and nothing that was chosen goes for it', () => {
    const ids = (n: number, tail: string) => Array.from({ length: n }, (_, index) => `${index}${tail}`)
    const many = read(`genres=${ids(GROUP_IDS_MAX, '')}`)
    expect(toggleOption(many, 'genres', 'one more')).toBe(many)
    // The genres are fitted in before the release types, which are full of letters that take much room.
    const wide = read(`release_types=${ids(5, encodeURIComponent('ラ'.repeat(34)))}`)
    expect(wide.releaseTypes).toHaveLength(5)
    expect(toggleOption(wide, 'genres', 'ラ'.repeat(20))).toBe(wide)
    expect(toggleOption(wide, 'genres', 'soul')).toEqual({ ...wide, genres: ['soul'] })
    expect(toggleOption(many, 'genres', '7').genres).toHaveLength(GROUP_IDS_MAX - 1)
  })
  it('an id that cannot travel in a list is not chosen', () => {
    for (const id of ['a,b', '', ' a', 'a\u0000', '\ud800', 'x'.repeat(101)]) {
      expect(isFilterId(id)).toBe(false)
      expect(read(formatReleaseQuery(toggleOption(EMPTY_QUERY, 'genres', id))).genres).not.toContain(id)
    }
    expect(isFilterId('R&B / ラテン')).toBe(true)
  })
  it('FILTER-015: explicit is off by default, shows among the versions and is not sent with them', () => {
    expect(EMPTY_QUERY.explicit).toBe(false)
    const chosen = toggleOption(toggleOption(EMPTY_QUERY, 'versions', 'clean'), 'versions', 'explicit')
    expect(chosen).toMatchObject({ versions: ['clean'], explicit: true })
    expect(chosenIn(chosen, 'versions')).toEqual(['clean', 'explicit'])
    expect(queryIdOf(chosen)).toBe('sort=-date&versions=clean&explicit=true')
    expect(queryIdOf(toggleOption(chosen, 'versions', 'explicit'))).toBe('sort=-date&versions=clean')
    expect(read('versions=clean,explicit')).toEqual(chosen)
  })
  it('counts what is chosen', () => {
    expect(chosenCount(FULL)).toBe(8)
    expect(isFiltered({ ...EMPTY_QUERY, sort: 'trend' })).toBe(false)
    expect(isFiltered({ ...EMPTY_QUERY, artist: 'A' })).toBe(true)
  })
  it('FILTER-013: a group is cleared alone, the versions with explicit', () => {
    expect(clearGroup(FULL, 'genres')).toEqual({ ...FULL, genres: [] })
    expect(clearGroup(FULL, 'versions')).toEqual({ ...FULL, versions: [], explicit: false })
    expect(clearGroup(FULL, 'label')).not.toHaveProperty('label')
  })
  it('FILTER-014: all groups are cleared, explicit with them; the order stays', () => {
    expect(clearAll(FULL)).toEqual({ ...EMPTY_QUERY, sort: '-title' })
  })
})

describe('sorting', () => {
  it('FILTER-008: the toggle goes between -date and trend', () => {
    expect(toggleSort('-date')).toBe('trend')
    expect(toggleSort('trend')).toBe('-date')
    expect(toggleSort('artist')).toBe('trend')
  })
  it('FILTER-022: the sort keys are trend, -date, artist, title and time', () => {
    for (const key of ['trend', '-date', 'artist', 'title', 'time'] as const) {
      expect(RELEASE_SORTS).toContain(key)
      expect(read(`sort=${key}`).sort).toBe(key)
    }
  })
  it('FILTER-023: choosing the same attribute again clears the sort', () => {
    expect(chooseSortAttribute('-date', 'artist')).toBe('artist')
    expect(chooseSortAttribute('artist', 'artist')).toBe('-date')
    expect(chooseSortAttribute('-artist', 'artist')).toBe('-date')
    expect(chooseSortAttribute('trend', 'trend')).toBe('-date')
    expect(chooseSortAttribute('date', 'date')).toBe('-date')
  })
  it('TABLE-006: artist, title, time and date are the columns that sort', () => {
    expect(new Set(SORT_COLUMNS)).toEqual(new Set(['artist', 'title', 'time', 'date']))
  })
  it('TABLE-007: the first press sorts as listed: ascending, the date newest first', () => {
    expect(nextColumnSort('-date', 'artist')).toBe('artist')
    expect(nextColumnSort('-artist', 'title')).toBe('title')
    expect(nextColumnSort('title', 'time')).toBe('time')
    expect(nextColumnSort('trend', 'date')).toBe('-date')
  })
  it('TABLE-008: the next press on the same column turns it round', () => {
    expect(nextColumnSort('artist', 'artist')).toBe('-artist')
    expect(nextColumnSort('-artist', 'artist')).toBe('artist')
    expect(nextColumnSort('-date', 'date')).toBe('date')
    expect(nextColumnSort('date', 'date')).toBe('-date')
  })
})

describe('what was shared', () => {
  const shared: ReleaseQuery = { ...EMPTY_QUERY, shared: true }

  it.each([
    ['shared=true', shared],
    ['shared=false', EMPTY_QUERY],
    ['shared=1', EMPTY_QUERY],
    ['shared=true&shared=', EMPTY_QUERY],
  ])('is asked for by an address with %s', (text, query) => {
    expect(read(text)).toEqual(query)
  })

  it('stands in the address and in the name of the list', () => {
    expect([formatReleaseQuery(shared), queryIdOf(shared)]).toEqual(['shared=true', 'sort=-date&shared=true'])
  })

  it('narrows the gallery, and goes with its own press, its pill and with all', () => {
    expect([isFiltered(shared), isFiltered(EMPTY_QUERY)]).toEqual([true, false])
    expect(toggleShared(EMPTY_QUERY)).toEqual(shared)
    for (const gone of [toggleShared(shared), clearGroup(shared, 'shared'), clearAll(shared)])
      expect(gone).toEqual(EMPTY_QUERY)
  })

  it('stays beside what else is chosen', () => {
    expect(toggleOption(shared, 'genres', 'soul')).toEqual({ ...shared, genres: ['soul'] })
  })
})
