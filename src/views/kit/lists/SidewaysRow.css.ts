import { style } from '@vanilla-extract/css'

/** A control that is cut off fades out: the row goes on. */
const FADE = '28px'
const over = (sides: string) => `linear-gradient(to right, ${sides})`

export const row = style({
  scrollbarWidth: 'none',
  // What has the focus is scrolled clear of it.
  scrollPaddingInline: FADE,
  selectors: {
    '&[data-more="behind"]': { maskImage: over(`#000 calc(100% - ${FADE}), transparent`) },
    '&[data-more="before"]': { maskImage: over(`transparent, #000 ${FADE}`) },
    '&[data-more="both"]': { maskImage: over(`transparent, #000 ${FADE}, #000 calc(100% - ${FADE}), transparent`) },
  },
})
