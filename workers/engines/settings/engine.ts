/**
 * Remembers the settings of this device. They are read once when a log begins and written a moment after
 * they changed; what cannot be read counts as never set, what cannot be written is tried again with the next change.
 */
import * as z from 'zod/mini'
import { settingRestored } from '#core/events/settings.ts'
import { SELF } from '#core/model/entities.ts'
import { SETTINGS_DEFAULT, Settings } from '#core/model/settings.ts'
import type { Clock, Timer } from '#workers/api/clock.ts'
import type { Engine, Report } from '../engine.ts'

const WRITE_AFTER_MS = 250

export function createSettingsEngine(parts: {
  readonly clock: Clock
  readonly report: Report
  readonly load: () => Promise<unknown>
  readonly save: (settings: Settings) => Promise<void>
}): Engine {
  const { clock, report } = parts
  let timer: Timer | null = null
  let known: Settings | null = null

  async function restore(cause: number): Promise<void> {
    const held = z.safeParse(Settings, (await parts.load().catch(() => undefined)) ?? {})
    report(settingRestored({ settings: held.success ? held.data : SETTINGS_DEFAULT }), cause)
  }

  return {
    accept(event, state) {
      if (event.type === 'app.opened') return void restore(event.seq)
      const settings = state.get('setting', SELF) as Settings
      if (event.type === 'setting.restored') known = settings
      if (known === null || settings === known) return
      known = settings
      if (timer !== null) clock.clearTimer(timer)
      timer = clock.setTimer(() => {
        timer = null
        void parts.save(settings).catch(() => undefined)
      }, WRITE_AFTER_MS)
    },
  }
}
