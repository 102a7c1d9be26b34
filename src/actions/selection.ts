import { wish } from '#bridge/dispatch.ts'
import {
  selectionApplied,
  selectionCleared,
  selectionExtended,
  selectionFilled,
  selectionStopped,
  selectionToggled,
} from '#core/events/selection.ts'
import type { AudioFormat } from '#core/model/catalogue/release.ts'
import type { Gather } from '#core/model/downloads/bundleWish.ts'
import type { SelectionAction } from '#core/model/library/selection.ts'
import { ports } from './ports.ts'

/** @param place the row's place in the list, from 0 */
export function toggleSelected(queryId: string, place: number, on: boolean): void {
  wish(selectionToggled({ queryId, place, on }))
}

/** Selects everything between the row toggled last and this one, loaded or not. */
export function extendSelection(queryId: string, place: number): void {
  wish(selectionExtended({ queryId, place }))
}

/** Selects everything the filter lets through. */
export function selectAll(queryId: string): void {
  wish(selectionFilled({ queryId }))
}

/** Ends the selection; what is being done with it stops where it is, unless it was begun in another list. */
export function clearSelection(): void {
  wish(selectionCleared({}))
}

/** Ends what is being done with a selection. */
export function stopSelectionRun(): void {
  wish(selectionStopped({}))
}

/** Does one thing with everything that is selected. */
export function applyToSelection(action: Exclude<SelectionAction, 'playlist'>): void {
  wish(selectionApplied({ runId: ports().mintId(), action }))
}

/**
 * Downloads everything that is selected in one: as one zip made on this machine, or as single files.
 * @param title names the zip
 */
export function gatherSelection(format: AudioFormat, gather: Gather, title: string): void {
  wish(selectionApplied({ runId: ports().mintId(), action: format, gather, title: title.slice(0, 200) }))
}

/** Puts the songs of everything that is selected into a playlist. */
export function addSelectionToPlaylist(playlistid: string): void {
  wish(selectionApplied({ runId: ports().mintId(), action: 'playlist', playlistid }))
}
