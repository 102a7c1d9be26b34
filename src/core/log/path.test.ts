import { describe, expect, test } from 'vitest'
import { aCard, Story } from '#tests/support/story.ts'
import { playerVolumeChanged } from '../events/player.ts'
import type { Entities } from '../model/entities.ts'
import { Store } from '../reducers/store.ts'
import { parsePath, valueAt } from './path.ts'

const store = new Story().happens(playerVolumeChanged({ volume: 7 })).order.store
store.set('release', 'a.b', aCard('a.b'))
store.set('release', 'a', aCard('a'))
store.set('page', 'sort=-date#1', { ids: ['a', 'a.b'] })
const at = (path: string) => valueAt(store, parsePath(path))

describe('a path', () => {
  test.each<[string, unknown]>([
    ['player.volume', 7],
    ['player.self.volume', 7],
    ['page.sort=-date#1.ids.1', 'a.b'],
    ['page["sort=-date#1"].ids[0]', 'a'],
    ['page["sort=\\-date#1"].ids[0]', 'a'],
    ["page['sort=-date#1'].ids.length", 2],
    ['release.a.title', 'Release a'],
    ['release.a.b.title', 'Release a.b'],
    ['release["a.b"].title', 'Release a.b'],
    ['release.a.title.length', 9],
    ['release.c.title', undefined],
    ['player.song.title', undefined],
    ['job.j1.status', undefined],
    ['release.a.title.length.more', undefined],
    ['session.claims.playerid', undefined],
    ['network', undefined],
  ])('%s leads to what stands there', (path, value) => {
    expect(at(path)).toEqual(path === 'network' ? {} : value)
  })

  test('to a table leads to its rows by id, to one of a single row to that', () => {
    expect(Object.keys(at('release') as object)).toEqual(['a.b', 'a'])
    expect(at('player')).toBe(store.single('player'))
  })

  test.each([
    'player.constructor',
    'player.__proto__',
    'release.__proto__',
    'release.a.toString',
    'page.constructor.name',
  ])('%s leads to no prototype', (path) => {
    expect(at(path)).toBeUndefined()
  })

  test('to a row that is called as a prototype is, leads to the row', () => {
    const own = new Store()
    own.set('downloaded', '__proto__', { key: 'k' })
    expect(valueAt(own, parsePath('downloaded.__proto__.key'))).toBe('k')
    expect(Object.keys(valueAt(own, parsePath('downloaded')) as object)).toEqual(['__proto__'])
    own.set('triaged', 't', JSON.parse('{"__proto__":{"heard":true}}') as Entities['triaged'])
    expect(valueAt(own, parsePath('triaged.t.heard'))).toBeUndefined()
    expect(valueAt(own, parsePath('triaged.t.__proto__.heard'))).toBe(true)
  })

  test.each([
    ['', 'no table is called ""'],
    ['players.volume', 'no table is called "players"'],
    ['toString', 'no table is called "toString"'],
    ['player..volume', 'not a path from "..volume" on'],
    ['player[volume]', 'not a path from "[volume]" on'],
    ['player["volume', 'not a path from'],
  ])('%s is refused in words', (path, words) => {
    expect(() => parsePath(path)).toThrow(words)
  })
})
