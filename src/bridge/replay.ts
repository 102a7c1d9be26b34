// Starts the worker of the replay page, and the thread that reads logs for it.
import { proxy, type Remote, transfer, wrap } from 'comlink'
import type { ReplayProgress, ReplayWorker } from '#core/contracts/replay.ts'
import type { Heard } from '#workers/engines/replay/front.ts'

/** What the page asks; how far long work has come is told to a function of the page. */
export type AskReplay = {
  readonly [K in Exclude<keyof ReplayWorker, 'join'>]: (
    ...args: Parameters<ReplayWorker[K]>
  ) => Promise<Awaited<ReturnType<ReplayWorker[K]>>>
}

/** @param died called when nothing will be answered any more, with what is known of the reason */
export function startReplay(died: (message: string) => void): AskReplay {
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
  const word = (told: ReplayProgress) => proxy(told)
  return {
    open: (file, name, told) => remote.open(file, name, word(told)),
    stop: () => remote.stop(),
    seek: (seq) => remote.seek(seq),
    lanes: (bins) => remote.lanes(bins),
    filter: (filter, told) => remote.filter(filter, word(told)),
    rows: (first, count) => remote.rows(first, count),
    placeOf: (seq) => remote.placeOf(seq),
    tree: (asked) => remote.tree(asked),
    chain: (seq) => remote.chain(seq),
    leaveOut: (seqs, told) => remote.leaveOut(seqs, word(told)),
    find: (question, told) => remote.find(question, word(told)),
    exportMasked: (told) => remote.exportMasked(word(told)),
    show: (port) => remote.show(transfer(port, [port])),
  }
}
