import { takeBack } from '#actions/decisions.ts'
import { dismissNotice } from '#actions/notices.ts'
import { undoQueueRemoval } from '#actions/player.ts'
import { changePlaylist } from '#actions/playlists.ts'
import { isAnswered, lastDecision } from '#projections/decisions.ts'
import { notice, noticesShown } from '#projections/notices.ts'
import { playlistWayBack } from '#projections/playlists.ts'

/** What the keys put back into a playlist, or took out of it: its own notification is no way forth again. */
const waysBack = new Set<string>()

/** @returns what the keys take back: what the newest notification with an Undo speaks of, else the last decision */
export function wayBackShown(): (() => void) | null {
  const decision = lastDecision.peek()
  const decided = decision === null ? null : () => takeBack(decision)
  // It is newer than all that is shown: its notification comes with its answer.
  if (decision !== null && !isAnswered(decision)) return decided
  for (const id of [...noticesShown.peek()].reverse()) {
    const shown = notice(id).peek()
    if (!shown || waysBack.has(id)) continue
    const { undoQueue, undoPlaylist } = shown
    if (undoQueue !== undefined) return () => undoQueueRemoval(undoQueue)
    if (undoPlaylist)
      return () => {
        waysBack.add(`playlistUpdated.${changePlaylist(undoPlaylist.playlistid, playlistWayBack(undoPlaylist))}`)
        dismissNotice(id)
      }
    if (shown.decision !== undefined && shown.decision === decision) break
  }
  return decided
}
