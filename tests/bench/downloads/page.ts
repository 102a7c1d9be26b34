/**
 * The harness page: our downloads worker and saver as the product runs them, with the state worker and the
 * session worker played by a few lines; or Chrome's own download of the same addresses.
 */
import * as Comlink from 'comlink'
import type { DownloadsWorker } from '#core/contracts/downloads.ts'
import type { FromEngine, ToEngine } from '#core/contracts/engine.ts'
import { downloadFailedRetried, downloadRemoved, downloadRequested } from '#core/events/downloads.ts'
import type { AppDraft, AppEvent, EventOf, Source } from '#core/events/index.ts'
import { sessionStarted } from '#core/events/people/session.ts'
import { settingParallelDownloadsChosen } from '#core/events/settings.ts'
import { createSaver } from '#platform/files/saving.ts'
import { secretsIn } from '#tests/support/secrets.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Frames the page missed while `work` ran: the longest gap between two, ms. */
async function watched<T>(work: () => Promise<T>): Promise<{ result: T; gap: number }> {
  let last = performance.now()
  let gap = 0
  let going = true
  const look = (now: number) => {
    gap = Math.max(gap, now - last)
    last = now
    if (going) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  const result = await work()
  going = false
  return { result, gap }
}

/** Chrome's own downloads, ten clicks per second: the eleventh would be dropped. */
async function native(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    if (n > 0 && n % 10 === 0) await pause(1050)
    const anchor = document.createElement('a')
    anchor.href = `/api/audio/${n}/download?token=t${n}`
    anchor.download = `Artist - ${n + 1} - Title ${n}.wav`
    anchor.click()
  }
}

/** What Chromium's items have and the standard types have not. */
interface DroppedItem {
  getAsFileSystemHandle(): Promise<FileSystemHandle | null>
}

/** The folder that was dropped on the page, if one was. */
let dropped: Promise<FileSystemHandle | null> = Promise.resolve(null)
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  const item = event.dataTransfer?.items[0] as DroppedItem | undefined
  dropped = item?.getAsFileSystemHandle() ?? dropped
})

/** A downloads worker with somebody signed in, who may load several times. */
interface Running {
  readonly say: (draft: AppDraft, source: Source) => void
  /** Settles once the worker has taken what it was told last. */
  readonly taken: () => Promise<unknown>
  /** Hears of each file that was handed to the browser, lies in the folder or failed. */
  heard: (failure: string | null) => void
  messages: number
  readonly seen: Seen
}

/** What somebody who looks at the page knows of its jobs, by their ids. */
interface Seen {
  /** Bytes each shows. */
  readonly shown: Record<string, number>
  /** Bytes each went on from when it began. */
  readonly begun: Record<string, number>
  readonly saved: string[]
  /** Those of an earlier visit, and how each stood. */
  readonly restored: Record<string, string>
}

/**
 * Starts the engine.
 * @param parallel how many files load at once
 * @param lends whether the page says that it needs no connection itself, as one does that plays nothing and loads no list
 */
async function start(parallel: number, lends: boolean): Promise<Running> {
  const worker = new Worker(new URL('../../../workers/downloads.worker.ts', import.meta.url), { type: 'module' })
  const downloads = Comlink.wrap<DownloadsWorker>(worker)
  const state = new MessageChannel()
  const desk = new MessageChannel()
  Comlink.expose(
    {
      accessToken: async () => 'access',
      renew: async () => null,
      ...secretsIn(),
    },
    desk.port1,
  )
  let seq = 0
  const say = (draft: AppDraft, source: Source) => {
    seq += 1
    const event = { ...draft, seq, t: Math.round(performance.now()), source, cause: null } as AppEvent
    state.port1.postMessage({ events: [event] } satisfies ToEngine)
  }
  const seen: Seen = { shown: {}, begun: {}, saved: [], restored: {} }
  const running: Running = { say, taken: () => downloads.file(''), heard: () => {}, messages: 0, seen }
  const failed = (draft: AppDraft) =>
    draft.type === 'download.failed' ? `${draft.payload.downloadID}: ${draft.payload.reason}` : null
  const saver = createSaver({
    file: (id) => downloads.file(id) as Promise<File | null>,
    observe(draft) {
      say(draft, 'platform')
      look(seen, draft)
      running.heard(failed(draft))
    },
    document,
  })
  state.port1.onmessage = ({ data }: MessageEvent<FromEngine>) => {
    running.messages += 1
    for (const { draft, source, cause } of data.facts) {
      look(seen, draft)
      if (draft.type === 'download.stored' && !draft.payload.folder)
        saver.onStored({ ...draft, seq: 0, t: 0, source, cause } as EventOf<'download.stored'>)
      if (draft.type === 'download.saved' || draft.type === 'download.failed') running.heard(failed(draft))
    }
  }
  await downloads.open(Comlink.transfer(state.port2, [state.port2]), Comlink.transfer(desk.port2, [desk.port2]), false)
  const claims = {
    username: 'u', playerid: 'p', email: 'u@demo.test', fullname: 'U', verified: true, label_staff: false, exp: 2e9,
  } // biome-ignore format: nobody reads it
  say(sessionStarted({ claims, accessToken: 'a', refreshToken: 'r', restored: false }), 'session')
  say(settingParallelDownloadsChosen({ count: parallel }), 'person')
  if (lends) state.port1.postMessage({ events: [], needed: false } satisfies ToEngine)
  const folder = await dropped
  if (folder) await downloads.keepFolder(folder as FileSystemDirectoryHandle)
  return running
}

function look(seen: Seen, draft: AppDraft): void {
  if (draft.type === 'download.started') {
    seen.begun[draft.payload.downloadID] ??= draft.payload.resumedAt
    seen.shown[draft.payload.downloadID] = draft.payload.resumedAt
  } else if (draft.type === 'download.progressed') seen.shown[draft.payload.downloadID] = draft.payload.receivedBytes
  else if (draft.type === 'download.saved') seen.saved.push(draft.payload.downloadID)
  else if (draft.type === 'download.restored')
    for (const { downloadID, status } of draft.payload.jobs) seen.restored[downloadID] = status
}

/** The engine of this page, begun with the first files. */
let engineHere: Promise<Running> | null = null

/**
 * Has the engine load files. Resolves when every file was handed to the browser, lies in the folder or failed, or when
 * the worker has removed all.
 * @param from number of the first file
 * @param removeAfter ms after which every job is removed
 * @param lends as that of `start`
 * @param round the same files may be loaded again in another one
 */
async function engine(
  count: number,
  parallel: number,
  { from = 0, removeAfter, round = 0, lends = false }: Options = {},
): Promise<Told> {
  engineHere ??= start(parallel, lends)
  const running = await engineHere
  const failures: string[] = []
  let ended = 0
  const all = new Promise<void>((resolve) => {
    running.heard = (failure) => {
      if (failure !== null) failures.push(failure)
      ended += 1
      if (ended === count) resolve()
    }
  })
  const requests = Array.from({ length: count }, (_, place) => place + from).map((n) => ({
    downloadID: round === 0 ? `job${n}` : `job${n}-${round}`, type: 'song' as const, mediaID: String(n), releaseid: 'r', format: 'wav' as const,
    artist: 'Artist', title: `Title ${n}`, version: '', explicit: false, ordinal: n + 1, trackcount: 1, coverart: '',
  })) // biome-ignore format: a request has many fields
  running.say(downloadRequested({ requests }), 'person')
  if (removeAfter === undefined) await all
  else {
    await pause(removeAfter)
    for (const { downloadID } of requests) {
      running.say(downloadRemoved({ downloadID }), 'person')
      // A worker with much to do comes to it later: until then nothing was removed.
      await running.taken()
    }
  }
  return { messages: running.messages, failures }
}

/** Bytes of parts in private storage. */
async function left(): Promise<number> {
  let bytes = 0
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('downloads', { create: true })
  for await (const entry of folder.values())
    if (entry.kind === 'file') bytes += (await (entry as FileSystemFileHandle).getFile()).size + 1
  return bytes
}

interface Options {
  readonly from?: number
  readonly removeAfter?: number
  readonly round?: number
  readonly lends?: boolean
}

interface Told {
  readonly messages: number
  /** `job: reason` of each that failed. */
  readonly failures: readonly string[]
}

declare global {
  interface Window {
    harness: {
      native(count: number): Promise<{ gap: number }>
      engine(count: number, parallel: number, options?: Options): Promise<Told & { gap: number }>
      /** Files in private storage, by their bytes: 0 when there is none. */
      left(): Promise<number>
      /** Starts the engine, which looks for what an earlier visit left. */
      come(parallel: number, lends?: boolean): Promise<void>
      /** Tries again what broke off. */
      retry(): Promise<void>
      seen(): Promise<Seen>
    }
  }
}

window.harness = {
  native: async (count) => ({ gap: (await watched(() => native(count))).gap }),
  async engine(count, parallel, options) {
    const { result, gap } = await watched(() => engine(count, parallel, options))
    return { gap, ...result }
  },
  left,
  async come(parallel, lends = false) {
    engineHere ??= start(parallel, lends)
    await engineHere
  },
  retry: async () => (await engineHere)?.say(downloadFailedRetried({}), 'person'),
  seen: async () => (await engineHere)?.seen ?? { shown: {}, begun: {}, saved: [], restored: {} },
}
