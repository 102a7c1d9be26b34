// What is done to the answers of one file: every step of the fault switch that a file can meet, alone and after a cut.
import type * as z from 'zod/mini'
import type { FailureReason } from '#core/model/downloads/download.ts'
import type { Step } from '#server/faults/program.ts'

interface Spoilt {
  /** How many answers. Default 1. */
  readonly times?: number
  readonly program: readonly z.input<typeof Step>[]
}

const once = (...program: z.input<typeof Step>[]): Spoilt => ({ program })
const cut = { step: 'cut', afterBytes: 100_000, orLater: 800_000, how: 'reset' } as const
const afterCut = (...program: z.input<typeof Step>[]): Spoilt[] => [once(cut), once(...program)]

const gone = [once({ step: 'status', status: 404 })]
const barred: Spoilt[] = [{ times: 2, program: [{ step: 'token' }] }]

/** What a file has to fail with, since no trying again could help; every other program has to end in the file. */
export const MEANT: ReadonlyMap<readonly Spoilt[], FailureReason> = new Map([
  [gone, 'missing'],
  [barred, 'refused'],
])

/** For each kind of trouble what the first answers of a file suffer; the answers after them are right. */
export const PROGRAMS: readonly (readonly Spoilt[])[] = [
  [once({ step: 'delay', ms: 200, jitterMs: 400 })],
  [once({ step: 'bandwidth', bytesPerSecond: 2_000_000 })],
  [once({ step: 'slices', bytes: 7001, pauseMs: 1 })],
  [once(cut)],
  [once({ ...cut, how: 'close' })],
  [once({ ...cut, how: 'close', unmeasured: true })],
  [once({ step: 'cut', afterBytes: 0, how: 'close' })],
  [{ times: 3, program: [{ ...cut, afterBytes: 10_000, orLater: 200_000 }] }],
  [once({ step: 'length', add: 1000 })],
  [once({ step: 'length', add: -1000 })],
  [once({ step: 'length', bytes: 0 })],
  [{ times: 2, program: [{ step: 'status', status: 500 }] }],
  [once({ step: 'status', status: 503, headers: { 'Retry-After': '1' } })],
  gone,
  [once({ step: 'status', status: 206 })],
  [once({ step: 'status', status: 200, body: 'not the file' })],
  afterCut({ step: 'status', status: 416 }),
  afterCut({ step: 'range', how: 'shifted' }),
  afterCut({ step: 'range', how: 'lying' }),
  afterCut({ step: 'range', how: 'missing' }),
  afterCut({ step: 'range', how: 'whole' }),
  [once({ step: 'type', contentType: 'text/html' })],
  [once({ step: 'validator', etag: null })],
  [once(cut, { step: 'validator', etag: null })],
  afterCut({ step: 'validator' }),
  [once({ step: 'token' })],
  barred,
  [once({ step: 'limit', retryAfterS: 1 })],
  [once({ step: 'limit' })],
  [once({ step: 'zip-pending' })],
  [once({ step: 'slices', bytes: 50_001 }, cut)],
  // Each takes the whole of the patience for a silent connection.
  [once({ step: 'stall', afterBytes: 300_000 })],
]
