// Comments, reports and sharing (API-REL-007 to 009, 011).
import {
  CommentInit,
  type CommentRequest,
  SentComments,
  ShareAnswer,
  type ShareRequest,
} from '#core/model/people/sharing.ts'
import { REPEAT_HEADER } from './auth.ts'
import { type Api, Nothing } from './transport/client.ts'
import { part } from './transport/path.ts'

/**
 * API-REL-007. Sends a message to the owner of a release.
 * @param key the same for each try of this message, which goes out once
 * @throws ApiError 400, 403 COMMENTING_DISABLED, 429
 */
export async function sendComment(
  api: Api,
  releaseid: string,
  request: CommentRequest,
  key: string,
  signal?: AbortSignal,
): Promise<void> {
  const path = `/releases/${part(releaseid)}/comments`
  const headers = { [REPEAT_HEADER]: key }
  await api.call(Nothing, { method: 'POST', path, body: request, headers, done: 200, auth: true, signal })
}

/** What was written to the owner of a release before, newest first (H-067). */
export async function sentComments(api: Api, releaseid: string, signal?: AbortSignal): Promise<SentComments> {
  return api.call(SentComments, { method: 'GET', path: `/releases/${part(releaseid)}/comments`, auth: true, signal })
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

/**
 * API-REL-011. An empty message is left out (D-123).
 * @param key the same for each try of this message: each receiver has it once
 * @returns how many releases went out, from the first: 1 where the server does not say
 * @throws ApiError 400, 403 NOT_VERIFIED, SHARING_NOT_ALLOWED, NOT_CONNECTED, 429
 */
export async function shareRelease(
  api: Api,
  request: ShareRequest,
  key: string,
  signal?: AbortSignal,
): Promise<number> {
  const { message, ...rest } = request
  const body = message === undefined || message.trim() === '' ? rest : request
  const headers = { [REPEAT_HEADER]: key }
  const answer = await api.call(Nothing, {
    method: 'POST',
    path: '/releases/share',
    body,
    headers,
    done: 201,
    auth: true,
    signal,
  })
  const told = ShareAnswer.safeParse(answer)
  return told.success ? told.data.data.shared : 1
}
