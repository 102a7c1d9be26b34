import { describe, expect, test } from 'vitest'
import { settle } from '#tests/support/fakeClock.ts'
import { Semaphore } from './semaphore.ts'

describe('turns', () => {
  test('are given to so many at a time, in order, and one that fails gives its turn on', async () => {
    const turns = new Semaphore(2)
    const began: string[] = []
    const end = new Map<string, (failed?: boolean) => void>()
    const take = (name: string) =>
      turns
        .take(() => {
          began.push(name)
          return new Promise<void>((resolve, reject) => end.set(name, (failed) => (failed ? reject(new Error()) : resolve()))) // biome-ignore format: one line
        })
        .catch(() => undefined)
    for (const name of ['a', 'b', 'c', 'd']) void take(name)
    await settle()
    expect(began).toEqual(['a', 'b'])
    end.get('b')?.(true)
    await settle()
    expect(began).toEqual(['a', 'b', 'c'])
    for (const name of ['a', 'c']) end.get(name)?.()
    await settle()
    end.get('d')?.()
    await settle()
    for (const name of ['e', 'f', 'g']) void take(name)
    await settle()
    expect(began).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})
