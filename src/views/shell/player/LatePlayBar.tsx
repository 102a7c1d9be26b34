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
  const failed = useSignalValue(player, (state) => (state.song ? null : state.skipped))
  const [givenUp, setGivenUp] = useState<string | null>(null)
  const shown = shouldShowMiniPlayer ? song : null
  const of = shown?.uuid ?? failed?.requestId
  if (of === undefined || givenUp === of) return null
  return (
    <WithScript script={playBar} onClose={() => setGivenUp(of)} quiet>
      {({ PlayBar, SkippedAlone }) => (shown ? <PlayBar song={shown} offline={offline} /> : <SkippedAlone key={of} />)}
    </WithScript>
  )
})
