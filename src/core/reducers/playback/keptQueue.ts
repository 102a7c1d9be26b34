import type { QueueItem } from '../../model/entities.ts'
import { cutQueue, type KeptWaiting } from '../../model/playback/keptQueue.ts'
import type { ReadonlyStore } from '../store.ts'

/**
 * The queue as a device keeps it: references into the state; null when nothing is in it. Where nothing was selected,
 * the first song that waits is: a visit begins with what follows.
 */
export function keptQueueOf(state: ReadonlyStore): object | null {
  const { items, history, selectedSong } = state.single('queue')
  const known = (ids: readonly string[]): Readonly<QueueItem>[] => ids.flatMap((id) => state.get('queueItem', id) ?? [])
  const song = selectedSong ?? known(items)[0]?.songs[0]?.uuid
  return song === undefined ? null : { ...cutQueue(known(history), known(items)), song }
}

/** Which releases wait to be queued until their songs are known, in their order. */
export const waitingOf = (state: ReadonlyStore): KeptWaiting[] =>
  state
    .single('queuePending')
    .choices.flatMap((choice) =>
      choice.kind === 'next' || choice.kind === 'bottom' ? [{ ...choice, kind: choice.kind }] : [],
    )
