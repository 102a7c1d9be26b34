import { type ReadonlySignal, useSignalEffect } from '@preact/signals-react'
import { useRef } from 'react'
import * as css from './Ring.css.ts'

interface RingProps {
  /** 0-100, or null for a ring without an end. */
  progress: ReadonlySignal<number | null>
  size: number
  stroke?: number
}

/** A circular progress that ticks without rendering anything again. */
export function Ring({ progress, size, stroke = 2.5 }: RingProps) {
  const fill = useRef<SVGCircleElement>(null)
  useSignalEffect(() => {
    const value = progress.value
    if (fill.current) fill.current.style.strokeDashoffset = String(100 - (value ?? 25))
  })
  const box = { cx: size / 2, cy: size / 2, r: (size - stroke) / 2, strokeWidth: stroke, fill: 'none' }
  return (
    <svg className={css.ring} width={size} height={size} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <circle className={css.ringTrack} {...box} />
      <circle
        ref={fill}
        className={css.ringFill}
        {...box}
        pathLength="100"
        strokeDasharray="100"
        strokeDashoffset={100 - (progress.peek() ?? 25)}
        strokeLinecap="butt"
      />
    </svg>
  )
}
