/**
 * What the engine remembers of its jobs beside their state: which bytes lie on the disk and what they belong to,
 * written to the journal at once when something changed after a rest, else a moment later, and thrown away when
 * nobody needs them.
 */
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { type Clock, steady, type Timer } from '../../../api/transport/clock.ts'
import { type Continuation, isSameContinuation, type Journal, type JournalEntry } from '../journal/journal.ts'
import type { Sinks } from '../sinks/sink.ts'
import type { Announced } from '../transfer/answer.ts'
import { COPY_MS, Copies } from './copies.ts'

/** From one write to the next, ms. */
const WRITE_EVERY_MS = 250
/** A part that nobody claims and that was touched this close to now may be another tab's first bytes, ms. */
const ORPHAN_AGE_MS = 600_000

export interface MemoryParts {
  readonly clock: Clock
  readonly sinks: Sinks
  readonly journal: Journal
  /** The jobs as they stand, oldest first. */
  jobs(): readonly Readonly<DownloadJob>[]
  /** The jobs as they stand are about to be written. @returns to be called once they are, or could not be */
  writing?(): (isKept: boolean) => void
  /** The journal cannot be written. Said once until it can. */
  unkept?(): void
  /** The bytes of this job were removed: there is more room than before. */
  freed?(id: string): void
  /** Whether there is a job of this id. */
  has(id: string): boolean
}

export class Memory {
  readonly #parts: MemoryParts
  readonly #known = new Map<string, Announced>()
  /** Where the second half of a job's bytes begins, if there is one. */
  readonly #tails = new Map<string, number>()
  /** Jobs that may have a part. */
  readonly #stored = new Set<string>()
  /** Of these, those of which nobody has looked whether they are still there, and those that are not and whose file is copied yet. */
  readonly #doubted = new Set<string>()
  /** Jobs under way of which an earlier try had begun. */
  readonly #again = new Set<string>()
  readonly #copies: Copies
  /** Finished jobs of earlier visits whose bytes are gone: with each record that is found they come again. */
  readonly #gone = new Set<string>()
  /** Removed jobs whose bytes still lie on the disk, as they stood in the journal. */
  readonly #leaving = new Map<string, JournalEntry>()
  /** Removed jobs whose saved file the browser may still be copying: the journal names their bytes for so long. */
  readonly #copied = new Map<string, JournalEntry>()
  /** What the journal holds of each job, with the job it was made of: what did not change stays the same object. */
  readonly #entries = new Map<string, { job: Readonly<DownloadJob>; entry: JournalEntry }>()
  /** Jobs of whose bytes something else is known than the journal holds, perhaps. */
  readonly #relearned = new Set<string>()
  #writing: Timer | null = null
  #holds = 0
  /** What was to be written last was. */
  #isKept = true
  /** Grows at the end of each session: what was begun in it writes nothing any more. */
  #visit = 0
  /** For how long ago that was. */
  readonly #steady: Clock
  #wroteAt = Number.NEGATIVE_INFINITY

  constructor(parts: MemoryParts) {
    this.#parts = parts
    this.#steady = steady(parts.clock)
    const { clock, sinks } = parts
    this.#copies = new Copies({ clock, keepMs: () => sinks.keepMs, over: (id) => this.#sweep(id) })
  }

  /** What the bytes of a job belong to, when there are bytes to go on with. */
  known(id: string): Announced | null {
    return this.#known.get(id) ?? null
  }

  /** Where the second half begins that lies on the disk, or may; null when there is none. */
  tail(id: string): number | null {
    return this.#tails.get(id) ?? null
  }

  /** Where the second half of a job's bytes begins from now on; null: there is none. */
  splitAt(id: string, from: number | null): void {
    this.#relearned.add(id)
    if (from === null) this.#tails.delete(id)
    else this.#tails.set(id, from)
  }

  /** A part is about to be written for this job. One that was saved is fetched anew: its bytes are needed again. */
  opens(id: string): void {
    this.#stores(id)
    if (this.#known.has(id)) this.#again.add(id)
    this.#gone.delete(id)
    this.#copies.take(id)
  }

  /** Whether an earlier try had begun to fetch what is fetched now. */
  isAgain(id: string): boolean {
    return this.#again.has(id)
  }

  learned(id: string, file: Announced): void {
    this.#relearned.add(id)
    this.#known.set(id, file)
  }

  /** The bytes of this job must not be gone on with. */
  forget(id: string): void {
    this.#relearned.add(id)
    this.#known.delete(id)
    this.#tails.delete(id)
  }

  isSaved(id: string): boolean {
    return this.#copies.has(id)
  }

  /** Takes over a job of an earlier visit. Its file, if it was finished, was saved then, perhaps a moment ago. */
  restored(entry: JournalEntry): void {
    const id = entry.job.downloadID
    if (!this.isSaved(id) && (entry.removed || entry.job.status === 'finished')) {
      const left = this.#leftOf(entry)
      if (left <= 0) {
        if (entry.removed || !this.#gone.has(id)) void this.#parts.sinks.remove(id)
        if (!entry.removed) this.#gone.add(id)
        return
      }
      this.#copies.keep(id, left)
    }
    if (entry.removed) return void this.#copied.set(id, entry)
    this.#stores(id)
    // The length of its zip is known once that was on its way into the folder.
    if (entry.job.type === 'bundle' && entry.job.totalBytes !== null) this.#again.add(id)
    if (entry.known) this.#known.set(id, entry.known)
    this.splitAt(id, entry.known?.tail ?? null)
  }

  /** The browser has the file, or is copying it now. */
  saved(id: string): void {
    if (this.isSaved(id)) return
    const { sinks } = this.#parts
    sinks.saved(id)
    this.#copies.keep(id, sinks.keepMs)
  }

  /** As `Copies.makeRoom`. */
  makeRoom(): Promise<number | null> {
    return this.#copies.makeRoom()
  }

  /** The file lies where it belongs: its part is of no more use. */
  delivered(id: string): void {
    const isStored = this.#stored.delete(id)
    this.#again.delete(id)
    this.forget(id)
    void this.#parts.sinks.remove(id).then(() => isStored && this.#parts.freed?.(id))
  }

  /** Throws the bytes of a job away, once whoever writes them has let go. */
  async discard(id: string, released: Promise<unknown> | undefined): Promise<void> {
    this.forget(id)
    this.#again.delete(id)
    if (!this.#stored.delete(id)) return
    const held = this.#entries.get(id)
    if (held) this.#leaving.set(id, { ...held.entry, removed: true })
    await released
    await this.#parts.sinks.remove(id)
    this.#leaving.delete(id)
    this.#parts.freed?.(id)
  }

  /** Jobs whose bytes nobody can ask for any more. @param changed those that came, changed or went since this was asked */
  orphans(changed: readonly string[]): string[] {
    for (const id of changed) this.#doubted.add(id)
    for (const id of this.#doubted) if (!this.#stored.has(id) || this.#parts.has(id)) this.#doubted.delete(id)
    return [...this.#doubted].filter((id) => !this.isSaved(id))
  }

  #stores(id: string): void {
    this.#stored.add(id)
    this.#doubted.add(id)
  }

  /** Something worth remembering changed. Does nothing while nobody is signed in. */
  changed(owner: string | null): void {
    if (owner === null) return
    const { clock } = this.#parts
    const wait = this.#holds > 0 ? WRITE_EVERY_MS : Math.max(0, this.#wroteAt + WRITE_EVERY_MS - this.#steady.now())
    this.#writing ??= clock.setTimer(() => {
      this.#writing = null
      if (this.#holds > 0) this.changed(owner)
      else void this.write(owner)
    }, wait)
  }

  /**
   * The journal holds more than is known here yet, and stays as it is meanwhile.
   * @returns to be called once all of it is known
   */
  hold(): () => void {
    this.#holds += 1
    return () => {
      this.#holds -= 1
    }
  }

  async write(owner: string): Promise<void> {
    this.#dropTimer()
    if (this.#holds > 0) return
    this.#wroteAt = this.#steady.now()
    const written = this.#parts.writing?.()
    const entries = this.#renewed()
    const leaving = [...this.#leaving.values()]
    const visit = this.#visit
    const isKept = await this.#parts.journal.write(owner, [...entries, ...leaving, ...this.#copied.values()])
    if (!isKept && this.#isKept) this.#parts.unkept?.()
    this.#isKept = isKept
    // Their bytes were on their way out: once they are gone nothing names them any more.
    if (leaving.length > 0 && visit === this.#visit) this.changed(owner)
    written?.(isKept)
  }

  /**
   * The session is over. `forget`: nothing of this player stays on the device, except for the minute a file may
   * need that is being saved right now. Otherwise whichever tab runs the jobs next takes them over.
   */
  async end(owner: string, forget: boolean, released: Promise<unknown>): Promise<void> {
    if (!forget) {
      // What is written is taken at once. The state forgets the jobs in the same moment, and none of their bytes may be
      // taken for an orphan's while the disk is slow.
      const written = this.write(owner)
      this.#letGo()
      await written
      await this.#parts.journal.retire(owner)
      await released
      return
    }
    this.#dropTimer()
    const mine = [...this.#stored]
    this.#letGo()
    const named = await this.#parts.journal.clear(owner)
    await released
    const { sinks } = this.#parts
    for (const id of new Set([...mine, ...named])) {
      if (this.isSaved(id)) this.#copies.keep(id, Math.min(COPY_MS, sinks.keepMs))
      else await sinks.remove(id)
    }
  }

  /**
   * Nothing of the jobs is this tab's to keep or to throw away: another one has them, or this one did not know them yet.
   * @param owner whose record, if it has one, is for whichever tab runs the jobs next; null: it is a goodbye
   */
  async leave(owner: string | null): Promise<void> {
    this.#dropTimer()
    this.#letGo()
    if (owner !== null) await this.#parts.journal.retire(owner)
  }

  /**
   * A person said goodbye here, and another tab has the jobs. That one may never hear of it, as one that the system
   * suspended and then throws away: what is written down goes now, and the bytes it names once they were copied that
   * are being saved there.
   */
  async endElsewhere(owner: string): Promise<void> {
    this.#dropTimer()
    this.#letGo()
    const { journal, sinks } = this.#parts
    for (const id of await journal.clear(owner)) this.#copies.keep(id, Math.min(COPY_MS, sinks.keepMs))
  }

  /** Nothing of this player's goes into the journal of whoever comes next. */
  #letGo(): void {
    this.#visit += 1
    this.#leaving.clear()
    this.#known.clear()
    this.#tails.clear()
    this.#stored.clear()
    this.#again.clear()
    this.#copied.clear()
    this.#entries.clear()
    this.#relearned.clear()
  }

  /** Removes parts that belong to no job of anybody: a crash between a removal and the disk. */
  async sweepOrphans(): Promise<void> {
    const { clock, sinks, journal } = this.#parts
    /** Null: the journal, which may name any of them, cannot be read now; the next visit sees. */
    const unnamed = async <T extends { id: string }>(parts: readonly T[]): Promise<readonly T[] | null> => {
      const known = parts.length > 0 ? await journal.known() : null
      return known && parts.filter(({ id }) => !known.has(id) && !this.#stored.has(id) && !this.isSaved(id))
    }
    const old = (await sinks.list()).filter(({ modified }) => Math.abs(clock.now() - modified) > ORPHAN_AGE_MS)
    // Asked twice: a job that changes its place in the order while its tab's blocks are read may stand in none of them.
    for (const { id } of (await unnamed((await unnamed(old)) ?? [])) ?? []) await sinks.remove(id)
  }

  /** What the journal is to hold of the jobs. Of those of which nothing changed it is asked for and nothing else. */
  #renewed(): JournalEntry[] {
    const jobs = this.#parts.jobs()
    const entries = jobs.map((job) => {
      const held = this.#entries.get(job.downloadID)
      return held?.job === job && !this.#relearned.has(job.downloadID) ? held.entry : this.#renew(job)
    })
    this.#relearned.clear()
    for (const id of [...this.#copied.keys()]) if (this.#parts.has(id)) this.#copied.delete(id)
    if (this.#entries.size > jobs.length) this.#leave(new Set(jobs.map(({ downloadID }) => downloadID)))
    return entries
  }

  #renew(job: Readonly<DownloadJob>): JournalEntry {
    const id = job.downloadID
    const known = this.#continuation(id)
    const held = this.#entries.get(id)
    const isSame = held?.job === job && isSameContinuation(held.entry.known, known)
    const entry = isSame ? held.entry : { job: { ...job, token: null, url: null }, known }
    this.#entries.set(id, { job, entry })
    return entry
  }

  /** Jobs that are none of these are gone: the journal names the bytes of those alone that are still being copied. */
  #leave(those: ReadonlySet<string>): void {
    for (const [id, { job, entry }] of this.#entries) {
      if (those.has(id)) continue
      this.#entries.delete(id)
      if (job.status === 'finished' && this.isSaved(id)) this.#copied.set(id, { ...entry, removed: true })
    }
  }

  #continuation(id: string): Continuation | null {
    const known = this.#known.get(id)
    return known ? { ...known, tail: this.tail(id) } : null
  }

  /** For how long the browser may still be copying what was saved in an earlier visit, ms. */
  #leftOf({ job }: JournalEntry): number {
    const { clock, sinks } = this.#parts
    return job.status === 'finished' ? Math.min(sinks.keepMs, (job.savedAt ?? 0) + sinks.keepMs - clock.now()) : 0
  }

  async #sweep(id: string): Promise<void> {
    this.#stored.delete(id)
    this.#copied.delete(id)
    this.forget(id)
    await this.#parts.sinks.remove(id)
    this.#parts.freed?.(id)
  }

  #dropTimer(): void {
    if (this.#writing !== null) this.#parts.clock.clearTimer(this.#writing)
    this.#writing = null
  }
}
