import { playRelease, togglePlay } from '#actions/player.ts'
import { isPlaying, player, playingRelease, playingTrack } from '#projections/player.ts'
import { useSignalValue } from '../kit/useSignalValue.ts'

/** Whether a release, or one of its songs, is what plays, and the press that plays or pauses it. */
export function usePlay(releaseid: string, trackid: string | null) {
  const release = useSignalValue(playingRelease)
  const track = useSignalValue(playingTrack)
  const mine = trackid === null ? release === releaseid : track === trackid
  const sounding = useSignalValue(isPlaying) && mine
  const press = () => {
    if (mine && player.peek().song) togglePlay()
    else playRelease(releaseid, trackid)
  }
  return { mine, sounding, press }
}
