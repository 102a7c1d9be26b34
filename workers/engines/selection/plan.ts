/** What the engine does in answer to an event: a pure function, which a replay holds against the log. */
import type { AppEvent } from '#core/events/index.ts'
import type { Ranges } from '#core/model/bytes/ranges.ts'
import type { Gather } from '#core/model/downloads/bundleWish.ts'
import type { SelectionAction } from '#core/model/library/selection.ts'
import { countedTotal } from '#core/reducers/catalogue/pages.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'

export type SelectionRequest =
  /** One thing with everything at these places of a list, as it stands now. */
  | {
      readonly ask: 'run'
      readonly runId: string
      readonly action: SelectionAction
      readonly playlistid: string | undefined
      /** A download of everything in one; null: one for each release. */
      readonly gather: { readonly as: Gather; readonly title: string } | null
      readonly queryId: string
      readonly ranges: Ranges
      readonly round: number
      readonly edition: number
      /** As the server counts. */
      readonly total: number | null
    }
  /** No run but this one goes on; null: none. */
  | { readonly ask: 'only'; readonly runId: string | null }

export function planSelection(state: ReadonlyStore, event: AppEvent): SelectionRequest {
  const { run, queryId, ranges } = state.single('selection')
  if (event.type !== 'selection.applied' || run?.runId !== event.payload.runId || !queryId)
    return { ask: 'only', runId: run?.runId ?? null }
  const { runId, action, playlistid, gather, title = '' } = event.payload
  const list = state.get('list', queryId)
  const { round = 0, edition = 0 } = list ?? {}
  return {
    ask: 'run',
    runId,
    action,
    playlistid,
    gather: gather ? { as: gather, title } : null,
    queryId,
    ranges,
    round,
    edition,
    total: list ? countedTotal(list) : null,
  }
}
