/**
 * Hosts the engine of the replay page. Composition only. It asks nobody for anything: its file is served under a policy
 * that lets nothing out (server/routes/service/pages.ts).
 */
import { expose, transfer } from 'comlink'
import type { ReplayWorker, Shown } from '#core/contracts/replay.ts'
import { ReplayEngine } from './engines/replay/engine.ts'
import { Front, type Heard } from './engines/replay/front.ts'

const turn = new MessageChannel()
const waiting: (() => void)[] = []
turn.port1.onmessage = () => waiting.shift()?.()

let front: Front | null = null
const engine = new ReplayEngine(
  {
    now: () => performance.now(),
    // A timer would wait four milliseconds each time.
    rest: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        turn.port2.postMessage(null)
      }),
  },
  () => front,
)

const worker: ReplayWorker = {
  async join(port) {
    front = new Front((message) => port.postMessage(message))
  },
  async open(file, name, told) {
    const log = await engine.open(file, name, told)
    return transfer(log, [log.times.buffer, log.failures.buffer])
  },
  stop: async () => engine.stop(),
  seek: async (seq) => engine.seek(seq),
  lanes: async (bins) => engine.lanes(bins),
  filter: async (filter, told) => engine.filter(filter, told),
  rows: async (first, count) => engine.rows(first, count),
  placeOf: async (seq) => engine.placeOf(seq),
  tree: async (asked) => engine.tree(asked),
  chain: async (seq) => engine.chain(seq),
  leaveOut: async (seqs, told) => engine.leaveOut(seqs, told),
  find: async (question, told) => engine.find(question, told),
  async exportMasked(told) {
    const bytes = await engine.exportMasked(told)
    return transfer(bytes, [bytes.buffer])
  },
  async show(port) {
    const drawn = engine.show((message) => port.postMessage(message))
    port.onmessage = ({ data }: MessageEvent<Shown>) => drawn(data)
  },
}

// What the front finds comes through the page.
addEventListener('message', ({ data }: MessageEvent<Partial<Heard>>) => {
  if (data.word !== undefined) front?.hear(data as Heard)
})
expose(worker)
