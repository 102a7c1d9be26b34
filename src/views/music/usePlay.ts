import { computed } from '@preact/signals-react'
import { useMemo } from 'react'
import { playRelease, togglePlay } from '#actions/player.ts'
import { whenShown } from '#actions/shown.ts'
import { isAwaiting, isPlaying, player, playingRelease, playingTrack } from '#projections/player.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'

/**
 * Whether a release, or one of its songs, is what plays, and the press that plays or pauses it. Of a list of songs only
 * those render whose answer changes.
 */
export function usePlay(releaseid: string, trackid: string | null) {
  const answers = useMemo(() => {
    const isMine = () =>
      !isAwaiting.value && (trackid === null ? playingRelease.value === releaseid : playingTrack.value === trackid)
    return { mine: computed(isMine), sounding: computed(() => isMine() && isPlaying.value) }
  }, [releaseid, trackid])
  const mine = useSignalValue(answers.mine)
  const sounding = useSignalValue(answers.sounding)
  // The second press of a double click would silence what the first began.
  const press = ({ detail }: { readonly detail: number }) =>
    whenShown(() => {
      if (detail > 1) return
      if (answers.mine.peek() && player.peek().song) togglePlay()
      else playRelease(releaseid, trackid)
    })
  return { mine, sounding, press }
}
