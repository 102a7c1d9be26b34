/**
 * Starts a worker again that died, and joins it to those that live. What it did goes on: the state worker tells it what
 * it has to know, and asks again what the dead one did not answer.
 */
import { proxy, transfer } from 'comlink'
import { appWorkerFailed, appWorkerRestarted } from '#core/events/app.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import type { Joints, Revivable, Revive } from './joints.ts'
import { YIELDED } from './worker.ts'

/** So often within WITHIN_MS a worker is started again; one that dies as soon as it lives is left alone. */
export const STARTS_MAX = 5
export const WITHIN_MS = 10 * 60_000
const PAUSE_MS = 500
/** One whose script does not come is started again however long that lasts, unless there is a newer build; after this long at the latest, ms. */
const PAUSE_MAX_MS = 8000

/** When each worker that had lived was started again, ms. */
const starts = new Map<Revivable, number[]>()
/** How often in a row the script of each did not come. */
const misses = new Map<Revivable, number>()
/** Those that are not started again any more. */
const lost = new Set<Revivable>()

/** Whether a worker was given up for good. */
export const isLost = (which: Revivable): boolean => lost.has(which)

/** Whom a worker cannot be joined to any more cannot be done without. */
const NEEDS: { readonly [W in Revivable]?: Revivable } = { downloads: 'session' }
/** One after another: a session that comes back joins a downloads worker that lives. */
let line: Promise<void> = Promise.resolve()

/** @param isOutdated whether the server has another build by now, in which the script of a worker has another name */
export const reviveUnless =
  (isOutdated: () => Promise<boolean>): Revive =>
  (joints, which, message, hasLived) => {
    line = line.then(() => again(joints, which, message, hasLived, isOutdated)).catch(() => undefined)
  }

async function again(
  joints: Joints,
  which: Revivable,
  message: string,
  hasLived: boolean,
  isOutdated: () => Promise<boolean>,
): Promise<void> {
  const end = () => {
    lost.add(which)
    joints.ended(which)
    joints.observe(appWorkerFailed({ worker: which, message }))
    // Whoever leaves has to be able to, all the same.
    if (which === 'session')
      void joints.workers.state.remote.loseSession(proxy(joints.takeAccess)).catch(() => undefined)
  }
  const needed = NEEDS[which]
  // Started, it would fall at the first thing that is done for it, and so on for ever.
  if (needed && lost.has(needed)) return end()
  const now = performance.now()
  const recent = (starts.get(which) ?? []).filter((at) => now - at < WITHIN_MS)
  // One that made way for another tab's is sound, and may have to every time somebody comes back to this tab.
  const hasDied = hasLived && message !== YIELDED
  if (hasDied) starts.set(which, [...recent, now])
  if (hasDied && recent.length >= STARTS_MAX) return end()
  const tries = hasLived ? recent.length : (misses.get(which) ?? 0) + 1
  misses.set(which, hasLived ? 0 : tries)
  // The connection may have been cut the first time; a script that is gone comes no more, however often it is asked for.
  if (!hasLived && tries > 1 && (await isOutdated())) return end()
  // At once the first time, then with growing pauses and jitter.
  if (tries > 0) await pause(Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** tries) * (0.75 + Math.random() / 2))
  joints.start(which)
  const started = joints.workers[which]
  try {
    // One that died again, for its script does not come perhaps, answers none of those it is joined to.
    await Promise.race([JOIN[which](joints), started.gone.then((gone) => Promise.reject(gone))])
  } catch (error) {
    // It comes back here by the way every dead worker does.
    return started.giveUp(messageOf(error))
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
    const stateBroker = new MessageChannel()
    const downloadsBroker = new MessageChannel()
    // Nobody asks it for a token before it has one.
    await openSession(state.port2, player())
    for (const broker of [stateBroker.port2, downloadsBroker.port2])
      await workers.session.remote.serve(transfer(broker, [broker]))
    const ports = { session: state.port1, broker: stateBroker.port1 }
    await workers.state.remote.rejoin(transfer(ports, [ports.session, ports.broker]))
    // A downloads worker that died as well is given its broker when it is started again.
    const joined = workers.downloads.remote
      .rejoin(transfer(downloadsBroker.port1, [downloadsBroker.port1]))
      .catch(() => undefined)
    // One that begins when somebody has signed in hears of it then.
    if (workers.downloads.worker.hasBegun !== false) await joined
  },

  async downloads({ workers: { downloads, session, state } }) {
    const events = new MessageChannel()
    const broker = new MessageChannel()
    await session.remote.serve(transfer(broker.port2, [broker.port2]))
    await downloads.remote.open(transfer(events.port2, [events.port2]), transfer(broker.port1, [broker.port1]), true)
    await state.remote.rejoin(transfer({ downloads: events.port1 }, [events.port1]))
  },
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
