import type { ReactNode } from 'react'
import { errorWay } from '../errorWay.ts'
import * as css from './ListState.css.ts'

interface Props {
  art?: keyof typeof ART
  title: string
  /** Its level; a page that has no other heading is named by it. */
  heading?: 'h1' | 'h2'
  text: string
  /** It did not come, and that is said at once. */
  failed?: boolean
  /** What can be done about it: buttons and links. */
  children: ReactNode
}

/** In place of a list: that it holds nothing or did not come, and the ways on. */
export function ListState({ art, title, heading: Heading = 'h2', text, failed = false, children }: Props) {
  return (
    <div className={css.state} role={failed ? 'alert' : undefined}>
      {art && (
        <svg className={css.art} width="96" height="72" viewBox="0 0 96 72" aria-hidden="true" {...LINE}>
          <path d={ART[art]} />
        </svg>
      )}
      <Heading className={css.title}>{title}</Heading>
      <p className={css.text}>{text}</p>
      <div className={css.actions}>
        {children}
        {failed && errorWay()}
      </div>
    </div>
  )
}

/** A circle as a part of a path. */
const ring = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

/** A sleeve and its record; a cracked record; a flag on its pole; a box with its lid; a clock; lines and notes; two people. */
const ART = {
  releases: `M14 10h40a8 8 0 0 1 8 8v40a8 8 0 0 1-8 8h-40a8 8 0 0 1-8-8v-40a8 8 0 0 1 8-8zM62 16c12 2 20 11 20 22s-8 20-20 22${ring(62, 38, 6)}M18 26h28M18 36h22M18 46h14`,
  broken: `${ring(48, 36, 30)}${ring(48, 36, 19)}${ring(48, 36, 4)}M50 6l-7 13 11 9-8 12 9 8-6 18`,
  flagged: 'M28 66V8M28 12c16-8 26 8 44 0v30c-18 8-28-8-44 0M18 66h20',
  archived: 'M14 12h68v16H14zM20 28v36h56V28M40 40h16',
  history: 'M24 14v14h14M26 28a25 25 0 1 1-2 15M48 22v14l10 6',
  playlists: `M8 14h48M8 32h40M8 50h26${ring(58, 56, 8)}M66 56V24l18-5v31${ring(76, 50, 8)}`,
  people: `${ring(36, 24, 12)}${ring(66, 28, 9)}M12 64c0-16 10-24 24-24s24 8 24 24M66 44c12 0 20 6 20 18`,
} as const

const LINE = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const
