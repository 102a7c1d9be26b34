import { wish } from '#bridge/dispatch.ts'
import { settingFormatChosen, settingParallelDownloadsChosen, settingSidebarToggled } from '#core/events/settings.ts'
import { DOWNLOAD_CONCURRENCY_MAX } from '#core/model/constants.ts'
import type { AudioFormat } from '#core/model/release.ts'

export function setSidebarOpen(open: boolean): void {
  wish(settingSidebarToggled({ open }))
}

export function choosePreferredFormat(format: AudioFormat): void {
  wish(settingFormatChosen({ format }))
}

/** @param count 1 to 6; rounded and held within (D-153) */
export function chooseParallelDownloads(count: number): void {
  const whole = Math.round(Math.min(DOWNLOAD_CONCURRENCY_MAX, Math.max(1, count || 1)))
  wish(settingParallelDownloadsChosen({ count: whole }))
}
