// Hosts the log engine: chaining and storing, away from the state. Composition only.
import './alive.ts'
import { expose } from 'comlink'
import type { LogWorker } from '#core/contracts/log.ts'
import { hasDatabase } from '#core/model/abilities.ts'
import { systemClock } from './api/transport/clock.ts'
import { createLogEngine } from './engines/log/engine.ts'
import { indexedDbStorage } from './engines/log/indexedDb.ts'
import { opfsStorage } from './engines/log/opfs.ts'
import { memoryStorage } from './engines/log/storage.ts'
import { keepNothing, mayKeep, openStore } from './engines/storage.ts'
import { holdForLife, isFree, logLock } from './locks.ts'
import { whenItComes } from './whenItComes.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function start(): Promise<LogWorker> {
  const index = openStore('logs', 'index')
  return createLogEngine({
    storage: await opfsStorage(pause).catch(() => (hasDatabase(globalThis) ? indexedDbStorage() : memoryStorage())),
    index: {
      entries: () => index.entries(),
      put: (logId, kept) => index.set(logId, kept),
      remove: (logId) => index.del(logId),
    },
    // The lock is given back when the page is gone, however it went.
    hold: (logId) => holdForLife(logLock(logId)),
    isFree: (logId) => isFree(logLock(logId)),
    now: () => Date.now(),
    rotator: async () => (await whenItComes(() => import('#core/log/snapshots/rotate.ts'), fetch, systemClock)).rotate,
    pause,
    rest: () => new Promise((resolve) => setTimeout(resolve)),
    mayKeep,
    keepNothing,
  })
}

const engine = start()

const worker: LogWorker = {
  open: async (header) => (await engine).open(header),
  append: async (segment) => (await engine).append(segment),
  rebase: async (base, t) => (await engine).rebase(base, t),
  own: async (playerId) => (await engine).own(playerId),
  forget: async () => (await engine).forget(),
  close: async () => (await engine).close(),
  list: async (playerId) => (await engine).list(playerId),
  export: async (logId, playerId, choice) => (await engine).export(logId, playerId, choice),
}

expose(worker)
// The state worker speaks to this worker over a port of its own.
addEventListener('message', (message: MessageEvent<unknown>) => {
  const { data } = message
  if (typeof data === 'object' && data !== null && 'logPort' in data && data.logPort instanceof MessagePort)
    expose(worker, data.logPort)
})
