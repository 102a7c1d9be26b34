// A worker that died and was started again: what the state worker tells it is enough to go on.
import type { Remote } from 'comlink'
import { describe, expect, it } from 'vitest'
import '#core/reducers/late.ts'
import type { FromEngine, ToEngine } from '#core/contracts/engine.ts'
import type { LogWorker } from '#core/contracts/log.ts'
import {
  downloadCompletedCleared,
  downloadHistoryRestored,
  downloadPaused,
  downloadRequested,
} from '#core/events/downloads.ts'
import type { AppDraft, AppEvent, EventOf } from '#core/events/index.ts'
import { accessCodeSent } from '#core/events/people/access.ts'
import {
  sessionEnded,
  sessionSignInRequested,
  sessionSignOutRequested,
  sessionStarted,
} from '#core/events/people/session.ts'
import { settingParallelDownloadsChosen } from '#core/events/settings.ts'
import { reduce } from '#core/reducers/root.ts'
import { Store } from '#core/reducers/store.ts'
import { claims, Run, World } from '#tests/support/downloadHarness.ts'
import { type Fault, wav, wished } from '#tests/support/downloadParts.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { MemoryStore } from '#tests/support/journals.ts'
import { NoLogWorker } from './engines/state/logWriter.ts'
import { downloadStory, LogCalls, RemoteEngine, sessionLost, sessionStory } from './joined.ts'

const bytes = wav(20_000)
const started = {
  ...sessionStarted({ claims: claims(), accessToken: 'a', refreshToken: 'r', restored: false }),
  seq: 1,
  t: 0,
  source: 'session',
  cause: null,
} as EventOf<'session.started'>

describe('jobs of a downloads worker that died', () => {
  it('P2: go on by themselves where the journal has them, with the settings of before, and paused ones stay paused', async () => {
    const world = new World()
    const dead = new Run(world)
    await dead.signIn()
    await dead.parallel(2)
    for (const id of ['a', 'b', 'c', 'd']) {
      world.song(id, { bytes, etag: '"1"' })
      world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 }))
    }
    await dead.request(...['a', 'b', 'c', 'd'].map((id) => wished(id)))
    await dead.say(downloadPaused({ downloadID: 'job-d' }))
    await dead.advance(1000)
    dead.die()
    world.files.faults.length = 0
    world.files.seen.length = 0

    const next = new Run(world, 'next')
    await next.say([...downloadStory({ state: dead.shown, opened: null, started })], 'tab')
    await next.advance(10_000)
    expect(next.rows).toEqual(
      ['job-a waiting', 'job-b waiting', 'job-c waiting', 'job-d paused'].map((row) =>
        row.includes('-d') ? row : row.replace('waiting', 'loading'),
      ),
    )
    for (const id of ['a', 'b', 'c']) expect(await next.bytes(`job-${id}`)).toEqual(bytes)
    expect(next.told('download.failed')).toEqual([])
    expect(next.engine.limit).toBe(2)
    // What lay on the disk was not asked for again.
    expect(world.files.seen.slice(0, 2).map(({ range }) => range)).toEqual(['bytes=9000-', 'bytes=9000-'])
  })

  it('bring no folder and nothing of earlier visits into the log a second time, but what it lacks', async () => {
    const world = new World()
    await world.history.add('p1', ['song x wav', 'release y mp3'])
    await world.folders.save('p1', { name: 'Promos' } as never)
    const dead = new Run(world)
    await dead.signIn()
    const folder = dead.told('download.folderChanged')
    expect([folder.length, dead.told('download.historyRestored').length]).toEqual([1, 1])
    dead.die()
    await world.history.add('p1', ['song z wav'])

    const next = new Run(world, 'next')
    await next.say([...downloadStory({ state: dead.shown, opened: null, started })], 'tab')
    expect(next.told('download.folderChanged')).toEqual([])
    expect(next.told('download.historyRestored')).toEqual([{ keys: ['song z wav'] }])
    expect(new Set(next.shown.ids('downloaded'))).toEqual(new Set(['release y mp3', 'song x wav', 'song z wav']))
    expect(next.shown.single('downloadFolder')).toEqual(folder[0])
  })

  it('H-625: stay away where they are removed, or cleared, before the new one has read the journal', async () => {
    const world = new World()
    world.store = new MemoryStore()
    const dead = new Run(world)
    await dead.signIn()
    await dead.advance(4000)
    for (const id of ['a', 'b', 'c']) world.song(id, { bytes, etag: '"1"' })
    await dead.request(wished('a'))
    await dead.advance(1000)
    await dead.saved('job-a')
    world.files.faults.push(
      ...[9000, 9000].map(
        (holdAt): Fault =>
          (seen, file) =>
            world.files.answer(seen, file, { holdAt }),
      ),
    )
    await dead.request(wished('b'), wished('c'))
    await dead.advance(1000)
    expect(dead.rows).toEqual(['job-a finished', 'job-b loading', 'job-c loading'])
    dead.die()

    const next = new Run(world, 'next')
    // The lock is free, and what it leads to takes its time.
    void next.say([...downloadStory({ state: dead.shown, opened: null, started })], 'tab')
    void next.say(downloadCompletedCleared({}))
    await next.remove('job-b')
    await next.advance(700_000)
    expect(next.rows).toEqual(['job-c loading'])
    expect(await next.bytes('job-c')).toEqual(bytes)
    expect([...world.sinks.parts.keys()]).toEqual(['job-c'])
    const last = new Run(world, 'last')
    next.die()
    await last.signIn()
    await last.advance(4000)
    expect(last.rows.map((row) => row.split(' ')[0])).toEqual(['job-c'])
  })

  it.each([0, 5000])(
    'H-625: stay away where they were removed while there was none: what the page kept says so %d ms later',
    async (ms) => {
      const world = new World()
      world.store = new MemoryStore()
      const dead = new Run(world)
      await dead.signIn()
      await dead.advance(4000)
      for (const id of ['a', 'b']) world.song(id, { bytes, etag: '"1"' })
      world.files.faults.push(
        ...[9000, 9000].map(
          (holdAt): Fault =>
            (seen, file) =>
              world.files.answer(seen, file, { holdAt }),
        ),
      )
      await dead.request(wished('a'), wished('b'))
      await dead.advance(1000)
      dead.die()
      // The state alone hears of it.
      await dead.remove('job-a')
      expect(dead.rows).toEqual(['job-b loading'])

      const next = new Run(world, 'next')
      void next.say([...downloadStory({ state: dead.shown, opened: null, started })], 'tab')
      await next.advance(ms)
      const kept = [{ player: 'p1', removed: 'job-a' }]
      next.engine.wished(kept)
      await next.advance(10_000)
      expect(next.rows).toEqual(['job-b loading'])
      expect(await next.bytes('job-b')).toEqual(bytes)
      expect([...world.sinks.parts.keys()]).toEqual(['job-b'])
      expect(
        next.reports.flat().flatMap(({ draft }) => (draft.type === 'download.noted' ? draft.payload.ids : [])),
      ).toContain('job-a')
    },
  )

  it('H-625: that a tab wished which follows, while it had no worker, are done by the tab that has the jobs', async () => {
    const world = new World()
    const owner = new Run(world, 'owner')
    await owner.signIn()
    const dead = new Run(world, 'dead')
    await dead.signIn()
    await dead.advance(4000)
    for (const id of ['a', 'b']) world.song(id, { bytes, etag: '"1"' })
    world.files.faults.push((seen, file) => world.files.answer(seen, file, { holdAt: 9000 }))
    await owner.request(wished('a'))
    await owner.advance(1000)
    dead.die()
    await dead.request(wished('b'))
    await dead.remove('job-a')
    expect(dead.rows).toEqual(['job-b waiting'])

    const next = new Run(world, 'next')
    await next.say([...downloadStory({ state: dead.shown, opened: null, started })], 'tab')
    next.engine.wished([
      { player: 'p1', request: wished('b') },
      { player: 'p1', removed: 'job-a' },
    ])
    await next.advance(10_000)
    expect([owner.rows, next.rows]).toEqual([['job-b loading'], ['job-b loading']])
    expect(await owner.bytes('job-b')).toEqual(bytes)
  })

  it('are nobody’s while nobody is signed in', () => {
    const drafts = downloadStory({ state: new Store(), opened: null, started: null })
    expect(drafts.map(({ type }) => type)).toEqual(['setting.restored'])
  })
})

describe('an engine in another worker', () => {
  const event = (draft: AppDraft, source: AppEvent['source']) =>
    ({ ...draft, seq: 1, t: 0, source, cause: null }) as AppEvent

  it('is sent what it follows but not what it reported, and a new one hears the story first', async () => {
    const [old, next] = [new MessageChannel(), new MessageChannel()]
    const heard: string[] = []
    const listen = (name: string, port: MessagePort) => {
      port.onmessage = ({ data }: MessageEvent<ToEngine>) =>
        heard.push(...data.events.map(({ type }) => `${name} ${type}`))
    }
    listen('old', old.port2)
    listen('next', next.port2)
    const engine = new RemoteEngine(old.port1, 'downloads', () => {})
    const state = new Store()
    engine.accept(event(downloadRequested({ requests: [wished('a')] }), 'person'), state)
    engine.accept(event(downloadPaused({ downloadID: 'job-a' }), 'downloads'), state)
    await expect.poll(() => heard).toEqual(['old download.requested'])
    engine.rejoin(next.port1, downloadStory)
    engine.accept(event(settingParallelDownloadsChosen({ count: 2 }), 'person'), state)
    await expect
      .poll(() => heard)
      .toEqual(['old download.requested', 'next setting.restored', 'next setting.parallelDownloadsChosen'])
    for (const port of [old.port2, next.port1, next.port2]) port.close()
  })

  it('is sent what one task brings as one message, before anything else that is posted', async () => {
    const { port1, port2 } = new MessageChannel()
    const messages: string[][] = []
    port2.onmessage = ({ data }: MessageEvent<ToEngine>) => messages.push(data.events.map(({ type }) => type))
    const engine = new RemoteEngine(port1, 'downloads', () => {})
    const paused = event(downloadPaused({ downloadID: 'job-a' }), 'person')
    for (let n = 0; n < 3; n++) engine.accept(paused, new Store())
    engine.post({ events: [event(settingParallelDownloadsChosen({ count: 2 }), 'tab')] })
    engine.accept(paused, new Store())
    await expect
      .poll(() => messages)
      .toEqual([
        ['download.paused', 'download.paused', 'download.paused'],
        ['setting.parallelDownloadsChosen'],
        ['download.paused'],
      ])
    port1.close()
  })
})

describe('H-505: facts of a session that is over', () => {
  const event = (draft: AppDraft, source: AppEvent['source']) =>
    ({ ...draft, seq: 1, t: 0, source, cause: null }) as AppEvent
  const ended = event(sessionEnded({ reason: 'signedOut' }), 'session')
  const restored = (key: string): FromEngine => ({
    facts: [{ draft: downloadHistoryRestored({ keys: [key] }), source: 'downloads', cause: null }],
  })
  const begin = () => {
    const { port1, port2 } = new MessageChannel()
    const told: unknown[] = []
    const engine = new RemoteEngine(port1, 'downloads', ({ facts }) => {
      told.push(...facts.map(({ draft }) => (draft as { payload: { keys: string[] } }).payload.keys[0]))
    })
    return { engine, port1, port2, told, says: (message: FromEngine) => port2.postMessage(message) }
  }

  it('are nothing to whoever signs in next, at once too: the worker says when it has heard of each end', async () => {
    const { engine, port1, told, says } = begin()
    says(restored('first'))
    await expect.poll(() => told).toEqual(['first'])
    for (let n = 0; n < 2; n++) {
      engine.accept(started, new Store())
      engine.accept(ended, new Store())
    }
    engine.accept(started, new Store())
    for (const message of [
      restored('late'),
      { facts: [], ended: true } as const,
      restored('of the second'),
      { facts: [], ended: true } as const,
      restored('next'),
    ])
      says(message)
    await expect.poll(() => told.at(-1)).toBe('next')
    expect(told).toEqual(['first', 'next'])
    port1.close()
  })

  it('are awaited of no worker that died before it heard of the end', async () => {
    const { engine, port1, told } = begin()
    engine.accept(ended, new Store())
    const next = new MessageChannel()
    engine.rejoin(next.port1, downloadStory)
    next.port2.postMessage(restored('next'))
    await expect.poll(() => told).toEqual(['next'])
    for (const port of [port1, next.port1]) port.close()
  })
})

describe('a session worker that died', () => {
  const rejoined = async (...wishes: AppDraft[]) => {
    const [old, next] = [new MessageChannel(), new MessageChannel()]
    const asked: string[] = []
    next.port2.onmessage = ({ data }: MessageEvent<ToEngine>) => asked.push(...data.events.map(({ type }) => type))
    const said: AppDraft[] = []
    const engine = new RemoteEngine(old.port1, 'session', ({ facts }) => said.push(...facts.map(({ draft }) => draft)))
    const state = new Store()
    for (const draft of wishes) {
      const event = { ...draft, seq: 1, t: 0, source: 'person', cause: null } as AppEvent
      reduce(state, event)
      engine.accept(event, state)
    }
    engine.rejoin(next.port1, sessionStory, sessionLost)
    for (const draft of said) reduce(state, { ...draft, seq: 2, t: 0, source: 'session', cause: null } as AppEvent)
    await new Promise((done) => setTimeout(done, 20))
    for (const port of [old.port2, next.port1, next.port2]) port.close()
    return { asked, said, state }
  }
  const absent = { type: 'session.absent', v: 1, payload: {} } as AppDraft

  it('is asked once more to end the session', async () => {
    const { asked, said } = await rejoined(started, sessionSignOutRequested({}))
    expect([asked, said]).toEqual([['session.signOutRequested'], []])
  })

  it('cannot sign in with what the dead one held: that failed, and the form can be sent again', async () => {
    const { asked, state } = await rejoined(absent, sessionSignInRequested({ handle: 'h', publicDevice: false }))
    expect(asked).toEqual([])
    expect(state.single('session')).toMatchObject({ status: 'signedOut', loading: false, errorCode: 'UNREACHABLE' })
  })

  it('nor do what a mailed code was to do', async () => {
    const { said } = await rejoined(absent, accessCodeSent({ requestId: 'r' } as never))
    expect(said).toMatchObject([{ type: 'access.refused', payload: { requestId: 'r', code: 'UNREACHABLE' } }])
  })

  it('has nothing to hear while nobody waits for it', async () => {
    const { asked, said } = await rejoined(started)
    expect([asked, said]).toEqual([[], []])
  })
})

describe('a log worker that does not answer', () => {
  const silent = new Proxy({} as Remote<LogWorker>, {
    get: (_, name) => (name === 'then' ? undefined : () => new Promise(() => {})),
  })
  const segment = { first: 1, count: 1, lines: ['[]'], state: '0' }

  it('keeps nobody waiting who asks for a log, and segments wait for the next one', async () => {
    const clock = new FakeClock()
    const log = new LogCalls(silent, clock, () => {})
    const said: string[] = []
    const refused = (error: Error) => void said.push(error.message)
    void log.calls.list(null).catch(refused)
    void log.calls.export(null, null).catch(refused)
    const stored = log.calls.append(segment)
    await clock.advance(60_000)
    await settle()
    expect(said).toEqual(['no answer for 20 s', 'no answer for 60 s'])
    const asked: string[] = []
    const next = new Proxy({} as Remote<LogWorker>, {
      get: (_, name) => async () => {
        asked.push(String(name))
        return 'stored'
      },
    })
    await log.replace(next)
    expect(await stored).toBe('stored')
    expect(asked).toEqual(['append'])
  })

  it('is not asked for what was left to do with the log before, once another one has begun', async () => {
    const clock = new FakeClock()
    const log = new LogCalls(silent, clock, () => {})
    const header = (logId: string) => ({ format: 'evlog', version: 1, logId, build: '1', startedAt: 0 }) as const
    const before = [log.calls.open(header('a')), log.calls.append(segment), log.calls.own('p1'), log.calls.close()]
    const list = log.calls.list(null)
    const after = log.calls.open(header('b'))
    for (const call of before) await expect(call).rejects.toThrow(NoLogWorker)
    const asked: string[] = []
    const next = new Proxy({} as Remote<LogWorker>, {
      get:
        (_, name) =>
        async (...args: readonly { logId?: string }[]) => {
          asked.push([String(name), args[0]?.logId].join(' ').trim())
          return name === 'list' ? [] : 'opfs'
        },
    })
    await log.replace(next)
    expect(await after).toBe('opfs')
    expect(await list).toEqual([])
    expect(asked).toEqual(['open b', 'list', 'open b'])
  })

  it('refuses all at once when it failed for good: nothing is kept for one that will not come', async () => {
    const log = new LogCalls(silent, new FakeClock(), () => {})
    const waiting = [log.calls.append(segment), log.calls.list(null)]
    log.fail('the worker stopped')
    for (const call of [...waiting, log.calls.export(null, null), log.calls.append(segment)])
      await expect(call).rejects.toThrow(new NoLogWorker('the log worker failed: the worker stopped'))
  })
})
