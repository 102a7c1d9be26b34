import { beforeEach, expect, it } from 'vitest'
import { wished } from '#tests/support/downloadParts.ts'
import { createWishedDownloads } from './wishedDownloads.ts'

/** Local storage as far as it is asked. */
class Kept {
  full = false
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null
  }
  setItem(key: string, text: string): void {
    if (this.full) throw new Error('QuotaExceededError')
    ;(this as unknown as Record<string, string>)[key] = text
  }
  removeItem(key: string): void {
    delete (this as unknown as Record<string, string>)[key]
  }
}

let storage: Kept
let isKept: boolean
const page = (name: string) =>
  createWishedDownloads({ storage: storage as unknown as Storage, page: name, mayKeep: () => isKept })

beforeEach(() => {
  storage = new Kept()
  isKept = true
})

it('what was wished in a page that is gone is there in the next one, until it lies in the journal', () => {
  const before = page('a')
  before.keep('p1', [wished('x'), wished('y')])
  before.keep('p1', [wished('z')])
  before.drop(['job-y'])
  const after = page('b')
  expect(after.left()).toEqual([
    { player: 'p1', request: wished('x') },
    { player: 'p1', request: wished('z') },
  ])
  after.drop(['job-x', 'job-z'])
  expect(after.left()).toEqual([])
  expect(Object.keys(storage).filter((key) => key.startsWith('downloads'))).toEqual([])
})

it('a row that was removed is kept as removed, not as wished, until the journal knows', () => {
  const before = page('a')
  before.keep('p1', [wished('x')])
  const after = page('b')
  after.remove('p1', 'job-x')
  expect(page('c').left()).toEqual([{ player: 'p1', removed: 'job-x' }])
  after.drop(['job-x'])
  expect(page('c').left()).toEqual([])
})

it('nothing is kept where no session is, and nothing once it is over', () => {
  isKept = false
  page('a').keep('p1', [wished('x')])
  expect(page('b').left()).toEqual([])
  isKept = true
  page('a').keep('p1', [wished('x')])
  page('b').clear()
  expect(page('c').left()).toEqual([])
})

it('a storage that refuses, or holds nonsense, is none', () => {
  storage.full = true
  page('a').keep('p1', [wished('x')])
  storage.full = false
  storage.setItem('downloads.wished.z', '{"no": "list"')
  expect(page('b').left()).toEqual([])
})
