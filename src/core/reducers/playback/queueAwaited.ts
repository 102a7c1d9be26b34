/**
 * What is chosen to play or to be queued, and waits in `queuePending` until its songs are known. Thousands may wait, and
 * each of them comes by an event of its own.
 */
import type { ReleaseDetail } from '../../model/catalogue/release.ts'
import { type PendingChoice, type QueueSong, type QueueState, SELF } from '../../model/entities.ts'
import { NOT_QUEUED } from '../../model/playback/notQueued.ts'
import { addNotice } from '../notices.ts'
import type { Store } from '../store.ts'
import { isPlay, playable } from './queueReading.ts'

/** So many items can be gone back to. */
const HISTORY_MAX = 200

type ReleaseChoice = Exclude<PendingChoice, { kind: 'playlist' }>

/** Whether a choice is of this release. */
export const isOf =
  (releaseid: string) =>
  (choice: PendingChoice): choice is ReleaseChoice =>
    choice.kind !== 'playlist' && choice.releaseid === releaseid

/** Plays or queues a release, or has it wait for its songs and for those that were chosen before it. */
export function choose(state: Store, choice: ReleaseChoice): void {
  const detail = state.get('detail', choice.releaseid)?.release
  const { choices } = state.single('queuePending')
  // A playlist that waits takes the place of the queue: what is added meanwhile follows it.
  const isOvertaking = choices.some(({ kind }) => kind === choice.kind || kind === 'playlist')
  if (detail && choice.kind === 'play') return play(state, choice, detail)
  if (detail && !isOvertaking) return enqueue(state, [[choice, detail]])
  if (choice.kind === 'play') dropAwaited(state)
  state.set('queuePending', SELF, { choices: [...state.single('queuePending').choices, choice] })
}

/**
 * Takes in what waited and is known by now. Of what goes to the same place none overtakes another: they stand in the
 * order they were chosen in, not in that in which the network brought them (D-107). What was chosen behind a playlist
 * that waits follows that, and waits for it.
 */
export function takeIn(state: Store): void {
  const { choices } = state.single('queuePending')
  const ready: [ReleaseChoice, ReleaseDetail][] = []
  const taken = new Set<PendingChoice>()
  const blocked = new Set<PendingChoice['kind']>()
  for (const choice of choices) {
    if (choice.kind === 'playlist') break
    // Of thousands that wait behind one nobody looks whether they are known.
    if (blocked.has(choice.kind)) continue
    const release = state.get('detail', choice.releaseid)?.release
    if (release) ready.push([choice, release])
    if (release) taken.add(choice)
    else blocked.add(choice.kind)
  }
  if (ready.length === 0) return
  const areFirst = choices.slice(0, ready.length).every((choice) => taken.has(choice))
  const left = areFirst ? choices.slice(ready.length) : choices.filter((choice) => !taken.has(choice))
  state.set('queuePending', SELF, { choices: left })
  let group: typeof ready = []
  for (const [choice, release] of ready) {
    if (choice.kind !== 'play') group.push([choice, release])
    else {
      enqueue(state, group)
      group = []
      play(state, choice, release)
    }
  }
  enqueue(state, group)
}

/** A release that cannot be had is waited for no longer; what should have been queued is said, once for many. */
export function drop(state: Store, releaseid: string): void {
  const { choices } = state.single('queuePending')
  const isLost = isOf(releaseid)
  const left = choices.filter((choice) => !isLost(choice))
  if (left.length === choices.length) return
  state.set('queuePending', SELF, { choices: left })
  const count = choices.filter((choice) => isLost(choice) && !isPlay(choice)).length
  if (count > 0) sayNotQueued(state, releaseid, count)
  takeIn(state)
}

function sayNotQueued(state: Store, releaseid: string, count: number): void {
  const before = state.get('notice', NOT_QUEUED)
  const all = count + Number(before?.detail.split('.')[1] ?? 0)
  addNotice(state, {
    id: NOT_QUEUED,
    category: 'hasError',
    notificationType: 'error',
    // Of a selection that reaches further than what was loaded no title may be known.
    subject: (state.get('release', releaseid) ?? state.get('detail', releaseid)?.release)?.title ?? '',
    detail: `queue.${all}`,
  })
}

/** Something newer was chosen: what waits to play no longer does; what waits to be queued still does (PLAYER-033). */
export function dropAwaited(state: Store): void {
  const { choices } = state.single('queuePending')
  const kept = choices.filter((choice) => !isPlay(choice))
  if (kept.length < choices.length) state.set('queuePending', SELF, { choices: kept })
}

/** Makes an item of a release, or of one song of it. @returns the chosen song; undefined, and no item, without one that can be played */
function addItem(state: Store, choice: ReleaseChoice, release: ReleaseDetail): QueueSong | undefined {
  const all = playable(release, choice.itemId)
  const song = chosenSong(choice, all)
  if (!song || state.get('queueItem', choice.itemId)) return
  const alone = choice.kind !== 'play' && choice.trackid !== undefined
  state.set('queueItem', choice.itemId, {
    uuid: choice.itemId,
    releaseid: release.releaseid,
    title: alone ? song.title : release.title,
    artist: alone ? song.artist : release.artist,
    thumbnail: release.thumbnail,
    songs: alone ? [song] : all,
  })
  return song
}

/** Puts releases behind what plays, or behind all else, and says what of them cannot be. Many at once write the queue once. */
function enqueue(state: Store, ready: readonly (readonly [ReleaseChoice, ReleaseDetail])[]): void {
  const queue = state.single('queue')
  const behind = queue.selectedItem === null ? 0 : queue.items.indexOf(queue.selectedItem) + 1
  const items = [...queue.items]
  const not: string[] = []
  for (const [choice, release] of ready)
    if (addItem(state, choice, release)) items.splice(choice.kind === 'next' ? behind : items.length, 0, choice.itemId)
    else if (!state.get('queueItem', choice.itemId)) not.push(release.releaseid)
  if (items.length > queue.items.length) state.patch('queue', SELF, { items })
  const [first] = not
  if (first !== undefined) sayNotQueued(state, first, not.length)
}

function play(state: Store, choice: ReleaseChoice, release: ReleaseDetail): void {
  dropAwaited(state)
  const song = addItem(state, choice, release)
  if (!song) return
  const queue = state.single('queue')
  state.set('queue', SELF, {
    items: [choice.itemId, ...queue.items.filter((id) => id !== queue.selectedItem)],
    history: queue.selectedItem === null ? queue.history : remembered(state, queue, [queue.selectedItem]),
    selectedItem: choice.itemId,
    selectedSong: song.uuid,
  })
}

function chosenSong(choice: ReleaseChoice, songs: readonly QueueSong[]): QueueSong | undefined {
  if ((choice.trackid ?? null) === null) return songs[0]
  return songs.find((song) => song.trackid === choice.trackid)
}

/**
 * The latest of what was heard, with these at its end; what came before is forgotten, so that days of playing do not
 * fill the state. Of the item that was selected it is known which song was (PLAYER-038).
 */
export function remembered(state: Store, queue: QueueState, passed: readonly string[]): readonly string[] {
  const { selectedItem, selectedSong } = queue
  const item = selectedItem === null ? undefined : state.get('queueItem', selectedItem)
  if (item && selectedSong !== null) {
    const { heard, ...rest } = item
    const isLast = item.songs.at(-1)?.uuid === selectedSong
    if (heard !== (isLast ? undefined : selectedSong))
      state.set('queueItem', item.uuid, isLast ? rest : { ...rest, heard: selectedSong })
  }
  const history = [...queue.history, ...passed]
  for (const id of history.slice(0, -HISTORY_MAX)) state.drop('queueItem', id)
  return history.slice(-HISTORY_MAX)
}
