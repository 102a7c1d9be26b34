// Refusals of the API, all with the one error body.
import type { ApiErrorBody } from '#core/model/people/apiError.ts'

/** Thrown by a route to answer with a status and the error body. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string> | undefined
  /** Seconds; sent as Retry-After. */
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
  }

  body(): ApiErrorBody {
    return { code: this.code, message: this.message, ...(this.fields ? { fields: this.fields } : {}) }
  }
}

export const unauthenticated = () =>
  new ApiProblem(401, 'UNAUTHENTICATED', 'Sign in first: the access token is missing, expired or revoked.')
export const badMediaToken = () =>
  new ApiProblem(401, 'INVALID_MEDIA_TOKEN', 'The media token is missing, expired or meant for another item.')
export const notFound = (what: string) => new ApiProblem(404, 'NOT_FOUND', `There is no such ${what}.`)
