import { RECENTLY_PLAYED_MAX } from '../../model/constants.ts'
import { DECISIONS_KEPT } from '../../model/library/decision.ts'
import type { ReadonlyStore } from '../../reducers/store.ts'
import { eachRow, type Invariant, namesAll } from './invariant.ts'

export const LIBRARY: readonly Invariant[] = [
  {
    name: 'each decision can be taken back or is being taken back, once',
    of: ['decision', 'decisionOrder'],
    fault: (state) => {
      const { ids, leaving } = state.single('decisionOrder')
      if (ids.length > DECISIONS_KEPT) return `${ids.length} of them`
      return namesAll(state, 'decision', [...ids, ...leaving])
    },
  },
  {
    name: 'a wish for marks waits for as many targets as are not settled',
    of: ['marking', 'markRequest'],
    fault: (state) => {
      const open = new Map<string, number>()
      for (const id of state.ids('marking')) {
        const marking = state.get('marking', id)
        if (marking && marking.marks.length > 0) open.set(marking.requestId, (open.get(marking.requestId) ?? 0) + 1)
      }
      for (const id of open.keys()) if (!state.get('markRequest', id)) return `nobody waits for ${id}`
      return eachRow(state, 'markRequest', ({ left }, id) =>
        left === (open.get(id) ?? 0) ? null : `${left} left, ${open.get(id) ?? 0} not settled`,
      )
    },
  },
  {
    name: 'a round of triage counts what it holds',
    of: ['triage', 'triaged'],
    fault: (state) => {
      const { heard, flagged, archived, downloaded } = state.single('triage')
      const held = triagedCounts(state)
      const said = [heard, flagged, archived, downloaded].join(', ')
      return said === held ? null : `it says ${said} heard, flagged, archived, downloaded; there are ${held}`
    },
  },
  {
    name: 'the songs heard last are listed once each, and kept as long',
    of: ['recent', 'recentPlay'],
    fault: (state) => {
      const { ids } = state.single('recent')
      return ids.length > RECENTLY_PLAYED_MAX ? `${ids.length} of them` : namesAll(state, 'recentPlay', ids)
    },
  },
]

function triagedCounts(state: ReadonlyStore): string {
  const rows = [...state.ids('triaged')].flatMap((id) => state.get('triaged', id) ?? [])
  const count = (isIt: (row: (typeof rows)[number]) => boolean) => rows.filter(isIt).length
  return [
    count(({ heard }) => heard),
    count(({ flagged }) => flagged),
    count(({ archived }) => archived),
    count(({ jobs }) => jobs.length > 0),
  ].join(', ')
}
