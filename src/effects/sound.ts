// When something about playing is heard, the audio element does it.
import { AUDIO_EVENTS, type AudioPlayer } from '#platform/sound/audio.ts'
import type { On } from './hearing.ts'

/** @returns how to stop */
export function playSound({ on, audio }: { readonly on: On; readonly audio: Pick<AudioPlayer, 'apply'> }): () => void {
  const stops = AUDIO_EVENTS.map((type) => on(type, (event) => audio.apply(event)))
  return () => {
    for (const stop of stops) stop()
  }
}
