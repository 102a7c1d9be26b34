import { describe, expect, it, vi } from 'vitest'
import { FakeClock } from '#tests/support/fakeClock.ts'
import type { OnlineLatch } from '../../onlineLatch.ts'
import { Semaphore } from '../../semaphore.ts'
import { MAX_TRIES } from '../trouble/retry.ts'
import { patiently } from './asking.ts'
import { lateScript } from './lateScript.ts'

/** Nobody waits for anything. */
const ask = patiently(
  {
    clock: new FakeClock(),
    latch: { through: (inner: AbortSignal, work: (signal: AbortSignal) => unknown) => work(inner) } as OnlineLatch,
    watch: { rest: async (tries, trouble) => void tries.after(trouble) },
    random: () => 0,
    turns: new Semaphore(1),
  },
  new AbortController().signal,
  () => undefined,
)

/** A script as the build imports it. */
function script(load: () => Promise<string> = async () => 'tables') {
  const loads = vi.fn(load)
  return Object.assign(loads, { toString: () => '()=>import(`./any-ascii-1.js`)' })
}

/** A server that answers so, one after the other, and with the script in the end. */
function server(...answers: (number | 'lost' | 'cut')[]) {
  return vi.fn(async (_address: string) => {
    const answer = answers.shift() ?? 200
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    if (answer === 'cut')
      return new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }))
    return new Response('export {}', { status: answer })
  })
}

describe('H-503: a script that comes late into the thread of downloads', () => {
  it('is imported only once it has come whole, and is not fetched again', async () => {
    const load = script()
    const fetch = server('lost', 503, 'cut', 502)
    expect(await lateScript(load, ask, fetch)).toBe('tables')
    expect(load).toHaveBeenCalledTimes(1)
    expect(fetch.mock.calls.map(([address]) => address)).toEqual(
      Array(5).fill(new URL('./any-ascii-1.js', import.meta.url).href),
    )
    expect(await lateScript(load, ask, server('lost'))).toBe('tables')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('fails what needs it while it does not come, and comes for the next that does', async () => {
    const load = script()
    const gone = server(...Array<'lost'>(MAX_TRIES).fill('lost'))
    await expect(lateScript(load, ask, gone)).rejects.toMatchObject({ fault: 'noConnection' })
    expect(load).not.toHaveBeenCalled()
    expect(await lateScript(load, ask, gone)).toBe('tables')
  })

  it('is done without where the server says that it is not there, or it cannot be run', async () => {
    const load = script()
    const fetch = server(404)
    expect(await lateScript(load, ask, fetch)).toBeNull()
    expect([fetch.mock.calls.length, load.mock.calls.length]).toEqual([1, 0])
    expect(
      await lateScript(
        script(() => Promise.reject(new SyntaxError('no script'))),
        ask,
        server(),
      ),
    ).toBeNull()
  })
})
