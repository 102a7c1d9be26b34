/** Draws the outline of a track's loudness as bars of 2 px with gaps of 1. */
import { contextOf } from '../../kit/graphics/painted.ts'

const BAR_PX = 2
const GAP_PX = 1
/** A silent part is still a bar, in px. */
const LEAST_PX = 2

/** Bars that fit into a width, in px. */
export function barCount(width: number): number {
  return Math.max(0, Math.floor((width + GAP_PX) / (BAR_PX + GAP_PX)))
}

/** Levels are drawn steeper than they are: mastered music is loud from end to end, and its shape would be a slab. */
const STEEPNESS = 1.6

/**
 * The outline in as many parts as there are bars: each the mean of the values under it, the tallest as tall as can be.
 * @param peaks values of 0-255 over equal parts of the track
 * @returns levels from 0 to 1
 */
export function levels(peaks: Uint8Array, bars: number): Float32Array {
  const result = new Float32Array(bars)
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar * peaks.length) / bars)
    const to = Math.max(from + 1, Math.ceil(((bar + 1) * peaks.length) / bars))
    let sum = 0
    for (let at = from; at < to; at++) sum += peaks[at] ?? 0
    result[bar] = sum / (to - from)
  }
  const tallest = Math.max(1, ...result)
  return result.map((level) => (level / tallest) ** STEEPNESS)
}

/** Bars that lie before a position; the one under it counts from its middle on. @param share 0 to 1 */
export function playedBars(share: number, bars: number): number {
  return Math.min(bars, Math.max(0, Math.round(share * bars)))
}

export interface WaveColours {
  readonly rest: string
  readonly played: string
}

/** How strong bars are whose sound has not come yet, 0 to 1. */
const FAINT = 0.45

export interface Shown {
  readonly levels: Float32Array
  /** Bars before the playhead. */
  readonly played: number
  /** Bars whose sound is there. */
  readonly loaded: number
  readonly width: number
  readonly height: number
}

/** Paints all bars. Width and height are CSS px; the canvas's own pixels follow the screen's density. */
export function paint(canvas: HTMLCanvasElement, shown: Shown, colours: WaveColours): void {
  const { width, height } = shown
  const context = contextOf(canvas, width, height)
  if (!context) return
  context.clearRect(0, 0, width, height)
  paintBars(context, shown, 0, shown.played, colours.played)
  const there = Math.max(shown.played, shown.loaded)
  paintBars(context, shown, shown.played, there, colours.rest)
  context.globalAlpha = FAINT
  paintBars(context, shown, there, shown.levels.length, colours.rest)
  context.globalAlpha = 1
}

/** Paints anew only the bars the playhead passed on its way on. The canvas is as `paint` left it. */
export function paintPassed(canvas: HTMLCanvasElement, shown: Shown, before: number, colours: WaveColours): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { played, height } = shown
  context.clearRect(before * (BAR_PX + GAP_PX), 0, (played - before) * (BAR_PX + GAP_PX), height)
  paintBars(context, shown, before, played, colours.played)
}

function paintBars(
  context: CanvasRenderingContext2D,
  { levels: tops, height }: { readonly levels: Float32Array; readonly height: number },
  from: number,
  to: number,
  colour: string,
): void {
  context.fillStyle = colour
  for (let bar = from; bar < to; bar++) {
    const tall = Math.max(LEAST_PX, (tops[bar] ?? 0) * height)
    context.fillRect(bar * (BAR_PX + GAP_PX), (height - tall) / 2, BAR_PX, tall)
  }
}
