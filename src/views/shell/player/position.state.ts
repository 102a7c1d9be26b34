/**
 * Where playback stands, as the scrubber and the clocks show it: the person's hand first, then a seek
 * that is on its way, then the element's own playhead.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { PLAYER_DURATION_DEFAULT } from '#core/model/constants.ts'
import { clock } from '#core/model/text/formats.ts'
import { buffered, player, playhead, playheadSecond, standsAt } from '#projections/player.ts'

/** Seconds under the person's hand while the scrubber is held, or null. */
export const held = signal<number | null>(null, { name: 'held' })

const standing = (head: ReadonlySignal<number>) =>
  computed(() => {
    if (held.value !== null) return held.value
    return standsAt(player.value, () => head.value)
  })

/** Seconds. */
export const position = standing(playhead)
/** Seconds; while it plays only whole ones. */
export const elapsed = standing(playheadSecond)

/** Seconds, or null while nobody knows (D-100). */
export const total = computed(() => {
  const { duration } = player.value
  return duration >= PLAYER_DURATION_DEFAULT ? null : duration
})

/** From this length on a second is no more than a bar of the waveform, in s. */
const BY_SECONDS_FROM = 120
/**
 * Where the scrubber stands, in s: of a song of some length the whole second, so that clock, bars and rail move in
 * one frame and not each in its own.
 */
export const shownPosition = computed(() => {
  if (held.value !== null) return held.value
  return (total.value ?? 0) >= BY_SECONDS_FROM ? Math.floor(elapsed.value) : position.value
})

export const elapsedText = computed(() => clock(elapsed.value))
export const totalText = computed(() => (total.value === null ? '-:--' : clock(total.value)))
/** 0-1. */
export const share = computed(() => (total.value ? Math.min(1, shownPosition.value / total.value) : 0))
/** Up to where the song is there already, 0-1. */
export const bufferedShare = computed(() => (total.value ? Math.min(1, buffered.value / total.value) : 0))
