// Who is calling: the access token of the header, or the media token of a query.
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { TokenPair } from '#core/model/people/account.ts'
import { claimsOf, type SessionGrant } from '../auth/sessions.ts'
import type { Access, Media } from '../auth/tokens.ts'
import type { Context } from '../context.ts'
import { ApiProblem, badMediaToken, unauthenticated } from '../http/apiProblem.ts'
import { findById } from '../store/people/players.ts'
import type { PlayerRow, ReleaseRow } from '../store/schema.ts'

/**
 * A token holds its player's name: twice 800 UTF-16 units at most (`textFault`), of three bytes each, which are 6,400
 * signs in base64. The rest is for what else it says; proxies take no line that is longer.
 */
const BEARER_MAX = 8192
const Bearer = z.string().check(z.regex(/^Bearer +[\w.~+/-]+=*$/i), z.maxLength(BEARER_MAX))

/**
 * The claims of the caller, whose session is checked each time.
 * @throws ApiProblem 401
 */
export async function signedIn(context: Context, request: FastifyRequest): Promise<Access> {
  const access = await bearer(context, request)
  if (!access || !(await context.sessions.isLive(access.sid))) throw unauthenticated()
  return access
}

/**
 * The claims of a caller who signs out: an access token whose time is over still says which session it is of (SESSION-011).
 * @throws ApiProblem 401
 */
export async function signingOut(context: Context, request: FastifyRequest): Promise<Access> {
  const token = bearerToken(request)
  const access = token === null ? null : await context.tokens.readAccessToEnd(token)
  if (!access || !(await context.sessions.isLive(access.sid))) throw unauthenticated()
  return access
}

/** What the header's token claims, whatever became of its session since; null without a good one. */
export async function bearer(context: Context, request: FastifyRequest): Promise<Access | null> {
  const token = bearerToken(request)
  return token === null ? null : context.tokens.readAccess(token)
}

function bearerToken(request: FastifyRequest): string | null {
  const header = Bearer.safeParse(request.headers.authorization)
  return header.success ? header.data.replace(/^Bearer +/i, '') : null
}

/**
 * The caller as the database has them now: rights that changed since the token was made count at once.
 * @throws ApiProblem 401
 */
export async function callingPlayer(
  context: Context,
  request: FastifyRequest,
): Promise<{ access: Access; player: PlayerRow }> {
  const access = await signedIn(context, request)
  const player = await findById(context.db, access.playerid)
  if (!player) throw unauthenticated()
  return { access, player }
}

export const accountInactive = () =>
  new ApiProblem(403, 'ACCOUNT_INACTIVE', 'Oops. There may be an issue with this account.')

/** Why a player may not sign in: 425 for one under review, 403 for an inactive one (D-008). */
export function stateProblem(player: PlayerRow): ApiProblem | null {
  if (player.state === 'pending') return new ApiProblem(425, 'VERIFICATION_PENDING', 'Your account is under review.')
  return player.state === 'inactive' ? accountInactive() : null
}

/** @throws ApiProblem as `stateProblem` has it */
export function maySignIn(player: PlayerRow): void {
  const problem = stateProblem(player)
  if (problem) throw problem
}

/** What a sign-in or a renewal answers. */
export async function tokenPair(context: Context, grant: SessionGrant): Promise<TokenPair> {
  return {
    'access-token': await context.tokens.mintAccess(claimsOf(grant)),
    'refresh-token': grant.refreshToken,
  }
}

/**
 * The claims of a media token, whose session is checked each time.
 * @param isMeant whether it is for this item
 * @throws ApiProblem 401
 */
export async function mediaBearer(
  context: Context,
  token: string | undefined,
  isMeant: (mediaID: string) => boolean,
): Promise<Media> {
  const media = token === undefined ? null : await context.tokens.readMedia(token)
  if (!media || !isMeant(media.mediaID) || !(await context.sessions.isLive(media.sid))) throw badMediaToken()
  return media
}

/** @throws ApiProblem 403 or 410 for a release this player may not have, 404 when there is none */
export function mayOpen(release: ReleaseRow | undefined): asserts release is ReleaseRow {
  if (!release) throw new ApiProblem(404, 'RELEASE_NOT_FOUND', 'There is no such release.')
  if (release.access === 'forbidden') {
    throw new ApiProblem(403, 'FORBIDDEN', 'You do not have permission to access this release.')
  }
  if (release.access === 'withdrawn') {
    throw new ApiProblem(410, 'RELEASE_NOT_AVAILABLE', 'This release is no longer available.')
  }
}

export const downloadForbidden = () =>
  new ApiProblem(403, 'DOWNLOAD_FORBIDDEN', 'This item can be streamed but not downloaded.')
