import { type ReadonlySignal, useSignalEffect } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { contextOf, keepPainted } from './painted.ts'

interface Props {
  /** A time as `m:ss`. */
  text: ReadonlySignal<string>
  /** Sets the size, the font, the colour and the end the text stands at. */
  className: string
}

/** What was found out when the look changed last: to ask for it each second would cost more than the text. */
interface Look {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  readonly isRight: boolean
  /** CSS px: of the widest digit, of the colon, and of the line the text stands on. */
  readonly digit: number
  readonly colon: number
  readonly base: number
}

/**
 * A time that ticks, painted: nothing on the page is laid out for it, which would be most of what a playing second
 * costs (measured). The words stand inside the canvas, where screen readers and tests find them.
 */
export function PaintedTime({ text, className }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const look = useRef<Look | null>(null)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    return keepPainted(element, (width, height) => {
      look.current = lookOf(element, width, height)
      if (look.current) write(look.current, text.peek())
    })
  }, [text])

  useSignalEffect(() => {
    const words = text.value
    const element = canvas.current
    if (!element?.firstChild || element.firstChild.nodeValue === words) return
    if (look.current) write(look.current, words)
    element.firstChild.nodeValue = words
  })

  return (
    <canvas ref={canvas} className={className}>
      {text.peek()}
    </canvas>
  )
}

function lookOf(canvas: HTMLCanvasElement, width: number, height: number): Look | null {
  const context = contextOf(canvas, width, height)
  if (!context) return null
  const { fontStyle, fontWeight, fontSize, fontFamily, color, textAlign } = getComputedStyle(canvas)
  // Not `font`: that is empty where a part of it, such as tabular figures, has no place in the shorthand.
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  context.fillStyle = color
  context.textAlign = 'center'
  const { width: digit, fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText('0')
  const base = (height + above - below) / 2
  const colon = context.measureText(':').width
  return { context, width, height, isRight: textAlign === 'right', digit, colon, base }
}

/** Every digit gets as much room as the widest: a clock must not tremble. */
function write({ context, width, height, isRight, digit, colon, base }: Look, text: string): void {
  const rooms = Array.from(text, (sign) => (sign === ':' ? colon : digit))
  let at = isRight ? width - rooms.reduce((sum, room) => sum + room, 0) : 0
  context.clearRect(0, 0, width, height)
  rooms.forEach((room, n) => {
    context.fillText(text[n] ?? '', at + room / 2, base)
    at += room
  })
}
