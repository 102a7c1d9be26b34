import { style } from '@vanilla-extract/css'
import { media } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'

/** A dialog that holds a form or a search: the panel, the line with its title and its way out, the title. */
export const panel = style({
  width: 'min(480px, 100%)',
  padding: 24,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  '@media': { [media.phone]: { padding: '20px 16px calc(16px + env(safe-area-inset-bottom))' } },
})
export const head = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  margin: '-4px -8px 16px 0',
})
export const title = style({ ...type(20, 600) })
