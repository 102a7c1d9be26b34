/**
 * What plays is heard: the audio elements of the product, whose events its player answers. Where they would have asked
 * the server for the song they are given a tone, for a component test has no server.
 */
import { on } from '#bridge/bus.ts'
import type { TokenBroker } from '#core/contracts/session.ts'
import type { AppDraft } from '#core/events/index.ts'
import type { PlayerState } from '#core/model/entities.ts'
import { isHandleFor } from '#core/model/people/secrets.ts'
import { playSound } from '#effects/sound.ts'
import { createAudio } from '#platform/sound/audio.ts'
import { buffered, setPlayhead, starved } from '#projections/player.ts'

/** Samples per second: as few as browsers take. */
const RATE = 8000
const HEAD_BYTES = 44

/** A quiet tone that lasts so many seconds, as a file that is read by ranges. */
function aTone(seconds: number): Blob {
  const bytes = new Uint8Array(HEAD_BYTES + seconds * RATE)
  const view = new DataView(bytes.buffer)
  const name = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at)
  name(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  name(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  // Plain samples, one channel, a byte each.
  for (const at of [20, 22, 32]) view.setUint16(at, 1, true)
  for (const at of [24, 28]) view.setUint32(at, RATE, true)
  view.setUint16(34, 8, true)
  name(36, 'data')
  view.setUint32(40, bytes.length - HEAD_BYTES, true)
  for (let at = HEAD_BYTES; at < bytes.length; at++) bytes[at] = at % 20 < 10 ? 126 : 130
  return new Blob([bytes], { type: 'audio/wav' })
}

export interface Sound {
  /** Each volume an element was set to. */
  readonly volumes: readonly { readonly at: number; readonly volume: number }[]
  /** The volume of the element that plays, 0-1; -1: none does. */
  volume(): number
  /** Where the element is that plays, s; -1: none does. */
  time(): number
  /** Whether an element sounds: it plays, and its time moves. */
  isSounding(): Promise<boolean>
  end(): void
}

/** Joins the player with elements of its own, as src/main.tsx does. */
export function soundOver(parts: {
  readonly reveal: TokenBroker['reveal']
  readonly state: () => Readonly<PlayerState>
  readonly observe: (draft: AppDraft) => void
  /** How long every song is, s. */
  readonly seconds: number
}): Sound {
  const elements = [new Audio(), new Audio()] as const
  const volumes: { at: number; volume: number }[] = []
  const tone = URL.createObjectURL(aTone(parts.seconds))
  for (const one of elements)
    one.addEventListener('volumechange', () => volumes.push({ at: performance.now(), volume: one.volume }))
  const audio = createAudio({
    element: elements[0],
    spare: elements[1],
    async reveal(handle) {
      const address = isHandleFor('media', handle) ? await parts.reveal('media', handle) : null
      return address && tone
    },
    state: parts.state,
    observe: parts.observe,
    now: () => performance.now(),
    mintId: () => crypto.randomUUID(),
    onTime: setPlayhead,
    onBuffered(seconds) {
      buffered.value = seconds
    },
    onWaiting(waiting) {
      starved.value = waiting
    },
    onStand: () => {},
    onSound: () => {},
    sampleClip: null,
  })
  const stop = playSound({ on, audio })
  const times = () => elements.filter((one) => !one.paused).map((one) => one.currentTime)
  return {
    volumes,
    time: () => times()[0] ?? -1,
    volume: () => elements.find((one) => !one.paused)?.volume ?? -1,
    async isSounding() {
      const before = times()
      await new Promise((done) => setTimeout(done, 300))
      return times().some((time, n) => time > (before[n] ?? Number.POSITIVE_INFINITY))
    },
    end() {
      stop()
      for (const one of elements) one.src = ''
      URL.revokeObjectURL(tone)
    },
  }
}
