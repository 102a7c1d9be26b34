/**
 * Where the main thread hears events as they are applied: wishes when they are echoed, facts when their batch arrives.
 * Only events that are declared `heard` come by here; to listen for another one does not compile.
 */
import mitt, { type Emitter } from 'mitt'
import type { EventOf, HeardEvent, HeardType } from '#core/events/index.ts'

type Heard = { [T in HeardType]: EventOf<T> }

const bus: Emitter<Heard> = mitt<Heard>()

/** Calls `listener` for every event of a type from now on. @returns how to stop */
export function on<T extends HeardType>(type: T, listener: (event: EventOf<T>) => void): () => void {
  const called = listener as unknown as (event: Heard[T]) => void
  bus.on(type, called)
  return () => bus.off(type, called)
}

/** Calls every listener of its type. Called by the bridge alone, after the state changed. */
export function emit(event: HeardEvent): void {
  bus.emit(event.type, event as Heard[typeof event.type])
}
