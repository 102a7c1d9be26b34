import { computed, type ReadonlySignal } from '@preact/signals-react'
import type { Song } from '#core/model/catalogue/release.ts'
import { entity, single } from './entity.ts'

/** The trackids of the songs that were played on this device, newest first. */
export const recent = single('recent')

/** A song that was played on this device. */
export const recentSong = (trackid: string): ReadonlySignal<Readonly<Song> | undefined> => {
  const play = entity('recentPlay', trackid)
  return computed(() => play.value?.song)
}
