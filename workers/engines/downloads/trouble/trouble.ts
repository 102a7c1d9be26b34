/**
 * What went wrong with a job, in the terms of its failure reasons, and whether trying again can help.
 */
import type { FailureReason } from '#core/model/downloads/download.ts'
import { type Fault, faultLine } from '#core/model/downloads/fault.ts'
import { hasNoAnswer } from '#core/model/people/refusal.ts'
import { messageOf } from '#core/model/text/messageOf.ts'
import { ApiError } from '../../../api/transport/apiError.ts'

export interface TroubleOptions {
  /** Another try may help. Default false. */
  readonly again?: boolean
  /** What the server asked to wait, ms. */
  readonly retryAfterMs?: number | undefined
  /** Nobody answered: whether the server is there at all has to be found out. Default: as with `network` and `stalled`. */
  readonly isUnreachable?: boolean
  /** The bytes received so far are of no use: the next try begins at the first byte. */
  readonly startOver?: boolean
  /** What is asked for has to be made again first, which takes its time. */
  readonly isRemade?: boolean
  /** The server has enough of this player's to do, and takes it later: waiting for that uses up no tries. */
  readonly isInLine?: boolean
}

export class Trouble extends Error {
  override name = 'Trouble'
  /** What a person is told of it. */
  readonly reason: FailureReason
  readonly again: boolean
  readonly retryAfterMs: number | undefined
  readonly startOver: boolean
  readonly isUnreachable: boolean
  readonly isRemade: boolean
  readonly isInLine: boolean

  constructor(
    readonly fault: Fault,
    message: string,
    options: TroubleOptions = {},
  ) {
    super(message)
    this.reason = faultLine(fault).reason
    this.again = options.again ?? false
    this.retryAfterMs = options.retryAfterMs
    this.startOver = options.startOver ?? false
    this.isRemade = options.isRemade ?? false
    this.isInLine = options.isInLine ?? false
    this.isUnreachable = this.again && (options.isUnreachable ?? /network|stalled/.test(this.reason))
  }

  /** The bytes that are there are not the file's, or cannot be told from others: never go on with them. */
  get spoilt(): boolean {
    return faultLine(this.fault).spoils === true
  }
}

/**
 * The trouble an HTTP status means when it is not the one a call promises. 408, 425, 429 and 5xx pass by themselves.
 * @param isUnreachable it is not the server's own answer: nobody stands behind what gave it
 */
export function troubleOfStatus(status: number, retryAfterMs?: number, isUnreachable = false): Trouble {
  const message = `HTTP ${status}`
  const passing = { again: true, retryAfterMs, isUnreachable }
  if (status === 401) return new Trouble('tokenRefused', message)
  if (status === 403) return new Trouble('notAllowed', message)
  if (status === 404 || status === 410) return new Trouble('fileGone', message)
  if (status === 425 || status === 429 || status === 503) return new Trouble('serverBusy', message, passing)
  if (status === 408 || status === 504) return new Trouble('noAnswerInTime', message, passing)
  return new Trouble('serverError', message, { ...passing, again: status < 400 || status >= 500 })
}

/**
 * A redirect, which is refused. A network that wants a sign-in of its own answers everything so: whether the server is
 * there at all has to be found out.
 */
export function ledElsewhere(): Trouble {
  return new Trouble('ledElsewhere', 'the answer leads elsewhere', { again: true, isUnreachable: true })
}

/** The trouble behind a failed call of the player API. */
export function troubleOfCall(error: unknown): Trouble {
  if (error instanceof Trouble) return error
  if (!(error instanceof ApiError)) return new Trouble('playerError', messageOf(error))
  if (error.code === 'TIMEOUT') return new Trouble('noAnswerInTime', error.message, { again: true })
  if (error.code === 'NETWORK' || error.code === 'NO_TOKEN')
    return new Trouble('noConnection', error.message, { again: true })
  if (error.code === 'REDIRECTED') return ledElsewhere()
  if (error.code === 'UNREACHABLE') return new Trouble('playerError', error.message)
  if (error.code === 'TOO_MANY_JOBS')
    return new Trouble('serverBusy', error.message, { again: true, retryAfterMs: error.retryAfterMs, isInLine: true })
  if (error.code === 'MALFORMED') return new Trouble('senselessAnswer', error.message)
  // That of a proxy that lost the server.
  return troubleOfStatus(error.status, error.retryAfterMs, hasNoAnswer(error.code))
}
