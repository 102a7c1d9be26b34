/**
 * Keeps the queue, with what waits to be queued until its songs are known, the song and where it stood on this device
 * (D-109), for after a reload, a crash or an expired session. The queue is written a second after it changed, the song
 * and the position as soon as they are told: a list of thousands is not written again for each of its songs. Who signs
 * out takes it along: the next person must not see it. What cannot be read or written costs the memory, nothing more.
 *
 * Several tabs keep one queue. Each write gives the position a mark of its own, by which a tab knows whether another
 * one wrote since: one that is heard then writes its queue again, one that is not leaves alone what was heard (H-136).
 */
import type { AppEvent } from '#core/events/index.ts'
import { queueReleaseAdded, queueRestored } from '#core/events/queue.ts'
import type { QueueItem, QueueState } from '#core/model/entities.ts'
import type { LastChanges } from '#core/model/lastChanges.ts'
import { type KeptWaiting, readKeptQueue, readKeptWaiting } from '#core/model/playback/keptQueue.ts'
import { keptQueueOf, waitingOf } from '#core/reducers/playback/keptQueue.ts'
import type { ReadonlyStore } from '#core/reducers/store.ts'
import type { Clock, Timer } from '#workers/api/transport/clock.ts'
import type { Engine, Report } from '../engine.ts'

const WRITE_AFTER_MS = 1000

export interface KeptQueueParts {
  readonly clock: Clock
  readonly report: Report
  readonly mint: () => string
  readonly load: (key: string) => Promise<unknown>
  /** Writes, or removes with null. */
  readonly save: (key: string, value: unknown) => Promise<void>
  /** Reads and writes in one step that no other tab comes between. */
  readonly update: (key: string, change: (held: unknown) => unknown) => Promise<void>
  /** What the visit before could not write any more. */
  readonly left?: LastChanges['queue']
}

interface Owner {
  readonly playerid: string
  /** The queue as it was written, or read; undefined until it was read, null when nothing was there. */
  queue: QueueState | null | undefined
  /** Of it the item that is selected. */
  item: QueueItem | undefined
  /** What waited then to be queued; null: nothing. */
  waiting: readonly unknown[] | null
  /** The song and where it stood as they were told, in s; undefined until they were, null without a song. */
  stand: Stand | null | undefined
  /** The mark of what it read or wrote last; undefined where none was there. */
  mark: string | undefined
  isPlaying: boolean
}

interface Stand {
  readonly song: string
  readonly position: number
}

/**
 * What of a player is asked of the device in answer to an event: a pure function, which a replay holds against the log.
 * Whoever has it already does not read it again; what is written is not told.
 */
export const planKeptQueue = (event: AppEvent): { readonly ask: 'restore'; readonly playerid: string } | null =>
  event.type === 'session.started' ? { ask: 'restore', playerid: event.payload.claims.playerid } : null

export function createKeptQueueEngine({ clock, report, mint, load, save, update, ...parts }: KeptQueueParts): Engine {
  let left = parts.left
  let owner: Owner | null = null
  let timer: Timer | null = null
  /** The queue is read when it is written: while thousands are added it changes far more often. */
  let unsaved: { readonly one: Owner; readonly read: () => object | null } | null = null
  /** What is asked of the store stands in line. */
  let working: Promise<unknown> = Promise.resolve()

  const inLine = (work: () => Promise<unknown>) => {
    working = working.then(work).catch(() => undefined)
  }

  /**
   * Writes where the song stands, as this tab's.
   * @returns whether it did, and whether another tab had written since this one did last
   */
  async function claim(one: Owner, isHeard: boolean): Promise<{ done: boolean; wasOthers: boolean }> {
    const mark = mint()
    let came = { done: false, wasOthers: false }
    await update(positionKey(one.playerid), (value) => {
      const { mark: held, heard: wasHeard } = markOf(value)
      const wasOthers = held !== one.mark
      came = { done: isHeard || !wasOthers || !wasHeard, wasOthers }
      return came.done ? { ...one.stand, mark, heard: isHeard } : value
    })
    if (came.done) one.mark = mark
    return came
  }

  async function restore(one: Owner, cause: number): Promise<void> {
    const last = left?.playerid === one.playerid ? left : null
    left = undefined
    const read = Promise.all([last ? last.kept : load(queueKey(one.playerid)), load(positionKey(one.playerid))])
    const [queue, position] = await read.catch(() => [undefined, undefined])
    one.mark ??= markOf(position).mark
    if (last)
      inLine(async () => {
        await claim(one, true)
        await save(queueKey(one.playerid), storedOf(last.kept, last.waiting))
      })
    const kept = readKeptQueue(queue, position, last ? 'queue' : 'position')
    if (owner !== one) return
    // What was read needs no writing.
    if (kept && !last) one.stand ??= { song: kept.song, position: kept.position }
    if (kept) report(queueRestored({ queue: kept, requestId: mint() }), cause)
    else one.queue ??= null
    // What was wanted then is wanted still: its songs are asked for again.
    for (const { kind, releaseid, itemId, trackid } of last?.waiting ?? readKeptWaiting(queue))
      report(
        queueReleaseAdded({ releaseid, itemId, place: kind, ...(trackid === undefined ? {} : { trackid }) }),
        cause,
      )
  }

  function write(): void {
    if (timer !== null) clock.clearTimer(timer)
    timer = null
    const work = unsaved
    unsaved = null
    if (!work) return
    const { one, read } = work
    const { isPlaying } = one
    const value = read()
    inLine(async () => {
      const { done } = await claim(one, isPlaying)
      if (done) await save(queueKey(one.playerid), value)
    })
  }

  function writeSoon(one: Owner, state: ReadonlyStore): void {
    unsaved = { one, read: () => storedOf(keptQueueOf(state), waitingOf(state)) }
    timer ??= clock.setTimer(write, WRITE_AFTER_MS)
  }

  function forget(playerid: string): void {
    if (timer !== null) clock.clearTimer(timer)
    timer = unsaved = null
    inLine(() => save(queueKey(playerid), null))
    inLine(() => save(positionKey(playerid), null))
  }

  function note(one: Owner, state: ReadonlyStore, event: AppEvent): void {
    const queue = state.single('queue')
    const { song, isPlaying } = state.single('player')
    // Another tab may have written meanwhile: what is heard last is what the next visit finds.
    const isHeardAgain = isPlaying && !one.isPlaying
    // Paused by the person it was heard until now; by itself it gives way to another tab.
    const isPausedHere = one.isPlaying && !isPlaying && event.type === 'player.toggled'
    one.isPlaying = isPlaying
    const item = selectedIn(state)
    const waiting = waitsIn(state)
    const isWritten =
      waiting === one.waiting &&
      (queue === one.queue || (item === one.item && isOfOtherSongAlone(one.queue, queue, song?.uuid)))
    one.queue = queue
    one.waiting = waiting
    one.item = item
    if (!isWritten || isHeardAgain) writeSoon(one, state)
    const { position } = state.single('playStand')
    const stands = song ? { song: song.uuid, position } : null
    if (isSame(stands, one.stand) && !isHeardAgain && !isPausedHere) return
    // Where no song is selected any more the one that was must not come back.
    one.stand = stands
    inLine(async () => {
      const { done, wasOthers } = await claim(one, isPlaying || isPausedHere)
      if (done && wasOthers && owner === one) writeSoon(one, state)
    })
  }

  return {
    before(event) {
      if (event.type !== 'session.ended' || !unsaved) return
      // The event empties the queue.
      const value = unsaved.read()
      unsaved = { ...unsaved, read: () => value }
    },
    accept(event, state) {
      const asked = planKeptQueue(event)
      if (asked) {
        const { playerid } = asked
        if (owner?.playerid === playerid) return
        write()
        owner = {
          playerid,
          queue: undefined,
          item: undefined,
          waiting: null,
          stand: undefined,
          mark: undefined,
          isPlaying: false,
        }
        return void restore(owner, event.seq)
      }
      if (event.type === 'session.ended') {
        if (owner && event.payload.reason !== 'expired') forget(owner.playerid)
        else write()
        owner = null
      }
      if (!owner) return
      // What was read needs no writing; what was chosen before it was read is newer.
      if (event.type === 'queue.restored' && owner.queue === undefined) {
        owner.queue = state.single('queue')
        owner.item = selectedIn(state)
      }
      if (owner.queue !== undefined || state.single('queue').items.length > 0) note(owner, state, event)
    },
  }
}

const selectedIn = (state: ReadonlyStore) => state.get('queueItem', state.single('queue').selectedItem ?? '')

/** What waits, some of it to be queued: the same array until that is another; null without. */
function waitsIn(state: ReadonlyStore): readonly unknown[] | null {
  const { choices } = state.single('queuePending')
  return choices.some(({ kind }) => kind === 'next' || kind === 'bottom') ? choices : null
}

/** The queue as it is stored; null when there is nothing of it. */
const storedOf = (kept: unknown, waiting: readonly KeptWaiting[]): object | null =>
  waiting.length === 0 ? ((kept ?? null) as object | null) : { history: [], items: [], ...(kept as object), waiting }

/** Whether of two queues nothing differs but the song that is selected, and the position says which that is. */
const isOfOtherSongAlone = (one: QueueState | null | undefined, other: QueueState, song: string | undefined): boolean =>
  one?.items === other.items &&
  one.history === other.history &&
  one.selectedSong !== other.selectedSong &&
  other.selectedSong === song

const isSame = (one: Stand | null, other: Stand | null | undefined): boolean =>
  one?.song === other?.song && one?.position === other?.position && (one === null) === (other === null)

/** Whose write it was, and whether that tab was heard; earlier builds leave neither. */
function markOf(stored: unknown): { mark: string | undefined; heard: boolean } {
  const { mark, heard } = (stored ?? {}) as { mark?: unknown; heard?: unknown }
  return { mark: typeof mark === 'string' ? mark : undefined, heard: heard === true }
}

const queueKey = (playerid: string) => `queue.${playerid}`
const positionKey = (playerid: string) => `queueAt.${playerid}`
