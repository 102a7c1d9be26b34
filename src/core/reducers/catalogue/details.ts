/**
 * What is held of releases, as cards and as details, and which details stay. All that somebody ever opened would be a megabyte for every forty, in two threads, as
 * long as the page lives. Only a fact lets go of one, and facts are not echoed: the main thread never drops one that the
 * state has.
 */
import type { AppEvent } from '../../events/index.ts'
import type { ReleaseCard, ReleaseDetail } from '../../model/catalogue/release.ts'
import type { Store } from '../store.ts'

/** So many that nothing needs stay for the way back. */
export const DETAILS_KEPT = 40

export function reduceDetails(state: Store, event: AppEvent): void {
  switch (event.type) {
    case 'release.opened':
    case 'player.releaseChosen':
    case 'queue.releaseAdded': {
      const { releaseid } = event.payload
      const known = state.get('detail', releaseid)
      if (known && known.status !== 'error') return
      return state.set('detail', releaseid, { status: 'loading', release: null, error: null })
    }
    case 'release.detailReceived':
      return takeDetail(state, event.payload.release)
    case 'release.detailFailed':
      return state.set('detail', event.payload.releaseid, { status: 'error', release: null, error: event.payload.code })
  }
}

type Marks = Pick<ReleaseCard, 'flagged' | 'flaggedtrackcount' | 'archived'>

const marksOf = ({ flagged, flaggedtrackcount, archived }: Readonly<Marks>): Marks => ({
  flagged,
  flaggedtrackcount,
  archived,
})

const hasMarks = (release: Readonly<Marks>, marks: Readonly<Marks>) =>
  release.flagged === marks.flagged &&
  release.flaggedtrackcount === marks.flaggedtrackcount &&
  release.archived === marks.archived

/** Takes the card that came. Its detail was read before: it follows the marks, which may have been made elsewhere. */
export function takeCard(state: Store, card: ReleaseCard): void {
  const { releaseid, flaggedtrackcount } = card
  state.set('release', releaseid, card)
  const detail = state.get('detail', releaseid)
  if (!detail?.release || hasMarks(detail.release, card)) return
  const { songs } = detail.release
  // Which of its songs are flagged a card says only where all are, or none.
  const all = flaggedtrackcount === 0 || flaggedtrackcount === songs.length ? flaggedtrackcount > 0 : null
  const marked = songs.map((song) => (all === null || song.flagged === all ? song : { ...song, flagged: all }))
  state.set('detail', releaseid, { ...detail, release: { ...detail.release, ...marksOf(card), songs: marked } })
}

/**
 * Takes the detail that came, and what it says of the marks for its card; the one opened longest ago goes, unless it is shown or the queue reads its songs, or will.
 * While many are awaited there what comes is needed: to look through the queue for each of thousands would take the
 * longer the more there are. What nothing needs any more goes with the last of them.
 */
function takeDetail(state: Store, release: ReleaseDetail): void {
  state.set('detail', release.releaseid, { status: 'done', release, error: null })
  const card = state.get('release', release.releaseid)
  if (card && !hasMarks(card, release)) state.set('release', release.releaseid, { ...card, ...marksOf(release) })
  if (state.single('queuePending').choices.length > DETAILS_KEPT) return
  const spare = [...state.ids('detail')].slice(0, -DETAILS_KEPT)
  if (spare.length === 0) return
  const needed = inQueue(state)
  const { path } = state.single('app')
  for (const id of spare)
    if (state.get('detail', id)?.status === 'done' && !needed.has(id) && !path.endsWith(`/${id}`))
      state.drop('detail', id)
}

/** The releases whose songs stand in the queue, or will. */
export function inQueue(state: Store): ReadonlySet<string> {
  const needed = new Set<string>()
  for (const one of state.single('queuePending').choices) if (one.kind !== 'playlist') needed.add(one.releaseid)
  let before = ''
  for (const id of state.single('queue').items)
    for (const { releaseid } of state.get('queueItem', id)?.songs ?? []) {
      // Most songs stand beside those of their release.
      if (releaseid !== before) needed.add(releaseid)
      before = releaseid
    }
  return needed
}
