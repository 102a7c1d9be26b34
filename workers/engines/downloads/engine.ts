/**
 * The download engine: wishes and facts come in as events, files end up in parts, facts go out. It keeps the
 * jobs in a state of its own, reduced by the same reducers as everybody's, so its decisions follow from the log.
 */
import type { Reported } from '#core/contracts/engine.ts'
import {
  downloadDelayed,
  downloadFailed,
  downloadFolderChanged,
  downloadHindered,
  downloadHistoryRestored,
  downloadNoted,
  downloadProgressed,
  downloadRemoved,
  downloadRequested,
  downloadRestored,
  downloadServerLost,
  downloadServerReached,
} from '#core/events/downloads.ts'
import { type AppDraft, type AppEvent, definitionOf, type EventOf, type Source } from '#core/events/index.ts'
import type { DownloadJob } from '#core/model/downloads/download.ts'
import { reduceApp } from '#core/reducers/app.ts'
import { partsOf } from '#core/reducers/downloads/bundles.ts'
import { finishedKeys, newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { reduceDownloads } from '#core/reducers/downloads/downloads.ts'
import { reduceSettings } from '#core/reducers/settings.ts'
import { Store } from '#core/reducers/store.ts'
import { steady, type Timer } from '../../api/transport/clock.ts'
import { OnlineLatch } from '../onlineLatch.ts'
import { runBundlePlan } from './bundle/bundlePlan.ts'
import { bundleFile, runBundleZip } from './bundle/bundleZip.ts'
import type { RunnerParts } from './delivery/runnerParts.ts'
import type { DownloadEngine, DownloadEngineParts } from './enginePorts.ts'
import { History } from './journal/history.ts'
import { Wishes } from './journal/wishes.ts'
import { addressAhead, runTransfer, runVerify, runZip } from './runners.ts'
import { Memory } from './schedule/memory.ts'
import { PerJob } from './schedule/perJob.ts'
import { allowed, type Command, connections, FREE, grown, nextUp, plan, throttled } from './schedule/plan.ts'
import { Standstill } from './schedule/standstill.ts'
import { Unfinished } from './schedule/unfinished.ts'
import { Works } from './schedule/works.ts'
import { Folders } from './sinks/folder.ts'
import { FolderParts, withFolder } from './sinks/folderParts.ts'
import { withTails } from './sinks/tails.ts'
import { Tabs } from './tabs/tabs.ts'
import { adopt, idsOf, takeOver, type Visit } from './tabs/takingOver.ts'
import { framedFile } from './tags/framed.ts'
import { Addresses } from './transfer/addresses.ts'
import { createBlockLists } from './transfer/blockLists.ts'
import { Helpers } from './transfer/helpers.ts'
import { Progress } from './transfer/progress.ts'
import { ServerWatch } from './transfer/serverWatch.ts'
import { UseLimit } from './transfer/useLimit.ts'
import { troubleOfCall } from './trouble/trouble.ts'
import { Semaphore } from './trouble/waiting.ts'

/** A reloading tab lets go of its lock a moment after the next one begins: its jobs are looked for once more, ms. */
const LATE_ADOPTION_MS = 3000
/** Whoever does one of these wants to see downloads go on. */
const ASKS = /^(download\.(requested|restarted|resumed|allResumed|failedRetried)|setting\..+)$/
/** A shorter wait for the next try is over before anybody has read of it, ms. */
const DELAY_SAID_MS = 1000
/** How many zips may ask the server at the same time. */
const ZIP_TURNS = 2

export function createDownloadEngine(parts: DownloadEngineParts): DownloadEngine {
  const { clock } = parts
  const folders = new Folders(parts.folders, clock)
  const folderParts = new FolderParts(clock)
  const sinks = withFolder(withTails(parts.sinks), folderParts)
  const store = new Store()
  const waiting: Reported[] = []
  let report: ((facts: readonly Reported[]) => void) | null = null
  let owner: string | null = null
  /** Settles when it is told who is signed in, which a worker that has just begun does not know yet. */
  let told = () => {}
  const isTold = new Promise<void>((done) => {
    told = done
  })
  let ready = false
  let tabs: Tabs | null = null
  /** Settles when the last session's leftovers are dealt with. */
  let ended: Promise<void> = Promise.resolve()
  /** Grows with each session, so that what belongs to an earlier one is noticed. */
  let session = 0
  let throttle = FREE
  const throttling = steady(clock)

  const songsOf = (id: string) => (store.get('job', id)?.type === 'bundle' ? partsOf(store, id) : [])
  const jobs = () => store.single('jobOrder').ids.flatMap((id) => store.get('job', id) ?? [])
  const unfinished = new Unfinished({ order: () => store.single('jobOrder').ids, get: (id) => store.get('job', id) })
  const has = (id: string) => store.get('job', id) !== undefined
  /** How many hold a slot. */
  const loading = () => [...works.stages().values()].filter((stage) => stage === 'network').length
  const still = () => jobs().flatMap((job) => (/failed|paused/.test(job.status) ? job.downloadID : []))
  const limit = () => store.single('setting').parallelDownloads
  const wishes = new Wishes({
    has,
    player: () => owner,
    noted: (ids) => send([{ draft: downloadNoted({ ids: [...ids] }), cause: null }]),
    restore: (requests) => {
      const { nameTemplate } = store.single('setting').downloads
      const jobs = requests.map((request) => newJob(request, request.downloadID, nameTemplate))
      send([{ draft: downloadRestored({ jobs }), cause: null }])
    },
    remove: (downloadID) => send([{ draft: downloadRemoved({ downloadID }), cause: null }]),
  })
  const latch = new OnlineLatch()
  const watch = new ServerWatch({
    ...parts,
    latch,
    changed(retryInMs) {
      tabs?.server(retryInMs)
      send([{ draft: retryInMs === null ? downloadServerReached({}) : downloadServerLost({ retryInMs }), cause: null }])
    },
  })
  const helpers = new Helpers(clock, parts.pieceMin)
  const useLimit = new UseLimit(clock)
  let isNeeded = true
  let useEnds: Timer | null = null
  /** Ends what is asked for ahead when the session does. */
  let ahead = new AbortController()
  const works = new Works(failed)
  const history = new History(parts.history, clock)
  const memory = new Memory({
    ...{ clock, sinks, journal: parts.journal, jobs, has },
    writing: () => wishes.writing(),
    unkept: () => send([{ draft: downloadHindered({ by: 'journal' }), cause: null }]),
    freed(id) {
      perJob.swept(id)
      goOn(false)
    },
  })
  const standstill = new Standstill((by) => send([{ draft: downloadHindered({ by }), cause: null }]))
  const addresses = new Addresses(parts.session, clock)
  const perJob = new PerJob(addresses, (id) => memory.isSaved(id) || works.stage(id) !== undefined)
  const { causes, frames, chances } = perJob
  const progress = new Progress(clock, (counts) => {
    tabs?.progress(counts)
    send(
      counts.map(({ id, bytes }) => ({
        draft: downloadProgressed({ downloadID: id, receivedBytes: bytes }),
        cause: causes.get(id) ?? null,
      })),
    )
  })
  const runners: RunnerParts = {
    ...parts,
    sinks,
    helpers,
    useLimit,
    settle: () => settle(),
    nearEnd,
    folders,
    folderParts,
    frames,
    wantsTags: () => store.single('setting').downloads.stationReady,
    wantsLoudness: () => store.single('setting').downloads.stationLoudness,
    nameTemplate: () => store.single('setting').downloads.nameTemplate,
    file: fileOf,
    songsOf,
    player: () => owner,
    chances,
    latch,
    watch,
    addresses,
    blockLists: createBlockLists(parts.api),
    memory,
    progress,
    works,
    turns: new Semaphore(ZIP_TURNS),
    fact: (id, draft) => send([{ draft, cause: causes.get(id) ?? null }]),
    busy() {
      throttle = throttled(loading(), throttling.now())
      settle()
    },
    delayed(id, reason, ms) {
      const retryInMs = Math.round(ms)
      if (retryInMs >= DELAY_SAID_MS) runners.fact(id, downloadDelayed({ downloadID: id, reason, retryInMs }))
    },
    room: { make: () => memory.makeRoom() },
    arrived() {
      standstill.arrived()
      throttle = grown(throttle, limit(), throttling.now())
    },
  }

  /** A fact is true here before it has its place in the log, from now on. */
  function happened(draft: AppDraft, source: Source, cause: number | null): void {
    const t = Math.max(0, clock.now() - store.single('app').startedAt)
    reduceDownloads(store, { ...draft, seq: 0, t, source, cause } as AppEvent)
  }

  /** Applies facts of our own at once and sends them out in one message. */
  function send(facts: readonly { draft: AppDraft; cause: number | null }[]): void {
    const reported = facts.map(({ draft, cause }): Reported => ({ draft, source: 'downloads', cause }))
    for (const { draft, source, cause } of reported) {
      happened(draft, source, cause)
      if (draft.type !== 'download.progressed' && draft.type !== 'download.zipProgressed') changed()
      if (draft.type !== 'download.progressed') tabs?.changed()
      if (draft.type === 'download.saved') delivered(draft.payload.downloadID)
    }
    if (report) report(reported)
    else waiting.push(...reported)
  }

  async function fileOf(id: string): Promise<File | Blob | null> {
    const job = store.get('job', id)
    if (job?.type === 'bundle') return bundleFile(job, songsOf(id), fileOf)
    const file = await sinks.file(id)
    const frame = frames.get(id)
    return file && frame ? framedFile(file, frame) : file
  }

  /** A file lies in the picked folder: it is remembered, and the songs of a bundle are of no more use. */
  function delivered(id: string): void {
    remember(id)
    for (const { downloadID } of songsOf(id)) {
      works.rest(downloadID, null)
      memory.delivered(downloadID)
    }
  }

  /** Something worth remembering changed. Whose jobs they are remembers them, once it knows what was remembered. */
  function changed(): void {
    if (ready && tabs?.isOwner) memory.changed(owner)
  }

  function failed(id: string, error: unknown): void {
    const trouble = troubleOfCall(error)
    progress.last(id)
    if (trouble.reason === 'folder' && owner !== null) void folderFact(owner)
    if (trouble.spoilt) memory.forget(id)
    const receivedBytes = trouble.spoilt ? 0 : (store.get('job', id)?.receivedBytes ?? 0)
    chances.forget(id)
    runners.fact(id, downloadFailed({ downloadID: id, reason: trouble.reason, receivedBytes }))
    standstill.failed(trouble.reason)
    settle()
  }

  /** What made the line stand still may be over. */
  function goOn(isAsked: boolean): void {
    if (!standstill.isOn) return
    standstill.goOn(isAsked)
    settle()
  }

  /** Whether halves of files may have the connections that music, lists and covers would need (D-124). */
  function lends(): boolean {
    return throttle.cap === null && !isNeeded && !useLimit.isInUse && !tabs?.isNeeded
  }

  function inUse(ms: number, lag: number): void {
    const lent = lends()
    useLimit.inUse(ms, lag)
    if (lent) settle()
    if (useEnds !== null) clock.clearTimer(useEnds)
    useEnds = clock.setTimer(() => {
      useEnds = null
      settle()
    }, ms)
  }

  /** Jobs that changed since this was asked last. */
  function touchedJobs(): string[] {
    const ids = store.takeTouched().flatMap(({ kind, id }) => (kind === 'job' ? id : []))
    for (const id of ids) unfinished.changed(id)
    return ids
  }

  /** Brings what is done in line with what should be done. */
  function settle(): void {
    const touched = touchedJobs()
    const stages = works.stages()
    const online = store.single('app').online && !standstill.isOn
    const most = allowed(throttle, limit())
    for (const command of plan({ jobs: unfinished.jobs(), stages, ready, online, limit: most })) run(command)
    const taken = loading() + helpers.active
    // Whatever file could start has started, and halves get what is left.
    const left = connections(most, lends()) - taken
    if (left < 0) helpers.giveWay(-left)
    else helpers.offer(ready && online && throttle.cap === null ? left : 0)
    for (const id of [...touched, ...touchedJobs()]) perJob.changed(id, store.get('job', id)?.status)
    for (const id of memory.orphans()) void memory.discard(id, works.released(id))
  }

  /** Whoever waits next for a slot begins with its first byte, and not with a call. */
  function nearEnd(): void {
    if (!ready || throttle.cap !== null || !store.single('app').online) return
    for (const id of nextUp({ jobs: unfinished.jobs(), stages: works.stages() }, limit())) {
      const job = store.get('job', id)
      // One file makes room for one. What was listed may have gone on since.
      if (job?.status === 'waiting' && addressAhead(runners, job, ahead.signal)) return
    }
  }

  function run(command: Command): void {
    const { id } = command
    if (command.do === 'cancel') {
      works.cancel(id)
      progress.forget(id)
      return
    }
    const job = store.get('job', id)
    if (!job) return
    const [stage, runner] = STAGES[command.do]
    works.begin(id, stage, async (signal) => {
      await runner(runners, job, signal)
      if (!signal.aborted) settle()
    })
  }

  function take(event: AppEvent): void {
    if (event.type === 'session.ended') return end(event)
    tabs?.seen(event)
    if (ASKS.test(event.type)) standstill.goOn(true)
    const stood = event.type === 'download.failedRetried' || event.type === 'download.allResumed' ? still() : []
    reduceApp(store, event)
    reduceSettings(store, event)
    reduceDownloads(store, event)
    switch (event.type) {
      case 'app.opened':
      case 'app.wentOffline':
      case 'app.wentOnline':
        if (!store.single('app').online) return latch.close()
        latch.open()
        return watch.hint()
      case 'session.refreshed':
        return watch.hint()
      case 'session.started':
        return begin(event.payload.claims.playerid, event.seq)
      case 'download.requested':
        wishes.heard(event.payload.requests.map(({ downloadID }) => downloadID))
        for (const { downloadID } of event.payload.requests)
          if (store.get('job', downloadID) && !causes.has(downloadID)) causes.set(downloadID, event.seq)
        watch.hint()
        return changed()
      case 'download.restarted':
      case 'download.resumed':
        causes.set(event.payload.downloadID, event.seq)
        watch.hint()
        return changed()
      case 'download.failedRetried':
      case 'download.allResumed':
        for (const id of stood) if (store.get('job', id)?.status === 'waiting') causes.set(id, event.seq)
        watch.hint()
        return changed()
      case 'download.saved':
        remember(event.payload.downloadID)
        for (const id of [
          event.payload.downloadID,
          ...songsOf(event.payload.downloadID).map((song) => song.downloadID),
        ])
          if (works.stage(id) === 'stored') {
            works.rest(id, null)
            memory.saved(id)
          }
        return changed()
      case 'download.removed':
        wishes.heard([event.payload.downloadID])
        return changed()
      case 'download.paused':
      case 'download.allPaused':
      case 'download.moved':
      case 'download.completedCleared':
      case 'download.bundleTrimmed':
      case 'download.failed':
        return changed()
    }
  }

  /** Facts of the tab that has the jobs are applied at once; wishes for this one come back with their place in the log. */
  function heardOfAnotherTab(drafts: readonly AppDraft[]): void {
    const facts = drafts.filter((draft) => definitionOf(draft).kind === 'fact')
    for (const draft of facts) happened(draft, 'tab', null)
    report?.(drafts.map((draft): Reported => ({ draft, source: 'tab', cause: null })))
    // Bytes that came elsewhere change nothing here.
    if (facts.some(({ type }) => type !== 'download.progressed')) settle()
  }

  /** @param isChosen a person picked it, or let it be written to: another one may have the same name */
  async function folderFact(player: string, isChosen = false): Promise<void> {
    const now = await folders.access(player).catch(() => null)
    // Nobody knows which folder it is: what was said of it last stands.
    if (now === null) return
    const known = store.single('downloadFolder')
    const isKnown = now.name === known.name && now.access === known.access
    if (player !== owner || (isKnown && !isChosen)) return
    if (!isKnown) send([{ draft: downloadFolderChanged(now), cause: null }])
    if (now.access === 'granted' || now.access === 'none') goOn(true)
  }

  function remember(id: string): void {
    const job = store.get('job', id)
    if (owner === null || job?.status !== 'finished') return
    for (const one of [job, ...songsOf(id)]) for (const key of finishedKeys(one)) history.finished(owner, key)
  }

  function begin(player: string, cause: number): void {
    if (owner === player) return
    owner = player
    told()
    session += 1
    const mine = session
    void folderFact(player)
    const before = (all: string[]) => {
      // After a crash, or an expiry, most of it stands in the log already.
      const keys = all.filter((key) => !store.get('downloaded', key))
      if (keys.length > 0) send([{ draft: downloadHistoryRestored({ keys }), cause }])
    }
    void history.restore(player, () => mine === session, before)
    tabs = new Tabs(player, {
      ports: parts.tabs,
      clock,
      jobs,
      report: heardOfAnotherTab,
      needed: settle,
      folderChosen(unkept) {
        folders.pickedElsewhere(player, unkept)
        void folderFact(player, true)
      },
      granted(draft) {
        if (draft.type === 'download.requested')
          wishes.granted(draft.payload.requests.map(({ downloadID }) => downloadID))
        else if (draft.type === 'download.removed') wishes.granted([draft.payload.downloadID])
      },
      lead: (interrupted) => void lead({ player, cause, isOn: () => mine === session }, interrupted),
    })
    tabs.needs(isNeeded)
  }

  /** This tab runs the jobs from now on. */
  async function lead(visit: Visit, cut: readonly string[]): Promise<void> {
    await ended
    const taking = { clock, folders, journal: parts.journal, memory, sinks, jobs, send }
    await takeOver(taking, visit, cut)
    if (!visit.isOn()) return
    ready = true
    changed()
    wishes.restoreLeft()
    settle()
    clock.setTimer(() => {
      if (!visit.isOn()) return
      const stood = idsOf(jobs())
      void memory.write(visit.player).then(() => adopt(taking, visit, stood))
    }, LATE_ADOPTION_MS)
  }

  function end(event: EventOf<'session.ended'>): void {
    const player = owner
    works.cancelAll()
    ahead.abort()
    ahead = new AbortController()
    for (const job of jobs()) progress.forget(job.downloadID)
    // At an expiry the same person comes back to the same jobs; every other end is a goodbye (D-036).
    void history.write()
    const forget = event.payload.reason !== 'expired'
    const released = works.allReleased().then(() => folderParts.dropAll())
    const isMine = tabs?.isOwner === true && (forget || ready)
    if (player !== null) ended = isMine ? memory.end(player, forget, released) : memory.leave(forget ? null : player)
    tabs?.end()
    tabs = null
    session += 1
    owner = null
    ready = false
    throttle = FREE
    standstill.end()
    perJob.clear()
    reduceDownloads(store, event)
  }

  return {
    accept(events) {
      for (const event of events) take(event)
      if (events.some(({ type }) => type !== 'download.progressed')) settle()
    },
    answered: () => watch.hint(),
    connect(to) {
      report = to
      if (waiting.length > 0) to(waiting.splice(0))
    },
    async file(downloadID) {
      if (works.stage(downloadID) !== 'stored' && !memory.isSaved(downloadID)) return null
      return fileOf(downloadID)
    },
    comesAgain(downloadID) {
      const status = store.get('job', downloadID)?.status
      // One that was reported as stored is not again: whoever threw its bytes away, they are gone.
      return status !== 'failed' && status !== 'finished' && works.stage(downloadID) !== 'stored'
    },
    wished(left) {
      wishes.left(left)
      if (ready) wishes.restoreLeft()
      // Another tab has the jobs: it is asked for what it did not hear.
      else
        clock.setTimer(() => {
          // One that still takes over takes them in when it has (`restoreLeft`).
          if (tabs?.isOwner) return
          const { requests, removed } = wishes.takeLeft()
          if (requests.length > 0) tabs?.wish(downloadRequested({ requests }))
          for (const downloadID of removed) tabs?.wish(downloadRemoved({ downloadID }))
        }, LATE_ADOPTION_MS)
    },
    async keepFolder(folder) {
      await isTold
      const player = owner
      if (player === null) return
      const isKept = await folders.pick(player, folder)
      if (player !== owner) return
      if (!isKept) send([{ draft: downloadHindered({ by: 'folderUnkept' }), cause: null }])
      tabs?.folderChosen(isKept ? undefined : folder)
      await folderFact(player, true)
    },
    inUse,
    needed(now) {
      if (now === isNeeded) return
      isNeeded = now
      tabs?.needs(now)
      settle()
    },
    async folder() {
      await isTold
      return owner === null ? null : folders.picked(owner).catch(() => null)
    },
    sweep: () => memory.sweepOrphans(),
    get limit() {
      return limit()
    },
  }
}

const STAGES = {
  awaitZip: ['zip', runZip],
  planBundle: ['zip', runBundlePlan],
  transfer: ['network', runTransfer],
  verify: ['verify', runVerify],
  makeBundle: ['bundle', runBundleZip],
} as const satisfies Record<
  Exclude<Command['do'], 'cancel'>,
  readonly [string, (parts: RunnerParts, job: Readonly<DownloadJob>, signal: AbortSignal) => Promise<void>]
>
