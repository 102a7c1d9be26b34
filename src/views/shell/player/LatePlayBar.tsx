import { memo, useState } from 'react'
import { currentSong, player } from '#projections/player.ts'
import { WithScript } from '../../kit/overlays/WithScript.tsx'
import { script, useScriptSoon } from '../../kit/script.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { usePlayerKeys } from './keys.ts'

const playBar = script(() => import('./PlayBar.tsx'))

/**
 * The play bar; not there until a song was chosen (D-105), so its script comes after the first screen, but is
 * not waited for: the first song that is played finds it here.
 */
export const LatePlayBar = memo(function LatePlayBar({ offline }: { offline: boolean }) {
  usePlayerKeys(offline)
  useScriptSoon(playBar)
  const shouldShowMiniPlayer = useSignalValue(player, (state) => state.shouldShowMiniPlayer)
  const song = useSignalValue(currentSong)
  const [givenUp, setGivenUp] = useState<string | null>(null)
  if (!shouldShowMiniPlayer || !song || givenUp === song.uuid) return null
  return (
    <WithScript script={playBar} onClose={() => setGivenUp(song.uuid)} quiet>
      {({ PlayBar }) => <PlayBar song={song} offline={offline} />}
    </WithScript>
  )
})
