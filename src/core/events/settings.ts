// What can happen to the settings of this device.
import * as z from 'zod/mini'
import { AudioFormat } from '../model/catalogue/release.ts'
import { COLUMN_MIN_PX, DOWNLOAD_CONCURRENCY_MAX } from '../model/constants.ts'
import { DownloadChoices, Settings, TableName } from '../model/settings.ts'
import { Theme } from '../model/theme.ts'
import { defineEvent } from './define.ts'

export const settingRestored = defineEvent('setting.restored', () => ({ settings: Settings }), {
  kind: 'fact',
  heard: true,
  follows: ['downloads'],
  personal: ['settings.downloads.nameTemplate'],
})
export const settingSidebarToggled = defineEvent('setting.sidebarToggled', () => ({ open: z.boolean() }), {
  kind: 'wish',
})
export const settingFormatChosen = defineEvent('setting.formatChosen', () => ({ format: AudioFormat }), {
  kind: 'wish',
})
/** 1 to 6 (D-153). */
export const settingParallelDownloadsChosen = defineEvent(
  'setting.parallelDownloadsChosen',
  () => ({ count: z.int().check(z.gte(1), z.lte(DOWNLOAD_CONCURRENCY_MAX)) }),
  { kind: 'wish', follows: ['downloads'] },
)
/** Some of what a person may choose about downloads; the rest stays. */
export const settingDownloadsChosen = defineEvent(
  'setting.downloadsChosen',
  () => ({ choices: z.partial(DownloadChoices) }),
  { kind: 'wish', follows: ['downloads'], personal: ['choices.nameTemplate'] },
)
/** What another tab chose about downloads, whole: whichever tab has the jobs does as the person said last. */
export const settingDownloadsFollowed = defineEvent(
  'setting.downloadsFollowed',
  () => ({ count: z.int().check(z.gte(1), z.lte(DOWNLOAD_CONCURRENCY_MAX)), choices: DownloadChoices }),
  { kind: 'fact', heard: true, follows: ['downloads'], personal: ['choices.nameTemplate'] },
)
/** Cards or rows in every gallery (GALLERY-002). */
export const settingListViewChosen = defineEvent('setting.listViewChosen', () => ({ list: z.boolean() }), {
  kind: 'wish',
})
/** One per drag, at its end (TABLE-004). Width in px. */
export const settingColumnResized = defineEvent(
  'setting.columnResized',
  () => ({
    table: TableName,
    column: z.string().check(z.minLength(1), z.maxLength(40)),
    width: z.int().check(z.gte(COLUMN_MIN_PX), z.lte(4000)),
  }),
  { kind: 'wish' },
)
/** Whether the next song begins when one ends; chosen in the settings, where no song need be. */
export const settingAutoPlayChosen = defineEvent('setting.autoPlayChosen', () => ({ on: z.boolean() }), {
  kind: 'wish',
})
/** Whether keys of one character do anything (WCAG 2.1.4). */
export const settingShortcutsToggled = defineEvent('setting.shortcutsToggled', () => ({ on: z.boolean() }), {
  kind: 'wish',
})
/** Whether releases one goes through are heard at one loudness. */
export const settingLevelledToggled = defineEvent('setting.levelledToggled', () => ({ on: z.boolean() }), {
  kind: 'wish',
})
/** How the player looks on this device. */
export const settingThemeChosen = defineEvent('setting.themeChosen', () => ({ theme: Theme }), {
  kind: 'wish',
  heard: true,
})
/** The mark in the browser says another theme than the state: another tab chose it, or it was chosen last. */
export const settingThemeFollowed = defineEvent('setting.themeFollowed', () => ({ theme: Theme }), {
  kind: 'fact',
  heard: true,
})
