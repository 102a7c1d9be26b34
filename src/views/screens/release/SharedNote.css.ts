import { style } from '@vanilla-extract/css'
import { media, radius, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { NARROW } from './release.css.ts'

export const note = style({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '4px 12px',
  alignItems: 'start',
  maxWidth: 640,
  marginTop: 14,
  padding: '10px 14px 10px 10px',
  borderRadius: radius.card,
  boxShadow: `inset 0 0 0 1px ${vars.hairline}`,
  '@media': { [media.phone]: { gridColumn: '1 / -1', margin: 0 } },
  '@container': { [NARROW]: { gridColumn: '1 / -1', margin: 0 } },
})
/** Over the songs of the dialog. */
export const inDialog = style({ margin: '16px 0 4px', maxWidth: 'none' })
export const words = style({ display: 'grid', minWidth: 0 })
export const who = style({ ...type(14, 500), color: vars.text, overflowWrap: 'anywhere' })
export const when = style({ ...type(13), color: vars.muted })
export const message = style({
  ...type(14),
  margin: '8px 0 0',
  color: vars.text,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
})
