import { on } from '#bridge/bus.ts'
import { createWishedDownloads, type WishedParts } from '#platform/wishedDownloads.ts'

export interface KeepingParts extends WishedParts {
  /** Who is signed in. */
  player(): string | null
  /** Whether there is a download of this id. */
  has(downloadID: string): boolean
  /** Takes what earlier pages left. */
  restore(left: readonly unknown[]): void
}

/** From now on, what is asked for or removed in the moment the page is left is there when it comes back. */
export function keepWishes(parts: KeepingParts): void {
  const { player, has, restore } = parts
  const wished = createWishedDownloads(parts)
  on('download.requested', ({ payload: { requests } }) => {
    const of = player()
    // What came to nothing, because it is here already, needs no keeping.
    const added = requests.filter(({ downloadID }) => has(downloadID))
    if (of !== null) wished.keep(of, added)
  })
  on('download.removed', ({ payload: { downloadID } }) => {
    const of = player()
    if (of !== null) wished.remove(of, downloadID)
  })
  on('download.noted', ({ payload }) => wished.drop(payload.ids))
  on('session.ended', ({ payload }) => payload.reason !== 'expired' && wished.clear())
  const left = parts.mayKeep() ? wished.left() : []
  if (left.length > 0) restore(left)
}
