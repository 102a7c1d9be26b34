import { expect, it } from 'vitest'
import { Touches } from './touches.ts'

it('names each entity once, and gives as many as are asked for until none is left', () => {
  const touches = new Touches()
  touches.addAll([
    { kind: 'job', id: 'a' },
    { kind: 'release', id: 'a' },
    { kind: 'job', id: 'b' },
    { kind: 'job', id: 'a' },
  ])
  expect(touches.size).toBe(3)
  expect(touches.take(2)).toEqual([
    { kind: 'job', id: 'a' },
    { kind: 'job', id: 'b' },
  ])
  expect(touches.take()).toEqual([{ kind: 'release', id: 'a' }])
  expect(touches.size).toBe(0)
  expect(touches.take()).toEqual([])
})

it('what is touched again after it was taken is there again', () => {
  const touches = new Touches()
  touches.add('job', 'a')
  touches.take(1)
  touches.add('job', 'a')
  expect([...touches]).toEqual([{ kind: 'job', id: 'a' }])
})

it('nothing that was cleared is there', () => {
  const touches = new Touches()
  touches.addAll([
    { kind: 'job', id: 'a' },
    { kind: 'release', id: 'b' },
  ])
  touches.clear()
  expect([touches.size, touches.take()]).toEqual([0, []])
})
