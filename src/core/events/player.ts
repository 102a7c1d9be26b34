/**
 * What can happen to playback. A wish names what shall be heard; the player engine answers with a
 * handle of the stream's address; platform/sound/audio, the one writer of playback, reports what the
 * element really does. `requestId` orders choices: a late answer to an earlier one starts nothing
 * (PLAYER-033). The playhead itself is a signal, not an event.
 */
import * as z from 'zod/mini'
import { Hook } from '../model/catalogue/hook.ts'
import { QueueUuid, ReleaseId, RequestId, TrackId } from '../model/ids.ts'
import { later } from '../model/later.ts'
import { GAIN_MAX, GAIN_MIN } from '../model/playback/loudness.ts'
import { defineEvent } from './define.ts'

/** Seconds. */
const Seconds = later(() => z.number().check(z.nonnegative()))
/** A factor; 1 leaves the volume as it is. */
const Gain = later(() => z.number().check(z.gte(GAIN_MIN), z.lte(GAIN_MAX)))
/** What is heard by it is auditioned, at one loudness (H-557). Left out by earlier builds, which left it as it was. */
const Levels = later(() => z.literal(true))

/**
 * Play a release from its first song or from one of its songs: it goes to the top of the queue and starts.
 * `itemId` becomes the uuid of the queue item, and the prefix of its songs' uuids.
 */
export const playerReleaseChosen = defineEvent(
  'player.releaseChosen',
  () => ({
    releaseid: ReleaseId,
    trackid: z.nullable(TrackId),
    itemId: QueueUuid,
    requestId: RequestId,
    /** Where in the song it begins; at its start when left out. */
    from: z.optional(Seconds),
    /** The same as a share of the song, for who does not know yet how long it is; `from` goes before it. */
    hook: z.optional(Hook),
    /** Where what is heard at the press stands, and is left (H-431). Left out where nothing is, and by earlier builds. */
    stoodAt: z.exactOptional(Seconds),
  }),
  { kind: 'wish', heard: true },
)
/**
 * `play` is what the button said at the press: what the element did by itself meanwhile does not turn it round. Left out
 * by earlier builds.
 */
export const playerToggled = defineEvent('player.toggled', () => ({ play: z.optional(z.boolean()) }), {
  kind: 'wish',
  heard: true,
})
/**
 * `from` is the choice that was heard at the press: where that has ended meanwhile, what follows it by itself is what
 * was meant. Left out by earlier builds.
 */
export const playerSkippedForward = defineEvent(
  'player.skippedForward',
  () => ({ requestId: RequestId, from: z.optional(RequestId), levels: z.optional(Levels) }),
  { kind: 'wish', heard: true },
)
/** `position` is the playhead in seconds at the press: over 3 s the song starts again, else the one before plays. */
export const playerSkippedBack = defineEvent(
  'player.skippedBack',
  () => ({ requestId: RequestId, position: Seconds, levels: z.optional(Levels) }),
  { kind: 'wish', heard: true },
)
/** The scrubber is held. `from` as with Next: of a song that has ended meanwhile nothing is held. */
export const playerScrubStarted = defineEvent('player.scrubStarted', () => ({ from: z.optional(RequestId) }), {
  kind: 'wish',
})
/** The scrubber was released (PLAYER-026). `from` as with Next: another place of that choice is meant, or of none. */
export const playerSought = defineEvent('player.sought', () => ({ seconds: Seconds, from: z.optional(RequestId) }), {
  kind: 'wish',
  heard: true,
})
/** The song that plays, or waits to, is heard from this share of its length on. `from` as above. */
export const playerHookChosen = defineEvent(
  'player.hookChosen',
  () => ({ hook: Hook, from: z.optional(RequestId), levels: z.optional(Levels) }),
  { kind: 'wish', heard: true },
)
/** Integer 0-100. */
export const playerVolumeChanged = defineEvent(
  'player.volumeChanged',
  () => ({ volume: z.int().check(z.gte(0), z.lte(100)) }),
  { kind: 'wish', heard: true },
)
export const playerMuteToggled = defineEvent('player.muteToggled', () => ({}), { kind: 'wish', heard: true })
export const playerAutoPlayToggled = defineEvent('player.autoPlayToggled', () => ({}), { kind: 'wish' })

/**
 * Another version of the song that plays goes on at the same second (clean for explicit, say). `position` is the
 * playhead in seconds; `gain` the factor on the volume that makes it as loud as the version before.
 */
export const playerVersionChosen = defineEvent(
  'player.versionChosen',
  () => ({ trackid: TrackId, requestId: RequestId, position: Seconds, gain: Gain }),
  { kind: 'wish', heard: true },
)

/** The stream's address is ready under a handle of the session worker's vault. */
export const playerAddressReady = defineEvent(
  'player.addressReady',
  () => ({ requestId: RequestId, trackid: TrackId, handle: z.string() }),
  { kind: 'fact', heard: true },
)
/** `next` is the requestId of the song that is played in its place; left out when the song is not at fault. */
export const playerAddressFailed = defineEvent(
  'player.addressFailed',
  () => ({ requestId: RequestId, trackid: TrackId, code: z.string(), next: z.optional(RequestId) }),
  { kind: 'fact', heard: true },
)
/** The address of the song that will follow is ready, before it is wanted. `uuid` is the song's place in the queue. */
export const playerNextReady = defineEvent(
  'player.nextReady',
  () => ({ uuid: QueueUuid, trackid: TrackId, handle: z.string() }),
  { kind: 'fact', heard: true },
)
/** That address was given out too long ago for the song to be heard with it: another is wanted before the song is. */
export const playerNextStale = defineEvent('player.nextStale', () => ({ handle: z.string() }), { kind: 'fact' })
/** The sample clip unlocked the element on Safari or iOS (PLAYER-028). */
export const playerSamplePlayed = defineEvent('player.samplePlayed', () => ({}), { kind: 'fact' })
/** The element sounds. `duration` is the media's own, in seconds, or the catalogue's where that was guessed too short; 0 for unknown. */
export const playerStarted = defineEvent('player.started', () => ({ requestId: RequestId, duration: Seconds }), {
  kind: 'fact',
})
/** The element stopped sounding for a reason that was no wish of the person (headphones, another tab, the system). */
export const playerPaused = defineEvent('player.paused', () => ({ position: Seconds }), { kind: 'fact' })
export const playerResumed = defineEvent('player.resumed', () => ({}), { kind: 'fact' })
/** The seek wish was handed to the element, once (PLAYER-025). */
export const playerSeekApplied = defineEvent('player.seekApplied', () => ({ seconds: Seconds }), { kind: 'fact' })
/** The song ended. `requestId` is that of the song which follows, if one does. */
export const playerEnded = defineEvent('player.ended', () => ({ requestId: RequestId }), { kind: 'fact', heard: true })
/**
 * The element gave up: the stream broke, stood still, ended early or could not be decoded, or the device has no sound
 * (code DEVICE). `next` is the requestId of the song that is played in its place; left out when the song is not at fault.
 * `position` is where it stood, from where it goes on once it can; left out when it never began, and by earlier builds.
 */
export const playerFailed = defineEvent(
  'player.failed',
  () => ({ requestId: RequestId, code: z.string(), next: z.optional(RequestId), position: z.optional(Seconds) }),
  { kind: 'fact', heard: true },
)
/** Where the song stands, every few seconds, so that a crash loses no more than that. Not kept in the log. */
export const playerStoodAt = defineEvent('player.stoodAt', () => ({ requestId: RequestId, position: Seconds }), {
  kind: 'fact',
  durable: false,
})
/** The media answered 401: a new address is wanted for the same song at this position (D-104). */
export const playerAddressStale = defineEvent(
  'player.addressStale',
  () => ({ requestId: RequestId, position: Seconds }),
  { kind: 'fact' },
)
