// What can happen to the page itself.
import * as z from 'zod/mini'
import { defineEvent } from './define.ts'

/** The first event of every log. `startedAt` is the wall clock in ms; every other time is relative to it. */
export const appOpened = defineEvent(
  'app.opened',
  () => ({
    startedAt: z.int(),
    build: z.string(),
    language: z.string(),
    width: z.int(),
    height: z.int(),
    online: z.boolean(),
  }),
  { kind: 'fact', follows: ['downloads'] },
)

/**
 * The device's clock was put back, by at least a second: what stands in the state as a time of day was written by a clock
 * that was ahead. Times of the log go on all the same.
 */
export const appClockPutBack = defineEvent('app.clockPutBack', () => ({ byMs: z.int().check(z.positive()) }), {
  kind: 'fact',
  follows: ['downloads'],
})

/** A route was entered. Tokens in the path stand as `:token` (D-069). */
export const appNavigated = defineEvent('app.navigated', () => ({ path: z.string(), search: z.string() }), {
  kind: 'fact',
})

export const appWentOffline = defineEvent('app.wentOffline', () => ({}), { kind: 'fact', follows: ['downloads'] })
export const appWentOnline = defineEvent('app.wentOnline', () => ({}), {
  kind: 'fact',
  follows: ['session', 'downloads'],
})

/** The page can be seen again, or no longer: another tab or window lies over it. */
export const appShown = defineEvent('app.shown', () => ({}), { kind: 'fact' })
export const appHidden = defineEvent('app.hidden', () => ({}), { kind: 'fact' })

/** A worker died for good. Without the state worker the page cannot go on; it says what was kept. */
export const appWorkerFailed = defineEvent(
  'app.workerFailed',
  () => ({ worker: z.enum(['state', 'log', 'downloads', 'session']), message: z.string() }),
  { kind: 'fact', follows: ['downloads'] },
)

/** A worker died and was started again; what it did goes on. */
export const appWorkerRestarted = defineEvent(
  'app.workerRestarted',
  () => ({ worker: z.enum(['log', 'downloads', 'session']), message: z.string() }),
  { kind: 'fact', heard: true },
)

/** The log can no longer be kept (full or refused storage); the session goes on in memory. */
export const appLogLost = defineEvent('app.logLost', () => ({ reason: z.enum(['quota', 'refused']) }), { kind: 'fact' })
