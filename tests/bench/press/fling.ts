/** A hand that turns the wheel over the gallery up and down without end. */
import type { CDPSession } from 'playwright'
import { pause } from './pause.ts'

const FLING_PX_PER_S = 20_000
const WHEEL_MS = 1000 / 60
/** Turns of the wheel before it goes the other way: two seconds. */
const TURNS = 120

export interface Fling {
  /** The wheel rests, or goes on. */
  rest(on: boolean): void
  stop(): Promise<void>
}

/** @param at where the wheel is turned, px of the window */
export function startFling(cdp: CDPSession, at: { readonly x: number; readonly y: number }): Fling {
  let running = true
  let resting = false
  const loop = async () => {
    for (let i = 0; running; i++) {
      const deltaY = (Math.floor(i / TURNS) % 2 === 0 ? 1 : -1) * FLING_PX_PER_S * (WHEEL_MS / 1000)
      if (!resting)
        void cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX: 0, deltaY }).catch(() => {})
      await pause(WHEEL_MS)
    }
  }
  const done = loop()
  return {
    rest(on) {
      resting = on
    },
    async stop() {
      running = false
      await done
      await pause(300)
    },
  }
}
