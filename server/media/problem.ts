// What a client is told when the media store does not do what it should.
import { ApiProblem } from '../http/apiProblem.ts'
import { MediaError } from './protocol.ts'

/** Seconds after which asking again is worth it. */
const RETRY_S = 5

/** The refusal for an error of the media; null for any other error, which stays ours. */
export function mediaProblem(error: unknown): ApiProblem | null {
  if (!(error instanceof MediaError)) return null
  switch (error.code) {
    case 'MISSING':
      return new ApiProblem(500, 'MEDIA_MISSING', 'The file is gone from the media store of the server.')
    case 'STORE_DOWN':
      return unavailable('MEDIA_STORE_DOWN', 'The media store of the server cannot be reached just now.')
    case 'STORE_SLOW':
      return unavailable('MEDIA_STORE_SLOW', 'The media store of the server did not answer in time.')
    case 'STORE_REFUSED':
      return new ApiProblem(503, 'MEDIA_STORE_REFUSED', 'The media store refused what the server asked of it.')
    default:
      return null
  }
}

const unavailable = (code: string, message: string) => new ApiProblem(503, code, message, { retryAfter: RETRY_S })
