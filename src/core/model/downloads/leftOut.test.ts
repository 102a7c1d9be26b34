import { expect, test } from 'vitest'
import { LeftOutReason, spokenName } from './leftOut.ts'

test('a song is called by artist, title and version, as far as there are any', () => {
  const song = { artist: 'Ana', title: 'Harbour', version: 'Club Mix' }
  expect(spokenName(song)).toBe('Ana – Harbour (Club Mix)')
  expect([spokenName({ ...song, version: '' }), spokenName({ ...song, artist: '' })]).toEqual(['Ana – Harbour', 'Harbour (Club Mix)']) // biome-ignore format: one line
})

test('there are seven reasons why something is not in a zip', () => {
  expect(LeftOutReason.options).toEqual(['format', 'locked', 'gone', 'here', 'double', 'failed', 'removed'])
})
