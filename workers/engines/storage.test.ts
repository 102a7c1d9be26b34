// What stores do on a public computer, and what they ask of a disk. IndexedDB itself is tried in the browser
// (tests/e2e/public.e2e.ts).
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const refused = vi.fn(() => {
  throw new Error('the disk was asked')
})

beforeEach(() => {
  refused.mockClear()
  vi.resetModules()
  vi.stubGlobal('indexedDB', { open: refused })
  vi.stubGlobal('navigator', { storage: { getDirectory: refused } })
})
afterEach(() => vi.unstubAllGlobals())

test('D-006: a store lives in memory once nothing may be kept, and copies what it is given', async () => {
  const { keepNothing, mayKeep, openStore } = await import('./storage.ts')
  const store = openStore('database', 'table')
  await expect(store.get('a')).rejects.toThrow('the disk was asked')
  keepNothing()
  refused.mockClear()
  expect(mayKeep()).toBe(false)
  const value = { n: 1 }
  await store.set('a', value)
  value.n = 2
  expect(await store.get('a')).toEqual({ n: 1 })
  await store.update('a', (held) => ({ ...(held as object), more: true }))
  await store.set('b', 'text')
  expect(await store.entries()).toEqual([
    ['a', { n: 1, more: true }],
    ['b', 'text'],
  ])
  await store.del('a')
  expect(await store.keys()).toEqual(['b'])
  expect(refused).not.toHaveBeenCalled()
})

test('D-006: many are written to memory at once, copied, and those without a value are removed from it', async () => {
  const { keepNothing, openStore } = await import('./storage.ts')
  keepNothing()
  const store = openStore('database', 'table')
  const value = { n: 1 }
  await store.write([['a', value], ['b', 2], ['c', 3]]) // biome-ignore format: one line
  value.n = 2
  await store.write([['b', undefined], ['c', 4]]) // biome-ignore format: one line
  expect(await store.entries()).toEqual([['a', { n: 1 }], ['c', 4]]) // biome-ignore format: one line
})

/** A disk with one table, which says of each request when it is done, one after another. */
function aDisk(table: Map<string, unknown>) {
  let transactions = 0
  const transaction = () => {
    transactions += 1
    let open = 0
    const under = { objectStore: () => store, oncomplete: () => {}, onabort: () => {}, error: null }
    const request = (act: () => void) => {
      const one = { onsuccess: () => {} }
      open += 1
      queueMicrotask(() => {
        act()
        one.onsuccess()
        open -= 1
        if (open === 0) under.oncomplete()
      })
      return one
    }
    const store = {
      transaction: under,
      put: (value: unknown, key: string) => request(() => table.set(key, structuredClone(value))),
      delete: (key: string) => request(() => table.delete(key)),
    }
    return under
  }
  const open = () => {
    const request = { result: { transaction }, onsuccess: () => {} }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  return { open, transactions: () => transactions }
}

test('many are written to the disk in one transaction, and those without a value are removed from it', async () => {
  const table = new Map<string, unknown>([['b', 2], ['d', 4]]) // biome-ignore format: one line
  const disk = aDisk(table)
  vi.stubGlobal('indexedDB', { open: disk.open })
  const { openStore } = await import('./storage.ts')
  await openStore('database', 'table').write([['a', { n: 1 }], ['b', undefined], ['c', 0]]) // biome-ignore format: one line
  expect([...table]).toEqual([['d', 4], ['a', { n: 1 }], ['c', 0]]) // biome-ignore format: one line
  expect(disk.transactions()).toBe(1)
})

test('D-006: two stores in memory know nothing of each other', async () => {
  const { keepNothing, openStore } = await import('./storage.ts')
  keepNothing()
  const [one, other] = [openStore('one', 'table'), openStore('other', 'table')]
  await one.set('a', 1)
  expect(await other.keys()).toEqual([])
})

test('D-006: there is no private folder once nothing may be kept', async () => {
  const { keepNothing, privateFolder } = await import('./storage.ts')
  await expect(privateFolder('logs')).rejects.toThrow('the disk was asked')
  keepNothing()
  refused.mockClear()
  await expect(privateFolder('logs')).rejects.toThrow('this page keeps nothing')
  expect(refused).not.toHaveBeenCalled()
})
