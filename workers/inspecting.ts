/** Somebody looks on at what happens. It comes when they do. */
import type { LogWorker } from '#core/contracts/log.ts'
import { systemClock } from './api/transport/clock.ts'
import type { Engine } from './engines/engine.ts'
import type { Host } from './engines/state/host.ts'
import { createInspection } from './engines/state/inspection.ts'
import { Traffic } from './engines/state/traffic.ts'
import { beforeDeadline } from './engines/waiting.ts'

/** Whoever begins to look waits no longer for what happened before, ms: what happens from then on is worth more. */
const SO_FAR_MS = 20_000

export interface Looking extends Engine {
  /** Tells what happened before, and from then on what happens. */
  begin(): Promise<void>
  /** Counts what passes this port as well. @param name of the worker at its other end */
  watch(name: string, port: MessagePort): void
  /** Nobody looks any more. */
  end(): void
}

/** @param port to whoever looks; anything that comes from there says that they do not any more */
export function look(
  port: MessagePort,
  parts: {
    readonly host: () => Host | null
    readonly log: () => LogWorker | null
    /** Whose logs may be read; null: nobody's. */
    readonly signedIn: () => string | null
    /** The ports to other threads, by the worker at their other end. */
    readonly joints: Readonly<Record<string, MessagePort>>
    /** Told when they do not look any more. */
    readonly over: () => void
  },
): Looking {
  const { host, over } = parts
  const counted = new Traffic()
  for (const [name, joint] of Object.entries(parts.joints)) counted.watch(name, joint)
  const inspection = createInspection({
    clock: systemClock,
    steady: () => performance.now(),
    post: (message) => port.postMessage(message),
    depth() {
      const { unsent = 0, unhashed = 0, unstored = 0 } = host()?.depth() ?? {}
      return { unsent, unhashed, unstored, messages: counted.take() }
    },
  })
  const seq = host()?.depth().seq ?? 0
  const end = () => {
    inspection.end()
    counted.end()
  }
  port.onmessage = () => {
    end()
    port.close()
    over()
  }
  const rest = () => new Promise<void>((resolve) => setTimeout(resolve))
  const soFar = async () => {
    await host()?.flush()
    const { logSoFar } = await import('./engines/state/logSoFar.ts')
    const log = parts.log()
    return log ? logSoFar(log, parts.signedIn(), seq, rest) : []
  }
  return {
    accept: inspection.accept,
    async begin() {
      inspection.begin(await beforeDeadline(systemClock, SO_FAR_MS, soFar(), () => new Error('late')).catch(() => []))
    },
    watch: (name, joint) => counted.watch(name, joint),
    end,
  }
}
