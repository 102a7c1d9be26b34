import { describe, expect, test } from 'vitest'
import { playlistColumns, playlistListId, playlistOrderOf, playlistQueryOf } from './playlistList.ts'

describe('lists of playlists', () => {
  test.each([
    [390, 1],
    [399, 1],
    [400, 1],
    [799, 1],
    [800, 2],
    [1168, 2],
    [2800, 7],
    [5000, 7],
  ])('PLAYLIST-003: a grid of %i px has %i columns', (width, columns) => {
    expect(playlistColumns(width)).toBe(columns)
  })

  test('PLAYLIST-004: newest, A-Z, starred and none', () => {
    const orders = ['newest', 'atoz', 'starred', 'none'] as const
    expect(orders.map((order) => playlistQueryOf(playlistListId(order)).sort)).toEqual([
      '-date',
      'name',
      '-pinned',
      undefined,
    ])
    expect([null, 'atoz', 'none', 'toString', 'x'].map(playlistOrderOf)).toEqual([
      'newest',
      'atoz',
      'none',
      'newest',
      'newest',
    ])
  })

  test('PLAYLIST-005: a search of any text comes back as it was typed', () => {
    for (const text of ['late & loud', 'ä=50%', '夜'])
      expect(playlistQueryOf(playlistListId('atoz', ` ${text} `))).toEqual({ sort: 'name', filter: text })
    expect(playlistListId('newest', '  ')).toBe('sort=-date')
    // Half a sign, as a foreign clipboard may hold it.
    expect(playlistQueryOf(playlistListId('atoz', 'a\ud83c')).filter).toBe('a')
  })
})
