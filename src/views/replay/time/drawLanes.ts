/** Draws what happened over the time of a log, one lane under the other. */
import type { Lanes } from '#core/contracts/replay.ts'

/** px from bar to bar, and of one. */
export const STEP_PX = 4
const BAR_PX = 2.5
/** Marks closer than this are one, px. */
const APART_PX = { failures: 11, person: 0, checkpoints: 2 * STEP_PX } as const
/** Height of a lane, px. */
const LANE_PX = 26
export const LANES = ['failures', 'person', 'engines', 'network', 'checkpoints'] as const satisfies (keyof Lanes)[]

export type Colours = Readonly<Record<'failures' | 'person' | 'engines' | 'network' | 'checkpoints' | 'line', string>>

/**
 * @param width px
 * @param ratio device pixels of a px
 */
export function drawLanes(
  canvas: HTMLCanvasElement,
  lanes: Lanes,
  colours: Colours,
  { width, ratio }: { readonly width: number; readonly ratio: number },
): void {
  const height = LANES.length * LANE_PX
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.scale(ratio, ratio)
  for (const [at, name] of LANES.entries()) {
    const top = at * LANE_PX
    pen.fillStyle = colours.line
    pen.fillRect(0, top + LANE_PX - 1, width, 1)
    pen.fillStyle = colours[name]
    const counts = lanes[name]
    if (name === 'engines' || name === 'network' || (name === 'person' && isDense(counts))) bars(pen, counts, top)
    else marks(pen, counts, top, name)
  }
}

/** Dots would be one line. */
function isDense(counts: Uint32Array): boolean {
  return 3 * counts.reduce((some, count) => some + Math.min(1, count), 0) > counts.length
}

/** A root, so that a few beside thousands are still seen. */
function bars(pen: CanvasRenderingContext2D, counts: Uint32Array, top: number): void {
  const most = Math.sqrt(Math.max(1, ...counts))
  const room = LANE_PX - 6
  for (const [at, count] of counts.entries()) {
    if (count === 0) continue
    const height = Math.max(2, (Math.sqrt(count) / most) * room)
    pen.fillRect(at * STEP_PX, top + LANE_PX - 1 - height, BAR_PX, height)
  }
}

function marks(
  pen: CanvasRenderingContext2D,
  counts: Uint32Array,
  top: number,
  name: 'failures' | 'person' | 'checkpoints',
): void {
  const middle = top + LANE_PX / 2 - 1
  let before = Number.NEGATIVE_INFINITY
  for (const [at, count] of counts.entries()) {
    if (count === 0) continue
    const x = at * STEP_PX + STEP_PX / 2
    // So many in a row would be one line.
    if (x - before < APART_PX[name]) continue
    before = x
    pen.beginPath()
    if (name === 'failures') {
      pen.moveTo(x - 5, middle - 4)
      pen.lineTo(x + 5, middle - 4)
      pen.lineTo(x, middle + 5)
    } else if (name === 'person') pen.arc(x, middle, Math.min(4, 2.4 + count / 20), 0, 2 * Math.PI)
    else pen.rect(x - 1, middle - 3, 2, 7)
    pen.fill()
  }
}
