import { computed, type ReadonlySignal } from '@preact/signals-react'
import { placeOf } from '#core/reducers/catalogue/pages.ts'
import { awaitedPlay } from '#core/reducers/playback/queueReading.ts'
import { entity, peekState, single } from './entity.ts'

/** The round of decisions: whether one is on, and what came of it. */
export const triage = single('triage')

/** The decision that would be taken back next, by its id, or null. */
export const lastDecision: ReadonlySignal<string | null> = computed(
  () => entity('decisionOrder', 'self').value?.ids.at(-1) ?? null,
)

/** Whether a decision can be taken back, or is about to be. */
export const isHeld = (id: string): boolean => peekState().get('decision', id) !== undefined

/** Whether the server has answered what was decided; downloads need no answer. */
export const isAnswered = (id: string): boolean => peekState().get('decision', id)?.undo !== null

/** Whether something decided of this release is about to be taken back. */
export const isLeaving = (releaseid: string): ReadonlySignal<boolean> =>
  computed(() => {
    const leaving = entity('decisionOrder', 'self').value?.leaving ?? []
    return leaving.some((id) => peekState().get('decision', id)?.releaseid === releaseid)
  })

/** Whether what is current, or waits to be, is of this release: the song itself is known. */
export function isCurrent(releaseid: string): boolean {
  const state = peekState()
  return awaitedPlay(state) === null && state.single('player').song?.releaseid === releaseid
}

/** Where a release stands in a list, from 0; null when it is not there or its page is not loaded. */
export function peekPlaceOf(queryId: string, releaseid: string): number | null {
  const state = peekState()
  const list = state.get('list', queryId)
  return list ? placeOf(state, list, releaseid) : null
}
