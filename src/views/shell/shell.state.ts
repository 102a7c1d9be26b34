// What is open in the shell: state of this page alone.
import { signal } from '@preact/signals-react'

export const queueOpen = signal(false, { name: 'queueOpen' })
/** The sidebar as an overlay, below 1280. */
export const navOpen = signal(false, { name: 'navOpen' })
/** The full-screen player of the phone. */
export const nowPlayingOpen = signal(false, { name: 'nowPlayingOpen' })
export const closeNowPlaying = () => {
  nowPlayingOpen.value = false
}
/** How far up from the window's lower edge notifications reach, px; 0: there are none. */
export const toastsReach = signal(0, { name: 'toastsReach' })
export const shortcutsOpen = signal(false, { name: 'shortcutsOpen' })
export const clearQueueOpen = signal(false, { name: 'clearQueueOpen' })
