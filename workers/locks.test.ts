import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** Web Locks of one browser, as far as they are used here: one holder at a time, waiting that a signal ends. */
class Locks {
  #turn: Promise<unknown> = Promise.resolve()

  request(
    _name: string,
    { signal }: { signal?: AbortSignal },
    run: (lock: object) => Promise<unknown>,
  ): Promise<unknown> {
    const before = this.#turn
    return new Promise((resolve, reject) => {
      const mine = before.then(async () => {
        if (!signal?.aborted) await run({}).then(resolve, reject)
      })
      this.#turn = mine
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  }
}

const NEVER = new AbortController().signal

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('navigator', { locks: new Locks() })
})
afterEach(() => vi.unstubAllGlobals())

const load = async () => (await import('./locks.ts')).exclusively

it('runs one after the other', async () => {
  const exclusively = await load()
  let running = 0
  let most = 0
  const run = async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    return most
  }
  const until = { signal: NEVER, waitMs: 60_000 }
  expect(await Promise.all([1, 2, 3].map(() => exclusively('x', run, until)))).toEqual([1, 1, 1])
})

it('passes over a page that holds the turn and is frozen', async () => {
  const exclusively = await load()
  void exclusively('x', () => new Promise(() => undefined))
  expect(await exclusively('x', async () => 'mine', { signal: NEVER, waitMs: 20 })).toBe('mine')
})

it('passes over it also where the garbage collector takes whatever only a waiting call holds', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const exclusively = await load()
  void exclusively('x', () => new Promise(() => undefined))
  const asked = exclusively('x', async () => 'mine', { signal: new AbortController().signal, waitMs: 200 })
  const collecting = setInterval(collect, 20)
  expect(await asked.finally(() => clearInterval(collecting))).toBe('mine')
})

it('does not run what was given up while it waited', async () => {
  const exclusively = await load()
  void exclusively('x', () => new Promise(() => undefined))
  const giveUp = new AbortController()
  const run = vi.fn(async () => 'mine')
  const asked = exclusively('x', run, { signal: giveUp.signal, waitMs: 60_000 })
  giveUp.abort(new Error('given up'))
  await expect(asked).rejects.toThrow('given up')
  expect(run).not.toHaveBeenCalled()
})

it('says what failed in its turn, and runs it once', async () => {
  const exclusively = await load()
  const run = vi.fn(() => Promise.reject(new Error('refused')))
  await expect(exclusively('x', run, { signal: NEVER, waitMs: 60_000 })).rejects.toThrow('refused')
  expect(run).toHaveBeenCalledTimes(1)
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('lets one lead after the other, each until its signal ends', async () => {
  const { leadUntil } = await import('./locks.ts')
  const led: string[] = []
  const [one, passed, other] = [new AbortController(), new AbortController(), new AbortController()]
  leadUntil('x', one.signal, () => led.push('one'))
  leadUntil('x', passed.signal, () => led.push('passed'))
  leadUntil('x', other.signal, () => led.push('other'))
  await turn()
  expect(led).toEqual(['one'])
  passed.abort()
  one.abort()
  await turn()
  expect(led).toEqual(['one', 'other'])
})

it.each([
  ['there are no locks', {}],
  ['they refuse', { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } }],
])('lets each page lead where %s, and none whose signal ended', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const { leadUntil } = await import('./locks.ts')
  const led: number[] = []
  const over = new AbortController()
  over.abort()
  for (const [n, signal] of [NEVER, NEVER, over.signal].entries()) leadUntil('x', signal, () => led.push(n))
  await turn()
  expect(led).toEqual([0, 1])
})

it('takes what nobody holds, until it is let go, and can be taken again at once', async () => {
  const held = new Set<string>()
  const request = async (name: string, _: LockOptions, run: (lock: object | null) => Promise<unknown>) => {
    if (held.has(name)) return run(null)
    held.add(name)
    await run({}).finally(() => held.delete(name))
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const { takeLock } = await import('./locks.ts')
  const letGo = await takeLock('x')
  expect([await takeLock('x'), typeof (await takeLock('y'))]).toEqual([null, 'function'])
  await letGo?.()
  expect(await takeLock('x')).not.toBeNull()
})

it('waits for whoever holds a lock, until its signal ends', async () => {
  vi.stubGlobal('navigator', { locks: new Locks() })
  const { takeLock } = await import('./locks.ts')
  const letGo = await takeLock('x', NEVER)
  const over = new AbortController()
  const [given, never] = [takeLock('x', over.signal), takeLock('x', over.signal)]
  await letGo?.()
  expect(await given).not.toBeNull()
  over.abort()
  expect(await never).toBeNull()
})

it.each([
  ['there are no locks', {}],
  ['they refuse', { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } }],
])('takes nothing where %s', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  const { takeLock } = await import('./locks.ts')
  expect(await takeLock('x')).toBeNull()
})
