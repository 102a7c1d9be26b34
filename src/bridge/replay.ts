// Starts the worker of the replay page, and the thread that reads logs for it.
import { proxy, type Remote, transfer, wrap } from 'comlink'
import type { ReplayProgress, ReplayWorker } from '#core/contracts/replay.ts'
import type { Heard } from '#workers/engines/replay/front.ts'

/** What the page asks; how far long work has come is told to a function of the page. */
export type AskReplay = {
  readonly [K in Exclude<keyof ReplayWorker, 'join' | 'stop'>]: (
    ...args: Parameters<ReplayWorker[K]>
  ) => Promise<Awaited<ReturnType<ReplayWorker[K]>>>
} & {
  /** Ends what takes long. @returns false when the worker did not answer: another one stands there now, which holds no log */
  stop(): Promise<boolean>
}

/** One that works in turns answers long before, also on a slow machine. */
const STOP_MS = 3000

/** A worker with its thread, as long as they live. */
interface Pair {
  readonly remote: Remote<ReplayWorker>
  end(): void
  /** Told when they are ended: what is asked of a worker that is gone would wait for ever. */
  readonly waiting: Set<(error: Error) => void>
}

/** @param died called when nothing will be answered any more, with what is known of the reason */
export function startReplay(died: (message: string) => void): AskReplay {
  let pair = startPair(died)
  const word = (told: ReplayProgress) => proxy(told)
  const ask = <T>(call: (remote: Remote<ReplayWorker>) => Promise<T>): Promise<T> => {
    const { remote, waiting } = pair
    let end = (_: Error) => {}
    // Of its own: one promise that never settles would hold every answer that ever raced it.
    const ended = new Promise<never>((_, reject) => {
      end = reject
      waiting.add(end)
    })
    return Promise.race([call(remote), ended]).finally(() => waiting.delete(end))
  }
  return {
    open: (file, name, told) => ask((remote) => remote.open(file, name, word(told))),
    async stop() {
      const asked = pair
      const late = new Promise<false>((resolve) => setTimeout(resolve, STOP_MS, false))
      const isStopped = await Promise.race([asked.remote.stop().then(() => true), late])
      if (!isStopped && asked === pair) {
        pair = startPair(died)
        asked.end()
      }
      return isStopped
    },
    seek: (seq) => ask((remote) => remote.seek(seq)),
    lanes: (bins) => ask((remote) => remote.lanes(bins)),
    filter: (filter, told) => ask((remote) => remote.filter(filter, word(told))),
    rows: (first, count) => ask((remote) => remote.rows(first, count)),
    placeOf: (seq) => ask((remote) => remote.placeOf(seq)),
    tree: (asked) => ask((remote) => remote.tree(asked)),
    chain: (seq) => ask((remote) => remote.chain(seq)),
    leaveOut: (seqs, told) => ask((remote) => remote.leaveOut(seqs, word(told))),
    find: (question, told) => ask((remote) => remote.find(question, word(told))),
    exportMasked: (told) => ask((remote) => remote.exportMasked(word(told))),
    show: (port) => ask((remote) => remote.show(transfer(port, [port]))),
  }
}

function startPair(died: (message: string) => void): Pair {
  const worker = new Worker(new URL('../../workers/replay.worker.ts', import.meta.url), {
    type: 'module',
    name: 'replay',
  })
  // The page starts it: a worker of a log that somebody else wrote may start none.
  const front = new Worker(new URL('../../workers/logFront.worker.ts', import.meta.url), {
    type: 'module',
    name: 'logFront',
  })
  for (const one of [worker, front])
    one.addEventListener('error', (event) => died(event.message || 'the worker could not be loaded'))
  const remote: Remote<ReplayWorker> = wrap<ReplayWorker>(worker)
  const { port1, port2 } = new MessageChannel()
  front.postMessage(port1, [port1])
  void remote.join(transfer(port2, [port2]))
  front.addEventListener('message', ({ data }: MessageEvent<Heard>) => worker.postMessage(data, data.passed))
  const waiting = new Set<(error: Error) => void>()
  const end = () => {
    for (const one of [worker, front]) one.terminate()
    for (const reject of waiting) reject(new Error('stopped'))
  }
  return { remote, end, waiting }
}
