import { beforeEach, expect, it } from 'vitest'
import { wished } from '#tests/support/downloadParts.ts'
import type { LocalTexts } from './localTexts.ts'
import { createWishedDownloads } from './wishedDownloads.ts'

/** Texts of the device, by the page that left them. */
class Kept implements LocalTexts {
  full = false
  readonly texts = new Map<string, string>()
  listed = 0
  written: (string | null)[] = []
  readings = 0
  names() {
    this.listed += 1
    return [...this.texts.keys()]
  }
  read(name: string) {
    this.readings += 1
    return this.texts.get(name) ?? null
  }
  write(name: string, text: string | null): void {
    this.written.push(text)
    if (text === null) this.texts.delete(name)
    else if (!this.full) this.texts.set(name, text)
  }
}

/** Whoever asks next does so in another task. */
const taskEnds = () => Promise.resolve()

let texts: Kept
let isKept: boolean
const page = (name: string) => createWishedDownloads({ texts, page: name, mayKeep: () => isKept })

beforeEach(() => {
  texts = new Kept()
  isKept = true
})

it('what was wished in a page that is gone is there in the next one, until it lies in the journal', async () => {
  const before = page('a')
  before.keep('p1', [wished('x'), wished('y')])
  before.keep('p1', [wished('z')])
  before.drop(['job-y'])
  await taskEnds()
  const after = page('b')
  expect(after.left()).toEqual([
    { player: 'p1', request: wished('x') },
    { player: 'p1', request: wished('z') },
  ])
  after.drop(['job-x', 'job-z'])
  expect(after.left()).toEqual([])
  expect(texts.names()).toEqual([])
})

it('a row that was removed is kept as removed, not as wished, until the journal knows', async () => {
  const before = page('a')
  before.keep('p1', [wished('x')])
  const after = page('b')
  await taskEnds()
  after.remove('p1', 'job-x')
  await taskEnds()
  expect(page('c').left()).toEqual([{ player: 'p1', removed: 'job-x' }])
  after.drop(['job-x'])
  await taskEnds()
  expect(page('c').left()).toEqual([])
})

it('what other pages left is read once, however many rows are removed or noted in a task', async () => {
  page('a').keep(
    'p1',
    Array.from({ length: 30 }, (_, n) => wished(`x${n}`)),
  )
  await taskEnds()
  const after = page('b')
  for (const count of ['listed', 'readings'] as const) texts[count] = 0
  for (let n = 0; n < 20; n++) after.remove('p1', `job-x${n}`)
  for (let n = 20; n < 29; n++) after.drop([`job-x${n}`])
  await taskEnds()
  expect([texts.listed, texts.readings]).toEqual([1, 1])
  expect(JSON.parse(texts.read('a') ?? '')).toEqual([{ player: 'p1', request: wished('x29') }])
  expect(JSON.parse(texts.read('b') ?? '')).toHaveLength(20)
})

it('nothing is kept where no session is, and nothing once it is over', async () => {
  isKept = false
  page('a').keep('p1', [wished('x')])
  await taskEnds()
  expect(page('b').left()).toEqual([])
  isKept = true
  page('a').keep('p1', [wished('x')])
  await taskEnds()
  page('b').clear()
  expect(page('c').left()).toEqual([])
})

it('a storage that refuses, or holds nonsense, is none', async () => {
  texts.full = true
  page('a').keep('p1', [wished('x')])
  await taskEnds()
  texts.full = false
  texts.write('z', '{"no": "list"')
  expect(page('b').left()).toEqual([])
})

it('a session that ends in the task of a wish leaves nothing of it', async () => {
  const before = page('a')
  before.keep('p1', [wished('x')])
  before.clear()
  await taskEnds()
  expect(texts.names()).toEqual([])
})

it('what is wished hundreds at a time in one task is written once', async () => {
  const before = page('a')
  for (let n = 0; n < 20; n++) before.keep('p1', [wished(`x${n}`), wished(`y${n}`)])
  await taskEnds()
  expect(texts.written).toHaveLength(1)
  expect(page('b').left()).toHaveLength(40)
})

it('of a list that is too much as much is kept as goes, and single presses before and behind it with it', async () => {
  const long = (name: string) => ({ ...wished(name), title: 'x'.repeat(1000) })
  const before = page('a')
  before.keep('p1', [wished('first')])
  before.keep(
    'p1',
    Array.from({ length: 3000 }, (_, n) => long(`n${n}`)),
  )
  await taskEnds()
  before.keep('p1', [wished('last')])
  before.remove('p1', 'job-here')
  await taskEnds()
  const ids = (page('b').left() as { request?: { downloadID: string }; removed?: string }[]).map(
    ({ request, removed }) => request?.downloadID ?? removed,
  )
  expect(ids.slice(0, 2)).toEqual(['job-first', 'job-n0'])
  expect(ids.slice(-2)).toEqual(['job-last', 'job-here'])
  expect(ids.length).toBeGreaterThan(100)
  expect(texts.read('a')?.length).toBeLessThanOrEqual(200_000)
})

it('one download of ten thousand releases takes the place of no single press', async () => {
  const sources = Array.from({ length: 10_000 }, (_, n) => ({
    type: 'release' as const,
    id: `release-${n}`,
    duration: 1,
    title: 'x'.repeat(100),
  }))
  const before = page('a')
  before.keep('p1', [{ ...wished('all'), type: 'bundle', gather: { as: 'zip', sources } }])
  before.keep('p1', [wished('one')])
  await taskEnds()
  expect(page('b').left()).toEqual([{ player: 'p1', request: wished('one') }])
})

it('each wish becomes a text once, those beyond what is kept never; fewer again, they are kept again', async () => {
  const made: string[] = []
  const counted = (name: string) => {
    const request = { ...wished(name), title: 'x'.repeat(20_000) }
    const toJSON = () => {
      made.push(name)
      return request
    }
    return { ...request, toJSON }
  }
  const before = page('a')
  const names = Array.from({ length: 30 }, (_, n) => `n${n}`)
  for (const name of names) {
    before.keep('p1', [counted(name)])
    await taskEnds()
  }
  expect(made).toEqual(names.slice(0, 10))
  expect(page('b').left()).toHaveLength(9)
  before.drop(names.slice(1).map((name) => `job-${name}`))
  await taskEnds()
  expect(page('b').left()).toMatchObject([{ request: { downloadID: 'job-n0' } }])
  expect(made).toHaveLength(10)
})
