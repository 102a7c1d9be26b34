/** Plays a log: moves a clock over its times, frame by frame. */

/** How many times as fast as it was recorded; null: as fast as it goes. */
export const SPEEDS = [0.25, 1, 8, 32, 100, null] as const
export type Speed = (typeof SPEEDS)[number]

/** Events of one step at the fastest: so many at most, fewer when a step takes more than so many frames to be shown. */
const MOST = 20_000
const QUICK = 3
const SLOW = 6

export interface PlayingPorts {
  /** Calls back before the next frame, with the time in ms. @returns how to call it off */
  frame(call: (now: number) => void): () => void
  speed(): Speed
  /** Number of the event the playhead stands at. */
  seq(): number
  /** False while the last event sought is not shown yet. */
  isThere(): boolean
  timeOf(seq: number): number
  /** The last event at or before a time. */
  seqAt(t: number): number
  last(): number
  go(seq: number): void
  ended(): void
}

/** @returns how to stop */
export function play(ports: PlayingPorts): () => void {
  let off = () => {}
  let before: number | null = null
  let t = ports.timeOf(ports.seq())
  /** Where the playhead was put last: elsewhere, somebody else has put it there. */
  let own = ports.seq()
  let stride = 16
  /** Frames since the last step at the fastest. */
  let frames = 0
  const frame = (now: number) => {
    const passed = before === null ? 0 : now - before
    before = now
    const speed = ports.speed()
    if (ports.seq() !== own) t = ports.timeOf(ports.seq())
    if (speed === null) {
      frames++
      if (ports.isThere()) {
        stride = Math.max(1, Math.min(MOST, frames <= QUICK ? stride * 1.5 : frames > SLOW ? stride / 1.5 : stride))
        own = Math.min(ports.last(), ports.seq() + Math.round(stride))
        frames = 0
      }
      t = ports.timeOf(own)
    } else {
      // A page that was hidden does not catch up.
      t += Math.min(passed, 250) * speed
      own = Math.max(ports.seq(), ports.seqAt(t))
    }
    if (own !== ports.seq()) ports.go(own)
    if (own >= ports.last()) return ports.ended()
    off = ports.frame(frame)
  }
  off = ports.frame(frame)
  return () => off()
}
