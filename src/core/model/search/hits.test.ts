import { expect, test } from 'vitest'
import { ArtistHit, LabelHit, SearchProfile, SearchSection } from './hits.ts'

const names = (schema: typeof SearchSection | typeof SearchProfile, tried: readonly string[]) =>
  tried.filter((one) => schema.safeParse(one).success)

test('SEARCH-010: a search is shown as an overview or by one of four categories', () => {
  const sections = ['top', 'tracks', 'artists', 'labels', 'releases']
  expect(names(SearchSection, [...sections, 'videos', ''])).toEqual(sections)
})

test('ROUTE-023, ROUTE-024: artists and labels have profiles', () => {
  expect(names(SearchProfile, ['artist', 'label', 'release', ''])).toEqual(['artist', 'label'])
})

test('a score lies between 0 and 1, and nobody has fewer than no releases', () => {
  const label = { kind: 'label', label: 'Harbour', releases: 1, logo: '', _score: 1 }
  const fits = (fields: object) => LabelHit.safeParse({ ...label, ...fields }).success
  expect([{}, { _score: 0 }, { releases: 0 }].map(fits)).toEqual([true, true, true])
  expect([{ _score: 1.1 }, { _score: -0.1 }, { releases: -1 }, { kind: 'artist' }].map(fits)).not.toContain(true)
  expect(ArtistHit.safeParse({ ...label, kind: 'artist' }).success).toBe(false)
})
