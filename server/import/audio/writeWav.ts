// Writes PCM as a WAV: the same samples, depth and rate.
import { open } from 'node:fs/promises'
import { WAV_HEADER_BYTES, wavHeader } from '../../media/codecs/wav.ts'
import { Refusal } from '../refusal.ts'
import type { PcmSource } from './pcm.ts'
import { frameBytes } from './pcm.ts'
import { WAV_DATA_MAX } from './wav.ts'

/**
 * Writes `source` to a new file at `path`.
 * @param onBlock sees every block of PCM on its way
 * @returns sample frames written
 * @throws Refusal when the source is damaged or too long for a WAV, Error when the disk does not take it
 */
export async function writeWav(
  source: PcmSource,
  path: string,
  onBlock: (block: Uint8Array) => void = () => {},
): Promise<number> {
  const file = await open(path, 'wx')
  try {
    // The length is known for sure only at the end: a header may be wrong about it.
    await file.writeFile(Buffer.alloc(WAV_HEADER_BYTES))
    let bytes = 0
    for await (const block of source.blocks()) {
      onBlock(block)
      bytes += block.length
      if (bytes > WAV_DATA_MAX) throw new Refusal('longer than a WAV can be (4 GB)')
      await file.writeFile(block)
    }
    if (bytes % 2 === 1) await file.writeFile(Buffer.alloc(1))
    await file.write(wavHeader(source, bytes), 0, WAV_HEADER_BYTES, 0)
    return bytes / frameBytes(source)
  } finally {
    await file.close()
  }
}
