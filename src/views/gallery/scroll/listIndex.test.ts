import { beforeEach, describe, expect, test } from 'vitest'
import { INDEX_ROWS_MAX, type ListIndexPart } from '#core/model/catalogue/listIndex.ts'
import { Store } from '#core/reducers/store.ts'
import { attach } from '#projections/entity.ts'
import { aCard } from '#tests/support/story.ts'
import { ListIndex, listIndexOf } from './listIndex.ts'

type List = NonNullable<Parameters<ListIndex['follow']>[0]>

const TOTAL = INDEX_ROWS_MAX * 3 + 7
const list = (more: Partial<List> = {}): List => ({
  ...{ queryId: 'q', round: 1, edition: 0, total: TOTAL, page: 1, gone: [] },
  ...more,
})
const id = (n: number) => `r${n}`
const row = (n: number): ListIndexPart['rows'][number] => [id(n), `Title ${n}`, `Artist ${n}`, n % 2 ? '#112233' : null]

/** What the server says of a list without the places `gone`, all of which count in the whole list. */
function part(first: number, gone: readonly number[] = []): ListIndexPart {
  const left = Array.from({ length: TOTAL }, (_, n) => n).filter((n) => !gone.includes(n))
  return { total: left.length, rows: left.slice(first, first + INDEX_ROWS_MAX).map(row) }
}

const goneOf = (...places: readonly number[]) => places.map((place) => ({ releaseid: id(place), place }))
const without = (...places: readonly number[]) =>
  list({ edition: places.length, total: TOTAL - places.length, gone: goneOf(...places) })

/** Followed and filled to its end. */
function full(of: List = list(), gone: readonly number[] = []): ListIndex {
  const index = new ListIndex()
  index.follow(of)
  for (let hole = index.hole(0); hole !== null; hole = index.hole(0))
    expect(index.take(part(hole, gone), hole, of.edition)).toBe(true)
  return index
}

describe('the light index of a list', () => {
  test('H-124: says the words and the colour of every place, and nothing past the end', () => {
    const index = full()
    expect(index.at(0)).toEqual({ releaseid: 'r0', title: 'Title 0', artist: 'Artist 0', colour: null })
    expect(index.at(TOTAL - 1)).toMatchObject({ releaseid: id(TOTAL - 1) })
    expect(index.at(1)?.colour).toBe('#112233')
    expect(index.at(TOTAL)).toBeNull()
  })

  test('asks for the part that is looked at first, then for its neighbours, and at last for none', () => {
    const index = new ListIndex()
    expect(index.hole(0)).toBeNull()
    index.follow(list())
    const asked: number[] = []
    for (;;) {
      const hole = index.hole(INDEX_ROWS_MAX * 2 + 5)
      if (hole === null) break
      asked.push(hole / INDEX_ROWS_MAX)
      index.take(part(hole), hole, 0)
    }
    expect(asked).toEqual([2, 3, 1, 0])
  })

  test('keeps words of any text apart', () => {
    const index = new ListIndex()
    index.follow(list({ total: 1 }))
    const words = ['r0', 'مرحبا\n"بالعالم"', '🎧\t東京', null] as const
    index.take({ total: 1, rows: [[...words]] }, 0, 0)
    expect(index.at(0)).toEqual({ releaseid: 'r0', title: words[1], artist: words[2], colour: null })
  })

  test('follows what leaves the list by a mark, and what comes back', () => {
    const index = full()
    index.follow(without(3, 2500))
    expect([2, 3, 4, 2498, 2499].map((at) => index.at(at)?.releaseid)).toEqual(['r2', 'r4', 'r5', 'r2499', 'r2501'])
    expect(index.at(TOTAL - 3)?.releaseid).toBe(id(TOTAL - 1))
    index.follow(without(2500))
    expect(index.at(3)?.releaseid).toBe('r3')
    expect(index.hole(0)).toBeNull()
  })

  test('takes a part that was read after releases had left', () => {
    const gone = [0, 1, INDEX_ROWS_MAX - 1, INDEX_ROWS_MAX]
    const index = full(without(...gone), gone)
    const left = Array.from({ length: TOTAL }, (_, n) => n).filter((n) => !gone.includes(n))
    for (const place of [0, 1, INDEX_ROWS_MAX - 4, INDEX_ROWS_MAX - 3, INDEX_ROWS_MAX, left.length - 1])
      expect(index.at(place)?.releaseid).toBe(id(left[place] as number))
  })

  test('asks for nothing of what is gone whole, in the midst or at the end', () => {
    const middle = Array.from({ length: INDEX_ROWS_MAX + 1 }, (_, i) => INDEX_ROWS_MAX + i)
    const end = Array.from({ length: 7 }, (_, i) => INDEX_ROWS_MAX * 3 + i)
    const gone = [...middle, ...end]
    const index = full(without(...gone), gone)
    expect(index.hole(0)).toBeNull()
    expect(index.at(INDEX_ROWS_MAX)?.releaseid).toBe(id(INDEX_ROWS_MAX * 2 + 1))
    expect(index.at(TOTAL - gone.length - 1)?.releaseid).toBe(id(INDEX_ROWS_MAX * 3 - 1))
  })

  test.each<[string, List]>([
    ['was emptied', list({ round: 2 })],
    ['became another by itself', list({ total: TOTAL + 1 })],
    ['holds something at a place nobody knows', list({ edition: 1, page: 0 })],
  ])('lets go of everything when the list %s', (_, changed) => {
    const index = full()
    index.follow(changed)
    expect(index.at(0)).toBeNull()
    expect(index.hole(0)).toBe(0)
  })

  test('H-326: keeps everything while the list is in sight of which nobody knows whether a mark was made', () => {
    const store = new Store()
    store.set('page', 'q#1', { ids: ['r0'], short: true })
    store.set('release', 'r0', aCard('r0'))
    attach(store)
    const index = full()
    index.follow(list({ edition: 1, page: 0 }))
    expect([index.at(TOTAL - 1)?.releaseid, index.hole(0)]).toEqual([id(TOTAL - 1), null])
    // Read again it is another one.
    index.follow(list({ edition: 1, total: TOTAL - 1 }))
    expect(index.at(0)).toBeNull()
    attach(new Store())
  })

  test('lets go of everything when another release takes the room of one that left', () => {
    const index = full()
    index.follow(without(3))
    index.follow(list({ edition: 1 }))
    expect(index.at(0)).toBeNull()
  })

  test('lets go of everything when marks were made while nobody looked', () => {
    const index = full()
    index.follow(list({ edition: 1 }), true)
    expect(index.at(0)).toBeNull()
  })

  test('refuses what belongs to another edition, to a list of another length, or is empty', () => {
    const index = new ListIndex()
    index.follow(list({ edition: 1 }))
    expect(index.take(part(0), 0, 0)).toBe(false)
    expect(index.take({ ...part(0), total: TOTAL + 1 }, 0, 1)).toBe(false)
    expect(index.take({ total: TOTAL, rows: [] }, 0, 1)).toBe(false)
    expect(index.at(0)).toBeNull()
  })
})

describe('the indexes that are kept', () => {
  let store: Store
  const signIn = (playerid: string) => {
    store.patch('session', 'self', { claims: { playerid } as never })
    attach(store)
  }
  beforeEach(() => {
    store = new Store()
    signIn('one')
  })

  test('are those of the last three lists', () => {
    const first = listIndexOf('a')
    expect(listIndexOf('a')).toBe(first)
    for (const queryId of ['b', 'c', 'd']) listIndexOf(queryId)
    expect(listIndexOf('a')).not.toBe(first)
  })

  test('are nobody else’s', () => {
    const mine = listIndexOf('a')
    signIn('two')
    expect(listIndexOf('a')).not.toBe(mine)
  })
})
