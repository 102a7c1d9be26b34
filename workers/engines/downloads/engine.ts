/**
 * The download engine: wishes and facts come in as events, files end up in parts, facts go out. Here its parts are
 * joined. They need each other in circles, so each is given functions that find the other when they are called.
 */
import {
  downloadDelayed,
  downloadHindered,
  downloadNoted,
  downloadProgressed,
  downloadRemoved,
  downloadRestored,
  downloadServerLost,
  downloadServerReached,
} from '#core/events/downloads.ts'
import type { AppDraft } from '#core/events/index.ts'
import { newJob } from '#core/reducers/downloads/downloadJobs.ts'
import { OnlineLatch } from '../onlineLatch.ts'
import { Semaphore } from '../semaphore.ts'
import { bundleFile } from './bundle/bundleZip.ts'
import { FolderFacts } from './delivery/folderFacts.ts'
import type { RunnerParts } from './delivery/runnerParts.ts'
import type { DownloadEngine, DownloadEngineParts } from './enginePorts.ts'
import { Facts } from './facts.ts'
import { hear } from './heard.ts'
import { History } from './journal/history.ts'
import { Wishes } from './journal/wishes.ts'
import { Halt } from './schedule/halt.ts'
import { JobTable } from './schedule/jobTable.ts'
import { Memory } from './schedule/memory.ts'
import { PerJob } from './schedule/perJob.ts'
import { Standstill } from './schedule/standstill.ts'
import { Throttling } from './schedule/throttle.ts'
import { Works } from './schedule/works.ts'
import { Settling } from './settling.ts'
import { FolderParts, withFolder } from './sinks/folder/folderParts.ts'
import { Folders } from './sinks/folder/folders.ts'
import { withTails } from './sinks/tails.ts'
import { Visits } from './tabs/visits.ts'
import { framedFile } from './tags/framed.ts'
import { Addresses } from './transfer/addresses.ts'
import { createBlockLists } from './transfer/blockLists.ts'
import { Helpers } from './transfer/helpers.ts'
import { Progress } from './transfer/progress.ts'
import { ServerWatch } from './transfer/serverWatch.ts'
import { UseLimit } from './transfer/useLimit.ts'

/** A shorter wait for the next try is over before anybody has read of it, ms. */
const DELAY_SAID_MS = 1000
/** Where there is no room, files that are checked or on their way into the picked folder make some: asked again after so long, ms. */
const LEAVING_MS = 5000
/** How many zips may ask the server at the same time. */
const ZIP_TURNS = 2

export function createDownloadEngine(parts: DownloadEngineParts): DownloadEngine {
  const { clock, journal } = parts
  const folders = new Folders(parts.folders, clock)
  const folderParts = new FolderParts(clock)
  const sinks = withFolder(withTails(parts.sinks), folderParts)
  const table = new JobTable(clock)
  const facts = new Facts({ table, happened })
  const say = (draft: AppDraft) => facts.send([{ draft, cause: null }])
  const settle = () => settling.settle()
  const wishes = new Wishes({
    has: (id) => table.has(id),
    player: () => visits.owner,
    noted: (ids) => say(downloadNoted({ ids: [...ids] })),
    restore: (requests) => {
      const batch = requests[0]?.downloadID ?? ''
      const jobs = requests.map((request) => newJob(request, batch, table.choices))
      say(downloadRestored({ jobs }))
    },
    remove: (downloadID) => say(downloadRemoved({ downloadID })),
  })
  const latch = new OnlineLatch()
  const watch = new ServerWatch({
    ...parts,
    latch,
    changed(retryInMs) {
      visits.tabs?.server(retryInMs)
      say(retryInMs === null ? downloadServerReached({}) : downloadServerLost({ retryInMs }))
    },
  })
  const helpers = new Helpers(clock, parts.pieceMin)
  const useLimit = new UseLimit(clock)
  const throttling = new Throttling({
    ...{ clock, useLimit, settle },
    limit: () => table.limit,
    isNeededElsewhere: () => visits.tabs?.isNeeded === true,
  })
  const works = new Works((id, error) => settling.failed(id, error))
  const history = new History(parts.history, clock)
  const memory = new Memory({
    ...{ clock, sinks, journal },
    jobs: () => table.all(),
    has: (id) => table.has(id),
    writing: () => wishes.writing(),
    unkept: () => say(downloadHindered({ by: 'journal' })),
    freed(id) {
      perJob.swept(id)
      settling.goOn(false)
    },
  })
  const standstill = new Standstill((by) => say(downloadHindered({ by })))
  const halt = new Halt({ clock, session: parts.session, over: settle })
  const addresses = new Addresses(parts.session, clock)
  const perJob = new PerJob(addresses, (id) => memory.isSaved(id) || works.stage(id) !== undefined)
  const { causes, frames, chances } = perJob
  const progress = new Progress(clock, (counts) => {
    visits.tabs?.progress(counts)
    facts.send(
      counts.map(({ id, bytes }) => ({
        draft: downloadProgressed({ downloadID: id, receivedBytes: bytes }),
        cause: causes.get(id) ?? null,
      })),
    )
  })
  const runners: RunnerParts = {
    ...parts,
    ...{ sinks, helpers, useLimit, settle, folders, folderParts, frames, chances, latch, watch, addresses },
    ...{ memory, progress, works },
    nearEnd: () => settling.nearEnd(),
    wantsTags: () => table.choices.stationReady,
    wantsLoudness: () => table.choices.stationLoudness,
    nameTemplate: () => table.choices.nameTemplate,
    file: fileOf,
    songsOf: (id) => table.songsOf(id),
    player: () => visits.owner,
    blockLists: createBlockLists(parts.api),
    turns: new Semaphore(ZIP_TURNS),
    fact: (id, draft) => facts.send([{ draft, cause: causes.get(id) ?? null }]),
    busy() {
      throttling.busy(works.loading)
      settle()
    },
    delayed(id, reason, ms) {
      if (reason === 'memory') works.turnedBack(id, true)
      const retryInMs = Math.round(ms)
      if (retryInMs >= DELAY_SAID_MS) runners.fact(id, downloadDelayed({ downloadID: id, reason, retryInMs }))
    },
    room: { make: async () => (await memory.makeRoom()) ?? (works.isLeaving ? LEAVING_MS : null) },
    begun(id) {
      works.turnedBack(id, false)
      halt.begun(id)
    },
    arrived() {
      standstill.arrived()
      throttling.arrived()
    },
  }
  const folderFacts = new FolderFacts({
    picked: folders.picked,
    isTold: () => visits.isTold,
    owner: () => visits.owner,
    known: () => table.store.single('downloadFolder'),
    send: say,
    chosen: (unkept) => visits.tabs?.folderChosen(unkept),
    goOn: () => settling.goOn(true),
  })
  const visits = new Visits({
    ...{ clock, folders, journal, memory, sinks, table, works, perJob, progress, standstill, throttling, history },
    ...{ wishes, folderParts, folderFacts, settle },
    ports: parts.tabs,
    robbed: () => parts.robbed(),
    send: (all) => facts.send(all),
    passOn: (drafts) => facts.passOn(drafts),
  })
  const settling = new Settling({
    ...{ table, runners, perJob, standstill, halt, throttling },
    isReady: () => visits.isReady,
    ahead: () => visits.ahead,
    folderRefused() {
      if (visits.owner !== null) void folderFacts.say(visits.owner)
    },
  })
  const hearing = { table, facts, visits, wishes, works, memory, perJob, standstill, halt, latch, watch }

  /** A fact of our own is true here, and on its way out. */
  function happened(draft: AppDraft): void {
    if (draft.type !== 'download.progressed' && draft.type !== 'download.zipProgressed') visits.changed()
    visits.tabs?.noticed(draft)
    if (draft.type !== 'download.progressed') visits.tabs?.changed()
    if (draft.type === 'download.saved') delivered(draft.payload.downloadID)
    // Rows that end without a file of their own are done as well.
    else if (draft.type === 'download.skipped' || draft.type === 'download.bundlePlanned') {
      const { downloadID } = draft.payload
      if (!table.has(downloadID)) wishes.done(downloadID)
    }
  }

  async function fileOf(id: string): Promise<File | Blob | null> {
    const job = table.get(id)
    if (job?.type === 'bundle') return bundleFile(job, table.songsOf(id), fileOf)
    const file = await sinks.file(id)
    const frame = frames.get(id)
    return file && frame ? framedFile(file, frame) : file
  }

  /** A file lies in the picked folder: it is remembered, and the songs of a bundle are of no more use. */
  function delivered(id: string): void {
    visits.remember(id)
    for (const { downloadID } of table.songsOf(id)) {
      works.rest(downloadID, null)
      memory.delivered(downloadID)
    }
  }

  return {
    accept(events) {
      for (const event of events) hear(hearing, event)
      if (events.some(({ type }) => type !== 'download.progressed')) settle()
    },
    answered: () => watch.hint(),
    connect: (to, ended) => facts.connect(to, ended),
    async file(downloadID) {
      if (works.stage(downloadID) !== 'stored' && !memory.isSaved(downloadID)) return null
      return fileOf(downloadID)
    },
    comesAgain(downloadID) {
      const status = table.get(downloadID)?.status
      // One that was reported as stored is not again: whoever threw its bytes away, they are gone.
      return status !== 'failed' && status !== 'finished' && works.stage(downloadID) !== 'stored'
    },
    wished: (left) => visits.wished(left),
    keepFolder: (folder) => folderFacts.keep(folder),
    inUse: (...use) => throttling.inUse(...use),
    needed(now) {
      if (!throttling.needed(now)) return
      visits.tabs?.needs(now)
      settle()
    },
    folder: () => folderFacts.picked(),
    sweep: () => memory.sweepOrphans(),
    get limit() {
      return table.limit
    },
  }
}
