import { expect, test } from 'vitest'
import type { Asker } from '../contract.ts'
import { createTurns } from './turns.ts'

/** Work that is done when it is told to, and the order in which it was begun. */
function workshop(most: number) {
  const turns = createTurns(most)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const want = (name: string, asker: Asker) =>
    turns.take(asker, () => {
      begun.push(name)
      return new Promise<void>((done) => ends.push(done))
    })
  const end = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { begun, want, end }
}
const anna = { by: 'anna' }
const bert = { by: 'bert' }

test('H-315: players take turns, however much one of them wants, and no more is begun at once than may', async () => {
  const { begun, want, end } = workshop(2)
  for (let n = 1; n <= 6; n++) void want(`a${n}`, anna)
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2'])
  for (let n = 1; n <= 2; n++) void want(`b${n}`, bert)
  for (let n = 0; n < 6; n++) await end()
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5', 'a6'])
})

test('H-316: who leaves while waiting is taken out of the line, and who leaves later disturbs nobody', async () => {
  const { begun, want, end } = workshop(1)
  const [first, second] = [new AbortController(), new AbortController()]
  const working = want('a1', { ...anna, signal: first.signal })
  const waiting = want('a2', { ...anna, signal: second.signal })
  void want('b1', bert)
  second.abort(new Error('left'))
  await expect(waiting).rejects.toThrow('left')
  first.abort(new Error('left'))
  await end()
  await working
  expect(begun).toEqual(['a1', 'b1'])
  await expect(want('c1', { by: 'cleo', signal: second.signal })).rejects.toThrow('left')
})

test('what fails leaves its place to the next', async () => {
  const turns = createTurns(1)
  await expect(turns.take(anna, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take(anna, async () => 'next')).toBe('next')
})
