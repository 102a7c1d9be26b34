import { expect, test } from 'vitest'
import { Story } from '#tests/support/story.ts'
import { playerVolumeChanged } from '../events/player.ts'
import { searchCommitted } from '../events/search.ts'
import { type Comparison, conditionOf } from './condition.ts'

const { state } = new Story().happens(
  playerVolumeChanged({ volume: 40 }),
  searchCommitted({ term: 'bells' }),
  searchCommitted({ term: 'harbour' }),
)

test.each<[string, Comparison, string, boolean]>([
  ['player.volume', '=', '40', true],
  ['player.volume', '=', '"40"', false],
  ['player.volume', '!=', '40', false],
  ['player.volume', '>', '39', true],
  ['player.volume', '<', '40', false],
  ['player.volume', '>', 'a', false],
  ['player.song', '=', 'null', true],
  ['app.path', '=', '/', true],
  ['app.path', '>', '.', true],
  ['app.path', '>', '/', false],
  ['app.path', '<', '/', false],
  ['app.path', '<', '/a', true],
  ['player.volume', '<', '41', true],
  ['player.volume', '>', '20', true],
  ['app.path', 'contains', '/', true],
  ['recentSearches.terms', 'contains', 'harbour', true],
  ['recentSearches.terms', 'contains', 'harb', false],
  ['recentSearches.terms', 'contains', 'bells', true],
  ['recentSearches.terms', '=', '["harbour","bells"]', true],
  ['job', 'contains', 'j1', false],
  ['job', 'contains', 'toString', false],
  ['job.j1.status', '=', 'failed', false],
  ['job.j1.status', '<', 'failed', false],
  ['job.j1.status', '!=', 'failed', true],
])('%s %s %s: %s', (path, comparison, value, holds) => {
  expect(conditionOf(path, comparison, value)(state)).toBe(holds)
})

test('a path that leads nowhere is refused when the question is put', () => {
  expect(() => conditionOf('playr.volume', '=', '1')).toThrow('no table is called "playr"')
})
