/** Which benchmarks there are, in the order in which all of them run: those that need the quietest machine first. */

export const PLAN = [
  'load',
  'press',
  'player',
  'gallery',
  'network',
  'log',
  'replay',
  'events',
  'search',
  'import',
  'quiet',
  'server',
  'server-memory',
  'downloads',
] as const

/** What hangs is ended after this, ms: far above what any takes on a machine of a third of the usual speed. */
export const PATIENCE_MS = { quick: 15 * 60_000, full: 4 * 60 * 60_000 } as const
