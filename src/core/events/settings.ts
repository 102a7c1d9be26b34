// What can happen to the settings of this device.
import * as z from 'zod/mini'
import { Settings } from '../model/settings.ts'
import { defineEvent } from './define.ts'

export const settingRestored = defineEvent('setting.restored', { settings: Settings }, { kind: 'fact', heard: true })
export const settingSidebarToggled = defineEvent('setting.sidebarToggled', { open: z.boolean() }, { kind: 'wish' })
export const settingFormatChosen = defineEvent(
  'setting.formatChosen',
  { format: z.enum(['wav', 'mp3']) },
  { kind: 'wish' },
)
/** 1 to 6 (D-153). */
export const settingParallelDownloadsChosen = defineEvent(
  'setting.parallelDownloadsChosen',
  { count: z.int().check(z.gte(1), z.lte(6)) },
  { kind: 'wish' },
)
