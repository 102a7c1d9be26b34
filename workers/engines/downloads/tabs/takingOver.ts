/**
 * What a tab does before it runs the jobs of a player: it cleans up after the tab before, says which of its jobs broke
 * off, and takes over what the journal knows of earlier visits.
 */
import { downloadRestored, downloadTakenOver } from '#core/events/downloads.ts'
import type { AppDraft } from '#core/events/index.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import type { Journal, JournalEntry } from '../journal/journal.ts'
import type { Memory } from '../schedule/memory.ts'
import type { Folders } from '../sinks/folder/folders.ts'
import type { Sinks } from '../sinks/sink.ts'
import { tailOf } from '../sinks/tails.ts'
import { slices } from '../slices.ts'
import { unlessSilent } from '../trouble/silence.ts'

/** A tab lets go of its files and of its record a moment after its lock: how often and how long they are waited for. */
const TRIES = 8
const WAIT_MS = 250
/** The list is not kept back any longer by a folder on a disk that is slow, or gone, ms. */
const SWEEP_MS = 5000

export interface TakingOverParts {
  readonly clock: Clock
  readonly folders: Folders
  readonly journal: Journal
  readonly memory: Memory
  readonly sinks: Pick<Sinks, 'file'>
  jobs(): readonly Readonly<DownloadJob>[]
  send(facts: readonly { draft: AppDraft; cause: number | null }[]): void
}

/** One session of a player in this tab. */
export interface Visit {
  readonly player: string
  /** Seq of the event it began with. */
  readonly cause: number
  /** Whether it still goes on. */
  isOn(): boolean
}

/**
 * Settles early when the visit is over.
 * @param cut ids of the jobs that broke off with the tab before
 * @param stood as of `adopt`
 */
export async function takeOver(
  parts: TakingOverParts,
  visit: Visit,
  cut: readonly string[],
  stood: Set<string>,
): Promise<void> {
  const { clock, folders, memory, jobs, send } = parts
  const swept = async () => {
    for (let left = TRIES; left > 0 && visit.isOn() && (await folders.sweep(visit.player)) > 0; left--) await rest()
  }
  const rest = () => new Promise<void>((resolve) => clock.setTimer(resolve, WAIT_MS))
  // What it does later comes before whoever wants a place in the folder.
  await unlessSilent(clock, SWEEP_MS, 'the folder', swept()).catch(() => {})
  if (!visit.isOn()) return
  if (cut.length > 0 || jobs().some((job) => job.status === 'loading'))
    send([{ draft: downloadTakenOver({ interrupted: [...cut] }), cause: null }])
  // Without the record the bytes on the disk are of no use. Which jobs have bytes is said now: a restart counts anew.
  const brokeOff = new Set(cut)
  const goesOn = ({ status, downloadID }: Readonly<DownloadJob>) =>
    status === 'waiting' || (status !== 'finished' && brokeOff.has(downloadID))
  const begun = jobs().filter((job) => goesOn(job) && job.type !== 'bundle' && job.receivedBytes > 0)
  await adopt(parts, visit, stood)
  const lacksRecord = () => {
    const there = new Set(jobs().map(({ downloadID }) => downloadID))
    return begun.some(({ downloadID }) => there.has(downloadID) && !memory.known(downloadID))
  }
  for (let left = TRIES; left > 0 && visit.isOn() && lacksRecord(); left--) {
    await rest()
    await adopt(parts, visit, stood)
  }
}

export const idsOf = (jobs: readonly Readonly<DownloadJob>[]) => new Set(jobs.map(({ downloadID }) => downloadID))

/**
 * Jobs of earlier visits become rows; none of them starts by itself (DOWNLOAD-018). Many come in several facts.
 * @param stood ids of rows there were before the journal was written last; this adds those there are now. What is one of
 * them and no row any more was removed meanwhile, which the record does not know
 */
export async function adopt(parts: TakingOverParts, visit: Visit, stood: Set<string>): Promise<void> {
  const { clock, journal, memory, sinks, jobs, send } = parts
  for (const id of idsOf(jobs())) stood.add(id)
  const adopted = await journal.adopt(visit.player)
  if (!visit.isOn()) return
  const known = new Map(jobs().map((job) => [job.downloadID, job]))
  const isRemoved = (id: string) => stood.has(id) && !known.has(id)
  const entries = adopted.map((entry) => (isRemoved(entry.job.downloadID) ? { ...entry, removed: true } : entry))
  for (const entry of entries) {
    const id = entry.job.downloadID
    const job = known.get(id)
    // What the tab before had on the disk for a job that is this tab's now, or was saving when it was closed.
    const isOurs = job !== undefined && /^(waiting|paused|failed|finished)$/.test(job.status)
    if (job === undefined) memory.restored(entry)
    // How it stands is what its tab said last; what it wrote may be a moment older.
    else if (isOurs && !memory.known(id)) memory.restored({ ...entry, job })
  }
  const fresh = entries.filter(({ job, removed }) => !removed && !known.has(job.downloadID))
  const letGo = memory.hold()
  try {
    const news = await Promise.all(fresh.map((entry) => asItLies(sinks, entry)))
    // Each goes before all that is there, so the last ones come first.
    const facts = slices(news).reverse()
    for (const [at, slice] of facts.entries()) {
      if (at > 0) await new Promise<void>((resolve) => clock.setTimer(resolve, 0))
      if (!visit.isOn()) return
      send([{ draft: downloadRestored({ jobs: slice }), cause: visit.cause }])
    }
  } finally {
    letGo()
  }
}

/**
 * The journal does not hear of each byte, and of what was written into the picked folder nothing is left: how far a job
 * came that broke off is what lies on the disk.
 */
async function asItLies(sinks: Pick<Sinks, 'file'>, { job, known }: JournalEntry): Promise<DownloadJob> {
  const isOpen = job.status === 'loading' || job.receivedBytes > 0
  if (!isOpen || job.status === 'finished' || job.type === 'bundle') return job
  const id = job.downloadID
  const isTwo = known !== null && known.tail != null
  const [head, tail] = await Promise.all([known && sinks.file(id), isTwo ? sinks.file(tailOf(id)) : null])
  return { ...job, receivedBytes: head === null ? 0 : head.size + (tail?.size ?? 0) }
}
