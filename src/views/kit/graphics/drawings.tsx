// The small set of line drawings for empty, error and not-found states.
import { accentStroke } from './drawings.css.ts'

interface Props {
  className?: string
}

const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** A record that cracked. */
export function BrokenRecord({ className }: Props) {
  return (
    <svg className={className} width="280" height="152" viewBox="0 0 280 152" aria-hidden="true" {...line}>
      <circle cx="140" cy="76" r="72" />
      <circle cx="140" cy="76" r="54" opacity="0.7" />
      <circle cx="140" cy="76" r="37" opacity="0.7" />
      <circle cx="140" cy="76" r="19" />
      <circle cx="140" cy="76" r="3.5" fill="currentColor" stroke="none" />
      <path d="M176 12 L158 48 L176 56 L164 76 L192 88 L184 126" className={accentStroke} strokeWidth="2.5" />
      <path d="M4 76h32M44 60v32M276 76h-32M236 60v32" opacity="0.7" />
    </svg>
  )
}

/** A plug that came out. */
export function Unplugged({ className }: Props) {
  return (
    <svg className={className} width="240" height="96" viewBox="0 0 240 96" aria-hidden="true" {...line}>
      <path d="M4 48h44c10 0 10-20 20-20h12" opacity="0.7" />
      <rect x="80" y="16" width="32" height="24" rx="6" />
      <path d="M112 22h10M112 34h10" />
      <path d="M236 48h-44c-10 0-10 20-20 20h-12" opacity="0.7" />
      <path d="M160 52h-14a10 10 0 0 0-10 10v12a10 10 0 0 0 10 10h14z" />
      <path d="M134 46l-8-8M142 40l2-10" className={accentStroke} strokeWidth="2.5" />
    </svg>
  )
}

/** Rows of a list with a note at its end. */
export function EmptyQueueDrawing({ className }: Props) {
  return (
    <svg className={className} width="72" height="56" viewBox="0 0 72 56" aria-hidden="true" {...line}>
      <path d="M4 10h40M4 28h28M4 46h20" />
      <circle cx="46" cy="45" r="7" />
      <path d="M53 45V18l13-4v24" />
      <circle cx="59" cy="39" r="7" />
    </svg>
  )
}

/** A tray that waits for a file. */
export function EmptyTray({ className }: Props) {
  return (
    <svg className={className} width="72" height="60" viewBox="0 0 72 60" aria-hidden="true" {...line}>
      <path d="M4 34v14a8 8 0 0 0 8 8h48a8 8 0 0 0 8-8V34H50l-5 8H27l-5-8z" />
      <path d="M36 4v24M27 19l9 9 9-9" />
    </svg>
  )
}
