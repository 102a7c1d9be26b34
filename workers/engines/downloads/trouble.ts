/**
 * What went wrong with a job, in the terms of its failure reasons, and whether trying again can help.
 */
import type { FailureReason } from '#core/model/download.ts'
import { ApiError } from '../../api/apiError.ts'

export interface TroubleOptions {
  /** Another try may help. Default false. */
  readonly again?: boolean
  /** What the server asked to wait, ms. */
  readonly retryAfterMs?: number | undefined
  /** The bytes received so far are of no use: the next try begins at the first byte. */
  readonly startOver?: boolean
}

const SPOILT: ReadonlySet<FailureReason> = new Set(['length', 'digest', 'format', 'changed', 'empty'])

export class Trouble extends Error {
  override name = 'Trouble'
  readonly again: boolean
  readonly retryAfterMs: number | undefined
  readonly startOver: boolean

  constructor(
    readonly reason: FailureReason,
    message: string,
    options: TroubleOptions = {},
  ) {
    super(message)
    this.again = options.again ?? false
    this.retryAfterMs = options.retryAfterMs
    this.startOver = options.startOver ?? false
  }

  /** The bytes that are there are not the file's, or cannot be told from others: never go on with them. */
  get spoilt(): boolean {
    return SPOILT.has(this.reason)
  }
}

/** The trouble an HTTP status means when it is not the one a call promises. 408, 425, 429 and 5xx pass by themselves. */
export function troubleOfStatus(status: number, retryAfterMs?: number): Trouble {
  const message = `HTTP ${status}`
  if (status === 401 || status === 403) return new Trouble('refused', message)
  if (status === 404 || status === 410) return new Trouble('missing', message)
  if (status === 425 || status === 429 || status === 503)
    return new Trouble('busy', message, { again: true, retryAfterMs })
  if (status === 408 || status === 504) return new Trouble('stalled', message, { again: true, retryAfterMs })
  return new Trouble('server', message, { again: status < 400 || status >= 500, retryAfterMs })
}

/** The trouble behind a failed call of the player API. */
export function troubleOfCall(error: unknown): Trouble {
  if (error instanceof Trouble) return error
  if (!(error instanceof ApiError)) return new Trouble('interrupted', text(error))
  if (error.code === 'TIMEOUT') return new Trouble('stalled', error.message, { again: true })
  if (error.code === 'NETWORK') return new Trouble('network', error.message, { again: true })
  if (error.code === 'MALFORMED') return new Trouble('server', error.message)
  return troubleOfStatus(error.status, error.retryAfterMs)
}

export function text(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
