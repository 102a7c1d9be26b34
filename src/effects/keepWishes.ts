// When a download is asked for or removed, it is kept until the journal has it: the page may be left this moment.
import type { ReadonlyStore } from '#core/reducers/store.ts'
import { createWishedDownloads, type WishedParts } from '#platform/storage/wishedDownloads.ts'
import type { On } from './hearing.ts'

export interface KeepWishesPorts extends WishedParts {
  readonly on: On
  /** Who is signed in. */
  player(): string | null
  state(): Pick<ReadonlyStore, 'has'>
  /** Takes what earlier pages left, and what this one is not told yet that it is noted. */
  restore(left: readonly unknown[]): void
}

/** From now on, what is asked for or removed in the moment the page is left is there when it comes back. */
export function keepWishes(ports: KeepWishesPorts): void {
  const { on, player, state, restore } = ports
  const wished = createWishedDownloads(ports)
  const left = () => (ports.mayKeep() ? wished.left() : [])
  on('download.requested', ({ payload: { requests } }) => {
    const of = player()
    // What came to nothing, because it is here already, needs no keeping.
    const added = requests.filter(({ downloadID }) => state().has('job', downloadID))
    if (of !== null) wished.keep(of, added)
  })
  on('download.removed', ({ payload: { downloadID } }) => {
    const of = player()
    if (of !== null) wished.remove(of, downloadID)
  })
  on('download.noted', ({ payload }) => wished.drop(payload.ids))
  // The one that died may have heard of it and done nothing yet, and of what came since nobody heard.
  on('app.workerRestarted', ({ payload }) => {
    if (payload.worker !== 'downloads') return
    // Nor is it known whether the first one ever had what earlier pages left.
    const open = [...left(), ...wished.mine()]
    if (open.length > 0) restore(open)
  })
  on('session.ended', ({ payload }) => payload.reason !== 'expired' && wished.clear())
  const atFirst = left()
  if (atFirst.length > 0) restore(atFirst)
}
