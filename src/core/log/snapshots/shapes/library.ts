// What rows of marks, decisions, the selection and what was heard are.
import * as z from 'zod/mini'
import { Whole } from '../../../model/ids.ts'
import { later } from '../../../model/later.ts'
import { Mark } from '../../../model/library/library.ts'
import { SelectionAction } from '../../../model/library/selection.ts'

export { Play } from '../../../model/library/recent.ts'

const Ids = later(() => z.array(z.string()))

/** What takes marks back: a wish names four at most, and an archived release is unflagged besides. */
export const Undo = later(() =>
  z.array(z.object({ releaseid: z.string(), trackid: z.nullable(z.string()), marks: z.array(Mark) })),
)

export const Marking = later(() =>
  z.object({
    requestId: z.string(),
    releaseid: z.string(),
    trackid: z.nullable(z.string()),
    marks: z.array(Mark),
    done: z.array(Mark),
    before: z.nullable(z.object({ release: z.boolean(), any: z.boolean(), tracks: Ids, rest: z.exactOptional(Ids) })),
    fell: z.exactOptional(z.literal(true)),
    lost: z.exactOptional(z.literal(true)),
    missed: z.exactOptional(z.array(Mark)),
  }),
)

export const MarkRequest = later(() =>
  z.object({
    left: Whole,
    takesBack: z.exactOptional(z.object({ id: z.string(), releaseid: z.nullable(z.string()) })),
    kept: z.exactOptional(z.literal(true)),
  }),
)

export const Decision = later(() =>
  z.object({
    id: z.string(),
    releaseid: z.nullable(z.string()),
    undo: z.nullable(Undo),
    jobs: Ids,
    takenBackBy: z.nullable(z.string()),
    returns: z.exactOptional(z.literal(true)),
  }),
)

export const DecisionOrder = later(() => z.object({ ids: Ids, leaving: Ids }))

export const Triage = later(() =>
  z.object({
    on: z.boolean(),
    heard: Whole,
    flagged: Whole,
    archived: Whole,
    downloaded: Whole,
    back: z.nullable(z.object({ releaseid: z.string(), requestId: z.string() })),
  }),
)

export const Triaged = later(() =>
  z.object({ heard: z.boolean(), flagged: z.boolean(), archived: z.boolean(), jobs: Ids }),
)

const SelectionRun = later(() =>
  z.object({
    runId: z.string(),
    action: SelectionAction,
    playlistid: z.exactOptional(z.string()),
    done: Whole,
    total: Whole,
    found: z.exactOptional(z.array(z.tuple([Whole, Whole]))),
    left: z.exactOptional(z.literal(true)),
    result: z.nullable(z.object({ applied: Whole, skipped: Whole, failed: Whole, here: z.exactOptional(Whole) })),
  }),
)

export const Selection = later(() =>
  z.object({
    queryId: z.nullable(z.string()),
    ranges: z.array(z.tuple([Whole, Whole])),
    anchor: z.nullable(Whole),
    run: z.nullable(SelectionRun),
  }),
)

export const Recent = later(() => z.object({ ids: Ids, clearedAt: z.number(), edition: z.int() }))
