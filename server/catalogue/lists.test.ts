import { expect, it } from 'vitest'
import { FILTER_ID_MAX, isFilterId } from '#core/model/catalogue/releaseQuery.ts'
import { keyOf, RELEASE_TYPES, VERSION_CHOICES, versionIn } from './lists.ts'

it('FILTER-020: offers the release types Album, EP and Single', () => {
  expect(RELEASE_TYPES.map(({ name }) => name)).toEqual(['Album', 'EP', 'Single'])
})

it('FILTER-021: offers the thirteen versions', () => {
  expect(VERSION_CHOICES.map(({ name }) => name)).toEqual(
    ['Album', 'Clean', 'Radio', 'Explicit', 'Album version', 'Club mix', 'Hook', 'Instrumental', 'Liner', 'Other', 'Radio edit', 'Remix', 'Vocal'], // biome-ignore format: one list
  )
  expect(VERSION_CHOICES.every(({ id }) => isFilterId(id))).toBe(true)
})

it('H-463: spellings of one name have one key, which can be asked for', () => {
  for (const same of [
    ['Hip-Hop', 'hip hop', 'HIP–HOP '],
    ['Café Jazz', 'cafe jazz'],
    ['R&B', 'r & b'],
    ['東京', '東京'],
  ])
    expect(new Set(same.map(keyOf)).size, same.join()).toBe(1)
  for (const name of ['Rock, Pop', '♥', 'ハウス', 'أغنية', 'Ω '.repeat(300), '🎵🎶'.repeat(80)]) {
    expect(isFilterId(keyOf(name)), name).toBe(true)
    expect(keyOf(name).length).toBeLessThanOrEqual(FILTER_ID_MAX)
    expect(keyOf(keyOf(name)), name).toBe(keyOf(name))
  }
  expect([keyOf('House'), keyOf(',')]).toEqual(['house', ''])
  expect(keyOf('ハウス')).not.toBe(keyOf('パウス'))
})

it.each([
  ['Radio Edit', 'radio-edit'],
  ['CLUB MIX', 'club-mix'],
  ['Night Shift Remix', 'remix'],
  ['2019 Album Version', 'album-version'],
  ['Live', 'other'],
  ['Premix', 'other'],
  ['Other', 'other'],
])('H-463: the version %s is listed as %s', (version, id) => {
  expect(versionIn(version)).toBe(id)
})
