import { describe, expect, test } from 'vitest'
import { aCard } from '#tests/support/story.ts'
import { SELF, SINGLES } from '../model/entities.ts'
import { Store } from './store.ts'

/** A store of which nothing was touched yet. */
function aStore() {
  const store = new Store()
  store.takeTouched()
  return store
}

describe('the state', () => {
  test('has the only row of each such table from the start, and no other', () => {
    const store = new Store()
    expect(store.single('queue')).toBe(SINGLES.queue)
    expect([...store.ids('queue'), ...store.ids('release')]).toEqual([SELF])
  })

  test('names what was set, patched, dropped or came as text, each once', () => {
    const store = aStore()
    const [card, other] = [aCard('a'), aCard('b')]
    store.set('release', 'a', card)
    store.patch('release', 'a', { flagged: true })
    expect(store.takeTouched()).toEqual([{ kind: 'release', id: 'a' }])
    store.setText('release', 'b', JSON.stringify(other))
    expect(store.takeTouched()).toEqual([{ kind: 'release', id: 'b' }])
    store.drop('release', 'a')
    expect(store.takeTouched()).toEqual([{ kind: 'release', id: 'a' }])
    expect(store.takeTouched()).toEqual([])
  })

  test('a patch that changes nothing names nothing, and leaves the entity itself', () => {
    const store = new Store()
    store.patch('app', 'self', { online: false })
    store.takeTouched()
    const before = store.single('app')
    store.patch('app', 'self', { online: false })
    expect(store.takeTouched()).toEqual([])
    expect(store.single('app')).toBe(before)
    store.patch('app', 'self', { online: false, path: '/search' })
    expect(store.takeTouched()).toEqual([{ kind: 'app', id: 'self' }])
  })
  test('patching or dropping what is not there changes and names nothing', () => {
    const store = aStore()
    store.patch('release', 'a', { flagged: true })
    store.drop('release', 'a')
    expect([store.has('release', 'a'), store.takeTouched()]).toEqual([false, []])
  })

  test('reads text as the entity it is, once', () => {
    const store = aStore()
    store.setText('release', 'a', JSON.stringify(aCard('a')))
    expect(store.has('release', 'a')).toBe(true)
    const read = store.get('release', 'a')
    expect(read).toEqual(aCard('a'))
    expect(store.get('release', 'a')).toBe(read)
  })

  test('a patch replaces its fields alone', () => {
    const store = aStore()
    store.set('release', 'a', aCard('a'))
    store.patch('release', 'a', { flagged: true })
    expect(store.get('release', 'a')).toEqual(aCard('a', { flagged: true }))
  })

  test('all names every entity there is', () => {
    const store = new Store()
    store.set('release', 'a', aCard('a'))
    const all = [...store.all()]
    expect(all).toContainEqual({ kind: 'release', id: 'a' })
    expect(all).toHaveLength(Object.keys(SINGLES).length + 1)
  })
})
