/**
 * Brings one file into its part: tries, resumes, starts over, until every announced byte is there.
 * The slot of the job ends when the last byte is there; checking the bytes is a stage of its own.
 */
import { REQUEST_TIMEOUT_MS } from '#core/model/constants.ts'
import type { FailureReason } from '#core/model/downloads/download.ts'
import type { BlockList } from '../../../api/media.ts'
import type { Fetch } from '../../../api/transport/client.ts'
import type { Clock } from '../../../api/transport/clock.ts'
import type { OnlineLatch } from '../../onlineLatch.ts'
import type { Part } from '../sinks/sink.ts'
import type { TailedSinks } from '../sinks/tails.ts'
import { Tries } from '../trouble/retry.ts'
import { type Room, withRoom } from '../trouble/room.ts'
import { Trouble, troubleOfCall } from '../trouble/trouble.ts'
import type { BlocksVerdict } from '../verify/blocks.ts'
import type { Hasher } from '../verify/digest.ts'
import type { Hashing } from '../verify/hashing.ts'
import { type Announced, judge } from './answer.ts'
import { Halves, type HalvesJob } from './halves.ts'
import type { Helpers } from './helpers.ts'
import { type Proof, proofOf } from './proof.ts'
import { ReadBuffer, readBody, Watchdog } from './reading.ts'
import { requestBytes, requestFile } from './request.ts'
import type { Resting } from './serverWatch.ts'
import type { UseLimit } from './useLimit.ts'

/** How often a file may become another one while it is fetched. */
const CHANGES_MAX = 3
/** When no more than this is still to come, bytes, and than this share of the file, the next one is prepared. */
const NEAR_END_BYTES = 8_388_608
const NEAR_END_SHARE = 1 / 8

export interface TransferParts {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly latch: OnlineLatch
  readonly watch: Resting
  readonly sinks: TailedSinks
  readonly random: () => number
  readonly hashing: Hashing
  readonly helpers: Helpers
  readonly useLimit: UseLimit
  readonly room: Room
}

export interface TransferJob extends Pick<HalvesJob, 'id' | 'tail' | 'splitAt'> {
  /** What the server says of its blocks; null: nothing. The promise never rejects. */
  blocks(signal: AbortSignal): Promise<BlockList | null> | null
  /** Where its bytes go, with those that are already there. @throws Trouble `quota`, `storage` or `folder` */
  open(): Promise<Part>
  /** What is known of the bytes in the part from an earlier visit or try; null when there are none. */
  readonly known: Announced | null
  /** An address with a token that is not stale. */
  address(signal: AbortSignal): Promise<string>
  /** The server refused the token: the next address has a new one. */
  addressRefused(): void
  /** The file is asked for. Called with each request. */
  asked(): void
  /** Bytes flow now, from `resumedAt`. Called again when the transfer starts over. */
  started(file: Announced, resumedAt: number): void
  progressed(bytes: number): void
  /** Little is still to come. Said once. */
  nearEnd(): void
  /** Every byte is there; some may still have to be fetched anew. */
  whole(): void
  /** A connection that helped is done with. */
  helped(): void
  /** The server asked for patience. */
  busy(): void
  /** The next try begins in so many ms. */
  delayed(reason: FailureReason, ms: number): void
}

export interface Fetched {
  readonly part: Part
  readonly file: Announced
  /** Has seen every byte in order; null when there is nothing to compare with, or the bytes shall be read back. */
  readonly hasher: Hasher | null
  readonly blocks: BlocksVerdict
}

/**
 * @throws Trouble when the job has failed; bytes that can be used later stay in the part, which is closed
 * @throws the signal's reason when the job was cancelled; the part is closed
 */
export async function transfer(parts: TransferParts, job: TransferJob, signal: AbortSignal): Promise<Fetched> {
  return run(parts, job, await job.open(), signal)
}

/** Closes the part of a job that failed; bytes that must not be used again leave the disk at once. */
export function letGo(part: Part, error: unknown): void {
  try {
    if (error instanceof Trouble && error.spoilt) part.truncate()
  } catch {
    // The storage refuses; what is known of the bytes is forgotten, so they are not used either way.
  }
  part.close()
}

async function run(parts: TransferParts, job: TransferJob, head: Part, signal: AbortSignal): Promise<Fetched> {
  const { clock, latch } = parts
  const halves = new Halves(parts, {
    id: job.id,
    tail: job.tail,
    splitAt: (from) => job.splitAt(from),
    address: (of) => job.address(of),
    seen: (at, bytes) => proof?.tail.take(at, bytes),
    moved,
    ended() {
      parts.helpers.active -= 1
      job.helped()
    },
  }, head) // biome-ignore format: it is what a job is
  const tries = new Tries(parts.random)
  const buffer = new ReadBuffer()
  let known = job.known
  let hasher: Hasher | null = null
  let proof: Proof | null = null
  let furthest = head.size
  let changes = 0
  let refusals = 0
  let begun = false
  let isNearEnd = false

  function moved(): void {
    const { there } = halves
    job.progressed(there)
    const total = known?.total ?? null
    if (isNearEnd || total === null || total - there > Math.min(NEAR_END_BYTES, total * NEAR_END_SHARE)) return
    isNearEnd = true
    job.nearEnd()
  }

  function startOver(): void {
    halves.startOver()
    hasher = null
    proof = null
    begun = false
  }

  function noteChange(): void {
    halves.dropTail()
    known = null
    proof = null
    furthest = 0
    begun = false
    changes += 1
    if (changes > CHANGES_MAX) throw new Trouble('fileChanges', 'the file on the server changes again and again')
  }

  function rest(): number | null {
    const total = known?.total ?? null
    const isFixed = begun && hasValidator(known) && total !== null
    return isFixed && halves.canHelp && !signal.aborted ? total - halves.there : null
  }

  function split(): void {
    const total = known?.total ?? null
    if (known === null || total === null) return
    parts.helpers.active += 1
    halves.help({ ...known, total })
  }

  /** Puts the second half behind the first. Answers whether the file is complete, and known to be the server's. */
  async function joined(of: AbortSignal): Promise<boolean> {
    // What lies in the folder cannot be read yet, so the whole is read back.
    if (halves.part.innerTail) hasher = null
    const was = await halves.join(hasher, of)
    if (!was) return false
    proof?.joined()
    job.progressed(halves.there)
    return begun && halves.part.size === known?.total
  }

  function isWhole(): boolean {
    const total = known?.total
    const { part } = halves
    if (total === null || total === undefined || part.size === total) return true
    if (part.size > total) throw new Trouble('wrongLength', `${part.size} bytes of ${total}`)
    // However politely it was closed, the line was cut: what came is good.
    throw new Trouble('lineCut', `the answer ended after ${part.size} of ${total} bytes`, { again: true })
  }

  /** One request. Answers whether the file is complete. */
  async function attempt(attemptSignal: AbortSignal): Promise<boolean> {
    if (halves.meeting === halves.part.size && (await joined(attemptSignal))) return true
    const address = await job.address(attemptSignal)
    const stalled = new AbortController()
    const both = AbortSignal.any([attemptSignal, stalled.signal])
    const watchdog = new Watchdog(clock, REQUEST_TIMEOUT_MS, (ms) =>
      stalled.abort(new Trouble('lineSilent', `no byte for ${ms} ms`, { again: true })),
    )
    try {
      const asked = { offset: resumeOffset(halves.part.size, known), until: halves.meeting, known }
      job.asked()
      const response = await requestFile(parts.fetch, address, asked, both)
      watchdog.touch()
      try {
        await take(response, asked, both, watchdog)
      } catch (error) {
        void response.body?.cancel().catch(() => {})
        if (!(error instanceof Met)) throw error
        watchdog.stop()
        // What is missing of a second half that broke off is asked for next.
        return await joined(attemptSignal)
      }
    } finally {
      watchdog.stop()
    }
    return isWhole()
  }

  async function take(
    response: Response,
    asked: Parameters<typeof judge>[1],
    both: AbortSignal,
    watchdog: Watchdog,
  ): Promise<void> {
    const judged = judge(response, asked, clock.now())
    if (judged.changed) noteChange()
    if (judged.start === 0 && halves.part.size > 0) startOver()
    const { part } = halves
    // A whole file that is asked for its last byte only, to learn whether it is still the same.
    const overlap = part.size - judged.start
    known = judged.file
    if (known.total !== null && known.total > halves.there)
      await parts.sinks.reserve(job.id, known.total - halves.there)
    proof ??= proofOf(known, parts.hashing.block, () => job.blocks(signal))
    const isWholeHashed = known.sha256 !== null && proof === null
    if (part.size === 0) hasher = isWholeHashed ? await parts.hashing.running(known.total) : null
    if (!begun) job.started(known, judged.start + halves.there - part.size)
    begun = true
    if (!response.body) throw new Trouble('senselessAnswer', 'an answer without a body', { again: true })
    let skip = overlap
    const body = response.body as ReadableStream<Uint8Array<ArrayBuffer>>
    await readBody(body, buffer, watchdog, both, async (chunk) => {
      const fresh = skip > 0 ? chunk.subarray(skip) : chunk
      skip -= chunk.byteLength - fresh.byteLength
      const end = halves.meeting
      const bytes = end === null ? fresh : fresh.subarray(0, end - part.size)
      if (bytes.byteLength === 0 && end !== part.size) return
      const at = part.size
      await part.append(bytes)
      hasher?.update(bytes)
      await proof?.head.take(at, bytes)
      if (part.size > furthest) {
        furthest = part.size
        refusals = 0
        tries.progressed()
      }
      moved()
      if (end !== null && part.size >= end) throw new Met('the other half is on its way')
      // It came too late: this connection is past it.
      if (halves.isPast) halves.dropTail()
      await parts.useLimit.after(bytes.byteLength, both)
    })
  }

  /** Holds all blocks against the server's, and fetches bad ones anew. */
  async function proved(): Promise<BlocksVerdict> {
    const fetchBlock = (offset: number, until: number) =>
      latch.through(signal, async (of) => requestBytes(parts, await job.address(of), { offset, until, known }, of))
    return (await proof?.check(halves.part, { clock, fetch: fetchBlock }, signal)) ?? 'unknown'
  }

  const leave = parts.helpers.add(job.id, { rest, split, giveWay: () => halves.giveWay() })
  // The first half may still wait for a disk when nobody wants the file any more.
  const giveUp = () => void halves.giveWay()
  signal.addEventListener('abort', giveUp)
  let keep = true
  try {
    await halves.takeUp(known)
    return await finish()
  } catch (error) {
    letGo(halves.part, error)
    keep = !(error instanceof Trouble && error.spoilt)
    throw error
  } finally {
    leave()
    signal.removeEventListener('abort', giveUp)
    buffer.free()
    await halves.end(keep)
  }

  async function finish(): Promise<Fetched> {
    // Without a strong validator nobody can say that the rest belongs to these bytes.
    if (halves.part.size > 0 && !known?.validator) startOver()
    for (;;) {
      try {
        if (await latch.through(signal, attempt)) {
          if (known === null) throw new Trouble('senselessAnswer', 'no answer')
          job.whole()
          return { part: halves.part, file: known, hasher, blocks: await proved() }
        }
      } catch (error) {
        if (signal.aborted) throw signal.reason
        // Of what lies in the folder a full disk leaves nothing.
        const trouble = await withRoom(parts.room, troubleOfCall(error), halves.part.innerTail !== undefined)
        // It may be the token alone that is not allowed.
        if (trouble.reason === 'refused' || trouble.reason === 'forbidden') {
          refusals += 1
          if (refusals > 1) throw trouble
          job.addressRefused()
          continue
        }
        if (trouble.reason === 'changed') noteChange()
        if (trouble.startOver || (halves.part.size > 0 && !hasValidator(known))) startOver()
        if (trouble.reason === 'busy') job.busy()
        await parts.watch.rest(tries, trouble, signal, (ms) => job.delayed(trouble.reason, ms))
      }
    }
  }
}

/** This connection has reached the byte where the other one began. */
class Met extends Error {
  override name = 'Met'
}

const hasValidator = (known: Announced | null) => known?.validator !== null && known?.validator !== undefined

/** Where to go on. A part that is already whole is asked for its last byte, so that the validator is compared. */
function resumeOffset(size: number, known: Announced | null): number {
  if (!hasValidator(known)) return 0
  return known?.total !== null && known?.total !== undefined ? Math.min(size, Math.max(0, known.total - 1)) : size
}
