/**
 * Remembers the settings of this device. They are read once when a log begins and written a moment after
 * they changed, 250 ms after the first change at the latest; what cannot be read counts as never set, what cannot
 * be written is tried again with the next change.
 */
import * as z from 'zod/mini'
import { settingRestored } from '#core/events/settings.ts'
import { SELF } from '#core/model/entities.ts'
import { SETTINGS_DEFAULT, Settings } from '#core/model/settings.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { planSettings } from './plan.ts'

const WRITE_AFTER_MS = 250

export function createSettingsEngine(parts: {
  readonly clock: Clock
  readonly report: Report
  readonly load: () => Promise<unknown>
  readonly save: (settings: Settings) => Promise<void>
  /** What the visit before could not write any more; undefined: nothing. */
  readonly left?: unknown
}): Engine {
  const { clock, report } = parts
  let { left } = parts
  let timer: Timer | null = null
  let unsaved: Settings | null = null
  /** What this log restored or changed last; null until it restored anything. */
  let known: Settings | null = null

  async function save(): Promise<void> {
    if (timer !== null) clock.clearTimer(timer)
    timer = null
    const settings = unsaved
    unsaved = null
    if (settings) await parts.save(settings).catch(() => undefined)
  }

  async function restore(cause: number): Promise<void> {
    // A log that follows another one reads what the one before changed last.
    await save()
    const last = left === undefined ? null : z.safeParse(Settings, left)
    left = undefined
    if (last?.success) {
      unsaved = last.data
      await save()
      return report(settingRestored({ settings: last.data }), cause)
    }
    const held = z.safeParse(Settings, (await parts.load().catch(() => undefined)) ?? {})
    report(settingRestored({ settings: held.success ? held.data : SETTINGS_DEFAULT }), cause)
  }

  return {
    accept(event, state) {
      if (planSettings(event)) {
        known = null
        return void restore(event.seq)
      }
      const settings = state.get('setting', SELF) as Settings
      // What was followed lies in the browser already, and the tab that chose it writes it down: this one would put back
      // whatever else was chosen there.
      if (event.type === 'setting.restored' || (event.type === 'setting.themeFollowed' && known !== null))
        known = settings
      if (known === null || settings === known) return
      known = settings
      unsaved = settings
      timer ??= clock.setTimer(() => void save(), WRITE_AFTER_MS)
    },
  }
}
