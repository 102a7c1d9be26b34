import { beforeEach, expect, it } from 'vitest'
import { wished } from '#tests/support/downloadParts.ts'
import type { LocalTexts } from './localTexts.ts'
import { createWishedDownloads } from './wishedDownloads.ts'

/** Texts of the device, by the page that left them. */
class Kept implements LocalTexts {
  full = false
  readonly texts = new Map<string, string>()
  names = () => [...this.texts.keys()]
  read = (name: string) => this.texts.get(name) ?? null
  write(name: string, text: string | null): void {
    if (text === null) this.texts.delete(name)
    else if (!this.full) this.texts.set(name, text)
  }
}

let texts: Kept
let isKept: boolean
const page = (name: string) => createWishedDownloads({ texts, page: name, mayKeep: () => isKept })

beforeEach(() => {
  texts = new Kept()
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
  expect(texts.names()).toEqual([])
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
  texts.full = true
  page('a').keep('p1', [wished('x')])
  texts.full = false
  texts.write('z', '{"no": "list"')
  expect(page('b').left()).toEqual([])
})
