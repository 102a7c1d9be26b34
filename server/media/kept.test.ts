import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createKept } from './kept.ts'
import { createFolderStore } from './objects/folderStore.ts'
import type { ObjectStore } from './objects/objectStore.ts'

let folder = ''
let store: ObjectStore
let measured: string[] = []
let most = 0
let now = 0
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-'))
  store = createFolderStore(folder)
  measured = []
  most = 0
  now = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Takes a moment, and notes how many do at once. */
const measure = (text: string) => async () => {
  measured.push(text)
  most = Math.max(most, ++now)
  await new Promise((done) => setTimeout(done, 5))
  now -= 1
  return Buffer.from(text)
}

it('measures once for all who ask at once, and for whoever comes later, one thing at a time', async () => {
  const kept = createKept(store)
  const asked = Array.from({ length: 60 }, (_, n) => kept(`of/${n % 3}`, 1, measure(String(n % 3))))
  expect((await Promise.all(asked)).map(String)).toEqual(Array.from({ length: 60 }, (_, n) => String(n % 3)))
  expect(String(await kept('of/1', 1, measure('1')))).toBe('1')
  expect(measured.toSorted()).toEqual(['0', '1', '2'])
  expect(most).toBe(1)
})

it('is kept for a later start, unless what lies there has another length', async () => {
  await createKept(store)('of/a', 2, measure('ab'))
  expect(String(await createKept(store)('of/a', 2, measure('xy')))).toBe('ab')
  expect(String(await createKept(store)('of/a', 3, measure('xyz')))).toBe('xyz')
  expect(measured).toEqual(['ab', 'xyz'])
})

it('a failure is told to all who waited for it, keeps nobody else waiting, and is tried again', async () => {
  const heads: Promise<unknown>[] = []
  const kept = createKept({
    ...store,
    head(path) {
      const head = store.head(path)
      heads.push(head)
      return head
    },
  })
  const fail = async () => {
    // Not before both wait for it.
    await Promise.all(heads)
    await new Promise((done) => setImmediate(done))
    throw new Error('gone')
  }
  const asked = await Promise.allSettled([kept('of/a', 1, fail), kept('of/a', 1, fail), kept('of/b', 1, measure('b'))])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(String(await kept('of/a', 1, measure('a')))).toBe('a')
})

it('gives what cannot be kept, and keeps nothing where there is nothing', async () => {
  const full = { ...store, put: () => Promise.reject(new Error('full')) }
  expect(String(await createKept(full)('of/a', 1, measure('a')))).toBe('a')
  const kept = createKept(store)
  const none = vi.fn(async () => null)
  expect(await Promise.all([1, 2, 3].map(() => kept('of/none', 1, none)))).toEqual([null, null, null])
  expect(none).toHaveBeenCalledTimes(1)
  expect(await store.head('of/none')).toBeNull()
})
