import { computed, type ReadonlySignal } from '@preact/signals-react'
import { fileId } from '#core/model/catalogue/releaseFile.ts'
import { type LibraryList, targetId } from '#core/model/library/library.ts'
import { entity, peekState } from './entity.ts'

/** Whether a call on this release, or with a track on this song, is under way: its control is busy (D-117). */
export const isMarking = (releaseid: string, trackid: string | null = null): ReadonlySignal<boolean> => {
  const marking = entity('marking', targetId({ releaseid, trackid }))
  return computed(() => (marking.value?.marks.length ?? 0) > 0)
}

/** Whether one of the player's lists is being emptied. */
export const isClearing = (list: LibraryList): ReadonlySignal<boolean> => CLEARING[list]

const clearing = (list: LibraryList) => computed(() => entity('clearing', list).value !== undefined)
const CLEARING = { flagged: clearing('flagged'), archived: clearing('archived') }

/** How many releases and songs wait for a mark that was wished for. */
export const peekMarksWaiting = (): number => requests().reduce((waiting, { left }) => waiting + left, 0)

/** Whether marks would go with the page: such as are not kept on this device, or all of a kind that are taken away. */
export const isLosingMarks = (): boolean =>
  !peekState().ids('clearing').next().done || requests().some(({ kept }) => !kept)

const requests = () => [...peekState().ids('markRequest')].flatMap((id) => peekState().get('markRequest', id) ?? [])

/** Whether a report or an attachment of a release is on its way. @param file as the wish names it */
export const isFetching = (releaseid: string, file: string): ReadonlySignal<boolean> => {
  const held = entity('releaseFile', fileId(releaseid, file))
  return computed(() => held.value !== undefined)
}
