/**
 * What a person decided about releases can be taken back, step by step, and many releases can be gone through one
 * after the other (triage). Decisions themselves are the wishes for marks and downloads; these events are about them.
 */
import * as z from 'zod/mini'
import { ReleaseId, RequestId } from '../model/ids.ts'
import { defineEvent } from './define.ts'

/**
 * Undo: the decision's marks go back to what they were, its unfinished downloads are removed. `returns` says that what of it
 * comes to nothing can be taken back again (H-561), and is left out by earlier builds.
 */
export const decisionTakenBack = defineEvent(
  'decision.takenBack',
  () => ({ id: RequestId, requestId: RequestId, returns: z.optional(z.literal(true)) }),
  { kind: 'wish' },
)

/**
 * A round begins. `heard` is the release that sounds already, if it is the one the round begins with; `levels` says that
 * it is auditioned from here on (H-557), and is left out by earlier builds.
 */
export const triageBegun = defineEvent(
  'triage.begun',
  () => ({ heard: z.nullable(ReleaseId), levels: z.optional(z.literal(true)) }),
  { kind: 'wish', heard: true },
)
export const triageEnded = defineEvent('triage.ended', () => ({}), { kind: 'wish' })
