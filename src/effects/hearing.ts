// What an effect hears by: the bus, or in a test a list of its own.
import type { EventOf, HeardType } from '#core/events/index.ts'

/** Calls `listener` for every event of a type from now on. @returns how to stop */
export type On = <T extends HeardType>(type: T, listener: (event: EventOf<T>) => void) => () => void
