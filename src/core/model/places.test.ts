import { describe, expect, it } from 'vitest'
import { parsePlaces } from './places.ts'

const place = { queryId: 'sort=-date', anchor: { index: 40, px: 12, rowHeight: 309 }, focus: null }

describe('parsePlaces', () => {
  it('reads what was kept', () => {
    expect(parsePlaces(JSON.stringify([['k', place]]))).toEqual([['k', place]])
  })
  it.each([null, '', 'nonsense', '{}', '[["k",{"queryId":1}]]', JSON.stringify([['k', { ...place, focus: -1 }]])])(
    'reads nothing from %j',
    (text) => {
      expect(parsePlaces(text)).toEqual([])
    },
  )
})
