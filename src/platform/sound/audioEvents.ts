// What the one writer of playback hears of.
import type { HeardType } from '#core/events/index.ts'

/** Events the element answers; `effects/sound.ts` routes exactly these from the bus. */
export const AUDIO_EVENTS = [
  'player.releaseChosen',
  'playlist.chosen',
  'player.toggled',
  'player.skippedForward',
  'player.skippedBack',
  'player.sought',
  'player.hookChosen',
  'player.versionChosen',
  'player.volumeChanged',
  'player.muteToggled',
  'player.addressReady',
  'player.addressFailed',
  'player.nextReady',
  'player.ended',
  'player.failed',
  'queue.itemChosen',
  'queue.itemRemoved',
  'queue.songRemoved',
  'setting.restored',
  'triage.begun',
  'session.ended',
] as const satisfies readonly HeardType[]

/** Wishes after which something sounds. */
export const STARTING: ReadonlySet<string> = new Set([
  'player.releaseChosen',
  'playlist.chosen',
  'player.skippedForward',
  'player.versionChosen',
  'player.hookChosen',
  'queue.itemChosen',
])

/** Wishes after which something sounds, or goes on to. */
export const PRESSES: ReadonlySet<string> = new Set([...STARTING, 'player.toggled', 'player.skippedBack'])

/** WebKit alone ties sound to the press itself; the others remember that the page was pressed. */
export const sampleClipFor = (userAgent: string): string | null =>
  /AppleWebKit/.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent) ? '/sample.wav' : null
