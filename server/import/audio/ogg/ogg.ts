// Ogg files of one song: Vorbis and Opus, decoded to floats by libvorbis and libopus (as wasm).
import { open } from 'node:fs/promises'
import { Refusal } from '../../refusal.ts'
import { readAt, readRange } from '../chunks.ts'
import { type PlanarSource, pcmFormat } from '../pcm.ts'
import { opusPlanes, parseOpusHead } from './opus.ts'
import { type OggPage, oggPages } from './pages.ts'
import { vorbisPlanes } from './vorbis.ts'

export interface OggSource extends PlanarSource {
  /** As a person knows the format. */
  name: string
  /**
   * The audio once from the start.
   * @param onPacket sees every packet of audio on its way: they are the same whatever the tags say
   * @throws Refusal when the file is damaged or cut short
   */
  planes(onPacket?: (packet: Uint8Array) => void): AsyncIterable<Float32Array[]>
}

/** Bytes at the start in which the first packet of a stream stands whole. */
const LOOK_BYTES = 512

/**
 * Opens an Ogg file by what its first packet says is in it.
 * @throws Refusal when that is neither Vorbis nor Opus, or of an unsupported format
 */
export async function openOgg(path: string): Promise<OggSource> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const first = firstPacket(await readAt(handle, 0, LOOK_BYTES))
    const pages = () => oggPages(readRange(path, 0, size))
    if (isVorbis(first)) {
      const format = lossyFormat(first.readUInt32LE(12), first[11]!)
      return { ...format, name: 'Ogg Vorbis', planes: (onPacket) => vorbisPlanes(seen(pages(), 3, onPacket), format) }
    }
    if (first.toString('latin1', 0, 8) === 'OpusHead') {
      const head = parseOpusHead(first)
      const format = lossyFormat(48_000, head.channels)
      return { ...format, name: 'Opus', planes: (onPacket) => opusPlanes(seen(pages(), 2, onPacket), head) }
    }
    const other = OTHERS.find(([magic]) => first.toString('latin1').startsWith(magic))
    throw new Refusal(
      `${other ? `${other[1]} in Ogg` : 'an Ogg file of a kind that is not known'}: export it as WAV or FLAC`,
    )
  } finally {
    await handle.close()
  }
}

const OTHERS: [magic: string, name: string][] = [
  ['\x7fFLAC', 'FLAC'],
  ['Speex', 'Speex'],
  ['\x80theora', 'a film'],
  ['fishead', 'several streams'],
]

const isVorbis = (packet: Buffer) => packet.length >= 30 && packet.toString('latin1', 0, 7) === '\x01vorbis'

function firstPacket(head: Buffer): Buffer {
  if (head.length < 28 || head.toString('latin1', 0, 4) !== 'OggS') throw new Refusal('damaged: a part of it is no Ogg')
  const at = 27 + head[26]!
  return head.subarray(at, at + head[27]!)
}

function lossyFormat(rate: number, count: number): Pick<PlanarSource, 'sampleRate' | 'channels'> {
  const { sampleRate, channels } = pcmFormat(rate, 16, count)
  return { sampleRate, channels }
}

/** Pages whose packets are shown on their way, but for the `heads` that stand before the audio. */
async function* seen(
  pages: AsyncIterable<OggPage>,
  heads: number,
  onPacket: (packet: Uint8Array) => void = () => {},
): AsyncIterable<OggPage> {
  let count = 0
  for await (const page of pages) {
    for (const packet of page.packets) if (count++ >= heads) onPacket(packet)
    yield page
  }
}
