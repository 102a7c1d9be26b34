// The last way of a file, into the picked folder.
import { downloadSaved } from '#core/events/downloads.ts'
import type { RunnerParts } from './runnerParts.ts'
import type { Reserved } from './sinks/folder.ts'
import { Trouble } from './trouble.ts'

/** The place of a file in the picked folder; null when none was picked. @throws Trouble `folder` */
export async function reserved(parts: RunnerParts, release: string, fileName: string): Promise<Reserved | null> {
  const player = parts.player()
  return player === null ? null : parts.folders.reserve(player, release, fileName)
}

/** The last way of a file: from the part into the picked folder. */
export async function toFolder(
  parts: RunnerParts,
  downloadID: string,
  place: Reserved,
  signal: AbortSignal,
): Promise<void> {
  const file = await parts.file(downloadID)
  if (!file) {
    place.free()
    throw new Trouble('storage', 'the file is gone')
  }
  await place.write(file, signal)
  if (signal.aborted) return
  parts.works.rest(downloadID, null)
  parts.memory.delivered(downloadID)
  parts.fact(downloadID, downloadSaved({ downloadID }))
}
