import { describe, expect, it, vi } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import type { Fetch } from '#workers/api/transport/client.ts'
import { OnlineLatch } from '../../onlineLatch.ts'
import { MAX_TRIES } from '../trouble/retry.ts'
import { type LateScriptParts, lateScript } from './lateScript.ts'

const { signal } = new AbortController()

/** Nobody waits for anything. */
const from = (fetch: Fetch, clock = new FakeClock()): LateScriptParts => ({
  fetch,
  clock,
  latch: new OnlineLatch(),
  watch: { rest: async (tries, trouble) => void tries.after(trouble) },
  random: () => 0,
})

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
    expect(await lateScript(load, from(fetch), signal)).toBe('tables')
    expect(load).toHaveBeenCalledTimes(1)
    expect(fetch.mock.calls.map(([address]) => address)).toEqual(
      Array(5).fill(new URL('./any-ascii-1.js', import.meta.url).href),
    )
    expect(await lateScript(load, from(server('lost')), signal)).toBe('tables')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('fails what needs it while it does not come, and comes for the next that does', async () => {
    const load = script()
    const gone = server(...Array<'lost'>(MAX_TRIES).fill('lost'))
    await expect(lateScript(load, from(gone), signal)).rejects.toMatchObject({ fault: 'noConnection' })
    expect(load).not.toHaveBeenCalled()
    expect(await lateScript(load, from(gone), signal)).toBe('tables')
  })

  it('is done without where the server says that it is not there, or it cannot be run', async () => {
    const load = script()
    const fetch = server(404)
    expect(await lateScript(load, from(fetch), signal)).toBeNull()
    expect([fetch.mock.calls.length, load.mock.calls.length]).toEqual([1, 0])
    expect(
      await lateScript(
        script(() => Promise.reject(new SyntaxError('no script'))),
        from(server()),
        signal,
      ),
    ).toBeNull()
  })

  /** A script that begins to come, and of which nothing more does. */
  const stalled = () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(10)) }))

  it.each<[string, () => Promise<Response>]>([
    ['no answer comes', () => new Promise<Response>(() => {})],
    ['its bytes stop', async () => stalled()],
  ])('is asked for again where %s', async (_, stands) => {
    const clock = new FakeClock()
    const signals: (AbortSignal | null | undefined)[] = []
    const fetch: Fetch = async (_address, init) => {
      signals.push(init?.signal)
      return signals.length === 1 ? stands() : new Response('export {}')
    }
    const coming = lateScript(script(), from(fetch, clock), signal)
    await settle()
    await clock.advance(REQUEST_TIMEOUT_MS - 1)
    expect(signals).toHaveLength(1)
    await clock.advance(1)
    expect(await coming).toBe('tables')
    // The one that stood does not keep its connection.
    expect(signals.map((one) => one?.aborted)).toEqual([true, false])
  })

  it('is given up at once by a job that is', async () => {
    const job = new AbortController()
    const coming = lateScript(
      script(),
      from(() => new Promise<Response>(() => {})),
      job.signal,
    )
    await settle()
    job.abort(new Error('removed'))
    await expect(coming).rejects.toThrow('removed')
  })
})
