import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { wished } from '#tests/support/downloadParts.ts'
import { beyondItsSongs, DownloadRowOrder, groupOf, hasRow } from './downloadRowOrder.ts'

const jobOf = (id: string, fields: Partial<DownloadJob> = {}): DownloadJob => ({
  ...newJob({ ...wished(id, fields.type), downloadID: id }, 'batch'),
  ...fields,
})

function shown(jobs: readonly DownloadJob[]): readonly string[] {
  const order = new DownloadRowOrder()
  order.order(jobs.map((job) => job.downloadID))
  for (const job of jobs) order.note(job.downloadID, job)
  return order.ids
}

const failed = { status: 'failed', reason: 'network' } as const
const cut = { status: 'failed', reason: 'interrupted' } as const

describe('a bundle that is carried by hand', () => {
  const drop = (rows: string, before: string | null) =>
    beyondItsSongs(rows.split(' '), 'z', before, (row) => row.startsWith('z.'))

  it.each([
    ['a z z.1 z.2 b c', 'z.2', 'c'],
    ['a z z.1 z.2 b c', 'b', 'c'],
    ['a z z.1 z.2 b', 'z.2', null],
    ['a z z.1 z.2', 'z.2', undefined],
    ['a z z.1', null, undefined],
  ])('of %s before its own %s goes behind the next row, where there is one', (rows, before, to) => {
    expect(drop(rows, before)).toBe(to)
  })

  it.each([
    ['a z z.1 b c', 'a'],
    ['a z z.1 b c', 'c'],
    ['a z z.1 b c', null],
    ['a z z.1 b', 'gone'],
    ['a z b', null],
    ['a z b', 'a'],
  ])('of %s before %s goes there', (rows, before) => {
    expect(drop(rows, before)).toBe(before)
  })
})

describe('the order of rows', () => {
  it('what loads stands first, then what failed, what waits for its turn or for a person, what is finished', () => {
    const jobs = [
      jobOf('done', { status: 'finished' }),
      jobOf('waits'),
      jobOf('cut', cut),
      jobOf('paused', { status: 'paused' }),
      jobOf('bad', failed),
      jobOf('loads', { status: 'loading' }),
    ]
    expect(shown(jobs)).toEqual(['loads', 'bad', 'waits', 'cut', 'paused', 'done'])
  })

  it('a song of a bundle has a row when it truly failed, right behind its bundle wherever that stands', () => {
    const place = { bundle: 'z', folder: '' }
    const bundle = (fields: Partial<DownloadJob>) => [
      jobOf('z', { type: 'bundle', ...fields }),
      jobOf('s1', { place, ...failed }),
      jobOf('s2', { place, ...cut }),
    ]
    const others = [jobOf('bad', failed), jobOf('waits')]
    expect(shown([...bundle({ status: 'loading' }), ...others])).toEqual(['z', 's1', 'bad', 'waits'])
    expect(shown([...others, ...bundle({ ...failed, reason: 'parts' })])).toEqual(['bad', 'z', 's1', 'waits'])
  })

  it('a song that failed stays when its bundle has gone', () => {
    const order = new DownloadRowOrder()
    order.order(['z', 's1', 'waits'])
    order.note('z', jobOf('z', { type: 'bundle', status: 'loading' }))
    order.note('s1', jobOf('s1', { place: { bundle: 'z', folder: '' }, ...failed }))
    order.note('waits', jobOf('waits'))
    expect(order.ids).toEqual(['z', 's1', 'waits'])
    order.note('z', undefined)
    expect(order.ids).toEqual(['s1', 'waits'])
    expect(order.firstFailed).toBe('s1')
  })

  it('leads to the first that failed', () => {
    const order = new DownloadRowOrder()
    order.order(['a', 'b', 'c'])
    for (const id of ['a', 'b', 'c']) order.note(id, jobOf(id))
    expect(order.firstFailed).toBeNull()
    for (const id of ['c', 'b']) order.note(id, jobOf(id, failed))
    expect(order.firstFailed).toBe('b')
  })

  it('is the same list while bytes arrive, and says between which rows one can be moved', () => {
    const order = new DownloadRowOrder()
    order.order(['a', 'b', 'c'])
    for (const id of ['a', 'b', 'c']) order.note(id, jobOf(id))
    order.note('b', jobOf('b', { status: 'loading' }))
    const before = order.ids
    order.note('b', jobOf('b', { status: 'loading', receivedBytes: 500, progress: 50 }))
    expect(order.ids).toBe(before)
    expect(order.around('c')).toEqual(['a', 'c'])
  })
})

/** A line that counts what is read of it. */
function counting(ids: readonly string[]) {
  const line = { reads: 0, ids }
  line.ids = new Proxy(ids, {
    get(all, key, self) {
      if (typeof key === 'string' && /^\d+$/.test(key)) line.reads += 1
      return Reflect.get(all, key, self)
    },
  })
  return line
}

it('a line is gone through when the rows are asked for, and not when it changes', () => {
  const order = new DownloadRowOrder()
  const lines = [
    ['a', 'b'],
    ['a', 'b', 'c'],
    ['b', 'c'],
    ['b', 'c'],
  ].map(counting)
  for (const id of ['a', 'b', 'c']) order.note(id, jobOf(id))
  for (const { ids } of lines.slice(0, 3)) order.order(ids)
  order.note('c', jobOf('c', { status: 'loading' }))
  expect(lines.map(({ reads }) => reads)).toEqual([0, 0, 0, 0])
  const before = order.ids
  expect([before, order.isOld]).toEqual([['c', 'b'], false])
  expect(lines.map(({ reads }) => reads)).toEqual([0, 0, 2, 0])
  order.order(lines[3]?.ids ?? [])
  expect(order.ids).toBe(before)
})

const ids = ['a', 'b', 'c', 'd', 'e', 'z']
const change = fc.oneof(
  fc.record({
    kind: fc.constant('job' as const),
    id: fc.constantFrom(...ids),
    gone: fc.boolean(),
    status: fc.constantFrom('waiting', 'loading', 'finished', 'failed', 'paused' as const),
    isCut: fc.boolean(),
    placed: fc.boolean(),
    asked: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('line' as const), line: fc.shuffledSubarray(ids), asked: fc.boolean() }),
)

it('is after any changes what sorting all rows anew gives', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const order = new DownloadRowOrder()
      const jobs = new Map<string, DownloadJob>()
      let line: readonly string[] = []
      for (const one of changes) {
        if (one.kind === 'line') {
          line = one.line
          order.order(line)
        } else {
          const { id, status, isCut, placed } = one
          const reason = status !== 'failed' ? null : isCut ? 'interrupted' : 'network'
          const of = placed && id !== 'z' ? { place: { bundle: 'z', folder: '' } } : {}
          const job = one.gone ? undefined : jobOf(id, { status, reason, ...of })
          if (job) jobs.set(id, job)
          else jobs.delete(id)
          order.note(id, job)
        }
        if (!one.asked) continue
        const rank = (id: string) => {
          const job = jobs.get(id) as DownloadJob
          return groupOf((job.place && jobs.get(job.place.bundle)) || job)
        }
        const rows = line.filter((id) => hasRow(jobs.get(id)))
        expect(order.ids).toEqual([0, 1, 2, 3].flatMap((group) => rows.filter((id) => rank(id) === group)))
      }
    }),
    { numRuns: 300 },
  )
})
