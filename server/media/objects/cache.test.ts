import { expect, it } from 'vitest'
import { FileCache } from './cache.ts'
import type { ObjectStore } from './objectStore.ts'

it('a file that is being taken away is not found once more', async () => {
  const files = new Map([['cache/a', 10]])
  let takeAway = () => {}
  const store = {
    head: async (path: string) => {
      const bytes = files.get(path)
      return bytes === undefined ? null : { bytes, changed: 0 }
    },
    remove: (path: string) =>
      new Promise<void>((done) => {
        takeAway = () => {
          files.delete(path)
          done()
        }
      }),
  } as unknown as ObjectStore
  const cache = new FileCache(store, 'cache/', 100)
  expect(await cache.check('a')).toBe(10)
  const removed = cache.remove('a')
  const found = cache.check('a')
  await Promise.resolve()
  takeAway()
  await removed
  expect(await found).toBeNull()
  expect([cache.knows('a'), cache.bytes]).toEqual([false, 0])
})
