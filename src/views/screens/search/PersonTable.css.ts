import { globalStyle, style } from '@vanilla-extract/css'
import { vars } from '../../theme/tokens.css.ts'
import { type } from '../../theme/type.ts'
import { row } from './rows.css.ts'

const HEAD_PX = 36

const grid = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 16,
  gridTemplateColumns: '40px var(--column-name, minmax(60px, 1fr)) var(--column-releases, minmax(60px, 160px)) 1fr',
  '@container': {
    '(max-width: 759.98px)': { gridTemplateColumns: '40px minmax(0, 1fr) 110px' },
    '(max-width: 479.98px)': { gridTemplateColumns: '40px minmax(0, 1fr) 64px', columnGap: 12 },
  },
} as const
export const table = style({ minWidth: 0, marginTop: 12 })
/** Under the tabs, and as wide as what is pointed at below it. */
export const headGroup = style({
  position: 'sticky',
  top: 48,
  zIndex: 2,
  margin: '0 -12px',
  padding: '0 12px',
  background: vars.canvas,
})
export const tableHead = style({
  ...grid,
  ...type(12, 500),
  height: HEAD_PX,
  color: vars.faint,
  boxShadow: `0 1px ${vars.hairline}`,
})
export const headCell = style({ position: 'relative', minWidth: 0 })
export const tableRow = style([row, { ...grid, gap: undefined }])
// The page counts on its tabs alone.
globalStyle(`${tableRow} a`, { scrollMarginTop: HEAD_PX })
export const cell = style({ minWidth: 0 })
export const number = style({ ...type(14), color: vars.muted })
