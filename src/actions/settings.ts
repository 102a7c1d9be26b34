import { wish } from '#bridge/dispatch.ts'
import { settingFormatChosen, settingParallelDownloadsChosen, settingSidebarToggled } from '#core/events/settings.ts'
import type { AudioFormat } from '#core/model/release.ts'

export function setSidebarOpen(open: boolean): void {
  wish(settingSidebarToggled({ open }))
}

export function choosePreferredFormat(format: AudioFormat): void {
  wish(settingFormatChosen({ format }))
}

/** @param count 1 to 6 */
export function chooseParallelDownloads(count: number): void {
  wish(settingParallelDownloadsChosen({ count }))
}
