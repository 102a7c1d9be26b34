/**
 * Remembers the settings of this device. They are read once when a log begins and written a moment after
 * they changed, 250 ms after the first change at the latest; what cannot be read counts as never set, what cannot
 * be written is tried again with the next change. Only what this tab changed is written, for another one may have
 * chosen something else meanwhile; what is chosen about downloads is told to it, since it may be the one that has them.
 */
import * as z from 'zod/mini'
import { settingDownloadsFollowed, settingRestored } from '#core/events/settings.ts'
import { SELF } from '#core/model/entities.ts'
import { later } from '#core/model/later.ts'
import { changedSettings, DownloadChoices, readSettings, Settings, withSettings } from '#core/model/settings.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'
import { planSettings } from './plan.ts'

const WRITE_AFTER_MS = 250

/** What one tab tells the others. */
const Told = later(() => z.object({ count: Settings.shape.parallelDownloads, choices: z.partial(DownloadChoices) }))

export interface SettingsEngine extends Engine {
  /** Another tab said something; what cannot be read is passed over. */
  hear(message: unknown): void
}

export function createSettingsEngine(parts: {
  readonly clock: Clock
  readonly report: Report
  readonly load: () => Promise<unknown>
  /** Puts what `change` makes of what is stored in its place, and nothing comes between. */
  readonly update: (change: (held: unknown) => unknown) => Promise<void>
  /** Tells the other tabs. */
  readonly tell: (message: z.infer<typeof Told>) => void
  /** Settings the visit before changed and could not write any more; undefined: none. */
  readonly left?: unknown
}): SettingsEngine {
  const { clock, report } = parts
  let { left } = parts
  let timer: Timer | null = null
  let unsaved: Settings | null = null
  /** What is stored, as far as this tab knows; null: nothing it knows of. */
  let base: Settings | null = null
  /** What this log restored or changed last; null until it restored anything. */
  let known: Settings | null = null

  /** @returns whether nothing is left to be written */
  async function save(): Promise<boolean> {
    if (timer !== null) clock.clearTimer(timer)
    timer = null
    const settings = unsaved
    if (!settings) return true
    const changes = changedSettings(base, settings)
    const before = base
    unsaved = null
    base = settings
    const isSaved = await parts
      .update((held) => {
        // What a tab of a newer build put there is not known here, and stays.
        return before && isKept(held) ? withSettings(held, changes, before) : withSettings(held, settings, null)
      })
      .then(
        () => true,
        () => false,
      )
    // It goes with the next change, unless another log has begun.
    if (!isSaved && base === settings) base = before
    return isSaved
  }

  async function restore(cause: number): Promise<void> {
    // A log that follows another one reads what the one before changed last.
    await save()
    const stored = await parts.load().catch(() => undefined)
    const held = readSettings(stored)
    // The visit before leaves what it changed; one of an earlier build left all.
    const last = z.safeParse(Settings, { ...held, ...(typeof left === 'object' ? left : {}) })
    const isLeft = left !== undefined && last.success
    left = undefined
    if (!isLeft) return report(settingRestored({ settings: held }), cause)
    const before = isKept(stored) ? held : null
    base = before
    unsaved = last.data
    const isSaved = await save()
    report(settingRestored({ settings: last.data }), cause)
    if (!isSaved) base = before
  }

  return {
    accept(event, state) {
      if (planSettings(event)) {
        known = null
        return void restore(event.seq)
      }
      const settings = state.get('setting', SELF) as Settings
      if (event.type === 'setting.restored') {
        known = settings
        base = settings
      } else if (known !== null && FOLLOWED.has(event.type)) {
        // The tab that chose it writes it down: this one would put back whatever else was chosen there.
        base = base && { ...base, ...changedSettings(known, settings) }
        if (unsaved) unsaved = settings
        known = settings
      }
      if (known === null || settings === known) return
      const { parallelDownloads: count, downloads: choices } = settings
      if (count !== known.parallelDownloads || choices !== known.downloads) parts.tell({ count, choices })
      known = settings
      unsaved = settings
      timer ??= clock.setTimer(() => void save(), WRITE_AFTER_MS)
    },
    hear(message) {
      const told = z.safeParse(Told, message)
      if (!told.success || known === null) return
      // One of an older build says nothing of what it does not know.
      const choices = { ...known.downloads, ...told.data.choices } as DownloadChoices
      report(settingDownloadsFollowed({ count: told.data.count, choices }), null)
    },
  }
}

const isKept = (held: unknown) => typeof held === 'object' && held !== null

/** Facts of what another tab chose. */
const FOLLOWED: ReadonlySet<string> = new Set(['setting.themeFollowed', 'setting.downloadsFollowed'])
