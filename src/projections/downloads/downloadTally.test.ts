import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DownloadJob, isHeld, isInterrupted } from '#core/model/downloads/download.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { wished } from '#tests/support/downloadParts.ts'
import { foresee } from '#tests/support/foresee.ts'
import { DownloadTally } from './downloadTally.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']

const change = fc.record({
  id: fc.constantFrom(...ids),
  gone: fc.boolean(),
  type: fc.constantFrom('song' as const, 'bundle' as const, 'release' as const),
  status: fc.constantFrom('waiting', 'loading', 'finished', 'failed', 'paused' as const),
  batch: fc.constantFrom('one', 'two'),
  bundle: fc.constantFrom(null, 'x', 'y'),
  total: fc.option(fc.nat(1000)),
  received: fc.nat(1000),
  held: fc.boolean(),
  reason: fc.constantFrom('network', 'quota', 'interrupted' as const),
})

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

function jobOf({ id, type, status, batch, bundle, total, received, held, reason }: Change): DownloadJob {
  return {
    ...newJob({ ...wished(id, type), ...(bundle ? { place: { bundle, folder: '' } } : {}) }, batch),
    status,
    totalBytes: total,
    receivedBytes: received,
    crc32: held ? 1 : null,
    reason: status === 'failed' ? reason : null,
  }
}

/** What was counted before, all jobs anew for each change. */
function anew(jobs: readonly DownloadJob[]) {
  const counts = { active: 0, waiting: 0, paused: 0, interrupted: 0, kept: 0, failed: 0, finished: 0 }
  const batches = new Set<string>()
  for (const job of jobs) {
    const { status, place, batch } = job
    if (isInterrupted(job) && job.receivedBytes > 0) counts.kept += 1
    if (place) continue
    counts[isInterrupted(job) ? 'interrupted' : status === 'loading' ? 'active' : status] += 1
    if (status === 'loading' || status === 'waiting') batches.add(batch)
  }
  const isCounted = ({ status, type }: DownloadJob) => status !== 'failed' && status !== 'paused' && type !== 'bundle'
  const bundle = (id: string) => {
    const songs = jobs.filter((job) => job.place?.bundle === id)
    return {
      songs: songs.length,
      held: songs.filter(isHeld).length,
      failed: songs.filter((job) => job.status === 'failed' && !isInterrupted(job)).length,
      ...foresee(songs.map((job) => (job.status === 'failed' ? { ...job, receivedBytes: 0 } : job))),
    }
  }
  const { total, received } = foresee(jobs.filter((job) => batches.has(job.batch) && isCounted(job)))
  // A file without an end was counted only as far as it stood in the list; what is here is here.
  return { counts, x: bundle('x'), y: bundle('y'), total, received: total === null ? null : received }
}

it('says after any changes what counting every job anew says', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const tally = new DownloadTally()
      const jobs = new Map<string, DownloadJob>()
      for (const one of changes) {
        const job = one.gone ? undefined : jobOf(one)
        if (job) jobs.set(one.id, job)
        else jobs.delete(one.id)
        tally.note(one.id, job)
        const { total, received } = tally.underWay
        const bundleOf = (id: string) => {
          const { foreseen: _, percent: __, ...rest } = tally.bundle(id)
          return rest
        }
        const known = { counts: tally.counts, x: bundleOf('x'), y: bundleOf('y'), total }
        const right = anew([...jobs.values()])
        for (const bundle of ['x', 'y'] as const)
          if (right[bundle].total === null) right[bundle] = { ...right[bundle], received: known[bundle].received }
        expect({ ...known, received: total === null ? null : received }).toEqual(right)
      }
    }),
    { numRuns: 300 },
  )
})

it('says why jobs failed, the most frequent reason first, without what was cut off', () => {
  const tally = new DownloadTally()
  const fail = (id: string, reason: DownloadJob['reason']) =>
    tally.note(id, { ...newJob(wished(id), 'b'), status: 'failed', reason })
  for (const [id, reason] of [
    ['a', 'quota'],
    ['b', 'network'],
    ['c', 'network'],
    ['d', 'interrupted'],
  ] as const)
    fail(id, reason)
  expect(tally.failures).toEqual([
    { reason: 'network', count: 2 },
    { reason: 'quota', count: 1 },
  ])
  fail('a', 'network')
  tally.note('b', undefined)
  expect(tally.failures).toEqual([{ reason: 'network', count: 2 }])
})

it('says the bytes of all that is listed, whatever became of it, and whether all lengths are known', () => {
  const tally = new DownloadTally()
  const job = (id: string, fields: Partial<DownloadJob>) => ({ ...newJob(wished(id), id), ...fields })
  tally.note('a', job('a', { status: 'finished', receivedBytes: 100, totalBytes: 100 }))
  tally.note('b', job('b', { status: 'failed', reason: 'network', receivedBytes: 40, totalBytes: 200 }))
  tally.note('c', job('c', { status: 'waiting' }))
  expect(tally.all).toEqual({ received: 140, total: 450, isExact: false })
  tally.note('c', job('c', { status: 'loading', receivedBytes: 1, totalBytes: 60 }))
  expect(tally.all).toEqual({ received: 141, total: 360, isExact: true })
})

it('H-447: a file that was just asked for is foreseen like those that wait, until its bytes come without an end', () => {
  const tally = new DownloadTally()
  const job = (id: string, fields: Partial<DownloadJob>) => ({ ...newJob(wished(id), 'b'), ...fields })
  tally.note('a', job('a', { status: 'loading', receivedBytes: 50, totalBytes: 100 }))
  tally.note('b', job('b', { status: 'loading', progress: null }))
  expect(tally.underWay.total).toBe(200)
  tally.note('b', job('b', { status: 'loading', progress: null, receivedBytes: 1 }))
  expect(tally.underWay.total).toBeNull()
})

it('the total of a bundle is the same from before its first song to its last, and its share only grows', () => {
  const tally = new DownloadTally()
  const song = (n: number, fields: Partial<DownloadJob> = {}) => {
    const place = { bundle: 'z', folder: '' }
    tally.note(`s${n}`, { ...newJob({ ...wished(`s${n}`), place, foreseen: 1000 }, 'z'), ...fields })
  }
  const seen: (readonly [number | null, number | null])[] = []
  const look = () => {
    const { foreseen, percent } = tally.bundle('z')
    seen.push([foreseen, percent])
  }
  for (let n = 0; n < 4; n++) song(n)
  look()
  // They turn out to be of other lengths than foreseen.
  for (let n = 0; n < 4; n++) {
    const totalBytes = 300 * (n + 1) ** 2
    for (const share of [0, 0.5, 1]) {
      song(n, { status: 'loading', totalBytes, receivedBytes: totalBytes * share })
      look()
    }
    song(n, { status: 'loading', totalBytes, receivedBytes: totalBytes, crc32: 1 })
    look()
  }
  expect(new Set(seen.map(([total]) => total))).toEqual(new Set([4000]))
  const shares = seen.map(([, percent]) => percent ?? -1)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect([shares[0], shares.at(-1)]).toEqual([0, 100])
})
