/**
 * Flags and the archive. A wish only makes its targets busy; state follows each answer (D-117), and a
 * failure leaves everything as it was (FLAG-010, ARCHIVE-005); what may have been done all the same is read again, and
 * that is said. When the last target of a wish is settled,
 * what came of it is said once, with what takes it back.
 */
import type { AppEvent, PayloadOf } from '../../events/index.ts'
import type { ReleaseCard, Song } from '../../model/catalogue/release.ts'
import type { Marking, MarkRequest } from '../../model/entities.ts'
import { type Mark, type MarkTarget, targetId } from '../../model/library/library.ts'
import { outcomeOf } from '../../model/people/refusal.ts'
import { sayPerhaps } from '../notices.ts'
import type { ReadonlyStore, Store } from '../store.ts'
import { answered, decided, forget } from './decisions.ts'
import { sayFell, sayKept, sayMarked, wayBack } from './libraryNotices.ts'
import { doubtCard, doubtShelf, moveRelease } from './listMoves.ts'

export function reduceLibrary(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'library.marksRequested':
      return begin(state, event.payload, event.source === 'library')
    case 'library.markAnswered':
      return answer(state, event.payload)
    case 'library.markFailed': {
      const marking = awaited(state, event.payload)
      if (!marking) return
      const { fell, code, mark, releaseid } = event.payload
      const isLost = outcomeOf({ code }) === 'unknown'
      if (isLost) {
        doubtShelf(state, mark === 'archived' || mark === 'restored' ? 'archived' : 'flagged')
        doubtCard(state, releaseid)
      }
      const isWayBack = state.get('markRequest', marking.requestId)?.takesBack !== undefined
      return settle(state, {
        ...marking,
        marks: [],
        ...(isLost ? { lost: true } : fell ? { fell } : {}),
        ...(isWayBack ? { missed: marking.marks } : {}),
      })
    }
    case 'library.marksKept': {
      for (const id of event.payload.requestIds)
        if (state.get('markRequest', id)) state.patch('markRequest', id, { kept: true })
      return
    }
    case 'session.ended': {
      for (const id of [...state.ids('marking')]) state.drop('marking', id)
      for (const id of [...state.ids('markRequest')]) state.drop('markRequest', id)
    }
  }
}

/** What is known of a release: its detail, or what a list said of it. */
function knownRelease(state: ReadonlyStore, releaseid: string): Readonly<ReleaseCard> | undefined {
  return state.get('detail', releaseid)?.release ?? state.get('release', releaseid)
}

/** Whether a release or one of its songs is flagged (D-119). */
export function hasFlags(release: Pick<ReleaseCard, 'flagged' | 'flaggedtrackcount'>): boolean {
  return release.flagged || release.flaggedtrackcount > 0
}

/** @param isLeft by an earlier page (H-570): what is known here may be of after a part of it, which is made once more */
function begin(
  state: Store,
  { requestId, changes, takesBack }: PayloadOf<'library.marksRequested'>,
  isLeft: boolean,
): void {
  if (state.get('markRequest', requestId)) return
  const taken = takesBack === undefined ? undefined : state.get('decision', takesBack)
  let begun: string | null = null
  let left = 0
  let busy = 0
  // What a wish makes of a whole release decides over its songs first: they are judged by the server alone.
  const whole = new Set(changes.flatMap(({ releaseid, trackid }) => (trackid === null ? [releaseid] : [])))
  for (const { releaseid, trackid, marks } of changes) {
    const id = targetId({ releaseid, trackid })
    const first = marks[0]
    const isBusy = (state.get('marking', id)?.marks.length ?? 0) > 0
    if (isBusy) busy++
    const isJudged = !isLeft && (trackid === null || !whole.has(releaseid))
    if (first === undefined || isBusy || (isJudged && isMoot(state, { releaseid, trackid }, first))) continue
    state.set('marking', id, { requestId, releaseid, trackid, marks, done: [], before: null })
    begun ??= releaseid
    left++
  }
  // What is being changed just now can be taken back when that is over.
  if (taken && (left > 0 || busy === 0)) forget(state, taken.id)
  if (left === 0) return
  if (taken?.returns)
    state.set('markRequest', requestId, { left, takesBack: { id: taken.id, releaseid: taken.releaseid } })
  else state.set('markRequest', requestId, { left })
  if (!taken) decided(state, { id: requestId, releaseid: begun, undo: null, jobs: [] })
}

/** True for a change that is there already, or that the state forbids: what is archived is not flagged (FLAG-008). */
function isMoot(state: Store, target: MarkTarget, mark: Mark): boolean {
  const release = knownRelease(state, target.releaseid)
  if (target.trackid !== null) {
    if (mark !== 'flagged' && mark !== 'unflagged') return true
    if (mark === 'flagged' && release?.archived) return true
    const song = songOf(state, target)
    return song !== undefined && song.flagged === (mark === 'flagged')
  }
  if (!release) return false
  if (mark === 'flagged') return release.archived || release.flagged
  if (mark === 'unflagged') return !hasFlags(release)
  return release.archived === (mark === 'archived')
}

function answer(state: Store, call: PayloadOf<'library.markAnswered'>): void {
  const marking = awaited(state, call)
  if (!marking) return
  const { mark } = call
  const before = marking.before ?? flagsBefore(state, call)
  apply(state, call, marking.done.includes('archived'))
  // Archiving also takes the flags, by a call of its own (ARCHIVE-003): a card that shows none may be out of date (H-504).
  const isFollowed = mark === 'archived' && marking.marks[1] !== 'unflagged'
  const follow: readonly Mark[] = isFollowed ? ['unflagged'] : []
  const next = {
    ...marking,
    marks: [...follow, ...marking.marks.slice(1)],
    done: [...marking.done, mark],
    before,
  }
  if (next.marks.length === 0) settle(state, next)
  else state.set('marking', targetId(call), next)
}

/** The target whose call this answers; answers that fit none are dropped. */
function awaited(state: Store, call: PayloadOf<'library.markAnswered'>): Readonly<Marking> | undefined {
  const marking = state.get('marking', targetId(call))
  return marking?.requestId === call.requestId && marking.marks[0] === call.mark ? marking : undefined
}

function flagsBefore(state: Store, { releaseid, trackid, mark }: MarkTarget & { mark: Mark }): Marking['before'] {
  if (trackid !== null || (mark !== 'flagged' && mark !== 'unflagged')) return null
  const songs = state.get('detail', releaseid)?.release?.songs ?? []
  const idsOf = (flagged: boolean) => songs.flatMap((song) => (song.flagged === flagged ? [song.trackid] : []))
  const release = knownRelease(state, releaseid)
  const rest = release?.flagged ? idsOf(false) : []
  const any = release !== undefined && hasFlags(release)
  return { release: release?.flagged ?? false, any, tracks: idsOf(true), ...(rest.length > 0 && { rest }) }
}

/** @param isFollowing the call takes the flags of what was archived: a card that shows none is in no list for one */
function apply(state: Store, { releaseid, trackid, mark }: MarkTarget & { mark: Mark }, isFollowing: boolean): void {
  if (trackid !== null) applyToSong(state, { releaseid, trackid }, mark === 'flagged')
  else if (mark === 'archived' || mark === 'restored')
    patchRelease(state, releaseid, () => ({ archived: mark === 'archived' }))
  else {
    const flagged = mark === 'flagged'
    const held = knownRelease(state, releaseid)
    if (isFollowing && held && !hasFlags(held)) return
    const detail = state.get('detail', releaseid)
    const songs = detail?.release?.songs
    patchRelease(state, releaseid, (card) => ({
      flagged,
      flaggedtrackcount: flagged ? (songs?.length ?? card.trackcount + card.videocount) : 0,
    }))
    patchSongs(state, releaseid, () => flagged)
  }
  const release = knownRelease(state, releaseid)
  const isUnknown = trackid !== null && !songOf(state, { releaseid, trackid })
  // A card that does not count the song holds others' flags at most.
  const hasOthers = release !== undefined && (release.flagged || release.flaggedtrackcount > 1)
  const inFlagged = release && !isUnknown ? hasFlags(release) : mark === 'flagged' || hasOthers
  moveRelease(state, releaseid, {
    ...(mark === 'archived' ? { active: 'leaves', archived: 'joins' } : {}),
    ...(mark === 'restored' ? { active: 'joins', archived: 'leaves' } : {}),
    ...(mark === 'flagged' || mark === 'unflagged' ? { flagged: inFlagged ? 'joins' : 'leaves' } : {}),
  })
}

function applyToSong(state: Store, target: { releaseid: string; trackid: string }, flagged: boolean): void {
  const song = songOf(state, target)
  // Whether a card counts a song that is not known here already nobody can say: it is read again.
  if (!song) doubtCard(state, target.releaseid)
  else if (song.flagged !== flagged)
    patchRelease(state, target.releaseid, (card) => ({
      flaggedtrackcount: Math.max(0, card.flaggedtrackcount + (flagged ? 1 : -1)),
    }))
  patchSongs(state, target.releaseid, (song) => (song.trackid === target.trackid ? flagged : song.flagged))
}

/** Changes a release wherever it is held: as a card, as a detail. */
function patchRelease(
  state: Store,
  releaseid: string,
  change: (card: Readonly<ReleaseCard>) => Partial<Pick<ReleaseCard, 'flagged' | 'archived' | 'flaggedtrackcount'>>,
): void {
  const card = state.get('release', releaseid)
  if (card) state.set('release', releaseid, { ...card, ...change(card) })
  const detail = state.get('detail', releaseid)
  if (detail?.release)
    state.set('detail', releaseid, { ...detail, release: { ...detail.release, ...change(detail.release) } })
}

function patchSongs(state: Store, releaseid: string, flagOf: (song: Readonly<Song>) => boolean): void {
  const detail = state.get('detail', releaseid)
  if (!detail?.release) return
  const songs = detail.release.songs.map((song) => {
    const flagged = flagOf(song)
    return flagged === song.flagged ? song : { ...song, flagged }
  })
  state.set('detail', releaseid, { ...detail, release: { ...detail.release, songs } })
}

function songOf(state: Store, { releaseid, trackid }: MarkTarget): Readonly<Song> | undefined {
  return state.get('detail', releaseid)?.release?.songs.find((song) => song.trackid === trackid)
}

/** Nothing more is awaited of this target; with the last one the wish is over and is said. */
function settle(state: Store, marking: Marking): void {
  state.set('marking', targetId(marking), marking)
  const { requestId } = marking
  const request = state.get('markRequest', requestId)
  const left = (request?.left ?? 1) - 1
  if (left > 0) return state.set('markRequest', requestId, { ...request, left })
  state.drop('markRequest', requestId)
  const settled: Marking[] = []
  for (const id of [...state.ids('marking')]) {
    const held = state.get('marking', id)
    if (held?.requestId !== requestId) continue
    settled.push(held)
    state.drop('marking', id)
  }
  answered(state, requestId, settled.flatMap(wayBack))
  sayMarked(state, requestId, settled)
  const taken = request?.takesBack
  if (taken) putBack(state, taken, settled)
  else sayFell(state, requestId, settled)
  if (settled.some(({ lost }) => lost)) sayPerhaps(state, `lost.${requestId}`)
}

/** What could not be taken back can be taken back again: as much of it as is left. */
function putBack(state: Store, taken: NonNullable<MarkRequest['takesBack']>, settled: readonly Marking[]): void {
  // A release is flagged with all its songs (FLAG-002): which of them have none is to be said again with it.
  const again = new Set(settled.flatMap(({ releaseid, trackid, missed }) => trackid === null && missed?.includes('flagged') ? [releaseid] : [])) // biome-ignore format: one line
  const undo = settled.flatMap(({ releaseid, trackid, missed, done }) => {
    const isAgain = trackid !== null && again.has(releaseid) && done.includes('unflagged')
    const marks: readonly Mark[] | undefined = missed ?? (isAgain ? ['unflagged'] : undefined)
    return marks ? [{ releaseid, trackid, marks: [...marks] }] : []
  })
  if (undo.length === 0) return
  decided(state, { ...taken, undo, jobs: [] })
  sayKept(state, taken.id, undo, settled)
}
