/**
 * Notices what the next visit needs and no worker may have written yet: settings and the queue, for a few seconds
 * after they changed.
 */
import { effect } from '@preact/signals-react'
import type { LastChanges } from '#core/model/lastChanges.ts'
import { SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { keptQueueOf } from '#core/reducers/keptQueue.ts'
import { peekState, single } from './entity.ts'
import { queue } from './player.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'

/** By then a worker has written it, on a busy machine too, ms. */
const WRITTEN_AFTER_MS = 5000

export interface LastChangesParts {
  /** ms, of any beginning. */
  now(): number
  /** Something is newer than what was left behind, here or by another tab. */
  changed(): void
}

/** @returns what would be lost if the page ended now, as text; null: nothing */
export function watchLastChanges({ now, changed }: LastChangesParts): () => string | null {
  let settingsAt = Number.NEGATIVE_INFINITY
  let queueAt = Number.NEGATIVE_INFINITY
  const pending = single('queuePending')
  // What stands there at the beginning is no change.
  watch(
    () => settings.value,
    (one) => {
      // What a state begins with, before what was kept is read: written down it would replace that.
      if (JSON.stringify(one) === JSON.stringify(SETTINGS_DEFAULT)) return
      settingsAt = now()
      changed()
    },
  )
  watch(
    () => [queue.value, pending.value] as const,
    (one, before) => {
      const isEmpty = ([{ items }, { choices }]: typeof one) => items.length + choices.length === 0
      if (isEmpty(one) && isEmpty(before)) return
      queueAt = now()
      changed()
    },
  )
  return () => {
    const isFresh = (at: number) => now() - at < WRITTEN_AFTER_MS
    const playerid = session.peek().claims?.playerid
    const left: LastChanges = {
      ...(isFresh(settingsAt) ? { settings: settings.peek() } : {}),
      ...(isFresh(queueAt) && playerid !== undefined ? { queue: queueOf(playerid) } : {}),
    }
    return Object.keys(left).length > 0 ? JSON.stringify(left) : null
  }
}

function queueOf(playerid: string): NonNullable<LastChanges['queue']> {
  const { choices } = single('queuePending').peek()
  const waiting = choices.flatMap((choice) =>
    choice.kind === 'next' || choice.kind === 'bottom' ? [{ ...choice, kind: choice.kind }] : [],
  )
  return { playerid, kept: keptQueueOf(peekState()), waiting }
}

/** Calls `changed` when it is another than before. A queue may be long: nobody compares what is in it. */
function watch<T>(read: () => T, changed: (now: T, before: T) => void): void {
  let before: T | undefined
  effect(() => {
    const now = read()
    if (before !== undefined) changed(now, before)
    before = now
  })
}
