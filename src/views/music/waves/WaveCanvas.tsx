import { type ReadonlySignal, signal, useSignalEffect } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { keepPainted } from '../../kit/graphics/painted.ts'
import { barCount, levels, paint, paintPassed, playedBars, type WaveColours } from './waveform.ts'

interface Props {
  /** Values of 0-255 over equal parts of the track. */
  peaks: Uint8Array
  /** How much of it was played, 0 to 1. */
  share: ReadonlySignal<number>
  /** Up to where it is there, 0 to 1: bars beyond are fainter. Default: all of it. */
  ahead?: ReadonlySignal<number>
  /** Sets the size; `color` paints the bars at rest, `fill` those that were played. */
  className: string
}

const WHOLE = signal(1)

/** A waveform, painted anew when its size or the theme changes and whenever the playhead passes a bar. */
export function WaveCanvas({ peaks, share, ahead = WHOLE, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const shown = useRef({ levels: new Float32Array() as Float32Array, played: 0, loaded: 0, width: 0, height: 0 })
  /** As they were when all of it was painted last: to ask for them at each bar would cost more than the bar. */
  const colours = useRef<WaveColours>({ rest: '', played: '' })

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    return keepPainted(element, (width, height) => {
      const bars = barCount(width)
      const [played, loaded] = [playedBars(share.peek(), bars), playedBars(ahead.peek(), bars)]
      shown.current = { levels: levels(peaks, bars), played, loaded, width, height }
      const style = getComputedStyle(element)
      colours.current = { rest: style.color, played: style.fill }
      paint(element, shown.current, colours.current)
    })
  }, [peaks, share, ahead])

  useSignalEffect(() => {
    const state = shown.current
    const bars = state.levels.length
    const [played, loaded] = [playedBars(share.value, bars), playedBars(ahead.value, bars)]
    const before = state.played
    const isForward = loaded === state.loaded && played >= before
    if (!canvas.current || (isForward && played === before)) return
    Object.assign(state, { played, loaded })
    if (isForward) paintPassed(canvas.current, state, before, colours.current)
    else paint(canvas.current, state, colours.current)
  })

  return <canvas ref={canvas} className={className} />
}
