/**
 * The start of every worker in browsers that lack something, or that have it and throw when it is used. The workers are
 * the real ones; what is around them is Node, with the abilities of a browser put in and taken away one by one.
 */
import * as Comlink from 'comlink'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DownloadsWorker } from '#core/contracts/downloads.ts'
import type { FromEngine, ToEngine } from '#core/contracts/engine.ts'
import type { LogHeader, LogWorker } from '#core/contracts/log.ts'
import type { SessionWorker, TokenBroker } from '#core/contracts/session.ts'
import type { FromState, StateWorker } from '#core/contracts/state.ts'
import { appOpened, appWorkerFailed } from '#core/events/app.ts'
import { type downloadFailed, downloadRequested } from '#core/events/downloads.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { sessionEnded, sessionStarted } from '#core/events/people/session.ts'
import { SECRET_PURPOSES, type SecretHandle } from '#core/model/people/secrets.ts'
import { claims } from '#tests/support/downloadHarness.ts'
import { wished } from '#tests/support/downloadParts.ts'
import { secretsIn } from '#tests/support/secrets.ts'

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
const rejects = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))

/** Web Locks as one page alone sees them. */
const locks = {
  request: async (_name: string, ...rest: unknown[]) => (rest.at(-1) as (lock: object) => unknown)({}),
}
const randomBytes = crypto.getRandomValues.bind(crypto)
const bytesAlone = { getRandomValues: randomBytes }
const whole = () => ({
  navigator: { locks, storage: { getDirectory: rejects } } as Record<string, unknown>,
  globals: { crypto, BroadcastChannel, location: { origin: 'http://player.test' } } as Record<string, unknown>,
})
type Browser = ReturnType<typeof whole>

/** What one after the other is missing or throws. */
const BROWSERS: Record<string, (browser: Browser) => void> = {
  'nothing is missing': () => {},
  'no storage manager': ({ navigator }) => void delete navigator.storage,
  'a storage manager without private files': ({ navigator }) => void Object.assign(navigator, { storage: {} }),
  'private files that throw': ({ navigator }) => void Object.assign(navigator, { storage: { getDirectory: refuse } }),
  'a storage manager that throws when asked for': ({ navigator }) =>
    void Object.defineProperty(navigator, 'storage', { get: refuse }),
  'no locks': ({ navigator }) => void delete navigator.locks,
  'locks that refuse': ({ navigator }) => void Object.assign(navigator, { locks: { request: rejects } }),
  'locks that throw': ({ navigator }) => void Object.assign(navigator, { locks: { request: refuse } }),
  'locks that throw when asked for': ({ navigator }) => void Object.defineProperty(navigator, 'locks', { get: refuse }),
  'no channels': ({ globals }) => void Object.assign(globals, { BroadcastChannel: undefined }),
  'channels that throw': ({ globals }) => void Object.assign(globals, { BroadcastChannel: refuse }),
  'ids from random bytes alone': ({ globals }) => void Object.assign(globals, { crypto: bytesAlone }),
  'ids that throw': ({ globals }) => void Object.assign(globals, { crypto: { ...bytesAlone, randomUUID: refuse } }),
  'a database that throws': ({ globals }) => void Object.assign(globals, { indexedDB: { open: refuse } }),
  'a database that refuses': ({ globals }) =>
    void Object.assign(globals, {
      indexedDB: {
        open() {
          const request: Record<string, unknown> = { error: new DOMException('no', 'InvalidStateError') }
          queueMicrotask(() => (request.onerror as () => void)())
          return request
        },
      },
    }),
}

const ports: MessagePort[] = []
const channels: BroadcastChannel[] = []

/** Both ends of a channel that the test closes. */
function channel(): [MessagePort, MessagePort] {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  return [port1, port2]
}

// Not by their names: they are written for a worker's scope, and this file is not.
const scripts = import.meta.glob('./*.worker.ts')

/** Loads a worker, whose own scope speaks with the answered port. */
async function load<T>(name: 'downloads' | 'session' | 'log' | 'state', browser: Browser): Promise<Comlink.Remote<T>> {
  const [page, own] = channel()
  own.start()
  vi.resetModules()
  vi.stubGlobal('navigator', browser.navigator)
  for (const [global, value] of Object.entries(browser.globals)) vi.stubGlobal(global, value)
  vi.stubGlobal('addEventListener', own.addEventListener.bind(own))
  vi.stubGlobal('removeEventListener', own.removeEventListener.bind(own))
  vi.stubGlobal('postMessage', own.postMessage.bind(own))
  await scripts[`./${name}.worker.ts`]?.()
  page.postMessage({ hold: `alive-${name}` })
  return Comlink.wrap<T>(page)
}

const broker: TokenBroker = {
  cutFrom: async (texts) => texts,
  accessToken: async () => 'token',
  renew: async () => null,
  ...secretsIn(),
}
const at = (seq: number, draft: AppDraft) => ({ seq, t: 0, source: 'person', cause: null, ...draft }) as AppEvent
const opened = appOpened({ startedAt: 0, build: '1', language: 'en', width: 1, height: 1, online: true })

/** What arrives at a port until something of it is what is waited for. */
const arriving = <T>(port: MessagePort, isIt: (message: T) => boolean) =>
  new Promise<T>((resolve) => {
    port.onmessage = ({ data }: MessageEvent<T>) => {
      if (isIt(data)) resolve(data)
    }
  })

/** Whatever nobody caught is a defect: in a browser it may end the worker. */
const uncaught: unknown[] = []
const note = (reason: unknown) => uncaught.push(reason)

beforeEach(() => {
  uncaught.length = 0
  process.on('unhandledRejection', note)
})

afterEach(async () => {
  for (const port of ports.splice(0)) port.close()
  for (const one of channels.splice(0)) one.close()
  vi.unstubAllGlobals()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(uncaught).toEqual([])
})

describe.each(Object.keys(BROWSERS))('with %s', (kind) => {
  const browser = () => {
    const made = whole()
    BROWSERS[kind]?.(made)
    const Channel = made.globals.BroadcastChannel
    // Node's channels keep the process alive until they are closed.
    if (Channel === BroadcastChannel)
      made.globals.BroadcastChannel = class extends BroadcastChannel {
        constructor(name: string) {
          super(name)
          channels.push(this)
        }
      }
    return made
  }

  it('the downloads start, and a wish is asked of the server', async () => {
    const asked = new Promise<string>((resolve) => {
      vi.stubGlobal('fetch', (address: string) => {
        resolve(address)
        return new Promise(() => {})
      })
    })
    const worker = await load<DownloadsWorker>('downloads', browser())
    const [state, theirs] = channel()
    const [ours, theirDesk] = channel()
    Comlink.expose(broker, ours)
    await worker.open(Comlink.transfer(theirs, [theirs]), Comlink.transfer(theirDesk, [theirDesk]), false)
    const began = sessionStarted({ claims: claims(), accessToken: 'a', refreshToken: 'r', restored: false })
    const wish = downloadRequested({ requests: [wished('a')] })
    state.postMessage({ events: [at(1, opened), at(2, began), at(3, wish)] })
    expect(await asked).toContain('/audio/a/token')
  })

  it('the session starts and says that nobody is signed in', async () => {
    const worker = await load<SessionWorker>('session', browser())
    const [state, theirs] = channel()
    const absent = arriving<FromEngine>(state, ({ facts }) => facts[0]?.draft.type === 'session.absent')
    await worker.open(
      { access: null, refresh: null, isPublic: false },
      Comlink.transfer(theirs, [theirs]),
      Comlink.proxy(() => {}),
      null,
    )
    expect((await absent).facts).toHaveLength(1)
  })

  it('D-152: the page reads back the addresses of media and no other secret', async () => {
    const worker = await load<SessionWorker>('session', browser())
    const [, theirs] = channel()
    await worker.open(
      { access: null, refresh: null, isPublic: false },
      Comlink.transfer(theirs, [theirs]),
      Comlink.proxy(() => {}),
      null,
    )
    const [ours, theirDesk] = channel()
    await worker.serve(Comlink.transfer(theirDesk, [theirDesk]))
    const media = await Comlink.wrap<TokenBroker>(ours).keepSecret('media', '/stream/1')
    const personal = SECRET_PURPOSES.filter((purpose) => purpose !== 'media')
    const handles: string[] = await Promise.all(personal.map((purpose) => worker.keepSecret(purpose, 'said to nobody')))
    const read = [media, ...handles].map((handle) => worker.reveal(handle as SecretHandle<'media'>))
    expect(await Promise.all(read)).toEqual(['/stream/1', ...personal.map(() => null)])
  })

  it('the log starts, keeps what is said and gives it back', async () => {
    const worker = await load<LogWorker>('log', browser())
    const header = { format: 'evlog', version: 1, logId: 'l', build: '1', startedAt: 1 } as const
    expect(await worker.open(header)).toMatch(/memory|indexeddb/)
    await worker.append({ first: 1, count: 1, lines: ['{}'], state: '0'.repeat(16) })
    expect(await worker.list(null)).toMatchObject([{ logId: 'l', events: 1 }])
  })

  it('the state starts, and the settings are what they are when nothing was set', async () => {
    const worker = await load<StateWorker>('state', browser())
    const sides = ['main', 'session', 'broker', 'downloads', 'log'].map((name) => [name, ...channel()] as const)
    const port = (side: 0 | 1) =>
      Object.fromEntries(sides.map(([name, ...ends]) => [name, ends[side]])) as Record<string, MessagePort>
    const [ours, theirs] = [port(0), port(1)]
    Comlink.expose(broker, ours.broker)
    const log = { open: async () => 'memory', append: async () => 'stored', own() {}, close() {}, list: () => [] }
    Comlink.expose(log, ours.log)
    const settings = arriving<FromState>(ours.main as MessagePort, ({ changes }) =>
      changes.some((change) => change.kind === 'setting'),
    )
    await worker.open(Comlink.transfer({ ...theirs, opened } as never, Object.values(theirs)))
    expect((await settings).fresh).toBe(true)
  })
})

it('H-505: a downloads worker says where the facts of one session end and those of the next begin', async () => {
  const made = whole()
  made.globals.BroadcastChannel = undefined
  const worker = await load<DownloadsWorker>('downloads', made)
  const [state, theirs] = channel()
  const [, theirDesk] = channel()
  const said: string[] = []
  const over = arriving<FromEngine>(state, ({ facts, ended }) => {
    for (const { draft } of facts)
      if (draft.type === 'download.failed') said.push((draft as ReturnType<typeof downloadFailed>).payload.downloadID)
    if (ended) said.push('ended')
    return said.at(-1) === 'job-b'
  })
  await worker.open(Comlink.transfer(theirs, [theirs]), Comlink.transfer(theirDesk, [theirDesk]), false)
  const began = (playerid: string) =>
    sessionStarted({ claims: claims(playerid), accessToken: 'a', refreshToken: 'r', restored: false })
  const wish = (id: string) => downloadRequested({ requests: [wished(id)] })
  const noSession = appWorkerFailed({ worker: 'session', message: 'gone' })
  state.postMessage({ events: [at(1, opened), at(2, began('p1')), at(3, wish('a')), at(4, noSession)] })
  await vi.waitFor(() => expect(said).toEqual(['job-a']))
  const ended = sessionEnded({ reason: 'signedOut' })
  state.postMessage({ events: [at(5, ended), at(1, opened), at(2, began('p2')), at(3, wish('b'))] })
  await over
  expect(said).toEqual(['job-a', 'ended', 'job-b'])
})

it('P2: a state worker holds its log, so that no other page closes it while its log worker is started anew', async () => {
  const made = whole()
  const held: string[] = []
  const request = (name: string) => {
    held.push(name)
    return new Promise(() => {})
  }
  Object.assign(made.navigator, { locks: { request } })
  made.globals.BroadcastChannel = undefined
  const worker = await load<StateWorker>('state', made)
  const sides = ['main', 'session', 'broker', 'downloads', 'log'].map((name) => [name, ...channel()] as const)
  const [ours, theirs] = [1, 2].map((end) => Object.fromEntries(sides.map((side) => [side[0], side[end]]))) as [
    Record<string, MessagePort>,
    Record<string, MessagePort>,
  ]
  const logs: string[] = []
  Comlink.expose({ open: async ({ logId }: LogHeader) => void logs.push(logId) }, ours.log)
  await worker.open(Comlink.transfer({ ...theirs, opened } as never, Object.values(theirs)))
  await vi.waitFor(() => expect(logs).toHaveLength(1))
  expect(held).toContain(`log-${logs[0]}`)
})

/** What a session worker says that died. */
const silentBroker = Object.fromEntries(Object.keys(broker).map((call) => [call, () => new Promise(() => {})]))

describe('a session worker that failed for good', () => {
  const failed = appWorkerFailed({ worker: 'session', message: 'gone' })
  const here = () => {
    const made = whole()
    made.globals.BroadcastChannel = undefined
    return made
  }

  it('is waited for by no download: it failed, and is not tried again', async () => {
    const worker = await load<DownloadsWorker>('downloads', here())
    const [state, theirs] = channel()
    const [ours, theirDesk] = channel()
    Comlink.expose(silentBroker, ours)
    const reported = arriving<FromEngine>(state, ({ facts }) => facts[0]?.draft.type === 'download.failed')
    await worker.open(Comlink.transfer(theirs, [theirs]), Comlink.transfer(theirDesk, [theirDesk]), false)
    const began = sessionStarted({ claims: claims(), accessToken: 'a', refreshToken: 'r', restored: false })
    const wish = downloadRequested({ requests: [wished('a')] })
    state.postMessage({ events: [at(1, opened), at(2, began), at(3, wish), at(4, failed)] })
    expect((await reported).facts[0]?.draft.payload).toMatchObject({ downloadID: 'job-a', reason: 'internal' })
  })

  it('is waited for by no call of the page, those before it failed and those after', async () => {
    const worker = await load<StateWorker>('state', here())
    const sides = ['main', 'session', 'broker', 'downloads', 'log'].map((name) => [name, ...channel()] as const)
    const port = (side: 0 | 1) =>
      Object.fromEntries(sides.map(([name, ...ends]) => [name, ends[side]])) as Record<string, MessagePort>
    const [ours, theirs] = [port(0), port(1)]
    Comlink.expose(silentBroker, ours.broker)
    Comlink.expose({ open: async () => 'memory', append: async () => 'stored', own() {}, close() {} }, ours.log)
    const heard = arriving<ToEngine>(ours.downloads as MessagePort, ({ events }) => events.at(-1)?.type === failed.type)
    await worker.open(Comlink.transfer({ ...theirs, opened } as never, Object.values(theirs)))
    const prove = () => worker.security('prove', 'password:1' as SecretHandle<'password'>)
    const before = prove()
    ours.main?.postMessage(JSON.stringify([1, 0, 'platform', failed]))
    const refused = { refusal: { status: 0, code: 'UNREACHABLE', message: '' } }
    expect(await before).toMatchObject(refused)
    expect(await prove()).toMatchObject(refused)
    // The downloads worker has calls of its own that wait.
    await heard
  })
})

it('an id made of random bytes is one of version 4', async () => {
  const { mintIn } = await import('#core/model/abilities.ts')
  expect(mintIn({ crypto: bytesAlone as never })).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})
