/**
 * Starts a worker again that died, and joins it to those that live. What it did goes on: the state worker tells it what
 * it has to know, and asks again what the dead one did not answer.
 */
import { transfer } from 'comlink'
import { appWorkerFailed, appWorkerRestarted } from '#core/events/app.ts'
import type { Joints, Revivable } from './joints.ts'

/** So often within MINUTES a worker is started again; one that dies as soon as it lives is left alone. */
export const STARTS_MAX = 5
export const WITHIN_MS = 10 * 60_000
const PAUSE_MS = 500

/** When each worker was started again, ms. */
const starts = new Map<Revivable, number[]>()
/** One after another: a session that comes back joins a downloads worker that lives. */
let line: Promise<void> = Promise.resolve()

export function revive(joints: Joints, which: Revivable, message: string): void {
  line = line.then(() => again(joints, which, message)).catch(() => undefined)
}

async function again(joints: Joints, which: Revivable, message: string): Promise<void> {
  const now = performance.now()
  const recent = (starts.get(which) ?? []).filter((at) => now - at < WITHIN_MS)
  starts.set(which, [...recent, now])
  if (recent.length >= STARTS_MAX) return joints.observe(appWorkerFailed({ worker: which, message }))
  // At once the first time, then with growing pauses and jitter.
  if (recent.length > 0) await pause(PAUSE_MS * 2 ** recent.length * (0.75 + Math.random() / 2))
  joints.start(which)
  const started = joints.workers[which]
  try {
    await JOIN[which](joints)
  } catch (error) {
    // It comes back here by the way every dead worker does.
    return started.giveUp(error instanceof Error ? error.message : String(error))
  }
  joints.observe(appWorkerRestarted({ worker: which, message }))
}

const JOIN: Record<Revivable, (joints: Joints) => Promise<void>> = {
  async log({ workers: { log, state } }) {
    const { port1, port2 } = new MessageChannel()
    log.worker.postMessage({ logPort: port2 }, [port2])
    await state.remote.rejoin(transfer({ log: port1 }, [port1]))
  },

  async session({ workers, openSession, player }) {
    const state = new MessageChannel()
    const stateDesk = new MessageChannel()
    const downloadsDesk = new MessageChannel()
    // Nobody asks it for a token before it has one.
    await openSession(state.port2, player())
    for (const desk of [stateDesk.port2, downloadsDesk.port2])
      await workers.session.remote.serve(transfer(desk, [desk]))
    const ports = { session: state.port1, desk: stateDesk.port1 }
    await workers.state.remote.rejoin(transfer(ports, [ports.session, ports.desk]))
    // A downloads worker that died as well is given its desk when it is started again.
    await workers.downloads.remote.rejoin(transfer(downloadsDesk.port1, [downloadsDesk.port1])).catch(() => undefined)
  },

  async downloads({ workers: { downloads, session, state } }) {
    const events = new MessageChannel()
    const desk = new MessageChannel()
    await session.remote.serve(transfer(desk.port2, [desk.port2]))
    await downloads.remote.open(transfer(events.port2, [events.port2]), transfer(desk.port1, [desk.port1]), true)
    await state.remote.rejoin(transfer({ downloads: events.port1 }, [events.port1]))
  },
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
