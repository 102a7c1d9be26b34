// Whether anything that concerns the player moved (GET changes).
import { Changes, tagOf, type Versions } from '#core/model/changes.ts'
import { ApiError } from './transport/apiError.ts'
import type { Api } from './transport/client.ts'

/**
 * The versions now and what came since those the caller knows.
 * @param known as they were answered last; null: the answer tells no news
 * @returns null while nothing moved
 * @throws ApiError 404, 405 or 501 of a server that does not have this call, REDIRECTED where a page says so (H-591, H-600)
 */
export async function changesSince(api: Api, known: Versions | null, signal?: AbortSignal): Promise<Changes | null> {
  const headers = known ? { 'If-None-Match': tagOf(known) } : {}
  try {
    return await api.call(Changes, { method: 'GET', path: '/changes', auth: true, headers, signal })
  } catch (error) {
    if (known && error instanceof ApiError && error.status === 304) return null
    throw error
  }
}
