/**
 * Which downloads have a row and in which order they are shown: what loads, what failed, what waits, what is done;
 * within each of these as they stand in the line. Kept up by what changed: bytes that arrive move nothing, and a job
 * that changes its state is taken out and put in at its place, however many there are. A line that is another one is
 * gone through when the rows are asked for, so that it costs nothing while nobody looks at them.
 */
import { type DownloadJob, isInterrupted } from '#core/model/downloads/download.ts'

type Job = Readonly<DownloadJob>

/** Where rows stand, from the top. */
const GROUPS = 4
const FAILED = 1

/** The stretch of the list a job of its own stands in. What was cut off waits for a person, as what is paused does. */
export function groupOf(job: Pick<Job, 'status' | 'reason'>): number {
  if (job.status === 'loading') return 0
  if (job.status === 'finished') return 3
  return job.status === 'failed' && !isInterrupted(job) ? FAILED : 2
}

/** Whether it is a row: every job but the songs of a bundle, of which those that truly failed are named. */
export const hasRow = (job: Job | undefined): job is Job =>
  job !== undefined && (job.place === undefined || (job.status === 'failed' && !isInterrupted(job)))

/**
 * Before which row a bundle that is dropped among songs of its own belongs, for nothing comes between the two: where it
 * was carried into them alone, behind the next row that is none of them.
 * @param rows of its stretch, before it was carried @param before as the drop says it; null: the end
 * @returns null: the end; undefined: it stays where it is
 */
export function beyondItsSongs(
  rows: readonly string[],
  id: string,
  before: string | null,
  isSong: (row: string) => boolean,
): string | null | undefined {
  const others = rows.filter((row) => !isSong(row))
  // A file has none. A row that is no longer there says nothing of where it stood.
  if (others.length === rows.length || (before !== null && !rows.includes(before))) return before
  const at = others.indexOf(id)
  const next = before === null ? null : (rows.slice(rows.indexOf(before)).find((row) => !isSong(row)) ?? null)
  const stood = others[at + 1]
  if (next !== (stood ?? null)) return next
  return stood === undefined ? undefined : (others[at + 2] ?? null)
}

export class DownloadRowOrder {
  /** Place in the line, by id. */
  readonly #places = new Map<string, number>()
  /** Group of every job that has a row, by id. A song's is its bundle's: it stays with it. */
  readonly #groupOf = new Map<string, number>()
  /** The songs that have a row, by bundle. */
  readonly #songs = new Map<string, Set<string>>()
  readonly #bundleOf = new Map<string, string>()
  #groups: string[][] = Array.from({ length: GROUPS }, () => [])
  /** The line the groups do not follow yet; null: they follow the line there is. */
  #line: readonly string[] | null = null
  /** The rows as they were asked for last, and whether they may be others by now. */
  #ids: readonly string[] = []
  #isOld = false

  /** Whether the rows may be others than those that were asked for last. */
  get isOld(): boolean {
    return this.#isOld
  }

  /** The rows, top down. The same list until it is another one. */
  get ids(): readonly string[] {
    if (!this.#isOld) return this.#ids
    this.#isOld = false
    this.#follow()
    const now = this.#groups.flat()
    const before = this.#ids
    if (now.length !== before.length || now.some((id, at) => id !== before[at])) this.#ids = now
    return this.#ids
  }

  /** Ids of the rows that stand in the same stretch as this one, between which it can be moved by hand. */
  around(id: string): readonly string[] {
    this.#follow()
    return this.#groups[this.#groupOf.get(id) ?? -1] ?? []
  }

  /** The first row that failed, a song of a bundle before it where that is what failed; null: none. */
  get firstFailed(): string | null {
    this.#follow()
    return this.#groups[FAILED]?.[0] ?? null
  }

  /** @param job what it is now; undefined: gone */
  note(id: string, job: Job | undefined): void {
    const bundle = hasRow(job) ? (job.place?.bundle ?? null) : null
    this.#belongs(id, bundle)
    const group = !hasRow(job) ? null : bundle === null ? groupOf(job) : (this.#groupOf.get(bundle) ?? groupOf(job))
    this.#put(id, group)
    // One that outlives its bundle stands with what failed: it has a row for nothing else.
    for (const song of this.#songs.get(id) ?? []) this.#put(song, group ?? FAILED)
  }

  /** The line is another one. @param line ids of all jobs, those without a row too */
  order(line: readonly string[]): void {
    this.#line = line
    this.#isOld = true
  }

  #follow(): void {
    const line = this.#line
    if (line === null) return
    this.#line = null
    this.#places.clear()
    this.#groups = Array.from({ length: GROUPS }, () => [])
    for (const [place, id] of line.entries()) {
      this.#places.set(id, place)
      this.#groups[this.#groupOf.get(id) ?? -1]?.push(id)
    }
  }

  #belongs(id: string, bundle: string | null): void {
    const before = this.#bundleOf.get(id) ?? null
    if (before === bundle) return
    if (before !== null) {
      const songs = this.#songs.get(before)
      songs?.delete(id)
      if (songs?.size === 0) this.#songs.delete(before)
      this.#bundleOf.delete(id)
    }
    if (bundle === null) return
    this.#bundleOf.set(id, bundle)
    const songs = this.#songs.get(bundle) ?? new Set()
    this.#songs.set(bundle, songs.add(id))
  }

  #put(id: string, group: number | null): void {
    const before = this.#groupOf.get(id) ?? null
    if (before === group) return
    // With a line that is still to be followed it finds its place by itself.
    const place = this.#line === null ? this.#places.get(id) : undefined
    if (before !== null && place !== undefined) {
      const at = this.#at(before, place)
      if (this.#groups[before]?.[at] === id) this.#groups[before].splice(at, 1)
    }
    if (group === null) this.#groupOf.delete(id)
    else this.#groupOf.set(id, group)
    // What is in no line yet is put in with it.
    if (group !== null && place !== undefined) this.#groups[group]?.splice(this.#at(group, place), 0, id)
    if (place !== undefined) this.#isOld = true
  }

  /** Where a row of this place in the line stands in its group, or belongs. */
  #at(group: number, place: number): number {
    const rows = this.#groups[group] ?? []
    let low = 0
    let high = rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#places.get(rows[middle] ?? '') ?? -1) < place) low = middle + 1
      else high = middle
    }
    return low
  }
}
