import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { fileId } from '#core/model/catalogue/releaseFile.ts'
import { type LibraryList, targetId } from '#core/model/library/library.ts'
import { entity, follow, peekState } from './entity.ts'

/** Whether a call on this release, or with a track on this song, is under way: its control is busy (D-117). */
export const isMarking = (releaseid: string, trackid: string | null = null): ReadonlySignal<boolean> => {
  const marking = entity('marking', targetId({ releaseid, trackid }))
  return computed(() => (marking.value?.marks.length ?? 0) > 0)
}

/** Whether one of the player's lists is being emptied. */
export const isClearing = (list: LibraryList): ReadonlySignal<boolean> => CLEARING[list]

const clearing = (list: LibraryList) => computed(() => entity('clearing', list).value !== undefined)
const CLEARING = { flagged: clearing('flagged'), archived: clearing('archived') }

/** Whether marks would go with the page: such as are not kept on this device, or all of a kind that are taken away. */
export const isLosingMarks = (): boolean =>
  !peekState().ids('clearing').next().done || requests().some(({ kept }) => !kept)

const requests = () => [...peekState().ids('markRequest')].flatMap((id) => peekState().get('markRequest', id) ?? [])

/** Another number after every change of the marks that wait. */
const changes = signal(0, { name: 'marksChanges' })
for (const table of ['markRequest', 'clearing'] as const)
  follow(table, () => {
    changes.value = changes.peek() + 1
  })

/** Calls `look` now, and after every change of the marks that wait. */
export const whenMarksChange = (look: () => void): (() => void) => changes.subscribe(look)

/** How many releases and songs wait for a mark that was wished for. */
export const marksWaiting: ReadonlySignal<number> = computed(() => {
  void changes.value
  return requests().reduce((waiting, { left }) => waiting + left, 0)
})

/** Whether a report or an attachment of a release is on its way. @param file as the wish names it */
export const isFetching = (releaseid: string, file: string): ReadonlySignal<boolean> => {
  const held = entity('releaseFile', fileId(releaseid, file))
  return computed(() => held.value !== undefined)
}
