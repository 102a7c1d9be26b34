import { keyframes } from '@vanilla-extract/css'

/** How what slides in elsewhere comes with reduced motion: it stands where it belongs, and can be seen. */
export const fade = keyframes({ from: { opacity: 0 } })
