import { wish } from '#bridge/dispatch.ts'
import {
  settingAutoPlayChosen,
  settingColumnResized,
  settingDownloadsChosen,
  settingFormatChosen,
  settingLevelledToggled,
  settingListViewChosen,
  settingParallelDownloadsChosen,
  settingShortcutsToggled,
  settingSidebarToggled,
  settingThemeChosen,
} from '#core/events/settings.ts'
import type { AudioFormat } from '#core/model/catalogue/release.ts'
import { COLUMN_MIN_PX, DOWNLOAD_CONCURRENCY_MAX } from '#core/model/constants.ts'
import type { DownloadChoices, TableName } from '#core/model/settings.ts'
import type { Theme } from '#core/model/theme.ts'
import { askForNotifications, canNotify } from '#platform/notifications.ts'

export function setSidebarOpen(open: boolean): void {
  wish(settingSidebarToggled({ open }))
}

/** Whether keys of one character do anything; Space, arrows and what a control needs are not affected. */
export function allowShortcuts(on: boolean): void {
  wish(settingShortcutsToggled({ on }))
}

/** Whether releases one goes through are heard at one loudness; from the next one on. */
export function levelAuditions(on: boolean): void {
  wish(settingLevelledToggled({ on }))
}

/** How the player looks on this device, in every tab of it. */
export function chooseTheme(theme: Theme): void {
  wish(settingThemeChosen({ theme }))
}

/** Whether the next song begins when one ends, with a song or without. */
export function chooseAutoPlay(on: boolean): void {
  wish(settingAutoPlayChosen({ on }))
}

/** Shows every gallery as rows, or as cards. */
export function chooseListView(list: boolean): void {
  wish(settingListViewChosen({ list }))
}

/** Keeps the width a column was dragged to. @param width px; rounded, at least COLUMN_MIN_PX (D-084) */
export function resizeColumn(table: TableName, column: string, width: number): void {
  wish(settingColumnResized({ table, column, width: Math.max(COLUMN_MIN_PX, Math.round(width)) }))
}

export function choosePreferredFormat(format: AudioFormat): void {
  wish(settingFormatChosen({ format }))
}

/** Changes some of the choices about downloads. */
export function chooseDownloads(choices: Partial<DownloadChoices>): void {
  wish(settingDownloadsChosen({ choices }))
}

/** Whether it can be said through the system here when all downloads are there. */
export const canChooseDownloadNotice = (): boolean => canNotify()

/**
 * Whether the system may say when all downloads are there. To be called in a press alone: the browser asks the
 * person. Stays off where the person or the browser refuses.
 */
export async function chooseDownloadNotice(on: boolean): Promise<void> {
  chooseDownloads({ notify: on && (await askForNotifications()) })
}

/** @param count 1 to 6; rounded and held within (D-153) */
export function chooseParallelDownloads(count: number): void {
  const whole = Math.round(Math.min(DOWNLOAD_CONCURRENCY_MAX, Math.max(1, count || 1)))
  wish(settingParallelDownloadsChosen({ count: whole }))
}
