import { describe, expect, it } from 'vitest'
import { FakeClock, settle } from '#tests/support/fakeClock.ts'
import { ApiError } from '../../../api/transport/apiError.ts'
import type { OnlineLatch } from '../../onlineLatch.ts'
import { Semaphore } from '../../semaphore.ts'
import { MAX_TRIES } from '../trouble/retry.ts'
import { patiently } from './asking.ts'

const LOST = new ApiError({ status: 0, code: 'NETWORK', message: '' })

/** Asks of a job; nobody waits for anything. */
function asking(signal: AbortSignal = new AbortController().signal, turns = new Semaphore(2)) {
  let rests = 0
  const ask = patiently(
    {
      clock: new FakeClock(),
      latch: {
        through: (inner: AbortSignal, work: (signal: AbortSignal) => Promise<unknown>) => work(inner),
      } as OnlineLatch,
      watch: {
        rest: async (tries, trouble) => {
          tries.after(trouble)
          rests += 1
        },
      },
      random: () => 0,
      turns,
    },
    signal,
    () => undefined,
  )
  return { ask, rests: () => rests }
}
/** Fails so often, then answers. */
function failing(failures: number) {
  let left = failures
  return async () => {
    if (left-- > 0) throw LOST
    return 'answer'
  }
}

describe('a call of a job', () => {
  it('is made again until it is answered', async () => {
    const { ask, rests } = asking()
    expect(await ask(failing(MAX_TRIES - 1))).toBe('answer')
    expect(rests()).toBe(MAX_TRIES - 1)
  })

  it('ends with what is wrong when the patience is over, or trying again cannot help', async () => {
    await expect(asking().ask(failing(MAX_TRIES))).rejects.toMatchObject({ fault: 'noConnection' })
    const { ask, rests } = asking()
    const gone = () => Promise.reject(new ApiError({ status: 404, code: 'NOT_FOUND', message: '' }))
    await expect(ask(gone)).rejects.toMatchObject({ fault: 'fileGone' })
    expect(rests()).toBe(0)
  })

  it('that was answered gives the next one all its patience again', async () => {
    const { ask } = asking()
    for (let n = 0; n < 3; n++) expect(await ask(failing(MAX_TRIES - 1))).toBe('answer')
  })

  it('ends with its job, and is not made again', async () => {
    const stop = new AbortController()
    const { ask, rests } = asking(stop.signal)
    const reason = new Error('removed')
    const call = async () => {
      stop.abort(reason)
      throw LOST
    }
    await expect(ask(call)).rejects.toBe(reason)
    expect(rests()).toBe(0)
  })

  it('waits for its turn', async () => {
    const turns = new Semaphore(1)
    const { ask } = asking(undefined, turns)
    let made = 0
    const ends: (() => void)[] = []
    const first = ask(() => new Promise<void>((resolve) => ends.push(resolve)))
    const second = ask(async () => void made++)
    await settle()
    expect(made).toBe(0)
    ends[0]?.()
    await Promise.all([first, second])
    expect(made).toBe(1)
  })
})
