// A bus of a test's own, for effects.
import type { AppDraft, EventOf, HeardType, Source } from '#core/events/index.ts'
import type { On } from '#effects/hearing.ts'

type Listener = (event: EventOf<HeardType>) => void

/** What an effect hears by, and how a test lets something happen. */
export function heardBus(): {
  readonly on: On
  happens(draft: AppDraft, source?: Source): void
  readonly listeners: number
} {
  const all = new Map<string, Set<Listener>>()
  const on = (type: string, listener: Listener) => {
    const mine = all.get(type) ?? new Set<Listener>()
    all.set(type, mine.add(listener))
    return () => void mine.delete(listener)
  }
  return {
    on: on as unknown as On,
    happens(draft, source = 'person') {
      const event = { ...draft, seq: 1, t: 0, source, cause: null } as unknown as EventOf<HeardType>
      for (const listener of all.get(draft.type) ?? []) listener(event)
    },
    get listeners() {
      return [...all.values()].reduce((sum, { size }) => sum + size, 0)
    },
  }
}
