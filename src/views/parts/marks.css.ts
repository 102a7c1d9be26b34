import { keyframes, style } from '@vanilla-extract/css'
import { media, vars } from '../theme/tokens.css.ts'
import { type } from '../theme/type.ts'

export const explicit = style({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  minWidth: 15,
  height: 15,
  padding: '0 3px',
  borderRadius: 3,
  background: vars.press,
  color: vars.muted,
  fontSize: 10,
  lineHeight: '15px',
  fontWeight: 600,
  letterSpacing: 0,
})

/** Ten beats in one turn: at each end of a turn the main thread is woken, however the compositor draws the rest. */
const dance = keyframes(
  Object.fromEntries(
    Array.from({ length: 21 }, (_, half) => [
      `${half * 5}%`,
      { transform: half % 2 === 0 ? 'scaleY(0.35)' : 'scaleY(1)', animationTimingFunction: 'ease-in-out' },
    ]),
  ),
)

export const bars = style({
  display: 'inline-flex',
  alignItems: 'flex-end',
  gap: 2,
  width: 16,
  height: 14,
  color: vars.accent,
})
export const bar = style({
  flex: 1,
  height: '100%',
  borderRadius: 1,
  background: 'currentColor',
  transformOrigin: 'bottom',
  transform: 'scaleY(0.5)',
  selectors: {
    '&:nth-child(1)': { transform: 'scaleY(0.45)', animationDuration: '9s', animationDelay: '-200ms' },
    '&:nth-child(2)': { transform: 'scaleY(1)', animationDuration: '7.2s', animationDelay: '-500ms' },
    '&:nth-child(3)': { transform: 'scaleY(0.4)', animationDuration: '10.4s', animationDelay: '-120ms' },
    '&:nth-child(4)': { transform: 'scaleY(0.75)', animationDuration: '8.4s', animationDelay: '-700ms' },
  },
})
export const moving = style({
  selectors: {
    [`${bars} &`]: {
      animationName: dance,
      animationIterationCount: 'infinite',
      animationTimingFunction: 'ease-in-out',
    },
  },
  '@media': { [media.reduced]: { selectors: { [`${bars} &`]: { animationName: 'none' } } } },
})

export const tag = style({
  ...type(11, 500),
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  flex: 'none',
  height: 18,
  padding: '0 5px',
  borderRadius: 4,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  color: vars.muted,
})
export const leaf = style({ color: vars.muted, flex: 'none' })

export const ring = style({ flex: 'none', transform: 'rotate(-90deg)' })
export const ringTrack = style({ stroke: vars.track })
export const ringFill = style({ stroke: 'currentColor', transition: 'stroke-dashoffset 200ms linear' })

/** The letters are drawn, not text: the button around them has a name of its own. */
export const avatar = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  borderRadius: '50%',
  color: '#FFFFFF',
  fontWeight: 600,
  letterSpacing: 0,
  '::after': { content: 'attr(data-initials)' },
})
