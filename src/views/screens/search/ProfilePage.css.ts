import { style } from '@vanilla-extract/css'
import { media, vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

export const profileHead = style({ display: 'flex', alignItems: 'center', gap: 20, padding: '16px 0 4px' })
export const profileKind = style({ ...type(12, 500), color: vars.muted })
export const profileName = style({
  ...type(28, 600),
  overflowWrap: 'anywhere',
  '@media': { [media.phone]: { fontSize: 20, lineHeight: '28px', letterSpacing: '-0.018em' } },
})
