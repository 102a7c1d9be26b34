/**
 * What the engine should be doing, decided from what there is: pure, so that the order of starts can be tested
 * without a network. Called after every event and after every stage that ended.
 */
import { DOWNLOAD_CONCURRENCY_MAX } from '#core/model/constants.ts'
import { type DownloadJob, isHeld } from '#core/model/downloads/download.ts'

/**
 * What the engine does for a job right now. `network` alone holds a slot: one whose last byte came, and whose blocks are
 * held against the server's, is `proving`.
 */
export type Stage = 'zip' | 'network' | 'proving' | 'fetched' | 'verify' | 'bundle' | 'stored'

export interface Situation {
  /** Jobs in the order they start in. */
  readonly jobs: readonly Readonly<DownloadJob>[]
  readonly stages: ReadonlyMap<string, Stage>
  /** A player is signed in and the jobs of earlier visits are known. */
  readonly ready: boolean
  readonly online: boolean
  /** How many files may load at once now. */
  readonly limit: number
  /** How many zips the server may be asked for at once. Default ZIPS_MAX. */
  readonly zips?: number
}

/**
 * How many zips the server is asked for at once (H-390): enough that it never has nothing to do, and few enough that it
 * can be asked how each of them stands, and refuses none. The others wait here, in the order of the list.
 */
export const ZIPS_MAX = 24

/** A browser opens no more connections to one host (HTTP/1.1). */
const CONNECTIONS_MAX = 6

/**
 * How many connections files and their second halves may have together.
 * @param limit files that may load at once now
 * @param lends nobody else needs a connection (D-124)
 */
export const connections = (limit: number, lends: boolean): number => (lends ? Math.max(limit, CONNECTIONS_MAX) : limit)

export type Command =
  | { readonly do: 'awaitZip' | 'planBundle' | 'transfer' | 'verify' | 'makeBundle'; readonly id: string }
  /** End whatever is done for the job. */
  | { readonly do: 'cancel'; readonly id: string }

/**
 * How many files are checked at once: as many as may load. Their hashes take turns; closing a file in the picked folder
 * takes the browser as long as hashing it, and needs nothing of ours.
 */
const VERIFY_LIMIT = DOWNLOAD_CONCURRENCY_MAX

/** Jobs that may start next, so many as are asked for: what they need before their bytes may be fetched ahead. */
export function nextUp({ jobs, stages }: Pick<Situation, 'jobs' | 'stages'>, most: number): string[] {
  const next: string[] = []
  for (const job of jobs) {
    if (next.length >= most) break
    if (job.status === 'waiting' && !job.isZipping && job.type !== 'bundle' && !stages.has(idOf(job)))
      next.push(idOf(job))
  }
  return next
}

/** The commands that lead from what is done to what should be done, cancellations first. */
export function plan(situation: Situation): Command[] {
  const now = underWay(situation)
  const commands: Command[] = []
  for (const id of situation.stages.keys()) if (!now.wanted.has(id)) commands.push({ do: 'cancel', id })
  for (const id of nextVerified(situation, now)) commands.push({ do: 'verify', id })
  if (!situation.ready) return commands
  if (now.isSongStored) for (const id of wholeBundles(situation)) commands.push({ do: 'makeBundle', id })
  return situation.online ? commands.concat(starts(situation, now)) : commands
}

/** What is done for jobs somebody still wants. */
interface UnderWay {
  readonly wanted: ReadonlySet<string>
  /** How many of them are in a stage. */
  readonly count: (stage: Stage) => number
  /** How many zips the server is asked for. */
  readonly zips: number
  /** A song of a bundle lies checked on the disk. */
  readonly isSongStored: boolean
}

function underWay({ jobs, stages }: Situation): UnderWay {
  // Few jobs have something done for them, and of many only those few are remembered.
  const wanted = new Set<string>()
  const counts = new Map<Stage, number>()
  const count = (stage: Stage) => counts.get(stage) ?? 0
  let zips = 0
  let isSongStored = false
  let unseen = stages.size
  for (const job of jobs) {
    // They stand in front, and what waits behind them is not looked at.
    if (unseen === 0) break
    const stage = stages.get(idOf(job))
    if (stage === undefined) continue
    unseen -= 1
    if (stage === 'stored' && job.place) isSongStored = true
    // What is whole and on its way to the browser is not held up by a pause.
    if (!isUnderWay(job) && !(job.status === 'paused' && stage === 'stored')) continue
    wanted.add(idOf(job))
    counts.set(stage, count(stage) + 1)
    if (stage === 'zip' && job.type !== 'bundle') zips += 1
  }
  return { wanted, count, zips, isSongStored }
}

/** Files that are fetched, as many as may be checked beside those that are. */
function nextVerified({ stages }: Situation, { wanted, count }: UnderWay): string[] {
  const fetched = [...stages].flatMap(([id, stage]) => (stage === 'fetched' && wanted.has(id) ? [id] : []))
  return fetched.slice(0, Math.max(0, VERIFY_LIMIT - count('verify')))
}

/** What is begun in the slots that are free, in the order of the list. */
function starts({ jobs, stages, limit, zips = ZIPS_MAX }: Situation, now: UnderWay): Command[] {
  const commands: Command[] = []
  // A machine that hashes more slowly than bytes come is not to be given ever more of them.
  let slots = limit - now.count('network') - Math.max(0, now.count('proving') - limit)
  let zipsLeft = zips - now.zips
  for (const job of jobs) {
    const isBundle = job.type === 'bundle'
    // Where all slots are taken a zip alone is looked after.
    if (job.isZipping ? !isBundle && zipsLeft <= 0 : slots <= 0) continue
    // One that loads and for which nothing is done was spoilt on its way, and is fetched once more.
    const isWanted = job.status === 'waiting' || (job.status === 'loading' && !isBundle)
    if (!isWanted || stages.has(idOf(job))) continue
    if (job.isZipping) {
      if (!isBundle) zipsLeft -= 1
      commands.push({ do: isBundle ? 'planBundle' : 'awaitZip', id: idOf(job) })
      // A bundle has no bytes but those of its songs.
    } else if (!isBundle) {
      slots -= 1
      commands.push({ do: 'transfer', id: idOf(job) })
    }
  }
  return commands
}

/** Bundles nothing is done for yet and all of whose songs lie checked on the disk. */
function wholeBundles({ jobs, stages }: Situation): string[] {
  const isWhole = new Map<string, boolean>()
  for (const job of jobs) {
    if (!job.place) continue
    const { bundle } = job.place
    isWhole.set(bundle, (isWhole.get(bundle) ?? true) && isHeld(job) && stages.get(idOf(job)) === 'stored')
  }
  return jobs.flatMap((job) =>
    job.status === 'loading' && isWhole.get(idOf(job)) === true && !stages.has(idOf(job)) ? [idOf(job)] : [],
  )
}

const isUnderWay = (job: Readonly<DownloadJob>) => job.status === 'waiting' || job.status === 'loading'

const idOf = (job: Readonly<DownloadJob>) => job.downloadID

/** The limit a person chose, and the lower one a server that asked for patience gets for a while. */
export interface Throttle {
  /** Null while nobody asked for patience. */
  readonly cap: number | null
  /** When it may grow again, ms of a clock that never goes back. */
  readonly until: number
}

export const FREE: Throttle = { cap: null, until: 0 }
const THROTTLE_MS = 60_000

/** A 429 or 503 halves what loads at once, for a minute. */
export function throttled(loading: number, now: number): Throttle {
  return { cap: Math.max(1, Math.floor(loading / 2)), until: now + THROTTLE_MS }
}

/** After the minute, each file that arrives lets one more in. */
export function grown(throttle: Throttle, limit: number, now: number): Throttle {
  if (throttle.cap === null || now < throttle.until) return throttle
  return throttle.cap + 1 >= limit ? FREE : { ...throttle, cap: throttle.cap + 1 }
}

export function allowed(throttle: Throttle, limit: number): number {
  return throttle.cap === null ? limit : Math.min(limit, throttle.cap)
}
