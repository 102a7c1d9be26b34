import { Disc3 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { coverSet } from '#core/model/catalogue/cover.ts'
import { useBackOnline } from '../kit/graphics/useBackOnline.ts'
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

/** Edge in CSS px the browser reckons with when a cover fills its box. */
const FILLING = '(min-width: 900px) 428px, 100vw'

/**
 * Square art, as the WebP of the size the screen needs where the server has it, else at its own address; a
 * picture that loads from neither gives way to a disc (SHELL-052), until the connection is back. The title beside it names it.
 */
export function Cover({ src, size, radius, colour, className }: Props) {
  const [broken, setBroken] = useState('')
  const [plain, setPlain] = useState('')
  const missing = src === '' || broken === src
  const set = plain === src ? '' : coverSet(src)
  useBackOnline(missing && src !== '', () => {
    setBroken('')
    setPlain('')
  })
  const image = useRef<HTMLImageElement>(null)
  // What React renders and throws away is never put into the page: with sizes to choose from, the document would hold on
  // to it, and through it to all that was rendered beside it.
  useLayoutEffect(() => {
    const { current } = image
    if (missing || !current) return
    if (set === '') current.removeAttribute('srcset')
    else {
      current.sizes = size === undefined ? FILLING : `${size}px`
      current.srcset = set
    }
    current.src = src
  }, [missing, set, size, src])
  return (
    <span
      className={cx(css.cover, className)}
      style={{ width: size, height: size, borderRadius: radius, backgroundColor: missing ? undefined : colour }}
    >
      {missing ? (
        <Disc3 className={css.glyph} strokeWidth={1.25} aria-hidden="true" />
      ) : (
        <img
          ref={image}
          className={css.image}
          alt=""
          width={size}
          height={size}
          decoding="async"
          draggable={false}
          onError={() => (set === '' ? setBroken(src) : setPlain(src))}
        />
      )}
    </span>
  )
}
