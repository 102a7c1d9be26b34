// How the player looks on this device.
import * as z from 'zod/mini'
import { later } from './later.ts'

/** `system` follows what the device prefers, more contrast included; `contrast` takes light or dark from it. */
export const Theme = later(() => z.enum(['system', 'light', 'dark', 'contrast']))
export type Theme = z.infer<typeof Theme>
