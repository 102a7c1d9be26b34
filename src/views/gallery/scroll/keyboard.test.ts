import { describe, expect, it } from 'vitest'
import { placeAfter } from './keyboard.ts'

const grid = { columns: 5, count: 23, pageRows: 2 }

describe('placeAfter', () => {
  it.each([
    ['ArrowRight', 4, 5],
    ['ArrowRight', 22, 22],
    ['ArrowLeft', 5, 4],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 6],
    ['ArrowUp', 6, 1],
    ['ArrowUp', 1, 1],
    ['PageDown', 1, 11],
    ['PageUp', 12, 2],
    ['j', 4, 5],
    ['k', 5, 4],
    ['Home', 17, 0],
    ['End', 3, 22],
  ])('%s leads from %i to %i', (key, from, to) => {
    expect(placeAfter(key, from, grid)).toBe(to)
  })

  it('stops at the last card when the last row is shorter', () => {
    expect(placeAfter('ArrowDown', 19, grid)).toBe(22)
    expect(placeAfter('ArrowDown', 22, grid)).toBe(22)
  })

  it('knows no left and right in a list', () => {
    expect(placeAfter('ArrowLeft', 3, { ...grid, columns: 1 })).toBeNull()
    expect(placeAfter('ArrowRight', 3, { ...grid, columns: 1 })).toBeNull()
    expect(placeAfter('ArrowDown', 3, { ...grid, columns: 1 })).toBe(4)
  })

  it('leaves other keys alone', () => {
    expect(placeAfter('a', 3, grid)).toBeNull()
  })
})
