/** Who is signed in, and which part this tab has in their downloads: from each sign-in to the end of the session. */
import { downloadHistoryRestored, downloadRemoved, downloadRequested } from '#core/events/downloads.ts'
import { type AppDraft, definitionOf, type EventOf } from '#core/events/index.ts'
import { finishedKeys } from '#core/reducers/downloads/downloadJobs.ts'
import type { FolderFacts } from '../delivery/folderFacts.ts'
import type { History } from '../journal/history.ts'
import type { Wishes } from '../journal/wishes.ts'
import type { JobTable } from '../schedule/jobTable.ts'
import type { PerJob } from '../schedule/perJob.ts'
import type { Standstill } from '../schedule/standstill.ts'
import type { Throttling } from '../schedule/throttle.ts'
import type { Works } from '../schedule/works.ts'
import type { FolderParts } from '../sinks/folder/folderParts.ts'
import type { Progress } from '../transfer/progress.ts'
import type { TabPorts } from './tabPorts.ts'
import { Tabs } from './tabs.ts'
import { adopt, idsOf, type TakingOverParts, takeOver, type Visit } from './takingOver.ts'

/** A reloading tab lets go of its lock a moment after the next one begins: its jobs are looked for once more, ms. */
const LATE_ADOPTION_MS = 3000

export interface VisitsParts extends Omit<TakingOverParts, 'jobs'> {
  readonly ports: TabPorts
  readonly table: JobTable
  readonly works: Works
  readonly perJob: PerJob
  readonly progress: Progress
  readonly standstill: Standstill
  readonly throttling: Throttling
  readonly history: History
  readonly wishes: Wishes
  readonly folderParts: FolderParts
  readonly folderFacts: FolderFacts
  /** As `DownloadEngineParts.robbed`. */
  robbed(): void
  /** What another tab reports or asks for goes on to the log. */
  passOn(drafts: readonly AppDraft[]): void
  settle(): void
}

export class Visits {
  readonly #parts: VisitsParts
  #owner: string | null = null
  #told = () => {}
  /** Settles when it is told who is signed in, which a worker that has just begun does not know yet. */
  readonly isTold = new Promise<void>((done) => {
    this.#told = done
  })
  #ready = false
  #tabs: Tabs | null = null
  /** As of `adopt`. */
  #stood = new Set<string>()
  /** Looks for what tabs that are gone by now left behind. */
  #lookAgain = () => {}
  /** Settles when the last session's leftovers are dealt with. */
  #ended: Promise<void> = Promise.resolve()
  /** Grows with each session, so that what belongs to an earlier one is noticed. */
  #session = 0
  #ahead = new AbortController()

  constructor(parts: VisitsParts) {
    this.#parts = parts
  }

  /** Who is signed in. */
  get owner(): string | null {
    return this.#owner
  }

  /** This tab runs the jobs, and knows those of earlier visits. */
  get isReady(): boolean {
    return this.#ready
  }

  /** Null while nobody is signed in. */
  get tabs(): Tabs | null {
    return this.#tabs
  }

  /** Ends what is asked for ahead when the session does. */
  get ahead(): AbortSignal {
    return this.#ahead.signal
  }

  /** Something worth remembering changed. Whose jobs they are remembers them, once it knows what was remembered. */
  changed(): void {
    if (this.#ready && this.#tabs?.isOwner) this.#parts.memory.changed(this.#owner)
  }

  /** A job finished: what came with it stands in the history. */
  remember(id: string): void {
    const { table, history, wishes } = this.#parts
    const job = table.get(id)
    if (this.#owner === null || job?.status !== 'finished') return
    wishes.done(id)
    for (const one of [job, ...table.songsOf(id)])
      for (const key of finishedKeys(one)) history.finished(this.#owner, key)
  }

  /** These rows were removed: where the journal is not known yet, it names them still. */
  removed(ids: readonly string[]): void {
    if (!this.#ready) for (const id of ids) this.#stood.add(id)
  }

  /** Somebody signed in. @param cause seq of the event that says so */
  begin(player: string, cause: number): void {
    const { clock, ports, table, folders, folderFacts, history, throttling, wishes, send, settle } = this.#parts
    if (this.#owner === player) return
    this.#owner = player
    this.#told()
    this.#session += 1
    const mine = this.#session
    void folderFacts.say(player)
    const before = (all: string[]) => {
      // After a crash, or an expiry, most of it stands in the log already.
      const keys = all.filter((key) => !table.store.get('downloaded', key))
      if (keys.length > 0) send([{ draft: downloadHistoryRestored({ keys }), cause }])
    }
    void history.restore(player, () => mine === this.#session, before)
    this.#tabs = new Tabs(player, {
      ports,
      clock,
      jobs: () => table.all(),
      order: () => table.order(),
      job: (id) => table.get(id),
      news: () => table.news(),
      report: (drafts) => this.#heardOfAnotherTab(drafts),
      needed: settle,
      joined: () => this.#lookAgain(),
      robbed: () => this.#parts.robbed(),
      folderChosen(unkept) {
        folders.picked.pickedElsewhere(player, unkept)
        void folderFacts.say(player, true)
      },
      granted(draft) {
        if (draft.type === 'download.requested')
          wishes.granted(draft.payload.requests.map(({ downloadID }) => downloadID))
        else if (draft.type === 'download.removed') wishes.granted([draft.payload.downloadID])
      },
      lead: (interrupted) => void this.#lead({ player, cause, isOn: () => mine === this.#session }, interrupted),
    })
    this.#tabs.needs(throttling.isNeeded)
  }

  /** Facts of the tab that has the jobs are applied at once; wishes for this one come back with their place in the log. */
  #heardOfAnotherTab(drafts: readonly AppDraft[]): void {
    const { table, passOn, settle } = this.#parts
    const facts = drafts.filter((draft) => definitionOf(draft).kind === 'fact')
    for (const draft of facts) table.happened(draft, 'tab', null)
    passOn(drafts)
    // Bytes that came elsewhere change nothing here.
    if (facts.some(({ type }) => type !== 'download.progressed')) settle()
  }

  /** This tab runs the jobs from now on. */
  async #lead(visit: Visit, cut: readonly string[]): Promise<void> {
    const { clock, table, memory, wishes, settle } = this.#parts
    await this.#ended
    const taking = { ...this.#parts, jobs: () => table.all() }
    // Kept for as long as this tab has the jobs: the record of one that was robbed comes to light late.
    const stood = this.#stood
    for (const id of idsOf(table.all())) stood.add(id)
    await takeOver(taking, visit, cut, stood)
    if (!visit.isOn()) return
    this.#ready = true
    this.changed()
    wishes.restoreLeft()
    settle()
    this.#lookAgain = () => {
      if (!visit.isOn()) return
      for (const id of idsOf(table.all())) stood.add(id)
      void memory.write(visit.player).then(() => adopt(taking, visit, stood))
    }
    clock.setTimer(this.#lookAgain, LATE_ADOPTION_MS)
  }

  end(event: EventOf<'session.ended'>): void {
    const { table, works, perJob, progress, standstill, throttling, history, memory, folderParts } = this.#parts
    const player = this.#owner
    works.cancelAll()
    this.#ahead.abort()
    this.#ahead = new AbortController()
    for (const job of table.all()) progress.forget(job.downloadID)
    // At an expiry the same person comes back to the same jobs; every other end is a goodbye (D-036).
    void history.write()
    const { reason } = event.payload
    const forget = reason !== 'expired'
    const released = works.allReleased().then(() => folderParts.dropAll())
    const isMine = this.#tabs?.isOwner === true && (forget || this.#ready)
    // What another tab said may be heard late, when the same player has been back for long: then it is that tab's to forget.
    if (player !== null && !isMine && reason === 'signedOut') this.#ended = memory.endElsewhere(player)
    else if (player !== null)
      this.#ended = isMine ? memory.end(player, forget, released) : memory.leave(forget ? null : player)
    this.#tabs?.end()
    this.#tabs = null
    this.#session += 1
    this.#stood = new Set()
    this.#owner = null
    this.#ready = false
    throttling.end()
    standstill.end()
    perJob.clear()
    table.end(event)
  }

  /** As `DownloadEngine.wished`. */
  wished(left: readonly unknown[]): void {
    const { clock, wishes, settle } = this.#parts
    wishes.left(left)
    // What was removed while there was no worker does not come back before it goes.
    this.removed(wishes.removedLeft())
    if (this.#ready) {
      wishes.restoreLeft()
      return settle()
    }
    // Another tab has the jobs: it is asked for what it did not hear.
    clock.setTimer(() => {
      const tabs = this.#tabs
      // One that still takes over takes them in when it has (`restoreLeft`).
      if (tabs?.isOwner) return
      const { requests, removed } = wishes.takeLeft()
      if (requests.length > 0) tabs?.wish(downloadRequested({ requests }))
      for (const downloadID of removed) tabs?.wish(downloadRemoved({ downloadID }))
    }, LATE_ADOPTION_MS)
  }
}
