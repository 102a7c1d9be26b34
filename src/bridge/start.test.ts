// What becomes of the other workers of a page whose state worker is lost.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { appOpened } from '#core/events/app.ts'
import { type BridgeParts, openBridge } from './start.ts'

/** A worker that answers nothing. */
class Silent extends EventTarget {
  static readonly made: Silent[] = []
  readonly name: string | undefined
  readonly told: unknown[] = []
  terminated = 0

  constructor(_: URL, options: WorkerOptions) {
    super()
    this.name = options.name
    Silent.made.push(this)
  }

  postMessage(message: unknown): void {
    this.told.push(message)
  }

  terminate(): void {
    this.terminated += 1
  }

  dies(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'broken' }))
  }
}

const named = (name: string) => Silent.made.find((worker) => worker.name === name)

beforeEach(() => {
  Silent.made.length = 0
  vi.stubGlobal('Worker', Silent)
  vi.stubGlobal('document', { visibilityState: 'visible' })
})
afterEach(() => void vi.unstubAllGlobals())

function opened() {
  const revive = vi.fn()
  const bridge = openBridge({
    now: () => 1,
    opened: appOpened({ startedAt: 1, build: '1', language: 'en', width: 1, height: 1, online: true }),
    storedTokens: () => ({ access: null, refresh: null, isPublic: false }) as never,
    storeTokens: (() => {}) as never,
    begins: { state: null, session: null, log: null, downloads: null },
    keepNothing() {},
    lastChanges: null,
    notLoaded: () => false,
    project() {},
    isShownPage: () => false,
    heardLater() {},
  } satisfies BridgeParts)
  bridge.reviveBy(revive)
  return { revive, bridge }
}

it('downloads end with the state worker, so that another tab goes on with them, and begin no more here', async () => {
  const { revive } = opened()
  named('state')?.dies()
  expect(named('downloads')?.terminated).toBe(1)
  // The end of its lock is told as of every worker.
  named('downloads')?.dies()
  await new Promise((done) => setTimeout(done))
  expect(revive).not.toHaveBeenCalled()
})

it('downloads that are lost by themselves are started again', async () => {
  const { revive } = opened()
  named('downloads')?.dies()
  await vi.waitFor(() => expect(revive).toHaveBeenCalledTimes(1))
})

it('what is put into the vault while the session worker is gone goes to the next one', async () => {
  const { bridge, revive } = opened()
  const puts = () => bridge.askSession((session) => session.keepSecret('link', 'token'))
  void puts()
  named('session')?.dies()
  void puts()
  await vi.waitFor(() => expect(revive).toHaveBeenCalledTimes(1))
  revive.mock.calls[0]?.[0].start('session')
  const calls = () => Silent.made.at(-1)?.told.filter((one) => JSON.stringify(one).includes('keepSecret'))
  await vi.waitFor(() => expect(calls()).toHaveLength(2))
})

it('where no other session worker comes, a call fails as of one that is gone', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { bridge } = opened()
  named('session')?.dies()
  const put = bridge.askSession((session) => session.keepSecret('link', 'token'))
  const failed = expect(put).rejects.toThrow('broken')
  await vi.advanceTimersByTimeAsync(5000)
  await failed
})

it('nobody waits for another session worker once it is given up, neither then nor later', async () => {
  const { bridge, revive } = opened()
  named('session')?.dies()
  const puts = () => bridge.askSession((session) => session.keepSecret('link', 'token'))
  const put = puts()
  await vi.waitFor(() => expect(revive).toHaveBeenCalledTimes(1))
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  revive.mock.calls[0]?.[0].ended('session')
  await expect(put).rejects.toThrow('broken')
  await expect(puts()).rejects.toThrow('broken')
})

it('a page that is put away ends whoever holds a lock others wait for, the lead of the changes among them', () => {
  const { bridge } = opened()
  bridge.leave()
  const ended = ['state', 'session', 'downloads'].map((name) => named(name)?.terminated)
  expect(ended).toEqual([1, 1, 1])
})

it('a page that was put away has not stopped: nothing of its end is told', async () => {
  const { bridge, revive } = opened()
  bridge.leave()
  for (const name of ['state', 'session', 'downloads']) named(name)?.dies()
  await new Promise((done) => setTimeout(done))
  expect(bridge.mirror.store.single('app').failedWorker).toBeNull()
  expect(revive).not.toHaveBeenCalled()
})

it('what was made so far cannot be written down by a worker that is gone, and nobody stumbles over that', async () => {
  const { bridge } = opened()
  const stumbled = vi.fn()
  process.on('unhandledRejection', stumbled)
  onTestFinished(() => void process.off('unhandledRejection', stumbled))
  named('state')?.dies()
  bridge.flush()
  await new Promise((done) => setTimeout(done))
  expect(stumbled).not.toHaveBeenCalled()
})
