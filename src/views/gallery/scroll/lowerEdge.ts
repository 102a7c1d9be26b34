// What floats over the lower edge of the grid: the toolbar of a selection, the bar of a round, a phone's mini player.
import { computed, effect } from '@preact/signals-react'
import { triage } from '#projections/decisions.ts'
import { player } from '#projections/player.ts'
import { selection } from '#projections/selection.ts'

/**
 * Names what is there to the styles, which say how much of the edge it covers.
 * @param changed called at once, and whenever something came or went
 * @returns how to stop
 */
export function watchLowerEdge(scroller: HTMLElement, queryId: string, changed: () => void): () => void {
  const over = computed(() => {
    const { shouldShowMiniPlayer } = player.value
    return [
      selection.value.queryId === queryId && 'selection',
      triage.value.on && 'triage',
      shouldShowMiniPlayer && 'player',
    ]
      .filter(Boolean)
      .join(' ')
  })
  return effect(() => {
    scroller.dataset.over = over.value
    changed()
  })
}
