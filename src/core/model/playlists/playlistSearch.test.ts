import { expect, test } from 'vitest'
import { playlistListOpened } from '../../events/playlists.ts'
import { playlistListId } from './playlistList.ts'
import { PLAYLIST_SEARCH_MAX, playlistSearchOf } from './playlistSearch.ts'

test('a search of an address is as long as its field takes, with whole characters, and names a list', () => {
  expect(playlistSearchOf(null)).toBe('')
  expect(playlistSearchOf('Late night')).toBe('Late night')
  expect(playlistSearchOf('a'.repeat(5000))).toHaveLength(PLAYLIST_SEARCH_MAX)
  expect(playlistSearchOf('👩‍👩‍👧'.repeat(40))).toBe('👩‍👩‍👧'.repeat(12))
  const queryId = playlistListId('starred', playlistSearchOf('夜'.repeat(500)))
  expect(playlistListOpened.schema.safeParse({ queryId }).success).toBe(true)
})
