import { expect, it } from 'vitest'
import { Chances } from './chances.ts'

it('each job has one more try of its bytes and three of its zip, until a person restarts it', () => {
  const chances = new Chances()
  const taken = (id: string, of: 'bytes' | 'zip') => Array.from({ length: 4 }, () => chances.take(id, of))
  expect(taken('a', 'bytes')).toEqual([true, false, false, false])
  expect(taken('a', 'zip')).toEqual([true, true, true, false])
  expect(taken('b', 'bytes')).toEqual([true, false, false, false])
  chances.forget('a')
  expect([chances.take('a', 'bytes'), chances.take('b', 'bytes')]).toEqual([true, false])
})

it('nobody takes chances over from who was here before', () => {
  const chances = new Chances()
  chances.take('a', 'bytes')
  chances.clear()
  expect(chances.take('a', 'bytes')).toBe(true)
})
