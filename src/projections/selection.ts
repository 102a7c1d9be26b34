import { computed, type ReadonlySignal } from '@preact/signals-react'
import { countPlaces, placesOf, type Ranges } from '#core/model/bytes/ranges.ts'
import type { ReleaseCard } from '#core/model/catalogue/release.ts'
import { idAt } from '#core/reducers/catalogue/pages.ts'
import { peekState, single } from './entity.ts'

export const selection = single('selection')

const NOTHING: Ranges = []

/** The selected places of a list. */
export const selectedPlaces = (queryId: string): ReadonlySignal<Ranges> =>
  computed(() => (selection.value.queryId === queryId ? selection.value.ranges : NOTHING))

/** How many releases are selected. */
export const selectedCount = computed(() => countPlaces(selection.value.ranges))

/** Over more than this nothing is added up: it is read on the main thread. */
const SUM_MAX = 1000

/**
 * Songs of all that is selected.
 * @returns null when some of it is not loaded, or it is too much to add up
 */
export const peekSelectedTracks = (): number | null => peekSum((release) => release.trackcount)

/**
 * Length of all that is selected and may be downloaded, in seconds.
 * @returns null as `peekSelectedTracks`
 */
export const peekSelectedSeconds = (): number | null =>
  peekSum((release) => (release.candownload ? release.duration : 0))

function peekSum(of: (release: Readonly<ReleaseCard>) => number): number | null {
  const cards = peekSelected(SUM_MAX)
  return cards === null ? null : cards.reduce((sum, release) => sum + of(release), 0)
}

/**
 * All that is selected, in the order of the list.
 * @param max of more than this nothing is read
 * @returns null when it is too much, or some of it is not loaded
 */
function peekSelected(max: number): readonly Readonly<ReleaseCard>[] | null {
  const { queryId, ranges } = selection.peek()
  if (queryId === null || countPlaces(ranges) > max) return null
  const state = peekState()
  const cards: Readonly<ReleaseCard>[] = []
  for (const place of placesOf(ranges)) {
    const id = idAt(state, queryId, place)
    const release = id === undefined ? undefined : state.get('release', id)
    if (!release) return null
    cards.push(release)
  }
  return cards
}
