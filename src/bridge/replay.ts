// Starts the worker of the replay page.
import { proxy, type Remote, transfer, wrap } from 'comlink'
import type { ReplayProgress, ReplayWorker } from '#core/contracts/replay.ts'

/** What the page asks; how far long work has come is told to a function of the page. */
export type AskReplay = {
  readonly [K in keyof ReplayWorker]: (
    ...args: Parameters<ReplayWorker[K]>
  ) => Promise<Awaited<ReturnType<ReplayWorker[K]>>>
}

/** @param died called when nothing will be answered any more, with what is known of the reason */
export function startReplay(died: (message: string) => void): AskReplay {
  const worker = new Worker(new URL('../../workers/replay.worker.ts', import.meta.url), {
    type: 'module',
    name: 'replay',
  })
  worker.addEventListener('error', (event) => died(event.message || 'the worker could not be loaded'))
  const remote: Remote<ReplayWorker> = wrap<ReplayWorker>(worker)
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
