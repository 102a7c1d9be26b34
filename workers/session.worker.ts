// Hosts the session engine. Composition only: choose the real parts, expose, stop.
import './alive.ts'
import { expose } from 'comlink'
import { createStore, del, get, set } from 'idb-keyval'
import type { ToEngine } from '#core/contracts/engine.ts'
import type { SessionDesk, SessionWorker } from '#core/contracts/session.ts'
import { createApi } from './api/client.ts'
import { systemClock } from './api/clock.ts'
import { createSessionEngine, type SessionEngine } from './engines/session/engine.ts'

const KEY = 'refreshToken'
const store = createStore('session', 'kept')
const channel = new BroadcastChannel('session')
let engine: SessionEngine | null = null

function opened(): SessionEngine {
  if (!engine) throw new Error('the session worker was not opened')
  return engine
}

expose({
  async open(stored, state, storeAccess) {
    engine = createSessionEngine({
      api: createApi({ fetch: (input, init) => fetch(input, init), session: null, clock: systemClock }),
      clock: systemClock,
      mint: () => crypto.randomUUID(),
      kept: {
        load: async () => (await get<string>(KEY, store)) ?? null,
        save: (token) => set(KEY, token, store),
        clear: () => del(KEY, store),
      },
      tabs: { tell: (message) => channel.postMessage(message) },
      exclusively: async (run) => navigator.locks.request('session-refresh', run),
      storeAccess,
      report: (message) => state.postMessage(message),
    })
    channel.onmessage = (message) => opened().hear(message.data)
    state.onmessage = (message: MessageEvent<ToEngine>) => opened().accept(message.data.events)
    await engine.open(stored)
  },
  async serve(desk) {
    const { accessToken, renew, keep, reveal } = opened()
    expose({ accessToken, renew, keep, reveal } satisfies SessionDesk, desk)
  },
  keepCredentials: async (username, password) => opened().keepCredentials(username, password),
  reveal: (handle) => opened().reveal(handle),
  check: () => opened().check(),
} satisfies SessionWorker)
