// The engine of this device's settings, with what the browser gives it: the form to sign in has a theme already.
import { channelOf } from '#core/model/abilities.ts'
import { systemClock } from './api/transport/clock.ts'
import type { Engine, Report } from './engines/engine.ts'
import { createSettingsEngine } from './engines/settings/engine.ts'
import { openStore } from './engines/storage.ts'

/** @param left settings the visit before changed and could not write any more; undefined: none */
export function createOwnSettings(report: Report, left: unknown): Engine {
  const store = openStore('settings', 'kept')
  const others = channelOf(globalThis, 'settings')
  const settings = createSettingsEngine({
    clock: systemClock,
    report,
    load: () => store.get('settings'),
    update: (change) => store.update('settings', change),
    tell: (message) => others?.postMessage(message),
    left,
  })
  if (others) others.onmessage = ({ data }) => settings.hear(data)
  return settings
}
