// Where the main thread hears events as they are applied: wishes when they are echoed, facts when their batch arrives.
import mitt, { type Emitter } from 'mitt'
import type { AppEvent, EventOf, EventType } from '#core/events/index.ts'

type Heard = { [T in EventType]: EventOf<T> } & { '*': AppEvent }

const bus: Emitter<Heard> = mitt<Heard>()

/** Calls `listener` for every event of a type from now on. @returns how to stop */
export function hear<T extends EventType>(type: T, listener: (event: EventOf<T>) => void): () => void {
  const on = listener as unknown as (event: Heard[T]) => void
  bus.on(type, on)
  return () => bus.off(type, on)
}

/** Tells every listener. Called by the bridge alone, after the state changed. */
export function tell(event: AppEvent): void {
  bus.emit(event.type, event as Heard[typeof event.type])
}
