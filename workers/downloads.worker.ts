/**
 * The downloads worker: puts the engine together with the real clock, network and storage, and speaks for it.
 * Events and facts travel as plain messages over the state port; calls that have an answer go through Comlink.
 */
import './alive.ts'
import * as Comlink from 'comlink'
import type { DownloadsWorker } from '#core/contracts/downloads.ts'
import type { FromEngine, ToEngine } from '#core/contracts/engine.ts'
import type { HashWorker } from '#core/contracts/hash.ts'
import type { TokenBroker } from '#core/contracts/session.ts'
import { locksOf, mintIn, privateFilesOf } from '#core/model/abilities.ts'
import { API_BASE } from '#core/model/constants.ts'
import { isPublicSession } from '#core/model/people/publicSession.ts'
import { createApi } from './api/transport/client.ts'
import { systemClock } from './api/transport/clock.ts'
import { serverAnswers } from './api/transport/reachable.ts'
import { BrokerCalls } from './brokerCalls.ts'
import { createDownloadEngine } from './engines/downloads/engine.ts'
import type { DownloadEngine } from './engines/downloads/enginePorts.ts'
import { openHistory } from './engines/downloads/journal/history.ts'
import { openJournal } from './engines/downloads/journal/journalStore.ts'
import { blobSinks } from './engines/downloads/sinks/blob.ts'
import type { FolderHandle } from './engines/downloads/sinks/folder/folderPorts.ts'
import { openFolderStore } from './engines/downloads/sinks/folder/folderStore.ts'
import { keptSinks } from './engines/downloads/sinks/keptSinks.ts'
import { openOpfs } from './engines/downloads/sinks/opfs.ts'
import { browserTabs } from './engines/downloads/tabs/browserTabs.ts'
import { createHasher } from './engines/downloads/verify/digest.ts'
import { readBackHashing } from './engines/downloads/verify/hashing.ts'
import { hashThread } from './engines/downloads/verify/hashThread.ts'
import { keepNothing } from './engines/storage.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const fetchHere = (address: string, init?: RequestInit) => fetch(address, init)

function startHashing(): HashWorker {
  const thread = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module', name: 'hash' })
  const remote = Comlink.wrap<HashWorker>(thread)
  return {
    ready: () => remote.ready(),
    digest: (memory, length) => remote.digest(Comlink.transfer(memory, [memory]), length),
    digestFile: (file) => remote.digestFile(file),
  }
}

let opened: Promise<DownloadEngine> | null = null
let brokers: BrokerCalls | null = null
/** The worker before this one died. */
let isAgain = false

class ComesAgain extends Error {
  override name = 'ComesAgain'
}

async function start(state: MessagePort, broker: MessagePort): Promise<DownloadEngine> {
  brokers = new BrokerCalls(Comlink.wrap<TokenBroker>(broker))
  const session = brokers.calls
  const storage = privateFilesOf(globalThis)
  const disk = storage && (await openOpfs(storage, pause))
  const engine: DownloadEngine = createDownloadEngine({
    api: createApi({ fetch: fetchHere, session, clock: systemClock }),
    session,
    fetch: fetchHere,
    answers: (signal) => serverAnswers(fetchHere, API_BASE, mintIn(globalThis), signal),
    clock: systemClock,
    sinks: keptSinks(disk, blobSinks()),
    journal: openJournal(mintIn(globalThis), locksOf(globalThis)),
    hashing: readBackHashing({ makeHasher: createHasher, ...hashThread(startHashing, systemClock) }),
    tabs: browserTabs(),
    // As if it had died, and the one that comes in its place follows: then files, locks and its record are free.
    robbed() {
      postMessage({ yields: true })
      close()
    },
    folders: openFolderStore(),
    history: openHistory(),
    random: Math.random,
  })
  engine.connect(
    (facts) => state.postMessage({ facts } satisfies FromEngine),
    () => state.postMessage({ facts: [], ended: true } satisfies FromEngine),
  )
  // Messages that came meanwhile wait in the port until a listener starts it.
  state.onmessage = ({ data }: MessageEvent<ToEngine>) => {
    if (data.events.some(isPublicSession)) keepNothing()
    for (const event of data.events) brokers?.hear(event)
    if (data.answered) engine.answered()
    if (data.needed !== undefined) engine.needed(data.needed)
    engine.accept(data.events)
  }
  void engine.sweep().catch(() => {})
  return engine
}

const worker: DownloadsWorker = {
  async open(state, broker, again) {
    isAgain = again
    opened ??= start(state as MessagePort, broker as MessagePort)
    await opened
  },
  async file(downloadID) {
    const engine = await opened
    const file = (await engine?.file(downloadID)) ?? null
    if (file === null && isAgain && engine?.comesAgain(downloadID)) throw new ComesAgain(downloadID)
    return file
  },
  async rejoin(broker) {
    await brokers?.replace(Comlink.wrap<TokenBroker>(broker as MessagePort))
  },
  async keepFolder(folder) {
    await (await opened)?.keepFolder(folder as unknown as FolderHandle | null)
  },
  async wished(left) {
    ;(await opened)?.wished(left)
  },
  async inUse(...use) {
    ;(await opened)?.inUse(...use)
  },
  async folder() {
    return ((await (await opened)?.folder()) ?? null) as unknown as FileSystemDirectoryHandle | null
  },
}

Comlink.expose(worker)
