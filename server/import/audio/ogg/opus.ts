/**
 * Opus in Ogg (RFC 7845), decoded page by page: what the encoder put before and behind the music is left out, and the
 * gain in the header is applied, as every player does.
 */
import { OpusDecoder } from 'opus-decoder'
import { Refusal } from '../../refusal.ts'
import { quietly } from '../quietly.ts'
import type { OggPage } from './pages.ts'

export interface OpusHead {
  channels: number
  /** Samples at 48 kHz before the music. */
  skip: number
  /** What every sample is multiplied with. */
  gain: number
  /** Streams of the packets, how many of them are of two channels, and which channel comes from where. */
  streams: number
  coupled: number
  mapping: number[]
}

/** @throws Refusal when the header is damaged */
export function parseOpusHead(packet: Buffer): OpusHead {
  const channels = packet[9] ?? 0
  const family = packet[18]
  if (packet.length < 19 || channels === 0) throw new Refusal('damaged: its format is missing')
  const common = { channels, skip: packet.readUInt16LE(10), gain: 10 ** (packet.readInt16LE(16) / 256 / 20) }
  if (family === 0) return { ...common, streams: 1, coupled: channels - 1, mapping: [0, 1].slice(0, channels) }
  if (packet.length < 21 + channels) throw new Refusal('damaged: its format is missing')
  return { ...common, streams: packet[19]!, coupled: packet[20]!, mapping: [...packet.subarray(21, 21 + channels)] }
}

/** @throws Refusal when the audio cannot be decoded, or none is there */
export async function* opusPlanes(pages: AsyncIterable<OggPage>, head: OpusHead): AsyncIterable<Float32Array[]> {
  const decoder = new OpusDecoder({
    channels: head.channels,
    streamCount: head.streams,
    coupledStreamCount: head.coupled,
    channelMappingTable: head.mapping,
    preSkip: 0,
  })
  await decoder.ready
  /** Packets before the audio: the header and the tags. */
  let heads = 2
  /** Where the stream begins, and how much was decoded and given, in samples. */
  let start: bigint | null = null
  let decoded = 0
  let given = 0
  try {
    for await (const page of pages) {
      const packets = page.packets.slice(heads)
      heads -= page.packets.length - packets.length
      if (packets.length > 0) {
        const { channelData, samplesDecoded, errors } = await quietly(async () => decoder.decodeFrames(packets))
        if (errors.length > 0) throw new Refusal('damaged: a part of the audio cannot be decoded')
        const before = decoded
        decoded += samplesDecoded
        // A stream that was cut out of another does not begin at 0; on its last page the count may say less than there is.
        if (start === null && page.granule !== null)
          start = page.isLast || page.granule < BigInt(decoded) ? 0n : page.granule - BigInt(decoded)
        const until = page.isLast && page.granule !== null ? Number(page.granule - (start ?? 0n)) : decoded
        const planes = channelData.map((plane) => part(plane, head.skip - before, until - before, head.gain))
        given += planes[0]?.length ?? 0
        if ((planes[0]?.length ?? 0) > 0) yield planes
      }
    }
  } finally {
    decoder.free()
  }
  if (given === 0) throw new Refusal('there is no audio in it')
}

/** Samples `from` to `to` of a plane, as far as it has them, multiplied with `gain`. */
function part(plane: Float32Array, from: number, to: number, gain: number): Float32Array {
  const some = plane.slice(Math.max(0, from), Math.max(0, to))
  if (gain !== 1) for (let i = 0; i < some.length; i++) some[i]! *= gain
  return some
}
