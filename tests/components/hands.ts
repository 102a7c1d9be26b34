/** A mouse and a finger at places of the page, as the browser itself has them: presses, moves, drags and swipes. */
import { cdp, type Locator } from 'vitest/browser'

export interface Place {
  readonly x: number
  readonly y: number
}

/** The page is shown in a frame, smaller than it is where the window around it has less room. */
function inWindow({ x, y }: Place): { x: number; y: number } {
  const frame = globalThis.frameElement?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight)
  const scale = frame.width / innerWidth
  return { x: frame.x + scale * x, y: frame.y + scale * y }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

export function middle(of: Locator): Place {
  const { x, y, width, height } = of.element().getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

export const mouse = {
  to: (at: Place, isHeld = false) =>
    cdp().send('Input.dispatchMouseEvent', {
      type: 'mouseMoved',
      ...inWindow(at),
      ...(isHeld ? { button: 'left', buttons: 1 } : {}),
    }),
  /** @param clickCount the how manieth of quick presses at one place */
  down: (at: Place, clickCount = 1) =>
    cdp().send('Input.dispatchMouseEvent', { type: 'mousePressed', ...inWindow(at), button: 'left', clickCount }),
  up: (at: Place, clickCount = 1) =>
    cdp().send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...inWindow(at), button: 'left', clickCount }),
  async click(at: Place, clickCount = 1): Promise<void> {
    await mouse.to(at)
    await mouse.down(at, clickCount)
    await mouse.up(at, clickCount)
  },
  async doubleClick(at: Place): Promise<void> {
    await mouse.click(at)
    await mouse.click(at, 2)
  },
  /** Presses at the first place, moves on to each of the others, and lets go at the last. */
  async drag([from, ...ways]: readonly [Place, ...Place[]], steps = 6): Promise<void> {
    await mouse.to(from)
    await mouse.down(from)
    let at = from
    for (const way of ways) {
      const { x, y } = at
      for (let n = 1; n <= steps; n++) {
        at = { x: x + ((way.x - x) * n) / steps, y: y + ((way.y - y) * n) / steps }
        await mouse.to(at, true)
      }
    }
    await mouse.up(at)
  },
}

/** A finger from a place by so many px, in some ten steps. */
export async function swipe(from: Place, by: Place): Promise<void> {
  const at = (share: number) => [inWindow({ x: from.x + by.x * share, y: from.y + by.y * share })]
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let i = 1; i <= 10; i++) {
    await cdp().send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(i / 10) })
    await pause(16)
  }
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** A short touch of a finger. */
export async function tap(at: Place): Promise<void> {
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [inWindow(at)] })
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
