/**
 * Flags and the archive. A wish only makes its targets busy; state follows each answer (D-117), and a
 * failure leaves everything as it was (FLAG-010, ARCHIVE-005). When the last target of a wish is settled,
 * what came of it is said once, with what takes it back.
 */
import type { AppEvent, PayloadOf } from '../events/index.ts'
import type { ReleaseCard, Song } from '../model/catalogue/release.ts'
import type { Marking } from '../model/entities.ts'
import { type Mark, type MarkTarget, targetId } from '../model/library/library.ts'
import { answered, decided, forget } from './decisions.ts'
import { sayFell, sayMarked, wayBack } from './libraryNotices.ts'
import { moveRelease } from './listMoves.ts'
import type { ReadonlyStore, Store } from './store.ts'

export function reduceLibrary(own: Store, event: AppEvent): void {
  switch (event.type) {
    case 'library.marksRequested':
      return begin(own, event.payload)
    case 'library.markAnswered':
      return answer(own, event.payload)
    case 'library.markFailed': {
      const marking = awaited(own, event.payload)
      const { fell } = event.payload
      if (marking) settle(own, { ...marking, marks: [], ...(fell ? { fell } : {}) })
      return
    }
    case 'session.ended': {
      for (const id of [...own.ids('marking')]) own.drop('marking', id)
      for (const id of [...own.ids('markRequest')]) own.drop('markRequest', id)
    }
  }
}

/** What is known of a release: its detail, or what a list said of it. */
export function knownRelease(state: ReadonlyStore, releaseid: string): Readonly<ReleaseCard> | undefined {
  return state.get('detail', releaseid)?.release ?? state.get('release', releaseid)
}

/** Whether a release or one of its songs is flagged (D-119). */
export function hasFlags(release: Pick<ReleaseCard, 'flagged' | 'flaggedtrackcount'>): boolean {
  return release.flagged || release.flaggedtrackcount > 0
}

function begin(own: Store, { requestId, changes, takesBack }: PayloadOf<'library.marksRequested'>): void {
  if (own.get('markRequest', requestId)) return
  const isWayBack = takesBack !== undefined && forget(own, takesBack)
  let begun: string | null = null
  let left = 0
  // What a wish makes of a whole release decides over its songs first: they are judged by the server alone.
  const whole = new Set(changes.flatMap(({ releaseid, trackid }) => (trackid === null ? [releaseid] : [])))
  for (const { releaseid, trackid, marks } of changes) {
    const id = targetId({ releaseid, trackid })
    const first = marks[0]
    const isBusy = (own.get('marking', id)?.marks.length ?? 0) > 0
    const isJudged = trackid === null || !whole.has(releaseid)
    if (first === undefined || isBusy || (isJudged && isMoot(own, { releaseid, trackid }, first))) continue
    own.set('marking', id, { requestId, releaseid, trackid, marks, done: [], before: null })
    begun ??= releaseid
    left++
  }
  if (left === 0) return
  own.set('markRequest', requestId, { left })
  if (!isWayBack) decided(own, { id: requestId, releaseid: begun, undo: null, jobs: [] })
}

/** True for a change that is there already, or that the state forbids: what is archived is not flagged (FLAG-008). */
function isMoot(own: Store, target: MarkTarget, mark: Mark): boolean {
  const release = knownRelease(own, target.releaseid)
  if (target.trackid !== null) {
    if (mark !== 'flagged' && mark !== 'unflagged') return true
    if (mark === 'flagged' && release?.archived) return true
    const song = songOf(own, target)
    return song !== undefined && song.flagged === (mark === 'flagged')
  }
  if (!release) return false
  if (mark === 'flagged') return release.archived || release.flagged
  if (mark === 'unflagged') return !hasFlags(release)
  return release.archived === (mark === 'archived')
}

function answer(own: Store, call: PayloadOf<'library.markAnswered'>): void {
  const marking = awaited(own, call)
  if (!marking) return
  const { releaseid, mark } = call
  const release = knownRelease(own, releaseid)
  const mayHaveFlags = release === undefined || hasFlags(release)
  const before = marking.before ?? flagsBefore(own, call)
  apply(own, call)
  // Archiving what is flagged also takes its flags, by a call of its own (ARCHIVE-003).
  const isFollowed = mark === 'archived' && mayHaveFlags && marking.marks[1] !== 'unflagged'
  const follow: readonly Mark[] = isFollowed ? ['unflagged'] : []
  const next = {
    ...marking,
    marks: [...follow, ...marking.marks.slice(1)],
    done: [...marking.done, mark],
    before,
  }
  if (next.marks.length === 0) settle(own, next)
  else own.set('marking', targetId(call), next)
}

/** The target whose call this answers; answers that fit none are dropped. */
function awaited(own: Store, call: PayloadOf<'library.markAnswered'>): Readonly<Marking> | undefined {
  const marking = own.get('marking', targetId(call))
  return marking?.requestId === call.requestId && marking.marks[0] === call.mark ? marking : undefined
}

function flagsBefore(own: Store, { releaseid, trackid, mark }: MarkTarget & { mark: Mark }): Marking['before'] {
  if (trackid !== null || (mark !== 'flagged' && mark !== 'unflagged')) return null
  const songs = own.get('detail', releaseid)?.release?.songs ?? []
  const tracks = songs.filter((song) => song.flagged).map((song) => song.trackid)
  const release = knownRelease(own, releaseid)
  return { release: release?.flagged ?? false, any: release !== undefined && hasFlags(release), tracks }
}

function apply(own: Store, { releaseid, trackid, mark }: MarkTarget & { mark: Mark }): void {
  if (trackid !== null) applyToSong(own, { releaseid, trackid }, mark === 'flagged')
  else if (mark === 'archived' || mark === 'restored')
    patchRelease(own, releaseid, () => ({ archived: mark === 'archived' }))
  else {
    const flagged = mark === 'flagged'
    const detail = own.get('detail', releaseid)
    const songs = detail?.release?.songs
    patchRelease(own, releaseid, (card) => ({
      flagged,
      flaggedtrackcount: flagged ? (songs?.length ?? card.trackcount + card.videocount) : 0,
    }))
    patchSongs(own, releaseid, () => flagged)
  }
  const release = knownRelease(own, releaseid)
  const inFlagged = release === undefined ? mark === 'flagged' : hasFlags(release)
  moveRelease(own, releaseid, {
    ...(mark === 'archived' ? { active: 'leaves', archived: 'joins' } : {}),
    ...(mark === 'restored' ? { active: 'joins', archived: 'leaves' } : {}),
    ...(mark === 'flagged' || mark === 'unflagged' ? { flagged: inFlagged ? 'joins' : 'leaves' } : {}),
  })
}

function applyToSong(own: Store, target: { releaseid: string; trackid: string }, flagged: boolean): void {
  // A song whose state is not known did change: the wish would have been moot otherwise.
  if (songOf(own, target)?.flagged !== flagged)
    patchRelease(own, target.releaseid, (card) => ({
      flaggedtrackcount: Math.max(0, card.flaggedtrackcount + (flagged ? 1 : -1)),
    }))
  patchSongs(own, target.releaseid, (song) => (song.trackid === target.trackid ? flagged : song.flagged))
}

/** Changes a release wherever it is held: as a card, as a detail. */
function patchRelease(
  own: Store,
  releaseid: string,
  change: (card: Readonly<ReleaseCard>) => Partial<ReleaseCard>,
): void {
  const card = own.get('release', releaseid)
  if (card) own.set('release', releaseid, { ...card, ...change(card) })
  const detail = own.get('detail', releaseid)
  if (detail?.release)
    own.set('detail', releaseid, { ...detail, release: { ...detail.release, ...change(detail.release) } })
}

function patchSongs(own: Store, releaseid: string, flagOf: (song: Readonly<Song>) => boolean): void {
  const detail = own.get('detail', releaseid)
  if (!detail?.release) return
  const songs = detail.release.songs.map((song) => {
    const flagged = flagOf(song)
    return flagged === song.flagged ? song : { ...song, flagged }
  })
  own.set('detail', releaseid, { ...detail, release: { ...detail.release, songs } })
}

function songOf(own: Store, { releaseid, trackid }: MarkTarget): Readonly<Song> | undefined {
  return own.get('detail', releaseid)?.release?.songs.find((song) => song.trackid === trackid)
}

/** Nothing more is awaited of this target; with the last one the wish is over and is said. */
function settle(own: Store, marking: Marking): void {
  own.set('marking', targetId(marking), marking)
  const { requestId } = marking
  const left = (own.get('markRequest', requestId)?.left ?? 1) - 1
  if (left > 0) return own.set('markRequest', requestId, { left })
  own.drop('markRequest', requestId)
  const settled: Marking[] = []
  for (const id of [...own.ids('marking')]) {
    const held = own.get('marking', id)
    if (held?.requestId !== requestId) continue
    settled.push(held)
    own.drop('marking', id)
  }
  answered(own, requestId, settled.flatMap(wayBack))
  sayMarked(own, requestId, settled)
  sayFell(own, requestId, settled)
}
