// What is awaited is not collected: tried with the garbage collector itself.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { FOR_EVER, holding } from './held.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Whether the object is still there after the garbage was collected. */
async function isThere(object: WeakRef<object>): Promise<boolean> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve))
    collect()
  }
  return object.deref() !== undefined
}

it('an object is held until what it is to bring about has settled, and no longer', async () => {
  for (const ends of ['resolve', 'reject'] as const) {
    let settle: (value: string) => void = () => undefined
    const work = new Promise<string>((resolve, reject) => {
      settle = ends === 'resolve' ? resolve : (value) => reject(new Error(value))
    })
    const { object, answered } = (() => {
      const made = {}
      return { object: new WeakRef(made), answered: holding(made, work).catch((error: Error) => error.message) }
    })()
    expect(await isThere(object)).toBe(true)
    settle('done')
    expect(await answered).toBe('done')
    expect(await isThere(object)).toBe(false)
  }
})

it('an object is held while nobody but its own work knows of it', async () => {
  const object = (() => {
    const made = {}
    void holding(made, new Promise(() => undefined))
    return new WeakRef(made)
  })()
  expect(await isThere(object)).toBe(true)
})

it('a lock that lasts as long as its worker never ends', async () => {
  const first = await Promise.race([FOR_EVER, new Promise((resolve) => setImmediate(() => resolve('other')))])
  expect(first).toBe('other')
})
