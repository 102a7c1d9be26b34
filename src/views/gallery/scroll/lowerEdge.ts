// What floats over the lower edge of the grid: the toolbar of a selection, the bar of a round, a phone's mini player.
import { computed, effect } from '@preact/signals-react'
import { triage } from '#projections/decisions.ts'
import { player } from '#projections/player.ts'
import { selection } from '#projections/selection.ts'
import { lowerBars } from '../../kit/overlays/layers.state.ts'

/**
 * Names what is there to the styles, which say how much of the edge it covers, and the bars to notifications, which
 * stand above them.
 * @param changed called at once, and whenever something came or went
 * @returns how to stop
 */
export function watchLowerEdge(scroller: HTMLElement, queryId: string, changed: () => void): () => void {
  const bars = computed(() => {
    const isSelecting = selection.value.queryId === queryId
    if (triage.value.on) return isSelecting ? 'both' : 'triage'
    return isSelecting ? 'selection' : null
  })
  const over = computed(() => {
    const names = bars.value === 'both' ? ['selection', 'triage'] : [bars.value]
    return [...names, player.value.shouldShowMiniPlayer && 'player'].filter(Boolean).join(' ')
  })
  const stopNaming = effect(() => {
    lowerBars.value = bars.value
  })
  const stop = effect(() => {
    scroller.dataset.over = over.value
    changed()
  })
  return () => {
    stop()
    stopNaming()
    lowerBars.value = null
  }
}
