// The work of a media thread, free of threads: makes one audio file or one cover and measures it.
import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'
import { openDemoArt, openDemoMusic } from '../../openDemo.ts'
import { openMp3Encoder } from '../codecs/mp3.ts'
import { dataBytes, pcmBytes, wavHeader } from '../codecs/wav.ts'
import type { Digest, SynthSource, ThreadTask } from '../protocol.ts'

/** Frames made at a time: a third of a second, so that a stream starts early. */
const BLOCK_FRAMES = 16_384

/** Makes audio piece by piece, as bytes in file order. A piece is valid until the next one is asked for. */
export async function* audioPieces(source: SynthSource, format: 'wav' | 'mp3'): AsyncGenerator<Uint8Array, void, void> {
  const song = (await openDemoMusic()).play(source)
  const [left, right] = [new Float32Array(BLOCK_FRAMES), new Float32Array(BLOCK_FRAMES)]
  // One for all blocks: fresh ones lie about by the dozen of megabytes until they are collected.
  const room = new ArrayBuffer(BLOCK_FRAMES * 2 * (source.bits / 8))
  const encoder = format === 'mp3' ? await openMp3Encoder(source.sampleRate, song.frames) : null
  if (!encoder) {
    const { sampleRate, bits, channels } = source
    const shape = { sampleRate, bits, channels, frames: song.frames }
    yield wavHeader(shape, dataBytes(shape))
  }
  for (let count = song.read(left, right); count > 0; count = song.read(left, right)) {
    const [l, r] = [left.subarray(0, count), right.subarray(0, count)]
    yield encoder ? encoder.encode(l, r) : pcmBytes(l, r, source.bits, room)
  }
  if (encoder) yield encoder.finish()
}

/**
 * Writes the file of a task and answers its measure. `onBytes` hears how many bytes lie in the file.
 * @throws Error with the operating system's code (`ENOSPC`, `EACCES`); what was written is removed
 */
export async function makeFile(task: ThreadTask, onBytes: (bytes: number) => void): Promise<Digest> {
  mkdirSync(dirname(task.path), { recursive: true })
  return task.kind === 'audio' ? makeAudio(task, onBytes) : makeCover(task)
}

async function makeAudio(
  task: Extract<ThreadTask, { kind: 'audio' }>,
  onBytes: (bytes: number) => void,
): Promise<Digest> {
  const hash = createHash('sha256')
  let [bytes, crc] = [0, 0]
  const fd = openSync(task.path, 'w')
  try {
    for await (const piece of audioPieces(task.source, task.format)) {
      for (let at = 0; at < piece.length; ) at += writeSync(fd, piece, at)
      hash.update(piece)
      crc = crc32(piece, crc)
      bytes += piece.length
      onBytes(bytes)
    }
    fdatasyncSync(fd)
  } catch (error) {
    closeSync(fd)
    rmSync(task.path, { force: true })
    throw error
  }
  closeSync(fd)
  return { bytes, sha256: hash.digest('hex'), crc32: crc }
}

async function makeCover(task: Extract<ThreadTask, { kind: 'cover' }>): Promise<Digest> {
  const { coverSvg } = await openDemoArt()
  const png = new Resvg(coverSvg(task.seed), {
    fitTo: { mode: 'width', value: task.size },
    font: { loadSystemFonts: false },
  })
    .render()
    .asPng()
  try {
    writeFileSync(task.path, png)
  } catch (error) {
    rmSync(task.path, { force: true })
    throw error
  }
  return { bytes: png.length, sha256: createHash('sha256').update(png).digest('hex'), crc32: crc32(png) }
}
