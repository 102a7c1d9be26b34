/**
 * Brings one file into its part: tries, resumes, starts over, until every announced byte is there.
 * The slot of the job ends when the last byte is there; checking the bytes is a stage of its own.
 */
import type { FailureReason } from '#core/model/downloads/download.ts'
import type { Part } from '../sinks/sink.ts'
import { Tries } from '../trouble/retry.ts'
import { type Room, withRoom } from '../trouble/room.ts'
import { Trouble, troubleOfCall } from '../trouble/trouble.ts'
import type { BlocksVerdict } from '../verify/blocks.ts'
import type { Hasher } from '../verify/digest.ts'
import type { Announced } from './answer.ts'
import { type AttemptJob, attempt, Question } from './attempt.ts'
import { Incoming, type IncomingParts } from './incoming.ts'
import { ReadBuffer } from './reading.ts'

export interface TransferParts extends IncomingParts {
  readonly room: Room
}

export interface TransferJob extends AttemptJob {
  /** Where its bytes go, with those that are already there. @throws Trouble `quota`, `storage`, `folder` or `folderFull` */
  open(): Promise<Part>
  /** The server refused the token: the next address has a new one. */
  addressRefused(): void
  /** Every byte is there; some may still have to be fetched anew. */
  whole(): void
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
  const first = asksAhead(parts, job, signal)
  const file = new Incoming(parts, job, await opened(job, first), signal)
  const buffer = new ReadBuffer()
  const leave = parts.helpers.add(job.id, file)
  // The first half may still wait for a disk when nobody wants the file any more.
  const giveUp = () => void file.giveWay()
  signal.addEventListener('abort', giveUp)
  let keep = true
  try {
    await file.takeUp()
    return await untilWhole(parts, job, file, buffer, signal, first)
  } catch (error) {
    letGo(file.part, error)
    keep = !(error instanceof Trouble && error.spoilt)
    throw error
  } finally {
    leave()
    first?.end()
    signal.removeEventListener('abort', giveUp)
    buffer.free()
    await file.end(keep)
  }
}

/** A file of which nothing is there is asked for while a place for it is opened, which takes a disk its time. */
function asksAhead(parts: TransferParts, job: TransferJob, signal: AbortSignal): Question | null {
  const { latch } = parts
  if (job.known !== null || !latch.isOpen) return null
  return new Question(parts, job, { offset: 0, known: null }, AbortSignal.any([signal, latch.line]))
}

async function opened(job: TransferJob, first: Question | null): Promise<Part> {
  try {
    return await job.open()
  } catch (error) {
    first?.end()
    throw error
  }
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

/** One try after the other. @throws as `transfer` */
async function untilWhole(
  parts: TransferParts,
  job: TransferJob,
  file: Incoming,
  buffer: ReadBuffer,
  signal: AbortSignal,
  first: Question | null,
): Promise<Fetched> {
  const tries = new Tries(parts.random)
  /** Since the last new byte. */
  let refusals = 0
  let ahead = first
  /** What was asked ahead is of use once, unless the line fell or it was silent meanwhile. */
  const taken = () => {
    const question = ahead?.signal.aborted ? null : ahead
    ahead = null
    return question
  }
  for (;;) {
    try {
      if (!(await parts.latch.through(signal, (of) => attempt(parts, job, file, buffer, of, taken())))) continue
      const { part, known, hasher } = file
      if (known === null) throw new Trouble('senselessAnswer', 'no answer')
      job.whole()
      return { part, file: known, hasher, blocks: await file.proved() }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      // Of what lies in the folder a full disk leaves nothing.
      const trouble = await withRoom(parts.room, troubleOfCall(error), file.part.innerTail !== undefined)
      if (file.hasGrown) {
        refusals = 0
        tries.progressed()
      }
      file.hasGrown = false
      // It may be the token alone that is not allowed.
      if (trouble.reason === 'refused' || trouble.reason === 'forbidden') {
        refusals += 1
        if (refusals > 1) throw trouble
        job.addressRefused()
        continue
      }
      if (trouble.reason === 'changed') file.noteChange()
      if (trouble.startOver) file.startOver()
      else file.startOverUnlessNamed()
      if (trouble.reason === 'busy') job.busy()
      await parts.watch.rest(tries, trouble, signal, (ms) => job.delayed(trouble.reason, ms))
    }
  }
}
