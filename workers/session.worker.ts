// Hosts the session engine. Composition only: choose the real parts, expose, stop.
import './alive.ts'
import { expose } from 'comlink'
import type { FromEngine, ToEngine } from '#core/contracts/engine.ts'
import type { SessionWorker, TokenBroker } from '#core/contracts/session.ts'
import { channelOf, mintIn } from '#core/model/abilities.ts'
import { isPublicSession } from '#core/model/people/publicSession.ts'
import { TIME_ZONE_HEADER } from '#core/model/people/sessions.ts'
import { createAhead, serverNow } from './api/serverNow.ts'
import { type Api, createApi } from './api/transport/client.ts'
import { systemClock } from './api/transport/clock.ts'
import { createAccessEngine } from './engines/session/access.ts'
import { createSessionEngine, type SessionEngine } from './engines/session/engine.ts'
import { createLinks } from './engines/session/links.ts'
import { Vault } from './engines/session/vault.ts'
import { keepNothing, openStore, REFRESH_TOKEN } from './engines/storage.ts'
import { exclusively, holdForLife, isHeldByAny } from './locks.ts'

/** Held by every tab that has the session of a public computer. */
const PUBLIC_LOCK = 'public-session'
const kept = openStore('session', 'kept')
/** Longer than a renewal in another tab can take, ms. */
const TURN_MS = 180_000
const channel = channelOf(globalThis, 'session')
let api: Api | null = null
let engine: SessionEngine | null = null
let holds = false
/** Once for this tab, however often its session is renewed. */
const hold = () => {
  if (!holds) holdForLife(PUBLIC_LOCK, undefined, 'shared')
  holds = true
}
const mint = () => mintIn(globalThis)
const serverClock = createAhead(systemClock)
const LINKS = 'mailedLinks'
const links = createLinks({
  mint,
  now: () => Date.now(),
  serverNow: async () => api && serverNow(api, systemClock),
  kept: { load: () => kept.get(LINKS), change: (by) => kept.update(LINKS, by) },
})

/** The mailed links that lie here go on in memory alone: whoever comes next would find them by the history (H-585). */
async function keepNone(): Promise<void> {
  try {
    const lay = kept.get(LINKS)
    keepNothing()
    const before = await lay
    await kept.update(LINKS, (since) => since ?? before)
    await kept.wipe(LINKS)
  } catch {
    // A disk that refuses holds none.
  }
}

function opened(): SessionEngine {
  if (!engine) throw new Error('the session worker was not opened')
  return engine
}

expose({
  async open(stored, state, store, player) {
    const vault = new Vault(mint)
    let asked = 0
    const asks = (by: 1 | -1) => {
      const before = asked
      asked += by
      if (before > 0 !== asked > 0) state.postMessage({ facts: [], asks: asked > 0 } satisfies FromEngine)
    }
    const calls = createApi({
      async fetch(input, init) {
        asks(1)
        try {
          return await fetch(input, init)
        } finally {
          asks(-1)
        }
      },
      session: null,
      cutFrom: async (texts) => vault.cutFrom(texts),
      clock: systemClock,
      answered: serverClock.hear,
      // For its owner, who looks where they are signed in (H-018).
      headers: () => ({ [TIME_ZONE_HEADER]: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '' }),
    })
    api = calls
    const report = (message: FromEngine) => {
      if (message.facts.some(({ draft }) => isPublicSession(draft))) void keepNone()
      state.postMessage(message)
    }
    if (stored.isPublic) void keepNone()
    const access = createAccessEngine({ api: calls, vault, links, report })
    engine = createSessionEngine({
      api: calls,
      clock: systemClock,
      mint,
      vault,
      links,
      kept: {
        load: async () => ((await kept.get(REFRESH_TOKEN)) as string | undefined) ?? null,
        save: (token) => kept.set(REFRESH_TOKEN, token),
        clear: (only) =>
          only === undefined
            ? kept.del(REFRESH_TOKEN)
            : kept.update(REFRESH_TOKEN, (token) => (token === only ? undefined : token)),
      },
      tabs: { tell: (message) => channel?.postMessage(message) },
      exclusively: (run, signal) => exclusively('session-refresh', run, { signal, waitMs: TURN_MS }),
      steady: () => performance.now(),
      ahead: serverClock.ahead,
      publicTabs: {
        hold,
        anybody: () => isHeldByAny(PUBLIC_LOCK),
      },
      store,
      report,
    })
    if (channel) channel.onmessage = (message) => opened().hear(message.data)
    state.onmessage = ({ data }: MessageEvent<ToEngine>) => {
      opened().accept(data.events)
      access.accept(data.events)
    }
    await (player === null ? engine.open(stored) : engine.resume(stored, player))
  },
  async serve(broker) {
    const { accessToken, renew, keepSecret, reveal, take, cutFrom } = opened()
    expose({ accessToken, renew, keepSecret, reveal, take, cutFrom } satisfies TokenBroker, broker)
  },
  keepSecret: (purpose, secret) => opened().keepSecret(purpose, secret),
  // What the page asks here reads addresses of media alone; ports that are served are for workers.
  reveal: (handle) => opened().reveal('media', handle),
  readLink: (handle) => links.read(handle),
  check: () => opened().check(),
} satisfies SessionWorker)
