import { ApiError } from './apiError.ts'

/**
 * An id as one part of a path. An empty one is refused before the call: it would name another
 * resource, and `DELETE /playlists/{id}/tracks/` is not `DELETE` of one track (D-116).
 * @throws ApiError MALFORMED
 */
export function part(id: string): string {
  // `.` and `..` survive the encoding and would be taken for the way up.
  if (id === '' || id === '.' || id === '..') {
    throw new ApiError({ status: 0, code: 'MALFORMED', message: 'an id is missing' })
  }
  return encodeURIComponent(id)
}
