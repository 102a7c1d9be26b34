/**
 * The chunks of a RIFF/WAVE file, of its 64-bit kinds RF64 and BW64 too (EBU Tech 3306, ITU-R BS.2088): found in what
 * studios and recorders leave behind, and written as the standards have it. A file is asked for eight bytes a chunk,
 * so one of any length is walked in little memory.
 */
import { joined } from './bytes.ts'

/** Reads `length` bytes at `at`; fewer at the end of the file, none behind it. */
export type ReadBytes = (at: number, length: number) => Promise<Uint8Array>

type RiffForm = 'RIFF' | 'RF64' | 'BW64'

export interface RiffChunk {
  /** Four characters, one for each byte. */
  readonly id: string
  /** Where its content begins, bytes from the start of the file. */
  readonly at: number
  /** Bytes of content that are really there. */
  readonly length: number
}

export interface RiffFile {
  readonly form: RiffForm
  /** In their order in the file, `ds64` among them. */
  readonly chunks: readonly RiffChunk[]
  /** Runs of bytes that belong to no chunk, without those that are all padding. */
  readonly loose: readonly { readonly at: number; readonly length: number }[]
  /** Whether every size in it is right: a reader that believes them all finds the same. */
  readonly isExact: boolean
}

/** More chunks than this, and the rest of the file counts as loose. */
const CHUNKS_MAX = 4096
/** How far a chunk is looked for behind a size that lied, bytes. */
const SEARCH_BYTES = 1_048_576
/** As much of the bytes behind the last chunk is looked at to tell padding from content. */
const PADDING_BYTES = 65_536
/** How often a walk that found no audio is begun anew. */
const TRIES = 4
const MAX_32 = 0xffff_ffff
const OVERFLOW = 0x1_0000_0000

/** A size that says nothing: 0 before a recorder was stopped, 0xFFFFFFFF and what SoX writes into a pipe. */
const isStreamed = (length: number) => length === 0 || length >= 0x7fff_f000

/**
 * Finds the chunks of a file. Sizes are believed as far as they can be true. Audio of unknown length (0, 0xFFFFFFFF,
 * more than there is) ends with the file, and so does the last chunk of a file that was cut; a missing pad byte is
 * noticed; audio whose length overflowed 32 bits is measured anew; behind a chunk that lies about its size, `fmt ` and
 * `data` are looked for.
 * @param size bytes of the whole file
 * @returns null when it is no RIFF/WAVE file at all
 */
export async function walkRiff(size: number, read: ReadBytes): Promise<RiffFile | null> {
  const head = await read(0, 12)
  const form = head.length < 12 ? '' : fourcc(head, 0)
  if ((form !== 'RIFF' && form !== 'RF64' && form !== 'BW64') || fourcc(head, 8) !== 'WAVE') return null
  const walk = new Walk(size, read, form)
  await walk.run()
  const declared = u32(head, 4)
  const whole = form === 'RIFF' || declared !== MAX_32 ? declared : (walk.riffSize ?? 0)
  return {
    form,
    chunks: walk.chunks,
    loose: walk.loose,
    isExact: walk.isExact && whole + 8 === size && walk.loose.length === 0,
  }
}

class Walk {
  readonly chunks: RiffChunk[] = []
  readonly loose: { at: number; length: number }[] = []
  isExact = true
  /** What `ds64` says of the whole file and of long chunks; null without one. */
  riffSize: number | null = null
  private readonly long = new Map<string, number>()

  constructor(
    private readonly size: number,
    private readonly read: ReadBytes,
    private readonly form: RiffForm,
  ) {}

  async run(): Promise<void> {
    await this.from(12)
    for (let tries = 0; tries < TRIES && !this.hasAudio; tries++) if (!(await this.doubt())) return
  }

  private async from(start: number): Promise<void> {
    for (let at = start; at < this.size; ) {
      const found = this.chunks.length < CHUNKS_MAX ? await this.header(at) : null
      if (found === null) {
        const next = this.hasAudio ? null : await this.search(at)
        await this.leave(at, next ?? this.size)
        if (next === null) return
        at = next
        continue
      }
      const chunk = await this.measured(found.id, at + 8, found.length)
      this.chunks.push(chunk)
      if (chunk.id === 'ds64') await this.learn(chunk)
      at = await this.after(chunk)
    }
  }

  /** No audio was found: some chunk said it was longer than it is, and the walk leapt over it. Whether it goes on now. */
  private async doubt(): Promise<boolean> {
    for (const [n, { id, at }] of this.chunks.entries()) {
      const next = await this.search(at)
      if (next === null) continue
      this.isExact = false
      this.loose.length = 0
      this.chunks.splice(n, this.chunks.length, { id, at, length: next - at })
      await this.from(next)
      return true
    }
    return false
  }

  private get hasAudio(): boolean {
    return this.chunks.some(({ id }) => id === 'data')
  }

  /** The header at a place, if there is one: four signs one can read, and a length that may be true. */
  private async header(at: number): Promise<{ id: string; length: number } | null> {
    const bytes = await this.read(at, 8)
    if (bytes.length < 8 || !/^[!-~][ -~]{3}$/.test(fourcc(bytes, 0))) return null
    return { id: fourcc(bytes, 0), length: u32(bytes, 4) }
  }

  /** Whether a chunk can begin here, or the file ends here. */
  private async fits(at: number): Promise<boolean> {
    if (at === this.size) return true
    const found = await this.header(at)
    if (found === null) return false
    return at + 8 + found.length <= this.size || found.id === 'data'
  }

  /** Where the content of a chunk really ends. */
  private async measured(id: string, at: number, declared: number): Promise<RiffChunk> {
    const there = this.size - at
    if (id === 'data') return { id, at, length: await this.audio(at, declared) }
    const long = declared === MAX_32 ? this.long.get(id) : undefined
    const length = long ?? declared
    if (length <= there) return { id, at, length }
    this.isExact = false
    // It cannot swallow the audio: what it says of its length is wrong.
    const next = this.hasAudio ? null : await this.search(at)
    return { id, at, length: (next ?? this.size) - at }
  }

  private async audio(at: number, declared: number): Promise<number> {
    const there = this.size - at
    const told = this.form !== 'RIFF' && declared === MAX_32 ? this.long.get('data') : undefined
    if (told !== undefined && told > 0 && told <= there) return told
    if (declared === there) return there
    if (declared > 0 && declared < there && declared !== MAX_32) {
      if ((await this.fits(at + declared)) || (await this.fits(at + declared + (declared % 2)))) return declared
      // A recorder that counted in 32 bits: the length is right but for multiples of 4 GiB.
      const whole = declared + Math.floor((there - declared) / OVERFLOW) * OVERFLOW
      if (whole > declared) {
        this.isExact = false
        return whole
      }
      if (!isStreamed(declared)) return declared
    }
    if (declared === 0 && (there === 0 || (await this.fits(at)))) return 0
    this.isExact = false
    return isStreamed(declared) || declared > there ? there : declared
  }

  /** Where the next chunk begins; behind a chunk of an odd length a pad byte is due, which some leave out. */
  private async after({ at, length }: RiffChunk): Promise<number> {
    const end = at + length
    if (length % 2 === 0) return end
    if (end === this.size) {
      this.isExact = false
      return end
    }
    if ((await this.fits(end + 1)) || !(await this.fits(end))) return end + 1
    this.isExact = false
    return end
  }

  /** `ds64`: lengths that 32 bits do not hold. */
  private async learn({ at, length }: RiffChunk): Promise<void> {
    const bytes = await this.read(at, Math.min(length, 28 + 12 * 64))
    if (bytes.length < 24) return
    this.riffSize = u64(bytes, 0)
    this.long.set('data', u64(bytes, 8))
    const entries = bytes.length < 28 ? 0 : u32(bytes, 24)
    for (let n = 0, entry = 28; n < entries && entry + 12 <= bytes.length; n++, entry += 12)
      this.long.set(fourcc(bytes, entry), u64(bytes, entry + 4))
  }

  /** Where `fmt ` or `data` begins behind a lie; null when neither is near. */
  private async search(from: number): Promise<number | null> {
    const bytes = await this.read(from, Math.min(SEARCH_BYTES, this.size - from))
    for (let at = 0; at + 8 <= bytes.length; at++) {
      const id = fourcc(bytes, at)
      if (id === 'fmt ' && u32(bytes, at + 4) >= 14 && u32(bytes, at + 4) <= 64) return from + at
      // `metadata` in a text is no audio: the length behind it has to be one.
      const length = u32(bytes, at + 4)
      if (id === 'data' && (isStreamed(length) || from + at + 8 + length <= this.size)) return from + at
    }
    return null
  }

  /** Notes bytes of no chunk. Zeros alone are padding. */
  private async leave(from: number, to: number): Promise<void> {
    this.isExact = false
    const length = to - from
    const some = await this.read(from, Math.min(length, PADDING_BYTES))
    if (length > some.length || some.some((byte) => byte !== 0)) this.loose.push({ at: from, length })
  }
}

/** A whole chunk: header, content, and the pad byte that an odd length asks for. @param id four ASCII characters */
export function riffChunk(id: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined([riffHeader(id, content.length), content, new Uint8Array(content.length % 2)])
}

/** The eight bytes before a chunk's content. @param length bytes of content; from 4 GiB on, `ds64` has to say it */
export function riffHeader(id: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8)
  bytes.set(ascii(id.padEnd(4).slice(0, 4)))
  new DataView(bytes.buffer).setUint32(4, Math.min(length, MAX_32), true)
  return bytes
}

/** What a WAVE file is made of, without its bytes. Lengths count headers and pad bytes of whole chunks. */
export interface RiffSizes {
  /** Bytes of all chunks before `data`. */
  readonly before: number
  /** Bytes of audio. */
  readonly audio: number
  /** Bytes of all chunks behind `data` and its pad byte. */
  readonly after: number
  /** Sample frames, for `ds64`; 0: not known. */
  readonly frames: number
  /** A BW64 file stays one, whatever its length. */
  readonly isBw64?: boolean
}

/**
 * How a WAVE file of these sizes begins, before the chunks that stand before `data`: as RIFF, or where that cannot
 * count as far, as RF64 with its `ds64`. The chunk `data` itself begins with `riffHeader('data', audio)`.
 */
export function riffOpening({ before, audio, after, frames, isBw64 }: RiffSizes): Uint8Array<ArrayBuffer> {
  const rest = 4 + before + 8 + audio + (audio % 2) + after
  const opening = (form: RiffForm, length: number) => joined([riffHeader(form, length), ascii('WAVE')])
  if (rest < MAX_32 && !isBw64) return opening('RIFF', rest)
  const ds64 = new DataView(new ArrayBuffer(28))
  ds64.setBigUint64(0, BigInt(rest + 8 + ds64.byteLength), true)
  ds64.setBigUint64(8, BigInt(audio), true)
  ds64.setBigUint64(16, BigInt(frames), true)
  return joined([opening(isBw64 ? 'BW64' : 'RF64', MAX_32), riffChunk('ds64', new Uint8Array(ds64.buffer))])
}

/** Four characters at a place, one for each byte; fewer at the end. */
export function fourcc(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const u32 = (bytes: Uint8Array, at: number) => view(bytes).getUint32(at, true)
/** Beyond what a number holds exactly, it is no length of a file. */
const u64 = (bytes: Uint8Array, at: number) => Number(view(bytes).getBigUint64(at, true))
const ascii = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
