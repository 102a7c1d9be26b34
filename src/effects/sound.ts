// When something about playing is heard, the audio element does it.
import type { AudioPlayer } from '#platform/sound/audio.ts'
import { AUDIO_EVENTS } from '#platform/sound/audioEvents.ts'
import type { On } from './hearing.ts'

/** @returns how to stop */
export function playSound({ on, audio }: { readonly on: On; readonly audio: Pick<AudioPlayer, 'apply'> }): () => void {
  const stops = AUDIO_EVENTS.map((type) => on(type, (event) => audio.apply(event)))
  return () => {
    for (const stop of stops) stop()
  }
}
