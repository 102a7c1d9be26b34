/**
 * Notices what the next visit needs and no worker may have written yet: settings and the queue, for a few seconds
 * after they changed.
 */
import { effect } from '@preact/signals-react'
import { type LastChanges, readLastChanges } from '#core/model/lastChanges.ts'
import { changedSettings, SETTINGS_DEFAULT } from '#core/model/settings.ts'
import { keptQueueOf, waitingOf } from '#core/reducers/playback/keptQueue.ts'
import { peekState, single } from './entity.ts'
import { isPlaying, queue } from './player.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'

/** By then a worker has written it, on a busy machine too, ms. */
const WRITTEN_AFTER_MS = 5000

export interface LastChangesParts {
  /** ms, of any beginning. */
  now(): number
  /** What lies there as text: another tab left it since this page began, or nobody did. */
  lying(): string | null
  /** Puts a text there, or with null nothing. */
  leave(text: string | null): void
}

export interface WatchedChanges {
  /** Leaves behind what would be lost if the page ended now. */
  leave(): void
  /** The settings as they are now lie in the browser: nobody changed them here. */
  read(): void
  /** No queue is to come back that lies in the browser. */
  takeQueueAway(): void
}

/**
 * A change here takes away what another tab left of the same setting or queue before; what still lies there when this
 * page ends came after it, and stays. A page that is heard takes away the queue too: the next visit is to find its own
 * (H-136).
 */
export function watchLastChanges({ now, lying, leave }: LastChangesParts): WatchedChanges {
  const put = (changes: LastChanges) => leave(Object.keys(changes).length > 0 ? JSON.stringify(changes) : null)
  let settingsAt = Number.NEGATIVE_INFINITY
  /** Which of them changed since then, or a moment before. */
  const others = new Set<string>()
  const isFresh = (at: number) => now() - at < WRITTEN_AFTER_MS
  let queueAt = Number.NEGATIVE_INFINITY
  let begun = peekState()
  const pending = single('queuePending')
  // What stands there at the beginning is no change.
  watch(
    () => settings.value,
    (one, before) => {
      // What a state begins with, before what was kept is read: written down it would replace that.
      const isBeginning = begun !== peekState()
      begun = peekState()
      if (isBeginning && JSON.stringify(one) === JSON.stringify(SETTINGS_DEFAULT)) return
      const changed = Object.keys(changedSettings(before, one))
      if (changed.length === 0) return
      if (isBeginning || !isFresh(settingsAt)) others.clear()
      for (const key of changed) others.add(key)
      settingsAt = now()
      const { settings: left, ...rest } = readLastChanges(lying())
      const still = isObject(left) ? only((key) => !changed.includes(key), left) : {}
      put({ ...rest, ...(Object.keys(still).length > 0 ? { settings: still } : {}) })
    },
  )
  watch(
    () => [queue.value, pending.value] as const,
    (one, before) => {
      const isEmpty = ([{ items }, { choices }]: typeof one) => items.length + choices.length === 0
      if (isEmpty(one) && isEmpty(before)) return
      queueAt = now()
      takeQueueAway()
    },
  )
  watch(() => isPlaying.value, takeQueueAway)
  function takeQueueAway(): void {
    const { queue: left, ...rest } = readLastChanges(lying())
    if (left) put(rest)
  }
  return {
    takeQueueAway,
    leave() {
      const playerid = session.peek().claims?.playerid
      if (isPlaying.peek()) takeQueueAway()
      const lies = readLastChanges(lying())
      const mine = isFresh(settingsAt) ? only((key) => others.has(key), settings.peek()) : {}
      const both = { ...mine, ...(isObject(lies.settings) ? lies.settings : {}) }
      put({
        ...(isFresh(queueAt) && playerid !== undefined
          ? { queue: { playerid, kept: keptQueueOf(peekState()), waiting: waitingOf(peekState()) } }
          : {}),
        ...lies,
        ...(Object.keys(both).length > 0 ? { settings: both } : {}),
      })
    },
    read() {
      settingsAt = Number.NEGATIVE_INFINITY
    },
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Another tab may have changed all else meanwhile. */
function only(isWanted: (key: string) => boolean, all: object): object {
  return Object.fromEntries(Object.entries(all).filter(([key]) => isWanted(key)))
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
