// How much of a file is no audio: what a reader of its tags may be handed.
import { type FileHandle, open } from 'node:fs/promises'
import { walkRiff } from '#core/model/bytes/riff.ts'
import { chunksOf, readAt } from './chunks.ts'
import { flacLayout } from './flac.ts'
import type { Kind } from './kind.ts'
import { tagsBefore } from './tagEnds.ts'

/** More is no tag: it is read into memory, cover and all. */
export const TAGS_MAX_BYTES = 64_000_000

/**
 * Bytes of what is no audio, as far as the file says: chunks of a WAV or an AIFF and what belongs to none of them,
 * blocks of a FLAC, the ID3 tags before it or before an MP3. An Ogg with as much has been refused before.
 */
export async function tagBytes(kind: Kind, path: string): Promise<number> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const read = (at: number, length: number) => readAt(handle, at, length)
    if (kind === 'wav') {
      const riff = await walkRiff(size, read)
      const chunks = (riff?.chunks ?? []).filter(({ id }) => id !== 'data')
      return [...chunks, ...(riff?.loose ?? [])].reduce((sum, { length }) => sum + length, 0)
    }
    if (kind === 'aiff') return await besideSound(handle, size)
    if (kind === 'flac') return (await flacLayout(handle)).frames
    return Math.min(size, await tagsBefore(read))
  } finally {
    await handle.close()
  }
}

async function besideSound(handle: FileHandle, size: number): Promise<number> {
  let sound = 0
  for await (const { id, size: bytes } of chunksOf(handle, size, 'be')) if (id === 'SSND') sound += bytes
  return Math.max(0, size - sound)
}
