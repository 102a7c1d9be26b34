/**
 * What all jobs come to, kept up by what changed: a thousand jobs of which six run are not counted anew with each
 * figure that ticks. Sums of whole numbers alone, so that adding and taking away leaves nothing behind.
 */
import { type DownloadJob, type FailureReason, isHeld, isInterrupted } from '#core/model/downloads/download.ts'
import type { Foreseen } from '#core/model/downloads/pace.ts'

type Job = Readonly<DownloadJob>

export interface Counts {
  readonly active: number
  readonly waiting: number
  readonly paused: number
  /** Cut off with an earlier page. */
  readonly interrupted: number
  /** Cut off with an earlier page, songs of bundles as well, and bytes of them are here. */
  readonly kept: number
  /** Truly failed. */
  readonly failed: number
  readonly finished: number
}

/** How many failed for a reason. */
export interface FailureCount {
  readonly reason: FailureReason
  readonly count: number
}

/** Bytes of all that is listed. */
export interface AllBytes extends Foreseen {
  /** Nothing of `total` is foreseen: every length is known. */
  readonly isExact: boolean
}

/** Bytes of some jobs, by kind: what `foresee` makes of them one by one. */
class Bytes {
  received = 0
  /** Jobs of which nobody said how long they are. */
  unknown = 0
  /** Jobs whose bytes come and of which nobody said how long they are. */
  endless = 0
  readonly kinds = new Map<string, { known: number; count: number; unknown: number }>()

  /** @param received bytes of it that count as here */
  add(job: Job, sign: 1 | -1, received = job.status === 'failed' ? 0 : job.receivedBytes): void {
    this.received += sign * received
    if (job.totalBytes === null) this.unknown += sign
    const key = `${job.type} ${job.format}`
    const kind = this.kinds.get(key) ?? { known: 0, count: 0, unknown: 0 }
    this.kinds.set(key, kind)
    if (job.totalBytes !== null) {
      kind.known += sign * job.totalBytes
      kind.count += sign
      // One that was just asked for is foreseen as those that wait: its answer says how long it is.
    } else if (job.status === 'loading' && job.receivedBytes > 0) this.endless += sign
    else kind.unknown += sign
  }
}

/** What these come to, with the mean of their kind for what has not begun. */
function together(all: readonly Bytes[]): Foreseen {
  const kinds = new Map<string, { known: number; count: number; unknown: number }>()
  let received = 0
  let known = 0
  let count = 0
  let endless = 0
  for (const bytes of all) {
    received += bytes.received
    endless += bytes.endless
    for (const [key, kind] of bytes.kinds) {
      const sum = kinds.get(key) ?? { known: 0, count: 0, unknown: 0 }
      kinds.set(key, {
        known: sum.known + kind.known,
        count: sum.count + kind.count,
        unknown: sum.unknown + kind.unknown,
      })
      known += kind.known
      count += kind.count
    }
  }
  if (endless > 0 || count === 0) return { received, total: null }
  let total = known
  for (const kind of kinds.values()) total += kind.unknown * (kind.count > 0 ? kind.known / kind.count : known / count)
  return { received, total: Math.max(received, Math.round(total)) }
}

interface Batch {
  jobs: number
  /** Jobs of it that load or wait. */
  underWay: number
  readonly bytes: Bytes
}

interface Bundle {
  songs: number
  held: number
  failed: number
  /** Songs nobody foresaw the length of. */
  unforeseen: number
  /** Bytes of all songs as they were foreseen, and of these what is here. Their sum is the same from first to last. */
  foreseen: number
  come: number
  readonly bytes: Bytes
}

const noBundle = (): Bundle => ({
  songs: 0,
  held: 0,
  failed: 0,
  unforeseen: 0,
  foreseen: 0,
  come: 0,
  bytes: new Bytes(),
})

/** How far a bundle is: its songs by what became of them, and its bytes. */
export interface BundleStanding extends Foreseen {
  readonly songs: number
  readonly held: number
  /** Truly failed: what a reload cut off is none of them. */
  readonly failed: number
  /** Bytes it will be, about, the same from first to last; null: nobody foresaw it. */
  readonly foreseen: number | null
  /** How much of it is here, 0-100; null: unknown. */
  readonly percent: number | null
}

/** How much of what was foreseen of a song is here. */
function comeOf(job: Job): number {
  const { foreseen = 0, totalBytes, receivedBytes, status } = job
  if (isHeld(job) || status === 'finished') return foreseen
  return status === 'failed' || !totalBytes ? 0 : Math.round((foreseen * receivedBytes) / totalBytes)
}

const COUNTED_AS = {
  loading: 'active',
  waiting: 'waiting',
  paused: 'paused',
  failed: 'failed',
  finished: 'finished',
} as const

const countedAs = (job: Job) => (isInterrupted(job) ? 'interrupted' : COUNTED_AS[job.status])

/** Bytes the transfer under way brought: what lay here before it did not come over the line. */
export const arrivedOf = ({ receivedBytes, resumedAt = 0 }: Pick<Job, 'receivedBytes' | 'resumedAt'>): number =>
  Math.max(0, receivedBytes - resumedAt)

/** The figures of all jobs. Told of each job that changed, with what it was told of it last. */
export class DownloadTally {
  readonly #jobs = new Map<string, Job>()
  /** Ids of those that load. */
  readonly #loading = new Set<string>()
  readonly #batches = new Map<string, Batch>()
  readonly #bundles = new Map<string, Bundle>()
  readonly #counts = { active: 0, waiting: 0, paused: 0, interrupted: 0, kept: 0, failed: 0, finished: 0 }
  readonly #reasons = new Map<FailureReason, number>()
  readonly #all = new Bytes()
  #arrived = 0

  /** @param job what it is now; undefined: gone */
  note(id: string, job: Job | undefined): void {
    const before = this.#jobs.get(id)
    if (before === job) return
    if (before) this.#count(before, -1)
    // What is seen first brought its bytes before anybody looked.
    if (before && job && job.type !== 'bundle') this.#arrived += Math.max(0, arrivedOf(job) - arrivedOf(before))
    if (job) {
      this.#jobs.set(id, job)
      this.#count(job, 1)
    } else this.#jobs.delete(id)
    if (job?.status === 'loading' && job.type !== 'bundle') this.#loading.add(id)
    else this.#loading.delete(id)
  }

  /** The files that load now, songs of bundles as well. */
  get loading(): readonly Job[] {
    return [...this.#loading].flatMap((id) => this.#jobs.get(id) ?? [])
  }

  /** What it was told of this job last. */
  job(id: string): Job | undefined {
    return this.#jobs.get(id)
  }

  /** Bytes that came over the line of all files together, those that are done or gone included. It only grows. */
  get arrived(): number {
    return this.#arrived
  }

  /** Ids of all jobs it was told of. */
  ids(): IterableIterator<string> {
    return this.#jobs.keys()
  }

  /** Jobs by status, without the songs of bundles. */
  get counts(): Counts {
    return { ...this.#counts }
  }

  /** Why jobs failed, the most frequent first. Songs of bundles are their bundle's. */
  get failures(): FailureCount[] {
    return [...this.#reasons].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
  }

  /** Bytes of everything that is listed: what is here, and what all of it comes to (null: unknown). */
  get all(): AllBytes {
    return { ...together([this.#all]), isExact: this.#all.unknown === 0 }
  }

  /** Bytes of the batches that are under way: what is here, what is to come (null: unknown). */
  get underWay(): Foreseen {
    return together([...this.#batches.values()].flatMap(({ underWay, bytes }) => (underWay > 0 ? bytes : [])))
  }

  /** How far a bundle is: its songs by what became of them, and its bytes. */
  bundle(id: string): BundleStanding {
    const { songs, held, failed, bytes, ...sums } = this.#bundles.get(id) ?? noBundle()
    const known = together([bytes])
    const foreseen = songs > 0 && sums.unforeseen === 0 ? sums.foreseen : null
    const [here, all] = foreseen === null ? [known.received, known.total] : [sums.come, foreseen]
    const percent = all === null ? null : all === 0 ? 0 : Math.floor((here / all) * 100)
    return { songs, held, failed, ...known, foreseen, percent }
  }

  #count(job: Job, sign: 1 | -1): void {
    const { status, place, batch: batchId, type } = job
    const batch = this.#batches.get(batchId) ?? { jobs: 0, underWay: 0, bytes: new Bytes() }
    batch.jobs += sign
    if (batch.jobs > 0) this.#batches.set(batchId, batch)
    else this.#batches.delete(batchId)
    if (isInterrupted(job) && job.receivedBytes > 0) this.#counts.kept += sign
    // What a bundle holds is loading; whether anything comes is the bundle's to say.
    if (!place) {
      this.#counts[countedAs(job)] += sign
      if (status === 'failed' && !isInterrupted(job)) this.#blame(job.reason ?? 'internal', sign)
      if (status === 'loading' || status === 'waiting') batch.underWay += sign
    } else this.#countSong(place.bundle, job, sign)
    if (type !== 'bundle') this.#all.add(job, sign, job.receivedBytes)
    // What failed or stands still is not waited for.
    if (status !== 'failed' && status !== 'paused' && type !== 'bundle') batch.bytes.add(job, sign)
  }

  #blame(reason: FailureReason, sign: 1 | -1): void {
    const count = (this.#reasons.get(reason) ?? 0) + sign
    if (count > 0) this.#reasons.set(reason, count)
    else this.#reasons.delete(reason)
  }

  #countSong(id: string, job: Job, sign: 1 | -1): void {
    const bundle = this.#bundles.get(id) ?? noBundle()
    bundle.songs += sign
    if (isHeld(job)) bundle.held += sign
    if (job.status === 'failed' && !isInterrupted(job)) bundle.failed += sign
    if (job.foreseen === undefined) bundle.unforeseen += sign
    bundle.foreseen += sign * (job.foreseen ?? 0)
    bundle.come += sign * comeOf(job)
    bundle.bytes.add(job, sign)
    if (bundle.songs > 0) this.#bundles.set(id, bundle)
    else this.#bundles.delete(id)
  }
}
