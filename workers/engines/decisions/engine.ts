/**
 * Carries out what was taken back. Marks go the way of every wish for marks, as soon as it is free; downloads are
 * removed one by one, so that the tab that runs them hears of it.
 */
import { downloadRemoved } from '#core/events/downloads.ts'
import type { AppDraft, AppEvent } from '#core/events/index.ts'
import { libraryMarksRequested } from '#core/events/library.ts'
import { free } from '#core/reducers/library/decisions.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import type { Engine, Report } from '../engine.ts'

/** What is due in this state: a pure function of state and event. */
export function planDecisions(state: ReadonlyStore, event: AppEvent): AppDraft[] {
  switch (event.type) {
    case 'decision.takenBack':
    case 'library.markAnswered':
    case 'library.markFailed':
      return free(state).flatMap(({ id, undo, jobs, takenBackBy }): AppDraft[] => {
        if (jobs.length > 0) return jobs.map((downloadID) => downloadRemoved({ downloadID }))
        if (takenBackBy === null) return []
        return [libraryMarksRequested({ requestId: takenBackBy, changes: [...(undo ?? [])], takesBack: id })]
      })
    default:
      return []
  }
}

export function createDecisionsEngine({ report }: { readonly report: Report }): Engine {
  return {
    accept(event, state) {
      for (const draft of planDecisions(state, event)) report(draft, event.seq)
    },
  }
}
