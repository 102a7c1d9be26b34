import { useLayoutEffect, useRef, useState } from 'react'
import { countGraphemes } from '#core/model/text/graphemes.ts'
import { isPlaying } from '#projections/player.ts'
import { useMedia } from '../../kit/useMedia.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'
import { cx } from '../../theme/cx.ts'
import { media } from '../../theme/tokens.css.ts'
import * as css from './PlayBar.css.ts'

const TITLE_SCROLL_DEFAULT = 25
const TITLE_SCROLL_MOBILE = 35
const TITLE_SCROLL_DESKTOP = 90

interface Props {
  text: string
  className: string
  /** A name goes its own way, a sentence as the page does. */
  dir?: 'auto' | 'ltr'
}

/**
 * One line that moves to and fro when it has more characters than the device allows (D-101) and does not
 * fit; in between, and with reduced motion, it ends in an ellipsis. It stands still with the song.
 */
export function ScrollingText({ text, className, dir = 'auto' }: Props) {
  const line = useRef<HTMLSpanElement>(null)
  const [overflows, setOverflows] = useState(false)
  const phone = useMedia(media.phone)
  const desktop = useMedia(media.desktop)
  const limit = phone ? TITLE_SCROLL_MOBILE : desktop ? TITLE_SCROLL_DESKTOP : TITLE_SCROLL_DEFAULT
  const scrolls = overflows && countGraphemes(text, limit + 1) > limit
  const sounding = useSignalValue(isPlaying)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another width
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return
    const measure = () => {
      const inner = element.firstElementChild
      // Of a line of text that stands inline, only its box tells how wide it is.
      setOverflows(inner !== null && inner.getBoundingClientRect().width > element.clientWidth + 1)
      element.style.setProperty('--room', `${element.clientWidth}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [text])
  return (
    <span
      ref={line}
      className={cx(css.line, scrolls && css.moving, className)}
      title={text}
      dir={dir}
      data-scrolls={scrolls}
    >
      <span className={cx(scrolls && css.mover, scrolls && !sounding && css.still)}>{text}</span>
    </span>
  )
}
