// API-AUTH: sign in, renew, sign out.
import type { FastifyInstance } from 'fastify'
import { LoginRequest, RefreshRequest, type TokenPair } from '#core/model/account.ts'
import { checkPassword } from '../auth/passwords.ts'
import { claimsOf, type SessionGrant } from '../auth/sessions.ts'
import type { Context } from '../context.ts'
import { ApiProblem } from '../http/apiProblem.ts'
import { parse } from '../http/parse.ts'
import { signedIn } from './access.ts'

export function authRoutes(app: FastifyInstance, context: Context): void {
  const pair = async (grant: SessionGrant): Promise<TokenPair> => ({
    'access-token': await context.tokens.mintAccess(claimsOf(grant)),
    'refresh-token': grant.refreshToken,
  })

  // API-AUTH-001
  app.post('/player/v2/auth/login', async (request) => {
    const { username, password, publicdevice } = parse(LoginRequest, request.body, 'body')
    const email = username.trim().toLowerCase()
    const wait = context.guesses.waitSeconds(email, request.ip)
    if (wait > 0) {
      throw new ApiProblem(429, 'TOO_MANY_TRIES', `Too many failed tries. Try again in ${wait} seconds.`, {
        retryAfter: wait,
      })
    }
    const player = await context.db
      .selectFrom('players')
      .innerJoin('player_emails', 'player_emails.playerid', 'players.playerid')
      .where('player_emails.email', '=', email)
      .selectAll('players')
      .select('player_emails.shown')
      .executeTakeFirst()
    if (!(await checkPassword(player?.password_hash ?? null, password)) || !player) {
      context.guesses.failed(email, request.ip)
      throw new ApiProblem(401, 'INVALID_CREDENTIALS', 'Your email or password is incorrect. Please try again.')
    }
    context.guesses.succeeded(email, request.ip)
    // The state is told only to whoever knows the password.
    if (player.state === 'pending') throw new ApiProblem(425, 'VERIFICATION_PENDING', 'Your account is under review.')
    if (player.state === 'inactive') {
      throw new ApiProblem(403, 'ACCOUNT_INACTIVE', 'There may be an issue with this account.')
    }
    const { shown, ...row } = player
    return pair(await context.sessions.start(row, shown, publicdevice))
  })

  // API-AUTH-002
  app.post('/auth/logout', async (request, reply) => {
    const { sid } = await signedIn(context, request)
    await context.sessions.revoke(sid)
    return reply.code(204).send()
  })

  // API-AUTH-007
  app.put('/auth/refresh', async (request) => {
    const { 'refresh-token': token } = parse(RefreshRequest, request.body, 'body')
    const grant = await context.sessions.rotate(token)
    if (!grant) throw new ApiProblem(401, 'SESSION_ENDED', 'The session has ended. Sign in again.')
    return pair(grant)
  })

  // API-AUTH-008
  app.delete('/auth/sessions', async (request, reply) => {
    const { playerid } = await signedIn(context, request)
    await context.sessions.revokeAll(playerid)
    return reply.code(204).send()
  })
}
