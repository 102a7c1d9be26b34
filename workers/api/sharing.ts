// Comments, reports and sharing (API-REL-007 to 011).
import type { ReportFormat } from '#core/model/catalogue/releaseFile.ts'
import { CommentInit, type CommentRequest, type ShareRequest } from '#core/model/people/sharing.ts'
import { type Api, Nothing } from './transport/client.ts'
import { part } from './transport/path.ts'

/** API-REL-007. Sends a message to the owner of a release. @throws ApiError 400, 403 COMMENTING_DISABLED, 429 */
export async function sendComment(
  api: Api,
  releaseid: string,
  request: CommentRequest,
  signal?: AbortSignal,
): Promise<void> {
  const path = `/releases/${part(releaseid)}/comments`
  await api.call(Nothing, { method: 'POST', path, body: request, auth: true, signal })
}

/** API-REL-008. Whether the owner takes messages, and the request types. */
export async function commentInit(api: Api, releaseid: string, signal?: AbortSignal): Promise<CommentInit> {
  const path = `/releases/${part(releaseid)}/comments/init`
  return api.call(CommentInit, { method: 'GET', path, auth: true, signal })
}

/** API-REL-009. Counts one opening of the contact modal; nobody waits for it. */
export async function commentClick(api: Api, releaseid: string, signal?: AbortSignal): Promise<void> {
  const path = `/releases/${part(releaseid)}/comments/click`
  await api.call(Nothing, { method: 'POST', path, auth: true, signal })
}

/** API-REL-010. Path of the report under API_BASE; it is fetched with the access token, not linked (D-089). */
export function reportPath(releaseid: string, format: ReportFormat): string {
  return `/releases/${part(releaseid)}/report?${new URLSearchParams({ format })}`
}

/** API-REL-011. An empty message is left out (D-123). @throws ApiError 400, 403 */
export async function shareRelease(api: Api, request: ShareRequest, signal?: AbortSignal): Promise<void> {
  const { message, ...rest } = request
  const body = message === undefined || message.trim() === '' ? rest : request
  await api.call(Nothing, { method: 'POST', path: '/releases/share', body, auth: true, signal })
}
