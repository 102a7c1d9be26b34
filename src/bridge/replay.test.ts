// Stop ends also a worker of the replay page that does not answer; another one takes its place.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expose } from 'comlink'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startReplay } from './replay.ts'

setFlagsFromString('--expose-gc')
/** Lets go of what nobody holds. */
const collect = runInNewContext('gc') as () => void

/** A worker that hears what it is asked, and is busy for ever once it was given a log that is called so. */
class Busy {
  static readonly made: Busy[] = []
  readonly #line = new MessageChannel()
  readonly name: string | undefined
  isTerminated = false
  #isBusy = false

  constructor(_: URL, options: WorkerOptions) {
    this.name = options.name
    Busy.made.push(this)
    const never = () => new Promise(() => {})
    expose(
      {
        join: async () => {},
        open: async (_file: unknown, name: string) => {
          this.#isBusy = name === 'hostile'
          return this.#isBusy ? never() : { name }
        },
        stop: async () => (this.#isBusy ? never() : undefined),
      },
      this.#line.port2,
    )
    this.#line.port1.start()
  }

  postMessage(message: unknown): void {
    if (this.name === 'replay') this.#line.port1.postMessage(message, [])
  }

  addEventListener(type: string, listener: EventListener): void {
    if (type === 'message') this.#line.port1.addEventListener(type, listener)
  }

  removeEventListener(): void {}

  terminate(): void {
    this.isTerminated = true
    this.#line.port1.close()
  }
}

beforeEach(() => {
  Busy.made.length = 0
  vi.stubGlobal('Worker', Busy)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const file = { name: 'file' } as unknown as Blob

// What is told of progress and the ports are Comlink's to hand over, which these workers do not need.
vi.mock('comlink', async (original) => ({
  ...(await original<typeof import('comlink')>()),
  proxy: () => null,
  transfer: () => null,
}))

it('stops a worker that answers, and leaves it what it holds', async () => {
  const worker = startReplay(() => {})
  await worker.open(file, 'log', () => {})
  expect(await worker.stop()).toBe(true)
  expect(Busy.made).toHaveLength(2)
})

it('ends a worker that does not answer, with all that was asked of it, and begins another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const worker = startReplay(() => {})
  const opening = worker.open(file, 'hostile', () => {})
  const refused = expect(opening).rejects.toThrow('stopped')
  await new Promise(setImmediate)
  const stopping = worker.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await stopping).toBe(false)
  await refused
  expect(Busy.made.map(({ name, isTerminated }) => [name, isTerminated])).toEqual([
    ['replay', true],
    ['logFront', true],
    ['replay', false],
    ['logFront', false],
  ])
  expect(await worker.open(file, 'log', () => {})).toEqual({ name: 'log' })
})

it('holds no answer once whoever asked has it', async () => {
  const worker = startReplay(() => {})
  const answers: WeakRef<object>[] = []
  for (let nth = 0; nth < 3; nth++) answers.push(new WeakRef(await worker.open(file, `log ${nth}`, () => {})))
  await new Promise(setImmediate)
  collect()
  expect(answers.map((answer) => answer.deref())).toEqual([undefined, undefined, undefined])
})
