/** Presses one thing again and again by real input, and hands back what came of each press. */
import type { CDPSession, Page } from 'playwright'
import type { Fling } from './fling.ts'
import { pause } from './pause.ts'
import type { Press } from './stopwatch.ts'
import type { Thing } from './things.ts'

/** A press whose change is not on the screen by then is lost, ms. */
export const LOST_MS = 2000
/** How long the wheel has rested when something that flies by is pressed. */
const STOPPED_MS = 60
const BETWEEN_MS = 120

/** @param fling goes on meanwhile; null: nothing moves */
export async function pressMany(
  page: Page,
  cdp: CDPSession,
  thing: Thing,
  count: number,
  fling: Fling | null,
): Promise<Press[]> {
  const presses: Press[] = []
  for (let n = 0; n < count; n++) {
    await thing.ready?.(page, n)
    const target = thing.target(page, n)
    if (thing.how !== 'mouse') await target.focus()
    if (thing.stops) {
      fling?.rest(true)
      await pause(STOPPED_MS)
    }
    // Where it stands is asked each time: a press may move it.
    const spot = await target.evaluate(
      (element, { id, types }) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        window.stopwatch.arm(id, types)
        return { x: left + width / 2, y: top + height / 2 }
      },
      { id: thing.id, types: thing.how === 'mouse' ? ['pointerup'] : ['keydown'] },
    )
    // The phase to the frame is drawn anew for every press.
    await pause(22 + Math.random() * 38)
    await send(cdp, thing, spot)
    const press = await page.evaluate((ms) => window.stopwatch.done(ms), LOST_MS)
    presses.push(press)
    if (press.lost) console.log(`  press ${n} of ${thing.name} was lost: ${JSON.stringify(press)}`)
    await thing.after?.(page)
    fling?.rest(false)
    await pause(BETWEEN_MS)
  }
  return presses
}

async function send(cdp: CDPSession, { how }: Thing, spot: { x: number; y: number }): Promise<void> {
  if (how === 'mouse') {
    const mouse = { ...spot, button: 'left' as const, clickCount: 1 }
    await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse })
    await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse })
    return
  }
  const { key, code } = how
  const stroke = { key, code, windowsVirtualKeyCode: key === 'Enter' ? 13 : key.toUpperCase().charCodeAt(0) }
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke, text: key === 'Enter' ? '\r' : key })
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke })
}
