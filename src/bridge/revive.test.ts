import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AppDraft } from '#core/events/index.ts'
import type { Joints, Revivable } from './joints.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => void vi.useRealTimers())

/** A page whose log worker never answers when it is started again. */
async function page({ isOutdated = async () => false } = {}) {
  const { reviveUnless, STARTS_MAX } = await import('./revive.ts')
  const revive = reviveUnless(isOutdated)
  const observed: AppDraft[] = []
  let started = 0
  let die = (_hasLived: boolean, _message: string) => {}
  const state = { remote: { rejoin: () => new Promise(() => {}) } }
  const workers: Record<string, unknown> = { state }
  const joints = {
    workers,
    start(which: Revivable) {
      started += 1
      const gone = new Promise((done) => {
        die = (hasLived, message) => {
          done(new Error('gone'))
          revive(joints, which, message, hasLived)
        }
      })
      workers[which] = { worker: { postMessage() {} }, giveUp() {}, gone }
    },
    ended() {},
    observe: (draft: AppDraft) => void observed.push(draft),
  } as unknown as Joints
  return {
    STARTS_MAX,
    observed,
    begin: (hasLived: boolean) => revive(joints, 'log', 'gone', hasLived),
    async dies(hasLived: boolean, message = 'gone') {
      die(hasLived, message)
      await vi.advanceTimersByTimeAsync(12_000)
    },
    started: () => started,
  }
}

it('starts one whose script does not come again however long that lasts, and never says that it is lost', async () => {
  const { STARTS_MAX, observed, begin, dies, started } = await page()
  begin(true)
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 2 * STARTS_MAX; i++) await dies(false)
  expect(started()).toBe(2 * STARTS_MAX + 1)
  expect(observed).toEqual([])
})

it('says of one whose script is gone with its build that it is lost, and asks for it no more', async () => {
  let isOutdated = false
  const { observed, begin, dies, started } = await page({ isOutdated: async () => isOutdated })
  begin(false)
  await vi.advanceTimersByTimeAsync(12_000)
  await dies(false)
  expect(observed).toEqual([])
  isOutdated = true
  await dies(false)
  expect(observed).toMatchObject([{ type: 'app.workerFailed', payload: { worker: 'log' } }])
  expect(started()).toBe(2)
})

it('starts one again in an outdated page whose script did not come once', async () => {
  const { observed, begin, started } = await page({ isOutdated: async () => true })
  begin(false)
  await vi.advanceTimersByTimeAsync(12_000)
  expect([observed, started()]).toEqual([[], 1])
})

it('H-520: starts one again that made way for that of another tab, however often', async () => {
  const { YIELDED } = await import('./worker.ts')
  const { STARTS_MAX, observed, begin, dies, started } = await page()
  begin(true)
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < 2 * STARTS_MAX; i++) await dies(true, YIELDED)
  expect(started()).toBe(2 * STARTS_MAX + 1)
  expect(observed).toEqual([])
})

it('leaves alone one that dies as soon as it lives', async () => {
  const { STARTS_MAX, observed, begin, dies, started } = await page()
  begin(true)
  await vi.advanceTimersByTimeAsync(0)
  for (let i = 0; i < STARTS_MAX; i++) await dies(true)
  expect(started()).toBe(STARTS_MAX)
  expect(observed.map(({ type }) => type)).toEqual(['app.workerFailed'])
})

it('gives up a downloads worker that dies when the session worker was given up', async () => {
  const { isLost, reviveUnless, STARTS_MAX } = await import('./revive.ts')
  const revive = reviveUnless(async () => false)
  const observed: AppDraft[] = []
  const started: Revivable[] = []
  const answers = async () => {}
  let serve = answers
  const lives = { worker: { postMessage() {}, hasBegun: true }, gone: new Promise(() => {}) }
  const remote = { rejoin: answers, open: answers, serve: () => serve() }
  const loseSession = vi.fn(answers)
  const ended = vi.fn()
  const workers: Record<string, unknown> = {
    state: { remote: { ...remote, loseSession } },
    downloads: { ...lives, remote },
  }
  const joints = {
    workers,
    takeAccess: answers,
    start(which: Revivable) {
      started.push(which)
      // It comes back by the way every dead worker does, before it has said anything.
      const giveUp = (message: string) => revive(joints, which, message, false)
      workers[which] = { ...lives, giveUp, remote }
    },
    ended,
    openSession: answers,
    player: () => null,
    observe: (draft: AppDraft) => void observed.push(draft),
  } as unknown as Joints
  for (let n = 0; n <= STARTS_MAX; n++) {
    revive(joints, 'session', 'gone', true)
    await vi.advanceTimersByTimeAsync(20_000)
  }
  expect(observed.at(-1)).toMatchObject({ type: 'app.workerFailed', payload: { worker: 'session' } })
  // Whoever signs out from now on is signed out by the state worker.
  expect(loseSession).toHaveBeenCalledTimes(1)
  expect(isLost('session')).toBe(true)
  expect(ended.mock.calls).toEqual([['session']])
  started.length = 0
  observed.length = 0
  serve = async () => {
    throw new Error('gone')
  }
  revive(joints, 'downloads', 'out of memory', true)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(started).toEqual([])
  expect(observed).toMatchObject([
    { type: 'app.workerFailed', payload: { worker: 'downloads', message: 'out of memory' } },
  ])
})

it('joins a session anew without waiting for a downloads worker that begins later', async () => {
  const { reviveUnless } = await import('./revive.ts')
  const revive = reviveUnless(async () => false)
  const observed: AppDraft[] = []
  const rejoined = vi.fn(() => new Promise(() => {}))
  const worker = { postMessage() {}, hasBegun: false }
  const lives = { worker, giveUp() {}, gone: new Promise(() => {}) }
  const answers = async () => {}
  const joints = {
    workers: {
      state: { ...lives, remote: { rejoin: answers } },
      session: { ...lives, remote: { serve: answers } },
      downloads: { ...lives, remote: { rejoin: rejoined } },
    },
    start() {},
    openSession: answers,
    player: () => null,
    observe: (draft: AppDraft) => void observed.push(draft),
  } as unknown as Joints
  revive(joints, 'session', 'gone', true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(rejoined).toHaveBeenCalledTimes(1)
  expect(observed.map(({ type }) => type)).toEqual(['app.workerRestarted'])
})
