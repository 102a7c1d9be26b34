/**
 * The jobs in a state of the engine's own, reduced by the same reducers as everybody's, so that what it decides follows
 * from the log.
 */
import type { AppDraft, AppEvent, EventOf, Source } from '#core/events/index.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import type { DownloadChoices } from '#core/model/settings.ts'
import { reduceApp } from '#core/reducers/app.ts'
import { partsOf } from '#core/reducers/downloads/bundles.ts'
import { reduceDownloads } from '#core/reducers/downloads/downloads.ts'
import { reduceSettings } from '#core/reducers/settings.ts'
import { Store } from '#core/reducers/store.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import { Unfinished } from './unfinished.ts'

type Job = Readonly<DownloadJob>

export class JobTable {
  readonly store = new Store()
  readonly #clock: Clock
  /** Ids of those that changed, as far as settling has not asked for them. */
  readonly #touched: string[] = []
  /** The same of the other tabs; nobody asks in a tab that follows. */
  readonly #news = new Set<string>()
  readonly #unfinished = new Unfinished({
    order: () => this.order(),
    get: (id) => this.get(id),
  })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get(id: string): Job | undefined {
    return this.store.get('job', id)
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  /** All of them, as they stand in the list. */
  all(): Job[] {
    return this.order().flatMap((id) => this.get(id) ?? [])
  }

  /** The songs of a bundle as they stand. */
  songsOf(id: string): Job[] {
    return this.get(id)?.type === 'bundle' ? partsOf(this.store, id) : []
  }

  /** Those something may still be done for, in the order they start in. */
  unfinished(): Job[] {
    return this.#unfinished.jobs()
  }

  /** Ids of those that wait for a person to have them go on. */
  still(): string[] {
    return this.all().flatMap((job) => (/failed|paused/.test(job.status) ? job.downloadID : []))
  }

  /** Ids of those that changed since this was asked last. */
  touched(): string[] {
    this.#look()
    return this.#touched.splice(0)
  }

  /** The same for the other tabs, which are told at their own times. */
  news(): string[] {
    this.#look()
    const ids = [...this.#news]
    this.#news.clear()
    return ids
  }

  #look(): void {
    for (const { kind, id } of this.store.takeTouched()) {
      if (kind !== 'job') continue
      this.#unfinished.changed(id)
      this.#touched.push(id)
      this.#news.add(id)
    }
  }

  /** Ids of all, as they stand in the list: another array where one came, went or was moved. */
  order(): readonly string[] {
    return this.store.single('jobOrder').ids
  }

  get online(): boolean {
    return this.store.single('app').online
  }

  /** How many may load at once, as the person chose. */
  get limit(): number {
    return this.store.single('setting').parallelDownloads
  }

  get choices(): Readonly<DownloadChoices> {
    return this.store.single('setting').downloads
  }

  /** An event in log order. */
  heard(event: AppEvent): void {
    reduceApp(this.store, event)
    reduceSettings(this.store, event)
    reduceDownloads(this.store, event)
  }

  /** A fact is true here before it has its place in the log, from now on. */
  happened(draft: AppDraft, source: Source, cause: number | null): void {
    const t = Math.max(0, this.#clock.now() - this.store.single('app').startedAt)
    reduceDownloads(this.store, { ...draft, seq: 0, t, source, cause } as AppEvent)
  }

  /** What follows is another player's. */
  end(event: EventOf<'session.ended'>): void {
    reduceDownloads(this.store, event)
    // What they were of the player before is no news to the next one's tabs.
    this.#look()
    this.#news.clear()
  }
}
