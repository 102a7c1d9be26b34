// How the player looks on this device.
import * as z from 'zod/mini'

/** `system` follows what the device prefers, more contrast included; `contrast` takes light or dark from it. */
export const Theme = z.enum(['system', 'light', 'dark', 'contrast'])
export type Theme = z.infer<typeof Theme>
