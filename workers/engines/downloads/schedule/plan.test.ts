import { expect, it } from 'vitest'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { allowed, FREE, grown, nextUp, plan, type Stage, throttled, ZIPS_MAX } from './plan.ts'

const job = (downloadID: string, fields: Partial<DownloadJob> = {}) =>
  ({ downloadID, status: 'waiting', isZipping: false, ...fields }) as DownloadJob

const decide = (jobs: DownloadJob[], stages: Record<string, Stage> = {}, more = {}) =>
  plan({ jobs, stages: new Map(Object.entries(stages)), ready: true, online: true, limit: 2, ...more }).map(
    (command) => `${command.do} ${command.id}`,
  )

it('starts waiting jobs in order, up to the limit', () => {
  expect(decide([job('a'), job('b'), job('c')])).toEqual(['transfer a', 'transfer b'])
  expect(decide([job('a', { status: 'loading' }), job('b'), job('c')], { a: 'network' })).toEqual(['transfer b'])
})

it('counts neither zips that wait nor files that are only checked or saved', () => {
  const jobs = [job('a', { isZipping: true }), job('b', { status: 'loading' }), job('c'), job('d'), job('e')]
  expect(decide(jobs, { a: 'zip', b: 'stored' })).toEqual(['transfer c', 'transfer d'])
})

it('gives the slot of a file whose last byte came to the next, but no more of those than may load', () => {
  const jobs = [...'abc'].map((id) => job(id, { status: 'loading' })).concat(job('d'), job('e'))
  expect(decide(jobs, { a: 'network', b: 'proving', c: 'stored' })).toEqual(['transfer d'])
  expect(decide(jobs, { a: 'proving', b: 'proving', c: 'proving' })).toEqual(['transfer d'])
})

it('names those that start next in their order: no zips that wait, no bundles, nothing that is under way', () => {
  const jobs = [job('a', { status: 'loading' }), job('b', { isZipping: true }), job('c', { type: 'bundle' }), job('d'), job('e'), job('f')] // biome-ignore format: one line
  const stages = new Map<string, Stage>([['a', 'network'], ['d', 'network']]) // biome-ignore format: one line
  expect(nextUp({ jobs, stages }, 2)).toEqual(['e', 'f'])
  expect(nextUp({ jobs, stages }, 1)).toEqual(['e'])
})

it('of thousands that wait it looks at those that are under way, at the next and at zips alone', () => {
  const seen: string[] = []
  const watched = (downloadID: string, fields: Partial<DownloadJob> = {}) =>
    Object.defineProperty(job(downloadID, fields), 'status', {
      get() {
        seen.push(downloadID)
        return fields.status ?? 'waiting'
      },
    })
  const front = [watched('a', { status: 'loading' }), watched('b', { status: 'loading' }), watched('c')]
  const rest = Array.from({ length: 50 }, (_, n) => watched(`w${n}`))
  const jobs = [...front, ...rest, watched('z', { isZipping: true })]
  expect(decide(jobs, { a: 'network', b: 'stored' })).toEqual(['transfer c', 'awaitZip z'])
  expect(new Set(seen)).toEqual(new Set(['a', 'b', 'c', 'z']))
})

it('looks after every zip that waits', () => {
  const jobs = [job('a', { isZipping: true }), job('b', { isZipping: true }), job('c', { isZipping: true })]
  expect(decide(jobs, { a: 'zip' })).toEqual(['awaitZip b', 'awaitZip c'])
})

it('H-390: asks the server for so many zips at once, in the order of the list; bundles and files go on', () => {
  const zips = Array.from({ length: ZIPS_MAX + 2 }, (_, n) => job(`z${n}`, { isZipping: true, type: 'release' }))
  const asked = zips.slice(0, ZIPS_MAX).map(({ downloadID }) => `awaitZip ${downloadID}`)
  const others = [job('b', { isZipping: true, type: 'bundle' }), job('s')]
  expect(decide([...zips, ...others])).toEqual([...asked, 'planBundle b', 'transfer s'])
  const stages = Object.fromEntries(zips.slice(0, ZIPS_MAX).map(({ downloadID }) => [downloadID, 'zip' as const]))
  expect(decide(zips, stages)).toEqual([])
  // A bundle that finds its songs takes the place of none.
  expect(decide([...others, ...zips.slice(1)], { ...stages, b: 'zip' })).toEqual(['cancel z0', 'transfer s', `awaitZip z${ZIPS_MAX}`]) // biome-ignore format: one line
  const paused = zips.map((one, n) => (n === 3 ? { ...one, status: 'paused' as const } : one))
  expect(decide(paused, stages)).toEqual(['cancel z3', `awaitZip z${ZIPS_MAX}`])
  const ready = zips.map((one, n) => (n === 5 ? { ...one, isZipping: false } : one))
  const { z5: _, ...others5 } = stages
  expect(decide(ready, others5)).toEqual(['transfer z5', `awaitZip z${ZIPS_MAX}`])
})

it('checks as many files at once as may load', () => {
  const jobs = [...'abcdefg'].map((id) => job(id, { status: 'loading' }))
  const here = {
    a: 'verify',
    b: 'verify',
    c: 'fetched',
    d: 'fetched',
    e: 'fetched',
    f: 'fetched',
    g: 'fetched',
  } as const
  expect(decide(jobs, here)).toEqual(['verify c', 'verify d', 'verify e', 'verify f'])
})

it('fetches once more what loads and for which nothing is done, within the limit', () => {
  const jobs = [...'abcd'].map((id) => job(id, { status: 'loading' }))
  expect(decide(jobs, { a: 'network' })).toEqual(['transfer b'])
})

it('cancels what nobody wants any more, before it starts anything', () => {
  const jobs = [job('b', { status: 'failed' }), job('c')]
  expect(decide(jobs, { a: 'network', b: 'stored' })).toEqual(['cancel a', 'cancel b', 'transfer c'])
})

it('starts nothing while it is offline or nobody is signed in, and still checks what arrived', () => {
  const jobs = [job('a', { status: 'loading' }), job('b'), job('c', { isZipping: true })]
  expect(decide(jobs, { a: 'fetched' }, { online: false })).toEqual(['verify a'])
  expect(decide(jobs, { a: 'fetched' }, { ready: false })).toEqual(['verify a'])
})

it('ends what is paused, but not what is already on its way to the browser', () => {
  const jobs = ['a', 'b', 'c', 'd'].map((id) => job(id, { status: 'paused' }))
  expect(decide(jobs, { a: 'network', b: 'verify', c: 'stored' })).toEqual(['cancel a', 'cancel b'])
})

it('never starts a finished or failed job', () => {
  expect(decide([job('a', { status: 'finished' }), job('b', { status: 'failed' })])).toEqual([])
})

it('a busy server halves the limit for a minute; then each file lets one more in', () => {
  const halved = throttled(6, 1000)
  expect(allowed(halved, 6)).toBe(3)
  expect(allowed(grown(halved, 6, 60_999), 6)).toBe(3)
  const more = grown(halved, 6, 61_000)
  expect(allowed(more, 6)).toBe(4)
  expect(grown(grown(more, 6, 61_000), 6, 61_000)).toEqual(FREE)
  expect(allowed(throttled(1, 0), 6)).toBe(1)
})
