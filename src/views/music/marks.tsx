// Small signs that say one thing each.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '../kit/useMedia.ts'
import { media } from '../theme/media.ts'
import * as css from './marks.css.ts'

/** The letter every music product sets beside an explicit title. */
export function Explicit() {
  const { t } = useTranslation()
  return (
    <span className={css.explicit} role="img" aria-label={t('explicit')}>
      E
    </span>
  )
}

const MAPLE =
  'M12 2.5 10.1 6c-.2.4-.5.3-.9.2L7.8 5.4l1 5.4c.2 1-.5 1-.8.6L5.6 8.7l-.4 1.4c0 .2-.2.4-.6.3l-3-.6.8 2.9c.2.6.3.9-.1 1.1l-1.1.5 5.2 4.2c.2.2.3.5.2.7l-.4 1.5 5.2-.7c.2 0 .4.1.4.3l-.3 2.2h1l-.3-2.2c0-.2.2-.3.4-.3l5.2.7-.4-1.5c-.1-.2 0-.5.2-.7l5.2-4.2-1.1-.5c-.4-.2-.3-.5-.1-1.1l.8-2.9-3 .6c-.4.1-.6-.1-.6-.3l-.4-1.4-2.4 2.7c-.3.4-1 .4-.8-.6l1-5.4-1.4.8c-.4.1-.7.2-.9-.2L12 2.5Z'

/** A leaf beside Canadian content. */
export function CanadianLeaf({ size = 13 }: { size?: number }) {
  const { t } = useTranslation()
  return (
    <svg
      className={css.leaf}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      role="img"
      aria-label={t('canadian')}
    >
      <path d={MAPLE} />
    </svg>
  )
}

/** How long a bar takes up and down, and where in it it begins, in ms. */
const BEATS = [
  { period: 900, ahead: 200 },
  { period: 720, ahead: 500 },
  { period: 1040, ahead: 120 },
  { period: 840, ahead: 700 },
]
/** At the end of each turn the main thread is woken, in ms. */
const TURN_MS = 20_000
/** All bars step at once, so often a second: each picture that differs costs, and these are 12 px high. */
const STEPS_PER_S = 12
const STEPS = (TURN_MS / 1000) * STEPS_PER_S
const DANCES = BEATS.map(({ period, ahead }) =>
  Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = (ahead + (step * 1000) / STEPS_PER_S) / period
    return { transform: `scaleY(${(0.675 - 0.325 * Math.cos(2 * Math.PI * at)).toFixed(3)})`, easing: 'step-end' }
  }),
)

/**
 * Bars that dance while the music plays and stand while it is paused. They are animated from here: an animation of
 * a style sheet wakes the main thread several times a second for events nobody hears, this one leaves it asleep.
 */
export function PlayingMark({ moving }: { moving: boolean }) {
  const bars = useRef<HTMLSpanElement>(null)
  const still = useMedia(media.reduced)
  useEffect(() => {
    if (!moving || still) return
    const dances = [...(bars.current?.children ?? [])].map((bar, n) =>
      bar.animate(DANCES[n] ?? [], { duration: TURN_MS, iterations: Number.POSITIVE_INFINITY }),
    )
    return () => {
      for (const dance of dances) dance.cancel()
    }
  }, [moving, still])
  return (
    <span ref={bars} className={css.bars} aria-hidden="true">
      {['a', 'b', 'c', 'd'].map((key) => (
        <span key={key} className={css.bar} />
      ))}
    </span>
  )
}
