import { Disc3 } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../theme/cx.ts'
import * as css from './Cover.css.ts'

interface Props {
  src: string
  /** Edge in px; without it the cover fills its box. */
  size?: number
  radius: number
  /** Average colour, shown until the picture is there. */
  colour?: string | undefined
  className?: string
}

/** Square art; a picture that does not load gives way to a disc (SHELL-052). The title beside it names it. */
export function Cover({ src, size, radius, colour, className }: Props) {
  const [broken, setBroken] = useState('')
  const missing = src === '' || broken === src
  return (
    <span
      className={cx(css.cover, className)}
      style={{ width: size, height: size, borderRadius: radius, backgroundColor: missing ? undefined : colour }}
    >
      {missing ? (
        <Disc3 className={css.glyph} strokeWidth={1.25} aria-hidden="true" />
      ) : (
        <img
          className={css.image}
          src={src}
          alt=""
          width={size}
          height={size}
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
        />
      )}
    </span>
  )
}
